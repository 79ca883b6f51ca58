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
    /// - Complexity: O(groups · links).
    mutating func rings() -> [[Place]] {
        let (isInside, holders) = label()
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
    private func label() -> (isInside: [Bool], holders: [(outer: Int, holder: Int)]) {
        var isInside = [Bool?](repeating: nil, count: cycles.count)
        var holderOf: [Int: Int?] = [:]
        var holders: [(outer: Int, holder: Int)] = []
        // From the west: what holds a group begins further west. The first link of an outer
        // cycle by the order of links begins at the group's westernmost place.
        let outers = cycles.indices.filter { areas[$0] < 0 }
            .map { (cycle: $0, link: cycles[$0].min()! / 2) }.sorted { $0.link < $1.link }
        for (outer, link) in outers {
            var holder = self.west(of: links[link].low).map { cycleOfWay[$0] }
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

    /// The way along the nearest link west of a place, a little north of it, that has the
    /// place on its left; nil when there is none.
    private func west(of place: Place) -> Way? {
        /// Where a link is at the height of the place, as a fraction.
        func x(_ way: Way) -> (numerator: Int, denominator: Int) {
            let (a, b) = (end(way), start(way))
            return (a.x * (b.y - a.y) + (place.y - a.y) * (b.x - a.x), b.y - a.y)
        }
        var best: (way: Way, x: (numerator: Int, denominator: Int))?
        for (index, link) in links.enumerated() {
            // To the south: what is east of it is on its left.
            let way = link.low.y > link.high.y ? 2 * index : 2 * index + 1
            let (south, north) = (end(way), start(way))
            guard south.y <= place.y, place.y < north.y else { continue }
            let own = x(way)
            guard own.numerator < place.x * own.denominator else { continue }
            if let best {
                let difference = own.numerator * best.x.denominator - best.x.numerator * own.denominator
                if difference < 0 { continue }
                if difference == 0 {
                    // Both begin there: the one that leans further east.
                    let (rise, other) = (north &- south, start(best.way) &- end(best.way))
                    if rise.x * other.y - other.x * rise.y < 0 { continue }
                }
            }
            best = (way, own)
        }
        return best?.way
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
