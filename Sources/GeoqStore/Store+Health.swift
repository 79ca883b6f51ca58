import Foundation
import GRDB
import Geoq

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

/// One thing that was looked at.
public struct HealthCheck: Hashable, Sendable {
    public let name: String
    public let isSound: Bool
    /// A version, a count, or what is wrong and what to do.
    public let finding: String

    public init(name: String, isSound: Bool, finding: String) {
        (self.name, self.isSound, self.finding) = (name, isSound, finding)
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

    /// Looks at the libraries, the file, its spatial index and the index beside
    /// it. Changes nothing.
    ///
    /// - Complexity: O(rows).
    public func health() async throws -> [HealthCheck] {
        var checks = try await writer().read { db in
            try SpatiaLite.versions(db).map { HealthCheck(name: $0.name, isSound: true, finding: $0.version) }
        }
        checks += try await read { db in try Self.fileChecks(db) + Layer.allCases.map { try Self.rowCheck(db, $0) } }
        // CheckSpatialIndex writes to SpatiaLite's own log, so it needs a writer.
        checks += try await writer().writeWithoutTransaction { db in try Self.spatialChecks(db) }
        let info = try await indexInfo()
        let isUsable = ["current", "stale", "missing"].contains(info.state)
        checks.append(
            HealthCheck(
                name: "index", isSound: isUsable,
                finding: Self.indexFinding(info.state)))
        return checks
    }

    private static func indexFinding(_ state: String) -> String {
        switch state {
        case "current": state
        case "stale": "stale; questions lay what has changed since over it"
        default: "\(state); the next question builds it anew"
        }
    }

    private static func fileChecks(_ db: Database) throws -> [HealthCheck] {
        let integrity = try String.fetchAll(db, sql: "PRAGMA integrity_check(5)").joined(separator: "; ")
        let orphans = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").count
        let mode = try String.fetchOne(db, sql: "PRAGMA journal_mode") ?? "unknown"
        return [
            HealthCheck(name: "file", isSound: integrity == "ok", finding: integrity),
            HealthCheck(
                name: "references", isSound: orphans == 0,
                finding: orphans == 0 ? "ok" : "\(orphans) rows whose source, watchlist or bird is missing"),
            HealthCheck(name: "journal", isSound: mode == "wal", finding: mode),
        ]
    }

    /// Rows that another tool wrote and that no answer can have.
    private static func rowCheck(_ db: Database, _ layer: Layer) throws -> HealthCheck {
        let rows = try PreparedStatement(db, "SELECT id, lat, lon FROM \(layer.table) WHERE lat IS NOT NULL")
        var unusable = 0
        while try rows.step() {
            let place = try? Coordinate(strictLatitude: rows.double(1), longitude: rows.double(2))
            if FeatureID(rows.text(0)) == nil || place == nil { unusable += 1 }
        }
        return HealthCheck(
            name: "rows of \(layer.rawValue)", isSound: unusable == 0,
            finding: unusable == 0
                ? "ok" : "\(unusable) with an id that is no UUID, or impossible coordinates: no answer has them")
    }

    /// `CheckSpatialIndex`: 1 is sound, 0 is not, NULL is none.
    private static func spatialChecks(_ db: Database) throws -> [HealthCheck] {
        try Layer.allCases.map { layer in
            let state = try Int.fetchOne(db, sql: "SELECT CheckSpatialIndex(?, 'geom')", arguments: [layer.table])
            return HealthCheck(
                name: "spatial index of \(layer.rawValue)", isSound: state == 1,
                finding: state == 1 ? "ok" : "differs from the rows; mend it with SpatiaLite's RecoverSpatialIndex")
        }
    }
}
