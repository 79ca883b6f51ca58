/// Lower and upper bounds on the squared chord from a place to the boxes of a
/// group, sixteen at once, in single precision.
///
/// The place is rounded to an interval [low, high] of floats on each axis and
/// boxes are rounded outwards, so each difference taken here is a true bound
/// but for its own rounding; those, and the roundings of the squares and sums,
/// change a bound by less than 5·10⁻⁷ of it. `loosened` and `tightened` make
/// up for that with 10⁻⁶.
struct BoxBounds: BitwiseCopyable {
    private let low: SIMD3<Float>
    private let high: SIMD3<Float>

    init(_ point: EarthPoint) {
        low = SIMD3(point.x.roundedDownToFloat, point.y.roundedDownToFloat, point.z.roundedDownToFloat)
        high = SIMD3(point.x.roundedUpToFloat, point.y.roundedUpToFloat, point.z.roundedUpToFloat)
    }

    typealias Lanes = SIMD16<Float>

    /// For each child of a group: no point inside is nearer.
    @inline(__always)
    func nearest(_ boxes: ColumnView<Float>, group: Int) -> Lanes {
        bounds(boxes, group) { (below: Quad, above: Quad) in
            // At most one of them is positive.
            let outside = below.positivePart + above.positivePart
            return outside * outside
        }
    }

    /// For each child of a group: no point inside is further.
    @inline(__always)
    func farthest(_ boxes: ColumnView<Float>, group: Int) -> Lanes {
        bounds(boxes, group) { (below: Quad, above: Quad) in
            let (toSmallest, toLargest) = (below * below, above * above)
            return toSmallest + (toLargest - toSmallest).positivePart
        }
    }

    private typealias Quad = SIMD4<Float>

    /// Four children at a time, which is what the registers hold.
    ///
    /// - Parameter square: the square of a difference on one axis, from how far
    ///   the place lies below the smallest and above the largest coordinate.
    @inline(__always)
    private func bounds(_ boxes: ColumnView<Float>, _ group: Int, _ square: (Quad, Quad) -> Quad) -> Lanes {
        @inline(__always)
        func quad(_ first: Int) -> Quad {
            let start = group * TreeShape.groupStride + first
            let x = square(
                boxes.load(at: start, as: Quad.self) - high.x, low.x - boxes.load(at: start + 48, as: Quad.self))
            let y = square(
                boxes.load(at: start + 16, as: Quad.self) - high.y, low.y - boxes.load(at: start + 64, as: Quad.self))
            let z = square(
                boxes.load(at: start + 32, as: Quad.self) - high.z, low.z - boxes.load(at: start + 80, as: Quad.self))
            return x + y + z
        }
        return Lanes(
            lowHalf: SIMD8(lowHalf: quad(0), highHalf: quad(4)), highHalf: SIMD8(lowHalf: quad(8), highHalf: quad(12)))
    }

    /// A squared chord as a limit for `nearest`: boxes above it are out. Finite,
    /// so that the boxes of missing children, which are nowhere, are out, too.
    @inline(__always)
    static func loosened(_ squaredChord: Double) -> Float {
        min(Float(squaredChord * (1 + 1e-6)).nextUp, .greatestFiniteMagnitude)
    }

    /// A squared chord as a limit for `farthest`: boxes below it are wholly in.
    @inline(__always)
    static func tightened(_ squaredChord: Double) -> Float {
        Float(squaredChord * (1 - 1e-6)).nextDown
    }
}

extension SIMD4<Float> {
    /// Each lane, or zero where it is negative: the sign, spread over all bits,
    /// clears it. (`pointwiseMax` treats NaN, one lane at a time.)
    @inline(__always)
    fileprivate var positivePart: Self {
        let bits = unsafeBitCast(self, to: SIMD4<Int32>.self)
        return unsafeBitCast(bits & ~(bits &>> 31), to: Self.self)
    }
}

extension SIMD16<Float> {
    /// The first lane with the least number; some lane when not all are numbers.
    @inline(__always)
    var indexOfLeast: Int { mask(upTo: least).trailingZeroBitCount & 15 }

    /// The least number.
    @inline(__always)
    var least: Float {
        let eight = lowHalf.replacing(with: highHalf, where: highHalf .< lowHalf)
        let four = eight.lowHalf.replacing(with: eight.highHalf, where: eight.highHalf .< eight.lowHalf)
        let two = four.lowHalf.replacing(with: four.highHalf, where: four.highHalf .< four.lowHalf)
        return two.x < two.y ? two.x : two.y
    }

    /// One bit for each lane that is at most a limit.
    @inline(__always)
    func mask(upTo limit: Float) -> UInt {
        Self.bits(unsafeBitCast(self .<= limit, to: SIMD16<Int32>.self))
    }

    /// One bit for each lane that is below a limit.
    @inline(__always)
    func mask(below limit: Float) -> UInt {
        Self.bits(unsafeBitCast(self .< limit, to: SIMD16<Int32>.self))
    }

    /// Lanes of ones or zeros → bits. A product gathers a bit of each byte.
    @inline(__always)
    private static func bits(_ lanes: SIMD16<Int32>) -> UInt {
        let bytes = SIMD16<Int8>(truncatingIfNeeded: lanes)
        let words = unsafeBitCast(bytes, to: SIMD2<UInt64>.self) & 0x8040_2010_0804_0201
        let low = (words.x &* 0x0101_0101_0101_0101) >> 56
        let high = (words.y &* 0x0101_0101_0101_0101) >> 48 & 0xFF00
        return UInt(low | high)
    }
}
