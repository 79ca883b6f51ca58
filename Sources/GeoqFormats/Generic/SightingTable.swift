import Geoq

/// Sightings in any table with a header, in any order of columns; also geoq's
/// own export of them.
struct SightingTable: TableFormat {
    static let name = "sightings"
    static let kind = ImportKind.observations
    static let title = "a table of sightings"

    static func matches(_ head: TableHead, options: ImportOptions) -> Bool {
        options.kind == kind && PointColumns.exist(in: head, options: options)
    }

    /// geoq's own export names its kind.
    static func knownKind(_ head: TableHead) -> ImportKind? {
        head.header.has("id", "source", "source_id", "scientific_name", "lat", "lon") ? kind : nil
    }

    let source: String? = nil
    private let identity: IdentityColumns
    private let point: PointColumns
    private let scientificName, commonName, count, dateEnd, datePrecision: Column?
    private let uncertainty, place, license, withheld: Column?
    private let date: DateColumns
    private var time: TimeColumn

    init(_ columns: inout ColumnBinder, options: ImportOptions) throws {
        identity = IdentityColumns(&columns, of: Self.kind)
        point = try PointColumns(&columns, of: Self.kind)
        scientificName = columns.column(.scientificName, of: Self.kind)
        commonName = columns.column(.commonName, of: Self.kind)
        count = columns.column(.count, of: Self.kind)
        date = DateColumns(columns.column(.date, of: Self.kind), &columns)
        dateEnd = columns.column(named: "date_end")
        datePrecision = columns.column(named: "date_precision")
        time = TimeColumn(columns.column(.time, of: Self.kind))
        uncertainty = columns.column(.uncertainty, of: Self.kind)
        place = columns.column(.place, of: Self.kind)
        license = columns.column(.license, of: Self.kind)
        withheld = columns.column(.withheld, of: Self.kind)
        try columns.requireSpecies(
            scientificName, commonName, options: options, or: "; or import the places with --as hotspots")
    }

    var isVerbatim: Bool { identity.isOwnExport }

    mutating func outcome(of row: DelimitedRow) throws -> RowOutcome {
        var observation = ObservationRecord(
            identity: try identity.identity(row), coordinate: try point.coordinate(row))
        observation.scientificName = row.text(scientificName)
        observation.commonName = row.text(commonName)
        observation.count = try row.count(count)
        // A count of 0 is no sighting.
        if observation.count == 0 { return .skip(.absent) }
        if let moment = try date.date(row) {
            observation.date = try range(from: moment.date, row)
            observation.time = moment.time.flatMap { TimeField.isBareMidnight($0) ? nil : $0 }
            observation.endTime = moment.endTime
        }
        if let time = time.time(row) { observation.time = time }
        observation.uncertaintyMeters = try row.uncertainty(uncertainty)
        observation.place = row.text(place)
        observation.license = row.text(license)
        observation.withheld = row.text(withheld)
        return .take(.observation(observation))
    }

    var notes: [String] { time.notes }

    /// The date, with the end and the precision that the table has in other
    /// columns.
    private func range(from start: ObservedDate, _ row: DelimitedRow) throws -> ObservedDate {
        let end = try row.date(dateEnd)?.date
        guard let word = row.text(datePrecision) else {
            guard let end else { return start }
            return try ordered(start.first, end.last, start.precision, row)
        }
        guard let precision = ObservedDate.Precision(rawValue: word.lowercased()) else {
            throw FieldProblem(
                column: datePrecision?.name, value: word,
                reason: "date precision \(FieldProblem.quoted(word)) is not day, month or year")
        }
        if let end { return try ordered(start.first, end.last, precision, row) }
        let (year, month, _) = start.first.components
        let whole: ObservedDate? =
            switch precision {
            case .day: start
            case .month: ObservedDate(year: year, month: month)
            case .year: ObservedDate(year: year)
            }
        return whole ?? start
    }

    private func ordered(
        _ first: Day, _ last: Day, _ precision: ObservedDate.Precision, _ row: DelimitedRow
    ) throws -> ObservedDate {
        if let date = ObservedDate(first, through: last, precision: precision) { return date }
        throw FieldProblem(
            column: dateEnd?.name, value: row.text(dateEnd), reason: "date ends \(last), before it starts (\(first))")
    }
}
