/// An immutable R-tree over places, packed so that every node but the last of
/// a level is full, in earth-centered coordinates: the date line and the poles
/// are ordinary places.
///
/// It answers with positions: the items in the order in which the tree keeps
/// them, 0..<count. The caller knows what each item is. Items at equal distance
/// come in ascending `ItemKey`, so an answer does not depend on how the tree
/// was packed.
///
/// A tree is a value that any number of threads may ask at once. One over a
/// mapped file throws `IndexError` when it meets bytes that are damaged; one
/// built in memory never throws.
public struct PackedTree: Sendable {
    let storage: TreeStorage

    init(_ storage: TreeStorage) {
        self.storage = storage
    }

    /// How many items it holds.
    public var count: Int { keys.count }

    /// How many distinct coordinates the items have.
    public var siteCount: Int { shape.siteCount }

    /// Levels of nodes above the points.
    public var height: Int { shape.levels.count }

    /// The coordinate of an item.
    ///
    /// - Precondition: `position` lies in 0..<count.
    /// - Throws: `IndexError.damaged`.
    /// - Complexity: O(1); O(log *sites*) when sites hold several items.
    public func coordinate(at position: Int) throws(IndexError) -> Coordinate {
        precondition(position >= 0 && position < count, "A position lies in 0..<count.")
        return try withView { view throws(IndexError) in try view.coordinate(ofSite: try view.site(of: position)) }
    }

    /// The key of an item.
    ///
    /// - Precondition: `position` lies in 0..<count.
    /// - Throws: `IndexError.damaged`.
    /// - Complexity: O(1).
    public func key(at position: Int) throws(IndexError) -> ItemKey {
        try keys.value(at: position)
    }

    /// Whether this is the other tree itself, or a copy of it. Then both have
    /// the same items; of two trees that were built apart this is never true.
    package func isIdentical(to other: PackedTree) -> Bool {
        storage === other.storage
    }

    /// Whether all its bytes have been verified, so that a question need not
    /// verify them again. Always true for a tree that was built in memory.
    package var isVerified: Bool { points.region.isVerified }

    func coordinate(ofSite site: Int) throws(IndexError) -> Coordinate {
        try places.verify(2 * site, 2)
        return Coordinate(unchecked: places[2 * site], places[2 * site + 1])
    }

    func point(ofSite site: Int) throws(IndexError) -> EarthPoint {
        let leafSize = TreeShape.leafSize
        let first = site / leafSize * 3 * leafSize
        try points.verify(first, 3 * leafSize)
        let lane = first + site % leafSize
        return EarthPoint(x: points[lane], y: points[lane + leafSize], z: points[lane + 2 * leafSize])
    }

    /// The items at some sites that lie one after the other.
    @inline(__always)
    func items(atSites sites: Range<Int>) throws(IndexError) -> Range<Int> {
        guard let starts else { return sites }
        let first = Int(try starts.value(at: sites.lowerBound))
        let end = Int(try starts.value(at: sites.upperBound))
        guard first <= end, end <= count else {
            throw .damaged(
                offset: starts.offset(of: sites.lowerBound), expected: "ascending starts", found: "\(first), \(end)")
        }
        return first..<end
    }
}

extension PackedTree {
    @inline(__always)
    func verifyBoxes(_ group: Int) throws(IndexError) {
        try boxes.verify(group * TreeShape.groupStride, TreeShape.groupStride)
    }
}

extension PackedTree {
    var shape: TreeShape { storage.shape }
    var points: MappedColumn<Double> { storage.points }
    var places: MappedColumn<Double> { storage.places }
    var starts: MappedColumn<UInt32>? { storage.starts }
    var keys: MappedColumn<ItemKey> { storage.keys }
    var boxes: MappedColumn<Float> { storage.boxes }
}

/// The columns of a tree behind one reference, so that a tree is cheap to copy.
final class TreeStorage: Sendable {
    let shape: TreeShape
    /// x of a leaf's sites, then y, then z; a short leaf is filled with infinity.
    let points: MappedColumn<Double>
    /// Latitude and longitude of each site, in degrees.
    let places: MappedColumn<Double>
    /// The first item of each site, and the count of items at the end; nil when
    /// each site has one item.
    let starts: MappedColumn<UInt32>?
    /// The key of each item; ascending within a site.
    let keys: MappedColumn<ItemKey>
    /// The boxes, rounded outwards; `TreeShape` has their order.
    let boxes: MappedColumn<Float>

    init(
        shape: TreeShape, points: MappedColumn<Double>, places: MappedColumn<Double>,
        starts: MappedColumn<UInt32>?, keys: MappedColumn<ItemKey>, boxes: MappedColumn<Float>
    ) {
        (self.shape, self.points, self.places) = (shape, points, places)
        (self.starts, self.keys, self.boxes) = (starts, keys, boxes)
    }
}
