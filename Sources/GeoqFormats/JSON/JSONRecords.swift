import Geoq
import GeoqIndex

/// Makes records of objects whose members have names that geoq knows: rows of a
/// table as JSON, properties of GeoJSON features, and geoq's own exports.
struct JSONRecords {
    private let options: ImportOptions
    private let dates: DateReading
    private var binder: JSONFieldBinder
    private var maker: RecordMaker

    /// Members that may hold a whole geometry.
    fileprivate static let geometryNames = [
        "geometry", "location", "geom", "the_geom", "wkb_geometry", "geog", "geography",
    ]

    /// - Throws: `FileProblem` when `columnMap` does not fit the records.
    init(options: ImportOptions, file: String, dates: DateReading) throws(FileProblem) {
        (self.options, self.dates, maker) = (options, dates, RecordMaker(options))
        binder = try JSONFieldBinder(
            options: options,
            known: Set(
                JSONRecords.geometryNames + TableField.allCases.filter(\.hasOneName).map(\.rawValue)), file: file)
    }

    /// Names that geoq does not use, in their first order.
    var unknownNames: [String] { binder.unknownNames }

    /// Sentences for the user, once all rows are read.
    var notes: [String] { maker.notes }

    /// - Throws: `FileProblem` when `columnMap` names members that no object had.
    func finish(file: String) throws(FileProblem) {
        try binder.checkMap(file: file)
    }

    /// The record of an object, or the reason to skip it.
    ///
    /// - Parameter line: The line on which the object begins.
    /// - Throws: `FieldProblem` when the object is refused.
    mutating func outcome(of object: JSONObject, line: Int) throws -> RowOutcome {
        guard let row = row(of: object, line: line) else { return .skip(.noCoordinates) }
        let outcome = try maker.outcome(of: row)
        guard case .take(let record) = outcome else { return outcome }
        try refuseUntold(record, row)
        return .take(record.naming(options.species))
    }

    /// - Returns: nil for a feature without a geometry, which GeoJSON allows; birds
    ///   and presence need none.
    private mutating func row(of object: JSONObject, line: Int) -> JSONRow? {
        // RFC 7946, 3.2: a feature has an id, a geometry and properties.
        let isFeature =
            object["type"] == .string("Feature") && (object["geometry"] != nil || object["properties"] != nil)
        let members = isFeature ? object["properties"]?.object ?? JSONObject() : object
        let geometry: JSONValue? = isFeature ? (object["geometry"] ?? JSONValue.null) : nil
        if geometry == JSONValue.null, options.kind != .birds, options.kind != .presence { return nil }
        let fields = binder.bind(members)
        let id = (isFeature ? object.member("id") : nil) ?? fields[.id]
        return JSONRow(members: members, fields: fields, id: id, geometry: geometry, dates: dates, line: line)
    }

    /// Refuses a row that does not tell what its record needs: a member that is
    /// null says that the species is unknown; a missing one says nothing.
    private func refuseUntold(_ record: ImportRecord, _ row: JSONRow) throws(FieldProblem) {
        switch record {
        case .observation(let sighting) where sighting.scientificName == nil && sighting.commonName == nil:
            let isTold = row.fields[.scientificName] != nil || row.fields[.commonName] != nil
            guard isTold || options.species != nil || options.takesPlacesAlone else {
                throw FieldProblem(
                    column: TableField.scientificName.rawValue, reason: "no species", remedy: .species)
            }
        // Any kind of thing may have a name.
        case .bird where !row.isOwnExport && row.fields[.commonName].map({ ColumnName($0.name) }) == "name":
            guard BirdTable.telling.contains(where: { row.fields[$0] != nil }) else {
                throw FieldProblem(
                    column: TableField.commonName.rawValue, reason: "a name, and nothing that only a bird has",
                    remedy: .member(of: TableField.commonName.rawValue))
            }
        default: break
        }
    }
}

/// The fields of an object.
private struct JSONRow: FieldSource {
    let members: JSONObject
    let fields: JSONFieldBinder.Fields
    let id: JSONObject.Member?
    /// A feature's; nil for any other object.
    let geometry: JSONValue?
    let dates: DateReading
    let line: Int

    var isOwnExport: Bool { id != nil && members["source"] != nil && members["source_id"] != nil }

    private func member(_ field: TableField) -> JSONObject.Member? {
        field == .id ? id : field.hasOneName ? members.member(field.rawValue) : fields[field]
    }

    func name(of field: TableField) -> String? { member(field)?.name }
    func text(_ field: TableField) -> String? {
        isOwnExport ? member(field)?.verbatimText : member(field)?.fieldText
    }
    func literal(_ field: TableField) -> String? {
        isOwnExport ? member(field)?.verbatimText : member(field)?.literalText
    }
    func plain(_ field: TableField) -> String? { member(field)?.fieldText }
    func count() throws -> Int? { try member(.count)?.parsed(CountField.parse) }
    func date(_ field: TableField) throws -> DateField? { try member(field)?.date(dates) }
    func uncertainty() throws -> Double? { try member(.uncertainty)?.parsed(UncertaintyField.meters) }

    func number(_ field: TableField) throws -> Double? {
        try member(field)?.parsed { text throws(FieldProblem) in
            guard let number = DecimalNumber.parse(text) else {
                throw FieldProblem(
                    value: text, reason: "\(field.rawValue) \(FieldProblem.quoted(text)) is not a number",
                    hint: DecimalNumber.hint(for: text))
            }
            return number
        }
    }

    /// A feature's geometry; else the place in lat and lon, or in a geometry:
    /// GeoJSON, WKT, or WKB in hexadecimal digits.
    func place() throws -> Coordinate {
        if let geometry { return try Self.coordinate(of: geometry, in: "geometry") }
        if let place = try CoordinateFields.coordinate(latitude: fields[.lat], longitude: fields[.lon]) {
            return place
        }
        for name in [fields[.geometry]?.name].compactMap({ $0 }) + JSONRecords.geometryNames {
            guard let value = members[name], value != .null, value != .string("") else { continue }
            return try Self.coordinate(of: value, in: name)
        }
        if let type = GeoJSONPoint.typeOfGeometry(members) {
            throw FieldProblem(
                column: "geometry",
                reason: "a \(type) without a feature around it has no name; write it as a feature with properties")
        }
        throw FieldProblem(
            column: fields[.lat]?.name ?? TableField.lat.rawValue, reason: CoordinateFields.missing.reason)
    }

    private static func coordinate(of geometry: JSONValue, in name: String) throws(FieldProblem) -> Coordinate {
        do {
            guard let text = geometry.string else { return try GeoJSONPoint.coordinate(of: geometry) }
            return try PointText.point(text)
        } catch {
            throw FieldProblem(error, column: name, value: geometry.string)
        }
    }
}

extension FieldProblem {
    /// A geometry that is no usable point.
    init(_ error: PointReadError, column: String, value: String? = nil) {
        if case .unusable(let error) = error {
            self.init(error)
            self.column = column
        } else {
            self.init(column: column, value: value, reason: "\(column): \(error)")
        }
    }
}
