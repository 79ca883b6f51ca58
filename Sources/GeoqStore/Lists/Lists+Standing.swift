import GRDB
package import Geoq

/// How the rows stand that a person wrote and that the server does not have as
/// they are here.
package struct RowStandings: Hashable, Sendable {
    package struct Standing: Hashable, Sendable {
        package var row: RowKey
        package var status: RowStatus
        /// What the server said of a row that it refuses; nil when it said nothing.
        package var reason: String?
    }

    /// The account's project; nil for a guest.
    package var project: String?
    package var counts = OutboxCounts()
    /// Lists, then entries, then rules; each by id.
    package var rows: [Standing] = []
    /// Whether there are no others.
    package var isComplete = true
}

/// A list with how many entries it has, and whose it is.
package struct CountedList: Hashable, Sendable {
    /// What the person at this store may do with a list.
    package enum Right: String, Hashable, Sendable {
        /// It is this person's.
        case own
        /// Its owner has shared it, to change it and what is on it.
        case edit
        /// Its owner has shared it, to be read.
        case view
        /// Its owner has shared it, and this person has left it: once the project has been told, a sync takes it from
        /// here.
        case left
    }

    package var list: Watchlist
    package var entries: Int
    /// nil when the server has the list as it is here, and for an imported one.
    package var status: RowStatus?
    /// nil for a list of another user of which no share is here, such as a mirror
    /// without an account has them.
    package var right: Right?
    /// With how many users it is shared, as far as this store knows.
    package var sharedWith: Int
}

/// An entry with the names of its bird.
package struct NamedEntry: Hashable, Sendable {
    package var entry: WatchlistEntry
    package var commonName: String?
    package var scientificName: String?
}

/// The entries of a list, of one moment.
package struct ListedEntries: Sendable {
    /// In the order in which they were added, ties by id.
    package var rows: [NamedEntry] = []
    /// How many there are in all.
    package var count = 0
    package var statuses: [FeatureID: RowStatus] = [:]
    /// Whether a person may change the list here; a list that is mirrored is
    /// changed at its remote, and one that is shared for viewing by its owner.
    package var isWritable = true
}

extension Store.Lists {
    /// How the rows stand that wait, are refused or are in conflict; of a guest,
    /// all that were written by hand.
    ///
    /// - Parameter limit: so many rows are given at most.
    /// - Complexity: O(open rows · log *n*), and O(*n*) for a guest's.
    package func standings(limit: Int) async throws -> RowStandings {
        try await read { db in
            var standings = RowStandings()
            standings.project = try String.fetchOne(db, sql: "SELECT url FROM geoq_account")
            standings.counts = try Store.Outbox.counts(db)
            var reasons: [String: String] = [:]
            let refused = try Row.fetchCursor(
                db,
                sql: """
                    SELECT table_name || '/' || row_id, coalesce(message, code) FROM geoq_operation
                    WHERE state = 'dead' AND coalesce(message, code) IS NOT NULL
                    """)
            while let row = try refused.next() { reasons[row[0]] = row[1] }
            for table in [MirrorTable.watchlists, .watchlistEntries, .watchlistRules] {
                let statuses = try RowStatus.all(db, of: table).sorted { $0.key < $1.key }
                let room = limit - standings.rows.count
                if statuses.count > room { standings.isComplete = false }
                standings.rows += statuses.prefix(room).map { id, status in
                    let key = RowKey(table, id)
                    return .init(
                        row: key, status: status,
                        reason: status == .failed ? reasons["\(table.rawValue)/\(id)"] : nil)
                }
            }
            return standings
        }
    }

    /// How a row stands; nil when the server has it as it is here.
    ///
    /// - Complexity: as `standings`.
    package func status(of row: RowKey) async throws -> RowStatus? {
        try await read { db in try RowStatus.all(db, of: row.table)[row.id] }
    }

    /// The list of an entry; nil when there is no such entry.
    package func list(ofEntry entry: FeatureID) async throws -> FeatureID? {
        try await read { db in
            try String.fetchOne(
                db, sql: "SELECT watchlist_id FROM watchlist_entries WHERE id = ? AND deleted_at IS NULL",
                arguments: [entry.description]
            ).flatMap { FeatureID($0) }
        }
    }

    /// The lists that are not deleted, by title, then id.
    ///
    /// - Complexity: O(lists · log *n* + entries + shares).
    package func all() async throws -> [CountedList] {
        try await read { db in
            let statuses = try RowStatus.all(db, of: .watchlists)
            let counts = try Row.fetchAll(
                db, sql: "SELECT watchlist_id, count(*) FROM watchlist_entries WHERE deleted_at IS NULL GROUP BY 1")
            let entries = Dictionary(counts.map { (WrittenRow($0)[0], $0[1] as Int) }) { first, _ in first }
            let shares = Dictionary(grouping: try WatchlistShare.all(db, "TRUE", []), by: \.watchlist)
            let user = try Store.Account.user(db).flatMap { FeatureID($0) }
            let mirrored = Set(
                try String.fetchAll(
                    db,
                    sql: """
                        SELECT CAST(w.id AS TEXT) FROM watchlists AS w JOIN geoq_source AS s ON s.name = w.source
                        WHERE s.kind = 'remote' AND w.owner_id IS NULL
                        """))
            let left = try Self.leftLists(db)
            return try Watchlist.all(db, "TRUE ORDER BY title, id", []).map { list in
                let ofList = shares[list.id] ?? []
                // Two devices can have shared a list twice; the stronger share counts.
                let given = ofList.filter { $0.user == user }
                let isOwn = list.owner.map { $0 == user } ?? !mirrored.contains(list.id.description)
                var right: CountedList.Right?
                if isOwn {
                    right = .own
                } else if !given.isEmpty {
                    right = given.contains(where: \.canEdit) ? .edit : .view
                } else if left.contains(list.id.description) {
                    right = .left
                }
                return CountedList(
                    list: list, entries: entries[list.id.description] ?? 0, status: statuses[list.id], right: right,
                    sharedWith: Set(ofList.map(\.user)).count)
            }
        }
    }

    /// The lists that this user has left, of which the project has not been told: their shares were deleted here.
    private static func leftLists(_ db: Database) throws -> Set<String> {
        try String.fetchSet(
            db,
            sql: """
                SELECT b.watchlist_id FROM geoq_base_watchlist_shares AS b
                JOIN geoq_account AS a ON a.user_id = b.user_id
                WHERE NOT b.is_born AND b.deleted_at IS NULL AND b.watchlist_id IS NOT NULL
                    AND NOT EXISTS (SELECT 1 FROM watchlist_shares AS s WHERE s.id = b.id AND s.deleted_at IS NULL)
                """)
    }

    /// The entries of a list.
    ///
    /// - Parameter limit: so many are given at most.
    /// - Throws: `StoreError.noRow` when there is no such list.
    package func entries(of list: FeatureID, limit: Int) async throws -> ListedEntries {
        try await read { db in
            var listed = ListedEntries()
            do {
                try Self.checkWritable(db, RowKey(.watchlists, list))
            } catch StoreError.mirrored, StoreError.ofAnother, StoreError.leaving {
                listed.isWritable = false
            }
            listed.count =
                try Int.fetchOne(
                    db, sql: "SELECT count(*) FROM watchlist_entries WHERE watchlist_id = ? AND deleted_at IS NULL",
                    arguments: [list.description]) ?? 0
            let syncs = try RowSyncs(db, of: .watchlistEntries)
            listed.rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT e.*, b.common_name AS bird_common_name, b.scientific_name AS bird_scientific_name
                    FROM watchlist_entries AS e LEFT JOIN bird AS b ON b.id = e.bird_id
                    WHERE e.watchlist_id = ? AND e.deleted_at IS NULL ORDER BY e.added_date, e.id LIMIT ?
                    """, arguments: [list.description, limit]
            ).compactMap { row in
                let row = WrittenRow(row)
                return WatchlistEntry(row, syncs).map {
                    NamedEntry(
                        entry: $0, commonName: row["bird_common_name"], scientificName: row["bird_scientific_name"])
                }
            }
            listed.statuses = try RowStatus.all(db, of: .watchlistEntries)
            return listed
        }
    }
}
