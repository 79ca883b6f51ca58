/// Bytes from a remote that break its protocol.
///
/// No part of the answer that contains them is used.
package struct WireError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The position of the bytes: in the answer when its frame is wrong, in the
    /// field when a value is.
    package let offset: Int
    package let reason: String

    package init(offset: Int, reason: String) {
        (self.offset, self.reason) = (offset, reason)
    }

    package var description: String { "byte \(offset): \(reason)" }
}
