import GRDB
import Geoq
import GeoqFormats
import GeoqIndex

/// What an import does to one of its tables.
struct TableImport {
    let table: TableSchema
    private let db: Database
    /// Sees the store as it was before the transaction.
    private let reader: DatabaseQueue
    private var writer: TableWriter
    /// Whether the last record was new; then the next one is probably new, too.
    private var expectsNew = true
    private(set) var seen: SeenRows
    /// Rows that were added or changed, some of them perhaps back to what they
    /// were.
    private var written = RowSet()
    /// How many rows the table had before, and the number of the last one.
    private let before: Int
    private let lastBefore: Int64
    private let referenceNames: [String]
    /// Finds the remote that a row is mirrored from; nil when nothing is.
    private let remotes: PreparedStatement?

    /// - Parameter reader: another connection to the same store.
    init(_ db: Database, before reader: DatabaseQueue, _ table: TableSchema) throws {
        (self.db, self.reader, self.table) = (db, reader, table)
        before = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table.name)") ?? 0
        lastBefore = try Int64.fetchOne(db, sql: "SELECT max(fid) FROM \(table.name)") ?? 0
        writer = try TableWriter(db, table, table.importedNames)
        seen = try SeenRows(db)
        referenceNames = table.references.map(\.name)
        let isRemote = "SELECT name FROM geoq_source WHERE kind = 'remote'"
        remotes =
            try String.fetchOne(db, sql: isRemote) == nil
            ? nil
            : PreparedStatement(db, "SELECT source FROM \(table.name) WHERE fid = ?1 AND source IN (\(isRemote))")
    }

    /// The ids of the rows that were added, changed or removed; nil when there
    /// are too many to note.
    var changedIDs: [String]? { writer.changedIDs }

    /// Adds the row, changes it, or leaves it when it is the same.
    ///
    /// The next record is probably new if the last one was, or known if the
    /// last one was: so a new row costs one statement, a known one two.
    ///
    /// - Returns: whether the row is new in this file.
    /// - Throws: `MirroredRow` for the id of a row of a remote.
    mutating func write(_ record: ImportRecord, _ references: References, id: FeatureID, source: String) throws -> Bool
    {
        let (id, place) = (id.description, record.coordinate)
        take(record, references, id, source, place)
        var found = expectsNew ? nil : try writer.find(id)?.number
        if found == nil {
            let added = try writer.add(id, at: place)
            expectsNew = added != nil
            if let added {
                written.insert(added)
                return seen.insert(added)
            }
            found = try writer.find(id)?.number
        }
        guard let known = found else { preconditionFailure("A row that cannot be added is there.") }
        if let remote = try mirror(of: known) { throw MirroredRow(id: id, remote: remote) }
        if try writer.change(known, id, at: place) { written.insert(known) }
        return seen.insert(known)
    }

    private func mirror(of row: Int64) throws -> String? {
        guard let remotes else { return nil }
        remotes.bind(1, row)
        defer { remotes.reset() }
        return try remotes.step() ? remotes.text(0) : nil
    }

    /// Takes the values of a record, in the order of `TableSchema.importedNames`.
    private mutating func take(
        _ record: ImportRecord, _ references: References, _ id: String, _ source: String, _ place: Coordinate?
    ) {
        writer.row.clear()
        writer.row.append(id)
        writer.row.append(source)
        writer.row.append(record.identity.sourceID)
        if table.hasPlace {
            writer.row.append(place?.latitude)
            writer.row.append(place?.longitude)
        }
        for column in referenceNames {
            writer.row.append(id: column == "bird_id" ? references.bird : references.watchlist)
        }
        for value in record.values { writer.row.append(value) }
        if table.hasPlace { writer.row.append(point: place) }
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
    ///
    /// - Parameter hotspots: of a source the hotspots whose rows count; nil for all its rows.
    func missing(
        of sources: [String], at hotspots: (_ source: String) -> Set<FeatureID>? = { _ in nil }
    ) throws -> Int {
        var stored = 0
        for source in sources {
            let (clauses, arguments) = choice(of: source, at: hotspots(source))
            stored += try Int.fetchOne(db, sql: "SELECT count(*) \(clauses)", arguments: arguments) ?? 0
        }
        return max(0, stored - seen.count)
    }

    /// The rows of a source that the file does not have.
    ///
    /// - Parameter hotspots: only rows of these; nil for all.
    func missingRows(of source: String, at hotspots: Set<FeatureID>? = nil) throws -> [Int64] {
        let (clauses, arguments) = choice(of: source, at: hotspots)
        return try Int64.fetchAll(db, sql: "SELECT fid \(clauses)", arguments: arguments)
            .filter { !seen.contains($0) }
    }

    /// The clauses that choose the rows of a source.
    private func choice(of source: String, at hotspots: Set<FeatureID>?) -> (sql: String, StatementArguments) {
        let all = "FROM \(table.name) WHERE source = ?"
        guard let hotspots else { return (all, [source]) }
        // A list of any length is one parameter.
        let list = "[" + hotspots.map { "\"\($0.description)\"" }.joined(separator: ",") + "]"
        return ("\(all) AND hotspot_id IN (SELECT value FROM json_each(?))", [source, list])
    }

    /// Removes rows.
    mutating func remove(_ numbers: [Int64]) throws {
        for row in numbers {
            let id = try String.fetchOne(db, sql: "SELECT id FROM \(table.name) WHERE fid = ?", arguments: [row])
            if let id { try writer.remove(row, id) }
        }
    }

    /// Ends the writing.
    func finish() throws {
        try writer.finish()
    }

    private func rowCount() throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table.name)") ?? 0
    }
}

/// A row of a file has the id of a row of a remote. If the file took it, the mirror would
/// not have it any more; and a row of the account with an edit that waits would count as
/// deleted here, and be deleted at the project.
struct MirroredRow: Error {
    let id: String
    let remote: String
}

/// The rows that a record refers to.
struct References {
    var watchlist: FeatureID?
    var bird: FeatureID?

    static let none = References()
}
