import GRDB
import GeoqFiles
import GeoqFormats

/// The libraries, and the file as SQLite sees it.
extension StoreExamination {
    static func libraries(_ work: WaitingWork) async throws -> [HealthCheck] {
        try await work.run {
            var configuration = Configuration()
            configuration.prepareDatabase { db in try SpatiaLite.initialize(db) }
            return try DatabaseQueue(configuration: configuration).read { db in
                try SpatiaLite.versions(db).map { HealthCheck(name: $0.name, isSound: true, finding: $0.version) }
            }
        }
    }

    /// Whether the file begins as a database does; an empty one is a database without tables.
    mutating func isDatabase() async -> Bool {
        let head = try? await work.run { [path] in try FileStream(path: path).first(SQLiteHead.bytes.count) }
        guard let head, !head.isEmpty, !SQLiteHead.begins(head) else { return true }
        add("file", Self.finding(StoreError.notAStore(path: path, reason: "it is not an SQLite database")))
        return false
    }

    mutating func opened() async -> DatabaseQueue? {
        do {
            return try await work.run { [path] in try Store.connectReader(path) }
        } catch {
            let isClosed = (error as? DatabaseError)?.resultCode == .SQLITE_CANTOPEN
            add("file", Self.finding(isClosed ? Store.described(error, path: path) : error))
            return nil
        }
    }

    /// nil when the file is no store, or a store that this program cannot
    /// examine.
    mutating func schema(_ queue: DatabaseQueue) async -> Int? {
        do {
            let path = path
            let schema = try await queue.read { db in try Migrator.check(db, path) }
            let latest = Migrations.all.count
            if let failure = MigrationFailure.kept(beside: path), failure.forbids(schema, latest) {
                add("schema", Finding(isSound: false, words: "\(schema) of \(latest): \(failure.error(path))"))
                return schema
            }
            add(
                "schema",
                Finding(
                    words: schema == latest
                        ? "\(schema)" : "\(schema); the next command that uses the store makes it \(latest)"))
            return schema == 0 ? nil : schema
        } catch {
            add("schema", Self.finding(error))
            return nil
        }
    }

    static func integrity(_ db: Database) throws -> Finding {
        let found = try String.fetchAll(db, sql: "PRAGMA integrity_check(5)").joined(separator: "; ")
        return Finding(isSound: found == "ok", words: found, isDamage: found != "ok")
    }

    static func references(_ db: Database) throws -> Finding {
        let orphans = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").count
        let rows = orphans == 1 ? "1 row" : "\(orphans) rows"
        return Finding(
            isSound: orphans == 0, words: orphans == 0 ? "ok" : "\(rows) whose source, watchlist or bird is missing")
    }

    static func journal(_ db: Database) throws -> Finding {
        let mode = try String.fetchOne(db, sql: "PRAGMA journal_mode") ?? "unknown"
        return Finding(isSound: mode == "wal", words: mode)
    }

    /// Checks how far each table can be read.
    mutating func lookAtTables(_ queue: DatabaseQueue) async {
        let names: [String]
        do {
            names = try await queue.read { db in
                // The shadow tables of the spatial index can be made anew from
                // the rows.
                try String.fetchAll(
                    db,
                    sql: """
                        SELECT name FROM sqlite_master WHERE type = 'table' AND (name GLOB 'geoq_*' OR name IN
                            ('hotspot', 'observation', 'bird', 'watchlists', 'watchlist_entries', 'watchlist_rules',
                            'area'))
                        ORDER BY name
                        """)
            }
        } catch {
            add("tables", Self.finding(error))
            return
        }
        for name in names { await look("table \(name)", queue) { db in try Self.readable(db, name) } }
    }

    private static func readable(_ db: Database, _ table: String) throws -> Finding {
        var count = 0
        do {
            // All columns: long texts lie on pages of their own.
            let rows = try Row.fetchCursor(db, sql: "SELECT * FROM \"\(table)\" NOT INDEXED")
            while try rows.next() != nil { count += 1 }
        } catch let error as DatabaseError {
            let rows = count == 1 ? "1 row" : "\(count) rows"
            let words = "\(rows) can be read, then: \(error.message ?? "\(error.resultCode)")"
            return Finding(isSound: false, words: words, isDamage: true)
        }
        let found = try String.fetchAll(db, sql: "PRAGMA integrity_check(\"\(table)\")").joined(separator: "; ")
        if found == "ok" { return Finding(words: "ok, \(count) \(count == 1 ? "row" : "rows")") }
        let rows = count == 1 ? "1 row" : "\(count) rows"
        return Finding(isSound: false, words: "\(rows) can be read, not all by its indexes", isDamage: true)
    }
}
