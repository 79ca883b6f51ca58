import GRDB
import Geoq
import TestSupport
import Testing

@testable import GeoqStore

/// What a sync applies, triggers do not see; what they would have done is done.
@Suite struct MirrorTriggerTests {
    private static let list = OutboxFixture.list(1)

    @Test func `a sync changes no schema, keeps the spatial index, and leaves the triggers at work`() async throws {
        try await withFolder { folder in
            var fixture = try await OutboxFixture(folder)
            let schema = try await fixture.sql("PRAGMA schema_version")
            let triggers = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name"
            let made = try await fixture.sql(triggers)
            let versions = "SELECT version FROM geoq_store"
            let index = "SELECT round(xmin, 3), round(ymin, 3) FROM idx_watchlist_entries_geom"

            try await fixture.addShared(1, entries: [2, 3])
            fixture.server.edit(OutboxFixture.entry(2), ["lat": .real(42.5), "lon": .real(-76.25)])
            try await fixture.pull()
            #expect(try await fixture.sql(index) == ["-76.25|42.5"])
            let before = try await fixture.sql(versions)
            fixture.server.edit(OutboxFixture.entry(2), ["lat": .real(42), "lon": .real(-76)])
            try await fixture.pull()
            #expect(try await fixture.sql(index) == ["-76.0|42.0"])
            #expect(try await fixture.sql(versions) != before, "A reader must hear of it.")
            #expect(try await fixture.sql("SELECT count(*) FROM geoq_edit") == ["0"], "It is no edit of the user.")

            // The server's list takes its entries along.
            fixture.server.delete(Self.list)
            for number in [2, 3] { fixture.server.delete(OutboxFixture.entry(number)) }
            try await fixture.pull()
            #expect(try await fixture.sql("SELECT id FROM watchlist_entries") == [])
            #expect(try await fixture.sql(index) == [])

            #expect(try await fixture.sql("PRAGMA schema_version") == schema)
            #expect(try await fixture.sql(triggers) == made)
            try await fixture.addShared(4)
            try await fixture.sql("UPDATE watchlists SET title = 'mine' WHERE id = '\(OutboxFixture.id(4))'")
            #expect(try await fixture.sql("SELECT count(*) FROM geoq_edit WHERE column_name = 'title'") == ["1"])
        }
    }

    @Test func `a sync runs the triggers that another program has made`() async throws {
        try await withFolder { folder in
            var fixture = try await OutboxFixture(folder)
            let hasOthers = try await fixture.store.read { try $0.hasOtherTriggers() }
            #expect(!hasOthers)
            try await fixture.sql(
                """
                CREATE TABLE words (id TEXT, event TEXT);
                CREATE TRIGGER words_come AFTER INSERT ON watchlist_entries
                    BEGIN INSERT INTO words VALUES (NEW.id, 'comes'); END;
                CREATE TRIGGER words_go AFTER DELETE ON watchlist_entries
                    BEGIN INSERT INTO words VALUES (OLD.id, 'goes'); END;
                """)
            let triggers = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name"
            let made = try await fixture.sql(triggers)
            let words = "SELECT sum(event = 'comes'), sum(event = 'goes') FROM words"
            let index = "SELECT count(*) FROM idx_watchlist_entries_geom"

            try await fixture.addShared(1, entries: [2, 3])
            fixture.server.edit(OutboxFixture.entry(2), ["lat": .real(42.5), "lon": .real(-76.25)])
            try await fixture.pull()
            #expect(try await fixture.sql(words) == ["2|0"])
            #expect(try await fixture.sql(index) == ["1"])

            fixture.server.delete(Self.list)
            for number in [2, 3] { fixture.server.delete(OutboxFixture.entry(number)) }
            try await fixture.pull()
            #expect(try await fixture.sql(words) == ["2|2"])
            #expect(try await fixture.sql(index) == ["0"])
            #expect(try await fixture.sql("SELECT count(*) FROM geoq_edit") == ["0"], "It is no edit of the user.")
            #expect(try await fixture.sql(triggers) == made)
        }
    }

    @Test func `triggers run again after a statement that fails without them`() async throws {
        try await withFolder { folder in
            let fixture = try await OutboxFixture(folder)
            await #expect(throws: (any Error).self) {
                try await fixture.store.write { db in
                    try db.withoutTriggers {
                        #expect(!db.runsTriggers)
                        try db.withoutTriggers { try db.execute(sql: "DELETE FROM bird") }
                        #expect(!db.runsTriggers)
                        try db.execute(sql: "DELETE FROM no_such_table")
                    }
                }
            }
            let (runs, log) = try await fixture.store.write { db in
                try db.execute(sql: "UPDATE bird SET common_name = 'Dunnock'")
                return (db.runsTriggers, try Int.fetchOne(db, sql: "SELECT count(*) FROM geoq_change"))
            }
            #expect(runs && log ?? 0 > 0)
        }
    }
}
