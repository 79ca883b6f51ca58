/// Takes all crossings out of rings at once, by snap rounding (Hobby, "Practical segment intersection with finite
/// precision output", 1999): for crossings that lie so near to each other that the roundings of some make others, and
/// for more crossings than can be taken out one by one.
///
/// All vertices and crossings are put into the cells of a grid, some ten nanometers wide. An edge is led through the
/// middle of each cell that it meets and that has a vertex or a crossing. Then two edges meet in vertices only, or are
/// one edge; and no edge has moved by more than half a cell. An edge that is there an even number of times bounds
/// nothing, because a place is inside when the rings lie around it an odd number of times. What is left has an even
/// number of edges at each vertex, and is put together to rings.
///
/// The cells of crossings are found in doubles. Should one be wrong, edges still cross, and all is done again.
struct RingSnapping {
    /// The width of a cell in degrees. Positions in cells are whole numbers below 2⁵²: these and their halves have
    /// no roundings.
    private static let grain = 0x1p-43
    /// More looks at two edges, or at an edge and a cell, are too many.
    private static let mostLooks = 200_000_000
    private static let mostRounds = 8

    /// A longitude and a latitude in cells.
    private typealias Cell = SIMD2<Double>

    private struct Edge: Hashable {
        var start: Cell
        var end: Cell
        /// The ring that it is of in the beginning.
        var ring: Int

        var west: Double { Swift.min(start.x, end.x) }
        var east: Double { Swift.max(start.x, end.x) }
        var south: Double { Swift.min(start.y, end.y) }
        var north: Double { Swift.max(start.y, end.y) }
        /// The same for an edge and for its way back, of whichever ring.
        var undirected: Edge {
            let isForth = start.x != end.x ? start.x < end.x : start.y < end.y
            return Edge(start: isForth ? start : end, end: isForth ? end : start, ring: 0)
        }
    }

    /// The numbers of the rings that cross another one or themselves.
    private(set) var tangled: Set<Int> = []
    /// Crossings of edges, and stretches that edges run along each other.
    private(set) var crossings = 0
    private let edges: [Edge]
    /// Whether what lies west of the meridian 0 is turned by 360°, because edges go across ±180°.
    private let isTurned: Bool

    /// - Returns: nil for rings that run round the earth's axis, have a vertex at a pole, or cross both the date line
    ///   and the meridian behind it.
    /// - Precondition: the rings are closed.
    /// - Complexity: O(*n* · *m*), where a meridian meets *m* edges.
    init?(_ rings: [[Coordinate]]) {
        let plain = rings.map { FlatRing($0) }
        guard plain.allSatisfy(\.isPlain), let flat = FlatRing.onOneDateLine(plain) else { return nil }
        let turns = flat.contains { $0.wraps.contains(true) }
        var edges: [Edge] = []
        for (number, ring) in flat.enumerated() {
            var cells: [Cell] = []
            for vertex in ring.vertices {
                var cell = (vertex / Self.grain).rounded(.toNearestOrEven)
                if turns, cell.x < 0 { cell.x += 360 / Self.grain }
                guard cell.y.magnitude * Self.grain < 90 else { return nil }
                cells.append(cell)
            }
            for (start, end) in zip(cells, cells.dropFirst()) where start != end {
                guard (end.x - start.x).magnitude * Self.grain <= 180 else { return nil }
                edges.append(Edge(start: start, end: end, ring: number))
            }
        }
        (self.edges, isTurned) = (edges, turns)
        var looks = 0
        guard let found = Self.meetings(of: edges, &looks) else { return nil }
        (tangled, crossings) = (found.rings, found.crossings)
    }

    /// Rings with the same places as some of the rings, to within a cell: closed, and none crosses itself or another
    /// one; nil where that cannot be done.
    func rings(insteadOf numbers: Set<Int>) -> [[Coordinate]]? {
        var looks = 0
        var edges = Self.odd(self.edges.filter { numbers.contains($0.ring) })
        for _ in 0..<Self.mostRounds {
            guard let found = Self.meetings(of: edges, &looks) else { return nil }
            if found.isClean { return Self.rings(of: edges).map { $0.map(place) } }
            guard let snapped = Self.snapped(edges, to: found.cells, &looks) else { return nil }
            edges = Self.odd(snapped)
        }
        return nil
    }

    private func place(_ cell: Cell) -> Coordinate {
        let x = cell.x * Self.grain
        return Coordinate(unchecked: cell.y * Self.grain, x > 180 ? x - 360 : x)
    }

    // MARK: Where edges meet

    private enum Meeting {
        /// In a point inside both, of this cell.
        case crossing(Cell)
        /// In more than a point.
        case along
        /// One is the other, or its way back.
        case same
        /// A vertex of one is inside of the other.
        case touch
    }

    private struct Meetings {
        var crossings = 0
        var rings: Set<Int> = []
        var cells: Set<Cell> = []
        var isClean = true

        mutating func add(_ meeting: Meeting, _ first: Edge, _ second: Edge) {
            switch meeting {
            case .crossing(let cell):
                cells.insert(cell)
                isClean = false
            case .along: isClean = false
            case .same: break
            case .touch:
                isClean = false
                return
            }
            crossings += 1
            rings.formUnion([first.ring, second.ring])
        }
    }

    /// Looks at all edges that a meridian meets together; nil when there are too many.
    private static func meetings(of edges: [Edge], _ looks: inout Int) -> Meetings? {
        var found = Meetings()
        var open: [Edge] = []
        for edge in edges.sorted(by: { $0.west < $1.west }) {
            looks += open.count
            guard looks < mostLooks else { return nil }
            open.removeAll { $0.east < edge.west }
            for other in open where other.south <= edge.north && edge.south <= other.north {
                if let kind = Self.meeting(edge, other) { found.add(kind, edge, other) }
            }
            open.append(edge)
        }
        return found
    }

    private static func meeting(_ first: Edge, _ second: Edge) -> Meeting? {
        let (a, b, c, d) = (first.start, first.end, second.start, second.end)
        if a == c && b == d || a == d && b == c { return .same }
        let (ofC, ofD) = (Orientation.sign(a, b, c), Orientation.sign(a, b, d))
        if ofC == 0, ofD == 0 {
            // Both lie on one line, where their boxes tell.
            let width = Swift.min(first.east, second.east) - Swift.max(first.west, second.west)
            let height = Swift.min(first.north, second.north) - Swift.max(first.south, second.south)
            return width >= 0 && height >= 0 && width + height > 0 ? .along : nil
        }
        let (ofA, ofB) = (Orientation.sign(c, d, a), Orientation.sign(c, d, b))
        if ofC * ofD > 0 || ofA * ofB > 0 { return nil }
        // An end on the other edge: touching inside of it, or the same vertex.
        if ofC == 0 || ofD == 0 { return ofA * ofB < 0 ? .touch : nil }
        if ofA == 0 || ofB == 0 { return .touch }
        func cross(_ u: Cell, _ v: Cell) -> Double { u.x * v.y - u.y * v.x }
        let share = cross(c - a, d - c) / cross(b - a, d - c)
        let way = (b - a) * (share.isFinite ? Swift.min(1, Swift.max(0, share)) : 0.5)
        // Downwards from the middle, as `meets` counts the edges of cells.
        return .crossing(a + (way + 0.5).rounded(.down))
    }

    // MARK: Edges through the middle of cells

    /// Edges led through the cells of all their vertices, and of crossings, that they meet; nil when these are too
    /// many.
    private static func snapped(_ edges: [Edge], to crossings: Set<Cell>, _ looks: inout Int) -> [Edge]? {
        var all = crossings
        for edge in edges {
            all.insert(edge.start)
            all.insert(edge.end)
        }
        let cells = all.sorted { $0.x != $1.x ? $0.x < $1.x : $0.y < $1.y }
        var snapped: [Edge] = []
        for edge in edges {
            var (low, high) = (0, cells.count)
            while low < high {
                let middle = (low + high) / 2
                if cells[middle].x < edge.west { low = middle + 1 } else { high = middle }
            }
            var way: [Cell] = []
            while low < cells.count, cells[low].x <= edge.east {
                looks += 1
                let cell = cells[low]
                if edge.south <= cell.y, cell.y <= edge.north, meets(edge, cell) { way.append(cell) }
                low += 1
            }
            guard looks < mostLooks else { return nil }
            // An edge goes one way in longitude and one in latitude, and so do the cells that it meets.
            let (goesEast, goesNorth) = (edge.start.x <= edge.end.x, edge.start.y <= edge.end.y)
            way.sort {
                if $0.x != $1.x { return goesEast ? $0.x < $1.x : $0.x > $1.x }
                return goesNorth ? $0.y < $1.y : $0.y > $1.y
            }
            for (start, end) in zip(way, way.dropFirst()) {
                snapped.append(Edge(start: start, end: end, ring: edge.ring))
            }
        }
        return snapped
    }

    /// Whether an edge meets a cell, of which the western and the southern side are part, and the others not.
    ///
    /// - Precondition: their boxes meet.
    private static func meets(_ edge: Edge, _ cell: Cell) -> Bool {
        let isForth = edge.start.x != edge.end.x ? edge.start.x < edge.end.x : edge.start.y < edge.end.y
        let (from, to) = isForth ? (edge.start, edge.end) : (edge.end, edge.start)
        // On whole numbers, a meridian or a parallel goes through the middle.
        if from.x == to.x || from.y == to.y { return true }
        func side(_ east: Double, _ north: Double) -> Int { Orientation.sign(from, to, cell + Cell(east, north)) }
        let rises = from.y < to.y
        // A corner that is not part of the cell tells by the way that the edge goes on from there.
        let northwest = side(-0.5, 0.5)
        if northwest == 0 { return !rises }
        let northeast = side(0.5, 0.5)
        if northeast == 0 { return rises }
        if northwest != northeast { return true }
        let southwest = side(-0.5, -0.5)
        if southwest == 0 || southwest != northwest { return true }
        let southeast = side(0.5, -0.5)
        if southeast == 0 { return !rises }
        return southeast != southwest
    }

    // MARK: Rings

    /// Those edges that are there an odd number of times, once each, in their order.
    private static func odd(_ edges: [Edge]) -> [Edge] {
        var counts: [Edge: Int] = [:]
        for edge in edges { counts[edge.undirected, default: 0] += 1 }
        var seen: Set<Edge> = []
        return edges.filter {
            counts[$0.undirected, default: 0] % 2 == 1 && seen.insert($0.undirected).inserted
        }
    }

    /// Goes along edges until each is passed; a way ends where it began, since each vertex has an even number of edges.
    private static func rings(of edges: [Edge]) -> [[Cell]] {
        var edgesAt: [Cell: [Int]] = [:]
        for (number, edge) in edges.enumerated() {
            edgesAt[edge.start, default: []].append(number)
            edgesAt[edge.end, default: []].append(number)
        }
        var isPassed = Array(repeating: false, count: edges.count)
        var rings: [[Cell]] = []
        for first in edges.indices where !isPassed[first] {
            isPassed[first] = true
            var way = [edges[first].start, edges[first].end]
            var place = edges[first].end
            while place != way[0], let next = edgesAt[place]?.first(where: { !isPassed[$0] }) {
                isPassed[next] = true
                place = edges[next].start == place ? edges[next].end : edges[next].start
                way.append(place)
            }
            rings.append(way)
        }
        return rings
    }
}
