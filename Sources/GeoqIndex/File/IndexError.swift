/// What is wrong with the bytes of an index, or why a search has no answer.
///
/// An index is a cache: a caller that meets damage builds it anew.
public enum IndexError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file cannot be opened, mapped or written: the system's words.
    case unreadable(path: String, reason: String)
    /// The bytes are not an index, or one of another format.
    case notAnIndex(reason: String)
    /// The bytes are not those that geoq wrote.
    case damaged(offset: Int, expected: String, found: String)
    /// Nothing is wrong: the search was told to stop.
    case interrupted

    public var description: String {
        switch self {
        case .unreadable(let path, let reason): "\(path): \(reason)"
        case .notAnIndex(let reason): "not an index of this version: \(reason)"
        case .damaged(let offset, let expected, let found):
            "the index is damaged at byte \(offset): expected \(expected), found \(found)"
        case .interrupted: "the search was told to stop"
        }
    }
}
