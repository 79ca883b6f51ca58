/// What it takes to decode a HEIF file, by what its boxes and the bytes of its images say themselves: both may lie, and
/// libheif believes each of them somewhere.
struct HEIFCost {
    /// How many tiles libheif decodes at the same time, unless it is told to take turns.
    static let mostAtOnce = 4
    /// Of tiles with more pixels only one is decoded at a time.
    private static let mostPixelsAtOnce = 1_000_000
    /// What is held for each byte of a file at most, as measured: the file, libheif's copy, and what a decoder reads
    /// from it.
    private static let bytesPerByte = 6

    private let kind: PictureKind
    private let byteCount: Int
    private let coded: [CodedPicture]
    private let canvases: [(width: Int, height: Int)]
    private let composition: HEIFItems.Composition
    private let hasAV1: Bool

    /// - Throws: `PictureError`, also for a file that is not whole: libheif paints what is missing in gray.
    init(of bytes: [UInt8], _ kind: PictureKind) throws {
        let items = try HEIFItems(of: bytes, kind)
        (self.kind, byteCount) = (kind, bytes.count)
        (coded, canvases) = (try items.codedPictures(kind), try items.canvases(kind))
        composition = try items.largestComposition(kind)
        hasAV1 = items.items.values.contains { $0.kind == "av01" }
    }

    /// Whether several tiles may be decoded at the same time.
    var mayDecodeAtOnce: Bool { largestCoded <= Self.mostPixelsAtOnce }

    private var largestCoded: Int { coded.map { saturated($0.width, $0.height) }.max() ?? 0 }

    /// Refuses what takes too much memory, or too long.
    ///
    /// - Parameters:
    ///   - sizes: those that libheif tells.
    ///   - isDeep: whether libheif makes samples of more than 8 bits, as far as it tells.
    ///   - atOnce: how many tiles are decoded at the same time.
    /// - Throws: `PictureError.tooLarge`, `.damaged` for no pixels, `.unsupported` for too many decodings.
    func check(sizes: [(width: Int, height: Int)], isDeep: Bool, hasAlpha: Bool, atOnce: Int) throws {
        let isDeep = isDeep || coded.contains(where: \.isDeep)
        let bytesPerPixel = bytesPerPixel(isDeep: isDeep, hasAlpha: hasAlpha)
        let held = byteCount * Self.bytesPerByte
        for picture in coded where picture.width > 0 && picture.height > 0 {
            try PictureLimits.check(
                kind, width: picture.width, height: picture.height,
                bytesPerPixel: (bytesPerPixel + picture.furtherBytesPerPixel) * Double(picture.count), held: held)
        }
        // Tiles lie beside what they are put into. Each is below the limit, as was seen above.
        let tiles =
            composition.layers == 0
            ? 0
            : coded.map {
                Double(saturated($0.width, $0.height)) * (bytesPerPixel + $0.furtherBytesPerPixel)
                    * Double($0.count * min(atOnce, composition.decodings))
            }.max() ?? 0
        for size in sizes + canvases {
            try PictureLimits.check(
                kind, width: size.width, height: size.height,
                bytesPerPixel: bytesPerPixel * Double(max(composition.layers, 1)), held: held + Int(tiles))
        }
        guard saturated(largestCoded, composition.decodings) <= PictureLimits.mostPixelsOfAllScans else {
            throw PictureError.unsupported(kind, reason: "its images take too long to decode; save it as JPEG")
        }
    }

    /// What libheif holds for a pixel of 4:2:0 at most, as measured: the colors that it makes, and the luma and chroma
    /// that it makes them of. Samples of more than 8 bits are of two bytes each, and become smaller in several steps. A
    /// decoder of AV1 holds coefficients besides.
    private func bytesPerPixel(isDeep: Bool, hasAlpha: Bool) -> Double {
        (isDeep ? 11 : hasAlpha ? 5 : 4.5) + (hasAV1 ? isDeep ? 9 : 6 : 0) + (hasAlpha ? 6 : 0)
    }

    private func saturated(_ one: Int, _ other: Int) -> Int {
        let (product, overflows) = one.multipliedReportingOverflow(by: other)
        return overflows ? .max : product
    }
}
