package import Geoq

/// Comma-separated values (RFC 4180) with a header; lines end in LF.
///
/// The columns are `id`, `name` if the features have one, `lat`, `lon` and the
/// other fields. A null is an empty field and an empty text is `""`, so that
/// the two differ. Fields are quoted only when they must be. Text is written
/// unchanged, even when it begins with `=`, `+`, `-` or `@` and a spreadsheet
/// would take it for a formula: so it reads back the same.
struct CSVEncoder: FeatureEncoder {
    /// Names of the fields in the order of the columns; nil until the first
    /// feature gives them.
    private var fields: [String]?
    private var needsHeader = true

    init(fields: [String]?) {
        self.fields = fields.map(CSVEncoder.nameFirst)
    }

    mutating func append(_ feature: Feature, to bytes: inout [UInt8]) {
        let fields = fields ?? CSVEncoder.nameFirst(feature.fields.map(\.name))
        self.fields = fields
        if needsHeader { appendHeader(fields, to: &bytes) }
        bytes.appendCSV(feature.id)
        let hasName = fields.first == Feature.nameField
        if hasName { appendField(feature[Feature.nameField] ?? .null, to: &bytes) }
        appendField(feature.latitude, to: &bytes)
        appendField(feature.longitude, to: &bytes)
        let others = fields.dropFirst(hasName ? 1 : 0)
        let values = feature.fields.filter { $0.name != Feature.nameField || !hasName }
        if values.lazy.map(\.name).elementsEqual(others) {
            for field in values { appendField(field.value, to: &bytes) }
        } else {
            precondition(
                values.allSatisfy { others.contains($0.name) }, "A feature has a field that the CSV header lacks.")
            for name in others { appendField(feature[name] ?? .null, to: &bytes) }
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    mutating func appendEnd(to bytes: inout [UInt8]) {
        if needsHeader { appendHeader(fields ?? [], to: &bytes) }
    }

    private mutating func appendHeader(_ fields: [String], to bytes: inout [UInt8]) {
        needsHeader = false
        let hasName = fields.first == Feature.nameField
        let columns = ["id"] + fields.prefix(hasName ? 1 : 0) + ["lat", "lon"] + fields.dropFirst(hasName ? 1 : 0)
        for (index, column) in columns.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.appendCSV(column)
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    private func appendField(_ value: FieldValue, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: ","))
        bytes.appendCSV(value)
    }

    private static func nameFirst(_ fields: [String]) -> [String] {
        fields.filter { $0 == Feature.nameField } + fields.filter { $0 != Feature.nameField }
    }
}

extension [UInt8] {
    /// Appends one value; a null appends nothing.
    package mutating func appendCSV(_ value: FieldValue) {
        switch value {
        case .null: break
        case .bool(let flag): append(contentsOf: (flag ? "true" : "false").utf8)
        case .integer(let integer): append(contentsOf: String(integer).utf8)
        case .real(let number): appendShortest(number)
        case .text(let text): appendCSV(text)
        }
    }

    /// Appends one field. RFC 4180, section 2: fields with line breaks, quotes
    /// or commas are quoted (6), and a quote inside is doubled (7).
    fileprivate mutating func appendCSV(_ text: String) {
        let quote = UInt8(ascii: "\"")
        let needsQuotes =
            text.isEmpty || text.utf8.contains { $0 == UInt8(ascii: ",") || $0 == quote || $0 == 0x0A || $0 == 0x0D }
        guard needsQuotes else { return append(contentsOf: text.utf8) }
        append(quote)
        for byte in text.utf8 {
            if byte == quote { append(quote) }
            append(byte)
        }
        append(quote)
    }
}
