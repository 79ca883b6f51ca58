import GeoqFormats
import GeoqIndex

/// PostgreSQL's `uuid_hash_extended(id, token)`: Bob Jenkins' lookup3 (2006) of
/// the sixteen bytes of an id, with a seed.
///
/// The hash protects no secret; it must only not let two sets of rows look
/// alike by chance. Every PostgreSQL since 11 has it, and it cannot change:
/// hash-partitioned tables are laid out by it. A server with another byte order
/// has other sums; then all versions are compared, one by one.
enum RowHash {
    /// The lower 63 bits, as `uuid_hash_extended(…) & 9223372036854775807`.
    static func lower63Bits(id: ItemKey, token: Int64) -> UInt64 {
        // The words are read in the order of bytes of a small-endian machine.
        let (first, second) = (id.high.byteSwapped, id.low.byteSwapped)
        var state = State()
        if token != 0 {
            let seed = UInt64(bitPattern: token)
            state.a &+= UInt32(seed >> 32)
            state.b &+= UInt32(truncatingIfNeeded: seed)
            state.mix()
        }
        state.a &+= UInt32(truncatingIfNeeded: first)
        state.b &+= UInt32(first >> 32)
        state.c &+= UInt32(truncatingIfNeeded: second)
        state.mix()
        state.a &+= UInt32(second >> 32)
        state.finish()
        return (UInt64(state.b) << 32 | UInt64(state.c)) & UInt64(Int64.max)
    }

    /// `hash_bytes_extended(bytes, seed)`: equal to `hashtextextended(text, seed)`
    /// of a text with these bytes, under a collation by bytes.
    ///
    /// - Parameter seed: as the server's function takes it.
    static func of(_ bytes: UnsafeRawBufferPointer, seed: Int64 = 0) -> UInt64 {
        var state = State(count: bytes.count)
        if seed != 0 {
            let seed = UInt64(bitPattern: seed)
            state.a &+= UInt32(seed >> 32)
            state.b &+= UInt32(truncatingIfNeeded: seed)
            state.mix()
        }
        var start = 0
        while bytes.count - start >= 12 {
            state.a &+= word(bytes, start)
            state.b &+= word(bytes, start + 4)
            state.c &+= word(bytes, start + 8)
            state.mix()
            start += 12
        }
        // The lowest byte of the third word is reserved for the length.
        for index in start..<bytes.count {
            let place = index - start
            let value = UInt32(bytes[index])
            switch place {
            case 0..<4: state.a &+= value << UInt32(8 * place)
            case 4..<8: state.b &+= value << UInt32(8 * (place - 4))
            default: state.c &+= value << UInt32(8 * (place - 7))
            }
        }
        state.finish()
        return UInt64(state.b) << 32 | UInt64(state.c)
    }

    private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    private struct State {
        var a: UInt32
        var b: UInt32
        var c: UInt32

        /// The golden ratio, the number of bytes, and PostgreSQL's constant.
        init(count: Int = 16) {
            a = 0x9E37_79B9 &+ UInt32(truncatingIfNeeded: count) &+ 3_923_095
            (b, c) = (a, a)
        }

        @inline(__always)
        mutating func mix() {
            Self.blend(&a, &c, 4, b)
            Self.blend(&b, &a, 6, c)
            Self.blend(&c, &b, 8, a)
            Self.blend(&a, &c, 16, b)
            Self.blend(&b, &a, 19, c)
            Self.blend(&c, &b, 4, a)
        }

        @inline(__always)
        mutating func finish() {
            Self.fold(&c, b, 14)
            Self.fold(&a, c, 11)
            Self.fold(&b, a, 25)
            Self.fold(&c, b, 16)
            Self.fold(&a, c, 4)
            Self.fold(&b, a, 14)
            Self.fold(&c, b, 24)
        }

        @inline(__always)
        private static func blend(_ word: inout UInt32, _ other: inout UInt32, _ bits: UInt32, _ third: UInt32) {
            word = (word &- other) ^ turned(other, bits)
            other &+= third
        }

        @inline(__always)
        private static func fold(_ word: inout UInt32, _ other: UInt32, _ bits: UInt32) {
            word = (word ^ other) &- turned(other, bits)
        }

        @inline(__always)
        private static func turned(_ word: UInt32, _ bits: UInt32) -> UInt32 { word << bits | word >> (32 - bits) }
    }
}
