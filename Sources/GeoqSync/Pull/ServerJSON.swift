/// JSON as a server writes it.
enum ServerJSON {
    /// Writes a JSON array as PostgreSQL would (`escape_json` in json.c): it
    /// has short escapes for five of the characters that must be escaped.
    /// Everything else in the text stays as it is.
    static func writeAsServer(_ json: some Collection<UInt8>, to bytes: inout [UInt8]) {
        bytes += json
        guard json.contains(UInt8(ascii: "\\")) else { return }
        let text = String(decoding: bytes, as: UTF8.self)
        bytes = []
        var rest = text.unicodeScalars[...]
        let short: [(String, String)] = [
            ("\\u0008", "\\b"), ("\\u000c", "\\f"), ("\\u000a", "\\n"), ("\\u000d", "\\r"), ("\\u0009", "\\t"),
        ]
        while let scalar = rest.first {
            guard scalar == "\\" else {
                bytes += UTF8.encode(scalar).map(Array.init) ?? []
                rest = rest.dropFirst()
                continue
            }
            if let (long, brief) = short.first(where: { rest.starts(with: $0.0.unicodeScalars) }) {
                bytes += brief.utf8
                rest = rest.dropFirst(long.unicodeScalars.count)
            } else {
                // The character behind a backslash may be a second backslash.
                bytes += String(String.UnicodeScalarView(rest.prefix(2))).utf8
                rest = rest.dropFirst(2)
            }
        }
    }
}
