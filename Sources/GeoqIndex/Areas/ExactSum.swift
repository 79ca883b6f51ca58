/// A sum of doubles that is never rounded: a nonoverlapping expansion, its
/// terms in increasing size (Shewchuk, "Adaptive Precision Floating-Point
/// Arithmetic and Fast Robust Geometric Predicates", 1997, sections 2.2 to 2.5).
///
/// The terms lie in one SIMD value, so that no sum allocates memory.
///
/// - Precondition: at most 32 terms, which no sum of this module exceeds; and
///   no product underflows, which `Double.coarse` sees to.
struct ExactSum {
    private var terms = SIMD32<Double>.zero
    private var count = 0

    /// −1, 0 or 1. The largest term decides: the others together are smaller.
    var sign: Int {
        guard count > 0 else { return 0 }
        return terms[count - 1] > 0 ? 1 : -1
    }

    /// Adds one number (Grow-Expansion, with zeros left out).
    mutating func add(_ number: Double) {
        var (carry, kept) = (number, 0)
        for index in 0..<count {
            let (sum, error) = Self.sum(carry, terms[index])
            if error != 0 {
                terms[kept] = error
                kept += 1
            }
            carry = sum
        }
        if carry != 0 {
            terms[kept] = carry
            kept += 1
        }
        count = kept
    }

    /// Adds a product, by its rounded value and what the rounding left out.
    mutating func add(product first: Double, _ second: Double) {
        let rounded = first * second
        if rounded == 0 { return }
        add((-rounded).addingProduct(first, second))
        add(rounded)
    }

    /// Adds the product of two short sums, or takes it away.
    mutating func add(product first: ExactDifference, _ second: ExactDifference, negated: Bool) {
        for one in 0..<3 {
            let factor = negated ? -first.terms[one] : first.terms[one]
            if factor == 0 { continue }
            for other in 0..<3 where second.terms[other] != 0 { add(product: factor, second.terms[other]) }
        }
    }

    /// The rounded sum and its error (Two-Sum, Knuth 1969): both together are
    /// the sum.
    @inline(__always)
    static func sum(_ first: Double, _ second: Double) -> (rounded: Double, error: Double) {
        let rounded = first + second
        let virtual = rounded - first
        return (rounded, (first - (rounded - virtual)) + (second - virtual))
    }
}

/// first − second + 360 · turns, exactly, as three terms in no order.
struct ExactDifference {
    let terms: SIMD3<Double>

    init(_ first: Double, _ second: Double, turns: Double = 0) {
        let difference = ExactSum.sum(first, -second)
        if turns == 0 {
            terms = SIMD3(difference.error, difference.rounded, 0)
            return
        }
        let turned = ExactSum.sum(difference.rounded, 360 * turns)
        terms = SIMD3(difference.error, turned.error, turned.rounded)
    }
}

extension Double {
    /// The number itself, or 0 where it is below 2⁻⁴⁰⁰ in size.
    ///
    /// A degree has 111 km, so this moves a place by less than 10⁻¹¹⁵ m. What
    /// is left is a multiple of 2⁻⁴⁵², differences are, too, and products and
    /// their errors are multiples of 2⁻⁹⁰⁴: none underflows.
    @inline(__always)
    var coarse: Double { magnitude < 0x1p-400 ? 0 : self }
}
