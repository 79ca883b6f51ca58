import GeoqIndex
import TestSupport
import Testing

@testable import Geoq

/// Names by the index against a scan over all names.
@Suite struct NameIndexTests {
    private static let words = [
        "Lake", "lac", "Zürich", "Zurich", "mill", "Mill", "Pond", "pond's", "San", "São", "St.", "Sandusky", "a",
        "ab", "Łódź", "New", "York", "/", "É", "Ponderosa", "-", "Wetlands of the very long name",
    ]

    @Test(arguments: [PointSet.clustered, .duplicates])
    func `an index and changes over it find what a scan finds`(_ set: PointSet) throws {
        let seed = UInt64.random(in: .min ... .max)
        print("seed \(seed), \(set)")
        var generator = SeededGenerator(seed: seed)
        let coordinates = set.coordinates(count: 300, using: &generator)
        func name() -> String {
            (0..<Int.random(in: 0...4, using: &generator)).map { _ in Self.words.randomElement(using: &generator) ?? ""
            }
            .joined(separator: Bool.random(using: &generator) ? " " : "-")
        }
        func id(_ number: Int) -> FeatureID { FeatureID(key: ItemKey(high: 7, low: UInt64(number * 7919 % 1009))) }
        var builder = SnapshotBuilder()
        for (number, coordinate) in coordinates.enumerated() {
            builder.add(id(number), LayerRow(coordinate: coordinate, name: name()), to: .hotspots)
        }
        let stamp = { (version: Int64) in IndexStamp(store: ItemKey(high: 1, low: 2), version: version) }
        let built = Snapshot(builder, stamp: stamp(1))
        var changes = SnapshotChanges()
        for number in stride(from: 0, to: 300, by: 7) { changes.remove(id(number), from: .hotspots) }
        for number in stride(from: 3, to: 340, by: 11) {
            changes.set(id(number), LayerRow(coordinate: coordinates[number % 300], name: name()), in: .hotspots)
        }
        let changed = try built.applying(changes, stamp: stamp(2))
        for snapshot in [built, changed] {
            for _ in 0..<150 {
                let wanted = String(name().prefix(Int.random(in: 0...14, using: &generator)))
                for limit in [0, 1, 3, 1_000] {
                    for fits in [Set(NameFit.allCases), [.whole], [.firstWords, .words]] {
                        let found = try snapshot.hotspots(named: wanted, fits: fits, limit: limit)
                        #expect(
                            try found == snapshot.hotspots(named: wanted, fits: fits, limit: limit, method: .scan),
                            "\(wanted), \(limit), \(fits)")
                        #expect(found.count <= limit && Set(found.map(\.id)).count == found.count)
                    }
                    let center = coordinates.randomElement(using: &generator) ?? coordinates[0]
                    let nearest = try snapshot.hotspots(named: wanted, nearest: center, limit: limit)
                    let scanned = try snapshot.hotspots(named: wanted, nearest: center, limit: limit, method: .scan)
                    #expect(nearest == scanned, "\(wanted), \(limit)")
                    #expect(
                        nearest.map { $0.distance?.meters ?? -1 } == nearest.map { $0.distance?.meters ?? -1 }.sorted())
                }
            }
        }
    }

    @Test func `of a name its first thousand bytes count`() throws {
        let place = try Coordinate(latitude: 1, longitude: 2)
        let lake = "Long Lake" + String(repeating: " a", count: 30_000) + " Zebra"
        // The letter has two bytes, of which one would be within.
        let marsh = "Marsh " + String(repeating: "x", count: 993) + "é Quail"
        var builder = SnapshotBuilder()
        for (number, name) in [lake, marsh].enumerated() {
            let row = LayerRow(coordinate: place, name: name)
            builder.add(FeatureID(key: ItemKey(high: 0, low: UInt64(number))), row, to: .hotspots)
        }
        let snapshot = Snapshot(builder, stamp: IndexStamp(store: ItemKey(high: 1, low: 2), version: 1))
        for method in [Snapshot.NameMethod.index, .scan] {
            func found(_ name: String, _ fits: Set<NameFit> = Set(NameFit.allCases)) throws -> [String] {
                try snapshot.hotspots(named: name, fits: fits, limit: 9, method: method).map {
                    String($0.name.prefix(5))
                }
            }
            #expect(try found("zebra").isEmpty && found("quail").isEmpty)
            #expect(try found("lake a a") == ["Long "] && found("a") == ["Long "])
            #expect(try found(lake, [.whole]) == ["Long "])
            #expect(try found(marsh, [.whole]) == ["Marsh"])
            #expect(try found("marsh " + String(repeating: "x", count: 993), [.whole]) == ["Marsh"])
        }
    }

    @Test func `of names that are as near the first in order is suggested, wherever their places lie`() throws {
        let rows = [("Mill Pond", 1), ("MILL POME", 3), ("Mill Pome", 2)] as [(String, UInt64)]
        for turn in 0..<3 {
            var builder = SnapshotBuilder()
            for (number, (name, key)) in rows.enumerated() {
                let longitude = Double((number + turn) % 3) * 50
                let row = LayerRow(coordinate: try Coordinate(latitude: 10, longitude: longitude), name: name)
                builder.add(FeatureID(key: ItemKey(high: 0, low: key)), row, to: .hotspots)
            }
            let snapshot = Snapshot(builder, stamp: IndexStamp(store: ItemKey(high: 1, low: 2), version: 1))
            #expect(try snapshot.hotspotName(like: "Mill Pomd") == "Mill Pome")
        }
    }

    @Test func `whole names come before beginnings, and these before words inside`() throws {
        var builder = SnapshotBuilder()
        let names = ["Lake San", "Sandusky", "San José", "Mansan", "SAN", "Old Sandpit", "sán"]
        for (number, name) in names.enumerated() {
            let row = LayerRow(coordinate: try Coordinate(latitude: 1, longitude: 2), name: name)
            builder.add(FeatureID(key: ItemKey(high: 0, low: UInt64(number))), row, to: .hotspots)
        }
        let snapshot = Snapshot(builder, stamp: IndexStamp(store: ItemKey(high: 1, low: 2), version: 1))
        #expect(
            try snapshot.hotspots(named: "San", limit: 9).map(\.name)
                == ["SAN", "sán", "San José", "Sandusky", "Lake San", "Old Sandpit"])
        #expect(try snapshot.hotspots(named: "ansan", limit: 9).isEmpty)
        #expect(try snapshot.hotspotName(like: "Sanduski") == "Sandusky")
    }
}
