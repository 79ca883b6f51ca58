extension PackedTree {
    /// The positions of the items that have one of some keys, ascending.
    ///
    /// - Throws: `IndexError.damaged` when the bytes of the keys are not those that were written.
    /// - Complexity: O(*n*) at a nanosecond or two an item: a table of bits
    ///   excludes nearly all others before a key is looked up.
    public func positions(of keys: some Collection<ItemKey>) throws(IndexError) -> [UInt32] {
        if keys.isEmpty || count == 0 { return [] }
        let wanted = Set(keys)
        var bits = KeyBits(count: wanted.count)
        for key in wanted { bits.insert(key) }
        try self.keys.verify(0, count)
        var found: [UInt32] = []
        for position in 0..<count {
            let key = self.keys[position]
            if bits.mayContain(key), wanted.contains(key) { found.append(UInt32(position)) }
        }
        return found
    }
}

/// A table of bits: every key of the set has its bit set, and few other keys
/// do.
private struct KeyBits {
    private var words: [UInt64]
    private let shift: UInt64
    /// Drawn by each process, and odd: keys from a file cannot be chosen to
    /// collide.
    private let factor = UInt64.random(in: .min ... .max) | 1

    /// At least 64 bits for each key.
    init(count: Int) {
        let wordBits = max(4, Int.bitWidth - count.leadingZeroBitCount)
        words = Array(repeating: 0, count: 1 << wordBits)
        shift = UInt64(64 - wordBits - 6)
    }

    mutating func insert(_ key: ItemKey) {
        let bit = bit(of: key)
        words[bit >> 6] |= 1 << UInt64(bit & 63)
    }

    @inline(__always)
    func mayContain(_ key: ItemKey) -> Bool {
        let bit = bit(of: key)
        return words[bit >> 6] >> UInt64(bit & 63) & 1 == 1
    }

    @inline(__always)
    private func bit(of key: ItemKey) -> Int {
        let mixed = (key.high ^ (key.low &* 0x9E37_79B9_7F4A_7C15)) &* factor
        return Int(truncatingIfNeeded: mixed >> shift)
    }
}
