/// What a picture may cost. It is refused by what it declares, before memory is
/// taken for it.
enum PictureLimits {
    /// More pixels than this are refused.
    static let mostPixels = 100_000_000
    /// What a file and its decoder may hold together: a program that sends pictures has some 80 MB of its own, and
    /// takes 350 MB at most.
    static let mostBytes = 255 << 20
    /// A progressive JPEG is passed over once a scan; a small file can ask for
    /// hundreds of passes over many pixels.
    static let mostPixelsOfAllScans = 2_000_000_000

    /// - Parameter held: the bytes that are held besides the decoder's: the file,
    ///   and what the decoded size takes.
    /// - Parameter bytesPerPixel: what the decoder holds for each pixel.
    /// - Throws: `PictureError.damaged` for a side of 0, `PictureError.tooLarge`.
    static func check(_ kind: PictureKind, width: Int, height: Int, bytesPerPixel: Double, held: Int) throws {
        guard width > 0, height > 0 else { throw PictureError.damaged(kind, reason: "it has no pixels") }
        let (pixels, overflows) = width.multipliedReportingOverflow(by: height)
        guard !overflows, pixels <= mostPixels, Double(pixels) * bytesPerPixel + Double(held) <= Double(mostBytes)
        else {
            throw PictureError.tooLarge(kind, width: width, height: height)
        }
    }
}
