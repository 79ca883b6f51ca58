/// SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014, doi:10.1145/2660193.2660195; the constants are
/// those of Vigna's `splitmix64.c` (public domain).
///
/// Integers only: the same numbers for the same seed on every machine.
struct SplitMix64: RandomNumberGenerator, Sendable {
    private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// The generator seeded with number `index` of this one's sequence. The
    /// numbers before it are not drawn, so any row of a data set can be made
    /// alone.
    func split(_ index: UInt64) -> SplitMix64 {
        SplitMix64(seed: Self.mixed(state &+ (index &+ 1) &* Self.step))
    }

    mutating func next() -> UInt64 {
        state &+= Self.step
        return Self.mixed(state)
    }

    /// A multiple of 2⁻⁵³ in 0..<1.
    mutating func unit() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    /// A number in 0..<count: the high half of a product (Lemire 2019, without
    /// the rejection: the bias is below count · 2⁻⁶⁴).
    mutating func below(_ count: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(count)).high)
    }

    private static func mixed(_ value: UInt64) -> UInt64 {
        var mixed = value
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
