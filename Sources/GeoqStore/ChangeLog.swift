import GRDB

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
        try await queue.write { db in
            try db.execute(sql: "DELETE FROM geoq_change WHERE version <= ?", arguments: [last])
            try db.execute(
                sql: "UPDATE geoq_store SET log_starts_after = max(log_starts_after, ?)", arguments: [last])
        }
    }
}
