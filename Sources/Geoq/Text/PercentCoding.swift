/// Percent-encoding (RFC 3986, section 2.1).
package enum PercentCoding {
    /// The text that an encoded one stands for.
    ///
    /// - Parameter plusIsBlank: whether `+` is a blank, as in the queries of
    ///   forms.
    /// - Returns: nil for a percent sign without two hexadecimal digits, and
    ///   for bytes that are no UTF-8 or hold a NUL.
    package static func decoded(_ text: some StringProtocol, plusIsBlank: Bool) -> String? {
        let isEncoded = text.utf8.contains { byte in
            byte == UInt8(ascii: "%") || byte == 0 || plusIsBlank && byte == UInt8(ascii: "+")
        }
        if !isEncoded { return String(text) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var rest = text.utf8.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.next()?.hexDigitValue, let low = rest.next()?.hexDigitValue else { return nil }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsBlank: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    }

    /// The text that the value of a form stands for, whatever it holds: a percent sign
    /// without two hexadecimal digits stays, and bytes that are no UTF-8 are repaired.
    package static func repaired(_ text: some StringProtocol) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2, let value = HexDigits.bytes(rest.prefix(2))?.first {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A text as one value of a query or one segment of a path: everything but
    /// the unreserved characters (section 2.3) and some marks is encoded.
    ///
    /// - Parameter marks: ASCII characters that the grammar of the receiver needs
    ///   as they are.
    package static func encoded(_ text: some StringProtocol, keeping marks: String = ",") -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var result: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                result.append(byte)
            case _ where marks.utf8.contains(byte): result.append(byte)
            default: result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
