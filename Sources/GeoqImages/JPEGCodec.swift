import CTurboJPEG

/// JPEG, by TurboJPEG: its functions return where libjpeg jumps.
enum JPEGCodec {
    /// Decodes a picture at the smallest of the sizes n/8 whose longest side is
    /// not below `longest`.
    ///
    /// - Throws: `PictureError`.
    /// - Complexity: O(pixels); holds the decoded size, and the coefficients of
    ///   a progressive picture.
    static func decode(_ bytes: [UInt8], _ parts: JPEGParts, longest: Int) throws -> Raster {
        guard parts.scans == 1 || parts.scans * parts.width * parts.height <= PictureLimits.mostPixelsOfAllScans else {
            throw PictureError.tooLarge(.jpeg, width: parts.width, height: parts.height)
        }
        guard let decoder = tjInitDecompress() else { preconditionFailure("TurboJPEG has no memory to begin.") }
        defer { tjDestroy(decoder) }
        var (width, height, sampling, colors) = (Int32(0), Int32(0), Int32(0), Int32(0))
        let size = UInt(bytes.count)
        guard
            tjDecompressHeader3(decoder, bytes, size, &width, &height, &sampling, &colors) == 0
                || isHarmless(decoder, parts, bytes)
        else { throw damaged(decoder) }
        guard Int(width) == parts.width, Int(height) == parts.height else {
            throw PictureError.damaged(.jpeg, reason: "it has two sizes")
        }
        let (newWidth, newHeight) = scaled(Int(width), Int(height), longest: longest)
        let isInk = colors == Int32(TJCS_CMYK.rawValue) || colors == Int32(TJCS_YCCK.rawValue)
        let format = Int32((isInk ? TJPF_CMYK : TJPF_RGB).rawValue)
        let count = newWidth * newHeight * (isInk ? 4 : 3)
        try PictureLimits.check(
            .jpeg, width: parts.width, height: parts.height, bytesPerPixel: Double(parts.bytesPerPixel),
            held: bytes.count + count * (isInk ? 2 : 1))
        let pixels = try [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            buffer.initialize(repeating: 0)
            initialized = count
            let status = tjDecompress2(
                decoder, bytes, size, buffer.baseAddress, Int32(newWidth), 0, Int32(newHeight), format,
                TJFLAG_LIMITSCANS)
            guard status == 0 || isHarmless(decoder, parts, bytes) else { throw damaged(decoder) }
        }
        return Raster(
            width: newWidth, height: newHeight,
            samples: isInk ? Self.mixed(pixels, isInverted: parts.isOfAdobe) : pixels)
    }

    /// - Parameter quality: 1 to 100.
    static func encode(_ raster: Raster, quality: Int) -> [UInt8] {
        guard let encoder = tjInitCompress() else { preconditionFailure("TurboJPEG has no memory to begin.") }
        defer { tjDestroy(encoder) }
        var bytes: UnsafeMutablePointer<UInt8>?
        var size: UInt = 0
        let status = tjCompress2(
            encoder, raster.samples, Int32(raster.width), 0, Int32(raster.height), Int32(TJPF_RGB.rawValue), &bytes,
            &size, Int32(TJSAMP_420.rawValue), Int32(quality), 0)
        defer { tjFree(bytes) }
        precondition(status == 0, "TurboJPEG does not take a raster: \(words(encoder))")
        return Array(UnsafeBufferPointer(start: bytes, count: Int(size)))
    }

    /// The smallest n/8 of a size, up to 8/8, that is large enough.
    private static func scaled(_ width: Int, _ height: Int, longest: Int) -> (Int, Int) {
        for eighths in 1...8 {
            let (w, h) = ((width * eighths + 7) / 8, (height * eighths + 7) / 8)
            if max(w, h) >= longest { return (w, h) }
        }
        return (width, height)
    }

    /// Red, green and blue of cyan, magenta, yellow and black.
    private static func mixed(_ inks: [UInt8], isInverted: Bool) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: inks.count / 4 * 3) { buffer, initialized in
            for pixel in 0..<inks.count / 4 {
                let black = Int(inks[pixel * 4 + 3])
                for color in 0..<3 {
                    let ink = Int(inks[pixel * 4 + color])
                    let value = isInverted ? ink * black : (255 - ink) * (255 - black)
                    buffer[pixel * 3 + color] = UInt8((value + 127) / 255)
                }
            }
            initialized = inks.count / 4 * 3
        }
    }

    /// What TurboJPEG says of pictures that have all their pixels. Some cameras and programs leave bytes between
    /// segments, say that the scan of a sequential picture ends at another coefficient than its last one, or write
    /// another revision of JFIF than 1.
    private static let harmless = [
        "extraneous bytes before marker", "Invalid SOS parameters for sequential", "unknown JFIF revision",
    ]

    /// Whether a complaint is about no pixel. TurboJPEG tells the first one alone, so the end is looked for as well.
    private static func isHarmless(_ decoder: tjhandle, _ parts: JPEGParts, _ bytes: [UInt8]) -> Bool {
        let complaint = words(decoder)
        return harmless.contains { complaint.contains($0) } && parts.hasEnd(bytes)
    }

    private static func words(_ handle: tjhandle) -> String { String(cString: tjGetErrorStr2(handle)) }

    private static func damaged(_ handle: tjhandle) -> PictureError { .damaged(.jpeg, reason: words(handle)) }
}
