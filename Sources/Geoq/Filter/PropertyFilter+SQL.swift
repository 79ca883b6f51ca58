extension PropertyFilter {
    /// The condition for a SQLite `WHERE`, and the values of its parameters.
    ///
    /// Every value is a `?`; the text holds keywords and column names only, the
    /// names in double quotes. Call `validate(columns:of:)` first: SQLite reads
    /// a quoted name that is no column as a text.
    ///
    /// SQLite converts between text and numbers as the declared type of a
    /// column (its affinity) says, and orders all numbers before all texts.
    /// Neither happens here:
    /// - `+"name"` is the column without its affinity
    ///   (https://www.sqlite.org/datatype3.html#type_conversions_prior_to_comparison);
    /// - `CASE WHEN typeof("name") … END` is NULL unless both sides are of one
    ///   kind;
    /// - `COLLATE BINARY` overrides a collation of the column;
    /// - `LIKE` becomes `GLOB`, which tells cases apart under any PRAGMA.
    ///
    /// A filter with `CASEI(column)` calls the function `foldFunctionName`, one
    /// with a polygon `insideFunctionName` or `withinFunctionName`.
    ///
    /// - Parameter names: the names of SQL, by those of columns, of columns that have another one. SQLite tells two
    ///   spellings of an accent apart, the filter does not: a column whose name has one needs its name here.
    /// - Complexity: O(length of the filter).
    package func sql(naming names: [String: String]) -> (text: String, arguments: [FieldValue]) {
        var builder = FilterSQL(names: names)
        builder.append(self)
        return (builder.text, builder.arguments)
    }
}

/// SQL under construction.
private struct FilterSQL {
    /// The names of SQL, by those of columns, of columns that have another one.
    let names: [String: String]
    var text = ""
    var arguments: [FieldValue] = []

    mutating func append(_ filter: PropertyFilter) {
        switch filter {
        case .constant(let flag):
            text += flag ? "1" : "0"
        case .comparison(let left, let comparison, let right):
            append(left, comparison, right)
        case .between(let operand, let low, let high):
            text += "("
            append(operand, .greaterOrEqual, low)
            text += " AND "
            append(operand, .lessOrEqual, high)
            text += ")"
        case .isIn(let operand, let list):
            append(operand, isIn: list)
        case .like(let operand, let pattern):
            append(operand, like: pattern)
        case .isNull(let column):
            text += quoted(column) + " IS NULL"
        case .inside(let area):
            text += "\(PropertyFilter.insideFunctionName)(?, ?, ?, \"lat\", \"lon\")"
            arguments += area.functionArguments
        case .within(let area):
            text += "\(PropertyFilter.withinFunctionName)(?, ?, ?, \"lat\", \"lon\")"
            arguments += area.functionArguments
        case .not(let filter):
            text += "NOT ("
            append(filter)
            text += ")"
        case .and(let filters):
            append(filters[...], joinedBy: " AND ") { $0.append($1) }
        case .or(let filters):
            append(filters[...], joinedBy: " OR ") { $0.append($1) }
        }
    }

    /// Joins in halves: SQLite allows expressions 1,000 deep, and reads
    /// `a OR b OR c` as one inside the other.
    private mutating func append<Part>(
        _ parts: ArraySlice<Part>, joinedBy connective: String, each: (inout FilterSQL, Part) -> Void
    ) {
        precondition(!parts.isEmpty, "A filter's AND, OR and IN have at least one part.")
        if let only = parts.first, parts.count == 1 { return each(&self, only) }
        let middle = parts.startIndex + parts.count / 2
        text += "("
        append(parts[..<middle], joinedBy: connective, each: each)
        text += connective
        append(parts[middle...], joinedBy: connective, each: each)
        text += ")"
    }

    private mutating func append(
        _ left: PropertyFilter.Operand, _ comparison: PropertyFilter.Comparison, _ right: PropertyFilter.Operand
    ) {
        guarded(left, right) { sql in
            sql.append(left)
            sql.text += " COLLATE BINARY \(comparison.rawValue) "
            sql.append(right)
        }
    }

    private mutating func append(_ operand: PropertyFilter.Operand, isIn list: [PropertyFilter.Operand]) {
        guard let first = list.first, let kind = first.kind, list.allSatisfy({ $0.isValue && $0.kind == kind })
        else {
            return append(list[...], joinedBy: " OR ") { sql, element in sql.append(operand, .equal, element) }
        }
        guarded(operand, first) { sql in
            sql.append(operand)
            sql.text += " COLLATE BINARY IN ("
            for (index, element) in list.enumerated() {
                if index > 0 { sql.text += ", " }
                sql.append(element)
            }
            sql.text += ")"
        }
    }

    private mutating func append(_ operand: PropertyFilter.Operand, like pattern: LikePattern) {
        guarded(operand, .foldedText("")) { sql in
            sql.append(operand)
            sql.text += " GLOB ?"
            sql.arguments.append(.text(pattern.glob))
        }
    }

    /// Writes `comparison` so that it is NULL unless both operands are numbers
    /// or both texts.
    private mutating func guarded(
        _ left: PropertyFilter.Operand, _ right: PropertyFilter.Operand, comparison: (inout FilterSQL) -> Void
    ) {
        switch (left.kind, right.kind) {
        case (let leftKind?, let rightKind?):
            if leftKind == rightKind { comparison(&self) } else { text += "NULL" }
            return
        case (nil, let kind?):
            text += "CASE WHEN \(typeTest(left, kind)) THEN "
        case (let kind?, nil):
            text += "CASE WHEN \(typeTest(right, kind)) THEN "
        case (nil, nil):
            text += "CASE WHEN (\(typeTest(left, .text))) = (\(typeTest(right, .text))) THEN "
        }
        comparison(&self)
        text += " END"
    }

    private func typeTest(_ operand: PropertyFilter.Operand, _ kind: PropertyFilter.Operand.Kind) -> String {
        guard case .column(let name) = operand else { preconditionFailure("Only a column's kind is unknown.") }
        return switch kind {
        case .text: "typeof(\(quoted(name))) = 'text'"
        case .number: "typeof(\(quoted(name))) IN ('integer', 'real')"
        }
    }

    private mutating func append(_ operand: PropertyFilter.Operand) {
        switch operand {
        case .column(let name):
            text += "+" + quoted(name)
        case .foldedColumn(let name):
            text += "\(PropertyFilter.foldFunctionName)(\(quoted(name)))"
        case .literal(let literal):
            text += "?"
            arguments.append(literal.storedValue)
        case .foldedText(let string):
            text += "?"
            arguments.append(.text(string.caseFolded))
        }
    }

    /// https://www.sqlite.org/lang_keywords.html: a name in double quotes, the
    /// quotes inside doubled.
    private func quoted(_ name: String) -> String {
        (names[name] ?? name).quoted(by: "\"")
    }
}

extension PropertyFilter.Operand {
    fileprivate enum Kind {
        case number, text
    }

    /// The kind of the operand, if it is certain; nil for a column, whose rows
    /// may hold different kinds.
    fileprivate var kind: Kind? {
        switch self {
        case .column: nil
        case .foldedColumn, .foldedText, .literal(.text), .literal(.date): .text
        case .literal(.integer), .literal(.real), .literal(.bool): .number
        }
    }

    /// Whether the operand is a value in the filter, and not read from a row.
    fileprivate var isValue: Bool {
        switch self {
        case .column, .foldedColumn: false
        case .literal, .foldedText: true
        }
    }
}
