import Foundation
import GRDB
import Geoq
import GeoqFormats
import GeoqIndex
import TestSupport
import Testing

@testable import GeoqStore

/// Entries of watchlists, as a layer and among the observations.
@Suite struct EntryLayerTests {
    private let here: Coordinate
    private let everything: Query

    init() throws {
        here = try Coordinate(latitude: 42.48, longitude: -76.45)
        everything = .near(here, within: .kilometers(50), layer: .entries)
    }

    @Test func `entries are a layer, and those that were observed are observations`() async throws {
        try await withFolder { folder in
            let store = try await store(folder)
            var query = everything
            #expect(try await store.features.answer(query).hits.map(\.name) == ["Great Tit", "Mallard", ""])
            query.since = Day(iso: "2026-05-03")
            #expect(try await store.features.answer(query).hits.map(\.name) == ["Great Tit"])
            query = .near(here, within: .kilometers(50), layer: .observations)
            query.filter = try PropertyFilter(cql2Text: "source = 'lists' AND scientific_name LIKE 'Parus%'")
            let (answer, features) = try await store.features.rows(answering: query)
            #expect(answer.hits.map(\.name) == ["Great Tit"])
            // 23:30 in New York is the next day in UTC, and counts where it was.
            #expect(features[0]["date"] == .text("2026-05-03") && features[0]["time"] == .text("23:30:00-04:00"))
            query.filter = nil
            query.until = Day(iso: "2026-05-02")
            #expect(try await store.features.answer(query).hits.isEmpty)
        }
    }

    /// `birds_near` of the repaired remote, in SQL.
    @Test func `species of entries are the birds of living entries, whatever they are called`() async throws {
        try await withFolder { folder in
            let store = try await store(folder)
            try await store.write { db in
                // A twin by name, a bird that is no species by its name, and a deleted one.
                for (number, name) in [("21", "Parus major"), ("22", "Anas sp."), ("23", "Gone gone")] {
                    try db.execute(
                        sql: "INSERT INTO bird (id, common_name, scientific_name, source) VALUES (?, ?, ?, 'birds')",
                        arguments: [Self.id(number), "Bird \(number)", name])
                    try db.execute(
                        sql: """
                            INSERT INTO watchlist_entries (id, bird_id, lat, lon, source) VALUES (?, ?, 42.5, -76.45, 'lists')
                            """, arguments: [Self.id("5\(number)"), Self.id(number)])
                }
                try db.execute(
                    sql: "UPDATE bird SET deleted_at = '2026-01-01' WHERE id = ?", arguments: [Self.id("23")])
                try db.execute(
                    sql: """
                        INSERT INTO watchlist_entries (id, bird_id, lat, lon, deleted_at, source)
                        VALUES (?, ?, 42.5, -76.45, '2026-01-01', 'lists')
                        """, arguments: [Self.id("99"), Self.id("12")])
            }
            for _ in 0..<2 {
                let found = try await store.features.species(everything).compactMap { $0.bird?.description }
                #expect(found.count == Set(found).count)
                #expect(try await Set(found) == Self.birdsNear(store))
                #expect(found.count == 4)
                // Once laid over the index, once built.
                try await store.index.rebuild()
            }
        }
    }

    @Test func `a bird that is renamed or deleted is so in its entries at once`() async throws {
        try await withFolder { folder in
            let store = try await store(folder)
            _ = try await store.snapshot()
            try await store.write { db in
                try db.execute(sql: "UPDATE bird SET common_name = 'Kohlmeise' WHERE common_name = 'Great Tit'")
                try db.execute(sql: "UPDATE bird SET deleted_at = '2026-01-01' WHERE common_name = 'Mallard'")
            }
            #expect(try await store.features.answer(everything).hits.map(\.name) == ["Kohlmeise", "", ""])
            let sightings = Query.near(here, within: .kilometers(50), layer: .observations)
            #expect(try await store.features.answer(sightings).hits.map(\.name) == ["Kohlmeise"])
            try await store.write { db in
                try db.execute(sql: "UPDATE watchlist_entries SET observation_date = NULL")
            }
            #expect(try await store.features.answer(sightings).hits.isEmpty)
            // Each is of the evening before, in New York.
            for moment in ["2026-05-04 03:30:00+00", "2026-05-04T03:30:00.123456Z", "2026-05-03T23:30:00-04:00"] {
                try await store.write { db in
                    try db.execute(sql: "UPDATE watchlist_entries SET observation_date = ?", arguments: [moment])
                }
                for (day, count) in [("2026-05-03", 3), ("2026-05-04", 0)] {
                    var since = sightings
                    since.since = Day(iso: day)
                    #expect(try await store.features.count(since) == count, "\(moment) since \(day)")
                    let rows = try await store.features.rows(answering: sightings).features
                    #expect(rows.count == 3 && rows.allSatisfy { $0["date"] == .text("2026-05-03") }, "\(moment)")
                }
            }
            try await store.write { db in try db.execute(sql: "UPDATE watchlist_entries SET deleted_at = '2026-01-01'")
            }
            #expect(try await store.features.count(sightings) == 0)
            #expect(try await store.features.count(everything) == 0)
            #expect(try await store.snapshot().pendingChanges > 0)
        }
    }

    @Test func `entries of a list that is marked as deleted are in no answer, until it lives again`() async throws {
        try await withFolder { folder in
            let store = try await store(folder)
            let sightings = Query.near(here, within: .kilometers(50), layer: .observations)
            func counts() async throws -> [Int] {
                let rows = try await store.features.rows(answering: everything).features.count
                return [
                    try await store.features.count(everything), rows, try await store.features.count(sightings),
                    try await store.features.answer(everything, method: .bruteForce).hits.count,
                ]
            }
            _ = try await store.snapshot()
            #expect(try await counts() == [3, 3, 1, 3])
            for _ in 0..<2 {
                try await store.write { db in
                    try db.execute(sql: "UPDATE watchlists SET deleted_at = '2026-01-01'")
                }
                // Once laid over the index, once built.
                #expect(try await counts() == [0, 0, 0, 0])
                try await store.index.rebuild()
                #expect(try await counts() == [0, 0, 0, 0])
                try await store.write { db in try db.execute(sql: "UPDATE watchlists SET deleted_at = NULL") }
                #expect(try await counts() == [3, 3, 1, 3])
                try await store.index.rebuild()
                #expect(try await counts() == [3, 3, 1, 3])
            }
            // A list that only changes does not have its entries read again.
            let before = try await store.snapshot().pendingChanges
            try await store.write { db in try db.execute(sql: "UPDATE watchlists SET title = 'B'") }
            #expect(try await store.snapshot().pendingChanges == before)
            #expect(try await store.index.comparison(with: store.snapshot())?.differences == 0)
        }
    }

    private func store(_ folder: String) async throws -> Store {
        let store = try Store.blank(folder + "/a.sqlite")
        try await WatchlistImportTests.take(
            "id,common_name,scientific_name\n\(Self.id("11")),Great Tit,Parus major\n\(Self.id("12")),Mallard,\n",
            "birds.csv", .birds, into: store, folder)
        try await WatchlistImportTests.take(
            """
            {"title":"A","entries":[
             {"bird_id":"\(Self.id("11"))","lat":42.48,"lon":-76.45,"observation_date":"2026-05-03T23:30:00-04:00"},
             {"bird_id":"\(Self.id("12"))","lat":42.49,"lon":-76.45},{"lat":42.5,"lon":-76.45},
             {"bird_id":"\(Self.id("12"))","lat":52.5,"lon":-76.45},{"bird_id":"\(Self.id("12"))"}]}
            """, "lists.json", .watchlists, into: store, folder)
        return store
    }

    private static func id(_ number: String) -> String {
        "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - number.count) + number
    }

    private static func birdsNear(_ store: Store) async throws -> Set<String> {
        try await store.writer().read { db in
            try String.fetchSet(
                db,
                sql: """
                    SELECT id FROM bird WHERE deleted_at IS NULL AND EXISTS (
                        SELECT 1 FROM watchlist_entries AS we WHERE we.bird_id = bird.id AND we.deleted_at IS NULL
                            AND ST_Distance(MakePoint(we.lon, we.lat, 4326), MakePoint(-76.45, 42.48, 4326), 1) <= 50000)
                    """)
        }
    }
}
