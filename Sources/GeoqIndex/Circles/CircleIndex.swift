/// Circles, indexed: which of them contain a place?
///
/// A value: circles come and go one by one, and a copy is not affected. While a
/// copy is kept, the first change after it copies the whole index.
///
/// Exact: a place on the very edge is inside, as `geod_inverse` decides. It is
/// asked only where the chord cannot tell (`RadiusTest`).
package struct CircleIndex: Sendable {
    private(set) var cubes = CubeLists()
    /// By row: the rounded circle, which a search looks at first.
    private(set) var rows: [CircleRow] = []
    /// By row: x, y, z of the center and the radius, from which hits are
    /// measured.
    private(set) var balls: [SIMD4<Double>] = []
    /// By row: the exact circle, which decides where the rounded one cannot.
    private(set) var exact: [ExactCircle] = []
    /// The rows of circles that no grid holds.
    private(set) var everywhere: [UInt32] = []
    let grids: CircleGrids
    /// How many circles each grid holds.
    private(set) var gridCounts: [Int]
    /// The row of each circle.
    private var rowOfID: [UInt32] = []
    private var freeRows: [UInt32] = []
    private var freeIDs: [UInt32] = []

    /// No circles.
    package init() {
        self.init([])
    }

    /// Circles with the ids 0..<count, in their order.
    ///
    /// - Precondition: fewer than 2³².
    /// - Complexity: O(*n* log *n*), and O(1) for each circle's cubes: 2 µs.
    package init(_ circles: [Circle]) {
        precondition(circles.count < Int(UInt32.max), "An index holds fewer than 2³² circles.")
        // Circles that are neighbors get neighboring rows, so that a search
        // finds them in few cache lines.
        let points = circles.map { EarthPoint($0.center) }
        let order = points.indices.map { (key: Self.order(points[$0]), id: UInt32($0)) }.sorted { $0 < $1 }
        grids = CircleGrids(
            fitting: order.map { (points[Int($0.id)], circles[Int($0.id)].radius.meters) })
        gridCounts = Array(repeating: 0, count: grids.grids.count)
        rows.reserveCapacity(circles.count)
        exact.reserveCapacity(circles.count)
        balls.reserveCapacity(circles.count)
        rowOfID = Array(repeating: 0, count: circles.count)
        for (row, (_, id)) in order.enumerated() {
            let circle = ExactCircle(circles[Int(id)], points[Int(id)])
            rows.append(CircleRow(circle, id: id))
            exact.append(circle)
            balls.append(circle.ball)
            rowOfID[Int(id)] = UInt32(row)
        }
        for row in rows.indices { enlist(UInt32(row)) }
    }

    /// How many circles there are.
    package var count: Int { rowOfID.count - freeIDs.count }

    /// A circle.
    ///
    /// - Precondition: `id` is a circle's.
    package subscript(id: Int) -> Circle {
        let circle = exact[Int(row(of: id))]
        return Circle(center: circle.center, radius: Distance(meters: circle.test.radius))
    }

    /// Adds a circle.
    ///
    /// - Returns: its id, which may be that of a circle that was removed.
    /// - Complexity: O(1) amortized, some microseconds.
    package mutating func insert(_ circle: Circle) -> Int {
        let id: UInt32
        if let free = freeIDs.popLast() {
            id = free
        } else {
            id = UInt32(rowOfID.count)
            precondition(id < .max, "An index holds fewer than 2³² circles.")
            rowOfID.append(0)
        }
        let made = ExactCircle(circle, EarthPoint(circle.center))
        let row: UInt32
        if let free = freeRows.popLast() {
            row = free
            rows[Int(row)] = CircleRow(made, id: id)
            exact[Int(row)] = made
            balls[Int(row)] = made.ball
        } else {
            row = UInt32(rows.count)
            rows.append(CircleRow(made, id: id))
            exact.append(made)
            balls.append(made.ball)
        }
        rowOfID[Int(id)] = row
        enlist(row)
        return Int(id)
    }

    /// Removes a circle.
    ///
    /// - Precondition: `id` is a circle's.
    /// - Complexity: O(circles around it), some microseconds; of one that no grid holds O(such circles).
    package mutating func remove(_ id: Int) {
        let row = row(of: id)
        let circle = exact[Int(row)]
        if let grid = grids.index(ofRadius: circle.test.radius) {
            gridCounts[grid] -= 1
            grids.forEachCube(near: circle.point, reach: circle.test.radius, grid: grid) {
                cubes.remove(row, from: $0)
            }
        } else if let index = everywhere.firstIndex(of: row) {
            everywhere.swapAt(index, everywhere.count - 1)
            everywhere.removeLast()
        }
        rows[Int(row)] = .none
        rowOfID[id] = .max
        freeRows.append(row)
        freeIDs.append(UInt32(id))
    }

    func row(of id: Int) -> UInt32 {
        precondition(id >= 0 && id < rowOfID.count && rowOfID[id] != .max, "The id is a circle's.")
        return rowOfID[id]
    }

    private mutating func enlist(_ row: UInt32) {
        let circle = exact[Int(row)]
        guard let grid = grids.index(ofRadius: circle.test.radius) else {
            everywhere.append(row)
            return
        }
        gridCounts[grid] += 1
        grids.forEachCube(near: circle.point, reach: circle.test.radius, grid: grid) {
            cubes.insert(row, into: $0)
        }
    }

    /// A number that is alike for places that lie together; never the largest.
    package static func orderKey(of coordinate: Coordinate) -> UInt64 { order(EarthPoint(coordinate)) }

    /// A number that is alike for points that lie together: the bits of their
    /// cubes of 1 km, interleaved (Morton 1966).
    private static func order(_ point: EarthPoint) -> UInt64 {
        func spread(_ meters: Double) -> UInt64 {
            var bits = UInt64(meters + 8_388_608) >> 10
            bits = (bits | bits << 32) & 0x001F_0000_0000_FFFF
            bits = (bits | bits << 16) & 0x001F_0000_FF00_00FF
            bits = (bits | bits << 8) & 0x100F_00F0_0F00_F00F
            bits = (bits | bits << 4) & 0x10C3_0C30_C30C_30C3
            return (bits | bits << 2) & 0x1249_2492_4924_9249
        }
        return spread(point.x) | spread(point.y) << 1 | spread(point.z) << 2
    }
}

/// A circle in single precision.
///
/// Center and place are rounded to 0.25 m on each axis, so their differences
/// are within 0.87 m; that and the roundings of the squares and of their sum
/// change a chord d by less than 1 m + 3·10⁻⁷ d. The two squared chords make up
/// for it: beyond the outer one a place is outside, below the inner one inside.
struct CircleRow: BitwiseCopyable, Sendable {
    /// x, y, z of the center, and the outer squared chord.
    var sphere: SIMD4<Float>
    var innerSquaredChord: Float
    var id: UInt32

    init(_ circle: ExactCircle, id: UInt32) {
        let (outer, inner) = (circle.test.outerSquaredChord.squareRoot(), circle.test.innerSquaredChord.squareRoot())
        let widened = outer * (1 + 1e-6) + 1.1
        let narrowed = inner * (1 - 1e-6) - 1.1
        let point = circle.point
        sphere = SIMD4(
            Float(point.x), Float(point.y), Float(point.z),
            outer.isFinite ? (widened * widened).roundedUpToFloat : .infinity)
        innerSquaredChord =
            inner.isFinite ? (narrowed > 0 ? (narrowed * narrowed).roundedDownToFloat : -1) : .infinity
        self.id = id
    }

    /// No circle: nothing is inside.
    static let none = CircleRow(sphere: SIMD4(0, 0, 0, -1), innerSquaredChord: -1, id: .max)

    private init(sphere: SIMD4<Float>, innerSquaredChord: Float, id: UInt32) {
        (self.sphere, self.innerSquaredChord, self.id) = (sphere, innerSquaredChord, id)
    }

    /// The squared chord to a point whose fourth number is 0.
    @inline(__always)
    func squaredChord(to point: SIMD4<Float>) -> Float {
        let difference = sphere - point
        let square = difference * difference
        return square.x + square.y + square.z
    }

    /// On which side of both squared chords a point lies, by the signs of
    /// differences: without a branch, which comparing would make.
    ///
    /// - Returns: 1 when it is certainly inside, else 0; and whether its chord
    ///   leaves that open.
    @inline(__always)
    func side(of point: SIMD4<Float>) -> (isInside: Int, isOpen: Bool) {
        let squaredChord = squaredChord(to: point)
        let isInside = (squaredChord - innerSquaredChord).bitPattern >> 31
        let isOutside = (sphere.w - squaredChord).bitPattern >> 31
        return (Int(isInside), isInside | isOutside == 0)
    }
}

/// A circle as it is.
struct ExactCircle: Sendable {
    let center: Coordinate
    let point: EarthPoint
    let test: RadiusTest

    init(_ circle: Circle, _ point: EarthPoint) {
        (center, self.point) = (circle.center, point)
        test = RadiusTest(radius: circle.radius.meters)
    }

    var ball: SIMD4<Double> { SIMD4(point.x, point.y, point.z, test.radius) }
}
