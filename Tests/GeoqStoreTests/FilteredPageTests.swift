import Foundation
import Geoq
import GeoqFormats
import GeoqIndex
import TestSupport
import Testing

@testable import GeoqStore

/// Pages of rows that meet a condition, against a look at every row.
@Suite struct FilteredPageTests {
    /// Rows at the poles, at ±180° and at random, some of a rare kind.
    private static func rows(_ count: Int, _ generator: inout SeededGenerator) -> String {
        var text = "id,name,locality,lat,lon\n"
        for number in 0..<count {
            let corner = number % 10
            let latitude = corner == 0 ? 90 : corner == 1 ? -90 : Double.random(in: -89...89, using: &generator)
            let longitude = corner == 2 ? 180 : corner == 3 ? -180 : Double.random(in: -179...179, using: &generator)
            text += "L\(number),\(number % 50 == 7 ? "rare" : "common") \(number),X,\(latitude),\(longitude)\n"
        }
        return text
    }

    @Test func `pages of every condition are those of a scan`() async throws {
        let seed: UInt64 = 11
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let text = Self.rows(600, &generator)
        try await withFolder { folder in
            try text.write(toFile: folder + "/rows.csv", atomically: true, encoding: .utf8)
            let store = try Store.blank(folder + "/birds.sqlite")
            try await store.imports.run(folder + "/rows.csv", as: .hotspots)
            let snapshot = try await store.snapshot()
            let everything = try BoundingBox(west: -180, south: -90, east: 180, north: 90)
            let all = try snapshot.answer(.inside(everything)).sorted { $0.id < $1.id }
            let rare = try PropertyFilter(cql2Text: "name LIKE 'rare%'")
            let boxes: [BoundingBox?] = [
                nil, everything, try BoundingBox(west: 170, south: -90, east: -170, north: 90),
                try BoundingBox(west: -60, south: -30, east: 60, north: 90),
                try BoundingBox(west: 0, south: -10, east: 180, north: 10),
                try BoundingBox(west: -180, south: -10, east: 0, north: 10),
            ]
            for filter in [nil, rare] {
                for box in boxes {
                    let condition = Store.Features.RowCondition(layer: .hotspots, filter: filter, box: box)
                    let wanted = all.filter { hit in
                        box?.contains(hit.coordinate) ?? true && (filter == nil || hit.name.hasPrefix("rare"))
                    }.map(\.id)
                    let found = try #require(
                        try await store.features.found(condition, listing: 1_000, at: snapshot.stamp))
                    #expect(found.count == wanted.count && found.ids == wanted, "\(condition)")
                    let few = try #require(try await store.features.found(condition, listing: 5, at: snapshot.stamp))
                    #expect(few.count == wanted.count && ((few.ids == nil) == (wanted.count > 5)))
                    // However few rows are looked at, none is lost or doubled.
                    for budget in [nil, 25, 600] as [Int?] {
                        var pages: [FeatureID] = []
                        var cursor: FeatureID?
                        while true {
                            let page = try #require(
                                try await store.features.page(
                                    of: condition, after: cursor, limit: 7, lookingAt: budget, at: snapshot.stamp))
                            if !page.isWhole {
                                #expect(budget == 25)
                                let rest = try #require(
                                    try await store.features.page(
                                        of: condition, after: cursor, limit: 7, lookingAt: nil, at: snapshot.stamp))
                                #expect(rest.features.starts(with: page.features))
                                pages += rest.features.compactMap { FeatureID($0.id) }
                                cursor = pages.last
                                if !rest.hasMore { break }
                                continue
                            }
                            pages += page.features.compactMap { FeatureID($0.id) }
                            cursor = pages.last
                            if !page.hasMore { break }
                        }
                        #expect(pages == wanted, "\(condition), looking at \(budget ?? 0)")
                    }
                }
            }
            let some = Array(all.prefix(3).map(\.id).reversed())
            let features = try await store.features.rows(some, in: .hotspots, at: snapshot.stamp)
            #expect(features?.map(\.id) == some.map(\.description))
            // For another moment there is no answer.
            let other = IndexStamp(store: snapshot.stamp.store, version: snapshot.version + 1)
            let condition = Store.Features.RowCondition(layer: .hotspots, filter: rare, box: nil)
            #expect(try await store.features.found(condition, listing: 5, at: other)?.count == nil)
            #expect(try await store.features.rows(some, in: .hotspots, at: other) == nil)
        }
    }
}
