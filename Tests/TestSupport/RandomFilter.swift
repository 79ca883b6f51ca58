package import Geoq

/// Random filters, and rows to hold against them.
package enum RandomFilter {
    /// The columns that filters and rows have.
    package static let columns: [String: ColumnType] = [
        "name": .text, "odd \"name\"": .text, "count": .integer, "weight": .real, "seen": .boolean, "day": .date,
    ]

    /// Few letters, so that texts are often equal or fit a pattern; among them
    /// characters with a meaning in CQL2, SQL, LIKE or GLOB.
    private static let letters: [String] = [
        "a", "A", "b", "B", "é", "É", "e\u{301}", "ß", "%", "_", "\\", "'", "\"", "*", "?", "[", "]", "^", "-", " ",
        "鳥", "🐦", ";", "\n",
    ]

    /// A filter with at most `depth` connectives within each other.
    ///
    /// - Parameter isTyped: Whether the filter fits `columns`; if not, it may
    ///   compare anything with anything.
    package static func filter(
        using generator: inout some RandomNumberGenerator, depth: Int = 4, isTyped: Bool = false
    ) -> PropertyFilter {
        guard depth > 0, Int.random(in: 0..<5, using: &generator) > 1 else {
            return predicate(using: &generator, isTyped: isTyped)
        }
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: return .not(filter(using: &generator, depth: depth - 1, isTyped: isTyped))
        case 1: return .and(filters(using: &generator, depth: depth - 1, isTyped: isTyped))
        default: return .or(filters(using: &generator, depth: depth - 1, isTyped: isTyped))
        }
    }

    /// A value for each column; one in eight is null and one in eight of
    /// another type than the column.
    package static func row(using generator: inout some RandomNumberGenerator) -> [String: FieldValue] {
        var row: [String: FieldValue] = [:]
        for name in columns.keys.sorted() {
            var type = columns[name] ?? .text
            let kind = Int.random(in: 0..<8, using: &generator)
            if kind == 1 { type = ColumnType.allCases.randomElement(using: &generator) ?? .text }
            row[name] = kind == 0 ? .null : value(of: type, using: &generator)
        }
        return row
    }

    /// A short text of these letters.
    package static func text(using generator: inout some RandomNumberGenerator) -> String {
        (0..<Int.random(in: 0...4, using: &generator)).map { _ in
            letters.randomElement(using: &generator) ?? "a"
        }.joined()
    }

    private static func filters(
        using generator: inout some RandomNumberGenerator, depth: Int, isTyped: Bool
    ) -> [PropertyFilter] {
        (0..<Int.random(in: 2...4, using: &generator)).map { _ in
            filter(using: &generator, depth: depth, isTyped: isTyped)
        }
    }

    private static func predicate(
        using generator: inout some RandomNumberGenerator, isTyped: Bool
    ) -> PropertyFilter {
        let type = ColumnType.allCases.randomElement(using: &generator) ?? .text
        func operand(_ generator: inout some RandomNumberGenerator) -> PropertyFilter.Operand {
            let other = ColumnType.allCases.randomElement(using: &generator) ?? .text
            return self.operand(of: isTyped ? type : other, using: &generator)
        }
        switch Int.random(in: 0..<12, using: &generator) {
        case 0: return .constant(Bool.random(using: &generator))
        case 1: return .isNull(columns.keys.sorted().randomElement(using: &generator) ?? "name")
        case 2: return .between(operand(&generator), operand(&generator), operand(&generator))
        case 3, 4:
            return .isIn(
                operand(&generator),
                (0..<Int.random(in: 1...5, using: &generator)).map { _ in
                    operand(&generator)
                })
        case 5, 6, 7:
            let tested = self.operand(of: isTyped ? .text : type, using: &generator)
            return .like(tested, LikePattern(pattern(using: &generator), foldsCase: Bool.random(using: &generator)))
        default:
            let comparison = PropertyFilter.Comparison.allCases.randomElement(using: &generator) ?? .equal
            return .comparison(operand(&generator), comparison, operand(&generator))
        }
    }

    private static func pattern(using generator: inout some RandomNumberGenerator) -> String {
        (0..<Int.random(in: 0...4, using: &generator)).map { _ in
            Bool.random(using: &generator)
                ? letters.randomElement(using: &generator) ?? "a" : ["%", "_"].randomElement(using: &generator) ?? "%"
        }.joined()
    }

    private static func operand(
        of type: ColumnType, using generator: inout some RandomNumberGenerator
    ) -> PropertyFilter.Operand {
        let names = columns.filter { $0.value == type }.keys.sorted()
        if Bool.random(using: &generator), let name = names.randomElement(using: &generator) {
            let isFolded = type == .text && Bool.random(using: &generator)
            return isFolded ? .foldedColumn(name) : .column(name)
        }
        switch value(of: type, using: &generator) {
        case .null: return .literal(.bool(false))
        case .bool(let flag): return .literal(.bool(flag))
        case .integer(let integer): return .literal(.integer(integer))
        case .real(let number): return .literal(.real(number))
        case .text(let text):
            if type == .date, let day = Day(iso: text) { return .literal(.date(day)) }
            return Bool.random(using: &generator) ? .foldedText(text) : .literal(.text(text))
        }
    }

    /// Numbers are often equal, and sometimes differ by as little as doubles
    /// can.
    private static func value(
        of type: ColumnType, using generator: inout some RandomNumberGenerator
    ) -> FieldValue {
        let small = Int64.random(in: -3...3, using: &generator)
        let isLarge = Int.random(in: 0..<6, using: &generator) == 0
        switch type {
        case .text:
            return .text(text(using: &generator))
        case .integer:
            return .integer(
                isLarge ? [.max, .min, 1 << 53, (1 << 53) + 1].randomElement(using: &generator) ?? 0 : small)
        case .real:
            let edges = [0x1p53, 0x1p63, -0x1p63, 1e300, .leastNonzeroMagnitude, -0.0, 0.1]
            return .real(isLarge ? edges.randomElement(using: &generator) ?? 0 : Double(small) / 2)
        case .boolean:
            return .bool(Bool.random(using: &generator))
        case .date:
            return .text(Day(number: Int32.random(in: 19_000...19_003, using: &generator)).description)
        }
    }
}
