/// A box of the plane of longitude and latitude: x is the longitude in
/// −180...180, y the latitude. It never crosses ±180°.
struct FlatBox: BitwiseCopyable {
    var low: SIMD2<Double>
    var high: SIMD2<Double>

    /// A box that nothing meets.
    static let nothing = FlatBox(low: SIMD2(repeating: .infinity), high: SIMD2(repeating: -.infinity))

    /// Whether both have a point in common; edges belong to the boxes.
    @inline(__always)
    func meets(_ other: FlatBox) -> Bool { meets(other.low, other.high) }

    @inline(__always)
    func meets(_ low: SIMD2<Double>, _ high: SIMD2<Double>) -> Bool {
        self.low.x <= high.x && low.x <= self.high.x && self.low.y <= high.y && low.y <= self.high.y
    }

    mutating func include(_ other: FlatBox) {
        low = pointwiseMin(low, other.low)
        high = pointwiseMax(high, other.high)
    }
}

/// Boxes in a given order, with a box over every eight of them, and so on.
struct FlatBoxTree: Sendable {
    /// The boxes, then those over every eight, up to one.
    private let boxes: [FlatBox]
    private let levels: [Range<Int>]

    init(_ boxes: [FlatBox]) {
        var nodes = boxes
        levels = PackedLevels.build(on: &nodes) { below in below.reduce(into: .nothing) { $0.include($1) } }
        self.boxes = nodes
    }

    /// The number of some box that holds a point and passes a test.
    @inline(__always)
    func first(holding point: SIMD2<Double>, where passes: (Int) -> Bool) -> Int? {
        first(meeting: FlatBox(low: point, high: point), where: passes)
    }

    /// The number of some box that meets another one and passes a test.
    ///
    /// - Complexity: O(log *n* + boxes met).
    @inline(__always)
    func first(meeting box: FlatBox, where passes: (Int) -> Bool) -> Int? {
        // Most areas are one polygon.
        if boxes.count == 1 { return boxes[0].meets(box) && passes(0) ? 0 : nil }
        return search(box, passes)
    }

    /// The numbers of all boxes that meet another one.
    ///
    /// - Complexity: O(log *n* + boxes met).
    func all(meeting box: FlatBox) -> [Int] {
        var found: [Int] = []
        _ = first(meeting: box) {
            found.append($0)
            return false
        }
        return found
    }

    /// Gives the numbers of all boxes that hold a point.
    ///
    /// - Complexity: O(log *n* + boxes met).
    @inline(__always)
    func forEach(holding point: SIMD2<Double>, _ body: (Int) -> Void) {
        _ = first(holding: point) {
            body($0)
            return false
        }
    }

    private func search(_ box: FlatBox, _ passes: (Int) -> Bool) -> Int? {
        guard let top = levels.last, let root = top.first, boxes[root].meets(box) else { return nil }
        return boxes.withUnsafeBufferPointer { search($0, box, level: levels.count - 1, node: root, passes) }
    }

    private func search(
        _ all: UnsafeBufferPointer<FlatBox>, _ box: FlatBox, level: Int, node: Int, _ passes: (Int) -> Bool
    ) -> Int? {
        if level == 0 { return passes(node) ? node : nil }
        let children = PackedLevels.children(ofNode: node, level: level, levels, leaves: 0)
        for child in children where all[child].meets(box) {
            if let found = search(all, box, level: level - 1, node: child, passes) { return found }
        }
        return nil
    }
}
