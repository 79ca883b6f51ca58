/// Bytes of a remote that are not what its protocol promises.
///
/// Nothing of the answer that they belong to is used.
public struct WireError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Which bytes: of the answer for its frame, of the field for a value.
    public let offset: Int
    public let reason: String

    package init(offset: Int, reason: String) {
        (self.offset, self.reason) = (offset, reason)
    }

    public var description: String { "byte \(offset): \(reason)" }
}
