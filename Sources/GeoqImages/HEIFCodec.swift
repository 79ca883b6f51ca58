import CHEIF

/// HEIC and AVIF, by libheif, which is loaded when the first one comes.
enum HEIFCodec {
    /// Decodes a picture on white, with sides of `longest` at most; libheif turns it upright.
    ///
    /// - Parameter kind: HEIC or AVIF.
    /// - Returns: the picture, its color profile, and the colors that it names when it has none.
    /// - Throws: `PictureError`.
    /// - Complexity: O(pixels). Libheif holds some bytes for each (`bytesPerPixel`). They are made smaller where they
    ///   lie.
    static func decode(
        _ bytes: [UInt8], _ kind: PictureKind, longest: Int
    ) throws -> (raster: Raster, profile: [UInt8]?, colors: NamedColors?) {
        // libheif paints what is missing in gray.
        guard isWhole(bytes) else { throw PictureError.damaged(kind, reason: "it ends too early") }
        return try bytes.withUnsafeBufferPointer { bytes in
            var picture: OpaquePointer?
            var (width, height) = (Int32(0), Int32(0))
            try check(geoq_heif_open(bytes.baseAddress, bytes.count, &picture, &width, &height), kind)
            defer { geoq_heif_close(picture) }
            let (columns, lines) = (Int(width), Int(height))
            let bytesPerPixel = bytesPerPixel(of: picture, bytes)
            var longestSide = 0
            func allow(_ size: (width: Int, height: Int)) throws {
                try PictureLimits.check(
                    kind, width: size.width, height: size.height, bytesPerPixel: bytesPerPixel,
                    held: bytes.count * bytesPerByte)
                longestSide = max(longestSide, size.width, size.height)
            }
            try allow((columns, lines))
            // A picture is decoded whole, also where the file asks for a small part of it.
            if let whole = wholeSize(of: picture) { try allow(whole) }
            try forEachSize(in: bytes, allow)
            geoq_heif_limit(picture, Int32(clamping: longestSide))
            var samples = geoq_heif_samples()
            try check(geoq_heif_decode(picture, width, height, &samples), kind)
            let size = Raster.fitted(width: columns, height: lines, longest: longest)
            let raster = PixelRows(
                red: samples.red, green: samples.green, blue: samples.blue, step: Int(samples.step),
                stride: Int(samples.stride), width: columns, height: lines
            ).smaller(width: size.width, height: size.height)
            let found = profile(of: picture)
            return (raster, found, found == nil ? namedColors(of: picture) : nil)
        }
    }

    /// What is held for each byte of a file at most, as measured: the file, libheif's copy, and what a decoder reads
    /// from it.
    private static let bytesPerByte = 6

    /// What libheif holds for a pixel at most, as measured: the colors that it makes, and the luma and chroma that it
    /// makes them of. Samples of more than 8 bits are of two bytes each, and become smaller in several steps. A decoder
    /// of AV1 holds coefficients besides.
    private static func bytesPerPixel(of picture: OpaquePointer?, _ bytes: UnsafeBufferPointer<UInt8>) -> Double {
        let isDeep = geoq_heif_bits(picture) > 8
        let isAV1 = geoq_heif_has_av1(bytes.baseAddress, bytes.count) != 0
        let hasAlpha = geoq_heif_has_alpha(picture) != 0
        return (isDeep ? 11 : hasAlpha ? 5 : 4.5) + (isAV1 ? isDeep ? 9 : 6 : 0) + (hasAlpha ? 6 : 0)
    }

    /// Calls `body` with the sizes that the file says of the images in it: a small picture may be made of large tiles, or
    /// have a large image of how transparent it is.
    ///
    /// The data of an image may be of a larger one still. That is known only when they are decoded, and stays open.
    private static func forEachSize(
        in bytes: UnsafeBufferPointer<UInt8>, _ body: ((width: Int, height: Int)) throws -> Void
    ) rethrows {
        var (position, width, height) = (0, UInt32(0), UInt32(0))
        while geoq_heif_next_size(bytes.baseAddress, bytes.count, &position, &width, &height) != 0 {
            // Of no pixels nothing is decoded.
            if width > 0, height > 0 { try body((Int(width), Int(height))) }
        }
    }

    /// The size before the file's own crops and rotations; nil where libheif does not tell.
    private static func wholeSize(of picture: OpaquePointer?) -> (Int, Int)? {
        var (width, height) = (Int32(0), Int32(0))
        return geoq_heif_whole_size(picture, &width, &height) != 0 ? (Int(width), Int(height)) : nil
    }

    /// The color profile; nil for none, and for one that does not describe red, green and blue or
    /// is too large.
    private static func profile(of picture: OpaquePointer?) -> [UInt8]? {
        let size = geoq_heif_profile_size(picture)
        guard (1...ColorProfile.mostBytes).contains(size) else { return nil }
        let profile = [UInt8](unsafeUninitializedCapacity: size) { buffer, initialized in
            initialized = geoq_heif_profile(picture, buffer.baseAddress) == geoq_heif_ok ? size : 0
        }
        return ColorProfile.ofRGB(profile)
    }

    private static func namedColors(of picture: OpaquePointer?) -> NamedColors? {
        var (primaries, transfer) = (Int32(0), Int32(0))
        guard geoq_heif_colors(picture, &primaries, &transfer) != 0 else { return nil }
        return NamedColors(primaries: Int(primaries), transfer: Int(transfer))
    }

    /// Whether the boxes of the container (ISO 14496-12, 4.2) are all there.
    private static func isWhole(_ bytes: [UInt8]) -> Bool {
        func number(_ offset: Int, _ count: Int) -> Int? {
            guard offset + count <= bytes.count else { return nil }
            let value = bytes[offset..<offset + count].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return Int(exactly: value)
        }
        var position = 0
        while position < bytes.count {
            guard let short = number(position, 4), position + 8 <= bytes.count else { return false }
            // 1: a longer number follows; 0: up to the end of the file.
            if short == 0 { return true }
            guard let length = short == 1 ? number(position + 8, 8) : short, length >= 8,
                length <= bytes.count - position
            else { return false }
            position += length
        }
        return true
    }

    private static func check(_ status: geoq_heif_status, _ kind: PictureKind) throws {
        switch status {
        case geoq_heif_ok: return
        case geoq_heif_absent: throw PictureError.missingLibrary(kind, library: "libheif")
        case geoq_heif_unsupported:
            throw PictureError.unsupported(kind, reason: "libheif has no decoder for it here; save it as JPEG")
        default: throw PictureError.damaged(kind, reason: "libheif cannot read it")
        }
    }
}
