import GRDB
import Geoq

extension Store.Lists {
    /// What a person is about to do with a row.
    enum Change: Sendable {
        case edit, delete
    }

    /// Makes sure that a project will take a change of what belongs to another
    /// user's list, as far as this device knows it: entries and rules are changed by
    /// those with whom the list is shared for editing, the list itself too, but only
    /// its owner deletes it; photos and shares are its owner's alone, but for this
    /// user's own share, which ends when the user leaves the list.
    ///
    /// A list of another user of which no share is here may be changed: the project
    /// decides.
    ///
    /// - Throws: `StoreError.ofAnother`.
    /// - Complexity: O(log *n*).
    static func checkRight(_ db: Database, _ row: RowKey, to change: Change) throws {
        guard let list = list(of: row.table) else { return }
        // The names are literals of `MirrorTable`.
        let found = try Row.fetchOne(
            try db.cachedStatement(
                sql: """
                    SELECT (SELECT max(s.permission IS 'edit') FROM watchlist_shares AS s
                            WHERE s.watchlist_id = w.id AND s.user_id = a.user_id AND s.deleted_at IS NULL),
                        \(row.table == .watchlistShares ? isOfUser : "FALSE")
                    FROM watchlists AS w JOIN geoq_account AS a ON a.remote = w.source
                    WHERE w.id = (\(list)) AND w.owner_id IS NOT NULL AND w.owner_id <> a.user_id
                    """), arguments: [row.id.description])
        guard let found else { return }
        // Neither is known without a share.
        let (canEdit, isOwnShare): (Bool?, Bool?) = (found[0], found[1])
        if change == .delete, isOwnShare == true { return }
        let isOwners =
            switch row.table {
            case .observedBirdPhotos, .watchlistShares: true
            case .watchlists: change == .delete
            default: false
            }
        if isOwners || canEdit == false { throw StoreError.ofAnother(row.description) }
    }

    /// SQL: whether a share of an id is one with the account's user.
    private static let isOfUser = "(SELECT user_id FROM watchlist_shares WHERE id = ?1) = a.user_id"

    /// SQL: the id of the list that a row of an id belongs to; nil for a table whose
    /// rows belong to no list.
    private static func list(of table: MirrorTable) -> String? {
        switch table {
        case .watchlists: "?1"
        case .watchlistEntries, .watchlistRules, .watchlistShares: "SELECT watchlist_id FROM \(table) WHERE id = ?1"
        case .observedBirdPhotos:
            """
            SELECT e.watchlist_id FROM observed_bird_photos AS p
            JOIN watchlist_entries AS e ON e.id = p.watchlist_entry_id WHERE p.id = ?1
            """
        default: nil
        }
    }
}
