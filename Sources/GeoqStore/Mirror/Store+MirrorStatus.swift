import Foundation
import GRDB

/// The state of a mirrored table.
package struct MirrorStatus: Hashable, Sendable {
    package var remote: String
    package var table: MirrorTable
    /// The part of the earth whose rows are mirrored, as a sync has written it; nil for
    /// all.
    package var region: String?
    package var rows: Int
    /// Rows whose coordinates are unusable, or missing.
    package var withoutPlace: Int
    /// Rows that are not among the store's rows, by reason.
    package var waiting: [WaitingReason: Int]
    /// When the last sync ended that has read the table, as ISO 8601 in UTC; nil when that is not known,
    /// as of a table that was left alone while others were read.
    package var syncedAt: String?
    /// When ids and versions were last compared; nil as `syncedAt`.
    package var digestedAt: String?
    /// When contents were last compared, or everything was read; nil as `syncedAt`.
    package var verifiedAt: String?
    /// How old the moment of the last sync is that has read the table; nil as `syncedAt`.
    package var lagSeconds: Double?
    package var cursor: MirrorCursor?
    /// What it costs the remote to find the rows that have changed; nil when
    /// that is what it usually costs.
    package var cost: String?
    /// When a sync last failed, if none has succeeded since.
    package var failedAt: String?
    /// Why the last sync failed, or why it left the table alone.
    package var problem: String?
}

extension Store.Mirror {
    /// The states of the mirrored tables, by remote and table.
    ///
    /// - Complexity: O(rows).
    package func status() async throws -> [MirrorStatus] {
        let mirrors = try await all()
        return try await read { db in
            try mirrors.flatMap { mirror in
                let row = try Row.fetchOne(
                    db,
                    sql: """
                        SELECT failed_at, failure, (julianday('now') - julianday(server_time)) * 86400 AS lag
                        FROM geoq_remote WHERE name = ?
                        """, arguments: [mirror.name]
                ).map(WrittenRow.init)
                let failure: String? = row?["failure"]
                let lag: Double? = row?["lag"]
                return try mirror.tables.sorted { $0.key.rank < $1.key.rank }.map { table, state in
                    var waiting: [WaitingReason: Int] = [:]
                    let counts = try Row.fetchAll(
                        db,
                        sql: """
                            SELECT reason, count(*) FROM geoq_remote_waiting WHERE remote = ? AND table_name = ?
                            GROUP BY reason
                            """, arguments: [mirror.name, table.rawValue])
                    for count in counts {
                        if let reason = WaitingReason(rawValue: count[0]) { waiting[reason] = count[1] }
                    }
                    let held = try Row.fetchOne(
                        db,
                        sql: """
                            SELECT count(*), count(*) - count(\(table.hasPlace ? "geom" : "id")) FROM \(table)
                            WHERE source = ?
                            """, arguments: [mirror.name])
                    var status = MirrorStatus(
                        remote: mirror.name, table: table, region: mirror.identity.region, rows: held?[0] ?? 0,
                        withoutPlace: held?[1] ?? 0, waiting: waiting, cursor: state.cursor, cost: state.cost,
                        failedAt: row?["failed_at"], problem: failure ?? state.stopped)
                    // A sync that read other tables has not made this one younger.
                    if state.stopped == nil || mirror.tables.count == 1 {
                        (status.syncedAt, status.lagSeconds) = (mirror.syncedAt, lag)
                        (status.digestedAt, status.verifiedAt) = (mirror.digestedAt, mirror.verifiedAt)
                    }
                    return status
                }
            }
        }
    }

    /// Notes that a sync of a remote failed; does nothing for an unknown
    /// remote.
    package func noteFailure(_ remote: String, _ reason: String) async throws {
        try await store.note { db in
            try db.execute(
                sql: """
                    UPDATE geoq_remote SET failed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), failure = ?2
                    WHERE name = ?1
                    """, arguments: [remote, String(reason.prefix(1000))])
        }
    }
}
