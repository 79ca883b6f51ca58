import GRDB
package import Geoq
import GeoqFormats
import GeoqIndex

/// Drafts become entries.
extension Store.Drafts {
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

    static let placeName = "location_display_name"

    /// What became of a draft.
    private enum Settlement {
        case entry
        /// No bird fits, or several do.
        case waits
        /// The bird is known, and the list is gone or takes no entries any more, or there is an entry of the draft's id, or
        /// the draft has a value that no entry takes: an earlier geoq has kept it.
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
            // A remote's hotspot may have a longer name than an entry's place takes.
            let isTaken = ImportRecord.problem(ofName: called, in: placeName) == nil
            (name, coordinate) = (name ?? (isTaken ? called : nil), coordinate ?? there)
        }
        let values = [
            ColumnValue("bird_id", .text(bird.description)), ColumnValue("notes", text: draft.notes),
            ColumnValue("observation_date", text: draft.observedAt),
            ColumnValue("lat", number: coordinate?.latitude), ColumnValue("lon", number: coordinate?.longitude),
            ColumnValue(placeName, text: name),
        ]
        do {
            _ = try Store.Lists.add(db, values, to: draft.watchlist, in: .watchlistEntries, id: id)
        } catch StoreError.noRow, StoreError.mirrored, StoreError.ofAnother, StoreError.invalidValue {
            return .refused
        }
        CrashPoint.draftEntered.reached()
        try db.execute(sql: "DELETE FROM geoq_draft WHERE id = ?", arguments: [id.description])
        return .entry
    }
}
