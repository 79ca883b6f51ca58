/// What an account tells those who watch it.
public enum AuthEvent: Hashable, Sendable {
    /// A user logged in, in this process.
    case loggedIn(userID: String)
    /// The tokens were renewed.
    case renewed(userID: String)
    /// The project cannot be reached; the session is kept.
    case unreachable(userID: String)
    /// The server ended the session. Data are kept; a login goes on.
    case ended(userID: String, reason: String)
    /// The user logged out.
    case loggedOut
}

/// Why a request of a user cannot be made.
public enum SessionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No user is logged in.
    case notLoggedIn
    /// The server ended the session, for this reason.
    case ended(reason: String)
    /// The token is too old, and the project cannot be reached to renew it.
    case unreachable
    /// The token is too old, and the network knows no host of the project's name.
    case nameUnknown
    /// The token is too old, and the project is paused, so that it renews none.
    case paused
    /// The token is too old, and the project refused to renew it, for this reason. The session goes on, and a later try
    /// may succeed.
    case refused(reason: String)
    /// The token is too old, and the project does not take the key with which the user logged in. The login is kept;
    /// only one with another key helps.
    case keyRefused(reason: String)

    /// Whether the same may succeed later, with nothing done by a person.
    package var mayPass: Bool {
        switch self {
        case .unreachable, .nameUnknown, .paused, .refused: true
        case .notLoggedIn, .ended, .keyRefused: false
        }
    }

    public var description: String {
        switch self {
        case .notLoggedIn: "no user is logged in"
        case .ended(let reason): "the session has ended (\(reason)); log in again, nothing is lost"
        case .unreachable: "the project cannot be reached; the login is kept"
        case .nameUnknown:
            "the project cannot be reached: there is no host of its name, or no network; the login is kept"
        case .paused: "the project cannot be reached: \(RemoteFault.pausedWords); the login is kept"
        case .refused(let reason): "the project does not renew the login (\(reason)); the login is kept"
        case .keyRefused(let reason): "the project does not take the login's key (\(reason)); the login is kept"
        }
    }
}
