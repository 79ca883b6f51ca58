import Foundation
import Geoq
import GeoqStore
import TestSupport
import Testing

/// The program of the README, and what a store promises.
@Suite struct StoreTests {
    @Test func `a file becomes a store, a snapshot and hits`() async throws {
        try await withFolder { folder in
            let store = try Store(path: folder + "/birds.sqlite")
            let report = try await store.importFile(
                Repository.root.appending(path: "data/cities15000.csv").path, as: .hotspots)
            #expect(report.added == 34_006 && report.rejected == 0)
            let birds = try await store.snapshot()
            let here = try Coordinate(latitude: 42.44, longitude: -76.5)
            let hits = try birds.answer(.near(here, within: .kilometers(60)))
            #expect(hits.map(\.name) == ["Ithaca", "Cortland", "Elmira", "Vestal", "Auburn"])
            for (hit, hotspot) in try await store.features(hits, version: birds.version) {
                #expect(hotspot["name"] == .text(hit.name))
                #expect(hotspot.coordinate == hit.coordinate)
            }
        }
    }
}
