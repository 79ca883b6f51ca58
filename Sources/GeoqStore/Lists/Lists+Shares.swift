import GRDB
package import Geoq

extension Store.Lists {
    /// Shares a list, or changes what the user may do with a list that is shared
    /// with this user already. Of several shares with one user, as two devices can
    /// make them, one is left: a server has no more.
    ///
    /// - Throws: `StoreError.ofAnother` when the list is another user's;
    ///   `StoreError.invalidValue` for a share with oneself; as `add`.
    package func share(_ share: WatchlistShare) async throws -> WatchlistShare {
        try await write { db in
            try Self.checkSharable(db, share.watchlist)
            let isOwn = try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM geoq_account WHERE user_id = ?)",
                arguments: [share.user.description])
            if isOwn == true {
                throw StoreError.invalidValue(
                    column: "user_id", reason: "it is this user's own id; a list is shared with another user")
            }
            let known = try Self.shares(db, of: share.watchlist, with: share.user)
            guard let first = known.first else {
                _ = try Self.add(db, share.given, to: share.watchlist, in: .watchlistShares, id: share.id)
                return try WatchlistShare.kept(db, share.id)
            }
            let permission = share.given.filter { $0.name == "permission" }
            if first.canEdit != share.canEdit { try Self.edit(db, RowKey(.watchlistShares, first.id), permission) }
            for other in known.dropFirst() { try Self.remove(db, other) }
            return try WatchlistShare.kept(db, first.id)
        }
    }

    /// Ends the share of a list with a user; all of them, also one that the server
    /// refused.
    ///
    /// - Throws: `StoreError.noRow` when it is not shared with this user; as
    ///   `delete`.
    package func unshare(_ list: FeatureID, with user: FeatureID) async throws {
        try await write { db in
            let known = try Self.shares(db, of: list, with: user)
            guard !known.isEmpty else { throw StoreError.noRow("share of the list with \(user)") }
            try Self.checkSharable(db, list)
            for share in known { try Self.remove(db, share) }
        }
    }

    /// Leaves a list that another user shares with this one: its share with this user
    /// ends. The list goes from this device with the sync after that.
    ///
    /// - Throws: `StoreError.noRow` when no such share is here, as of a list of one's
    ///   own; as `delete`.
    package func leave(_ list: FeatureID) async throws {
        try await write { db in
            let user = try Store.Account.user(db).flatMap { FeatureID($0) }
            let known = try user.map { try Self.shares(db, of: list, with: $0) } ?? []
            guard !known.isEmpty else { throw StoreError.noRow("share of the list with this user") }
            for share in known { try Self.remove(db, share) }
        }
    }

    /// With whom a list is shared, by the user's id.
    package func shares(of list: FeatureID) async throws -> [WatchlistShare] {
        try await read { db in
            try WatchlistShare.all(db, "watchlist_id = ? ORDER BY user_id, id", [list.description])
        }
    }

    /// The server's share comes first, if there is one.
    private static func shares(_ db: Database, of list: FeatureID, with user: FeatureID) throws -> [WatchlistShare] {
        try WatchlistShare.all(
            db, "watchlist_id = ? AND user_id = ? ORDER BY sync_token IS NULL, id",
            [list.description, user.description])
    }

    private static func remove(_ db: Database, _ share: WatchlistShare) throws {
        try checkWritable(db, RowKey(.watchlistShares, share.id), to: .delete)
        try db.execute(sql: "DELETE FROM watchlist_shares WHERE id = ?", arguments: [share.id.description])
    }

    /// Only its owner shares a list.
    private static func checkSharable(_ db: Database, _ list: FeatureID) throws {
        let isOfAnother = try Bool.fetchOne(
            db,
            sql: """
                SELECT owner_id IS NOT NULL AND owner_id IS NOT (SELECT user_id FROM geoq_account)
                FROM watchlists WHERE id = ? AND deleted_at IS NULL AND source = (SELECT captures FROM geoq_device)
                """, arguments: [list.description])
        if isOfAnother == true { throw StoreError.ofAnother(RowKey(.watchlists, list).description) }
    }
}
