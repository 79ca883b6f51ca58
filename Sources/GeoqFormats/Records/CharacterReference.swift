/// References to characters, as XML and HTML have them between `&` and `;`.
enum CharacterReference {
    /// The character that a reference stands for (XML 1.0, 4.1 and 4.6). The longest reference is `&#x10FFFF;`,
    /// without leading zeros.
    ///
    /// - Parameter name: what stands between `&` and `;`, such as `amp`, `#39` or `#x27`.
    /// - Returns: nil for a name that stands for nothing.
    static func scalar(_ name: Substring) -> Unicode.Scalar? {
        switch name {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default:
            let code =
                name.hasPrefix("#x")
                ? UInt32(name.dropFirst(2), radix: 16)
                : name.hasPrefix("#") ? UInt32(name.dropFirst(), radix: 10) : nil
            return code.flatMap { $0 > 0 ? Unicode.Scalar($0) : nil }
        }
    }
}
