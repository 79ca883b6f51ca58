import GRDB
import Geoq
import GeoqIndex

/// The log of changed rows, which triggers write.
enum ChangeLog {
    /// The log keeps this many versions before the index's: a reader that still
    /// holds a snapshot of one of them can read rows and need not ask again.
    static let keptVersions: Int64 = 10_000

    /// Drops the entries that no reader needs once the index is of a version. A
    /// reader that is further behind takes the index.
    ///
    /// It does nothing while there is little to drop. It waits for no other
    /// writer: when the store cannot be written now, the next index tries again.
    static func prune(_ path: String, indexed version: Int64) throws {
        WaitingWork.willWait()
        var configuration = Configuration()
        configuration.busyMode = .timeout(0.1)
        configuration.label = "geoq.log"
        guard version > keptVersions else { return }
        let last = version - keptVersions
        // Without SpatiaLite: the log has no geometry.
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        defer { try? queue.close() }
        let first = try queue.read { db in
            try Int64.fetchOne(db, sql: "SELECT min(version) FROM geoq_change")
        }
        guard let first, first < last - keptVersions else { return }
        try queue.write { db in try cut(db, through: last) }
    }

    /// Drops the entries up to a version. It keeps the version's token, so that
    /// the log still serves an index of that version: it has every later
    /// change.
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

    /// Whether the store once held the rows that a stamp names, and its log has
    /// every change since.
    ///
    /// The version's number alone does not show that: the store may be a copy
    /// that was put back, and written since.
    ///
    /// - Complexity: O(log *entries*).
    static func reaches(_ db: Database, _ stamp: IndexStamp) throws -> Bool {
        guard
            let store = try Row.fetchOne(
                db, sql: "SELECT identity, version, token, log_starts_after, log_token FROM geoq_store"
            ).map({ WrittenRow($0) }), store.id("identity")?.key == stamp.store,
            let version = store.int64("version"), let start = store.int64("log_starts_after")
        else { return false }
        if version == stamp.version { return store.int64("token") == stamp.token }
        if start == stamp.version { return store.int64("log_token") == stamp.token }
        guard start < stamp.version, stamp.version < version else { return false }
        return try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM geoq_change WHERE version = ? AND token = ?)",
            arguments: [stamp.version, stamp.token]) == true
    }
}
