import Foundation
import GRDB
import Geoq
import GeoqFormats
import GeoqIndex
import TestSupport
import Testing

@testable import GeoqStore

/// `--at`: which place a name means.
@Suite struct PlaceTests {
    private static let rows = """
        id,name,locality,lat,lon
        1,Zürich,CH,47.37,8.55
        2,"Lake Zurich",US-IL,42.19,-88.09
        3,Springfield,US-IL,39.8,-89.64
        4,Springfield,US-MO,37.2,-93.3
        5,"Stewart Park, Ithaca",US-NY,42.46,-76.5
        6,Montreal,US-WI,46.43,-90.24
        7,Montréal,CA-10,45.5,-73.58
        8,Łódź,PL,51.77,19.46
        9,Kalodzishchy,BY,53.94,27.78

        """

    @Test(arguments: [
        ("Zürich", "1", true), ("Zurich", "1", false), ("ZÜRICH", "1", false), ("Zu\u{308}rich", "1", true),
        ("zurich, ch", "1", false), ("Zürich, CH", "1", true), ("Lake Zurich", "2", true),
        ("Springfield, MO", "4", false),
        ("Springfield,US-IL", "3", false), ("Stewart Park", "5", false), ("Stewart Park, NY", "5", false),
        ("stewart park ithaca", "5", false), ("Montreal", "6", true), ("Montréal", "7", true), ("Lodz", "8", false),
        ("9", "9", true),
    ])
    func `a name means the place that one expects`(text: String, sourceID: String, isAsWritten: Bool) async throws {
        try await withStore { store in
            for verification in [Store.Verification.touched, .everything] {
                let found = try await store.features.place(text, verifying: verification)
                #expect(found.feature["source_id"] == .text(sourceID) && found.isAsWritten == isAsWritten, "\(found)")
            }
            #expect(
                try await store.features.place(try await store.features.place(text).feature.id.uppercased()).isAsWritten
            )
        }
    }

    @Test func `several places are shown, and a piece of a word names no place`() async throws {
        try await withStore { store in
            let springfield = await #expect(throws: PlaceError.self) { try await store.features.place("springfield") }
            guard case .ambiguous("springfield", let choices) = springfield else {
                Issue.record("\(String(describing: springfield))")
                return
            }
            #expect(Set(choices.map(\.title)) == ["Springfield, US-IL", "Springfield, US-MO"])
            #expect(choices.map(\.description).contains { $0.hasSuffix("  Springfield, US-MO  37.2,-93.3") })
            // Both are written otherwise.
            await #expect(throws: PlaceError.self) { try await store.features.place("MONTREAL") }
            await #expect(throws: PlaceError.unknown("Ürich", suggestion: "Zürich")) {
                try await store.features.place("Ürich")
            }
            await #expect(throws: PlaceError.unknown("Zur", suggestion: "Zürich")) {
                try await store.features.place("Zur")
            }
            await #expect(throws: PlaceError.unknown("Springfield, CH", suggestion: "Springfield")) {
                try await store.features.place("Springfield, CH")
            }
        }
    }

    @Test func `places of several sources that share an id are told apart`() async throws {
        try await withStore { store in
            try await withFolder { folder in
                let path = folder + "/others.csv"
                let rows = "id,name,lat,lon\n9,Elsewhere,1,2\n10,Tenth,3,4\n"
                try rows.write(toFile: path, atomically: true, encoding: .utf8)
                for source in ["first", "second"] {
                    var settings = ImportSettings(.hotspots)
                    settings.source = source
                    _ = try await store.imports.run(path, settings)
                }
                let ninth = await #expect(throws: PlaceError.self) { try await store.features.place("9") }
                let words = ninth?.description ?? ""
                let first = "3 hotspots are called 9; choose one by its id, or by its locality:"
                #expect(words.hasPrefix(first), "\(words)")
                #expect(words.contains("(first)") && words.contains("(second)"), "\(words)")
                let tenth = await #expect(throws: PlaceError.self) { try await store.features.place("10") }
                #expect(tenth?.description.hasPrefix("2 hotspots are called 10; choose one by its id:") == true)
            }
        }
    }

    @Test func `a row that another program wrote or renamed is found at once`() async throws {
        try await withStore { store in
            #expect(try await store.features.place("Lodz").feature["name"] == .text("Łódź"))
            // As SQL, which knows nothing of folded names.
            try await store.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO hotspot (id, name, lat, lon, source, source_id)
                        VALUES ('00000000-0000-4000-8000-00000000000a', 'São Tomé', 0.3, 6.7, 'cities', 'by hand')
                        """)
                try db.execute(sql: "UPDATE hotspot SET name = 'Tromsø' WHERE name = 'Łódź'")
            }
            #expect(try await store.features.place("sao tome").feature.id == "00000000-0000-4000-8000-00000000000a")
            #expect(try await store.features.place("by hand").feature["name"] == .text("São Tomé"))
            #expect(try await store.features.place("Tromso").feature["source_id"] == .text("8"))
            await #expect(throws: PlaceError.self) { try await store.features.place("Lodz") }
            #expect(try await store.features.hotspots(named: "s", limit: 2).count == 2)
            let near = try await store.features.hotspots(
                named: "s", limit: 1, nearest: try Coordinate(latitude: 37, longitude: -93))
            #expect(near.first?["locality"] == .text("US-MO"))
        }
    }

    private func withStore(_ body: (Store) async throws -> Void) async throws {
        try await withFolder { folder in
            let path = folder + "/cities.csv"
            try Self.rows.write(toFile: path, atomically: true, encoding: .utf8)
            let store = try Store.blank(folder + "/a.sqlite")
            _ = try await store.imports.run(path, as: .hotspots)
            try await body(store)
        }
    }
}
