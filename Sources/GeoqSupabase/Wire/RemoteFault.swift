import Geoq

/// What an answer that is no success means, and what it asks the client to do.
public struct RemoteFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The classes of faults. Each has one way to go on.
    package enum Class: String, Sendable, CaseIterable {
        /// The project was not reached: something else answered, or nothing
        /// did. Session and changes are kept, no try is counted.
        case offline
        /// The fault may pass: try again, some seconds later.
        case transient
        /// The token is too old or not understood: renew it once and ask again.
        case tokenRefused
        /// The session has ended: only a login helps. Data are kept.
        case sessionEnded
        /// A row needs another one that the server does not have, yet.
        case order
        /// This user may not do this.
        case forbidden
        /// The same request would be refused again.
        case permanent
        /// The server's tables or functions are not what the client expects.
        case drift
    }

    package var `class`: Class
    /// The code of the answer: an SQLSTATE, `PGRST…`, or a word of Auth or
    /// Storage; empty when it has none.
    public var code: String
    /// The server's own words, cut to `maximumMessageBytes`, with `…` for each token or key that they repeat.
    public var message: String
    /// The HTTP status, or the true one that Storage has in its body; 0 when no
    /// answer came.
    public var status: Int
    /// How long the server asks the client to wait.
    public var retryAfter: Duration?
    /// Whether the network knows no host of the project's name. That seldom passes while a person waits.
    package private(set) var isNameUnknown = false
    /// Whether nothing was sent of the request: no connection came about, or what answered was not believed.
    package private(set) var isUnsent = false

    /// Whether the project is paused, as Supabase does with one that is not used.
    package var isPaused: Bool { status == Self.pausedStatus }

    /// Whether the project, or what stands before it, does not take the key that says which application asks: it was
    /// replaced or switched off, and only a login with another one helps.
    package var isOfKey: Bool { status == 401 && code.isEmpty && message.lowercased().contains("api key") }

    /// Supabase's own status for a project that is paused.
    static let pausedStatus = 540
    static let pausedWords = "it is paused, and its owner can resume it at https://supabase.com/dashboard"

    /// Whether the project was not reached: something else answered, or nothing did.
    public var isOffline: Bool { `class` == .offline }

    /// Whether the project does not let this user in: a wrong address or password, an address that was not confirmed, a
    /// user who may not log in, a session that has ended.
    public var refusesUser: Bool {
        switch `class` {
        case .tokenRefused, .sessionEnded, .forbidden: true
        case .permanent, .order: Self.refusals.contains(code) || status == 401
        case .offline, .transient, .drift: false
        }
    }

    /// Auth's words for a user who is not let in.
    private static let refusals: Set<String> = ["invalid_credentials", "email_not_confirmed", "user_banned"]

    /// Whether the same request may succeed later, with nothing changed by a person.
    public var retryMayHelp: Bool { [.offline, .transient, .order].contains(`class`) }

    package static let maximumMessageBytes = 2_048

    package init(
        _ class: Class, code: String = "", message: String = "", status: Int = 0, retryAfter: Duration? = nil
    ) {
        self.class = `class`
        (self.status, self.retryAfter) = (status, retryAfter)
        (self.code, self.message) = (Self.shown(code), Self.shown(message))
    }

    private static func shown(_ words: String) -> String {
        withoutTokens(String(decoding: words.utf8.prefix(maximumMessageBytes), as: UTF8.self))
    }

    /// The words are shown, and kept in the store, which people copy and mail: a token or a key that a server or a
    /// proxy repeats from the request, whole or cut, has no place there.
    private static func withoutTokens(_ words: String) -> String {
        guard words.contains("eyJ") || words.contains("sb_") else { return words }
        return words.replacing(/eyJ[A-Za-z0-9_-]{16,}(?:\.[A-Za-z0-9_-]*){0,2}/, with: "…")
            .replacing(/sb_(?:publishable|secret)_[A-Za-z0-9_-]{6,}/, with: "…")
    }

    /// What is wrong, in a sentence, with the project's own words.
    public var description: String {
        var words = message.isEmpty ? code : message
        if words.isEmpty { words = "status \(status)" }
        if !message.isEmpty, !code.isEmpty { words += " (\(code))" }
        return switch `class` {
        case .offline: "the project is not reached: \(words)"
        case .transient: "the project cannot answer now: \(words); try again later"
        case .tokenRefused, .sessionEnded, .forbidden, .permanent, .order: "the project refuses: \(words)"
        case .drift: "the project answers in another way than geoq expects: \(words)"
        }
    }

    /// A transport's failure as a fault.
    package init(_ failure: TransportFailure) {
        self.init(failure == .tooLarge ? .permanent : .offline, message: "\(failure)")
        isNameUnknown = failure == .nameUnknown
        isUnsent = [.notConnected, .nameUnknown, .untrusted].contains(failure)
    }
}
