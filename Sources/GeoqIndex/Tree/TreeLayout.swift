/// Where the columns of a tree lie: one after the other, each from a multiple
/// of 64 bytes on; the same in memory and in a file.
struct TreeLayout {
    let shape: TreeShape
    let itemCount: Int
    private(set) var pointsOffset = 0
    private(set) var placesOffset = 0
    private(set) var startsOffset = 0
    private(set) var keysOffset = 0
    private(set) var boxesOffset = 0
    private(set) var byteCount = 0

    /// Whether some site holds several items.
    var hasStarts: Bool { shape.siteCount != itemCount }

    init(shape: TreeShape, itemCount: Int) {
        self.shape = shape
        self.itemCount = itemCount
        var end = 0
        func take(_ count: Int, _ stride: Int) -> Int {
            let start = end
            end = (start + count * stride + 63) & ~63
            return start
        }
        pointsOffset = take(shape.leafCount * 3 * TreeShape.leafSize, 8)
        placesOffset = take(shape.siteCount * 2, 8)
        startsOffset = take(hasStarts ? shape.siteCount + 1 : 0, 4)
        keysOffset = take(itemCount, MemoryLayout<ItemKey>.stride)
        boxesOffset = take(shape.groupCount * TreeShape.groupStride, 4)
        byteCount = end
    }

    /// The tree whose columns start at a byte of a region.
    func tree(in region: MemoryRegion, at offset: Int) throws(IndexError) -> PackedTree {
        PackedTree(
            TreeStorage(
                shape: shape,
                points: try region.column(
                    of: Double.self, at: offset + pointsOffset, count: shape.leafCount * 3 * TreeShape.leafSize),
                places: try region.column(of: Double.self, at: offset + placesOffset, count: shape.siteCount * 2),
                starts: hasStarts
                    ? try region.column(of: UInt32.self, at: offset + startsOffset, count: shape.siteCount + 1) : nil,
                keys: try region.column(of: ItemKey.self, at: offset + keysOffset, count: itemCount),
                boxes: try region.column(
                    of: Float.self, at: offset + boxesOffset, count: shape.groupCount * TreeShape.groupStride)))
    }

    /// Writes points and boxes into a region that is not shared yet.
    ///
    /// - Parameters:
    ///   - firsts: the first item of each site, in the order of the leaves.
    ///   - points: by item.
    func fillPoints(_ region: MemoryRegion, firsts: [UInt32], points: [EarthPoint]) {
        let leafSize = TreeShape.leafSize
        region.withMutableColumn(of: Double.self, at: pointsOffset, count: shape.leafCount * 3 * leafSize) { column in
            for index in 0..<shape.leafCount * leafSize {
                let lane = index / leafSize * 3 * leafSize + index % leafSize
                let point = index < firsts.count ? points[Int(firsts[index])] : EarthPoint.nowhere
                column[lane] = point.x
                column[lane + leafSize] = point.y
                column[lane + 2 * leafSize] = point.z
            }
            fillBoxes(region, points: UnsafeBufferPointer(column))
        }
    }

    /// Writes the places; coordinates are by item.
    func fillPlaces(_ region: MemoryRegion, firsts: [UInt32], coordinates: [Coordinate]) {
        region.withMutableColumn(of: Double.self, at: placesOffset, count: shape.siteCount * 2) { places in
            for (index, item) in firsts.enumerated() {
                let place = coordinates[Int(item)]
                places[2 * index] = place.latitude
                places[2 * index + 1] = place.longitude
            }
        }
    }

    /// Writes where each site's items start, and their keys, which are by item.
    func fillItems(_ region: MemoryRegion, order: (items: [UInt32], starts: [UInt32]?), keys: [ItemKey]) {
        if let starts = order.starts {
            region.withMutableColumn(of: UInt32.self, at: startsOffset, count: starts.count) {
                _ = $0.update(fromContentsOf: starts)
            }
        }
        region.withMutableColumn(of: ItemKey.self, at: keysOffset, count: itemCount) { column in
            for (position, item) in order.items.enumerated() { column[position] = keys[Int(item)] }
        }
    }

    /// Boxes from the leaves up. A missing child has a box that is nowhere.
    private func fillBoxes(_ region: MemoryRegion, points: UnsafeBufferPointer<Double>) {
        let (fanOut, stride) = (TreeShape.fanOut, TreeShape.groupStride)
        region.withMutableColumn(of: Float.self, at: boxesOffset, count: shape.groupCount * stride) { boxes in
            for (number, level) in shape.levels.enumerated() {
                let groups = (level.nodeCount + fanOut - 1) / fanOut
                for node in 0..<groups * fanOut {
                    let slot = (level.firstGroup + node / fanOut) * stride + node % fanOut
                    for axis in 0..<3 {
                        var range: (low: Float, high: Float) = (.infinity, -.infinity)
                        if node < level.nodeCount {
                            range =
                                number == 0
                                ? leafRange(points, leaf: node, axis: axis)
                                : Self.childrenRange(
                                    boxes, group: shape.levels[number - 1].firstGroup + node, axis: axis)
                        }
                        boxes[slot + axis * fanOut] = range.low
                        boxes[slot + (axis + 3) * fanOut] = range.high
                    }
                }
            }
        }
    }

    @inline(__always)
    private func leafRange(
        _ points: UnsafeBufferPointer<Double>, leaf: Int, axis: Int
    ) -> (low: Float, high: Float) {
        let leafSize = TreeShape.leafSize
        let first = leaf * 3 * leafSize + axis * leafSize
        var (low, high) = (points[first], points[first])
        for lane in 1..<min(leafSize, shape.siteCount - leaf * leafSize) {
            let value = points[first + lane]
            low = value < low ? value : low
            high = value > high ? value : high
        }
        return (low.roundedDownToFloat, high.roundedUpToFloat)
    }

    @inline(__always)
    private static func childrenRange(
        _ boxes: UnsafeMutableBufferPointer<Float>, group: Int, axis: Int
    ) -> (low: Float, high: Float) {
        let (fanOut, start) = (TreeShape.fanOut, group * TreeShape.groupStride)
        var (low, high) = (Float.infinity, -Float.infinity)
        for child in start..<start + fanOut {
            low = min(low, boxes[child + axis * fanOut])
            high = max(high, boxes[child + (axis + 3) * fanOut])
        }
        return (low, high)
    }
}

extension EarthPoint {
    /// Where a short leaf has no site.
    fileprivate static let nowhere = EarthPoint(x: .infinity, y: .infinity, z: .infinity)
}

extension Double {
    /// The largest `Float` that is not larger.
    @inline(__always)
    var roundedDownToFloat: Float {
        let nearest = Float(self)
        return Double(nearest) > self ? nearest.nextDown : nearest
    }

    /// The smallest `Float` that is not smaller.
    @inline(__always)
    var roundedUpToFloat: Float {
        let nearest = Float(self)
        return Double(nearest) < self ? nearest.nextUp : nearest
    }
}
