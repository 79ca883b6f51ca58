import Geoq

/// A column's name in the form in which names are compared.
///
/// Only letters and digits count, without case: `GLOBAL UNIQUE IDENTIFIER`,
/// `global.unique.identifier`, `Global_Unique-Identifier` and
/// `globalUniqueIdentifier` are one name. So are `AGE/SEX` and the `AGE.SEX`
/// that R makes of it. The characters that programs make of a byte order mark
/// in front (`ï»¿`, R's `ï..` and `X.U.FEFF.`, or its escape `\xef..`) does not
/// count.
struct ColumnName: Hashable, Sendable, ExpressibleByStringLiteral {
    let key: String

    /// - Complexity: O(length of the name).
    init(_ name: String) {
        var name = name
        key = name.withUTF8 { bytes in
            let start = ColumnName.markLength(bytes)
            var isASCII = true
            let key = String(unsafeUninitializedCapacity: bytes.count - start) { letters in
                var count = 0
                var index = start
                while index < bytes.count {
                    let byte = bytes[index]
                    if byte >= 0x61 && byte <= 0x7A || byte.isDigit {
                        letters[count] = byte
                        count += 1
                    } else if byte >= 0x41 && byte <= 0x5A {
                        letters[count] = byte | 0x20
                        count += 1
                    } else if byte >= 0x80 {
                        isASCII = false
                        break
                    }
                    index += 1
                }
                return count
            }
            return isASCII ? key : ColumnName.lowercased(String(decoding: bytes[start...], as: UTF8.self))
        }
    }

    init(stringLiteral value: String) {
        self.init(value)
    }

    /// The forms that a byte order mark takes: the mark itself, the mark read
    /// as latin-1 and written as UTF-8, and the names that R gives it.
    private static let marks: [[UInt8]] = ["\u{FEFF}", "ï»¿", "ï..", #"\xef.."#, "X.U.FEFF.", "<U+FEFF>"]
        .map { Array($0.utf8) }

    private static func markLength(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        // A mark begins with `\`, `X`, `<` or a byte beyond ASCII; no other
        // name has one.
        guard let first = bytes.first, first >= 0x80 || first == 0x5C || first == 0x58 || first == 0x3C else {
            return 0
        }
        return marks.first { bytes.starts(with: $0) }?.count ?? 0
    }

    private static func lowercased(_ name: String) -> String {
        var key = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            if !scalar.isASCII || scalar.properties.isAlphabetic || UInt8(ascii: scalar).isDigit {
                key.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
            }
        }
        return String(key)
    }
}
