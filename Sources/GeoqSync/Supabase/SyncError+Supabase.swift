import GeoqSupabase

extension SyncError {
    /// What a fault of a project means for a sync.
    ///
    /// - Parameter table: the name of the table that was asked about; nil when
    ///   it was the whole project.
    static func from(_ fault: RemoteFault, table: String? = nil) -> SyncError {
        let code = fault.code.isEmpty ? nil : fault.code
        let said = fault.message.isEmpty ? "status \(fault.status)" : fault.message
        // A further try hardly helps, and the key stays what it is.
        if fault.isOfKey { return .ofKey("the project does not take the login's key (\(said))") }
        let place = table.map { " about \($0)" } ?? ""
        let words = "the project refuses a question\(place) (\(code ?? "\(fault.status)")): \(said)"
        switch fault.class {
        case .offline:
            return SyncError(
                .unreachable, "the project cannot be reached: \(said)", retryMayHelp: true,
                isNameUnknown: fault.isNameUnknown)
        case .transient:
            return SyncError(
                .unreachable, "the project is not ready: \(said)", retryMayHelp: true, code: code,
                retryAfter: fault.retryAfter)
        case .tokenRefused:
            return SyncError(.refused, "the project refuses the token: \(said)", retryMayHelp: true, code: code)
        case .sessionEnded: return .login("the session has ended: \(said)", code: code)
        // An answer that this client cannot read.
        case .drift where fault.status == 0:
            return SyncError(
                .protocol, "the project's answer\(place) cannot be read: \(said)", retryMayHelp: true)
        case .drift where fault.isMissingTable: return .noTable(table ?? said)
        case .drift: return SyncError(.schema, words, retryMayHelp: false, code: code)
        case .permanent where fault.isTooLarge:
            let size = fault.message == RemoteFault.singleRow ? ", though of a single row," : ""
            return SyncError(
                .refused, "an answer\(place)\(size) is larger than geoq reads (64 MiB)", retryMayHelp: false)
        case .forbidden, .permanent, .order: return SyncError(.refused, words, retryMayHelp: false, code: code)
        }
    }

    private static func ofKey(_ message: String) -> SyncError {
        SyncError(.login, message, retryMayHelp: false, remedy: .key)
    }

    /// Any error of a project's client as a sync's; a cancellation stays one.
    static func ofProject(_ error: any Error, table: String? = nil) -> any Error {
        switch error {
        case let fault as RemoteFault: from(fault, table: table)
        case SessionError.unreachable, SessionError.paused: unreachable("\(error)")
        case SessionError.nameUnknown:
            SyncError(.unreachable, "\(error)", retryMayHelp: true, isNameUnknown: true)
        case SessionError.refused: unreachable("\(error)")
        case SessionError.keyRefused: ofKey("\(error)")
        case SessionError.notLoggedIn: SyncError(.login, "\(error)", retryMayHelp: false, remedy: .logIn)
        case is SessionError: login("\(error)")
        case let error as VaultError: SyncError(.local, "\(error)", retryMayHelp: error.mayPass)
        default: from(error)
        }
    }
}

extension RemoteFault {
    /// Whether the transport read as much of an answer as it may, and more was to come.
    var isTooLarge: Bool { `class` == .permanent && status == 0 && code.isEmpty }

    /// The same of an answer that can be no smaller.
    var ofSingleRow: RemoteFault {
        var fault = self
        fault.message = Self.singleRow
        return fault
    }

    fileprivate static let singleRow = "a single row is larger than this client reads"

    /// Whether a table is not there, or not for this user. The second code is
    /// PostgreSQL's own, which older servers pass on.
    var isMissingTable: Bool { ["PGRST205", "42P01"].contains(code) }
}
