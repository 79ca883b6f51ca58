/// The functions that scattering needs, made of + − × ÷ √ and rounding.
///
/// IEEE 754 defines the result of each of these to the last bit, and Swift
/// never fuses a product with a sum. So the numbers are the same on every
/// machine; those of a C library's `sin` and `log` are not. They are good to
/// some 10⁻¹⁵, far below the sixth decimal of a degree to which points are
/// rounded.
enum PortableMath {
    /// Sine and cosine of an angle in degrees, −360…360.
    static func sineCosine(degrees: Double) -> (sine: Double, cosine: Double) {
        let quarter = (degrees / 90).rounded()
        // A difference of near numbers: nothing is rounded.
        return turned(series((degrees - quarter * 90) * .pi / 180), Int(quarter))
    }

    /// Sine and cosine of an angle in radians; good for a few turns.
    static func sineCosine(radians: Double) -> (sine: Double, cosine: Double) {
        let quarter = (radians * 2 / .pi).rounded()
        return turned(series(radians - quarter * (.pi / 2)), Int(quarter))
    }

    /// The natural logarithm of a positive finite number.
    static func logarithm(_ value: Double) -> Double {
        var exponent = Double(value.exponent)
        var mantissa = value.significand
        if mantissa > 1.414_213_562_373_095 {
            mantissa /= 2
            exponent += 1
        }
        // ln m = 2 artanh((m − 1) / (m + 1)), |t| ≤ 0.172
        let t = (mantissa - 1) / (mantissa + 1)
        let square = t * t
        var sum = 0.0
        for power in stride(from: 21.0, through: 1, by: -2) { sum = sum * square + 1 / power }
        return exponent * 0.693_147_180_559_945_3 + 2 * t * sum
    }

    /// The direction of (x, y) in degrees, −180…180; 0 for (0, 0).
    static func degrees(y: Double, x: Double) -> Double {
        let (ax, ay) = (abs(x), abs(y))
        if max(ax, ay) == 0 { return 0 }
        var angle = arctangent(min(ax, ay) / max(ax, ay))
        if ay > ax { angle = 90 - angle }
        if x < 0 { angle = 180 - angle }
        return y < 0 ? -angle : angle
    }

    /// In degrees, of a number in 0…1.
    private static func arctangent(_ value: Double) -> Double {
        // Beyond tan 15°, 30° are taken off: arctan t = 30° + arctan((√3 t − 1) / (√3 + t)).
        let root = 3.0.squareRoot()
        let isFar = value > 0.267_949_192_431_122_7
        let t = isFar ? (root * value - 1) / (root + value) : value
        let square = t * t
        var sum = 0.0
        for power in stride(from: 27.0, through: 1, by: -2) { sum = 1 / power - sum * square }
        return (isFar ? 30 : 0) + t * sum * 180 / .pi
    }

    /// Taylor's series, for at most an eighth of a turn.
    private static func series(_ x: Double) -> (sine: Double, cosine: Double) {
        let square = x * x
        var (sine, cosine) = (1.0, 1.0)
        for n in stride(from: 18.0, through: 2, by: -2) {
            sine = 1 - sine * square / (n * (n + 1))
            cosine = 1 - cosine * square / (n * (n - 1))
        }
        return (sine * x, cosine)
    }

    private static func turned(
        _ angle: (sine: Double, cosine: Double), _ quarters: Int
    ) -> (sine: Double, cosine: Double) {
        switch quarters & 3 {
        case 0: angle
        case 1: (angle.cosine, -angle.sine)
        case 2: (-angle.sine, -angle.cosine)
        default: (-angle.cosine, angle.sine)
        }
    }
}
