/// The ways to write that a value is not there.
package enum MissingValue {
    /// Empty, or `NA` as R writes.
    package static func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        text.isEmpty || text.count == 2 && text[0] == UInt8(ascii: "N") && text[1] == UInt8(ascii: "A")
    }

    /// Empty, `NA`, or a spelling of "not a number" or "null", in a field for a
    /// number.
    package static func matchesNumber(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        if matches(text) { return true }
        guard text.count <= 4 else { return false }
        switch String(decoding: text, as: UTF8.self).lowercased() {
        case "nan", "na", "n/a", "null": return true
        default: return false
        }
    }
}
