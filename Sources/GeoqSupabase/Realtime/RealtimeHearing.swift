/// Whether a listener at Realtime would hear of a change.
package enum RealtimeHearing: Hashable, Sendable {
    /// Not yet, or for a moment not.
    case opening
    /// Yes; of some tables not, because the project does not tell of them.
    case hears(except: [String])
    /// No. It tries again by itself.
    case deaf(RealtimeObstacle)
}

/// Why nothing is heard of a project's changes.
package enum RealtimeObstacle: Hashable, Sendable, CustomStringConvertible {
    case notReached
    case untrusted
    /// There is no such service, or it refuses the key.
    case absent(status: Int)
    /// The user's session cannot be renewed now.
    case noSession
    /// The token was refused.
    case token
    case tooMuch
    /// The project has answered nothing for too long.
    case silent
    /// The project tells of none of the tables.
    case noTables
    /// The project ended the connection, or refused in other words.
    case ended
    /// What the project says is not understood.
    case broken

    /// A clause.
    package var description: String {
        switch self {
        case .notReached: "the project's Realtime cannot be reached"
        case .untrusted: "the certificate of what answers is not the project's"
        case .absent(let status): "the project has no Realtime for us (status \(status))"
        case .noSession: "the session cannot be renewed now"
        case .token: "the project's Realtime refuses the token"
        case .tooMuch: "the project's Realtime has too many listeners"
        case .silent: "the project's Realtime does not answer"
        case .noTables: "the project's Realtime tells of none of the tables"
        case .ended: "the project's Realtime ends the connection"
        case .broken: "the project's Realtime cannot be understood"
        }
    }

    init(_ failure: WebSocketFailure?) {
        switch failure {
        case .notReached: self = .notReached
        case .untrusted: self = .untrusted
        case .timedOut: self = .silent
        case .refused(let status):
            switch status {
            case 429: self = .tooMuch
            // A page answers in the project's place.
            case ..<400, 511: self = .notReached
            case 500, 502...: self = .silent
            default: self = .absent(status: status)
            }
        case .tooLarge, .broken: self = .broken
        case nil: self = .ended
        }
    }
}
