import Foundation
import GRDB
import TestSupport
import Testing

@testable import GeoqStore

/// The tables of watchlists: a migration adds them to an older store, they take
/// everything that a remote may hold, and the log has their changes.
@Suite struct WatchlistSchemaTests {
    private static let tables = ["watchlists", "watchlist_entries", "watchlist_rules"]
    private static let list = "00000000-0000-4000-8000-000000000001"
    private static let bird = "00000000-0000-4000-8000-000000000002"
    private static let entry = "00000000-0000-4000-8000-000000000003"
    private static let rule = "00000000-0000-4000-8000-000000000004"

    @Test func `a store of schema 2 is brought up to date and keeps its rows`() async throws {
        try await withFolder { folder in
            let path = folder + "/birds.sqlite"
            let queue = try DatabaseQueue(path: path, configuration: Self.spatial)
            var migrator = Migrator(path: path)
            migrator.migrations = Array(Migrations.all.prefix(2))
            try migrator.run(queue)
            try await queue.write { db in
                try db.execute(sql: "INSERT INTO geoq_source VALUES ('here', 'file')")
                try db.execute(
                    sql: "INSERT INTO bird (id, common_name, source) VALUES (?, 'Great Tit', 'here')",
                    arguments: [Self.bird])
            }
            let (before, missing) = try await queue.read { db in
                (try Self.version(db), try Self.tables.filter { try !db.tableExists($0) })
            }
            #expect(missing == Self.tables)
            try queue.close()
            let store = try Store(path: path)
            try await store.read { (db: Database) throws in
                let missing = try Self.tables.filter { try !db.tableExists($0) }
                #expect(missing == [])
                #expect(try String.fetchAll(db, sql: "SELECT common_name FROM bird") == ["Great Tit"])
                #expect(try Self.version(db) == before)
                #expect(try Int.fetchOne(db, sql: "PRAGMA user_version") == Migrations.all.count)
            }
            #expect(!FileManager.default.fileExists(atPath: Migrator.copy(of: path)))
        }
    }

    @Test func `a new store and one brought up to date have the same schema`() async throws {
        try await withFolder { folder in
            let older = folder + "/older.sqlite"
            for count in 1...Migrations.all.count {
                var migrator = Migrator(path: older)
                migrator.migrations = Array(Migrations.all.prefix(count))
                try migrator.run(try DatabaseQueue(path: older, configuration: Self.spatial))
            }
            let fresh = try await Self.schema(try Store(path: folder + "/new.sqlite"))
            #expect(try await Self.schema(try Store(path: older)) == fresh)
            #expect(fresh.contains { $0.contains("geoq_watchlist_rules_renumber") })
        }
    }

    /// What a remote without the repairs may hold is kept as it is.
    @Test func `values that make no sense are kept, not refused`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            try await store.write { (db: Database) throws in
                try Self.fill(db)
                try db.execute(
                    sql: """
                        UPDATE watchlists SET location_rule_radius_km = -5, location_rule_lat = 95, owner_id = NULL,
                            start_date = '2026-05-03', end_date = '2026-05-01',
                            date_rule_start_date = '2026-05-03', date_rule_end_date = '2026-05-01'
                        """)
                try db.execute(sql: "UPDATE watchlist_rules SET parameters_json = ?", arguments: ["{broken\n"])
                try db.execute(
                    sql: """
                        UPDATE watchlist_entries SET lat = 195, lon = NULL, bird_id = NULL,
                            to_observe_start_date = '2026-05-03T00:00:00Z', to_observe_end_date = '2026-05-01T00:00:00Z'
                        """)
            }
            try await store.read { (db: Database) throws in
                #expect(try Double.fetchOne(db, sql: "SELECT location_rule_radius_km FROM watchlists") == -5)
                #expect(try String.fetchOne(db, sql: "SELECT parameters_json FROM watchlist_rules") == "{broken\n")
                #expect(try Double.fetchOne(db, sql: "SELECT lat FROM watchlist_entries") == 195)
            }
        }
    }

    @Test func `what is on a list goes with it, and a bird stays while an entry is of it`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            try await store.write { (db: Database) throws in
                try Self.fill(db)
                let count = try Int.fetchOne(
                    db, sql: "SELECT count(*) FROM watchlist_entries WHERE ST_X(geom) = lon AND ST_Y(geom) = lat")
                #expect(count == 1)
            }
            await #expect(throws: StoreError.self) {
                try await store.write { db in try db.execute(sql: "DELETE FROM bird") }
            }
            try await store.write { (db: Database) throws in
                let before = try Self.version(db)
                try db.execute(sql: "DELETE FROM watchlists")
                for table in Self.tables {
                    #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") == 0)
                }
                let logged = try Row.fetchAll(
                    db, sql: "SELECT table_name, row_id FROM geoq_change WHERE version > ?", arguments: [before])
                #expect(
                    Set(logged.map { "\($0[0] as String) \($0[1] as String)" })
                        == [
                            "watchlists \(Self.list)", "watchlist_entries \(Self.entry)",
                            "watchlist_rules \(Self.rule)",
                        ])
            }
        }
    }

    @Test func `the log names an id that an entry had before`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            let other = "00000000-0000-4000-8000-000000000009"
            try await store.write { (db: Database) throws in
                try Self.fill(db)
                let before = try Self.version(db)
                for table in ["watchlist_entries", "watchlist_rules"] {
                    try db.execute(sql: "UPDATE \(table) SET id = ?", arguments: [other])
                }
                try db.execute(
                    sql: """
                        INSERT OR REPLACE INTO watchlist_rules (fid, id, source)
                        SELECT fid, ?, source FROM watchlist_rules
                        """, arguments: [Self.list])
                let ids = try String.fetchSet(
                    db, sql: "SELECT table_name || row_id FROM geoq_change WHERE version > ?", arguments: [before])
                #expect(
                    ids == [
                        "watchlist_entries\(Self.entry)", "watchlist_entries\(other)", "watchlist_rules\(Self.rule)",
                        "watchlist_rules\(other)", "watchlist_rules\(Self.list)",
                    ])
            }
        }
    }

    /// A list with an entry and a rule; the children first, as a page of a
    /// remote may have them.
    private static func fill(_ db: Database) throws {
        try db.execute(sql: "INSERT INTO geoq_source VALUES ('here', 'file')")
        try db.execute(
            sql: """
                INSERT INTO watchlist_entries (id, watchlist_id, bird_id, lat, lon, geom, source)
                VALUES (?, ?, ?, 42.48, -76.45, MakePoint(-76.45, 42.48, 4326), 'here')
                """, arguments: [entry, list, bird])
        try db.execute(
            sql: """
                INSERT INTO watchlist_rules (id, watchlist_id, rule_type, parameters_json, source)
                VALUES (?, ?, 'date', '{}', 'here')
                """, arguments: [rule, list])
        try db.execute(sql: "INSERT INTO watchlists (id, source) VALUES (?, 'here')", arguments: [list])
        try db.execute(
            sql: "INSERT INTO bird (id, common_name, source) VALUES (?, 'Great Tit', 'here')", arguments: [bird])
    }

    private static var spatial: Configuration {
        var configuration = Configuration()
        configuration.prepareDatabase { db in try SpatiaLite.initialize(db) }
        return configuration
    }

    private static func version(_ db: Database) throws -> Int64? {
        try Int64.fetchOne(db, sql: "SELECT version FROM geoq_store")
    }

    private static func schema(_ store: Store) async throws -> Set<String> {
        try await store.read { (db: Database) throws in
            try String.fetchSet(db, sql: "SELECT name || ': ' || sql FROM sqlite_master WHERE sql IS NOT NULL")
        }
    }
}
