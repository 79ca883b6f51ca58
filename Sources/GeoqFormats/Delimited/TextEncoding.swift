import Geoq

/// Texts in UTF-8. A line that is not UTF-8 is read as latin-1.
enum TextEncoding {
    /// U+FEFF in UTF-8, which some programs put before the first line.
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// What windows-1252 has for the bytes 0x80...0x9F: quotes, dashes and
    /// letters, where ISO 8859-1 has control characters that no file means. A
    /// byte without a letter stays.
    private static let windowsLetters: [UInt16] = [
        0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D,
        0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x009D, 0x017E, 0x0178,
    ]

    /// The letter that a byte is in latin-1 as Windows writes it.
    static func latin1(_ byte: UInt8) -> Unicode.Scalar {
        guard 0x80...0x9F ~= byte, let letter = Unicode.Scalar(windowsLetters[Int(byte) - 0x80]) else {
            return Unicode.Scalar(byte)
        }
        return letter
    }

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
    /// one is read as latin-1 (windows-1252).
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
                    if byte < 0x80 { text.append(byte) } else { text.append(contentsOf: latin1(byte).utf8) }
                }
            }
            start = end
        }
        return (text, latin1Lines)
    }
}
