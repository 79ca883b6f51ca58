import GeoqIndex

/// The faces into which links between places of a tile's grid part the plane. No two links
/// meet but at their ends, and at each place an even number of them does.
struct TileFaces {
    typealias Place = SIMD2<Int>

    /// A way between two places, without a direction.
    struct Link: Hashable {
        let low, high: Place

        init(_ a: Place, _ b: Place) {
            (low, high) = a.x < b.x || a.x == b.x && a.y < b.y ? (a, b) : (b, a)
        }
    }

    /// A link in one of its directions: `2 * link` from its lower place, and one more from the
    /// other.
    private typealias Way = Int

    private let links: [Link]
    /// For each way, the one that goes on along the same face, which lies to its left.
    private var next: [Way] = []
    /// For each way, which cycle of ways it is of.
    private var cycleOfWay: [Int] = []
    private var cycles: [[Way]] = []
    /// For each cycle, twice the area that it encloses: negative for the outer boundary of
    /// links that hang together, of which each group has one.
    private var areas: [Int] = []

    init(_ links: Set<Link>) {
        self.links = links.sorted {
            ($0.low.x, $0.low.y, $0.high.x, $0.high.y) < ($1.low.x, $1.low.y, $1.high.x, $1.high.y)
        }
        connect()
        trace()
    }

    /// The rings of the faces from which the outside is reached over an odd number of links:
    /// each outer ring, which encloses a positive area, before its holes.
    ///
    /// - Parameter interruption: is asked for each group of links.
    /// - Throws: `IndexError.interrupted`.
    /// - Complexity: O(*n* log² *n*) for *n* links.
    func rings(interruption: Interruption? = nil) throws -> [[Place]] {
        let (isInside, holders) = try label(interruption)
        var holes: [Int: [Int]] = [:]
        for (outer, holder) in holders { holes[holder, default: []].append(outer) }
        var found: [[Place]] = []
        for cycle in cycles.indices where areas[cycle] > 0 && isInside[cycle] {
            let own = loops(cycle)
            found += own.filter { Self.twiceArea($0) > 0 }
            found += own.filter { Self.twiceArea($0) < 0 }
            for hole in holes[cycle, default: []].sorted() { found += loops(hole) }
        }
        return found
    }

    private func start(_ way: Way) -> Place { way % 2 == 0 ? links[way / 2].low : links[way / 2].high }
    private func end(_ way: Way) -> Place { start(way ^ 1) }

    /// Finds the next way of each: at its end the first one clockwise from where it came.
    private mutating func connect() {
        var leaving: [Place: [Way]] = [:]
        for way in 0..<(2 * links.count) { leaving[start(way), default: []].append(way) }
        next = [Way](repeating: 0, count: 2 * links.count)
        for ways in leaving.values {
            let sorted = ways.sorted { isBefore(end($0) &- start($0), end($1) &- start($1)) }
            for (index, way) in sorted.enumerated() {
                next[way ^ 1] = sorted[(index + sorted.count - 1) % sorted.count]
            }
        }
    }

    /// Whether a direction comes before another one counterclockwise from the west.
    private func isBefore(_ a: Place, _ b: Place) -> Bool {
        let (isUpper, isOtherUpper) = (a.y > 0 || a.y == 0 && a.x > 0, b.y > 0 || b.y == 0 && b.x > 0)
        if isUpper != isOtherUpper { return isOtherUpper }
        return a.x * b.y - a.y * b.x > 0
    }

    private mutating func trace() {
        cycleOfWay = [Int](repeating: -1, count: next.count)
        for first in next.indices where cycleOfWay[first] < 0 {
            var (cycle, way, area): ([Way], Way, Int) = ([], first, 0)
            repeat {
                cycleOfWay[way] = cycles.count
                cycle.append(way)
                area += start(way).x * end(way).y - end(way).x * start(way).y
                way = next[way]
            } while way != first
            cycles.append(cycle)
            areas.append(area)
        }
    }

    /// Which faces are inside, by their cycles; and for the outer cycle of each group of links
    /// that lies within a face that is inside, the cycle of that face.
    private func label(
        _ interruption: Interruption?
    ) throws -> (isInside: [Bool], holders: [(outer: Int, holder: Int)]) {
        var isInside = [Bool?](repeating: nil, count: cycles.count)
        var holderOf: [Int: Int?] = [:]
        var holders: [(outer: Int, holder: Int)] = []
        // From the west: what holds a group begins further west. The first link of an outer
        // cycle by the order of links begins at the group's westernmost place.
        let outers = cycles.indices.filter { areas[$0] < 0 }
            .map { (cycle: $0, link: cycles[$0].min()! / 2) }.sorted { $0.link < $1.link }
        let tree = TileLinkTree(links)
        for (outer, link) in outers {
            try interruption?.check()
            var holder = tree.west(of: links[link].low).map { cycleOfWay[wayToSouth($0)] }
            if let found = holder, areas[found] < 0 { holder = holderOf[found] ?? nil }
            holderOf[outer] = .some(holder)
            let isWithin = holder.map { isInside[$0] ?? false } ?? false
            if isWithin, let holder { holders.append((outer, holder)) }
            // Each link has the inside on one of its sides.
            isInside[outer] = isWithin
            var waiting = [outer]
            while let cycle = waiting.popLast() {
                for way in cycles[cycle] {
                    let neighbor = cycleOfWay[way ^ 1]
                    guard isInside[neighbor] == nil else { continue }
                    isInside[neighbor] = !(isInside[cycle] ?? false)
                    waiting.append(neighbor)
                }
            }
        }
        return (isInside.map { $0 ?? false }, holders)
    }

    /// The way along a link that has what is east of it on its left: to the south.
    private func wayToSouth(_ link: Int) -> Way {
        links[link].low.y > links[link].high.y ? 2 * link : 2 * link + 1
    }

    /// A cycle as rings that come to no place twice.
    private func loops(_ cycle: Int) -> [[Place]] {
        var (found, path): ([[Place]], [Place]) = ([], [])
        var index: [Place: Int] = [:]
        for way in cycles[cycle] {
            let place = start(way)
            if let first = index[place] {
                found.append(Array(path[first...]))
                for gone in path[first...] { index[gone] = nil }
                path.removeSubrange(first...)
            }
            index[place] = path.count
            path.append(place)
        }
        return found + [path]
    }

    private static func twiceArea(_ ring: [Place]) -> Int {
        guard var before = ring.last else { return 0 }
        var area = 0
        for place in ring {
            area += before.x * place.y - place.x * before.y
            before = place
        }
        return area
    }
}
