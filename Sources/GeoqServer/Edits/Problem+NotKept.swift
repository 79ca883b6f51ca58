import Foundation
import GeoqStore
import HTTPTypes

extension Problem {
    /// Why the system did not let a change be kept, in words that name no file; nil for an error that is another one, or a
    /// number of the system's that only the log's reader can act on.
    init?(notKept error: StoreError) {
        guard case .refusedBySystem(_, let code, _) = error else { return nil }
        switch code {
        case .ENOSPC:
            self.init(Self.noRoom, "The change was not kept: the disk of the store is full; make room there.")
        case .EDQUOT, .EFBIG:
            self.init(
                Self.noRoom,
                "The change was not kept: the limit for files of the server's user or process is reached; make room or "
                    + "raise it.")
        case .EMFILE, .ENFILE, .EAGAIN:
            self.init(
                .serviceUnavailable,
                "The change was not kept: the server has too many files open; try again in a moment.",
                headers: [.retryAfter: "1"])
        case .EACCES, .EPERM, .EROFS:
            self.init(
                .forbidden, "The change was not kept: the server has no right to write to the store, or to its folder.")
        default: return nil
        }
    }

    /// Section 11.5 of RFC 4918.
    private static let noRoom = HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
}
