import GeoqIndex

extension PropertyFilter: CustomStringConvertible {
    /// The filter in CQL2 text, with as few parentheses as it needs. Parsing it
    /// gives the same filter.
    public var description: String {
        switch self {
        case .constant(let flag):
            flag ? "TRUE" : "FALSE"
        case .comparison(let left, let comparison, let right):
            "\(left) \(comparison.rawValue) \(right)"
        case .between, .isIn, .like, .isNull:
            predicate(negated: false)
        case .inside(let area):
            "S_INTERSECTS(geom, \(area.cql2Text))"
        case .within(let area):
            "S_WITHIN(geom, \(area.cql2Text))"
        case .not(let filter):
            switch filter {
            case .between, .isIn, .like, .isNull: filter.predicate(negated: true)
            case .and, .or, .not: "NOT (\(filter))"
            case .constant, .comparison, .inside, .within: "NOT \(filter)"
            }
        case .and(let filters):
            filters.map { $0.isConnective ? "(\($0))" : $0.description }.joined(separator: " AND ")
        case .or(let filters):
            filters.map { $0.isAlternative ? "(\($0))" : $0.description }.joined(separator: " OR ")
        }
    }

    /// The conditions that have a `NOT` of their own.
    private func predicate(negated: Bool) -> String {
        let not = negated ? "NOT " : ""
        return switch self {
        case .between(let operand, let low, let high):
            "\(operand) \(not)BETWEEN \(low) AND \(high)"
        case .isIn(let operand, let list):
            "\(operand) \(not)IN (\(list.map(\.description).joined(separator: ", ")))"
        case .like(let operand, let pattern):
            "\(operand) \(not)LIKE \(pattern)"
        case .isNull(let column):
            "\(Operand.column(column)) IS \(not)NULL"
        case .constant, .comparison, .inside, .within, .not, .and, .or:
            preconditionFailure("Only predicates with a NOT of their own are printed here.")
        }
    }

    private var isAlternative: Bool {
        if case .or = self { true } else { false }
    }

    private var isConnective: Bool {
        if case .and = self { true } else { isAlternative }
    }
}

extension PropertyFilter.Operand: CustomStringConvertible {
    /// The operand in CQL2 text; a column in double quotes only if it needs
    /// them.
    public var description: String {
        switch self {
        case .column(let name): FilterLexer.isPlainName(name) ? name : name.quoted(by: "\"")
        case .literal(let literal): literal.description
        case .foldedColumn(let name): "CASEI(\(PropertyFilter.Operand.column(name)))"
        case .foldedText(let text): "CASEI(\(PropertyFilter.Literal.text(text)))"
        }
    }
}

extension PropertyFilter.Literal: CustomStringConvertible {
    /// The literal in CQL2 text.
    public var description: String {
        switch self {
        case .text(let text): FilterText.literal(text)
        case .integer(let integer): String(integer)
        case .real(let number): number.description
        case .bool(let flag): flag ? "TRUE" : "FALSE"
        case .date(let day): "DATE('\(day)')"
        }
    }
}

extension LikePattern: CustomStringConvertible {
    /// The pattern in CQL2 text.
    public var description: String {
        foldsCase ? "CASEI(\(FilterText.literal(text)))" : FilterText.literal(text)
    }
}

/// How texts are quoted in a filter.
enum FilterText {
    /// A character literal. Quotes are doubled; so are backslashes, but only
    /// those right before a quote, where one alone would escape it (see
    /// `FilterLexer`).
    static func literal(_ text: String) -> String {
        var bytes = [UInt8(ascii: "'")]
        var backslashes = 0
        for byte in text.utf8 {
            if byte == UInt8(ascii: "'") {
                bytes.append(contentsOf: repeatElement(UInt8(ascii: "\\"), count: backslashes))
                bytes.append(byte)
            }
            backslashes = byte == UInt8(ascii: "\\") ? backslashes + 1 : 0
            bytes.append(byte)
        }
        bytes.append(contentsOf: repeatElement(UInt8(ascii: "\\"), count: backslashes))
        bytes.append(UInt8(ascii: "'"))
        return String(decoding: bytes, as: UTF8.self)
    }
}
