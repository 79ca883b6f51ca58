import GRDB
import Geoq
import GeoqIndex

/// Writes rows of a remote into a staging file, inside one transaction.
struct StagedRowWriter {
    private let columnCount: Int
    private let insertLoose: PreparedStatement
    private var ready: ReadyRowWriter?

    init(_ db: Database, _ table: MirrorTable, _ tables: StagedTables, remote: String) throws {
        columnCount = table.columns.count
        let places = (1...columnCount + 4).map { "?\($0)" }.joined(separator: ", ")
        insertLoose = try PreparedStatement(
            db, "INSERT OR REPLACE INTO \(tables.loose(table)) VALUES (\(places))")
        ready = tables.ready.contains(table) ? try ReadyRowWriter(db, table, tables, remote: remote) : nil
    }

    /// Adds a row; a newer row replaces an older one of the same id.
    mutating func write(_ row: MirrorRow) throws {
        let isEmpty = row.isGone || row.problem != nil
        precondition(isEmpty || row.values.count == columnCount, "A row has the values of its table.")
        if try ready?.write(row) == true { return }
        insertLoose.bind(1, row.id.description)
        insertLoose.bind(2, row.token)
        insertLoose.bind(3, row.isGone ? 1 : 0 as Int64)
        insertLoose.bind(4, row.problem)
        for index in 0..<columnCount {
            insertLoose.bind(Int32(index + 5), value: isEmpty ? .null : row.values[index])
        }
        try insertLoose.run()
        try ready?.remove(row.id.description)
    }

    /// Stages that the remote does not have a row.
    ///
    /// - Parameter id: as the store has it; the id of a damaged row is no UUID.
    mutating func writeGone(_ id: String) throws {
        insertLoose.bind(1, id)
        insertLoose.bind(2, 0 as Int64)
        insertLoose.bind(3, 1 as Int64)
        for index in 0...columnCount { insertLoose.bind(Int32(index + 4), nil as String?) }
        try insertLoose.run()
        try ready?.remove(id)
    }
}

/// Writes rows as the store's own table will have them.
private struct ReadyRowWriter {
    private let insert: PreparedStatement
    private let delete: PreparedStatement
    private let deleteLoose: PreparedStatement
    /// The positions of latitude and longitude among a row's values.
    private let places: (latitude: Int, longitude: Int)?
    private let neededTexts: [Int]
    private let version: Int?
    private let emptyTextForNull: Int?
    /// Whether a row may be among the loose ones.
    private var isAnyLoose: Bool
    /// The texts and bytes of a row, one after the other; `parts` says where
    /// each is.
    private var buffer: [UInt8] = []
    private var parts: [PreparedStatement.BoundPart] = []

    init(_ db: Database, _ table: MirrorTable, _ tables: StagedTables, remote: String) throws {
        let names = ["id", "source", "sync_token"] + (table.hasPlace ? ["geom"] : []) + table.columns.map(\.name)
        insert = try PreparedStatement(db, RowWriter.insertion(table.rawValue, names))
        delete = try PreparedStatement(db, "DELETE FROM \(table) WHERE id = ?1")
        deleteLoose = try PreparedStatement(db, "DELETE FROM \(tables.loose(table)) WHERE id = ?1")
        isAnyLoose =
            try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM \(tables.loose(table)))") ?? true
        // The source stays bound for all rows.
        insert.bind(2, remote)
        func index(_ name: String) -> Int? { table.columns.firstIndex { $0.name == name } }
        places = table.hasPlace ? (index("lat")!, index("lon")!) : nil
        neededTexts = table.neededTexts
        version = index("row_version")
        emptyTextForNull = table.emptyTextForNull
    }

    /// - Returns: false for a row that the store cannot take unchanged.
    mutating func write(_ row: MirrorRow) throws -> Bool {
        guard !row.isGone, row.problem == nil, neededTexts.allSatisfy({ row.values[$0] != .null }) else {
            return leave()
        }
        var place: Coordinate?
        if let places {
            switch (row.values[places.latitude], row.values[places.longitude]) {
            case (.null, .null): break
            case (.real(let latitude), .real(let longitude)):
                place = try? Coordinate(strictLatitude: latitude, longitude: longitude)
                if place == nil { return leave() }
            default: return leave()
            }
        }
        buffer.removeAll(keepingCapacity: true)
        parts.removeAll(keepingCapacity: true)
        add(1) { row.id.write(to: &$0) }
        insert.bind(3, row.token)
        var number: Int32 = 4
        if places != nil {
            if let place {
                add(number, isText: false) { PointBlob.append(place, to: &$0) }
            } else {
                insert.bind(number, nil as String?)
            }
            number += 1
        }
        for (index, value) in row.values.enumerated() {
            let parameter = number + Int32(index)
            switch value {
            case .text(let text): add(parameter) { $0.append(contentsOf: text.utf8) }
            case .null where index == version: insert.bind(parameter, 1 as Int64)
            case .null where index == emptyTextForNull: insert.bind(parameter, "")
            default: insert.bind(parameter, value: value)
            }
        }
        if try insert.run(binding: parts, of: buffer) == 0 {
            try remove(row.id.description)
            try insert.run(binding: parts, of: buffer)
        }
        if isAnyLoose {
            deleteLoose.bind(1, row.id.description)
            try deleteLoose.run()
        }
        return true
    }

    private mutating func add(_ number: Int32, isText: Bool = true, _ write: (inout [UInt8]) -> Void) {
        let start = buffer.count
        write(&buffer)
        parts.append(PreparedStatement.BoundPart(number: number, range: start..<buffer.count, isText: isText))
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
