import GRDB
import Geoq

/// Shares of one list with one user, as two devices make them: a server keeps the
/// first, and refuses the other.
extension Merging {
    /// Lets the server's share stand for one that was made here. Where the two give
    /// different permissions, the server's stays, and the one of this device is kept
    /// among the conflicts.
    ///
    /// - Returns: false when the store does not have the server's share; then nothing
    ///   is done.
    mutating func joinShare(_ id: String) throws -> Bool {
        let rows = rows(.watchlistShares)
        guard try rows.base(id)?.isBorn == true, let mine = try rows.visible(id),
            let list = rows.position("watchlist_id"), let user = rows.position("user_id"),
            let permission = rows.position("permission")
        else { return false }
        let twin = try String.fetchOne(
            db,
            sql: """
                SELECT t.id FROM watchlist_shares AS t
                LEFT JOIN geoq_base_watchlist_shares AS b ON b.id = t.id
                WHERE t.watchlist_id = ?1 AND t.user_id = ?2 AND t.source = ?3 AND t.id <> ?4
                    AND t.deleted_at IS NULL AND NOT ifnull(b.is_born, 0)
                ORDER BY t.id
                """, arguments: [mine[list].databaseValue, mine[user].databaseValue, remote, id])
        guard let twin, let theirs = try rows.visible(twin) else { return false }
        if mine[permission] != theirs[permission], !rows.isLeftToServer(permission, mine[permission]) {
            try note(
                twin, rows, .edited, base: [], mine: columns(mine, [permission], rows),
                theirs: columns(theirs, [permission], rows), version: nil)
        }
        try rows.remove(id)
        try rows.close(id)
        return true
    }

    /// Lets the server's shares stand for those that were made here, once a sync has
    /// brought them. One that is on its way is left to its answer.
    mutating func joinShares() throws {
        let born = try String.fetchAll(
            db, sql: "SELECT id FROM geoq_base_watchlist_shares WHERE is_born ORDER BY id")
        for id in born where try rows(.watchlistShares).operation(id)?.state != .sent {
            _ = try joinShare(id)
        }
    }
}
