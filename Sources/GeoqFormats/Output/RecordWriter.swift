package import Geoq

/// Writes records that are no features (such as a summary or a distance): named
/// values without an id or a place. For `table`, `json`, `ndjson` and `csv`.
package final class RecordWriter {
    private let format: OutputFormat
    private let names: [String]
    private let table: FeatureWriter
    private let output: ([UInt8]) throws -> Void
    private var isEmpty = true
    private var objects = RecordObjects()

    /// The formats that can hold a record.
    package static let formats: Set<OutputFormat> = [.table, .json, .ndjson, .csv]

    /// - Parameter names: the names of the fields, which CSV has also when no
    ///   record comes; empty when only the records tell them.
    /// - Precondition: `format` is one of `formats`.
    package init(
        _ format: OutputFormat, names: [String] = [], table layout: TableLayout = TableLayout(),
        output: @escaping ([UInt8]) throws -> Void
    ) {
        precondition(Self.formats.contains(format), "A record is written as table, json, ndjson or csv.")
        (self.format, self.names, self.output) = (format, names, output)
        table = FeatureWriter(.table, table: layout, output: output)
    }

    /// Writes one more record.
    ///
    /// - Parameter fields: the same names in the same order each time.
    package func write(_ fields: [Feature.Field]) throws {
        assert(names.isEmpty || names == fields.map(\.name), "The records have other fields than were named.")
        var bytes: [UInt8] = []
        switch format {
        case .json:
            bytes.append(contentsOf: (isEmpty ? "[\n" : ",\n").utf8)
            objects.append(fields, to: &bytes)
        case .ndjson:
            objects.append(fields, to: &bytes)
            bytes.append(UInt8(ascii: "\n"))
        case .csv:
            if isEmpty { bytes.appendCSVRow(fields.map { .text($0.name) }) }
            bytes.appendCSVRow(fields.map(\.value))
        default:
            var feature = Feature(id: "", coordinate: nil, fields: fields)
            // A table takes these of a feature, and not of its fields.
            if case .text(let id)? = feature["id"] { feature.id = id }
            try table.write(feature)
        }
        isEmpty = false
        if !bytes.isEmpty { try output(bytes) }
    }

    /// The titles of a table's columns for which the terminal has no room. Known
    /// after `finish()`.
    package var omittedColumns: [String] { table.omittedColumns }

    /// Writes the end.
    package func finish() throws {
        switch format {
        case .json: try output(Array((isEmpty ? "[]\n" : "\n]\n").utf8))
        case .table: try table.finish()
        case .csv where isEmpty && !names.isEmpty:
            var bytes: [UInt8] = []
            bytes.appendCSVRow(names.map { .text($0) })
            try output(bytes)
        default: break
        }
    }
}

extension [UInt8] {
    fileprivate mutating func appendCSVRow(_ values: [FieldValue]) {
        for (index, value) in values.enumerated() {
            if index > 0 { append(UInt8(ascii: ",")) }
            appendCSV(value)
        }
        append(UInt8(ascii: "\n"))
    }
}
