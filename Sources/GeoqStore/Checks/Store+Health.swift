import Foundation
import GRDB
import Geoq
import GeoqFiles

/// How large a store is.
package struct StoreStatistics: Hashable, Sendable {
    package let version: Int64
    package let schema: Int
    package let hotspots: Int
    package let observations: Int
    package let birds: Int
    package let watchlists: Int
    package let entries: Int
    package let rules: Int
    package let areas: Int
    /// Bytes of the file and its write-ahead log.
    package let bytes: Int
}

/// One check of a store, and its finding.
package struct HealthCheck: Hashable, Sendable {
    package let name: String
    package let isSound: Bool
    /// A version, a count, or a sentence about what is wrong and what to do.
    package let finding: String
    /// Whether bytes of the file are damaged.
    package let isDamage: Bool
    /// Whether the file is no store: another program's, or no database.
    package let isOfOthers: Bool

    package init(name: String, isSound: Bool, finding: String, isDamage: Bool = false, isOfOthers: Bool = false) {
        (self.name, self.isSound, self.finding) = (name, isSound, finding)
        (self.isDamage, self.isOfOthers) = (isDamage, isOfOthers)
    }
}

extension Store {
    /// How large a store is, and whether it is sound.
    ///
    ///     let unsound = try await store.health.checks().filter { !$0.isSound }
    package struct Health: StoreFacet {
        let store: Store
    }

    /// How large the store is, and whether it is sound.
    package var health: Health { Health(store: self) }
}

extension Store.Health {
    /// How many rows of each kind there are, and how large the file is.
    ///
    /// - Complexity: O(rows).
    package func statistics() async throws -> StoreStatistics {
        try await read { [store] db in
            let sizes = ["", "-wal"].map { FileStream.size(store.path + $0) ?? 0 }
            func count(_ table: String) throws -> Int {
                try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0
            }
            return StoreStatistics(
                version: try Store.stamp(db).version, schema: try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0,
                hotspots: try count("hotspot"), observations: try count("observation"), birds: try count("bird"),
                watchlists: try count("watchlists"), entries: try count("watchlist_entries"),
                rules: try count("watchlist_rules"), areas: try count("area"),
                bytes: sizes.reduce(0, +))
        }
    }

    /// Checks the libraries, the file, its tables, its spatial index and the
    /// index beside it. Changes nothing.
    ///
    /// - Throws: `StoreError.missing`; everything else that is wrong is among
    ///   the findings.
    /// - Complexity: O(rows · log rows).
    package func checks() async throws -> [HealthCheck] { try await Self.checks(of: store.path) }

    /// The same for a file that may be damaged, or of another version.
    package static func checks(of path: String) async throws -> [HealthCheck] {
        let work = WaitingWork("geoq.health")
        let path = StorePlace.path(of: path)
        guard try await work.run({ FileManager.default.fileExists(atPath: path) }) else {
            throw StoreError.missing(path: path)
        }
        var examination = StoreExamination(path: path, work)
        await examination.run()
        return examination.checks
    }
}
