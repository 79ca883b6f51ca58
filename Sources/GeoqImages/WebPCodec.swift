import CWebP

/// WebP, by libwebp, which makes a picture smaller while it decodes it.
enum WebPCodec {
    /// Decodes a picture on white, with sides of `longest` at most.
    ///
    /// - Throws: `PictureError`.
    /// - Complexity: O(pixels); a lossless picture, and one with transparent parts, is held whole.
    static func decode(_ bytes: [UInt8], longest: Int) throws -> Raster {
        var config = WebPDecoderConfig()
        guard WebPInitDecoderConfig(&config) != 0 else { preconditionFailure("libwebp has another interface.") }
        let status = WebPGetFeatures(bytes, bytes.count, &config.input)
        guard status == VP8_STATUS_OK else { throw damaged(status) }
        let (width, height) = (Int(config.input.width), Int(config.input.height))
        let isLossless = config.input.format != 1
        // How transparent a lossy picture is, is lossless: 5.7 bytes are held for a pixel then, as measured.
        let held: Double = isLossless ? 5 : config.input.has_alpha != 0 ? 6 : 2
        try PictureLimits.check(.webp, width: width, height: height, bytesPerPixel: held, held: bytes.count)
        guard config.input.has_animation == 0 else { throw PictureError.unsupported(.webp, reason: "it moves") }
        let size = Raster.fitted(width: width, height: height, longest: longest)
        if size != (width, height) {
            config.options.use_scaling = 1
            (config.options.scaled_width, config.options.scaled_height) = (Int32(size.width), Int32(size.height))
        }
        let count = size.width * size.height * 4
        let samples = try [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            buffer.initialize(repeating: 0)
            initialized = size.width * size.height * 3
            config.output.colorspace = MODE_RGBA
            config.output.is_external_memory = 1
            config.output.u.RGBA.rgba = buffer.baseAddress
            config.output.u.RGBA.stride = Int32(size.width * 4)
            config.output.u.RGBA.size = count
            let status = WebPDecode(bytes, bytes.count, &config)
            WebPFreeDecBuffer(&config.output)
            guard status == VP8_STATUS_OK else { throw damaged(status) }
            Raster.putOnWhite(buffer, pixels: size.width * size.height)
        }
        return Raster(width: size.width, height: size.height, samples: samples)
    }

    /// What the chunks EXIF and ICCP of the container hold.
    static func parts(_ bytes: [UInt8]) -> (orientation: Orientation, profile: [UInt8]?) {
        var (orientation, profile) = (Orientation.upright, [UInt8]?.none)
        var position = 12
        while position + 8 <= bytes.count {
            let length = bytes[position + 4..<position + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - position - 8 else { break }
            let name = bytes[position..<position + 4]
            let data = bytes[position + 8..<position + 8 + length]
            if name.elementsEqual("EXIF".utf8) { orientation = Orientation(ofEXIF: data) }
            if name.elementsEqual("ICCP".utf8) { profile = ColorProfile.ofRGB(Array(data)) }
            position += 8 + length + length % 2
        }
        return (orientation, profile)
    }

    private static func damaged(_ status: VP8StatusCode) -> PictureError {
        let reason =
            switch status {
            case VP8_STATUS_NOT_ENOUGH_DATA: "it ends too early"
            case VP8_STATUS_UNSUPPORTED_FEATURE: "it uses a feature that libwebp does not have"
            default: "libwebp cannot read it"
            }
        return .damaged(.webp, reason: reason)
    }
}
