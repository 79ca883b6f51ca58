/// Why a text is not a filter, or a filter does not fit a layer.
public struct FilterError: Error, Hashable, Sendable {
    /// What is wrong, for callers that tell the cases apart.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The text does not follow the grammar.
        case syntax
        /// The text is within the grammar but larger than geoq accepts.
        case tooLarge
        /// The layer has no such column.
        case unknownColumn
        /// A column is compared with what it can't hold.
        case typeMismatch
    }

    /// What kind of mistake it is.
    package let kind: Kind

    /// Where the text goes wrong, in bytes of UTF-8 from its start; nil when
    /// the text is well formed but does not fit the layer.
    public let offset: Int?

    /// The same place as people count: characters, from 1.
    public let column: Int?

    /// What stands there, as words of a sentence: `"AND"`, `the end`.
    public let found: String

    /// What should stand there, as words of a sentence.
    public let expected: String

    /// The line with a mark below the place; nil when there is no place.
    public let picture: String?
}

extension FilterError: CustomStringConvertible {
    /// One sentence, and the picture below it if there is a place to show.
    public var description: String {
        (picture == nil ? "filter: " : "filter, ") + reason
    }

    /// The same for where the filter was named before.
    package var reason: String {
        guard let column, let picture else { return "\(found); \(expected)" }
        return "column \(column): found \(found), expected \(expected)\n\(picture)"
    }
}

extension FilterError {
    /// An error at a place of the text.
    ///
    /// - Parameter offset: In bytes, at most `text.count`.
    static func at(
        _ offset: Int, of text: [UInt8], kind: Kind = .syntax, found: String, expected: String
    ) -> FilterError {
        let before = String(decoding: text[..<offset], as: UTF8.self)
        return FilterError(
            kind: kind, offset: offset, column: before.count + 1, found: found, expected: expected,
            picture: picture(of: text, at: offset))
    }

    /// An error of a filter that is well formed.
    static func misfit(_ kind: Kind, _ problem: String, _ remedy: String) -> FilterError {
        FilterError(kind: kind, offset: nil, column: nil, found: problem, expected: remedy, picture: nil)
    }

    /// The surroundings of a place in one line, and `^` below the place. Line
    /// breaks and control characters are shown as spaces.
    private static func picture(of text: [UInt8], at offset: Int) -> String {
        // Far more than the picture shows; cutting by bytes first keeps it
        // cheap.
        let before = String(decoding: text[max(0, offset - 400)..<offset], as: UTF8.self)
        let after = String(decoding: text[offset..<min(text.count, offset + 400)], as: UTF8.self)
        var left = TerminalText.neutralized(String(before.suffix(36)))
        let right = TerminalText.cut(TerminalText.neutralized(String(after.prefix(36))), to: 36)
        if before.count > 36 { left = "…" + left }
        let indent = String(repeating: " ", count: TerminalText.width(left))
        return "  \(left)\(right)\n  \(indent)^"
    }

    /// Text of the user for a message: without control characters, and short.
    static func excerpt(_ text: some StringProtocol) -> String {
        "\"" + TerminalText.cut(TerminalText.neutralized(String(text.prefix(80)), limit: 160), to: 40) + "\""
    }
}
