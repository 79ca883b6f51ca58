import GRDB
import Geoq
import GeoqFormats
import GeoqIndex

/// Writes records into a table: a new row, a changed one, or nothing.
///
/// One `INSERT … ON CONFLICT DO UPDATE … RETURNING` would do the same at three
/// times the cost: for every row SQLite opens a table for the values that it
/// returns, and a journal for changes that it may have to undo.
struct RowWriter {
    private let db: Database
    private let find: PreparedStatement
    private let insert: PreparedStatement
    private let update: PreparedStatement
    private let findID: PreparedStatement
    /// The number of the last parameter of `update`.
    private let rowParameter: Int32
    private let logTriggers: SuspendedTriggers
    private var spatialIndex: SpatialIndexWriter?
    /// Whether the last record was new; then the next one is probably new, too.
    private var expectsNew = true

    /// The ids of the rows that were added, changed or removed; nil when there
    /// are more than `mostNoted`.
    private(set) var changedIDs: [String]? = []

    /// With more changes than this the index is soon built anew.
    private static let mostNoted = 5_000

    /// What was done with a record.
    struct Outcome {
        /// The row's number.
        var row: Int64
        /// Whether the row was added or changed.
        var hasWritten: Bool
    }

    /// - Parameters:
    ///   - count: how many rows the table has.
    init(_ db: Database, _ importTable: ImportTable, count: Int) throws {
        let (table, columns) = (importTable.name, ["id", "source", "source_id"] + importTable.columns)
        self.db = db
        find = try PreparedStatement(db, "SELECT fid FROM \(table) WHERE id = ?1")
        insert = try PreparedStatement(db, Self.insertion(table, columns))
        update = try PreparedStatement(db, Self.changing(table, columns))
        findID = try PreparedStatement(db, "SELECT id FROM \(table) WHERE fid = ?1")
        rowParameter = Int32(columns.count + 1)
        logTriggers = try SuspendedTriggers(
            db, ["insert", "update", "delete", "replace", "renumber"].map { "geoq_\(table)_\($0)" })
        spatialIndex = !importTable.hasPlace ? nil : try SpatialIndexWriter(db, table: table, count: count)
    }

    /// Ends the writing: brings the spatial index up to date and restores the
    /// triggers.
    ///
    /// - Parameter count: how many rows the table has now.
    func finish(count: Int) throws {
        try spatialIndex?.finish(count: count)
        try logTriggers.restore()
    }

    /// Removes a row.
    mutating func remove(_ row: Int64, with delete: PreparedStatement) throws {
        if changedIDs != nil {
            findID.bind(1, row)
            if try findID.step() { note(findID.text(0)) }
            findID.reset()
        }
        delete.bind(1, row)
        try delete.run()
        try spatialIndex?.remove(row: row)
    }

    /// Adds the row, changes it, or leaves it when it is the same.
    ///
    /// The next record is probably new if the last one was, or known if the
    /// last one was: so a new row costs one statement, a known one two.
    mutating func write(
        _ record: ImportRecord, _ references: References = .none, id: FeatureID, source: String
    ) throws -> Outcome {
        let id = id.description
        if !expectsNew, let row = try known(id) { return try change(row, record, references, id, source) }
        bind(record, references, id, source, to: insert)
        expectsNew = try insert.run() > 0
        if expectsNew { return try noted(db.lastInsertedRowID, id, record) }
        guard let row = try known(id) else { preconditionFailure("A row that cannot be added is there.") }
        return try change(row, record, references, id, source)
    }

    private func known(_ id: String) throws -> Int64? {
        find.bind(1, id)
        return try find.firstRow()
    }

    private mutating func change(
        _ row: Int64, _ record: ImportRecord, _ references: References, _ id: String, _ source: String
    ) throws -> Outcome {
        bind(record, references, id, source, to: update)
        update.bind(rowParameter, row)
        guard try update.run() > 0 else { return Outcome(row: row, hasWritten: false) }
        return try noted(row, id, record)
    }

    private mutating func noted(_ row: Int64, _ id: String, _ record: ImportRecord) throws -> Outcome {
        note(id)
        if let place = record.coordinate {
            try spatialIndex?.put(row: row, place)
        } else {
            // The row may have had a place before.
            try spatialIndex?.remove(row: row)
        }
        return Outcome(row: row, hasWritten: true)
    }

    private mutating func note(_ id: String) {
        if changedIDs?.count == Self.mostNoted { changedIDs = nil }
        changedIDs?.append(id)
    }

    // Callers give literals as names, those of `ImportTable` and `MirrorTable`.

    /// SQL that adds a row whose id is new, and otherwise does nothing.
    static func insertion(_ table: String, _ columns: [String]) -> String {
        """
        INSERT INTO \(table) (\(columns.map { "\"\($0)\"" }.joined(separator: ", ")))
        VALUES (\((1...columns.count).map { "?\($0)" }.joined(separator: ", ")))
        ON CONFLICT (id) DO NOTHING
        """
    }

    /// SQL that changes a row that differs; its geometry follows `lat` and
    /// `lon`.
    static func changing(_ table: String, _ columns: [String]) -> String {
        let numbered = columns.enumerated().dropFirst().map { (name: $0.element, number: $0.offset + 1) }
        let compared = numbered.filter { $0.name != "geom" }
        return """
            UPDATE \(table) SET \(numbered.map { "\"\($0.name)\" = ?\($0.number)" }.joined(separator: ", "))
            WHERE fid = ?\(columns.count + 1)
                AND (\(compared.map { "\"\($0.name)\"" }.joined(separator: ", ")))
                    IS NOT (\(compared.map { "?\($0.number)" }.joined(separator: ", ")))
            """
    }

    private func bind(
        _ record: ImportRecord, _ references: References, _ id: String, _ source: String,
        to statement: PreparedStatement
    ) {
        statement.bind(1, id)
        statement.bind(2, source)
        statement.bind(3, record.identity.sourceID)
        switch record {
        case .hotspot(let hotspot):
            statement.bind(4, hotspot.coordinate)
            statement.bind(7, hotspot.name)
            statement.bind(8, hotspot.locality)
        case .observation(let observation):
            statement.bind(4, observation.coordinate)
            statement.bind(7, observation)
        case .bird(let bird):
            for (index, text) in bird.texts.enumerated() { statement.bind(Int32(index + 4), text) }
        case .watchlist(let row):
            var number: Int32 = 4
            if row.part == .entry {
                statement.bind(number, row.coordinate)
                number += 3
            }
            if row.part != .watchlist {
                statement.bind(number, references.watchlist?.description)
                number += 1
            }
            if row.part == .entry {
                statement.bind(number, references.bird?.description)
                number += 1
            }
            for value in row.values {
                statement.bind(number, value)
                number += 1
            }
        }
    }
}

extension PreparedStatement {
    /// Latitude, longitude and geometry, from the parameter `first`.
    fileprivate func bind(_ first: Int32, _ coordinate: Coordinate) {
        bind(first, coordinate.latitude)
        bind(first + 1, coordinate.longitude)
        bind(first + 2, PointBlob.bytes(coordinate))
    }

    /// The same; without a place it binds NULL.
    fileprivate func bind(_ first: Int32, _ coordinate: Coordinate?) {
        guard let coordinate else {
            for number in first..<(first + 3) { bind(number, nil as String?) }
            return
        }
        bind(first, coordinate)
    }

    fileprivate func bind(_ number: Int32, _ value: FieldValue) {
        switch value {
        case .null: bind(number, nil as String?)
        case .bool(let flag): bind(number, flag ? 1 : 0 as Int64)
        case .integer(let integer): bind(number, integer)
        case .real(let real): bind(number, real)
        case .text(let text): bind(number, text)
        }
    }

    fileprivate func bind(_ first: Int32, _ observation: ObservationRecord) {
        bind(first, observation.scientificName)
        bind(first + 1, observation.commonName)
        bind(first + 2, observation.count.map(Int64.init))
        bind(first + 3, observation.date?.first.description)
        bind(first + 4, observation.date?.last.description)
        bind(first + 5, observation.date?.precision.rawValue)
        bind(first + 6, observation.time)
        bind(first + 7, observation.uncertaintyMeters)
        bind(first + 8, observation.place)
        bind(first + 9, observation.license)
        bind(first + 10, observation.withheld)
    }
}

extension ImportRecord {
    var identity: RecordIdentity {
        switch self {
        case .hotspot(let hotspot): hotspot.identity
        case .observation(let observation): observation.identity
        case .bird(let bird): bird.identity
        case .watchlist(let row): row.identity
        }
    }

    /// The place, when the record has one.
    fileprivate var coordinate: Coordinate? {
        switch self {
        case .hotspot(let hotspot): hotspot.coordinate
        case .observation(let observation): observation.coordinate
        case .bird: nil
        case .watchlist(let row): row.coordinate
        }
    }

    /// All fields as one text, which identifies a row without an id of its own.
    func content(_ references: References = .none) -> String {
        let fields: [String?]
        switch self {
        case .hotspot(let hotspot):
            fields = [hotspot.coordinate.text, hotspot.name, hotspot.locality]
        case .observation(let seen):
            fields = [
                seen.coordinate.text, seen.scientificName, seen.commonName, seen.count.map(String.init),
                seen.date?.first.description, seen.date?.last.description, seen.date?.precision.rawValue, seen.time,
                seen.uncertaintyMeters.map { "\($0)" }, seen.place, seen.license, seen.withheld,
            ]
        case .bird(let bird):
            fields = bird.texts
        case .watchlist(let row):
            fields =
                [
                    row.part.rawValue, references.watchlist?.description, references.bird?.description,
                    row.coordinate?.text,
                ] + row.values.map { $0 == .null ? nil : "\($0)" }
        }
        // A missing field differs from an empty one, and no two fields can run
        // together.
        return fields.map { $0.map { "=\($0)" } ?? "" }.joined(separator: "\u{1F}")
    }
}

extension BirdRecord {
    fileprivate var texts: [String?] {
        [commonName, scientificName, family, orderName, shapeID, descriptionText, conservationStatus]
    }
}

extension Coordinate {
    fileprivate var text: String { "\(latitude) \(longitude)" }
}
