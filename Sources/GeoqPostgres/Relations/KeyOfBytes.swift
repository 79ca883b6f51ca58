import Geoq

/// A key that is not UTF-8, which a database without an encoding may have: the server writes it with
/// question marks for the bytes that are not ASCII, and all of its bytes as hexadecimal digits behind.
enum KeyOfBytes {
    /// The digits of UTF-8 (RFC 3629, section 4).
    private static let digits: String = {
        let (any, tail) = ("[0-9a-f]", "[89ab][0-9a-f]")
        let sequences = [
            "[0-7]\(any)", "(c[2-9a-f]|d\(any))\(tail)",
            "(e0[ab]\(any)|ed[89]\(any)|e[1-9a-cef]\(tail))\(tail)",
            "(f0[9ab]\(any)|f48\(any)|f[1-3]\(tail))\(tail)\(tail)",
        ]
        return "^(\(sequences.joined(separator: "|")))*$"
    }()

    private static let mark = " (not UTF-8: "

    /// SQL for a key: the text itself where it is UTF-8.
    static func described(_ text: String) -> String {
        let hex = "pg_catalog.encode(pg_catalog.convert_to(\(text), 'SQL_ASCII'), 'hex')"
        return """
            CASE WHEN \(hex) COLLATE "C" ~ '\(digits)' THEN \(text) ELSE \
            pg_catalog.regexp_replace((\(text)) COLLATE "C", '[^ -~]', '?', 'g') || '\(mark)' || \(hex) || ')' END
            """
    }

    /// Whether a key was written so.
    static func isOne(_ key: String) -> Bool {
        guard key.hasSuffix(")"), let start = key.ranges(of: mark).last else { return false }
        guard let bytes = HexDigits.bytes(key[start.upperBound...].dropLast().utf8) else { return false }
        return String(validating: bytes, as: UTF8.self) == nil
    }
}
