/// Links of a tile's grid that do not cross, by their heights, to find the next one west of a place: a segment tree
/// (Bentley 1977).
///
/// The heights at which links end part all heights into slabs. A node is of one slab, or of all slabs of two nodes. It
/// has the links that span its heights and not those of the node above. These are in one order from west to east at
/// all of its heights, since no two of them cross.
struct TileLinkTree {
    typealias Place = SIMD2<Int>

    /// A link with its number, from the south to the north.
    private struct Rise {
        let number: Int
        let south, north: Place

        /// Where it is at a height, as a fraction; the denominator is positive.
        func x(at height: Int) -> (numerator: Int, denominator: Int) {
            let way = north &- south
            return (south.x * way.y + (height - south.y) * way.x, way.y)
        }

        func isWest(of other: Rise, at height: Int) -> Bool {
            let (own, others) = (x(at: height), other.x(at: height))
            return own.numerator * others.denominator < others.numerator * own.denominator
        }

        func isWest(of place: Place) -> Bool {
            let own = x(at: place.y)
            return own.numerator < place.x * own.denominator
        }
    }

    /// Where slabs begin and end, ascending.
    private let heights: [Int]
    /// The number of the first slab's node. Above the nodes of number `2 * n` and `2 * n + 1` is `n`.
    private let firstLeaf: Int
    /// By node: its links from west to east.
    private let nodes: [[Rise]]

    /// - Complexity: O(*n* log² *n*).
    init(_ links: [TileFaces.Link]) {
        let rises = links.enumerated().filter { $0.element.low.y != $0.element.high.y }.map { number, link in
            let isUpward = link.low.y < link.high.y
            return Rise(
                number: number, south: isUpward ? link.low : link.high, north: isUpward ? link.high : link.low)
        }
        let heights = Set(rises.flatMap { [$0.south.y, $0.north.y] }).sorted()
        var leaves = 1
        while leaves < heights.count { leaves *= 2 }
        let slabs = Dictionary(uniqueKeysWithValues: zip(heights, heights.indices))
        var nodes = [[Rise]](repeating: [], count: 2 * leaves)
        for rise in rises {
            guard var first = slabs[rise.south.y], var end = slabs[rise.north.y] else { continue }
            (first, end) = (first + leaves, end + leaves)
            while first < end {
                if first % 2 == 1 {
                    nodes[first].append(rise)
                    first += 1
                }
                if end % 2 == 1 {
                    end -= 1
                    nodes[end].append(rise)
                }
                (first, end) = (first / 2, end / 2)
            }
        }
        for node in nodes.indices where nodes[node].count > 1 {
            var (first, end) = (node, node + 1)
            while first < leaves { (first, end) = (2 * first, 2 * end) }
            let (low, high) = (heights[first - leaves], heights[end - leaves])
            nodes[node].sort {
                // Those that begin in one place part above it.
                $0.isWest(of: $1, at: low) || !$1.isWest(of: $0, at: low) && $0.isWest(of: $1, at: high)
            }
        }
        (self.heights, firstLeaf, self.nodes) = (heights, leaves, nodes)
    }

    /// The number of the nearest link west of a place, a little north of it; nil when there is none.
    ///
    /// - Complexity: O(log² *n*).
    func west(of place: Place) -> Int? {
        let slab = Self.count(in: heights) { $0 <= place.y } - 1
        guard slab >= 0 else { return nil }
        var node = slab + firstLeaf
        var best: Rise?
        while node > 0 {
            let count = Self.count(in: nodes[node]) { $0.isWest(of: place) }
            if count > 0 {
                let found = nodes[node][count - 1]
                if best.map({ Self.isFurtherEast(found, than: $0, at: place.y) }) ?? true { best = found }
            }
            node /= 2
        }
        return best?.number
    }

    /// Whether a link is east of another one a little north of a height.
    private static func isFurtherEast(_ rise: Rise, than other: Rise, at height: Int) -> Bool {
        if other.isWest(of: rise, at: height) { return true }
        if rise.isWest(of: other, at: height) { return false }
        // Both begin there: the one that leans further east.
        let (way, otherWay) = (rise.north &- rise.south, other.north &- other.south)
        return way.x * otherWay.y > otherWay.x * way.y
    }

    /// Of how many elements something is so that is so of the first ones.
    private static func count<Element>(in elements: [Element], where isSo: (Element) -> Bool) -> Int {
        var (low, high) = (0, elements.count)
        while low < high {
            let middle = (low + high) / 2
            if isSo(elements[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
