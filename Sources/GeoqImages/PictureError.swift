/// Why a picture cannot be prepared.
package enum PictureError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The bytes are of no kind that is read.
    case unknownKind
    /// The bytes end too early, or contradict themselves.
    case damaged(PictureKind, reason: String)
    /// The picture declares more pixels, or needs more memory, than a picture may.
    case tooLarge(PictureKind, width: Int, height: Int)
    /// The picture is whole, and of a form that is not read.
    case unsupported(PictureKind, reason: String)
    /// The library that reads the picture is not installed.
    case missingLibrary(PictureKind, library: String)

    package var description: String {
        switch self {
        case .unknownKind: "it is no JPEG, PNG, WebP, HEIC, AVIF or PDF"
        case .damaged(let kind, let reason): "the \(kind.rawValue) is damaged: \(reason)"
        case .tooLarge(let kind, let width, let height):
            "the \(kind.rawValue) of \(width) × \(height) pixels is too large; "
                + ([.heif, .avif].contains(kind) ? "save it as JPEG" : "make it smaller")
        case .unsupported(let kind, let reason): "this \(kind.rawValue) cannot be used: \(reason)"
        case .missingLibrary(let kind, let library): "a \(kind.rawValue) needs the library \(library)"
        }
    }
}
