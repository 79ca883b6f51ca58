import Geoq
package import GeoqIndex

/// A center of a question, one of many.
package struct ReadCenter: Equatable, Sendable {
    package var coordinate: Coordinate
    /// The center's name in the text; nil when it has none.
    package var label: String?
    /// 1 is the text's first line.
    package var line: Int
}

/// Reads centers one by one, each as soon as its bytes have come:
///
/// - JSON: objects with a latitude and a longitude, GeoJSON points and features;
///   one a line, after record separators, in an array or in a
///   FeatureCollection;
/// - tables with a header that names a latitude and a longitude, in any order;
/// - lines of `lat,lon` and perhaps a label, also mixed with JSON objects.
///
/// The text is UTF-8, or UTF-16. A comma within a field of its own is a decimal comma:
/// `47,4;8,5`, `"47,4","8,5"`.
///
/// The label is the column or member `label`, else `id`, else `name`.
///
/// Longitudes are those of questions: wrapped up to ±360.
package final class CenterReader {
    private enum Source {
        case json(JSONElementReader)
        case table(DelimitedReader)
        /// A text that begins with a comment or a blank line.
        case commented(any ByteStream)
    }

    private let file: String
    private var source: Source
    /// The columns of the numbers and of the label; nil without a header.
    private var columns: (latitude: Column, longitude: Column, labels: [Column], count: Int)?
    private var isAtStart = true

    /// - Parameters:
    ///   - head: the first bytes of the stream, up to the end of the first line.
    ///   - file: the name of the input in messages.
    package init(_ stream: any ByteStream, head: [UInt8], file: String) {
        self.file = file
        var stream = stream
        var head = head
        if let encoding = UTF16Stream.Encoding(head) {
            stream = UTF16Stream(stream, encoding)
            let text = UTF16Stream(ByteArrayStream(head), encoding, isWhole: false)
            head = (try? text.first(head.count)) ?? []
        }
        var start = head[...]
        if start.starts(with: TextEncoding.byteOrderMark) { start = start.dropFirst(TextEncoding.byteOrderMark.count) }
        switch start.first(where: { !$0.isBlank }) {
        case UInt8(ascii: "{"), UInt8(ascii: "["), 0x1E: source = .json(JSONElementReader(stream, file: file))
        default:
            let isCommented = CenterReader.isComment(start.prefix { $0 != UInt8(ascii: "\n") })
            source =
                isCommented
                ? .commented(stream)
                : .table(DelimitedReader(stream, dialect: CenterReader.dialect(firstLineOf: Array(start))))
        }
    }

    /// The next center; nil at the end.
    ///
    /// - Throws: `RowProblem` for a record that is no center; call again, the
    ///   others can be read. `FileProblem` when no center can be read: a header
    ///   without the two columns, damaged JSON. And what the stream throws.
    package func next() throws -> ReadCenter? {
        switch source {
        case .json(var reader):
            defer { source = .json(reader) }
            guard let element = try reader.next() else { return nil }
            switch element {
            case .value(let value, let line): return try placed(line) { try Self.center(of: value) }
            case .refused(let reason, let line):
                // A line that is not JSON may be a line of numbers.
                if reader.layout == .lines, let center = try? center(ofLine: reader.rawBytes, line) { return center }
                throw RowProblem(file: file, line: line, reason: reason)
            }
        case .table(let reader): return try nextRow(reader)
        case .commented(let stream):
            let reader = try Self.rows(behindCommentsOf: stream)
            source = .table(reader)
            return try nextRow(reader)
        }
    }

    // MARK: - Rows of a table

    private func nextRow(_ reader: DelimitedReader) throws -> ReadCenter? {
        while try reader.next() {
            let raw = reader.raw
            guard let first = raw.first(where: { !$0.isBlank }), first != UInt8(ascii: "#") else { continue }
            if first == UInt8(ascii: "{") {
                _ = reader.endAtFirstLine()
                return try placed(reader.line) { try Self.center(of: try Self.value(reader.raw)) }
            }
            if let problem = reader.problem { throw problem.at(line: reader.line, of: file) }
            let fields = reader.texts
            if isAtStart {
                isAtStart = false
                if try bindHeader(fields) { continue }
            }
            let isCommas = reader.dialect.separator == UInt8(ascii: ",")
            return try placed(reader.line) { try center(of: fields, isSeparatedByCommas: isCommas) }
        }
        return nil
    }

    /// Takes the first row as a header, if it is one.
    ///
    /// - Throws: `FileProblem` for a header that does not name both columns:
    ///   the meaning of the rows must not be guessed.
    private func bindHeader(_ fields: [String]) throws(FileProblem) -> Bool {
        let header = TableHeader(fields)
        let latitude = header.column(FieldAliases.names(of: .lat, in: .hotspots))
        let longitude = header.column(FieldAliases.names(of: .lon, in: .hotspots))
        if let latitude, let longitude {
            let labels = [header.column("label"), header.column("id", "uuid"), header.column("name", "title")]
            columns = (latitude, longitude, labels.compactMap { $0 }, max(header.count, fields.count))
            return true
        }
        guard fields.count >= 2, fields.prefix(2).allSatisfy({ Self.number(in: $0) == nil }) else { return false }
        throw FileProblem(
            file: file,
            reason: "the first line is no center and names no columns lat and lon, but \(header.summary)")
    }

    private func center(of fields: [String], isSeparatedByCommas: Bool) throws -> (Coordinate, String?) {
        guard let columns else {
            guard fields.count >= 2 else {
                throw FieldProblem(
                    reason: "\(FieldProblem.quoted(fields.joined())) is not a center",
                    hint: #"write lat,lon or {"lat":…,"lon":…}"#)
            }
            if isSeparatedByCommas, let problem = Self.problem(ofFourWholeNumbers: fields) { throw problem }
            let form = "write lat,lon with a decimal point: 47.4,8.5"
            let place = try Self.coordinate(
                try Self.number(fields[0], "lat", form: form), try Self.number(fields[1], "lon", form: form))
            let label = fields.dropFirst(2).joined(separator: ",")
            return (place, label.isEmpty ? nil : label)
        }
        guard fields.dropFirst(columns.count).allSatisfy(\.isEmpty) else {
            throw FieldProblem(
                reason: "\(fields.count) fields where the header has \(columns.count)",
                hint: "does a field hold the separator without being quoted?")
        }
        func text(_ column: Column) -> String? {
            column.index < fields.count && !fields[column.index].isEmpty ? fields[column.index] : nil
        }
        guard let latitude = text(columns.latitude), let longitude = text(columns.longitude) else {
            throw CoordinateFields.missing
        }
        let place = try Self.coordinate(
            try Self.number(latitude, columns.latitude.name), try Self.number(longitude, columns.longitude.name))
        return (place, columns.labels.lazy.compactMap(text).first)
    }

    private func center(ofLine bytes: [UInt8], _ line: Int) throws -> ReadCenter? {
        let reader = DelimitedReader(ByteArrayStream(bytes), dialect: .csv)
        guard try reader.next(), reader.problem == nil else { return nil }
        let fields = reader.texts
        return try placed(line) { try center(of: fields, isSeparatedByCommas: true) }
    }

    /// - Parameter form: the hint for a text of which nothing else is known.
    private static func number(_ text: String, _ name: String, form: String? = nil) throws(FieldProblem) -> Double {
        if let number = number(in: text) { return number }
        throw FieldProblem(
            column: name, value: text, reason: "\(name) \(FieldProblem.quoted(text)) is not a number",
            hint: DecimalNumber.hint(for: text) ?? form)
    }

    // MARK: - JSON values

    private static func value(_ bytes: [UInt8]) throws(FieldProblem) -> JSONValue {
        do {
            return try JSONValue(parsing: bytes)
        } catch {
            throw FieldProblem(reason: "not JSON at character \(error.column): \(error.reason)")
        }
    }

    private static func center(of value: JSONValue) throws -> (Coordinate, String?) {
        guard let object = value.object else {
            throw FieldProblem(reason: "\(value.kindName) is not a center", hint: #"write {"lat":…,"lon":…}"#)
        }
        if object["type"] == .string("Feature") {
            let properties = object["properties"]?.object ?? JSONObject()
            let label = properties.literal("label") ?? object.literal("id") ?? properties.literal("id", "name", "title")
            return (try point(object["geometry"] ?? .null), label)
        }
        let label = object.literal("label", "id", "name", "title")
        if object["type"] == .string("Point") { return (try point(value), label) }
        let members = object.members
        func member(_ field: TableField) -> JSONObject.Member? {
            let names = FieldAliases.names(of: field, in: .hotspots)
            return names.lazy.compactMap { name in members.first { ColumnName($0.name) == name } }.first
        }
        guard let latitude = try member(.lat)?.fieldNumber(), let longitude = try member(.lon)?.fieldNumber() else {
            throw CoordinateFields.missing
        }
        return (try coordinate(latitude, longitude), label)
    }

    private static func point(_ geometry: JSONValue) throws(FieldProblem) -> Coordinate {
        if geometry == .null { throw CoordinateFields.missing }
        do {
            return try GeoJSONPoint.coordinate(of: geometry)
        } catch {
            throw FieldProblem(error, column: "geometry", value: geometry.string)
        }
    }

    // MARK: - Places

    private static func coordinate(_ latitude: Double, _ longitude: Double) throws(FieldProblem) -> Coordinate {
        guard abs(longitude) <= 360 else { throw FieldProblem(.longitudeOutOfRange(longitude)) }
        do {
            return try Coordinate(latitude: latitude, longitude: longitude)
        } catch {
            throw FieldProblem(error)
        }
    }

    private func placed(_ line: Int, _ body: () throws -> (Coordinate, String?)) throws -> ReadCenter {
        do {
            let (coordinate, label) = try body()
            return ReadCenter(coordinate: coordinate, label: label, line: line)
        } catch let problem as FieldProblem {
            throw problem.at(line: line, of: file)
        }
    }
}
