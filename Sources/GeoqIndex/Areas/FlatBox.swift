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
    private static let fanOut = 8

    /// The boxes, then those over every eight, up to one.
    private var boxes: [FlatBox]
    private var levels: [Range<Int>]

    init(_ boxes: [FlatBox]) {
        self.boxes = boxes
        levels = [0..<boxes.count]
        while let level = levels.last, level.count > 1 {
            let first = self.boxes.count
            for start in stride(from: level.lowerBound, to: level.upperBound, by: Self.fanOut) {
                var box = FlatBox.nothing
                for child in start..<min(start + Self.fanOut, level.upperBound) { box.include(self.boxes[child]) }
                self.boxes.append(box)
            }
            levels.append(first..<self.boxes.count)
        }
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
        return boxes.withUnsafeBufferPointer { search($0, box, level: levels.count - 1, index: 0, passes) }
    }

    private func search(
        _ all: UnsafeBufferPointer<FlatBox>, _ box: FlatBox, level: Int, index: Int, _ passes: (Int) -> Bool
    ) -> Int? {
        if level == 0 { return passes(index) ? index : nil }
        let below = levels[level - 1]
        let first = below.lowerBound + index * Self.fanOut
        for child in first..<min(first + Self.fanOut, below.upperBound) where all[child].meets(box) {
            if let found = search(all, box, level: level - 1, index: child - below.lowerBound, passes) { return found }
        }
        return nil
    }
}
