extension UnsafeBufferPointer where Element == UInt8 {
    /// The bytes without the blanks (`isBlank`) at both ends.
    @inlinable package var trimmed: UnsafeBufferPointer<UInt8> {
        var (start, end) = (0, count)
        while start < end, self[start].isBlank { start += 1 }
        while end > start, self[end - 1].isBlank { end -= 1 }
        return UnsafeBufferPointer(rebasing: self[start..<end])
    }
}

extension UInt8 {
    /// Space, tab, LF, vertical tab, form feed or CR.
    @inlinable package var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

    /// `0`…`9`.
    @inlinable package var isDigit: Bool { (0x30...0x39).contains(self) }
}
