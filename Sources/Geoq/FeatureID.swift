public import GeoqIndex

/// The UUID of a feature, as text in lower case (RFC 9562, section 4), and as
/// the 128 bits that order features.
public struct FeatureID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The UUID's 128 bits, by which ids are ordered.
    public let key: ItemKey

    /// The id that has these bits.
    public init(key: ItemKey) {
        self.key = key
    }

    /// The UUID that a text spells: 36 characters, hexadecimal digits of either
    /// case and hyphens where they belong.
    ///
    /// - Complexity: O(characters).
    public init?(_ text: some StringProtocol) {
        let key = text.utf8.withContiguousStorageIfAvailable { Self.key($0) } ?? Self.key(Array(text.utf8))
        guard let key else { return nil }
        self.key = key
    }

    /// The UUID that a text spells in lower case, as `description` does; nil
    /// for any other text.
    package init?(lowercase text: UnsafeBufferPointer<UInt8>) {
        guard text.count == 36 else { return nil }
        // No branch depends on a digit: whether all characters were digits is
        // asked at the end.
        var strangers: UInt8 = 0
        func number(_ number: UInt64, _ positions: Range<Int>) -> UInt64 {
            var number = number
            for position in positions {
                let byte = text[position]
                let isLetter = byte &- UInt8(ascii: "a") < 6
                let isDigit = byte &- UInt8(ascii: "0") < 10
                strangers |= isLetter || isDigit ? 0 : 1
                number = number << 4 | UInt64(byte & 15 &+ (isLetter ? 9 : 0))
            }
            return number
        }
        let high = number(number(number(0, 0..<8), 9..<13), 14..<18)
        let low = number(number(0, 19..<23), 24..<36)
        let hyphen = UInt8(ascii: "-")
        let areHyphens = text[8] == hyphen && text[13] == hyphen && text[18] == hyphen && text[23] == hyphen
        guard strangers == 0, areHyphens else { return nil }
        key = ItemKey(high: high, low: low)
    }

    private static func key(_ text: some Collection<UInt8>) -> ItemKey? {
        var (high, low, digits) = (UInt64(0), UInt64(0), 0)
        var length = 0
        for byte in text {
            defer { length += 1 }
            if length == 8 || length == 13 || length == 18 || length == 23 {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            let value: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): value = byte - UInt8(ascii: "A") + 10
            default: return nil
            }
            if digits < 16 { high = high << 4 | UInt64(value) } else { low = low << 4 | UInt64(value) }
            digits += 1
            guard digits <= 32 else { return nil }
        }
        return length == 36 && digits == 32 ? ItemKey(high: high, low: low) : nil
    }

    public static func < (lhs: FeatureID, rhs: FeatureID) -> Bool {
        lhs.key < rhs.key
    }

    /// 36 characters, lower case.
    public var description: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(36)
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Adds the characters of `description`.
    package func write(to bytes: inout [UInt8]) {
        let (high, low) = (Self.digits(key.high), Self.digits(key.low))
        withUnsafeTemporaryAllocation(byteCount: 36, alignment: 8) { buffer in
            buffer.storeBytes(of: high.lowHalf, as: SIMD8<UInt8>.self)
            buffer.storeBytes(of: high.highHalf.lowHalf, toByteOffset: 9, as: SIMD4<UInt8>.self)
            buffer.storeBytes(of: high.highHalf.highHalf, toByteOffset: 14, as: SIMD4<UInt8>.self)
            buffer.storeBytes(of: low.lowHalf.lowHalf, toByteOffset: 19, as: SIMD4<UInt8>.self)
            buffer.storeBytes(of: low.lowHalf.highHalf, toByteOffset: 24, as: SIMD4<UInt8>.self)
            buffer.storeBytes(of: low.highHalf, toByteOffset: 28, as: SIMD8<UInt8>.self)
            for hyphen in [8, 13, 18, 23] { buffer[hyphen] = UInt8(ascii: "-") }
            bytes.append(contentsOf: UnsafeRawBufferPointer(buffer))
        }
    }

    /// The sixteen hexadecimal digits of a number, as characters in their order.
    @inline(__always)
    private static func digits(_ number: UInt64) -> SIMD16<UInt8> {
        let bytes = unsafeBitCast(number.bigEndian, to: SIMD8<UInt8>.self)
        var values = SIMD16<UInt8>.zero
        (values.evenHalf, values.oddHalf) = (bytes &>> 4, bytes & 15)
        // Without a comparison for each digit: 10 to 15 plus 6 set the bit of
        // 16. Shifted down and negated it is 0xFF, which keeps the step from
        // digits to letters.
        let letters = SIMD16<UInt8>.zero &- (values &+ 6) &>> 4
        return values &+ UInt8(ascii: "0") &+ letters & (UInt8(ascii: "a") - UInt8(ascii: "0") - 10)
    }
}

extension [UInt8] {
    /// Appends an id in quotes, as its `description` is.
    package mutating func appendJSON(_ id: FeatureID) {
        append(UInt8(ascii: "\""))
        id.write(to: &self)
        append(UInt8(ascii: "\""))
    }
}
