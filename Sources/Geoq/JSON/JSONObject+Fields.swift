import GeoqIndex

/// A member read as a field of a table, by the same rules as a column's text.
///
/// Null, an empty string and `NA` are missing. Numbers may stand as numbers or
/// as text; true and false are text; arrays and objects have no text.
extension JSONObject.Member {
    /// The text, spaces around it cut off; nil when it is missing.
    package var fieldText: String? {
        literalText.flatMap { $0 == "NA" ? nil : $0 }
    }

    /// The text; here `NA` is a value, Namibia's code.
    package var literalText: String? {
        guard let whole = verbatimText else { return nil }
        var text = whole
        return text.withUTF8 { bytes in
            let trimmed = bytes.trimmed
            if trimmed.isEmpty { return nil }
            return trimmed.count == bytes.count ? whole : String(decoding: trimmed, as: UTF8.self)
        }
    }

    /// The text as it stands, empty or not; nil for null, arrays and objects.
    package var verbatimText: String? {
        switch value {
        case .null, .array, .object: return nil
        case .bool(let flag): return flag ? "true" : "false"
        case .integer(let integer): return String(integer)
        case .number(let number):
            var text: [UInt8] = []
            text.appendShortest(number)
            return String(decoding: text, as: UTF8.self)
        case .digits(let text), .string(let text): return text
        }
    }

    /// The number; nil when it is missing.
    ///
    /// - Throws: `FieldProblem` for anything else.
    package func fieldNumber() throws(FieldProblem) -> Double? {
        if let number = value.double { return number }
        if case .string(var text) = value, text.withUTF8({ MissingValue.matchesNumber($0.trimmed) }) { return nil }
        if value == .null { return nil }
        if let text = value.string, let number = DecimalNumber.parse(text) { return number }
        let shown = value.string ?? value.text
        throw FieldProblem(
            column: name, value: shown, reason: "\(name) \(FieldProblem.quoted(shown)) is not a number",
            hint: value.string.flatMap { DecimalNumber.hint(for: $0) })
    }

    /// The date that the text gives; nil when it is missing.
    ///
    /// - Throws: `FieldProblem` with this member's name; `UnclearDates`.
    package func date(_ dates: DateReading) throws -> DateField? {
        try fieldText.map { text in try FieldProblem.inColumn(name) { try dates.date(text) } }
    }

    /// The value that one of the shared parsers reads from the text; nil when
    /// it is missing.
    ///
    /// - Throws: `FieldProblem` with this member's name.
    package func parsed<Value>(_ parse: (String) throws -> Value?) throws -> Value? {
        try fieldText.flatMap { text in try FieldProblem.inColumn(name) { try parse(text) } }
    }
}

extension JSONObject {
    /// The first of these members that has a text.
    package func text(_ names: String...) -> String? {
        for name in names {
            if let text = self[name].flatMap({ Member(name, $0).fieldText }) { return text }
        }
        return nil
    }

    /// The first of these members that has a text; here `NA` is one.
    package func literal(_ names: String...) -> String? {
        for name in names {
            if let text = self[name].flatMap({ Member(name, $0).literalText }) { return text }
        }
        return nil
    }

    /// The first of these members that is there.
    package func member(_ names: String...) -> Member? {
        for name in names {
            if let value = self[name] { return Member(name, value) }
        }
        return nil
    }
}

extension CoordinateFields {
    /// The place that two members give.
    ///
    /// - Returns: nil when both are missing.
    /// - Throws: `FieldProblem` with the name of the member that is wrong.
    package static func coordinate(
        latitude: JSONObject.Member?, longitude: JSONObject.Member?
    ) throws(FieldProblem) -> Coordinate? {
        try coordinate(
            latitude: latitude?.fieldNumber(), longitude: longitude?.fieldNumber(),
            names: (latitude?.name, longitude?.name))
    }
}
