import GeoqIndex

/// MD5 (RFC 1321) of `id:token`, which fits one block of 64 bytes.
///
/// It is no secret that is kept here: the server has MD5 without an extension,
/// and what must not happen is only that two sets of rows look alike by chance.
struct RowHash: Sendable {
    private var block = [UInt32](repeating: 0, count: 16)

    /// The first 60 bits, as `('x' || substr(md5(…), 1, 15))::bit(60)::bigint`.
    mutating func first60Bits(id: ItemKey, token: Int64) -> UInt64 {
        let (a, b) = words(id, token)
        // MD5's words are little-endian, the digest's text goes by bytes.
        return (UInt64(a.byteSwapped) << 32 | UInt64(b.byteSwapped)) >> 4
    }

    /// The first two words of the digest.
    private mutating func words(_ id: ItemKey, _ token: Int64) -> (UInt32, UInt32) {
        fill(id, token)
        var (a, b, c, d): (UInt32, UInt32, UInt32, UInt32) = (0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476)
        for round in 0..<64 {
            let (mix, word): (UInt32, Int)
            switch round >> 4 {
            case 0: (mix, word) = ((b & c) | (~b & d), round)
            case 1: (mix, word) = ((d & b) | (~d & c), (5 * round + 1) & 15)
            case 2: (mix, word) = (b ^ c ^ d, (3 * round + 5) & 15)
            default: (mix, word) = (c ^ (b | ~d), (7 * round) & 15)
            }
            let sum = a &+ mix &+ Self.sines[round] &+ block[word]
            let turn = Self.turns[(round >> 4) << 2 | round & 3]
            (a, d, c, b) = (d, c, b, b &+ (sum << turn | sum >> (32 - turn)))
        }
        return (0x6745_2301 &+ a, 0xEFCD_AB89 &+ b)
    }

    /// Writes `id:token`, the end mark, and the length in bits.
    private mutating func fill(_ id: ItemKey, _ token: Int64) {
        for index in 0..<16 { block[index] = 0 }
        var position = 0
        func put(_ byte: UInt8, _ block: inout [UInt32]) {
            block[position >> 2] |= UInt32(byte) << (UInt32(position & 3) * 8)
            position += 1
        }
        for digit in 0..<32 {
            if digit == 8 || digit == 12 || digit == 16 || digit == 20 { put(UInt8(ascii: "-"), &block) }
            let half = digit < 16 ? id.high : id.low
            let value = UInt8(truncatingIfNeeded: half >> UInt64(60 - (digit & 15) << 2) & 15)
            put(value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10, &block)
        }
        put(UInt8(ascii: ":"), &block)
        if token < 0 { put(UInt8(ascii: "-"), &block) }
        var rest = token.magnitude
        var power: UInt64 = 1
        while rest / power >= 10 { power *= 10 }
        while power > 0 {
            put(UInt8(ascii: "0") + UInt8(rest / power), &block)
            rest %= power
            power /= 10
        }
        let length = position
        put(0x80, &block)
        // A token has at most 19 digits and a sign: 57 bytes would be too many.
        precondition(position <= 56, "An id and a token fit one block.")
        block[14] = UInt32(length * 8)
    }

    private static let turns: [UInt32] = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]

    /// `floor(2³² · |sin(n + 1)|)` (RFC 1321, section 3.4).
    private static let sines: [UInt32] = [
        0xD76A_A478, 0xE8C7_B756, 0x2420_70DB, 0xC1BD_CEEE, 0xF57C_0FAF, 0x4787_C62A, 0xA830_4613, 0xFD46_9501,
        0x6980_98D8, 0x8B44_F7AF, 0xFFFF_5BB1, 0x895C_D7BE, 0x6B90_1122, 0xFD98_7193, 0xA679_438E, 0x49B4_0821,
        0xF61E_2562, 0xC040_B340, 0x265E_5A51, 0xE9B6_C7AA, 0xD62F_105D, 0x0244_1453, 0xD8A1_E681, 0xE7D3_FBC8,
        0x21E1_CDE6, 0xC337_07D6, 0xF4D5_0D87, 0x455A_14ED, 0xA9E3_E905, 0xFCEF_A3F8, 0x676F_02D9, 0x8D2A_4C8A,
        0xFFFA_3942, 0x8771_F681, 0x6D9D_6122, 0xFDE5_380C, 0xA4BE_EA44, 0x4BDE_CFA9, 0xF6BB_4B60, 0xBEBF_BC70,
        0x289B_7EC6, 0xEAA1_27FA, 0xD4EF_3085, 0x0488_1D05, 0xD9D4_D039, 0xE6DB_99E5, 0x1FA2_7CF8, 0xC4AC_5665,
        0xF429_2244, 0x432A_FF97, 0xAB94_23A7, 0xFC93_A039, 0x655B_59C3, 0x8F0C_CC92, 0xFFEF_F47D, 0x8584_5DD1,
        0x6FA8_7E4F, 0xFE2C_E6E0, 0xA301_4314, 0x4E08_11A1, 0xF753_7E82, 0xBD3A_F235, 0x2AD7_D2BB, 0xEB86_D391,
    ]
}
