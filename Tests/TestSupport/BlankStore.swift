import Foundation
package import GeoqStore

/// An empty store, of which tests take copies: to make one takes a third of a
/// second of a processor, to copy it a millisecond.
///
/// Each copy has an identity and tokens of its own, as if it had been made.
private struct BlankStore: Sendable {
    private let bytes: Data
    /// Where the file has what a store draws when it is made.
    private let identities: [Int]
    private let tokens: [Int]

    init() {
        let path = "\(LastingFolder.path)/blank-\(UUID().uuidString).sqlite"
        do {
            try Store(path: path).close()
            let drawn = try Tool.sqlite3(
                path, "PRAGMA wal_checkpoint(TRUNCATE); SELECT identity, token FROM geoq_store WHERE token = log_token")
            let values = drawn.lines.last?.split(separator: "|") ?? []
            guard values.count == 2, let token = Int64(values[1]) else {
                preconditionFailure("\(path) is not as a store is made: \(drawn)")
            }
            bytes = try Data(contentsOf: URL(filePath: path))
            identities = Self.offsets(of: Data(values[0].utf8), in: bytes)
            tokens = Self.offsets(of: withUnsafeBytes(of: token.bigEndian) { Data($0) }, in: bytes)
        } catch {
            preconditionFailure("\(path) cannot be made: \(error)")
        }
        precondition(identities.count == 1 && tokens.count == 2, "A store has drawn more, or less, than is known here.")
    }

    /// Puts a copy where no file is.
    func copy(to path: String) throws {
        var copy = bytes
        for offset in identities {
            let drawn = Data(UUID().uuidString.lowercased().utf8)
            copy.replaceSubrange(offset..<offset + drawn.count, with: drawn)
        }
        let token = withUnsafeBytes(of: Int64.random(in: .min ... .max)) { Data($0) }
        for offset in tokens { copy.replaceSubrange(offset..<offset + token.count, with: token) }
        try copy.write(to: URL(filePath: path), options: .withoutOverwriting)
    }

    private static func offsets(of part: Data, in bytes: Data) -> [Int] {
        var (offsets, rest) = ([Int](), bytes.startIndex..<bytes.endIndex)
        while let range = bytes.range(of: part, in: rest) {
            offsets.append(range.lowerBound)
            rest = range.upperBound..<bytes.endIndex
        }
        return offsets
    }
}

extension Store {
    private static let blank = BlankStore()

    /// A new store at a path where no file is: a copy of an empty one.
    package static func blank(_ path: String) throws -> Store {
        try putBlank(path)
        return try Store(path: path)
    }

    /// The same, for a command to open.
    package static func putBlank(_ path: String) throws {
        try blank.copy(to: path)
    }
}
