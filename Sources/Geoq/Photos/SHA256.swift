/// The hash SHA-256 (FIPS 180-4), of bytes that come in pieces.
///
///     var hash = SHA256()
///     hash.update(bytes)
///     let digest = hash.digest()
///
/// swift-crypto has it, too, with all of BoringSSL, which every program that
/// links this module would then load.
package struct SHA256: Sendable {
    private var state: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    private var schedule = [UInt32](repeating: 0, count: 64)
    /// The bytes of a block that is not whole.
    private var rest: [UInt8] = []
    private var count: UInt64 = 0

    package init() {}

    /// The 32 bytes of the hash of a message.
    ///
    /// - Complexity: O(bytes).
    package static func hash(_ message: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        hash.update(message)
        return hash.digest()
    }

    /// The hash of a message as 64 letters and digits, in lower case.
    package static func hex(_ message: [UInt8]) -> String { hex(digest: hash(message)) }

    /// A digest as 64 letters and digits, in lower case.
    package static func hex(digest: [UInt8]) -> String { HexDigits.text(digest) }

    /// Takes more bytes.
    ///
    /// - Complexity: O(bytes).
    package mutating func update(_ bytes: [UInt8]) {
        count += UInt64(bytes.count)
        var start = 0
        if !rest.isEmpty {
            start = min(64 - rest.count, bytes.count)
            rest += bytes[..<start]
            guard rest.count == 64 else { return }
            let block = rest
            rest = []
            mix(block, from: 0, to: 64)
        }
        let end = start + (bytes.count - start) / 64 * 64
        mix(bytes, from: start, to: end)
        rest = Array(bytes[end...])
    }

    /// The 32 bytes of the hash of all bytes so far.
    package func digest() -> [UInt8] {
        var copy = self
        // 5.1.1: append the bit 1, then zeros, then the length in bits, up to a multiple of 64 bytes.
        let zeros = (120 - (rest.count + 1) % 64) % 64
        var end = [0x80] + [UInt8](repeating: 0, count: zeros)
        end += (0..<8).map { UInt8(truncatingIfNeeded: (count * 8) >> (56 - 8 * UInt64($0))) }
        copy.update(end)
        return copy.state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) } }
    }

    /// Mixes whole blocks into the state.
    private mutating func mix(_ bytes: [UInt8], from start: Int, to end: Int) {
        guard start < end else { return }
        state.withUnsafeMutableBufferPointer { state in
            schedule.withUnsafeMutableBufferPointer { schedule in
                bytes.withUnsafeBufferPointer { bytes in
                    Self.constants.withUnsafeBufferPointer { constants in
                        var position = start
                        while position < end {
                            Self.mix(bytes, at: position, state, schedule, constants)
                            position += 64
                        }
                    }
                }
            }
        }
    }

    private static func mix(
        _ bytes: UnsafeBufferPointer<UInt8>, at start: Int, _ state: UnsafeMutableBufferPointer<UInt32>,
        _ schedule: UnsafeMutableBufferPointer<UInt32>, _ constants: UnsafeBufferPointer<UInt32>
    ) {
        var at = start
        for word in 0..<16 {
            schedule[word] =
                UInt32(bytes[at]) << 24 | UInt32(bytes[at + 1]) << 16 | UInt32(bytes[at + 2]) << 8
                | UInt32(bytes[at + 3])
            at += 4
        }
        for word in 16..<64 {
            let (early, late) = (schedule[word - 15], schedule[word - 2])
            let first = turned(early, 7) ^ turned(early, 18) ^ early >> 3
            let second = turned(late, 17) ^ turned(late, 19) ^ late >> 10
            schedule[word] = schedule[word - 16] &+ first &+ schedule[word - 7] &+ second
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for round in 0..<64 {
            let ofE = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
            let first = h &+ ofE &+ (e & f ^ ~e & g) &+ constants[round] &+ schedule[round]
            let ofA = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
            let second = ofA &+ (a & b ^ a & c ^ b & c)
            (h, g, f, e) = (g, f, e, d &+ first)
            (d, c, b, a) = (c, b, a, first &+ second)
        }
        state[0] &+= a
        state[1] &+= b
        state[2] &+= c
        state[3] &+= d
        state[4] &+= e
        state[5] &+= f
        state[6] &+= g
        state[7] &+= h
    }

    /// Turned to the right by some bits.
    @inline(__always)
    private static func turned(_ word: UInt32, _ bits: UInt32) -> UInt32 { word &>> bits | word &<< (32 &- bits) }

    /// > 4.2.2: the first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}
