import TestSupport
import Testing

@testable import GeoqIndex

/// Which circles contain a place: the index against `geod_inverse` about every
/// circle.
@Suite struct CircleIndexTests {
    @Test(arguments: PointSet.allCases)
    func `the index answers as brute force does`(set: PointSet) throws {
        let seed: UInt64 = 4
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let centers = set.coordinates(count: 400, using: &generator)
        let circles = centers.map { Circle(center: $0, radius: .meters(Self.radius(&generator))) }
        let index = CircleIndex(circles)
        var asked = set.coordinates(count: 40, using: &generator) + centers.prefix(20)
        asked += (0..<40).map { _ in .random(using: &generator) }
        for place in asked {
            check(index, Dictionary(uniqueKeysWithValues: circles.enumerated().map { ($0, $1) }), place, seed)
        }
        let near = Distance.meters(Self.radius(&generator) / 3)
        for place in asked.prefix(30) { checkReach(index, circles, place, near, seed) }
    }

    @Test func `a place at exactly the radius is inside, and one beyond it is not`() throws {
        let seed: UInt64 = 5
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var (inside, outside) = (0, 0)
        for number in 0..<600 {
            let center =
                number % 10 == 0
                ? try Coordinate(latitude: number % 20 == 0 ? 90 : -90, longitude: 33)
                : number % 10 == 1
                    ? try Coordinate(latitude: 10, longitude: 180) : Coordinate.random(using: &generator)
            let radius = Self.radius(&generator)
            let circle = Circle(center: center, radius: .meters(radius))
            var index = CircleIndex()
            let id = UInt32(index.insert(circle))
            let bearing = Double.random(in: 0..<360, using: &generator)
            for shift in [0, 1e-3, -1e-3, 1e-6, -1e-6] where radius + shift > 0 {
                let place = Geodesic.direct(from: center, bearing: bearing, distance: .meters(radius + shift))
                let isInside = circle.contains(place)
                if isInside { inside += 1 } else { outside += 1 }
                #expect(
                    index.circles(containing: place) == (isInside ? [id] : []),
                    "seed \(seed): \(circle), \(shift) m off at \(place)")
                // The edge itself, as Karney measures it.
                let exact = Geodesic.inverse(from: place, to: center).distance
                let touching = CircleIndex([Circle(center: center, radius: exact)])
                #expect(touching.circles(containing: place) == [0], "seed \(seed): <= at \(place)")
                if exact.meters > 0 {
                    let short = CircleIndex([Circle(center: center, radius: .meters(exact.meters.nextDown))])
                    #expect(
                        short.circles(containing: place).isEmpty || exact >= .halfTheEarth,
                        "seed \(seed): > at \(place)")
                }
            }
        }
        #expect(inside > 800 && outside > 800, "Both sides are tried: \(inside), \(outside).")
    }

    @Test func `circles come and go as in a dictionary`() throws {
        let seed: UInt64 = 6
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let centers = PointSet.clustered.coordinates(count: 200, using: &generator)
        func circle() -> Circle {
            Circle(center: centers.randomElement(using: &generator)!, radius: .meters(Self.radius(&generator)))
        }
        // Starting from no circles, and from circles to which the grids were
        // fitted.
        for start in [0, 1000] {
            let first = (0..<start).map { _ in circle() }
            var index = CircleIndex(first)
            var model = Dictionary(uniqueKeysWithValues: first.enumerated().map { ($0, $1) })
            for step in 0..<1500 {
                if Bool.random(using: &generator) || model.isEmpty {
                    let new = circle()
                    let id = index.insert(new)
                    #expect(model.updateValue(new, forKey: id) == nil, "seed \(seed): id \(id) was free")
                } else {
                    let id = model.keys.sorted().randomElement(using: &generator)!
                    #expect(index[id] == model[id], "seed \(seed)")
                    index.remove(id)
                    model[id] = nil
                }
                #expect(index.count == model.count, "seed \(seed)")
                if step % 50 == 0 { check(index, model, centers.randomElement(using: &generator)!, seed) }
            }
            for id in model.keys.sorted() { index.remove(id) }
            #expect(index.count == 0)
            #expect(index.circles(containing: centers[0]).isEmpty, "seed \(seed)")
        }
    }

    @Test func `no more grids are taken than the number of a cube has room for`() throws {
        var generator = SeededGenerator(seed: 7)
        // Small circles close together, and large ones all over the Earth.
        var circles: [(center: EarthPoint, radius: Double)] = []
        for _ in 0..<2000 {
            let latitude = Double.random(in: 42...43, using: &generator)
            let longitude = Double.random(in: -77...(-76), using: &generator)
            circles.append((EarthPoint(try Coordinate(latitude: latitude, longitude: longitude)), 100))
        }
        for _ in 0..<2000 { circles.append((EarthPoint(Coordinate.random(using: &generator)), 100_000)) }
        let fitted = CircleGrids(fitting: circles).grids
        #expect(fitted.count > 1 && fitted != CircleGrids.general.grids, "\(fitted)")
        #expect(CircleGrids(fitting: circles, atMost: fitted.count).grids == fitted)
        #expect(CircleGrids(fitting: circles, atMost: fitted.count - 1).grids == CircleGrids.general.grids)
        #expect(CircleGrids.mostGrids <= 16 && CircleGrids.general.grids.count <= CircleGrids.mostGrids)
    }

    @Test func `a large circle among small ones is in few cubes`() throws {
        let seed: UInt64 = 8
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        func small() -> Circle {
            let latitude = Double.random(in: 42...43, using: &generator)
            return Circle(
                center: .make(latitude, .random(in: -77...(-76), using: &generator)), radius: .meters(100))
        }
        let circles = (0..<5000).map { _ in small() }
        let large = Circle(center: try Coordinate(latitude: 42.5, longitude: -76.5), radius: .kilometers(800))

        // One that comes later is in none of the small cubes, which would be millions.
        var index = CircleIndex(circles)
        try #require(index.grids.index(ofRadius: large.radius.meters) == nil)
        let id = index.insert(large)
        #expect(index.everywhere.count == 1)
        var model = Dictionary(uniqueKeysWithValues: circles.enumerated().map { ($0, $1) })
        model[id] = large
        let asked = circles.prefix(10).map(\.center) + (0..<10).map { _ in Coordinate.random(using: &generator) }
        for place in asked { check(index, model, place, seed) }
        index.remove(id)
        model[id] = nil
        #expect(index.everywhere.isEmpty)
        for place in asked.prefix(5) { check(index, model, place, seed) }

        // One that no sample has gets a grid of its own.
        var fitted = circles.map { (center: EarthPoint($0.center), radius: $0.radius.meters) }
        let sampled = Set((0..<4096).map { $0 * fitted.count / 4096 })
        let missed = try #require(fitted.indices.first { !sampled.contains($0) })
        fitted[missed].radius = large.radius.meters
        let grids = CircleGrids(fitting: fitted)
        let grid = try #require(grids.index(ofRadius: large.radius.meters))
        #expect(grids.grids[grid].side >= large.radius.meters / 4.6)
        #expect(grids.index(ofRadius: 100) != grid)
    }

    @Test func `lists that come and go take no more and more room`() throws {
        var lists = CubeLists()
        for number in 0..<5 as Range<UInt32> { lists.insert(number, into: 1) }
        for _ in 0..<1000 {
            lists.remove(4, from: 1)
            lists.insert(4, into: 1)
        }
        #expect(lists.withPool { pool in lists.range(of: 1).map { pool[$0] }.sorted() } == [0, 1, 2, 3, 4])
        #expect(lists.withPool(\.count) <= 1 + 2 + 4 + 8)
        // As circles that move about leave empty lists behind.
        for cube in 2..<10_000 as Range<UInt64> {
            lists.insert(7, into: cube)
            lists.remove(7, from: cube)
        }
        #expect(lists.slots.count == 16)
        #expect(lists.range(of: 1).count == 5 && lists.range(of: 9_999).isEmpty)
        for cube in 2..<10_000 as Range<UInt64> { lists.insert(7, into: cube) }
        #expect((2..<10_000 as Range<UInt64>).allSatisfy { lists.range(of: $0).count == 1 })
    }

    @Test func `a circle of more kilometers than any number of meters is everywhere`() throws {
        let center = try Coordinate(latitude: 1, longitude: 2)
        let circle = Circle(center: center, radius: .kilometers(1e306))
        #expect(circle.isEverywhere && circle.radius.meters.isFinite)
        #expect(CircleIndex([circle]).circles(containing: try Coordinate(latitude: -1, longitude: -178)) == [0])
    }

    @Test func `a copy does not change with the original`() throws {
        let center = try Coordinate(latitude: 1, longitude: 2)
        var index = CircleIndex([Circle(center: center, radius: .meters(10))])
        let copy = index
        index.remove(0)
        _ = index.insert(Circle(center: center, radius: .meters(20)))
        #expect(copy.circles(containing: center) == [0])
        #expect(copy[0].radius == .meters(10))
        #expect(index[0].radius == .meters(20))
    }

    /// From millimeters to more than the Earth.
    static func radius(_ generator: inout SeededGenerator) -> Double {
        switch Int.random(in: 0..<12, using: &generator) {
        case 0: return 20_003_931.4586 - Double.random(in: -1...200_000, using: &generator)
        case 1: return Double.random(in: 3_000_000...2.1e7, using: &generator)
        case 2: return Double.random(in: 0.001...2, using: &generator)
        default:
            var radius = 0.5
            for _ in 0..<Int.random(in: 0..<24, using: &generator) { radius *= 2 }
            return radius * Double.random(in: 1...2, using: &generator)
        }
    }

    private func check(_ index: CircleIndex, _ model: [Int: Circle], _ place: Coordinate, _ seed: UInt64) {
        let truth = model.filter { $0.value.contains(place) }.map { UInt32($0.key) }.sorted()
        #expect(index.circles(containing: place) == truth, "seed \(seed): \(place)")
        var statistics = SearchStatistics()
        let hits = index.hits(at: place, &statistics).sorted { $0.id < $1.id }
        #expect(hits.map(\.id) == truth, "seed \(seed): \(place)")
        for hit in hits {
            let exact = Geodesic.inverse(from: place, to: index[Int(hit.id)].center).distance.meters
            #expect(abs(hit.meters - exact) < CircleIndex.reportedError, "seed \(seed): \(place) to \(hit.id)")
            #expect(hit.isInside && hit.radius == index[Int(hit.id)].radius.meters)
        }
    }

    private func checkReach(
        _ index: CircleIndex, _ circles: [Circle], _ place: Coordinate, _ reach: Distance, _ seed: UInt64
    ) {
        var statistics = SearchStatistics()
        let truth = circles.indices.filter { id in
            circles[id].contains(place)
                || Geodesic.inverse(from: place, to: circles[id].center).distance.meters
                    <= circles[id].radius.meters + reach.meters
        }
        let hits = index.hits(at: place, reach: reach, &statistics).sorted { $0.id < $1.id }
        #expect(hits.map { Int($0.id) } == truth, "seed \(seed): \(place) and \(reach)")
        for hit in hits { #expect(hit.isInside == circles[Int(hit.id)].contains(place), "seed \(seed)") }
    }
}
