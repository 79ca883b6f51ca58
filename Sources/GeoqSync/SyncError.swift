package import GeoqStore

/// Why a sync did not succeed. The store is as it was before, or more up to
/// date.
public struct SyncError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong.
    public enum Kind: String, Hashable, Sendable {
        /// The server was not reached, or was lost.
        case unreachable
        /// The server was reached and refused.
        case refused
        /// The server does not let this user in: a wrong password, an unknown
        /// user or database, no right to connect. It is never tried again,
        /// because that may lock an account.
        case login
        /// The connection string cannot be used.
        case connectionString
        /// The server's tables are not what is expected.
        case schema
        /// The database does not have a table, or the user cannot see it.
        case noTable
        /// The server's answers are not what its protocol promises.
        case `protocol`
        /// The store cannot be written, or another sync runs.
        case local
        /// The sync would remove much of the mirror, and was not allowed to.
        case unconfirmed
        /// A file with names of tables and columns cannot be used.
        case mapping
    }

    /// What went wrong, for a program.
    public let kind: Kind
    /// What happened; without secrets.
    public let message: String
    /// Whether the same call may succeed later.
    public let retryMayHelp: Bool
    /// The server's code (SQLSTATE), if it gave one.
    public let code: String?
    /// What a person can do about it, if that is known.
    package let remedy: SyncRemedy?
    /// How long the server asks to be left alone, if it said so.
    package let retryAfter: Duration?
    /// Whether the network knows no server of the name. That seldom passes while a person waits.
    package let isNameUnknown: Bool

    package init(
        _ kind: Kind, _ message: String, retryMayHelp: Bool, code: String? = nil, remedy: SyncRemedy? = nil,
        retryAfter: Duration? = nil, isNameUnknown: Bool = false
    ) {
        (self.kind, self.message, self.retryMayHelp) = (kind, message, retryMayHelp)
        (self.code, self.remedy, self.retryAfter) = (code, remedy, retryAfter)
        self.isNameUnknown = isNameUnknown
    }

    /// The same error as one that may pass: what needs a person today may be
    /// mended tomorrow.
    var hopeful: SyncError {
        SyncError(
            kind, message, retryMayHelp: true, code: code, remedy: remedy, retryAfter: retryAfter,
            isNameUnknown: isNameUnknown)
    }

    public var description: String { message }

    package static func unreachable(_ message: String) -> SyncError {
        SyncError(.unreachable, message, retryMayHelp: true)
    }

    package static func schema(_ message: String, remedy: SyncRemedy? = nil) -> SyncError {
        SyncError(.schema, message, retryMayHelp: false, remedy: remedy)
    }

    /// A relation has other rows each time it is read, although all is read in one moment.
    static func unsteady(_ relation: String) -> SyncError {
        .schema(
            "\(relation) had other rows when it was read again in the same moment of the server", remedy: .steadyRows)
    }

    package static func mapping(_ reason: String) -> SyncError {
        SyncError(.mapping, "the file of tables cannot be used: \(reason)", retryMayHelp: false)
    }

    package static func login(_ message: String, code: String? = nil) -> SyncError {
        SyncError(.login, message, retryMayHelp: false, code: code)
    }

    package static func connectionString(_ message: String) -> SyncError {
        SyncError(.connectionString, message, retryMayHelp: false)
    }

    /// - Parameter like: the name that may be meant; nil when none is near.
    package static func noTable(_ name: String, like: String? = nil, remedy: SyncRemedy? = nil) -> SyncError {
        let guess = like.map { "; did you mean \($0)?" } ?? ""
        return SyncError(
            .noTable, "there is no table \(name) that this user can see\(guess)", retryMayHelp: false, remedy: remedy)
    }

    /// A store's error as a sync's.
    package static func local(_ error: StoreError) -> SyncError {
        let retryMayHelp =
            switch error {
            case .busy, .syncRuns, .agentRuns: true
            default: false
            }
        return SyncError(.local, "\(error)", retryMayHelp: retryMayHelp)
    }

    /// Any error of a sync as a `SyncError`; a cancellation stays one.
    package static func from(_ error: any Error) -> any Error {
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
