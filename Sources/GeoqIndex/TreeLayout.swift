/// Where the columns of a tree lie, one after the other, each from a multiple
/// of 64 bytes on. The same in memory and in a file.
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

    /// Writes all columns into a region that nobody else has yet.
    func fill(
        _ region: MemoryRegion, sites: [PackingSite], coordinates: [Coordinate], keys: [ItemKey],
        order: (items: [UInt32], starts: [UInt32]?), grouping: SiteGrouping
    ) {
        let leafSize = TreeShape.leafSize
        region.withMutableColumn(of: Double.self, at: placesOffset, count: shape.siteCount * 2) { places in
            for (index, site) in sites.enumerated() {
                let place = coordinates[Int(site.item)]
                places[2 * index] = place.latitude
                places[2 * index + 1] = place.longitude
            }
        }
        region.withMutableColumn(of: Double.self, at: pointsOffset, count: shape.leafCount * 3 * leafSize) { points in
            for index in 0..<shape.leafCount * leafSize {
                let lane = index / leafSize * 3 * leafSize + index % leafSize
                let point =
                    index < sites.count
                    ? EarthPoint(coordinates[Int(sites[index].item)])
                    : EarthPoint(x: .infinity, y: .infinity, z: .infinity)
                points[lane] = point.x
                points[lane + leafSize] = point.y
                points[lane + 2 * leafSize] = point.z
            }
            fillBoxes(region, points: UnsafeBufferPointer(points))
        }
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
        let (fanOut, stride, leafSize) = (TreeShape.fanOut, TreeShape.groupStride, TreeShape.leafSize)
        region.withMutableColumn(of: Float.self, at: boxesOffset, count: shape.groupCount * stride) { boxes in
            for (number, level) in shape.levels.enumerated() {
                let groups = (level.nodeCount + fanOut - 1) / fanOut
                for node in 0..<groups * fanOut {
                    let slot = (level.firstGroup + node / fanOut) * stride + node % fanOut
                    for axis in 0..<3 {
                        var (low, high) = (Float.infinity, -Float.infinity)
                        if node < level.nodeCount {
                            if number == 0 {
                                let count = min(leafSize, shape.siteCount - node * leafSize)
                                for lane in 0..<count {
                                    let value = points[node * 3 * leafSize + axis * leafSize + lane]
                                    low = min(low, value.roundedDownToFloat)
                                    high = max(high, value.roundedUpToFloat)
                                }
                            } else {
                                let children = (shape.levels[number - 1].firstGroup + node) * stride
                                for child in 0..<fanOut {
                                    low = min(low, boxes[children + axis * fanOut + child])
                                    high = max(high, boxes[children + (axis + 3) * fanOut + child])
                                }
                            }
                        }
                        boxes[slot + axis * fanOut] = low
                        boxes[slot + (axis + 3) * fanOut] = high
                    }
                }
            }
        }
    }
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
