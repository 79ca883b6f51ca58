/// FNV-1a of 64 bits: a short name of bytes. It is quick, and no defense against
/// a person who looks for two texts of one name.
struct FNV1a {
    private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ byte: UInt8) {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }

    /// - Complexity: O(bytes).
    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { add(byte) }
    }

    /// The name of the bytes that were added, in digits and small letters.
    var text: String { String(hash, radix: 36) }
}
