import GRDB
import Geoq
import GeoqIndex

/// Writes rows of a remote into a staging file, inside one transaction.
struct StagedRowWriter {
    private let columnCount: Int
    private let hasKeys: Bool
    private let insertLoose: PreparedStatement
    private var ready: ReadyRowWriter?
    private var loose = RowValues()

    init(_ db: Database, _ table: MirrorTable, _ tables: StagedTables, remote: String) throws {
        columnCount = table.columns.count
        hasKeys = table.hasKeys
        let places = (1...columnCount + (hasKeys ? 5 : 4)).map { "?\($0)" }.joined(separator: ", ")
        insertLoose = try PreparedStatement(
            db,
            "INSERT OR REPLACE INTO \(tables.loose(table)) (\(StagedTables.columns(of: table))) VALUES (\(places))")
        ready = tables.ready.contains(table) ? try ReadyRowWriter(db, table, tables, remote: remote) : nil
    }

    /// Adds a row; a newer row replaces an older one of the same id.
    mutating func write(_ row: MirrorRow) throws {
        let isEmpty = row.isGone || row.problem != nil
        precondition(isEmpty || row.values.count == columnCount, "A row has the values of its table.")
        if try ready?.write(row) == true { return }
        loose.clear()
        loose.append(id: row.id)
        try writeLoose(row.token, isGone: row.isGone, problem: row.problem, isEmpty ? nil : row.values, key: row.key)
        try ready?.remove(row.id.description)
    }

    /// Stages that the remote does not have a row.
    ///
    /// - Parameter id: as the store has it; the id of a damaged row is no UUID.
    mutating func writeGone(_ id: String) throws {
        loose.clear()
        loose.append(id)
        try writeLoose(0, isGone: true, problem: nil, nil, key: nil)
        try ready?.remove(id)
    }

    private mutating func writeLoose(
        _ token: Int64, isGone: Bool, problem: String?, _ values: [FieldValue]?, key: String?
    ) throws {
        loose.append(token)
        loose.append(.bool(isGone))
        loose.append(problem)
        for index in 0..<columnCount { loose.append(values?[index] ?? .null) }
        if hasKeys { loose.append(key) }
        try insertLoose.run(loose)
    }
}

/// Writes rows as the store's own table will have them.
private struct ReadyRowWriter {
    private let insert: PreparedStatement
    private let delete: PreparedStatement
    private let deleteLoose: PreparedStatement
    private let layout: MirrorLayout
    private let remote: String
    private let hasKeys: Bool
    /// Whether a row may be among the loose ones.
    private var isAnyLoose: Bool
    private var ready = RowValues()

    init(_ db: Database, _ table: MirrorTable, _ tables: StagedTables, remote: String) throws {
        (layout, self.remote, hasKeys) = (MirrorLayout(table), remote, table.hasKeys)
        insert = try PreparedStatement(db, table.schema.insertion(layout.names))
        delete = try PreparedStatement(db, "DELETE FROM \(table) WHERE id = ?1")
        deleteLoose = try PreparedStatement(db, "DELETE FROM \(tables.loose(table)) WHERE id = ?1")
        isAnyLoose =
            try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM \(tables.loose(table)))") ?? true
    }

    /// - Returns: false for a row that the store cannot take unchanged.
    mutating func write(_ row: MirrorRow) throws -> Bool {
        guard !row.isGone, row.problem == nil, layout.neededValues.allSatisfy({ row.values[$0] != .null }) else {
            return leave()
        }
        var place: Coordinate?
        if let places = layout.places {
            switch (row.values[places.latitude], row.values[places.longitude]) {
            case (.null, .null): break
            case (.real(let latitude), .real(let longitude)):
                place = try? Coordinate(strictLatitude: latitude, longitude: longitude)
                if place == nil { return leave() }
            default: return leave()
            }
        }
        ready.clear()
        ready.append(id: row.id)
        ready.append(remote)
        ready.append(row.token)
        ready.append(.null)
        for (index, value) in row.values.enumerated() {
            if case .null = value { ready.append(layout.valuesForNull[index]) } else { ready.append(value) }
        }
        if hasKeys { ready.append(row.key) }
        if layout.places != nil { ready.append(point: place) }
        if try insert.run(ready) == 0 {
            try remove(row.id.description)
            try insert.run(ready)
        }
        if isAnyLoose {
            deleteLoose.bind(1, row.id.description)
            try deleteLoose.run()
        }
        return true
    }

    private mutating func leave() -> Bool {
        isAnyLoose = true
        return false
    }

    func remove(_ id: String) throws {
        delete.bind(1, id)
        try delete.run()
    }
}
