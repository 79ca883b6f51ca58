/// Takes numbers off the front of bytes, with a check of the end at each.
struct ByteReader {
    let bytes: [UInt8]
    private(set) var index: Int

    init(_ bytes: [UInt8], at index: Int = 0) {
        (self.bytes, self.index) = (bytes, index)
    }

    /// How many bytes are left.
    var remaining: Int { bytes.count - index }

    /// Whether a number of things of one size, in bytes, is still there.
    func has(_ count: Int, of size: Int) -> Bool {
        count >= 0 && count <= remaining / size
    }

    /// The next integer; nil when fewer bytes are left than it has.
    mutating func integer<Integer: FixedWidthInteger & BitwiseCopyable>(
        _ type: Integer.Type = Integer.self, isLittleEndian: Bool = true
    ) -> Integer? {
        guard has(1, of: MemoryLayout<Integer>.size) else { return nil }
        let value = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: index, as: Integer.self) }
        index += MemoryLayout<Integer>.size
        return isLittleEndian ? Integer(littleEndian: value) : Integer(bigEndian: value)
    }

    /// The next number of IEEE 754, which may be NaN or infinite; nil when fewer
    /// than eight bytes are left.
    mutating func double(isLittleEndian: Bool = true) -> Double? {
        integer(UInt64.self, isLittleEndian: isLittleEndian).map { Double(bitPattern: $0) }
    }

    /// Steps over bytes.
    ///
    /// - Returns: false when fewer are left.
    mutating func skip(_ count: Int) -> Bool {
        guard has(count, of: 1) else { return false }
        index += count
        return true
    }
}
