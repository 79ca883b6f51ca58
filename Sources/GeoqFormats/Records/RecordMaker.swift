import Geoq
import GeoqIndex

/// The fields of one row, in whatever form its file has them.
protocol FieldSource {
    /// Whether geoq itself wrote the row: it has its UUID, its source, and the id
    /// that the source gave it. Texts of such a row are taken unchanged, with
    /// spaces at their ends and `NA`.
    var isOwnExport: Bool { get }
    /// The line on which the row begins.
    var line: Int { get }

    /// What the file calls a field; nil when the row has no such field.
    func name(of field: TableField) -> String?
    /// A field's text; nil when it is missing.
    func text(_ field: TableField) -> String?
    /// A field's text; here `NA` is a value, Namibia's code.
    func literal(_ field: TableField) -> String?
    /// A field's text without spaces at its ends.
    func plain(_ field: TableField) -> String?
    /// - Throws: `FieldProblem`.
    func count() throws -> Int?
    /// - Throws: `FieldProblem`, `UnclearDates`.
    func date(_ field: TableField) throws -> DateField?
    /// - Throws: `FieldProblem`.
    func uncertainty() throws -> Double?
    /// A field's number.
    ///
    /// - Throws: `FieldProblem`.
    func number(_ field: TableField) throws -> Double?
    /// - Throws: `FieldProblem` when the row has no place.
    func place() throws -> Coordinate
}

/// Makes records of rows, the same for tables and for JSON.
struct RecordMaker {
    private let kind: ImportKind
    /// The species and the hotspot of rows of presence that name none.
    private let species, hotspot: String?
    /// Times of day that could not be read. They are left out: the day of a
    /// sighting is worth more than its hour.
    private var unreadableTimes = 0
    private var firstUnreadable = 0

    init(_ kind: ImportKind) {
        self.init(ImportOptions(kind: kind))
    }

    init(_ options: ImportOptions) {
        (kind, species, hotspot) = (options.kind, options.species, options.hotspot)
    }

    /// Sentences for the user, once all rows are read.
    var notes: [String] {
        switch unreadableTimes {
        case 0: []
        case 1: ["a time that could not be read was left out (line \(firstUnreadable))"]
        default:
            ["\(unreadableTimes) times that could not be read were left out (the first in line \(firstUnreadable))"]
        }
    }

    /// The record of a row, or the reason to skip it.
    ///
    /// - Throws: `FieldProblem` when the row is refused; `UnclearDates`.
    mutating func outcome(of row: some FieldSource) throws -> RowOutcome {
        switch kind {
        case .hotspots: return .take(.hotspot(try Self.hotspot(row)))
        case .observations: return try sighting(row).map { RowOutcome.take(.observation($0)) } ?? .skip(.absent)
        case .birds: return .take(.bird(try Self.bird(row)))
        case .presence: return .take(.presence(try presence(row)))
        case .watchlists: preconditionFailure("Watchlists are read by WatchlistFile.")
        }
    }

    static func hotspot(_ row: some FieldSource) throws -> HotspotRecord {
        let (identity, place) = (try identity(row), try row.place())
        guard let name = row.literal(.name) else { throw missing(.name, "name", row) }
        return HotspotRecord(identity: identity, name: name, locality: row.literal(.locality), coordinate: place)
    }

    /// A sighting; nil when its count is 0, which is no sighting.
    ///
    /// - Parameters:
    ///   - identity: what the format makes of other fields; nil for the row's id.
    ///   - place: where it was, if the format has read it already.
    mutating func sighting(
        _ row: some FieldSource, identity: RecordIdentity? = nil, at place: Coordinate? = nil
    ) throws -> ObservationRecord? {
        var record = ObservationRecord(
            identity: try identity ?? Self.identity(row), coordinate: try place ?? row.place())
        record.scientificName = row.text(.scientificName)
        record.commonName = row.text(.commonName)
        record.count = try row.count()
        if record.count == 0 { return nil }
        if let moment = try row.date(.date) {
            record.date = try Self.range(from: moment.date, row)
            record.time = moment.time.flatMap { TimeField.isBareMidnight($0) ? nil : $0 }
            record.endTime = moment.endTime
        } else {
            record.date = try DateField.date(year: row.plain(.year), month: row.plain(.month), day: row.plain(.day))
                .map { try Self.range(from: $0, row) }
        }
        if let text = row.plain(.time) {
            if let time = TimeField.parse(text) {
                record.time = time
            } else {
                if unreadableTimes == 0 { firstUnreadable = row.line }
                unreadableTimes += 1
            }
        }
        record.uncertaintyMeters = try row.uncertainty()
        record.place = row.text(.place)
        record.license = row.text(.license)
        record.withheld = row.text(.withheld)
        return record
    }

    private func presence(_ row: some FieldSource) throws -> PresenceRecord {
        let identity = try Self.identity(row).keepingUUID
        let hotspot: HotspotReference
        if let id = row.plain(.hotspotID) {
            hotspot = .id(id)
        } else if let name = row.literal(.place) {
            hotspot = .name(name)
        } else if let whole = self.hotspot {
            hotspot = .ofFile(whole)
        } else {
            throw Self.missing(.hotspotID, "hotspot", row)
        }
        let bird: BirdReference
        if let id = row.plain(.birdID) {
            bird = .id(id)
        } else if let name = row.text(.scientificName) ?? row.text(.commonName) ?? species {
            bird = .name(name)
        } else {
            throw FieldProblem(
                column: row.name(of: .scientificName) ?? row.name(of: .commonName), reason: "no species",
                remedy: .species)
        }
        guard let week = try number(row, .week, hint: "write the number of the week, 1 to 53") else {
            throw Self.missing(.week, "week", row)
        }
        guard let whole = Int(exactly: week), PresenceRecord.weeks.contains(whole) else {
            throw FieldProblem(
                column: row.name(of: .week), value: row.plain(.week),
                reason: "week \(FieldProblem.quoted(row.plain(.week) ?? "")) is none of the weeks 1 to 53 of a year")
        }
        guard let likelihood = try number(row, .likelihood, hint: "write a share of 1, with a point: 0.25") else {
            throw Self.missing(.likelihood, "likelihood", row)
        }
        guard (0...1).contains(likelihood) else {
            throw FieldProblem(
                column: row.name(of: .likelihood), value: row.plain(.likelihood),
                reason: "likelihood \(FieldProblem.quoted(row.plain(.likelihood) ?? "")) is not from 0 to 1",
                hint: likelihood > 1 && likelihood <= 100 ? "divide percentages by 100" : nil)
        }
        return PresenceRecord(identity: identity, hotspot: hotspot, bird: bird, week: whole, likelihood: likelihood)
    }

    /// A field's number, which is no coordinate: the hints for these are about degrees.
    private func number(_ row: some FieldSource, _ field: TableField, hint: String) throws -> Double? {
        do {
            return try row.number(field)
        } catch let error as FieldProblem {
            var problem = error
            problem.hint = hint
            throw problem
        }
    }

    private static func bird(_ row: some FieldSource) throws -> BirdRecord {
        let identity = try identity(row).keepingUUID
        guard let name = row.text(.commonName) else { throw missing(.commonName, "common name", row) }
        var bird = BirdRecord(identity: identity, commonName: name)
        bird.scientificName = row.text(.scientificName)
        bird.family = row.text(.family)
        bird.orderName = row.text(.orderName)
        bird.shapeID = row.text(.shapeID)
        bird.descriptionText = row.text(.descriptionText)
        bird.conservationStatus = row.text(.conservationStatus)
        return bird
    }

    /// - Throws: `FieldProblem` when the id of an own export is no UUID.
    private static func identity(_ row: some FieldSource) throws -> RecordIdentity {
        guard row.isOwnExport else { return RecordIdentity(sourceID: row.plain(.id)) }
        return try RecordIdentity(
            exported: row.plain(.id), column: row.name(of: .id), sourceID: row.text(.sourceID),
            source: row.text(.source))
    }

    private static func missing(_ field: TableField, _ words: String, _ row: some FieldSource) -> FieldProblem {
        FieldProblem(column: row.name(of: field) ?? field.rawValue, reason: "no \(words)")
    }

    /// The date, with the end and the precision that geoq's exports have in other
    /// fields.
    private static func range(from start: ObservedDate, _ row: some FieldSource) throws -> ObservedDate {
        let end = try row.date(.dateEnd)?.date
        var precision = start.precision
        if let word = row.plain(.datePrecision) {
            guard let known = ObservedDate.Precision(rawValue: word.lowercased()) else {
                throw FieldProblem(
                    column: row.name(of: .datePrecision), value: word,
                    reason: "date precision \(FieldProblem.quoted(word)) is not day, month or year")
            }
            precision = known
        }
        if let end {
            guard let date = ObservedDate(start.first, through: end.last, precision: precision) else {
                throw FieldProblem(
                    column: row.name(of: .dateEnd), value: row.plain(.dateEnd),
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
}
