#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension PackedTree {
    /// The items inside an area, its edges included, in ascending `ItemKey`.
    ///
    /// Decided by the coordinates' numbers (`BoundingBox.contains`): exact, and
    /// right across the date line and at the poles.
    ///
    /// - Parameters:
    ///   - limit: at most so many; nil for all.
    ///   - key: only items with larger keys.
    /// - Complexity: O(items inside + *limit* log *limit*), and the nodes that the
    ///   area's edge crosses.
    public func positions(
        in box: BoundingBox, limit: Int? = nil, after key: ItemKey? = nil, filter: ItemFilter = .everything,
        _ statistics: inout SearchStatistics
    ) throws(IndexError) -> [Int] {
        try positions(in: box, limit: limit, after: key, filter: filter, interruption: nil, &statistics)
    }

    /// The same, for a search that may be told to stop.
    package func positions(
        in box: BoundingBox, limit: Int?, after key: ItemKey?, filter: ItemFilter, interruption: Interruption?,
        _ statistics: inout SearchStatistics
    ) throws(IndexError) -> [Int] {
        precondition(limit ?? 0 >= 0, "A limit is zero or more.")
        var first = FirstKeys(limit: limit ?? .max, after: key)
        try visit(box, filter: filter, interruption, &statistics) { position throws(IndexError) in
            first.insert(try self.key(at: position), position)
        }
        return first.positions()
    }

    /// How many items are inside an area and pass the filter.
    ///
    /// - Complexity: O(items inside), and the nodes that the area's edge crosses.
    package func count(
        in box: BoundingBox, filter: ItemFilter, interruption: Interruption?, _ statistics: inout SearchStatistics
    ) throws(IndexError) -> Int {
        var count = 0
        try visit(box, filter: filter, interruption, &statistics) { _ in count += 1 }
        return count
    }

    /// Gives the items inside an area that pass the filter, in the tree's order.
    private func visit(
        _ box: BoundingBox, filter: ItemFilter, _ interruption: Interruption?, _ statistics: inout SearchStatistics,
        _ body: (Int) throws(IndexError) -> Void
    ) throws(IndexError) {
        let area = EarthArea(box)
        var stack: [NodeReference] = []
        if let root = shape.root { stack.append(root) }
        while let node = stack.popLast() {
            try interruption?.check()
            if node.level == 0 {
                for site in shape.sites(level: 0, node: node.index) {
                    statistics.candidates += 1
                    guard box.contains(try coordinate(ofSite: site)) else { continue }
                    for position in try items(atSites: site..<site + 1) where try filter.accepts(position) {
                        try body(position)
                    }
                }
                continue
            }
            let group = shape.group(below: node)
            try verifyBoxes(group)
            let children = shape.children(of: node)
            statistics.boxes += children.count
            for child in children where area.meets(boxes, group: group, lane: child - children.lowerBound) {
                stack.append(NodeReference(level: node.level - 1, index: child))
            }
        }
    }
}

/// Keeps the items with the smallest keys, in whatever order the items come.
///
/// Up to twice as many as wanted are kept; then the larger half is dropped, and
/// with it everything that comes later and is larger: each item is looked at
/// once, and few are sorted.
struct FirstKeys {
    private let limit: Int
    private let after: ItemKey?
    private var found: [(key: ItemKey, position: Int)] = []
    /// No larger key belongs to the answer; nil before the first items were
    /// dropped.
    private var largest: ItemKey?

    init(limit: Int, after key: ItemKey?) {
        (self.limit, after) = (limit, key)
    }

    mutating func insert(_ key: ItemKey, _ position: Int) {
        if let after, key <= after { return }
        if let largest, key > largest { return }
        found.append((key, position))
        // Written without a sum: a limit may be `Int.max`.
        if found.count > 1_024, found.count / 2 > limit { shrink() }
    }

    private mutating func shrink() {
        found.sort { $0.key < $1.key }
        found.removeLast(found.count - limit)
        largest = found.last?.key ?? after
    }

    /// In ascending key.
    mutating func positions() -> [Int] {
        found.sort { $0.key < $1.key }
        return found.prefix(limit).map(\.position)
    }
}

/// A node of the tree; the leaves are level 0.
struct NodeReference: BitwiseCopyable {
    var level: Int
    var index: Int
}

extension TreeShape {
    /// The node above everything: the parent of the one group of the top level.
    var root: NodeReference? {
        levels.isEmpty ? nil : NodeReference(level: levels.count, index: 0)
    }

    /// The nodes one level below a node.
    @inline(__always)
    func children(of node: NodeReference) -> Range<Int> {
        node.index * Self.fanOut..<min((node.index + 1) * Self.fanOut, levels[node.level - 1].nodeCount)
    }

    /// The group of boxes of a node's children.
    @inline(__always)
    func group(below node: NodeReference) -> Int {
        levels[node.level - 1].firstGroup + node.index
    }
}

/// An area of latitudes and longitudes in earth-centered coordinates: a slab
/// in z, cut by two half-planes through the axis.
private struct EarthArea {
    private let lowestZ: Double
    private let highestZ: Double
    private let west: (x: Double, y: Double)
    private let east: (x: Double, y: Double)
    /// How the two half-planes go together.
    private let longitudes: Longitudes

    private enum Longitudes { case all, both, either }

    /// More than the roundings of points (2 nm) and of the planes (1 nm).
    private static let slack = 1e-6

    init(_ box: BoundingBox) {
        lowestZ = EarthPoint(Coordinate(unchecked: box.south, 0)).z - Self.slack
        highestZ = EarthPoint(Coordinate(unchecked: box.north, 0)).z + Self.slack
        let (westAngle, eastAngle) = (box.west * (.pi / 180), box.east * (.pi / 180))
        // The side of a meridian on which x·n ≥ 0.
        west = (-sin(westAngle), cos(westAngle))
        east = (sin(eastAngle), -cos(eastAngle))
        // Up to a half turn a place must lie on the right side of both planes;
        // beyond that, of one. Within a degree of a half or a full turn nothing
        // is excluded: the planes nearly coincide there.
        let span = box.longitudeSpan
        longitudes = span >= 359 || (span > 179 && span < 181) ? .all : span <= 179 ? .both : .either
    }

    @inline(__always)
    func meets(_ boxes: MappedColumn<Float>, group: Int, lane: Int) -> Bool {
        let start = group * TreeShape.groupStride + lane
        let stride = TreeShape.fanOut
        let low = (Double(boxes[start]), Double(boxes[start + stride]))
        let lowZ = Double(boxes[start + 2 * stride])
        let high = (Double(boxes[start + 3 * stride]), Double(boxes[start + 4 * stride]))
        let highZ = Double(boxes[start + 5 * stride])
        guard lowZ <= highestZ, highZ >= lowestZ else { return false }
        switch longitudes {
        case .all: return true
        case .both: return reaches(west, low, high) && reaches(east, low, high)
        case .either: return reaches(west, low, high) || reaches(east, low, high)
        }
    }

    /// Whether some corner of a rectangle lies on a half-plane's side.
    @inline(__always)
    private func reaches(
        _ normal: (x: Double, y: Double), _ low: (Double, Double), _ high: (Double, Double)
    ) -> Bool {
        let x = normal.x >= 0 ? high.0 : low.0
        let y = normal.y >= 0 ? high.1 : low.1
        return normal.x * x + normal.y * y >= -Self.slack
    }
}
