import GRDB
import Geoq

/// Makes rows of this device those of the account, inside one transaction: the
/// triggers note each as made here. A second run finds nothing.
struct Adoption {
    private let db: Database
    private let account: StoredAccount

    init(_ db: Database, _ account: StoredAccount) {
        (self.db, self.account) = (db, account)
    }

    /// Adopts the lists, sightings and identifications of a source, and its rows
    /// that belong to rows of the account: entries, rules and shares of lists,
    /// marks, results and candidates of identifications. Others stay: no server
    /// has the rows that they belong to. What came with the data stays, too. A row
    /// that was adopted before, and came with its file again, goes: the account has
    /// it, and what differs is kept among the conflicts.
    ///
    /// - Returns: how many rows were adopted.
    /// - Complexity: O(rows of the source · log *n*).
    func run(of source: String) throws -> Int {
        // Rows may get new ids before those that refer to them.
        try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
        var count = 0
        // For all rows: the server's birds are read once.
        var merging = try Merging(db, remote: account.remote)
        // A profile is made for the user, and is no guest's.
        for table in MirrorTable.written where table != .profile {
            var isOurs =
                table.parentColumn.map { parent in
                    " AND EXISTS (SELECT 1 FROM \(parent.table) AS p WHERE p.id = t.\(parent.name) AND p.source = ?2)"
                } ?? " AND ?2 IS NOT NULL"
            if let isOfSystem = CaptureTriggers.isOfSystem(table) { isOurs += " AND NOT \(isOfSystem("t"))" }
            if table == .watchlistShares { try dropOwnShares(of: source) }
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT id, source_id, count(*) OVER (PARTITION BY source_id) FROM \(table) AS t
                    WHERE source = ?1 AND deleted_at IS NULL AND id <> '\(CaptureTriggers.virtualID)'\(isOurs)
                    """, arguments: [source, account.remote])
            let ofSource = OpenRows(db, table, remote: source)
            for row in rows.map(WrittenRow.init) {
                guard let known = row[0] else { continue }
                // Programs may give all their rows one. What a guest made comes with no file again.
                let isOfOne = source != Store.Rules.handwrittenSource && row[2] == "1" && row[1] != ""
                let id = try renewed(known, isOfOne ? row[1] : nil, of: table, source)
                if try join(known, with: id, ofSource, &merging) { continue }
                try db.execute(
                    sql: "UPDATE \(table) SET id = ?2, source = ?3 WHERE id = ?1",
                    arguments: [known, id, account.remote])
                count += 1
                guard table.hasOwner else { continue }
                try db.execute(
                    sql: "UPDATE \(table) SET owner_id = ? WHERE id = ?", arguments: [account.userID, id])
                if table == .communityObservation { try unbind(id) }
            }
        }
        return count
    }

    /// Removes the shares of a list with the user whose list it is now: a guest has no id by which such a share could
    /// have been refused.
    private func dropOwnShares(of source: String) throws {
        try db.execute(
            sql: """
                DELETE FROM watchlist_shares WHERE source = ?1 AND user_id = ?2
                    AND watchlist_id IN (SELECT id FROM watchlists WHERE source = ?3 AND owner_id = ?2)
                """, arguments: [source, account.userID, account.remote])
    }

    /// Removes a row that the account has under the id of its own. The account's row stays as it is, because it may
    /// have been changed since; what the file says otherwise is a conflict.
    ///
    /// - Parameter ofSource: the table's rows of the source.
    /// - Returns: whether there is such a row of the account.
    private func join(
        _ id: String, with known: String, _ ofSource: OpenRows, _ merging: inout Merging
    ) throws -> Bool {
        let rows = merging.rows(ofSource.table)
        guard known != id, let theirs = try rows.visible(known), var mine = try ofSource.visible(id) else {
            return false
        }
        // A file's bird and the server's of its name are one.
        _ = try merging.twins.translate(&mine, rows)
        let differing = try mine.indices.filter { position in
            let column = rows.columns[position]
            // A value that is the column's default may only mean that the file lacks the column.
            let isTold = mine[position] != column.stored(column.standard ?? .null)
            return try isTold && !RowRules.own.contains(column.name)
                && !rows.isSame(position, mine[position], theirs[position])
        }
        let (lost, kept) = (merging.columns(mine, differing, rows), merging.columns(theirs, differing, rows))
        if !differing.isEmpty, try !merging.isNoted(known, rows, .edited, mine: lost, theirs: kept) {
            try merging.note(known, rows, .edited, base: [], mine: lost, theirs: kept, version: nil)
        }
        try ofSource.remove(id)
        return true
    }

    /// Takes the hotspot from a sighting when the server cannot have it. Its place
    /// and the name of the place stay.
    private func unbind(_ id: String) throws {
        try db.execute(
            sql: """
                UPDATE community_observation SET hotspot_id = NULL WHERE id = ?1 AND hotspot_id IS NOT NULL
                    AND NOT EXISTS (SELECT 1 FROM hotspot AS h WHERE h.id = hotspot_id AND h.source = ?2)
                """, arguments: [id, account.remote])
    }

    /// The id under which a row travels. Two users with the same file would derive
    /// the same ids from it, so the user's id is a part of what the new id is derived
    /// from; two devices of one user derive the same id. An id that is not a
    /// UUID is replaced, too: no server takes it. Rows that refer to it follow.
    ///
    /// Where the account has a row of that id and has deleted it, the file's row is a new one, and gets the id that is
    /// derived from that id: the server would refuse to make the deleted one again.
    private func renewed(_ id: String, _ sourceID: String?, of table: MirrorTable, _ source: String) throws -> String {
        let known = FeatureID(id)
        if let known, known.version == 4, known.description == id { return id }
        let scope = "\(account.url) \(account.userID) \(source)"
        var new = RecordUUID.derived(source: scope, sourceID: sourceID ?? "\(table)/\(id)").description
        if let known, known.version == 4 { new = known.description }
        while try isDeleted(new, table) {
            new = RecordUUID.derived(source: scope, sourceID: "\(table)/\(new)").description
        }
        for child in table.dependents {
            try db.execute(
                sql: "UPDATE \(child.table) SET \(child.column) = ?2 WHERE \(child.column) = ?1", arguments: [id, new])
        }
        if table == .watchlists {
            try db.execute(
                sql: "UPDATE geoq_draft SET watchlist_id = ?2 WHERE watchlist_id = ?1", arguments: [id, new])
            try db.execute(sql: "UPDATE geoq_upload SET row_id = ?2 WHERE row_id = ?1", arguments: [id, new])
        }
        return new
    }

    /// Whether there is such a row, and it is marked as deleted.
    private func isDeleted(_ id: String, _ table: MirrorTable) throws -> Bool {
        try Bool.fetchOne(
            try db.cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE id = ? AND deleted_at IS NOT NULL)"),
            arguments: [id]) == true
    }
}

extension FeatureID {
    /// The version of a UUID (RFC 9562, 4.2).
    fileprivate var version: UInt64 { key.high >> 12 & 0xF }
}
