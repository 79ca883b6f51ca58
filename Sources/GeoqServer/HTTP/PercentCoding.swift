/// Percent-encoding (RFC 3986, section 2.1).
enum PercentCoding {
    /// The text that an encoded one stands for.
    ///
    /// - Parameter plusIsBlank: whether `+` is a blank, as in the queries of
    ///   forms.
    /// - Returns: nil for a percent sign without two hexadecimal digits, and
    ///   for bytes that are no UTF-8 or hold a NUL.
    static func decoded(_ text: some StringProtocol, plusIsBlank: Bool) -> String? {
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
                guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else { return nil }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsBlank: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    }

    /// A text as one value of a query or one segment of a path: everything but
    /// the unreserved characters (section 2.3) and commas is encoded.
    static func encoded(_ text: some StringProtocol) -> String {
        var result = ""
        for byte in text.utf8 {
            let scalar = Unicode.Scalar(byte)
            let isPlain = byte < 0x80 && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            if isPlain || "-._~,".unicodeScalars.contains(scalar) {
                result.unicodeScalars.append(scalar)
            } else {
                let digits = Array("0123456789ABCDEF".unicodeScalars)
                result.unicodeScalars.append(contentsOf: ["%", digits[Int(byte >> 4)], digits[Int(byte & 15)]])
            }
        }
        return result
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
