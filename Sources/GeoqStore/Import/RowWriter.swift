import GRDB
import Geoq

/// Writes records into a table: a new row, a changed one, or nothing.
struct RowWriter {
    private let upsert: PreparedStatement
    private let find: PreparedStatement
    private let table: String
    private let spatialIndex: SpatialIndexWriter?

    /// What became of a record.
    struct Outcome {
        /// The row's number.
        var row: Int64
        /// Whether the row was added or changed.
        var hasWritten: Bool
    }

    /// - Parameter kind: decides the table.
    init(_ db: Database, _ kind: ImportKind) throws {
        switch kind {
        case .hotspots:
            table = "hotspot"
            upsert = try Self.upsert(
                db, table, ["id", "source", "source_id", "lat", "lon", "name", "locality"], hasPlace: true)
        case .observations:
            table = "observation"
            upsert = try Self.upsert(
                db, table,
                [
                    "id", "source", "source_id", "lat", "lon", "scientific_name", "common_name", "count", "date",
                    "date_end", "date_precision", "time", "uncertainty_m", "place", "license", "withheld",
                ], hasPlace: true)
        case .birds:
            table = "bird"
            upsert = try Self.upsert(
                db, table,
                [
                    "id", "source", "source_id", "common_name", "scientific_name", "family", "order_name", "shape_id",
                    "description_text", "conservation_status",
                ], hasPlace: false)
        }
        find = try PreparedStatement(db, "SELECT fid FROM \(table) WHERE id = ?1")
        spatialIndex = kind == .birds ? nil : try SpatialIndexWriter(db, table: table)
    }

    /// Ends the writing: other programs' triggers work again.
    func finish() throws {
        try spatialIndex?.finish()
    }

    /// Removes a row.
    func remove(_ row: Int64, with delete: PreparedStatement) throws {
        delete.bind(1, row)
        try delete.run()
        try spatialIndex?.remove(row: row)
    }

    /// `INSERT … ON CONFLICT DO UPDATE … WHERE` something differs: a row that is
    /// the same is not written. All names are literals of this file.
    private static func upsert(
        _ db: Database, _ table: String, _ columns: [String], hasPlace: Bool
    ) throws -> PreparedStatement {
        let quoted = columns.map { "\"\($0)\"" }
        let values = (1...columns.count).map { "?\($0)" }
        let changeable = quoted.dropFirst()
        var sets = changeable.map { "\($0) = excluded.\($0)" }
        if hasPlace { sets.append("geom = excluded.geom") }
        return try PreparedStatement(
            db,
            """
            INSERT INTO \(table) (\((quoted + (hasPlace ? ["geom"] : [])).joined(separator: ", ")))
            VALUES (\((values + (hasPlace ? ["MakePoint(?5, ?4, 4326)"] : [])).joined(separator: ", ")))
            ON CONFLICT (id) DO UPDATE SET \(sets.joined(separator: ", "))
            WHERE (\(changeable.map { "\(table).\($0)" }.joined(separator: ", ")))
                IS NOT (\(changeable.map { "excluded.\($0)" }.joined(separator: ", ")))
            RETURNING fid
            """)
    }

    /// Adds the row, changes it, or leaves it when it is the same.
    func write(_ record: ImportRecord, id: FeatureID, source: String) throws -> Outcome {
        let idText = id.description
        upsert.bind(1, idText)
        upsert.bind(2, source)
        upsert.bind(3, record.identity.sourceID)
        switch record {
        case .hotspot(let hotspot):
            bind(hotspot.coordinate)
            upsert.bind(6, hotspot.name)
            upsert.bind(7, hotspot.locality)
        case .observation(let observation):
            bind(observation.coordinate)
            bind(observation)
        case .bird(let bird):
            for (index, text) in bird.texts.enumerated() { upsert.bind(Int32(index + 4), text) }
        }
        if let row = try upsert.firstRow() {
            if let place = record.coordinate { try spatialIndex?.put(row: row, place) }
            return Outcome(row: row, hasWritten: true)
        }
        find.bind(1, idText)
        guard let row = try find.firstRow() else { preconditionFailure("A row that is the same is there.") }
        return Outcome(row: row, hasWritten: false)
    }

    private func bind(_ coordinate: Coordinate) {
        upsert.bind(4, coordinate.latitude)
        upsert.bind(5, coordinate.longitude)
    }

    private func bind(_ observation: ObservationRecord) {
        upsert.bind(6, observation.scientificName)
        upsert.bind(7, observation.commonName)
        upsert.bind(8, observation.count.map(Int64.init))
        upsert.bind(9, observation.date?.first.description)
        upsert.bind(10, observation.date?.last.description)
        upsert.bind(11, observation.date?.precision.rawValue)
        upsert.bind(12, observation.time)
        upsert.bind(13, observation.uncertaintyMeters)
        upsert.bind(14, observation.place)
        upsert.bind(15, observation.license)
        upsert.bind(16, observation.withheld)
    }
}

extension ImportRecord {
    var identity: RecordIdentity {
        switch self {
        case .hotspot(let hotspot): hotspot.identity
        case .observation(let observation): observation.identity
        case .bird(let bird): bird.identity
        }
    }

    /// The place, when the record has one.
    fileprivate var coordinate: Coordinate? {
        switch self {
        case .hotspot(let hotspot): hotspot.coordinate
        case .observation(let observation): observation.coordinate
        case .bird: nil
        }
    }

    /// All fields as one text: what a row without an id of its own is known by.
    var content: String {
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
        }
        // A missing field and an empty one differ, and no two fields run together.
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
