public import Geoq
import Synchronization

/// Makes pictures ready to send with the libraries of Debian: JPEG of the size
/// and quality of their purpose, upright, without EXIF and so without a place.
/// PDF stays as it is.
public struct JPEGPreparing: PhotoPreparing {
    /// Makes the preparer, which has no settings.
    public init() {}

    /// - Throws: `PictureError`.
    /// - Complexity: O(pixels). Holds 350 MB at most; a picture that would need
    ///   more is refused before it is decoded. In a process one picture is held whole at a
    ///   time, and others wait for it.
    public func prepare(_ original: [UInt8], for purpose: PhotoPurpose) throws -> PreparedPhoto {
        if PictureKind(sniffing: original) == .pdf {
            guard purpose == .observation else {
                throw PictureError.unsupported(.pdf, reason: "only an entry may have a document")
            }
            return PreparedPhoto(bytes: original, contentType: "application/pdf")
        }
        return try jpeg(original, longestSide: purpose.longestSide, quality: purpose.quality)
    }

    /// A picture as browsers show it: as it is when they can, else as a JPEG of the
    /// size in which it would be sent. A PDF stays as it is.
    ///
    /// - Parameter longestSide: in pixels, for a JPEG that is no larger, upright and
    ///   without EXIF; nil for the picture as it is.
    /// - Throws: `PictureError`.
    package func shown(_ original: [UInt8], longestSide: Int?) throws -> PreparedPhoto {
        let type: String
        switch PictureKind(sniffing: original) {
        case nil: throw PictureError.unknownKind
        case .pdf: return PreparedPhoto(bytes: original, contentType: "application/pdf")
        case .heif, .avif: return try jpeg(original, longestSide: longestSide ?? PhotoPurpose.observation.longestSide)
        case .jpeg: type = "image/jpeg"
        case .png: type = "image/png"
        case .webp: type = "image/webp"
        }
        if let longestSide { return try jpeg(original, longestSide: longestSide) }
        return PreparedPhoto(bytes: original, contentType: type)
    }

    /// Locked while one caller holds a whole picture in memory; the next one waits.
    static let turn = Mutex<Void>(())

    /// A picture as an upright JPEG.
    private func jpeg(
        _ original: [UInt8], longestSide longest: Int, quality: Int = PhotoPurpose.observation.quality
    ) throws -> PreparedPhoto {
        guard let kind = PictureKind(sniffing: original) else { throw PictureError.unknownKind }
        let parts = try kind == .jpeg ? JPEGParts(original) : nil
        // The decoder makes such a JPEG smaller while it reads its rows.
        if let parts, !parts.isBuffered { return try jpeg(original, kind, parts, longest, quality) }
        return try Self.turn.withLock { _ in try jpeg(original, kind, parts, longest, quality) }
    }

    /// - Parameter parts: of a JPEG.
    private func jpeg(
        _ original: [UInt8], _ kind: PictureKind, _ parts: JPEGParts?, _ longest: Int, _ quality: Int
    ) throws -> PreparedPhoto {
        let decoded: (raster: Raster, orientation: Orientation, profile: [UInt8]?)
        var colors: NamedColors?
        var notes: [String] = []
        switch kind {
        case .pdf: throw PictureError.unsupported(.pdf, reason: "a document has no one picture")
        case .jpeg:
            let parts = try parts ?? JPEGParts(original)
            let raster = try JPEGCodec.decode(original, parts, longest: longest)
            // A profile of inks does not describe red, green and blue.
            decoded = (raster, parts.orientation, parts.components == 3 ? parts.profile : nil)
            if parts.components == 4 {
                notes.append("it is in inks (CMYK), and is sent in red, green and blue: its colors may change a little")
            }
        case .png:
            colors = PNGCodec.namedColors(original)
            let profile = colors == nil ? PNGCodec.profile(original) : colors?.profile
            decoded = (try PNGCodec.decode(original), PNGCodec.orientation(original), profile)
            if PNGCodec.chunk("acTL", original) != nil { notes.append("it moves, and one picture of it is sent") }
        case .webp:
            let parts = WebPCodec.parts(original)
            decoded = (try WebPCodec.decode(original, longest: longest), parts.orientation, parts.profile)
        case .heif, .avif:
            let picture = try HEIFCodec.decode(original, kind, longest: longest)
            colors = picture.colors
            decoded = (picture.raster, .upright, picture.profile ?? colors?.profile)
        }
        if colors == .others { notes.append(NamedColors.noteOfOthers) }
        let size = Raster.fitted(width: decoded.raster.width, height: decoded.raster.height, longest: longest)
        let raster = decoded.raster.smaller(width: size.width, height: size.height).upright(decoded.orientation)
        let bytes = JPEGCodec.encode(raster, quality: quality)
        var photo = PreparedPhoto(bytes: Self.with(decoded.profile, bytes), contentType: "image/jpeg")
        photo.note = notes.isEmpty ? nil : notes.joined(separator: "; ")
        return photo
    }

    /// The JPEG with a color profile behind its first segment, so that its colors
    /// mean what they meant.
    private static func with(_ profile: [UInt8]?, _ jpeg: [UInt8]) -> [UInt8] {
        guard let profile, jpeg.count > 6, jpeg[2] == 0xFF, jpeg[3] == 0xE0 else { return jpeg }
        let start = 4 + (Int(jpeg[4]) << 8 | Int(jpeg[5]))
        return Array(jpeg[..<start]) + ColorProfile.segments(profile) + jpeg[start...]
    }
}
