import Geoq

extension WatchlistRecords {
    /// The members of one object.
    struct Fields {
        let byName: [ColumnName: JSONObject.Member]
        /// Whether all values are texts, as in a table.
        let isTable: Bool

        subscript(name: ColumnName) -> JSONObject.Member? {
            byName[name].flatMap { $0.value == .null ? nil : $0 }
        }

        /// Whether geoq wrote the row: its exports have the row's UUID, its
        /// source, and the id that the source gave it. Their texts are taken
        /// unchanged.
        var isOwnExport: Bool { byName["id"] != nil && byName["source"] != nil && byName["source_id"] != nil }

        /// The first of these members that has a text.
        func text(_ names: ColumnName...) -> String? {
            for name in names {
                if let text = isOwnExport ? self[name]?.verbatimText : self[name]?.fieldText { return text }
            }
            return nil
        }

        /// The first of these members that holds something.
        func member(_ names: ColumnName...) -> JSONObject.Member? {
            for name in names {
                if let member = self[name] { return member }
            }
            return nil
        }
    }
}

extension WatchlistRecords.Fields {
    /// - Throws: `FieldProblem` when the id of an own export is no UUID.
    func identity() throws(FieldProblem) -> RecordIdentity {
        let text = text("id", "uuid")
        guard isOwnExport else { return RecordIdentity(sourceID: text ?? self.text("source_id")).keepingUUID }
        return try RecordIdentity(
            exported: text ?? "", column: "id", sourceID: self.text("source_id"), source: self.text("source"))
    }

    /// The list of an entry or a rule.
    func list(isNested: Bool) throws(FieldProblem) -> WatchlistRecord.ListReference {
        if isNested { return .preceding }
        guard let id = text("watchlist_id") else {
            throw FieldProblem(column: "watchlist_id", reason: "no watchlist_id")
        }
        return .id(id)
    }

    /// The values of the columns of a part.
    ///
    /// - Throws: `FieldProblem` when one is not of the column's type.
    func values(of part: WatchlistPart) throws(FieldProblem) -> [FieldValue] {
        var values: [FieldValue] = []
        for (column, names) in WatchlistPart.named[part] ?? [] {
            let member = names.lazy.compactMap { self[$0] }.first
            var value: FieldValue?
            if let member { value = try self.value(member, column) }
            values.append(value ?? column.standard ?? .null)
        }
        return values
    }

    /// - Returns: nil for what is missing.
    private func value(_ member: JSONObject.Member, _ column: TableSchema.Column) throws(FieldProblem) -> FieldValue? {
        if column.name == "parameters_json" {
            // Text is taken byte for byte.
            if let text = member.value.string { return .text(text) }
            return .text(member.value.text)
        }
        // Without it a rule in the list's own columns might ask for less.
        if column.type != .text, column.name.contains("_rule_"), member.holdsValues { throw wrong(member, "one value") }
        switch column.type {
        case .text, .date: return (isOwnExport ? member.verbatimText : member.literalText).map { .text($0) }
        case .real: return try member.fieldNumber().map { .real($0) }
        case .integer:
            if case .integer(let number) = member.value { return .integer(number) }
            guard let text = member.fieldText else { return nil }
            guard let number = Int64(text) else { throw wrong(member, "a whole number") }
            return .integer(number)
        case .boolean:
            guard let text = member.fieldText else { return nil }
            guard let flag = Bool(word: text) else { throw wrong(member, "true or false") }
            return .bool(flag)
        }
    }

    private func wrong(_ member: JSONObject.Member, _ wanted: String) -> FieldProblem {
        let shown = member.value.string ?? member.value.text
        return FieldProblem(
            column: member.name, value: shown, reason: "\(member.name) \(FieldProblem.quoted(shown)) is not \(wanted)")
    }

    /// The parameters of a rule that are members of the object; nil when it has
    /// none of them.
    ///
    /// - Parameter isList: Whether the object is the rule's list.
    func parameters(of kind: RuleKind, isList: Bool) -> JSONObject? {
        let wanted: [(String, JSONObject.Member?)] =
            switch kind {
            case .location:
                [
                    ("lat", member("lat", "latitude")), ("lon", member("lon", "lng", "longitude")),
                    ("radius_km", member("radius_km")),
                ]
            case .species:
                [
                    ("bird_id", member("bird_id")), ("scientific_name", member("scientific_name", "species")),
                    ("shape_id", member("shape_id")),
                ]
            case .date: dates(isList: isList)
            }
        let members = wanted.compactMap { name, member in
            member.flatMap { member in value(member).map { JSONObject.Member(name, $0) } }
        }
        return members.isEmpty ? nil : JSONObject(members)
    }

    /// The members of a date rule. When it has only one end, a member that may be
    /// the other, misspelt, is one of them: the rule is then refused, as one with
    /// these parameters is (`WatchlistRule.condition()`).
    ///
    /// A list has a `start_date` and an `end_date` of its own, and members that are no
    /// part of a rule: only one that is called like an end of a time is taken for it.
    private func dates(isList: Bool) -> [(String, JSONObject.Member?)] {
        func given(_ name: ColumnName) -> JSONObject.Member? { self[name].flatMap { value($0) == nil ? nil : $0 } }
        let (start, end) = (given("start"), given("end"))
        if isList, start == nil, end == nil { return [] }
        let startDate = isList && start != nil ? nil : given("start_date")
        let endDate = isList && end != nil ? nil : given("end_date")
        var dates = [("start", start), ("start_date", startDate), ("end", end), ("end_date", endDate)]
        if start ?? startDate == nil || end ?? endDate == nil, dates.contains(where: { $0.1 != nil }) {
            let others = byName.filter { name, member in
                !WatchlistRecords.isKnown(name) && value(member) != nil && (!isList || member.isBound)
            }
            if let other = others.values.min(by: { $0.name < $1.name }) { dates.append((other.name, other)) }
        }
        return dates
    }

    /// A value as JSON; a number that a table writes as text becomes a number. What
    /// is no single value stays, so that the rule is refused.
    private func value(_ member: JSONObject.Member) -> JSONValue? {
        if member.holdsValues { return member.value }
        guard isTable, let text = member.fieldText else { return member.fieldText == nil ? nil : member.value }
        return DecimalNumber.parse(text).map { .number($0) } ?? .string(text)
    }
}

extension JSONObject.Member {
    /// Whether it is an array or an object.
    fileprivate var holdsValues: Bool { value.array != nil || value.object != nil }

    /// Whether its name is a word for the first or the last day of a time.
    fileprivate var isBound: Bool { Self.bounds.contains(ColumnName(name)) }

    private static let bounds: Set<ColumnName> = Set(
        ["begin", "from", "first", "since", "until", "till", "to", "through", "last", "stop", "finish"].flatMap {
            [ColumnName($0), ColumnName("\($0)_date"), ColumnName("date_\($0)"), ColumnName("\($0)_day")]
        })
}

extension FieldValue {
    /// The text, when the value is one.
    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }
}

extension JSONObject {
    /// The object as JSON text.
    var text: String { JSONValue.object(self).text }
}
