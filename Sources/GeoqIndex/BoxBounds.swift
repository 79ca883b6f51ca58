/// Lower and upper bounds on the squared chord from a place to the boxes of a
/// group, sixteen at once, in single precision.
///
/// The place is rounded to an interval [low, high] of floats on each axis and
/// boxes are rounded outwards, so each difference taken here is a true bound
/// but for its own rounding; those, and the roundings of the squares and sums,
/// change a bound by less than 4·10⁻⁷ of it. `loosened` and `tightened` make
/// up for that with 10⁻⁶.
struct BoxBounds {
    private let low: SIMD3<Float>
    private let high: SIMD3<Float>

    init(_ point: EarthPoint) {
        low = SIMD3(point.x.roundedDownToFloat, point.y.roundedDownToFloat, point.z.roundedDownToFloat)
        high = SIMD3(point.x.roundedUpToFloat, point.y.roundedUpToFloat, point.z.roundedUpToFloat)
    }

    typealias Lanes = SIMD16<Float>

    /// For each child of a group: no point inside is nearer.
    @inline(__always)
    func nearest(_ boxes: MappedColumn<Float>, group: Int) -> Lanes {
        var sum = Lanes.zero
        let start = group * TreeShape.groupStride
        for axis in 0..<3 {
            let smallest = boxes.load16(at: start + axis * 16)
            let largest = boxes.load16(at: start + (axis + 3) * 16)
            let below = smallest - high[axis]
            let above = low[axis] - largest
            let outside = pointwiseMax(pointwiseMax(below, above), Lanes.zero)
            sum += outside * outside
        }
        return sum
    }

    /// For each child of a group: no point inside is further.
    @inline(__always)
    func farthest(_ boxes: MappedColumn<Float>, group: Int) -> Lanes {
        var sum = Lanes.zero
        let start = group * TreeShape.groupStride
        for axis in 0..<3 {
            let smallest = boxes.load16(at: start + axis * 16)
            let largest = boxes.load16(at: start + (axis + 3) * 16)
            let reach = pointwiseMax(high[axis] - smallest, largest - low[axis])
            sum += reach * reach
        }
        return sum
    }

    /// A squared chord as a limit for `nearest`: boxes above it are out.
    @inline(__always)
    static func loosened(_ squaredChord: Double) -> Float {
        Float(squaredChord * (1 + 1e-6)).nextUp
    }

    /// A squared chord as a limit for `farthest`: boxes below it are wholly in.
    @inline(__always)
    static func tightened(_ squaredChord: Double) -> Float {
        Float(squaredChord * (1 - 1e-6)).nextDown
    }
}

extension MappedColumn<Float> {
    /// Loads sixteen elements that lie one after the other.
    @inline(__always)
    func load16(at index: Int) -> SIMD16<Float> {
        assert(index >= 0 && index + 16 <= count, "A column is read inside its bounds.")
        return UnsafeRawPointer(base + index).loadUnaligned(as: SIMD16<Float>.self)
    }
}
