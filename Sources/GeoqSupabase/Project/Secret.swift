/// A password, key or token. It is never shown: a message, a log or a dump that
/// holds one has `•••` in its place.
///
/// A secret is not `Codable`, so that it cannot be written by accident. The few
/// places that must write one (a request's header, the vault's file) call
/// `reveal()`, and a search for that word finds them all.
public struct Secret: Hashable, Sendable {
    private let text: String

    /// - Parameter text: What must not be shown.
    public init(_ text: String) {
        self.text = text
    }

    /// The secret itself, for a request or a vault; never for a message.
    public func reveal() -> String { text }

    /// Whether it is the empty text.
    public var isEmpty: Bool { text.isEmpty }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "•••" }
    public var debugDescription: String { "•••" }
    /// Without children, so that `dump` shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
