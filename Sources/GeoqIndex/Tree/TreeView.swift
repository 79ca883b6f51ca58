/// What a search reads of a tree, without holding it (`PackedTree.withView`).
struct TreeView: BitwiseCopyable {
    let siteCount: Int
    let itemCount: Int
    /// Levels of nodes above the points.
    let height: Int
    let points: ColumnView<Double>
    let places: ColumnView<Double>
    /// nil when each site has one item.
    private let starts: ColumnView<UInt32>?
    let keys: ColumnView<ItemKey>
    let boxes: ColumnView<Float>
    let bytes: RegionGuard
    /// Where each level's first group lies; 2³² sites make eight levels.
    private let firstGroups: SIMD8<UInt32>

    init(_ tree: TreeStorage) {
        siteCount = tree.shape.siteCount
        itemCount = tree.keys.count
        height = tree.shape.levels.count
        points = ColumnView(tree.points)
        places = ColumnView(tree.places)
        starts = tree.starts.map { ColumnView($0) }
        keys = ColumnView(tree.keys)
        boxes = ColumnView(tree.boxes)
        bytes = RegionGuard(tree.points.region)
        var firstGroups = SIMD8<UInt32>.zero
        for level in 0..<height { firstGroups[level] = UInt32(tree.shape.levels[level].firstGroup) }
        self.firstGroups = firstGroups
    }

    /// The group of boxes of a node's children.
    ///
    /// - Parameter level: 1 for the parents of leaves.
    @inline(__always)
    func group(ofNode index: Int, level: Int) -> Int {
        Int(firstGroups[level - 1]) + index
    }

    /// Whether there is a node of this number; level 0 are the leaves.
    @inline(__always)
    func hasNode(_ index: Int, level: Int) -> Bool {
        index * (TreeShape.leafSize << (TreeShape.fanOutBits * level)) < siteCount
    }

    /// The sites under a node that there is; level 0 are the leaves.
    @inline(__always)
    func sites(ofNode index: Int, level: Int) -> Range<Int> {
        let size = TreeShape.leafSize << (TreeShape.fanOutBits * level)
        return index * size..<min((index + 1) * size, siteCount)
    }

    /// Whether each site has one item, so that both have the same numbers.
    @inline(__always)
    var sitesHoldOneItem: Bool { starts == nil }

    /// The items at some sites that lie one after the other.
    @inline(__always)
    func items(atSites sites: Range<Int>) throws(IndexError) -> Range<Int> {
        guard let starts else { return sites }
        try bytes.verify(starts, sites.lowerBound, 1)
        try bytes.verify(starts, sites.upperBound, 1)
        let (first, end) = (Int(starts[sites.lowerBound]), Int(starts[sites.upperBound]))
        guard first <= end, end <= itemCount else {
            throw .damaged(offset: 0, expected: "ascending starts", found: "\(first), \(end)")
        }
        return first..<end
    }

    func key(at position: Int) throws(IndexError) -> ItemKey {
        try bytes.verify(keys, position, 1)
        return keys[position]
    }

    /// The last site that starts at or before an item.
    @inline(__always)
    func site(of position: Int) throws(IndexError) -> Int {
        guard let starts else { return position }
        var (low, high) = (0, siteCount)
        while high - low > 1 {
            let middle = (low + high) / 2
            try bytes.verify(starts, middle, 1)
            if Int(starts[middle]) <= position { low = middle } else { high = middle }
        }
        return low
    }

    @inline(__always)
    func coordinate(ofSite site: Int) throws(IndexError) -> Coordinate {
        try bytes.verify(places, 2 * site, 2)
        return Coordinate(unchecked: places[2 * site], places[2 * site + 1])
    }

    /// A site's coordinate and its point.
    func place(ofSite site: Int) throws(IndexError) -> (coordinate: Coordinate, point: EarthPoint) {
        let leafSize = TreeShape.leafSize
        let lane = site / leafSize * 3 * leafSize + site % leafSize
        try bytes.verify(points, lane, 2 * leafSize + 1)
        return (
            try coordinate(ofSite: site),
            EarthPoint(x: points[lane], y: points[lane + leafSize], z: points[lane + 2 * leafSize])
        )
    }

    /// The squared chord to a site.
    @inline(__always)
    func squaredChord(ofSite site: Int, from origin: EarthPoint) throws(IndexError) -> Double {
        let size = TreeShape.leafSize
        let lane = site / size * 3 * size + site % size
        try bytes.verify(points, lane, 2 * size + 1)
        let (dx, dy) = (points[lane] - origin.x, points[lane + size] - origin.y)
        let dz = points[lane + 2 * size] - origin.z
        return dx * dx + dy * dy + dz * dz
    }

    /// Reads a number of each of a leaf's three cache lines, and does nothing
    /// with it: so the waits for far memory overlap, where each would otherwise
    /// come after the work on the numbers before it. Nothing is verified yet,
    /// and nothing is read outside the column, even in a damaged file.
    @inline(__always)
    func touched(leaf: Int) -> UInt64 {
        let size = TreeShape.leafSize
        let first = leaf * 3 * size
        guard first + 2 * size < points.count else { return 0 }
        return points[first].bitPattern ^ points[first + size].bitPattern ^ points[first + 2 * size].bitPattern
    }

    /// The same of a leaf's two lines of places.
    @inline(__always)
    func touched(placesOf leaf: Int) -> UInt64 {
        let size = TreeShape.leafSize
        let first = leaf * 2 * size
        guard first + size < places.count else { return 0 }
        return places[first].bitPattern ^ places[first + size].bitPattern
    }

    /// The same of the six cache lines of a group of boxes.
    @inline(__always)
    func touched(group: Int) -> UInt64 {
        let first = group * TreeShape.groupStride
        guard first + 5 * TreeShape.fanOut < boxes.count else { return 0 }
        var bits: UInt32 = 0
        for run in 0..<6 { bits ^= boxes[first + run * TreeShape.fanOut].bitPattern }
        return UInt64(bits)
    }

    /// The squared chords to the eight sites of a leaf, and their z; infinite
    /// where there is no site.
    @inline(__always)
    func leaf(_ leaf: Int, from origin: EarthPoint) throws(IndexError) -> LeafDistances {
        let size = TreeShape.leafSize
        let first = leaf * 3 * size
        try bytes.verify(points, first, 3 * size)
        let dx = points.load(at: first, as: SIMD8<Double>.self) - origin.x
        let dy = points.load(at: first + size, as: SIMD8<Double>.self) - origin.y
        let z = points.load(at: first + 2 * size, as: SIMD8<Double>.self)
        let dz = z - origin.z
        return LeafDistances(squaredChords: dx * dx + dy * dy + dz * dz, z: z)
    }
}

/// The squared chords from the question's place to a leaf's eight sites.
struct LeafDistances: BitwiseCopyable {
    let squaredChords: SIMD8<Double>
    let z: SIMD8<Double>

    /// One bit for each site that is no further.
    @inline(__always)
    func mask(upTo squaredChord: Double) -> UInt {
        // Eight bytes of ones or zeros; the product gathers a bit of each.
        let passing = unsafeBitCast(squaredChords .<= squaredChord, to: SIMD8<Int64>.self)
        let bytes = SIMD8<Int8>(
            truncatingIfNeeded: SIMD8<Int16>(truncatingIfNeeded: SIMD8<Int32>(truncatingIfNeeded: passing)))
        let bits = unsafeBitCast(bytes, to: UInt64.self) & 0x8040_2010_0804_0201
        return UInt(truncatingIfNeeded: (bits &* 0x0101_0101_0101_0101) >> 56)
    }
}

extension PackedTree {
    /// Searches without retaining the tree's columns one by one.
    @inline(__always)
    func withView<Result: ~Copyable>(
        _ body: (TreeView) throws(IndexError) -> Result
    ) throws(IndexError) -> Result {
        let storage = storage
        defer { withExtendedLifetime(storage) {} }
        return try body(TreeView(storage))
    }
}
