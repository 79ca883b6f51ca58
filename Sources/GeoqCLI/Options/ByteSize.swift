import ArgumentParser
import Geoq

/// A number of bytes as people write it: `1GB`, `1.5 GB`, `512MiB`, `1000000`.
struct ByteSize: Hashable, Sendable, ExpressibleByArgument {
    let bytes: Int

    private static let units: [(name: String, bytes: Double)] = [
        ("", 1), ("b", 1), ("kb", 1e3), ("mb", 1e6), ("gb", 1e9), ("tb", 1e12),
        ("kib", 1_024), ("mib", 1_048_576), ("gib", 1_073_741_824), ("tib", 1_099_511_627_776),
    ]
    /// More than any project has: a quarter of an exabyte.
    private static let most = 2.5e17

    /// - Returns: nil for another text, and for less than a byte.
    init?(argument: String) {
        let digits = argument.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = argument.dropFirst(digits.count).drop { $0 == " " }.lowercased()
        guard let number = Double(digits), let factor = Self.units.first(where: { $0.name == unit })?.bytes else {
            return nil
        }
        let bytes = number * factor
        guard bytes >= 1, bytes <= Self.most else { return nil }
        self.bytes = Int(bytes)
    }
}
