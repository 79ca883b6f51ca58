import GeoqStore

/// Why a sync did not succeed. The store is as it was before, or further.
public struct SyncError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Kind: String, Hashable, Sendable {
        /// The server was not reached, or was lost.
        case unreachable
        /// The server was reached and said no.
        case refused
        /// The server's tables are not what is expected.
        case schema
        /// The server's answers are not what its protocol promises.
        case `protocol`
        /// The store cannot be written, or another sync runs.
        case local
    }

    public let kind: Kind
    /// What happened and what to do, without secrets.
    public let message: String
    /// Whether the same may succeed later.
    public let retryMayHelp: Bool
    /// The server's code (SQLSTATE), if it gave one.
    public let code: String?

    public init(_ kind: Kind, _ message: String, retryMayHelp: Bool, code: String? = nil) {
        (self.kind, self.message, self.retryMayHelp, self.code) = (kind, message, retryMayHelp, code)
    }

    public var description: String { message }

    static func unreachable(_ message: String) -> SyncError {
        SyncError(.unreachable, message, retryMayHelp: true)
    }

    static func schema(_ message: String) -> SyncError {
        SyncError(.schema, message, retryMayHelp: false)
    }

    /// The store's errors in a sync's words.
    static func local(_ error: StoreError) -> SyncError {
        let retryMayHelp =
            switch error {
            case .busy, .syncRuns: true
            default: false
            }
        return SyncError(.local, "\(error)", retryMayHelp: retryMayHelp)
    }

    /// Any error of a sync as one; cancellation stays what it is.
    static func from(_ error: any Error) -> any Error {
        switch error {
        case let error as SyncError: error
        case let error as StoreError: local(error)
        case let error as WireError:
            SyncError(.protocol, "the server's answer cannot be read: \(error)", retryMayHelp: true)
        case is CancellationError: error
        default: SyncError(.local, "\(error)", retryMayHelp: false)
        }
    }
}
