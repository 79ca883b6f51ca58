import GRDB
package import Geoq
import GeoqIndex

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

    /// Makes entries of the drafts whose bird is known: a bird of exactly the
    /// draft's name, or the only one whose name has its words. Where several birds fit,
    /// or one whose words only begin with the draft's, the draft keeps them, and its user
    /// chooses; no bird is taken because it is the first of several.
    ///
    /// A draft with a place takes the name of the nearest hotspot within a
    /// kilometer, unless it has words for its place; one with words alone takes
    /// the place of the hotspots of that name, when all of them are at one.
    ///
    /// The entry is made and the draft removed in one transaction.
    ///
    /// - Parameter only: the draft to look at; nil for all.
    /// - Complexity: O(drafts · birds), and of each draft whose bird is known
    ///   O(log hotspots), or O(hotspots) for one with words alone.
    package func settle(_ only: FeatureID? = nil) async throws -> DraftReport {
        var report = DraftReport()
        for draft in try await all() where only == nil || draft.id == only {
            // All hotspots are read for a name, so a draft that waits for its bird is not looked up.
            let isKnown = try await read { db in try DraftBirds(meantBy: draft.species, db).bird != nil }
            let place = try await isKnown ? place(of: draft) : nil
            switch try await write({ db in try Self.settle(db, draft.id, place) }) {
            case .entry:
                report.entries.append(draft.id)
                if place == .ambiguous { report.withoutPlace.append(draft.id) }
            case .refused: report.refused.append(draft.id)
            case .waits: break
            }
        }
        report.left = try await count()
        return report
    }

    /// How far the hotspot of a draft may be from its place.
    private static let reach = Distance.kilometers(1)

    /// What the hotspots tell of a draft's place.
    private enum Place: Hashable, Sendable {
        /// The draft's own words and degrees are all.
        case own
        case hotspot(name: String, Coordinate)
        /// Hotspots at several places have the name that the draft gives.
        case ambiguous
    }

    private func place(of draft: Draft) async throws -> Place {
        if let coordinate = draft.coordinate {
            guard draft.place == nil else { return .own }
            var query = Query.near(coordinate, within: Self.reach)
            query.limit = 1
            let hit = try await store.snapshot(verifying: .touched).answer(query).first
            return hit.map { Place.hotspot(name: $0.name, $0.coordinate) } ?? .own
        }
        guard let place = draft.place else { return .own }
        return try await read { db in
            // The same hotspot may have come with a file and with a sync.
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT min(name) AS name, lat, lon FROM hotspot
                    WHERE \(Store.foldNameFunctionName)(name) = ? AND deleted_at IS NULL AND lat IS NOT NULL
                    GROUP BY lat, lon LIMIT 2
                    """, arguments: [place.foldedName])
            guard let first = rows.first.map({ WrittenRow($0) }) else { return .own }
            guard rows.count == 1 else { return .ambiguous }
            guard let latitude = first["lat"] as Double?, let longitude = first["lon"] as Double?,
                let coordinate = try? Coordinate(strictLatitude: latitude, longitude: longitude)
            else { return .own }
            return .hotspot(name: first["name"] ?? "", coordinate)
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

    /// What became of a draft.
    private enum Settlement {
        case entry
        /// No bird fits, or several do.
        case waits
        /// The bird is known, and the list is gone or takes no entries any more, or there is an entry of the draft's id.
        case refused
    }

    /// - Parameter place: nil when the bird was not known.
    private static func settle(_ db: Database, _ id: FeatureID, _ place: Place?) throws -> Settlement {
        // The draft may have been changed or removed meanwhile.
        guard let draft = try draft(db, id) else { return .waits }
        let birds = try DraftBirds(meantBy: draft.species, db)
        guard let bird = birds.bird else {
            let candidates = birds.candidates.prefix(Draft.mostCandidates)
            let ids = JSONValue.array(candidates.map { .string($0.description) }).text
            let kept = candidates.isEmpty ? nil : ids
            guard kept != nil || !draft.candidates.isEmpty else { return .waits }
            try db.execute(
                sql: "UPDATE geoq_draft SET candidates = ?2 WHERE id = ?1 AND candidates IS NOT ?2",
                arguments: [id.description, kept])
            return .waits
        }
        let isEntry = try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM watchlist_entries WHERE id = ?)", arguments: [id.description])
        if isEntry == true { return .refused }
        // A bird that came this moment is taken the next time, with the place.
        guard let place else { return .waits }
        var (name, coordinate) = (draft.place, draft.coordinate)
        if case .hotspot(let called, let there) = place {
            (name, coordinate) = (name ?? called, coordinate ?? there)
        }
        let values = [
            ColumnValue("bird_id", .text(bird.description)), ColumnValue("notes", text: draft.notes),
            ColumnValue("observation_date", text: draft.observedAt),
            ColumnValue("lat", number: coordinate?.latitude), ColumnValue("lon", number: coordinate?.longitude),
            ColumnValue("location_display_name", text: name),
        ]
        do {
            _ = try Store.Lists.add(db, values, to: draft.watchlist, in: .watchlistEntries, id: id)
        } catch StoreError.noRow, StoreError.mirrored, StoreError.ofAnother {
            return .refused
        }
        CrashPoint.draftEntered.reached()
        try db.execute(sql: "DELETE FROM geoq_draft WHERE id = ?", arguments: [id.description])
        return .entry
    }
}
