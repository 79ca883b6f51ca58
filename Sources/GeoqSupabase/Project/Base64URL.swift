import FoundationEssentials

/// Base64url without padding (RFC 4648, 5; RFC 7515, 2).
enum Base64URL {
    static func text(_ bytes: [UInt8]) -> String {
        String(Data(bytes).base64EncodedString().filter { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
    }

    /// The bytes that a text stands for; nil for one with padding or other characters.
    static func bytes(_ text: Substring) -> [UInt8]? {
        var base64 = text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
        guard !base64.contains("=") else { return nil }
        base64 += Array(repeating: "=", count: (4 - base64.count % 4) % 4)
        return Data(base64Encoded: String(base64)).map { [UInt8]($0) }
    }
}
