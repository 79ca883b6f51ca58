/// The pattern of a `LIKE`.
///
/// OGC 21-065r2, requirement `advanced-comparison-operators/like-predicate`:
/// `%` stands for any number of characters, `_` for exactly one, and `\` makes
/// the next character stand for itself. A character is a Unicode scalar. A
/// pattern fits a whole text, and case counts.
///
/// A `\` at the very end stands for itself; the standard does not say.
public struct LikePattern: Hashable, Sendable {
    /// The pattern as written, without U+0000.
    public let text: String

    /// Whether the pattern was written `CASEI('…')`: its case is folded away.
    public let foldsCase: Bool

    /// One scalar each, or a wildcard.
    private let elements: [UInt32]

    /// Stands for `%`; larger than any scalar.
    private static let anyText: UInt32 = .max
    private static let anyScalar: UInt32 = .max - 1

    /// - Parameters:
    ///   - text: the pattern, with `%`, `_` and `\`.
    ///   - foldsCase: whether texts are compared without regard to case.
    /// - Complexity: O(characters).
    public init(_ text: String, foldsCase: Bool = false) {
        self.text = text
        self.foldsCase = foldsCase
        elements = LikePattern.elements(of: foldsCase ? text.caseFolded : text)
    }

    /// Whether the whole of `text` fits.
    ///
    /// A text ends at its first U+0000, as it does for SQLite's `GLOB`.
    ///
    /// - Complexity: O(*n* · *m*) for *n* scalars of text and *m* of pattern.
    public func matches(_ text: String) -> Bool {
        let scalars = text.unicodeScalars.prefix { $0.value != 0 }.map { LikePattern.comparable($0.value) }
        var position = 0
        var element = 0
        // Where the last `%` stands, and from where the text behind it is tried
        // next. Only the last `%` needs another try: those before it have taken
        // as little as they can.
        var lastWildcard: (element: Int, position: Int)?
        while position < scalars.count {
            if element < elements.count, elements[element] == LikePattern.anyText {
                element += 1
                lastWildcard = (element, position)
            } else if element < elements.count,
                elements[element] == LikePattern.anyScalar || elements[element] == scalars[position]
            {
                element += 1
                position += 1
            } else if let wildcard = lastWildcard {
                element = wildcard.element
                position = wildcard.position + 1
                lastWildcard = (element, position)
            } else {
                return false
            }
        }
        return elements[element...].allSatisfy { $0 == LikePattern.anyText }
    }

    /// The same pattern for SQLite's `GLOB`.
    ///
    /// SQLite's own `LIKE` ignores the case of ASCII letters (and a PRAGMA may
    /// change that), while `GLOB` always tells cases apart. `*`, `?` and `[`
    /// are special there, and stand for themselves within brackets.
    /// https://www.sqlite.org/lang_expr.html#glob
    var glob: String {
        var glob = String.UnicodeScalarView()
        for element in elements {
            switch element {
            case LikePattern.anyText: glob.append("*")
            case LikePattern.anyScalar: glob.append("?")
            default:
                // Never nil: the wildcards were handled above.
                guard let scalar = Unicode.Scalar(element) else { continue }
                if scalar == "*" || scalar == "?" || scalar == "[" {
                    glob.append(contentsOf: ["[", scalar, "]"])
                } else {
                    glob.append(scalar)
                }
            }
        }
        return String(glob)
    }

    private static func elements(of text: String) -> [UInt32] {
        var elements: [UInt32] = []
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if isEscaped {
                elements.append(comparable(scalar.value))
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else {
                elements.append(scalar == "%" ? anyText : scalar == "_" ? anyScalar : comparable(scalar.value))
            }
        }
        if isEscaped { elements.append(UInt32(UInt8(ascii: "\\"))) }
        return elements
    }

    /// SQLite reads the noncharacters U+FFFE and U+FFFF as U+FFFD when it
    /// matches (`sqlite3Utf8Read`).
    private static func comparable(_ scalar: UInt32) -> UInt32 {
        scalar == 0xFFFE || scalar == 0xFFFF ? 0xFFFD : scalar
    }
}
