import GRDB
import Geoq
import GeoqIndex
import TestSupport
import Testing

@testable import GeoqStore

/// Areas that are drawn for a list: they are replaced and go with it.
@Suite struct DrawnAreaTests {
    private static func drawn(_ number: Int) throws -> NewArea {
        let west = Double(number)
        let corners = [(west, 1.0), (west + 1, 1), (west + 1, 2), (west, 2), (west, 1)]
        let ring = try corners.map { try Coordinate(latitude: $0.1, longitude: $0.0) }
        return NewArea(name: "Nest", area: try Area([.init(outer: ring)]), sourceID: "\(number)")
    }

    private static func count(_ store: Store) async throws -> Int {
        try await store.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM area") ?? 0 }
    }

    @Test func `an area that was drawn for a list is replaced, and goes with it`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            let list = try await store.lists.add(
                [ColumnValue("title", .text("Nest"))], rules: [], inside: try Self.drawn(1))
            #expect(try await Self.count(store) == 1)
            for number in 2...3 {
                try await store.lists.edit(list, [], rules: [.location: .drawn(try Self.drawn(number))])
                #expect(try await Self.count(store) == 1)
            }
            try await store.lists.delete(RowKey(.watchlists, list))
            #expect(try await Self.count(store) == 0)
        }
    }

    @Test func `what a delete of a list took away comes back with it, and a logout leaves nothing`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            let other = try await store.areas.add(
                [try Self.drawn(9)], from: "a file", file: "a.geojson", format: "geojson")
            #expect(other.added == 1)
            try await store.account.note(OutboxFixture.account)
            let list = try await store.lists.add(
                [ColumnValue("title", .text("Nest"))], rules: [], inside: try Self.drawn(1))
            // As if the server had them.
            try await store.write { db in
                try CaptureTriggers.resting(db) {
                    try db.execute(
                        sql: """
                            DELETE FROM geoq_edit; DELETE FROM geoq_base_watchlists;
                            DELETE FROM geoq_base_watchlist_rules;
                            UPDATE watchlists SET sync_token = 1; UPDATE watchlist_rules SET sync_token = 1
                            """)
                }
            }
            try await store.lists.delete(RowKey(.watchlists, list))
            #expect(try await Self.count(store) == 2, "The delete was not sent.")
            try await store.outbox.discard(.all)
            #expect(try await Self.count(store) == 2)
            _ = try await store.account.erase(OutboxFixture.remote)
            #expect(try await Self.count(store) == 1, "The area of the file is of everyone.")
        }
    }
}
