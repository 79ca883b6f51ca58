import Foundation
import GRDB
import Geoq
import GeoqFiles

/// How large a store is.
public struct StoreStatistics: Hashable, Sendable {
    public let version: Int64
    public let schema: Int
    public let hotspots: Int
    public let observations: Int
    public let birds: Int
    public let watchlists: Int
    public let entries: Int
    public let rules: Int
    /// Bytes of the file and its write-ahead log.
    public let bytes: Int
}

/// One check of a store, and its finding.
public struct HealthCheck: Hashable, Sendable {
    public let name: String
    public let isSound: Bool
    /// A version, a count, or a sentence about what is wrong and what to do.
    public let finding: String
    /// Whether bytes of the file are damaged.
    public let isDamage: Bool

    public init(name: String, isSound: Bool, finding: String, isDamage: Bool = false) {
        (self.name, self.isSound, self.finding, self.isDamage) = (name, isSound, finding, isDamage)
    }
}

extension Store {
    /// How many rows of each kind there are, and how large the file is.
    ///
    /// - Complexity: O(rows).
    public func statistics() async throws -> StoreStatistics {
        let sizes = ["", "-wal"].map { FileStream.size(path + $0) ?? 0 }
        return try await read { db in
            func count(_ table: String) throws -> Int {
                try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0
            }
            return StoreStatistics(
                version: try Self.stamp(db).version, schema: try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0,
                hotspots: try count("hotspot"), observations: try count("observation"), birds: try count("bird"),
                watchlists: try count("watchlists"), entries: try count("watchlist_entries"),
                rules: try count("watchlist_rules"),
                bytes: sizes.reduce(0, +))
        }
    }

    /// Checks the libraries, the file, its tables, its spatial index and the
    /// index beside it. Changes nothing.
    ///
    /// - Throws: `StoreError.missing`; everything else that is wrong is among
    ///   the findings.
    /// - Complexity: O(rows · log rows).
    public func health() async throws -> [HealthCheck] { try await Self.health(of: path) }

    /// The same for a file that may be damaged, or of another version.
    public static func health(of path: String) async throws -> [HealthCheck] {
        guard FileManager.default.fileExists(atPath: path) else { throw StoreError.missing(path: path) }
        var examination = StoreExamination(path: path)
        await examination.run()
        return examination.checks
    }
}
