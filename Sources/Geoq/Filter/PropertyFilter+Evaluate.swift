extension PropertyFilter {
    /// Whether the filter holds for a row; nil when that is unknown.
    ///
    /// A store gives the condition to SQLite instead, with the same answer.
    ///
    /// - Parameter value: Gives the row's value in a column; it is called for
    ///   each mention of a column that is needed to decide. A condition on the
    ///   place asks for `lat` and `lon`, one on the id for `id`; the fields of a
    ///   `Feature` do not have these, its `coordinate` and `id` do.
    /// - Complexity: O(conditions + list elements), without the texts' lengths.
    public func evaluate(_ value: (String) -> FieldValue) -> Bool? {
        switch self {
        case .constant(let flag):
            return flag
        case .comparison(let left, let comparison, let right):
            return comparison.holds(left.value(value), right.value(value))
        case .between(let operand, let low, let high):
            let tested = operand.value(value)
            let bounds: [(Comparison, Operand)] = [(.greaterOrEqual, low), (.lessOrEqual, high)]
            return PropertyFilter.all(bounds) { $0.holds(tested, $1.value(value)) }
        case .isIn(let operand, let list):
            let tested = operand.value(value)
            return PropertyFilter.any(list) { Comparison.equal.holds(tested, $0.value(value)) }
        case .like(let operand, let pattern):
            guard case .text(let text) = operand.value(value) else { return nil }
            return pattern.matches(text)
        case .isNull(let column):
            return value(column).comparable == .null
        case .inside(let area):
            return PropertyFilter.place(value("lat"), value("lon")).map { area.contains($0) }
        case .within(let area):
            return PropertyFilter.place(value("lat"), value("lon")).map { area.holdsInside($0) }
        case .not(let filter):
            return filter.evaluate(value).map { !$0 }
        case .and(let filters):
            return PropertyFilter.all(filters) { $0.evaluate(value) }
        case .or(let filters):
            return PropertyFilter.any(filters) { $0.evaluate(value) }
        }
    }

    /// False if one is false; else unknown if one is unknown.
    private static func all<Part>(_ parts: [Part], hold: (Part) -> Bool?) -> Bool? {
        var result: Bool? = true
        for part in parts {
            let value = hold(part)
            if value == false { return false }
            if value == nil { result = nil }
        }
        return result
    }

    /// True if one is true; else unknown if one is unknown.
    private static func any<Part>(_ parts: [Part], hold: (Part) -> Bool?) -> Bool? {
        var result: Bool? = false
        for part in parts {
            let value = hold(part)
            if value == true { return true }
            if value == nil { result = nil }
        }
        return result
    }
}

extension PropertyFilter.Operand {
    fileprivate func value(_ value: (String) -> FieldValue) -> FieldValue {
        switch self {
        case .column(let name): value(name).comparable
        case .literal(let literal): literal.storedValue
        case .foldedColumn(let name): PropertyFilter.foldCase(value(name))
        case .foldedText(let text): .text(text.caseFolded)
        }
    }
}

extension PropertyFilter.Comparison {
    /// Unknown when a value is null, or one is a number and the other a text.
    fileprivate func holds(_ left: FieldValue, _ right: FieldValue) -> Bool? {
        guard let order = left.order(to: right) else { return nil }
        return switch self {
        case .equal: order == 0
        case .notEqual: order != 0
        case .less: order < 0
        case .lessOrEqual: order <= 0
        case .greater: order > 0
        case .greaterOrEqual: order >= 0
        }
    }
}

extension FieldValue {
    /// The value as SQLite would have stored it: TRUE is 1, NaN is null.
    fileprivate var comparable: FieldValue {
        switch self {
        case .bool(let flag): .integer(flag ? 1 : 0)
        case .real(let number) where number.isNaN: .null
        default: self
        }
    }

    /// Negative when `self` comes first, 0 when equal; nil when they cannot be
    /// compared. Numbers are compared exactly, also beyond 2⁵³.
    fileprivate func order(to other: FieldValue) -> Int? {
        switch (self, other) {
        case (.integer(let left), .integer(let right)): left < right ? -1 : left == right ? 0 : 1
        case (.real(let left), .real(let right)): left < right ? -1 : left == right ? 0 : 1
        case (.integer(let left), .real(let right)): left.order(to: right)
        case (.real(let left), .integer(let right)): -right.order(to: left)
        case (.text(let left), .text(let right)): left.byteOrder(to: right)
        default: nil
        }
    }
}

extension Int64 {
    fileprivate func order(to number: Double) -> Int {
        // 2⁶³ is the first double above all integers; −2⁶³ is the smallest
        // integer.
        if number >= 0x1p63 { return -1 }
        if number < -0x1p63 { return 1 }
        let whole = Int64(number)
        if self != whole { return self < whole ? -1 : 1 }
        let fraction = number - number.rounded(.towardZero)
        return fraction > 0 ? -1 : fraction < 0 ? 1 : 0
    }
}

extension String {
    /// The order of the UTF-8 bytes, SQLite's BINARY collation; Swift's own
    /// order takes canonically equivalent texts as equal.
    fileprivate func byteOrder(to other: String) -> Int {
        if utf8.elementsEqual(other.utf8) { return 0 }
        return utf8.lexicographicallyPrecedes(other.utf8) ? -1 : 1
    }
}
