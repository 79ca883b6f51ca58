import TestSupport
import Testing

@testable import GeoqIndex

/// Areas in the tree against a scan of all items and all edges.
@Suite struct AreaTreeTests {
    @Test(arguments: RandomArea.allCases)
    func `the items in an area equal a scan in set and order`(_ kind: RandomArea) throws {
        let seed: UInt64 = 221
        print("seed \(seed), \(kind)")
        var generator = SeededGenerator(seed: seed)
        let area = try kind.area(using: &generator)
        for set in [PointSet.uniform, .clustered, .grid, .dateLine, .northPole, .southPole] {
            var places = set.coordinates(count: 300, using: &generator)
            places += RandomArea.places(of: area, count: 150, using: &generator)
            // Some places have more than one item.
            places += places.prefix(20)
            let tree = PackedTree.build(
                coordinates: places, keys: randomKeys(places.count, using: &generator)
            ).tree
            var statistics = SearchStatistics()
            let expected = try BruteForce(tree).positions(in: .area(area))
            let found = try tree.positions(in: .area(area), &statistics)
            #expect(found == expected, "\(set)")
            let count = try tree.count(in: .area(area), filter: .everything, interruption: nil, &statistics)
            #expect(count == expected.count)
            var even = PositionSet(capacity: tree.count)
            for position in stride(from: 0, to: tree.count, by: 2) { even.insert(position) }
            let filter = ItemFilter([.member(even)])
            let some = try tree.positions(in: .area(area), filter: filter, &statistics)
            #expect(some == expected.filter { $0 % 2 == 0 })
            #expect(try tree.count(in: .area(area), filter: filter, interruption: nil, &statistics) == some.count)
            guard found.count > 3 else { continue }
            let key = try tree.key(at: found[1])
            let page = try tree.positions(in: .area(area), limit: 2, after: key, &statistics)
            #expect(page == Array(found[2...].prefix(2)))
            #expect(try tree.positions(in: .area(area), limit: 0, &statistics).isEmpty)
        }
    }

    @Test func `a tree with changes answers as a scan does`() throws {
        let seed: UInt64 = 222
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        for kind in RandomArea.allCases {
            let area = try kind.area(using: &generator)
            let places = RandomArea.places(of: area, count: 300, using: &generator)
            let base = PackedTree.build(
                coordinates: places, keys: randomKeys(places.count, using: &generator)
            ).tree
            let more = RandomArea.places(of: area, count: 60, using: &generator)
            let added = PackedTree.build(coordinates: more, keys: randomKeys(60, using: &generator)).tree
            let gone = (0..<UInt32(base.count)).shuffled(using: &generator).prefix(80)
            let tree = try LayeredTree(base, removing: Array(gone), added: added)
            var statistics = SearchStatistics()
            let expected = try tree.scannedPositions(in: .area(area))
            #expect(try tree.positions(in: .area(area), &statistics) == expected, "\(kind)")
            let count = try tree.count(
                in: .area(area), filter: .everything, added: .everything, interruption: nil, &statistics)
            #expect(count == expected.count, "\(kind)")
            guard expected.count > 5 else { continue }
            let key = try tree.key(at: expected[2])
            let page = try tree.positions(in: .area(area), limit: 3, after: key, &statistics)
            #expect(page == Array(expected[3...].prefix(3)))
            #expect(page == (try tree.scannedPositions(in: .area(area), limit: 3, after: key)))
        }
    }

    @Test func `counting looks at the items near the edge only`() throws {
        let seed: UInt64 = 223
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let places = PointSet.uniform.coordinates(count: 40_000, using: &generator)
        let tree = PackedTree.build(coordinates: places, keys: ascendingKeys(places.count)).tree
        let area = try Area([.init(outer: RandomArea.box(-100, -50, 120, 50), holes: [RandomArea.box(0, 0, 10, 10)])])
        // As drawn the box is 220° wide: the short way is the other one.
        let wide = try Area([
            .init(
                outer: [(-50.0, -100.0), (-50, 10), (-50, 120), (50, 120), (50, 10), (50, -100)].map {
                    Coordinate.make($0.0, $0.1)
                }.closed)
        ])
        for area in [area, wide] {
            var statistics = SearchStatistics()
            let count = try tree.count(in: .area(area), filter: .everything, interruption: nil, &statistics)
            #expect(count > 5000)
            #expect(statistics.candidates < places.count / 8, "\(statistics.candidates) of \(places.count)")
        }
    }

    @Test func `a search that was told to stop stops`() throws {
        let tree = PackedTree.build(coordinates: [.make(1, 1)], keys: ascendingKeys(1)).tree
        let area = try Area([.init(outer: RandomArea.box(0, 0, 10, 10))])
        let interruption = Interruption()
        interruption.interrupt()
        var statistics = SearchStatistics()
        #expect(throws: IndexError.self) {
            try tree.count(in: .area(area), filter: .everything, interruption: interruption, &statistics)
        }
    }

    @Test(arguments: RandomArea.allCases)
    func `a box that is inside or outside has no other place`(_ kind: RandomArea) throws {
        let seed: UInt64 = 224
        print("seed \(seed), \(kind)")
        var generator = SeededGenerator(seed: seed)
        var (inside, outside) = (0, 0)
        for number in 0..<40 {
            let area = try kind.area(using: &generator)
            let size = [30, 3, 0.1, 1e-8][number % 4]
            for place in RandomArea.places(of: area, count: 30, using: &generator) {
                let (width, height) = (
                    Double.random(in: 0...size, using: &generator), Double.random(in: 0...size, using: &generator)
                )
                let west = Coordinate.make(0, place.longitude - width).longitude
                let east = Coordinate.make(0, place.longitude + width).longitude
                let box = try BoundingBox(
                    west: west, south: max(-90, place.latitude - height), east: east,
                    north: min(90, place.latitude + height))
                let relation = area.relation(to: box)
                if relation == .edge { continue }
                if relation == .inside { inside += 1 } else { outside += 1 }
                let vertices = area.polygons.flatMap { $0.outer }.filter { box.contains($0) }
                let corners = [box.south, box.north].flatMap { [Coordinate.make($0, west), .make($0, east)] }
                for place in corners + vertices + [place] {
                    #expect(area.contains(place) == (relation == .inside), "\(place) in \(box)")
                }
            }
        }
        // Hardly a box lies in a star of centimeters.
        #expect(outside > 0 && (inside > 0 || kind == .tinyStar) && inside + outside > 50, "\(inside), \(outside)")
    }

    @Test func `a node's box has the coordinates of its points`() throws {
        let seed: UInt64 = 225
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        for set in PointSet.allCases {
            for _ in 0..<40 {
                var places = set.coordinates(count: Int.random(in: 1...6, using: &generator), using: &generator)
                if let first = places.first, Bool.random(using: &generator) {
                    // Small boxes: all within a few meters.
                    places = places.map {
                        .make(first.latitude + $0.latitude * 1e-7, first.longitude + $0.longitude * 1e-7)
                    }
                }
                guard !places.isEmpty else { continue }
                let points = places.map { EarthPoint($0) }
                let low = EarthPoint(
                    x: points.map(\.x).min()!, y: points.map(\.y).min()!, z: points.map(\.z).min()!)
                let high = EarthPoint(
                    x: points.map(\.x).max()!, y: points.map(\.y).max()!, z: points.map(\.z).max()!)
                let box = EarthBox(low: low, high: high).coordinates
                for place in places { #expect(box.contains(place), "\(place) in \(box)") }
            }
        }
    }
}
