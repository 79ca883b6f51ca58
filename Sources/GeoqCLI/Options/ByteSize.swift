import ArgumentParser
import Geoq

/// A number of bytes as people write it: `1GB`, `1.5 GB`, `512MiB`, `1000000`.
struct ByteSize: Hashable, Sendable {
    let bytes: Int

    private static let units: [(name: String, bytes: Double)] = [
        ("", 1), ("b", 1), ("kb", 1e3), ("mb", 1e6), ("gb", 1e9), ("tb", 1e12),
        ("kib", 1_024), ("mib", 1_048_576), ("gib", 1_073_741_824), ("tib", 1_099_511_627_776),
    ]
    /// More than any project has: a quarter of an exabyte.
    private static let most = 2.5e17

    /// - Throws: `ValidationError` for another text, and for less than a byte.
    init(_ argument: String) throws {
        let digits = argument.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = argument.dropFirst(digits.count).drop { $0 == " " }.lowercased()
        guard let number = Double(digits), let factor = Self.units.first(where: { $0.name == unit })?.bytes else {
            throw Self.unreadable
        }
        let bytes = number * factor
        guard bytes >= 1, bytes <= Self.most else { throw Self.unreadable }
        self.bytes = Int(bytes)
    }

    private static let unreadable = ValidationError("write a number of bytes with its unit, such as 1GB or 500MiB.")
}
