import GRDB
package import Geoq
import GeoqFormats

extension Store {
    /// The drafts of a store: entries with a name instead of a bird. They never
    /// travel.
    package struct Drafts: StoreFacet {
        let store: Store
    }

    /// The drafts.
    package var drafts: Drafts { Drafts(store: self) }
}

extension Store.Drafts {
    /// All drafts, in the order in which they were made.
    package func all() async throws -> [Draft] {
        try await read { db in try Self.all(db) }
    }

    /// How many there are.
    package func count() async throws -> Int {
        try await read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM geoq_draft") ?? 0 }
    }

    /// How many there are of lists that are gone: no bird makes entries of them.
    package func countLost() async throws -> Int {
        try await read { db in
            let count = try Int.fetchOne(
                db,
                sql: """
                    SELECT count(*) FROM geoq_draft AS d WHERE NOT EXISTS (
                        SELECT 1 FROM watchlists AS w WHERE w.id = d.watchlist_id AND w.deleted_at IS NULL)
                    """)
            return count ?? 0
        }
    }

    /// Keeps a draft. When it returns, the draft is in the file.
    ///
    /// - Throws: `StoreError.invalidValue`, also for a draft that is there already, or
    ///   has become an entry; `StoreError.noRow` when there is no such list,
    ///   `StoreError.mirrored` and `StoreError.ofAnother` when it takes no entries.
    package func add(_ draft: Draft) async throws {
        try await write { db in
            try Store.Lists.checkWritable(db, RowKey(.watchlists, draft.watchlist))
            let isTaken = try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM geoq_draft WHERE id = ?1)
                        OR EXISTS (SELECT 1 FROM watchlist_entries WHERE id = ?1)
                    """, arguments: [draft.id.description])
            if isTaken == true {
                throw StoreError.invalidValue(column: "id", reason: "there is such a draft or entry")
            }
            try Self.write(db, draft)
        }
    }

    /// Changes a draft.
    ///
    /// - Returns: the draft as it is now.
    /// - Throws: As `add`; `StoreError.noRow` when there is no such draft.
    @discardableResult
    package func edit(
        _ id: FeatureID, _ change: @escaping @Sendable (inout Draft) throws -> Void
    ) async throws -> Draft {
        try await write { db in
            guard var draft = try Self.draft(db, id) else { throw StoreError.noRow("draft \(id)") }
            let list = draft.watchlist
            try change(&draft)
            guard draft.id == id else {
                throw StoreError.invalidValue(column: "id", reason: "a draft stays what it is")
            }
            if draft.watchlist != list { try Store.Lists.checkWritable(db, RowKey(.watchlists, draft.watchlist)) }
            draft.candidates = []
            try Self.write(db, draft)
            return draft
        }
    }

    /// - Throws: `StoreError.noRow`.
    package func delete(_ id: FeatureID) async throws {
        try await write { db in
            try db.execute(sql: "DELETE FROM geoq_draft WHERE id = ?", arguments: [id.description])
            guard db.changesCount > 0 else { throw StoreError.noRow("draft \(id)") }
        }
    }

    // MARK: Inside a transaction

    static func all(_ db: Database) throws -> [Draft] {
        try Row.fetchAll(db, sql: "SELECT * FROM geoq_draft ORDER BY created_at, id").compactMap {
            Draft(WrittenRow($0))
        }
    }

    static func draft(_ db: Database, _ id: FeatureID) throws -> Draft? {
        try Row.fetchOne(db, sql: "SELECT * FROM geoq_draft WHERE id = ?", arguments: [id.description])
            .flatMap { Draft(WrittenRow($0)) }
    }

    static func write(_ db: Database, _ draft: Draft) throws {
        if draft.species.allSatisfy(\.isWhitespace) {
            throw StoreError.invalidValue(column: "species", reason: "a draft has the name of a bird")
        }
        try WrittenText.check(draft.species, of: "species")
        try WrittenText.check(draft.place, of: "place")
        try WrittenText.check(draft.notes, of: "notes")
        // It becomes the name of the entry's place.
        if let place = draft.place, let problem = ImportRecord.problem(ofName: place, in: placeName) {
            throw StoreError.invalidValue(column: "place", reason: problem)
        }
        if let moment = draft.observedAt {
            _ = try RowRules.stored(ColumnValue("observation_date", .text(moment)), of: .watchlistEntries)
        }
        // A millisecond after the latest one at least: drafts keep the order in which they were made.
        try db.execute(
            sql: """
                INSERT INTO geoq_draft (id, watchlist_id, species, place, lat, lon, observed_at, notes, created_at)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, max(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), ifnull(
                    (SELECT strftime('%Y-%m-%dT%H:%M:%fZ', max(created_at), '+0.0011 seconds') FROM geoq_draft), '')))
                ON CONFLICT (id) DO UPDATE SET watchlist_id = ?2, species = ?3, place = ?4, lat = ?5, lon = ?6,
                    observed_at = ?7, notes = ?8, candidates = NULL
                """,
            arguments: [
                draft.id.description, draft.watchlist.description, draft.species, draft.place,
                draft.coordinate?.latitude, draft.coordinate?.longitude, draft.observedAt, draft.notes,
            ])
    }
}
