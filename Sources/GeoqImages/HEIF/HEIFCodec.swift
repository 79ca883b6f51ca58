import CHEIF

/// HEIC and AVIF, by libheif, which is loaded when the first one comes.
enum HEIFCodec {
    /// Decodes a picture on white, with sides of `longest` at most; libheif turns it upright.
    ///
    /// - Parameter kind: HEIC or AVIF.
    /// - Returns: the picture, its color profile, and the colors that it names when it has none.
    /// - Throws: `PictureError`.
    /// - Complexity: O(pixels). Libheif holds some bytes for each (`HEIFCost`). They are made smaller where they lie.
    static func decode(
        _ bytes: [UInt8], _ kind: PictureKind, longest: Int
    ) throws -> (raster: Raster, profile: [UInt8]?, colors: NamedColors?) {
        let cost = try HEIFCost(of: bytes, kind)
        return try bytes.withUnsafeBufferPointer { bytes in
            var picture: OpaquePointer?
            var (width, height) = (Int32(0), Int32(0))
            try check(geoq_heif_open(bytes.baseAddress, bytes.count, &picture, &width, &height), kind)
            defer { geoq_heif_close(picture) }
            let (columns, lines) = (Int(width), Int(height))
            let takesTurns = !cost.mayDecodeAtOnce && geoq_heif_decode_in_turn(picture) != 0
            // A picture is decoded whole, also where the file asks for a small part of it.
            try cost.check(
                sizes: [(columns, lines), wholeSize(of: picture)].compactMap { $0 },
                isDeep: geoq_heif_bits(picture) > 8, hasAlpha: geoq_heif_has_alpha(picture) != 0,
                atOnce: takesTurns ? 1 : HEIFCost.mostAtOnce)
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
