import Geoq

/// JSON arrays as the store keeps them: without blanks, and only what must be
/// escaped is, as `\u00xx`. Every remote writes them in this form, so that equal
/// arrays are equal texts.
package enum StoredArray {
    /// - Parameter texts: nil for NULL.
    package static func json(_ texts: [String?]) -> String {
        "[" + texts.map { $0.map(quoted) ?? "null" }.joined(separator: ",") + "]"
    }

    /// - Parameter integers: nil for NULL.
    package static func json(_ integers: [Int32?]) -> String {
        "[" + integers.map { $0.map { "\($0)" } ?? "null" }.joined(separator: ",") + "]"
    }

    private static func quoted(_ text: String) -> String {
        var json = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": json += "\\\""
            case "\\": json += "\\\\"
            case "\u{0}"..<"\u{20}": json += "\\u" + HexDigits.text(UInt16(scalar.value))
            default: json.unicodeScalars.append(scalar)
            }
        }
        return json + "\""
    }
}
