import CPNG

/// PNG, by libpng's simplified interface, which returns where the other jumps.
enum PNGCodec {
    /// Decodes a picture on white.
    ///
    /// - Throws: `PictureError`.
    /// - Complexity: O(pixels); holds three bytes for each, or four where parts may be transparent.
    static func decode(_ bytes: [UInt8]) throws -> Raster {
        try bytes.withUnsafeBytes { bytes in
            var image = png_image()
            image.version = UInt32(PNG_IMAGE_VERSION)
            defer { png_image_free(&image) }
            guard png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0 else {
                throw damaged(image)
            }
            let (width, height) = (Int(image.width), Int(image.height))
            let hasAlpha = image.format & UInt32(PNG_FORMAT_FLAG_ALPHA) != 0
            let bytesPerPixel = hasAlpha ? 4 : 3
            try PictureLimits.check(
                .png, width: width, height: height, bytesPerPixel: Double(bytesPerPixel), held: bytes.count)
            // libpng itself would mix the light of both colors; browsers mix the samples.
            image.format = UInt32(PNG_FORMAT_FLAG_COLOR) | (hasAlpha ? UInt32(PNG_FORMAT_FLAG_ALPHA) : 0)
            // Samples of 16 bits that name no gamma mean what those of 8 bits do; else libpng takes
            // them for linear light.
            image.flags |= UInt32(PNG_IMAGE_FLAG_16BIT_sRGB)
            let (count, stride) = (width * height * bytesPerPixel, Int32(width * bytesPerPixel))
            let samples = try [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
                guard png_image_finish_read(&image, nil, buffer.baseAddress, stride, nil) != 0 else {
                    throw damaged(image)
                }
                if hasAlpha { Raster.putOnWhite(buffer, pixels: width * height) }
                initialized = width * height * 3
            }
            return Raster(width: width, height: height, samples: samples)
        }
    }

    /// What the chunk eXIf says, if it is before the pixels or behind them.
    static func orientation(_ bytes: [UInt8]) -> Orientation {
        chunk("eXIf", bytes).map { Orientation(ofEXIF: $0) } ?? .upright
    }

    /// The colors that the picture names, where no profile counts more (PNG, third edition, 4.3).
    ///
    /// - Returns: nil when it names none.
    static func namedColors(_ bytes: [UInt8]) -> NamedColors? {
        if let numbers = chunk("cICP", bytes).map({ Array($0) }), numbers.count == 4 {
            return NamedColors(primaries: Int(numbers[0]), transfer: Int(numbers[1]))
        }
        // Of gray it does not count of which colors white is made.
        guard chunk("iCCP", bytes) == nil, chunk("sRGB", bytes) == nil, bytes.count > 25, bytes[25] & 2 != 0,
            let places = chunk("cHRM", bytes).map({ Array($0) }), places.count == 32
        else { return nil }
        return NamedColors(
            places: stride(from: 0, to: 32, by: 4).map { start in
                places[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            })
    }

    /// The data of the first chunk of this name; nil when there is none.
    static func chunk(_ name: String, _ bytes: [UInt8]) -> ArraySlice<UInt8>? {
        var position = 8
        while position + 12 <= bytes.count {
            let length = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - position - 12 else { break }
            if bytes[position + 4..<position + 8].elementsEqual(name.utf8) {
                return bytes[position + 8..<position + 8 + length]
            }
            position += length + 12
        }
        return nil
    }

    private static func damaged(_ image: png_image) -> PictureError {
        let words = withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return .damaged(.png, reason: words)
    }
}
