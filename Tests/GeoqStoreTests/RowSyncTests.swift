import Foundation
import GRDB
import Geoq
import GeoqIndex
import TestSupport
import Testing

@testable import GeoqStore

/// Which version of a row the server had, and when a row was last as the server has it. Syncs of long ago are made by
/// their note in the store.
@Suite struct RowSyncTests {
    private static func fixture(_ body: (inout OutboxFixture, Repository) async throws -> Void) async throws {
        try await withFolder { folder in
            var fixture = try await OutboxFixture(folder)
            try await body(&fixture, Repository(fixture.store))
        }
    }

    private static func moment<Row: Hashable & Sendable>(
        _ moments: AsyncThrowingStream<Repository.Moment<Row>, any Error>
    ) async throws -> Repository.Moment<Row> {
        var iterator = moments.makeAsyncIterator()
        return try #require(try await iterator.next(), "A sequence begins with the rows that are there.")
    }

    private static let longAgo = Date(timeIntervalSince1970: 1_700_000_000)

    /// As if the last sync, and the answers since, were of long ago.
    private static func age(_ fixture: OutboxFixture) async throws {
        try await fixture.sql(
            """
            UPDATE geoq_remote SET synced_at = '2023-11-14T22:13:20.000Z';
            UPDATE geoq_setting SET value = '2023-11-14T22:13:20.000Z' WHERE name GLOB 'row_seen/*';
            """)
    }

    private static func notes(_ fixture: OutboxFixture) async throws -> Int {
        try await fixture.sql("SELECT name FROM geoq_setting WHERE name GLOB 'row_seen/*' OR name GLOB 'table_read/*'")
            .count
    }

    @Test func `a guest's rows have no version and were never synced`() async throws {
        try await withFolder { folder in
            let birds = Repository(try Store.blank(folder + "/guest.sqlite"))
            let list = try await birds.add(Watchlist(title: "Ducks"))
            #expect(list.rowVersion == 0 && list.lastSyncedAt == nil)
            let moment = try await Self.moment(birds.watchlists())
            #expect(moment.rows == [list] && moment.rows[0].lastSyncedAt == nil && moment.lastSync == nil)
        }
    }

    @Test func `a row that was pushed before the first sync has its version`() async throws {
        try await Self.fixture { fixture, birds in
            _ = try await birds.add(Watchlist(title: "a"))
            try await fixture.push()
            let moment = try await Self.moment(birds.watchlists())
            #expect(moment.rows.map(\.rowVersion) == [1] && moment.rows[0].lastSyncedAt != nil)
            #expect(moment.lastSync == nil && moment.statuses.isEmpty)
        }
    }

    @Test func `a sync that finds nothing confirms all rows, those with waiting changes too`() async throws {
        try await Self.fixture { fixture, birds in
            try await fixture.addShared(1, title: "a", entries: [3])
            fixture.server.edit(OutboxFixture.list(1), ["type": .text("x")])
            try await fixture.pull()
            try await birds.edit(Watchlist(id: OutboxFixture.id(1))) { $0.title = "b" }
            let born = try await birds.add(Watchlist(title: "c"))
            try await Self.age(fixture)
            var moment = try await Self.moment(birds.watchlists())
            #expect(moment.rows.map(\.title) == ["b", "c"] && moment.rows.map(\.rowVersion) == [2, 0])
            #expect(moment.rows.map(\.lastSyncedAt) == [Self.longAgo, nil] && moment.lastSync == Self.longAgo)
            #expect(moment.statuses == [OutboxFixture.id(1): .pendingUpdate, born.id: .pendingCreate])
            try await fixture.pull()
            moment = try await Self.moment(birds.watchlists())
            #expect(moment.rows.map(\.rowVersion) == [2, 0] && moment.rows[1].lastSyncedAt == nil)
            #expect(moment.rows[0].lastSyncedAt == moment.lastSync && moment.lastSync != Self.longAgo)
            let entries = try await Self.moment(birds.entries(of: OutboxFixture.id(1)))
            #expect(entries.rows.map(\.rowVersion) == [1] && entries.rows[0].lastSyncedAt == moment.lastSync)
        }
    }

    @Test func `rows of an answer have their versions`() async throws {
        try await Self.fixture { fixture, birds in
            try await fixture.addShared(1, title: "a", entries: [3])
            try await fixture.pull()
            let query = Query(.box(.everything), layer: .entries)
            func features() async throws -> [Feature] {
                try await fixture.store.features.rows(answering: query).features
            }
            let entry = try #require(try await Self.moment(birds.entries(of: OutboxFixture.id(1))).rows.first)
            try await birds.edit(entry) { $0.coordinate = try? Coordinate(latitude: 1, longitude: 2) }
            let answered = try await features()
            #expect(answered.map(\.rowVersion) == [entry.rowVersion] && entry.rowVersion == 1)
            #expect(answered.map(\.lastSyncedAt) == [entry.lastSyncedAt] && entry.lastSyncedAt != nil)
            let snapshot = try await fixture.store.snapshot()
            let hits = try snapshot.answer(query)
            #expect(try await fixture.store.features.rows(of: hits, in: snapshot).map(\.feature) == answered)
            // Rows of a file have no server.
            try await fixture.sql(
                """
                INSERT INTO geoq_source (name, kind) VALUES ('a file', 'file');
                INSERT INTO hotspot (id, name, lat, lon, source) VALUES ('\(OutboxFixture.id(91))', 'Pond', 1, 2, 'a file');
                INSERT INTO observation (id, common_name, lat, lon, source)
                    VALUES ('\(OutboxFixture.id(92))', 'Gull', 1, 2, 'a file');
                """)
            for (layer, id) in [(Layer.hotspots, 91), (.observations, 92)] {
                let rows = try await fixture.store.features.rows(
                    answering: Query(.box(.everything), layer: layer)
                ).features
                let row = try #require(rows.first { $0.id == OutboxFixture.id(id).description })
                #expect(row.rowVersion == 0 && row.lastSyncedAt == nil)
            }
        }
    }

    @Test func `another device's change of a waiting row is its version from then on`() async throws {
        try await Self.fixture { fixture, birds in
            try await fixture.addShared(1, title: "a")
            let list = try await birds.edit(Watchlist(id: OutboxFixture.id(1))) { $0.title = "b" }
            #expect(list.rowVersion == 1)
            fixture.server.edit(OutboxFixture.list(1), ["type": .text("x")])
            try await fixture.pull()
            let moment = try await Self.moment(birds.watchlists())
            #expect(moment.rows.map(\.rowVersion) == [2] && moment.rows.map(\.title) == ["b"])
            #expect(moment.statuses == [list.id: .pendingUpdate])
        }
    }

    @Test func `the answer to a push counts, until the next sync says more`() async throws {
        try await Self.fixture { fixture, birds in
            try await fixture.addShared(1, title: "a")
            try await birds.edit(Watchlist(id: OutboxFixture.id(1))) { $0.title = "b" }
            let born = try await birds.add(Watchlist(title: "c"))
            try await Self.age(fixture)
            try await fixture.push()
            var moment = try await Self.moment(birds.watchlists())
            #expect(moment.rows.map(\.rowVersion) == [2, 1] && moment.statuses.isEmpty)
            #expect(moment.lastSync == Self.longAgo)
            for list in moment.rows { #expect(try #require(list.lastSyncedAt) > Self.longAgo) }
            #expect(try await Self.notes(fixture) == 2)
            // A change that waits since was made on what the answer has told.
            let edited = try await birds.edit(born) { $0.title = "d" }
            #expect(edited.rowVersion == 1 && edited.lastSyncedAt == moment.rows[1].lastSyncedAt)
            try await fixture.pull()
            moment = try await Self.moment(birds.watchlists())
            #expect(moment.rows.allSatisfy { $0.lastSyncedAt == moment.lastSync } && moment.rows.count == 2)
            #expect(try await Self.notes(fixture) == 0)
        }
    }

    @Test func `an idle sync writes one note for all rows, and forgets the answers before it`() async throws {
        try await Self.fixture { fixture, birds in
            try await fixture.addShared(1, title: "a")
            try await birds.edit(Watchlist(id: OutboxFixture.id(1))) { $0.title = "b" }
            try await fixture.push()
            #expect(try await Self.notes(fixture) == 1)
            try await Self.age(fixture)
            #expect(try await Self.moment(birds.watchlists()).rows[0].lastSyncedAt == Self.longAgo)
            let before = try await fixture.sql("SELECT * FROM watchlists")
            try await fixture.store.mirror.noteUnchanged(
                MirrorUnchanged(
                    name: OutboxFixture.remote, cursor: MirrorCursor("2"), serverTime: "2026-11-21T00:00:00Z",
                    memory: nil, isCompared: true))
            #expect(try await fixture.sql("SELECT * FROM watchlists") == before)
            #expect(try await Self.notes(fixture) == 0)
            let moment = try await Self.moment(birds.watchlists())
            #expect(moment.rows[0].lastSyncedAt == moment.lastSync && moment.lastSync != Self.longAgo)
        }
    }

    @Test func `a waiting row that a sync does not find was last seen before it`() async throws {
        try await Self.fixture { fixture, birds in
            try await fixture.addShared(1, title: "a")
            try await birds.edit(Watchlist(id: OutboxFixture.id(1))) { $0.title = "b" }
            let row = fixture.server.rows.removeValue(forKey: OutboxFixture.list(1))
            try await Self.age(fixture)
            for _ in 0..<2 {
                try await fixture.pull()
                let moment = try await Self.moment(birds.watchlists())
                #expect(moment.rows.map(\.lastSyncedAt) == [Self.longAgo] && moment.lastSync != Self.longAgo)
                #expect(moment.rows.map(\.rowVersion) == [1])
            }
            // It is shown again.
            fixture.server.rows[OutboxFixture.list(1)] = row
            for _ in 0..<2 { try await fixture.pull() }
            let moment = try await Self.moment(birds.watchlists())
            #expect(moment.rows.map(\.lastSyncedAt) == [moment.lastSync])
            #expect(try await Self.notes(fixture) == 0)
        }
    }

    @Test func `rows of a table that a sync leaves alone are as old as they were`() async throws {
        try await Self.fixture { fixture, birds in
            try await fixture.addShared(1, title: "a")
            for _ in 0..<2 {
                if try await Self.notes(fixture) == 0 { try await Self.age(fixture) }
                let staging = try MirrorStaging(of: fixture.store, for: "here", nil, cursor: MirrorCursor("1"))
                try staging.write([], to: .watchlistEntries)
                let update = MirrorUpdate(
                    name: OutboxFixture.remote,
                    identity: MirrorIdentity(
                        origin: "7", address: "here", user: OutboxFixture.user, region: nil, mapping: "m"),
                    tables: [
                        .init(.watchlists, origin: "42", isReplaced: false, cursor: nil, stopped: "no right"),
                        .init(.watchlistEntries, origin: "42", isReplaced: true, cursor: nil),
                    ], isDigested: true, serverTime: "2026-11-21T00:00:00Z")
                _ = try await fixture.store.mirror.apply(update, from: staging)
                let moment = try await Self.moment(birds.watchlists())
                #expect(moment.rows.map(\.lastSyncedAt) == [Self.longAgo] && moment.lastSync != Self.longAgo)
            }
            try await fixture.pull()
            let moment = try await Self.moment(birds.watchlists())
            #expect(moment.rows.map(\.lastSyncedAt) == [moment.lastSync])
            #expect(try await Self.notes(fixture) == 0)
        }
    }

    @Test func `a value that is written back with another version changes what its columns say, and nothing else`()
        async throws
    {
        try await Self.fixture { fixture, birds in
            try await fixture.addShared(1, title: "a")
            let list = try await birds.edit(Watchlist(id: OutboxFixture.id(1))) { _ in }
            var text = String(decoding: try JSONEncoder().encode(list), as: UTF8.self)
            text = text.replacing(#""row_version":1"#, with: #""row_version":99"#).replacing(#""a""#, with: #""b""#)
            let read = try JSONDecoder().decode(Watchlist.self, from: Data(text.utf8))
            #expect(read.rowVersion == 99 && read.title == "b")
            let edited = try await birds.edit(list) { $0 = read }
            #expect(edited.title == "b" && edited.rowVersion == 1)
            let item = try #require(try await fixture.store.outbox.list().first)
            #expect(item.editedColumns == ["title"] && item.baseVersion == 1)
            #expect(try await fixture.push().applied == 1)
            // The version alone is no change.
            #expect(try await birds.edit(edited) { $0.sync.version = 0 }.rowVersion == 2)
            #expect(try await fixture.store.outbox.counts().unsent == 0)
            // Nor has a new row another one than its own.
            let entry = try JSONDecoder().decode(
                WatchlistEntry.self,
                from: Data(
                    """
                    {"id": "\(OutboxFixture.id(5))", "watchlist_id": "\(list.id)", "bird_id": "\(OutboxFixture.bird)",
                     "row_version": 99, "last_synced_at": "2026-11-20T08:00:00Z"}
                    """.utf8))
            let added = try await birds.add(entry)
            #expect(added.id == entry.id && added.rowVersion == 0 && added.lastSyncedAt == nil)
        }
    }

    @Test func `a rule in columns has what is known of its list, and birds have theirs`() async throws {
        try await Self.fixture { fixture, birds in
            try await fixture.addShared(1, title: "a")
            let circle = Circle(center: try Coordinate(latitude: 42.45, longitude: -76.5), radius: .kilometers(25))
            try await birds.edit(Watchlist(id: OutboxFixture.id(1))) { $0.circle = circle }
            try await fixture.push()
            try await birds.add(WatchlistRule(.date, #"{"start": "--11-01"}"#, on: OutboxFixture.id(1)))
            let rules = try await Self.moment(birds.rules(of: OutboxFixture.id(1)))
            #expect(rules.rows.map(\.rowVersion) == [2, 0])
            #expect(rules.rows[0].lastSyncedAt != nil && rules.rows[1].lastSyncedAt == nil)
            try await fixture.sql(
                """
                UPDATE bird SET row_version = 6;
                INSERT INTO geoq_remote_table (remote, table_name, origin, row_count)
                    VALUES ('\(OutboxFixture.remote)', 'bird', '42', 1);
                """)
            let known = try await Self.moment(birds.birds())
            #expect(known.rows.map(\.commonName) == ["Wren"] && known.rows.map(\.rowVersion) == [6])
            #expect(known.rows[0].lastSyncedAt == known.lastSync && known.lastSync != nil)
        }
    }

    @Test func `a moment comes after a sync that has found nothing, for its rows are confirmed`() async throws {
        try await Self.fixture { fixture, birds in
            try await fixture.addShared(1, title: "a")
            try await Self.age(fixture)
            var moments = birds.watchlists().makeAsyncIterator()
            let before = try #require(try await moments.next())
            try await fixture.pull()
            let after = try #require(try await moments.next())
            #expect(after.rows == before.rows && after != before)
            #expect(after.rows[0].lastSyncedAt == after.lastSync && after.lastSync != before.lastSync)
        }
    }
}
