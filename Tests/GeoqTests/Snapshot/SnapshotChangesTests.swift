import Geoq
import GeoqIndex
import TestSupport
import Testing

/// A snapshot with changes laid over it against one that was built from the
/// rows as they are now: random inserts, moves, renames and deletes, batch
/// after batch.
@Suite struct SnapshotChangesTests {
    @Test(arguments: [PointSet.clustered, .duplicates, .dateLine, .northPole, .none])
    func `answers equal those of a snapshot that was built anew`(_ set: PointSet) throws {
        let seed: UInt64 = 51
        print("seed \(seed), \(set)")
        var generator = SeededGenerator(seed: seed)
        var rows = Rows(set, count: 150, &generator)
        let first = rows.built(version: 1)
        var overlaid = first
        let question = Query.nearest(50, to: rows.center)
        let firstAnswer = try first.answer(question)
        for version in Int64(2)...6 {
            let changes = rows.change(40, &generator)
            overlaid = try overlaid.applying(changes, stamp: rows.stamp(version))
            let built = rows.built(version: version)
            #expect(overlaid.version == version && overlaid.pendingChanges > 0)
            try expectSame(overlaid, built, &rows, &generator)
            for layer in Layer.allCases {
                #expect(try overlaid.extent(of: layer) == built.extent(of: layer), "\(layer)")
            }
        }
        // The first snapshot still gives its own answer.
        #expect(try first.answer(question) == firstAnswer)
    }

    @Test(arguments: [PointSet.clustered, .duplicates])
    func `what has changed since is found over one index and over another`(_ set: PointSet) throws {
        let seed = UInt64.random(in: .min ... .max)
        print("seed \(seed), \(set)")
        var generator = SeededGenerator(seed: seed)
        var rows = Rows(set, count: 60, &generator)
        let (firstRows, first) = (rows, rows.built(version: 1))
        var overlaid = first
        func ids(_ snapshot: Snapshot, since earlier: Snapshot, _ layer: Layer) throws -> Set<FeatureID> {
            Set(
                try snapshot.changedPositions(since: earlier, in: layer, sliceSize: 16)
                    .map { try snapshot.hit(at: $0, in: layer).id })
        }
        for version in Int64(2)...5 {
            let (earlierRows, earlier) = (rows, overlaid)
            overlaid = try overlaid.applying(rows.change(30, &generator), stamp: rows.stamp(version))
            let built = rows.built(version: version)
            for layer in Layer.allCases {
                for now in [overlaid, built] {
                    #expect(try ids(now, since: first, layer) == rows.changed(since: firstRows, layer))
                    #expect(try ids(now, since: earlier, layer) == rows.changed(since: earlierRows, layer))
                    #expect(try ids(first, since: now, layer) == firstRows.changed(since: rows, layer))
                }
                #expect(try ids(built, since: overlaid, layer).isEmpty)
                #expect(try overlaid.changedPositions(since: overlaid, in: layer).count == 0)
            }
        }
    }

    @Test func `changes that cancel each other leave nothing pending`() throws {
        var generator = SeededGenerator(seed: 53)
        let rows = Rows(.uniform, count: 100, &generator)
        let id = FeatureID(key: ItemKey(high: 9, low: 9))
        var changes = SnapshotChanges()
        changes.set(id, LayerRow(coordinate: rows.center, name: "New"), in: .hotspots)
        let with = try rows.built(version: 1).applying(changes, stamp: rows.stamp(2))
        #expect(with.count(of: .hotspots) == 101 && with.pendingChanges == 1)
        changes.remove(id, from: .hotspots)
        #expect(changes.count == 1, "The last change of a row counts.")
        let without = try with.applying(changes, stamp: rows.stamp(3))
        #expect(without.count(of: .hotspots) == 100 && without.pendingChanges == 0)
    }

    private func expectSame(
        _ overlaid: Snapshot, _ built: Snapshot, _ rows: inout Rows, _ generator: inout SeededGenerator
    ) throws {
        for layer in Layer.allCases {
            #expect(overlaid.count(of: layer) == built.count(of: layer))
            for number in 0..<20 {
                let query = rows.query(number, layer, &generator)
                var filter: (PositionSet, PositionSet)?
                if query.filter != nil {
                    let ids = rows.someIDs(layer)
                    filter = (
                        try overlaid.positions(of: ids, in: layer), try built.positions(of: ids, in: layer)
                    )
                }
                let found = try overlaid.answer(query, positions: filter?.0)
                let expected = try built.answer(query, positions: filter?.1, method: .bruteForce)
                #expect(found.map(\.id) == expected.map(\.id), "\(query)")
                #expect(
                    found.map(\.name) == expected.map(\.name) && found.map(\.coordinate) == expected.map(\.coordinate))
                #expect(try overlaid.count(query, positions: filter?.0) == expected.count, "\(query)")
                let scanned = try overlaid.answer(query, positions: filter?.0, method: .bruteForce)
                #expect(scanned.map(\.id) == expected.map(\.id), "\(query)")
                for (hit, other) in zip(found, expected) {
                    #expect(abs((hit.distance?.meters ?? 0) - (other.distance?.meters ?? 0)) <= 1e-6)
                }
                guard layer != .hotspots else { continue }
                let species = try overlaid.species(query, positions: filter?.0)
                let expectedSpecies = try built.species(query, positions: filter?.1)
                #expect(species.map(\.text) == expectedSpecies.map(\.text), "\(query)")
            }
        }
    }
}

extension SpeciesSummary {
    fileprivate var text: String {
        "\(bird?.description ?? "")|\(scientificName)|\(commonName)|\(observations)|\(lastSeen?.description ?? "-")"
    }
}

/// The rows of all layers, by id.
private struct Rows {
    private struct Row {
        var place: Coordinate
        var name: String
        var scientificName: String
        var first: Day?
        var last: Day?
        /// Of an entry.
        var bird: FeatureID?

        func content(in layer: Layer) -> LayerRow {
            switch layer {
            case .hotspots: LayerRow(coordinate: place, name: name)
            case .observations:
                LayerRow(
                    coordinate: place, scientificName: scientificName, commonName: name, first: first, last: last)
            case .entries:
                LayerRow(
                    coordinate: place, scientificName: scientificName, commonName: name, bird: bird, first: first,
                    last: first)
            }
        }
    }

    private let set: PointSet
    private var rows: [Layer: [FeatureID: Row]] = [:]
    private var nextID: UInt64 = 0

    init(_ set: PointSet, count: Int, _ generator: inout SeededGenerator) {
        self.set = set
        for layer in Layer.allCases {
            rows[layer] = [:]
            for place in set.coordinates(count: count, using: &generator) {
                let id = newID(&generator)
                rows[layer]?[id] = Self.row(place, &generator)
            }
        }
    }

    private mutating func newID(_ generator: inout SeededGenerator) -> FeatureID {
        nextID += 1
        return FeatureID(key: ItemKey(high: generator.next(), low: nextID))
    }

    /// Five species, one of them known by its common name alone, and none.
    private static func row(_ place: Coordinate, _ generator: inout SeededGenerator) -> Row {
        let number = Int.random(in: 0..<6, using: &generator)
        let first = Bool.random(using: &generator) ? Day(number: Int32.random(in: 0..<2000, using: &generator)) : nil
        let days = Int32.random(in: 0..<3, using: &generator)
        return Row(
            place: place, name: number == 0 ? "" : "Bird \(number)",
            scientificName: number < 2 ? "" : "Avis \(number)", first: first,
            last: first.map { Day(number: $0.number + days) },
            bird: number == 0 ? nil : FeatureID(key: ItemKey(high: 0, low: UInt64(number / 2))))
    }

    private func ids(_ layer: Layer) -> [FeatureID] { rows[layer]!.keys.sorted() }

    var center: Coordinate {
        ids(.hotspots).first.flatMap { rows[.hotspots]?[$0]?.place }
            ?? Geodesic.direct(
                from: try! Coordinate(latitude: 0, longitude: 0), bearing: 0, distance: .meters(0))
    }

    /// Rows that are new, or differ in a value that a snapshot of the layer
    /// has.
    func changed(since earlier: Rows, _ layer: Layer) -> Set<FeatureID> {
        func known(_ row: Row?) -> [String?] {
            guard let row else { return [] }
            var known: [String?] = ["\(row.place)", row.name]
            if layer != .hotspots { known += [row.scientificName, row.first?.description] }
            if layer == .observations { known.append(row.last?.description) }
            if layer == .entries { known.append(row.bird?.description) }
            return known
        }
        return Set(rows[layer]!.filter { known($0.value) != known(earlier.rows[layer]![$0.key]) }.keys)
    }

    func stamp(_ version: Int64) -> IndexStamp {
        IndexStamp(store: ItemKey(high: 1, low: 2), version: version)
    }

    func built(version: Int64) -> Snapshot {
        var builder = SnapshotBuilder()
        for layer in Layer.allCases {
            builder.begin(layer, expecting: 0)
            for id in ids(layer) {
                builder.add(id, rows[layer]![id]!.content(in: layer), to: layer)
            }
        }
        return Snapshot(builder, stamp: stamp(version))
    }

    /// Changes some rows, and gives the changes.
    mutating func change(_ count: Int, _ generator: inout SeededGenerator) -> SnapshotChanges {
        var changes = SnapshotChanges()
        for number in 0..<count {
            let layer = Layer.allCases[number % 3]
            let some = ids(layer).randomElement(using: &generator)
            let place = set.coordinates(count: 1, using: &generator).first ?? .random(using: &generator)
            var row = Self.row(place, &generator)
            let id: FeatureID
            switch (Int.random(in: 0..<8, using: &generator), some) {
            case (0...1, let some?):
                rows[layer]?[some] = nil
                changes.remove(some, from: layer)
                continue
            case (2...3, let some?): id = some
            case (4, let some?):
                // The place stays, and everything else changes.
                row.place = rows[layer]![some]!.place
                id = some
            case (5, let some?):
                // At the place of another row.
                row.place = rows[layer]![some]!.place
                id = newID(&generator)
            default: id = newID(&generator)
            }
            rows[layer]?[id] = row
            changes.set(id, row.content(in: layer), in: layer)
        }
        // A row that was never there.
        changes.remove(newID(&generator), from: .hotspots)
        return changes
    }

    /// Every third id.
    func someIDs(_ layer: Layer) -> Set<FeatureID> {
        Set(ids(layer).enumerated().filter { $0.offset % 3 == 0 }.map(\.element))
    }

    mutating func query(_ number: Int, _ layer: Layer, _ generator: inout SeededGenerator) -> Query {
        let near = ids(layer).randomElement(using: &generator).flatMap { rows[layer]![$0]?.place }
        let origin = near ?? .random(using: &generator)
        var query = Query.nearest([0, 1, 10, 50, 1000].randomElement(using: &generator)!, to: origin, layer: layer)
        switch number % 4 {
        case 0: query = .near(origin, within: .kilometers(Double.random(in: 0...500, using: &generator)), layer: layer)
        case 1: query.minimum = .kilometers(5)
        case 2:
            if let box = try? BoundingBox(
                west: origin.longitude, south: origin.latitude, east: -origin.longitude,
                north: min(90, origin.latitude + 10))
            {
                query = .inside(box, layer: layer)
            }
        default: break
        }
        if number % 3 == 0 { query.filter = .constant(true) }
        if layer != .hotspots {
            if number % 2 == 0 { query.species = number % 4 == 0 ? "avis 3" : "Bird 1" }
            if number % 5 == 0 { query.since = Day(number: 700) }
            if number % 7 == 0 { query.until = Day(number: 1500) }
        }
        return query
    }
}
