/// A column's name in the form in which names are compared.
///
/// Only letters and digits count, without case: `GLOBAL UNIQUE IDENTIFIER`,
/// `global.unique.identifier`, `Global_Unique-Identifier` and
/// `globalUniqueIdentifier` are one name. So are `AGE/SEX` and the `AGE.SEX`
/// that R makes of it. What programs make of a byte order mark in front
/// (`ï»¿`, R's `ï..` and `X.U.FEFF.`, or its escape `\xef..`) does not count.
struct ColumnName: Hashable, Sendable, ExpressibleByStringLiteral {
    let key: String

    init(_ name: String) {
        var key = String.UnicodeScalarView()
        var rest = name.unicodeScalars[...]
        for mark in ["\u{FEFF}", "ï»¿", "ï..", #"\xef.."#, "X.U.FEFF.", "<U+FEFF>"]
        where rest.starts(with: mark.unicodeScalars) {
            rest = rest.dropFirst(mark.unicodeScalars.count)
            break
        }
        for scalar in rest {
            if scalar.isASCII {
                let byte = UInt8(scalar.value)
                if byte.isDigit || (0x61...0x7A).contains(byte) {
                    key.append(scalar)
                } else if (0x41...0x5A).contains(byte) {
                    key.append(Unicode.Scalar(byte | 0x20))
                }
            } else {
                key.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
            }
        }
        self.key = String(key)
    }

    init(stringLiteral value: String) {
        self.init(value)
    }
}
