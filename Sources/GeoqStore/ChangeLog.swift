import GRDB
import Geoq
import GeoqIndex

/// The log of changed rows, which triggers write.
enum ChangeLog {
    /// So many versions before the index's stay in the log: who still holds a
    /// snapshot of one of them can read rows and need not ask again.
    static let keptVersions: Int64 = 10_000

    /// Drops what no reader needs once the index is of a version: whoever is
    /// further behind takes the index.
    ///
    /// Nothing is done while there is little to drop, and nobody waits: when
    /// the store cannot be written now, the next index will see to it.
    static func prune(_ path: String, indexed version: Int64) async throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(0.1)
        configuration.label = "geoq.log"
        let last = version - keptVersions
        // Without SpatiaLite: the log has no geometry.
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        let first = try await queue.read { db in
            try Int64.fetchOne(db, sql: "SELECT min(version) FROM geoq_change")
        }
        guard let first, first + keptVersions < last else { return }
        try await queue.write { db in try cut(db, through: last) }
    }

    /// Drops the entries up to a version. The token of the version is kept: the
    /// log tells what has changed since, also to an index of that version.
    static func cut(_ db: Database, through last: Int64) throws {
        try db.execute(
            sql: """
                UPDATE geoq_store SET log_starts_after = ?1,
                    log_token = (SELECT token FROM geoq_change WHERE version = ?1 LIMIT 1)
                WHERE log_starts_after < ?1
                """, arguments: [last])
        if db.changesCount > 0 {
            try db.execute(sql: "DELETE FROM geoq_change WHERE version <= ?", arguments: [last])
        }
    }

    /// Whether the store once held what a stamp names, and the log tells of all
    /// that has changed since.
    ///
    /// The version's number alone does not tell: the store may be a copy that was
    /// put back, and written since.
    ///
    /// - Complexity: O(log *entries*).
    static func reaches(_ db: Database, _ stamp: IndexStamp) throws -> Bool {
        guard
            let store = try Row.fetchOne(
                db, sql: "SELECT identity, version, token, log_starts_after, log_token FROM geoq_store")
        else { return false }
        guard FeatureID(store["identity"] as String)?.key == stamp.store else { return false }
        if store["version"] == stamp.version { return store["token"] == stamp.token }
        if store["log_starts_after"] == stamp.version { return store["log_token"] == stamp.token }
        guard (store["log_starts_after"] as Int64) < stamp.version, stamp.version < (store["version"] as Int64) else {
            return false
        }
        return try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM geoq_change WHERE version = ? AND token = ?)",
            arguments: [stamp.version, stamp.token]) == true
    }
}
