package import Geoq
package import GeoqStore
import HTTPTypes

/// What a server needs to show pictures of photos, and has no library for: the way
/// to the project, and decoders. The program that runs the server gives it.
package protocol PictureSupply: Sendable {
    /// Fetches the picture of a photo from the project of the store's account.
    ///
    /// - Throws: `PictureFailure`, `CancellationError`.
    func download(_ photo: EntryPhoto, of store: Store) async throws -> [UInt8]

    /// A picture as browsers show it: a JPEG, PNG or WebP. A PDF stays as it is.
    ///
    /// - Parameter longestSide: in pixels; with it the picture becomes a JPEG, upright and
    ///   never larger than before. nil for the picture in its own size.
    /// - Throws: `PictureFailure.unreadable`.
    func shown(_ picture: [UInt8], longestSide: Int?) throws -> PreparedPhoto
}

/// Why a picture cannot be shown.
package enum PictureFailure: Error, Hashable, Sendable {
    /// The project, or the network.
    case unreachable
    /// The store has no login at a project, or it has ended.
    case noLogin
    /// The project does not have it, or does not show it to this user.
    case refused
    /// The file is no picture that can be decoded.
    case unreadable(reason: String)
}

extension Problem {
    /// A failure as the page says it.
    init(_ failure: PictureFailure) {
        self =
            switch failure {
            case .unreachable:
                Problem(
                    .serviceUnavailable,
                    "The picture is not on this device, and the project cannot be reached now.",
                    headers: [.retryAfter: "30"])
            case .noLogin:
                Problem(
                    .badGateway, "The picture is not on this device, and no user is logged in who may fetch it.")
            case .refused:
                Problem(.notFound, "The project does not have the picture, or does not show it to this user.")
            case .unreadable(let reason):
                Problem(.unsupportedMediaType, "The picture cannot be shown: \(Problem.shown(reason)).")
            }
    }
}
