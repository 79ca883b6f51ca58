extension PropertyFilter {
    /// The columns that the filter names.
    ///
    /// - Complexity: O(conditions + list elements).
    public func columns() -> Set<String> {
        var columns: Set<String> = []
        collect(into: &columns)
        return columns
    }

    /// Checks that every column exists and is compared with what it can hold.
    ///
    /// Whole numbers and others compare freely; a date compares with `DATE(…)`
    /// or with a text that is a day; `LIKE` takes text and dates.
    ///
    /// - Parameters:
    ///   - columns: All columns of the layer; upper and lower case differ. An accent is the same as one
    ///     character and as two.
    ///   - layer: What messages call the layer.
    /// - Throws: `FilterError`, `.unknownColumn` or `.typeMismatch`, for the
    ///   first condition that does not fit.
    package func validate(columns: [String: ColumnType], of layer: String) throws(FilterError) {
        try FilterValidation(columns: columns, layer: layer).check(self)
    }

    private func collect(into columns: inout Set<String>) {
        switch self {
        case .constant: break
        case .comparison(let left, _, let right):
            columns.formUnion([left, right].compactMap(\.columnName))
        case .between(let operand, let low, let high):
            columns.formUnion([operand, low, high].compactMap(\.columnName))
        case .isIn(let operand, let list):
            if let name = operand.columnName { columns.insert(name) }
            columns.formUnion(list.compactMap(\.columnName))
        case .like(let operand, _):
            if let name = operand.columnName { columns.insert(name) }
        case .isNull(let name):
            columns.insert(name)
        case .inside, .within:
            columns.formUnion(["lat", "lon"])
        case .not(let filter):
            filter.collect(into: &columns)
        case .and(let filters), .or(let filters):
            for filter in filters { filter.collect(into: &columns) }
        }
    }
}

extension PropertyFilter.Operand {
    /// The column that the operand reads; nil for a value.
    fileprivate var columnName: String? {
        switch self {
        case .column(let name), .foldedColumn(let name): name
        case .literal, .foldedText: nil
        }
    }
}

/// Checks a filter against the columns of a layer.
private struct FilterValidation {
    let columns: [String: ColumnType]
    let layer: String

    func check(_ filter: PropertyFilter) throws(FilterError) {
        switch filter {
        case .constant: break
        case .comparison(let left, _, let right):
            try check(left, against: right)
        case .between(let operand, let low, let high):
            try check(operand, against: low)
            try check(operand, against: high)
        case .isIn(let operand, let list):
            for element in list { try check(operand, against: element) }
        case .like(let operand, _):
            let type = try type(of: operand)
            guard type == .text || type == .date else {
                throw .misfit(
                    .typeMismatch, "\(try words(for: operand)); LIKE takes text", "use a comparison such as = or >")
            }
        case .isNull(let name):
            _ = try type(ofColumn: name)
        case .inside, .within:
            for name in ["lat", "lon"] { _ = try type(ofColumn: name) }
        case .not(let filter):
            try check(filter)
        case .and(let filters), .or(let filters):
            for filter in filters { try check(filter) }
        }
    }

    private func check(_ left: PropertyFilter.Operand, against right: PropertyFilter.Operand) throws(FilterError) {
        let (leftType, rightType) = (try type(of: left), try type(of: right))
        if leftType.compares(with: rightType) || isDay(right, for: leftType) || isDay(left, for: rightType) { return }
        throw .misfit(
            .typeMismatch, "\(try words(for: left)) and \(try words(for: right)) can't be compared",
            remedy(for: left.columnName == nil ? rightType : leftType))
    }

    /// Whether `operand` is a text that spells a day, compared with dates.
    private func isDay(_ operand: PropertyFilter.Operand, for type: ColumnType) -> Bool {
        guard type == .date, case .literal(.text(let text)) = operand else { return false }
        return Day(iso: text) != nil
    }

    private func type(of operand: PropertyFilter.Operand) throws(FilterError) -> ColumnType {
        switch operand {
        case .column(let name): return try type(ofColumn: name)
        case .foldedColumn(let name):
            let type = try type(ofColumn: name)
            guard type == .text else {
                throw .misfit(
                    .typeMismatch, "\(FilterError.excerpt(name)) holds \(type.contents); CASEI takes text",
                    "leave CASEI away")
            }
            return .text
        case .literal(.text), .foldedText: return .text
        case .literal(.integer): return .integer
        case .literal(.real): return .real
        case .literal(.bool): return .boolean
        case .literal(.date): return .date
        }
    }

    private func type(ofColumn name: String) throws(FilterError) -> ColumnType {
        // However an accent is written: `sql(naming:)` gets the spelling that SQLite has.
        if let type = columns[name] { return type }
        let names = columns.keys.sorted()
        let nearest = NameSuggestion.nearest(to: name, among: names)
        let remedy = (nearest.map { "did you mean \($0)? " } ?? "") + "columns: \(names.joined(separator: ", "))"
        throw .misfit(.unknownColumn, "no column \(FilterError.excerpt(name)) in \(layer)", remedy)
    }

    private func words(for operand: PropertyFilter.Operand) throws(FilterError) -> String {
        switch operand {
        case .column(let name): "\(FilterError.excerpt(name)) (\(try type(ofColumn: name).contents))"
        case .foldedColumn(let name): "CASEI of \(FilterError.excerpt(name)) (text)"
        case .foldedText(let text): "CASEI of the text \(FilterError.excerpt(text))"
        case .literal(.text(let text)): "the text \(FilterError.excerpt(text))"
        case .literal(.integer(let integer)): "the number \(integer)"
        case .literal(.real(let number)): "the number \(number)"
        case .literal(.bool(let flag)): flag ? "TRUE" : "FALSE"
        case .literal(.date(let day)): "the date \(day)"
        }
    }

    private func remedy(for type: ColumnType) -> String {
        switch type {
        case .text: "write a text in quotes, such as 'Heron'"
        case .integer, .real: "write a number without quotes, such as 5"
        case .boolean: "write TRUE or FALSE"
        case .date: "write a day, such as DATE('2024-05-01')"
        }
    }
}

extension ColumnType {
    fileprivate func compares(with other: ColumnType) -> Bool {
        switch (self, other) {
        case (.integer, .real), (.real, .integer): true
        default: self == other
        }
    }
}
