/// A text that equals another when their bytes in UTF-8 do, as for SQLite.
///
/// Swift's own `==` takes two texts that differ only by the form of Unicode, as a composed and a decomposed `é`, for
/// one: a set or a dictionary of them would join rows that the store keeps apart.
package struct ByteText: Hashable, Sendable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    /// O(length).
    package static func == (first: Self, second: Self) -> Bool {
        first.text.utf8.elementsEqual(second.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
