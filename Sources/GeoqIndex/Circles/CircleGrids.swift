/// Grids of cubes around the Earth's center: which cubes a circle reaches, and in
/// which cube a place lies.
///
/// Cubes need no care at the date line and the poles. Each circle belongs to
/// one grid by its radius, and a search for a place looks into one cube of each
/// grid.
struct CircleGrids: Sendable {
    /// One grid, and which circles belong to it.
    struct Grid: Hashable, Sendable {
        /// The cubes' side is 2^exponent m, so that dividing by it is exact.
        var exponent: Int
        /// Circles with a larger radius belong to the next grid, in meters.
        var largestRadius: Double

        @inline(__always)
        var side: Double { Double(UInt64(1) << UInt64(exponent)) }
    }

    /// By ascending radius, at most `mostGrids`.
    let grids: [Grid]

    static let mostGrids = 16

    /// Sides of 32 m to 2 097 km.
    static let exponents = 5...21

    /// Grids for circles that were not given in advance: each four times as
    /// coarse as the one before, so that a circle reaches at most some 25
    /// cubes.
    static let general = CircleGrids(
        grids: stride(from: exponents.lowerBound, through: exponents.upperBound, by: 2).map { exponent in
            Grid(exponent: exponent, largestRadius: Double(UInt64(2) << UInt64(exponent)))
        })

    /// The grid of a circle; nil for a circle that reaches so far that no grid
    /// tells much about it, or that it would be in too many cubes of each: grids
    /// that were fitted to small circles have small cubes only.
    func index(ofRadius meters: Double) -> Int? {
        grids.firstIndex { meters <= $0.largestRadius && meters <= Self.mostSides * $0.side }
    }

    /// A circle of more sides in radius is in none of a grid's cubes; one of so
    /// many is in some 350.
    private static let mostSides = 8.0

    /// A cube of a grid: 20 bits for each axis, counted from −2¹⁹, and the
    /// grid's index above them.
    typealias Cube = UInt64

    /// The cube in which a point lies.
    @inline(__always)
    func cube(of point: EarthPoint, grid index: Int) -> Cube {
        let scale = 1 / grids[index].side
        return cube(
            Int64((point.x * scale).rounded(.down)), Int64((point.y * scale).rounded(.down)),
            Int64((point.z * scale).rounded(.down)), index)
    }

    @inline(__always)
    private func cube(_ x: Int64, _ y: Int64, _ z: Int64, _ grid: Int) -> Cube {
        let middle: Int64 = 1 << 19
        return UInt64(x &+ middle) | UInt64(y &+ middle) << 20 | UInt64(z &+ middle) << 40 | UInt64(grid) << 60
    }

    /// Calls the body with every cube of a grid that may hold a place of the
    /// surface at most `reach` from the point.
    ///
    /// The cubes are widened by a meter, which is more than all roundings.
    ///
    /// - Returns: false when there are more cubes than the limit; then the body
    ///   was not called for all of them.
    @discardableResult
    func forEachCube(
        near point: EarthPoint, reach: Double, grid index: Int, atMost limit: Int = .max, _ body: (Cube) -> Void
    ) -> Bool {
        let side = grids[index].side
        let scale = 1 / side
        let (widened, slack) = (reach + 1, 1.0)
        // A disk that wide meets more cubes than the limit.
        let across = 2 * min(widened, WGS84.equatorialRadius) / side
        if limit < .max, across * across > 2 * Double(limit) + 64 { return false }
        func cells(_ middle: Double) -> ClosedRange<Int64> {
            let edge = WGS84.equatorialRadius + slack
            let (low, high) = (max(middle - widened, -edge), min(middle + widened, edge))
            return Int64((low * scale).rounded(.down))...Int64((high * scale).rounded(.down))
        }
        let (a2, b2) = (WGS84.equatorialRadius * WGS84.equatorialRadius, WGS84.polarRadius * WGS84.polarRadius)
        /// How far a cell of an axis is from the point, and its least and most
        /// share in x²/a² + y²/a² + z²/b², which is 1 on the surface.
        func part(_ cell: Int64, _ middle: Double, _ overSquare: Double) -> SIMD3<Double> {
            let (low, high) = (Double(cell) * side - slack, Double(cell + 1) * side + slack)
            let away = max(low - middle, middle - high, 0)
            let nearest = max(low, -high, 0)
            let farthest = max(-low, high)
            return SIMD3(away * away, nearest * nearest * overSquare, farthest * farthest * overSquare)
        }
        var count = 0
        for x in cells(point.x) {
            let partX = part(x, point.x, 1 / a2)
            for y in cells(point.y) {
                let partXY = partX + part(y, point.y, 1 / a2)
                if partXY.x > widened * widened || partXY.y > 1 { continue }
                for z in cells(point.z) {
                    let sum = partXY + part(z, point.z, 1 / b2)
                    if sum.x > widened * widened || sum.y > 1 || sum.z < 1 { continue }
                    count += 1
                    if count > limit { return false }
                    body(cube(x, y, z, index))
                }
            }
        }
        return true
    }
}
