import Geoq
import GeoqIndex

/// Makes records of objects whose members have names that geoq knows: rows of a
/// table as JSON, properties of GeoJSON features, and geoq's own exports.
struct JSONRecords {
    private let kind: ImportKind
    private let species: String?
    private let takesPlacesAlone: Bool
    private let dates: DateReading
    private var binder: JSONFieldBinder
    /// How many times of day could not be read and were left out.
    private var unreadableTimes = 0

    /// Members that may hold a whole geometry.
    private static let geometryNames = [
        "geometry", "location", "geom", "the_geom", "wkb_geometry", "geog", "geography",
    ]

    /// - Throws: `FileProblem` when `--map` does not fit the records.
    init(options: ImportOptions, file: String, dates: DateReading) throws(FileProblem) {
        self.dates = dates
        (kind, species, takesPlacesAlone) = (options.kind, options.species, options.takesPlacesAlone)
        binder = try JSONFieldBinder(
            options: options,
            known: Set(
                JSONRecords.geometryNames + [
                    "source", "source_id", "date_end", "date_precision", "year", "month", "day",
                ]), file: file)
    }

    /// Names that geoq does not use, in their first order.
    var unknownNames: [String] { binder.unknownNames }

    /// Sentences for the user, once all rows are read.
    var notes: [String] {
        unreadableTimes == 0 ? [] : ["\(unreadableTimes) times that could not be read were left out"]
    }

    /// - Throws: `FileProblem` when `--map` names members that no object had.
    func finish(file: String) throws(FileProblem) {
        try binder.checkMap(file: file)
    }

    /// The record of an object, or the reason to skip it.
    ///
    /// - Throws: `FieldProblem` when the object is refused.
    mutating func outcome(of object: JSONObject) throws -> RowOutcome {
        let outcome = try self.record(of: object)
        // A count of 0 is no sighting.
        if case .take(.observation(let observation)) = outcome, observation.count == 0 { return .skip(.absent) }
        return outcome
    }

    private mutating func record(of object: JSONObject) throws -> RowOutcome {
        if object["type"] == .string("Feature"), object["geometry"] != nil || object["properties"] != nil {
            return try outcome(ofFeature: object)
        }
        let fields = binder.bind(object)
        return .take(
            try record(object, fields, id: fields[.id]) {
                try JSONRecords.coordinate(of: object, fields)
            })
    }

    /// RFC 7946, 3.2: a feature has an id, a geometry and properties.
    private mutating func outcome(ofFeature feature: JSONObject) throws -> RowOutcome {
        let geometry = feature["geometry"] ?? .null
        // Unlocated features are allowed; a bird has no place.
        if geometry == .null, kind != .birds { return .skip(.noCoordinates) }
        let properties = feature["properties"]?.object ?? JSONObject()
        let fields = binder.bind(properties)
        return .take(
            try record(properties, fields, id: feature.member("id") ?? fields[.id]) {
                try JSONRecords.coordinate(of: geometry, in: "geometry")
            })
    }

    private mutating func record(
        _ row: JSONObject, _ fields: JSONFieldBinder.Fields, id: JSONObject.Member?, place: () throws -> Coordinate
    ) throws -> ImportRecord {
        var fields = fields
        fields.isVerbatim = JSONRecords.isOwnExport(row, id: id)
        let identity = try JSONRecords.identity(row, id: id)
        switch kind {
        case .hotspots:
            let place = try place()
            guard let name = fields.literal(.name) else { throw fields.missing(.name) }
            return .hotspot(
                HotspotRecord(identity: identity, name: name, locality: fields.literal(.locality), coordinate: place))
        case .observations:
            return .observation(try observation(row, fields, identity: identity, place: try place()))
        case .birds:
            return .bird(try JSONRecords.bird(fields, identity: identity.keepingUUID))
        case .watchlists: preconditionFailure("Watchlists are read by WatchlistFile.")
        }
    }

    /// Whether an object is a row of geoq's own export: it has the row's UUID
    /// as its id, its source, and the id that the source gave it.
    private static func isOwnExport(_ row: JSONObject, id: JSONObject.Member?) -> Bool {
        id != nil && row["source"] != nil && row["source_id"] != nil
    }

    /// - Throws: `FieldProblem` when the id of an own export is no UUID.
    private static func identity(_ row: JSONObject, id: JSONObject.Member?) throws(FieldProblem) -> RecordIdentity {
        guard isOwnExport(row, id: id) else { return RecordIdentity(sourceID: id?.fieldText) }
        guard let text = id?.fieldText else { throw FieldProblem(column: id?.name, reason: "no id") }
        guard IdentityColumns.isUUID(text) else {
            throw FieldProblem(
                column: id?.name, value: text, reason: "id \(FieldProblem.quoted(text)) is not a UUID",
                hint: "leave out source and source_id if the file is not geoq's own export")
        }
        let sourceID = row.member("source_id")?.verbatimText
        return RecordIdentity(sourceID: sourceID, id: text.lowercased(), source: row.member("source")?.verbatimText)
    }

    /// A point in any form that databases write.
    private static func point(_ value: JSONValue) throws(PointReadError) -> Coordinate {
        guard let text = value.string else { return try GeoJSONPoint.coordinate(of: value) }
        return try PointText.point(text)
    }

    private static func coordinate(of geometry: JSONValue, in name: String) throws(FieldProblem) -> Coordinate {
        do {
            return try point(geometry)
        } catch {
            throw FieldProblem(error, column: name, value: geometry.string)
        }
    }

    /// The place in lat and lon, or else in a geometry: GeoJSON, WKT, or WKB in
    /// hexadecimal digits.
    private static func coordinate(of object: JSONObject, _ fields: JSONFieldBinder.Fields) throws -> Coordinate {
        if let place = try CoordinateFields.coordinate(latitude: fields[.lat], longitude: fields[.lon]) {
            return place
        }
        for name in [fields[.geometry]?.name].compactMap({ $0 }) + geometryNames {
            guard let value = object[name], value != .null, value != .string("") else { continue }
            return try coordinate(of: value, in: name)
        }
        throw FieldProblem(
            column: fields[.lat]?.name ?? TableField.lat.rawValue, reason: CoordinateFields.missing.reason)
    }
}

// MARK: - Kinds of records

extension JSONRecords {
    private mutating func observation(
        _ row: JSONObject, _ fields: JSONFieldBinder.Fields, identity: RecordIdentity, place: Coordinate
    ) throws -> ObservationRecord {
        var record = ObservationRecord(identity: identity, coordinate: place)
        record.scientificName = fields.text(.scientificName)
        record.commonName = fields.text(.commonName)
        if record.scientificName == nil, record.commonName == nil {
            // A null says that the species is unknown; a missing member says
            // nothing.
            let isTold = [.scientificName, .commonName].contains { fields[$0] != nil }
            guard isTold || species != nil || takesPlacesAlone else {
                throw FieldProblem(
                    column: TableField.scientificName.rawValue, reason: "no species",
                    hint: "name its member with --map, or the species with --species")
            }
            record.scientificName = species
        }
        record.count = try fields[.count]?.parsed(CountField.parse)
        (record.date, record.time, record.endTime) = try moment(row, fields)
        record.uncertaintyMeters = try fields[.uncertainty]?.parsed(UncertaintyField.meters)
        record.place = fields.text(.place)
        record.license = fields.text(.license)
        record.withheld = fields.text(.withheld)
        return record
    }

    /// When it was: a date in one member or in three, with the end and the
    /// precision that geoq's exports have; and a time in a member of its own or
    /// behind the date. A time that cannot be read is left out, and counted.
    private mutating func moment(
        _ row: JSONObject, _ fields: JSONFieldBinder.Fields
    ) throws -> (ObservedDate?, String?, String?) {
        var date: ObservedDate?
        var (time, endTime): (String?, String?)
        if let field = try fields[.date]?.date(dates) {
            endTime = field.endTime
            date = field.date
            time = field.time.flatMap { TimeField.isBareMidnight($0) ? nil : $0 }
        } else if fields[.date] == nil {
            date = try DateField.date(year: row.text("year"), month: row.text("month"), day: row.text("day"))
        }
        if let text = fields[.time]?.fieldText {
            if let parsed = TimeField.parse(text) { time = parsed } else { unreadableTimes += 1 }
        }
        return (try date.map { try range(from: $0, row) }, time, endTime)
    }

    private func range(from start: ObservedDate, _ row: JSONObject) throws -> ObservedDate {
        let end = try row.member("date_end")?.date(dates)?.date
        var precision = start.precision
        if let word = row.text("date_precision") {
            guard let known = ObservedDate.Precision(rawValue: word.lowercased()) else {
                throw FieldProblem(
                    column: "date_precision", value: word,
                    reason: "date precision \(FieldProblem.quoted(word)) is not day, month or year")
            }
            precision = known
        }
        if let end {
            guard let date = ObservedDate(start.first, through: end.last, precision: precision) else {
                throw FieldProblem(
                    column: "date_end", value: row.text("date_end"),
                    reason: "date ends \(end.last), before it starts (\(start.first))")
            }
            return date
        }
        let (year, month, _) = start.first.components
        let whole: ObservedDate? =
            switch precision {
            case start.precision, .day: start
            case .month: ObservedDate(year: year, month: month)
            case .year: ObservedDate(year: year)
            }
        return whole ?? start
    }

    private static func bird(
        _ fields: JSONFieldBinder.Fields, identity: RecordIdentity
    ) throws -> BirdRecord {
        guard let name = fields.text(.commonName) else { throw fields.missing(.commonName) }
        // Any kind of thing may have a name.
        let isNamed = fields[.commonName].map { ColumnName($0.name) } == "name" && !fields.isVerbatim
        if isNamed, BirdTable.telling.allSatisfy({ fields[$0] == nil }) {
            throw FieldProblem(
                column: TableField.commonName.rawValue, reason: "a name, and nothing that only a bird has",
                hint: "name the member with --map common_name=")
        }
        var record = BirdRecord(identity: identity, commonName: name)
        record.scientificName = fields.text(.scientificName)
        record.family = fields.text(.family)
        record.orderName = fields.text(.orderName)
        record.shapeID = fields.text(.shapeID)
        record.descriptionText = fields.text(.descriptionText)
        record.conservationStatus = fields.text(.conservationStatus)
        return record
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
