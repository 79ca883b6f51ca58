import TestSupport
import Testing

@testable import GeoqIndex

/// Areas that are asked about often, which have a grid.
@Suite struct AreaGridTests {
    @Test(arguments: RandomArea.allCases)
    func `the items in an area with a grid equal a scan in set and order`(_ kind: RandomArea) throws {
        let seed: UInt64 = 226
        print("seed \(seed), \(kind)")
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<4 {
            let area = try kind.area(using: &generator)
            var places = PointSet.uniform.coordinates(count: 200, using: &generator)
            places += RandomArea.places(of: area, count: 600, using: &generator)
            places += Self.hardPlaces(of: area, count: 200, using: &generator)
            places += places.suffix(20)
            let tree = PackedTree.build(
                coordinates: places, keys: randomKeys(places.count, using: &generator)
            ).tree
            let expected = try BruteForce(tree).positions(in: .area(area))
            var statistics = SearchStatistics()
            #expect(try tree.positions(in: .area(area), &statistics) == expected)
            area.wasAskedOften()
            #expect(try tree.positions(in: .area(area), &statistics) == expected)
            #expect(try tree.count(in: .area(area), &statistics) == expected.count)
        }
    }

    @Test(arguments: RandomArea.allCases)
    func `a box that the grid tells inside or outside has no other place`(_ kind: RandomArea) throws {
        let seed: UInt64 = 227
        print("seed \(seed), \(kind)")
        var generator = SeededGenerator(seed: seed)
        var told = 0
        for number in 0..<20 {
            let area = try kind.area(using: &generator)
            guard let box = area.box, let grid = AreaGrid(area, side: [32, 64, 256][number % 3]) else { continue }
            let size = max(box.longitudeSpan, box.north - box.south) * [0.5, 0.05, 0.002, 0][number % 4]
            for place in RandomArea.places(of: area, count: 40, using: &generator) {
                let other = Coordinate(
                    unchecked: min(90, place.latitude + .random(in: 0...1, using: &generator) * size),
                    min(180, place.longitude + .random(in: 0...1, using: &generator) * size))
                let relation = grid.relation(
                    to: BoundingBox(unchecked: place.longitude, place.latitude, other.longitude, other.latitude))
                if relation == .edge { continue }
                told += 1
                for share in 0...4 {
                    let across = Double(share) / 4
                    let within = Coordinate(
                        unchecked: min(other.latitude, place.latitude + across * (other.latitude - place.latitude)),
                        min(other.longitude, place.longitude + (1 - across) * (other.longitude - place.longitude)))
                    #expect(area.scannedContains(within) == (relation == .inside), "\(within)")
                }
            }
        }
        // An area that touches ±180° or a pole has no grid.
        let hasGrid = [RandomArea.star, .tinyStar, .stairs, .spiral, .slantingComb, .holes].contains(kind)
        #expect(told > 0 || !hasGrid, "boxes were told")
    }

    @Test func `most boxes away from the edge are told`() throws {
        let area = try Area([.init(outer: RandomArea.box(0, 0, 10, 10), holes: [RandomArea.box(4, 4, 6, 6)])])
        let grid = try #require(AreaGrid(area, side: 256))
        func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> Relation {
            grid.relation(to: BoundingBox(unchecked: west, south, east, north))
        }
        #expect(box(0.1, 0.1, 3.9, 9.9) == .inside)
        #expect(box(4.1, 4.1, 5.9, 5.9) == .outside)
        #expect(box(10.1, 0, 20, 10) == .outside)
        #expect(box(-20, -20, 20, 20) == .edge)
        #expect(box(1, 1, 5, 5) == .edge)
        #expect(box(5, 5, 11, 5) == .edge)
        // Inside and beyond, and no edge between in a row of cells: it is not told inside.
        #expect(box(9.9, 1, 10.5, 2) == .edge)
        // Across ±180°.
        #expect(box(5, 1, -170, 2) == .edge)
    }

    @Test func `a grid is made when leaves enough were crossed, and not for areas at a pole or at 180 degrees`() throws
    {
        let area = try Area([.init(outer: RandomArea.box(0, 0, 10, 10))])
        for _ in 1..<LazyAreaGrid.leavesBefore { area.index.grid.count() }
        #expect(area.madeGrid == nil)
        area.index.grid.count()
        let grid = try #require(area.madeGrid)
        #expect(area.madeGrid === grid)
        for box in [RandomArea.box(170, 0, 180, 10), RandomArea.box(-180, 0, -170, 10), RandomArea.box(0, 80, 10, 90)] {
            let area = try Area([.init(outer: box)])
            area.wasAskedOften()
            #expect(area.madeGrid == nil)
        }
        #expect(AreaGrid(try Area([]), side: 32) == nil)
    }

    @Test func `searches count the leaves that the edge crosses, until there is a grid`() throws {
        let seed: UInt64 = 228
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let places = PointSet.uniform.coordinates(count: 40_000, using: &generator)
        let tree = PackedTree.build(coordinates: places, keys: ascendingKeys(places.count)).tree
        let area = try Area([.init(outer: RandomArea.box(-100, -50, 70, 50))])
        var (statistics, answers) = (SearchStatistics(), Set<Int>())
        for _ in 0..<10 { answers.insert(try tree.count(in: .area(area), &statistics)) }
        #expect(answers.count == 1)
        #expect(area.madeGrid != nil)
    }

    /// Places on the box of an area, a hair beyond, and where cells meet.
    private static func hardPlaces(
        of area: Area, count: Int, using generator: inout SeededGenerator
    ) -> [Coordinate] {
        guard let box = area.box else { return [] }
        let (width, height) = (box.longitudeSpan, box.north - box.south)
        return (0..<count).map { number in
            let (column, row) = (Int.random(in: 0...256, using: &generator), Int.random(in: 0...256, using: &generator))
            var (x, y) = (box.west + width * Double(column) / 256, box.south + height * Double(row) / 256)
            if number % 3 == 1 { (x, y) = (x.nextUp, y.nextDown) }
            if number % 3 == 2 { (x, y) = (x.nextDown, y.nextUp) }
            return Coordinate.make(min(90, max(-90, y)), x)
        }
    }
}

extension Area {
    /// The grid that a search would have now.
    fileprivate var madeGrid: AreaGrid? { index.grid.grid(of: self) }

    /// As after searches enough: the next one has a grid, if the area can have one.
    func wasAskedOften() {
        for _ in 0..<LazyAreaGrid.leavesBefore { index.grid.count() }
    }
}
