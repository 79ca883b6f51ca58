import Geoq

/// Texts in UTF-8. A line that is not UTF-8 is read as latin-1.
enum TextEncoding {
    /// U+FEFF in UTF-8, which some programs put before the first line.
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Whether the bytes are well-formed UTF-8: no overlong forms, no
    /// surrogates, nothing above U+10FFFF (Unicode 16, table 3-7).
    ///
    /// - Complexity: O(number of bytes).
    static func isUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = 0
        while index < bytes.count {
            let lead = bytes[index]
            if lead < 0x80 {
                index += 1
                continue
            }
            let length: Int
            var second: ClosedRange<UInt8> = 0x80...0xBF
            switch lead {
            case 0xC2...0xDF: length = 2
            case 0xE0: (length, second) = (3, 0xA0...0xBF)
            case 0xE1...0xEC, 0xEE, 0xEF: length = 3
            case 0xED: (length, second) = (3, 0x80...0x9F)
            case 0xF0: (length, second) = (4, 0x90...0xBF)
            case 0xF1...0xF3: length = 4
            case 0xF4: (length, second) = (4, 0x80...0x8F)
            default: return false
            }
            guard index + length <= bytes.count, second.contains(bytes[index + 1]) else { return false }
            for tail in (index + 2)..<max(index + 2, index + length) where !(0x80...0xBF).contains(bytes[tail]) {
                return false
            }
            index += length
        }
        return true
    }

    /// The bytes as UTF-8, line by line: a line that is UTF-8 stays, another
    /// one is read as latin-1 (ISO 8859-1).
    ///
    /// - Returns: The text, and how many lines were latin-1.
    /// - Complexity: O(number of bytes).
    static func transcoded(_ bytes: UnsafeBufferPointer<UInt8>) -> (text: [UInt8], latin1Lines: Int) {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + bytes.count / 8)
        var latin1Lines = 0
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
            let line = UnsafeBufferPointer(rebasing: bytes[start..<end])
            if isUTF8(line) {
                text.append(contentsOf: line)
            } else {
                latin1Lines += 1
                for byte in line {
                    if byte < 0x80 {
                        text.append(byte)
                    } else {
                        text.append(0xC0 | byte >> 6)
                        text.append(0x80 | byte & 0x3F)
                    }
                }
            }
            start = end
        }
        return (text, latin1Lines)
    }
}
