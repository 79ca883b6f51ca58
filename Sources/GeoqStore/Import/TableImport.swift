import GRDB
import Geoq
import GeoqFormats
import GeoqIndex

/// What an import does to one of its tables.
struct TableImport {
    let table: ImportTable
    private let db: Database
    /// Sees the store as it was before the transaction.
    private let reader: DatabaseQueue
    private(set) var rows: RowWriter
    private(set) var seen: SeenRows
    /// Rows that were added or changed, some of them perhaps back to what they
    /// were.
    private var written = RowSet()
    /// How many rows the table had before, and the number of the last one.
    private let before: Int
    private let lastBefore: Int64

    /// - Parameter reader: another connection to the same store.
    init(_ db: Database, before reader: DatabaseQueue, _ table: ImportTable) throws {
        (self.db, self.reader, self.table) = (db, reader, table)
        before = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table.name)") ?? 0
        lastBefore = try Int64.fetchOne(db, sql: "SELECT max(fid) FROM \(table.name)") ?? 0
        rows = try RowWriter(db, table, count: before)
        seen = try SeenRows(db)
    }

    /// - Returns: whether the row is new in this file.
    mutating func write(_ record: ImportRecord, _ references: References, id: FeatureID, source: String) throws -> Bool
    {
        let outcome = try rows.write(record, references, id: id, source: source)
        if outcome.hasWritten { written.insert(outcome.row) }
        return seen.insert(outcome.row)
    }

    /// How many rows were added, changed and left as they were.
    func counts() throws -> (added: Int, changed: Int, unchanged: Int) {
        let added = try rowCount() - before
        let changed = max(0, written.count - added - (try changedBack()))
        return (added, changed, seen.count - added - changed)
    }

    /// How many rows occurred more than once in the file and were changed, but
    /// are in the end what they were before. These do not count as changed.
    private func changedBack() throws -> Int {
        let sql = "SELECT * FROM \(table.name) WHERE fid = ?"
        var count = 0
        for row in seen.repeated.intersection(written, through: lastBefore) {
            let former = try reader.read { try Row.fetchOne($0, sql: sql, arguments: [row]) }
            if try former == Row.fetchOne(db, sql: sql, arguments: [row]) { count += 1 }
        }
        return count
    }

    /// How many rows of some sources the file does not have.
    func missing(of sources: Set<String>) throws -> Int {
        var stored = 0
        for source in sources {
            stored +=
                try Int.fetchOne(
                    db, sql: "SELECT count(*) FROM \(table.name) WHERE source = ?", arguments: [source]) ?? 0
        }
        return max(0, stored - seen.count)
    }

    /// The rows of a source that the file does not have.
    func missingRows(of source: String) throws -> [Int64] {
        try Int64.fetchAll(db, sql: "SELECT fid FROM \(table.name) WHERE source = ?", arguments: [source])
            .filter { !seen.contains($0) }
    }

    /// Removes rows.
    mutating func remove(_ numbers: [Int64]) throws {
        let delete = try PreparedStatement(db, "DELETE FROM \(table.name) WHERE fid = ?1")
        for row in numbers { try rows.remove(row, with: delete) }
    }

    /// Ends the writing.
    func finish() throws {
        try rows.finish(count: try rowCount())
    }

    private func rowCount() throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table.name)") ?? 0
    }
}

/// The rows that a record refers to.
struct References {
    var watchlist: FeatureID?
    var bird: FeatureID?

    static let none = References()
}
