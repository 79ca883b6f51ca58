import GRDB
import Geoq
import GeoqIndex

/// The rows of a store as a snapshot has them: all rows, or those that changed.
///
/// It leaves out hotspots and entries that are marked as deleted, rows without
/// a usable place, rows whose id is no UUID, and the names of a bird that is
/// marked as deleted.
enum SnapshotRows {
    /// All rows, as the sections of an index.
    static func sections(_ db: Database) throws -> [Section] {
        var builder = SnapshotBuilder()
        builder.begin(.hotspots, expecting: try Int.fetchOne(db, sql: "SELECT count(*) FROM hotspot") ?? 0)
        let hotspots = try PreparedStatement(db, hotspotSQL)
        while try hotspots.step() {
            guard let row = HotspotRow(hotspots) else { continue }
            builder.addHotspot(id: row.id, coordinate: row.place, name: row.name)
        }
        builder.begin(.observations, expecting: try Int.fetchOne(db, sql: "SELECT count(*) FROM observation") ?? 0)
        let observations = try PreparedStatement(db, observationSQL)
        while try observations.step() {
            guard let row = ObservationRow(observations) else { continue }
            builder.addObservation(
                id: row.id, coordinate: row.place, scientificName: row.scientificName, commonName: row.commonName,
                first: row.first, last: row.last)
        }
        builder.begin(.entries, expecting: try Int.fetchOne(db, sql: "SELECT count(*) FROM watchlist_entries") ?? 0)
        let entries = try PreparedStatement(db, entrySQL)
        while try entries.step() {
            guard let row = EntryRow(entries) else { continue }
            builder.addEntry(
                id: row.id, coordinate: row.place, bird: row.bird, scientificName: row.scientificName,
                commonName: row.commonName, observed: row.day)
            guard row.isObserved else { continue }
            builder.addObservation(
                id: row.id, coordinate: row.place, scientificName: row.scientificName, commonName: row.commonName,
                first: row.day, last: row.day)
        }
        return try builder.sections()
    }

    /// The changes to the rows since a version that the log reaches
    /// (`ChangeLog.reaches`).
    ///
    /// - Parameter limit: how many rows at most.
    /// - Returns: nil when more rows have changed, or when a bulk write changed
    ///   a whole table.
    /// - Complexity: O(*changes* · log *n*).
    static func changes(_ db: Database, since version: Int64, limit: Int) throws -> SnapshotChanges? {
        guard let ids = try changedIDs(db, since: version, limit: limit) else { return nil }
        var changes = SnapshotChanges()
        let hotspots = try PreparedStatement(db, hotspotSQL + " AND id = ?")
        for text in ids[.hotspots, default: []] {
            guard let id = FeatureID(text) else { continue }
            hotspots.bind(1, text)
            if try hotspots.step(), let row = HotspotRow(hotspots) {
                changes.setHotspot(id: id, coordinate: row.place, name: row.name)
            } else {
                changes.remove(id, from: .hotspots)
            }
            hotspots.reset()
        }
        let observations = try PreparedStatement(db, observationSQL + " AND id = ?")
        for text in ids[.observations, default: []] {
            guard let id = FeatureID(text) else { continue }
            observations.bind(1, text)
            if try observations.step(), let row = ObservationRow(observations) {
                changes.setObservation(
                    id: id, coordinate: row.place, scientificName: row.scientificName, commonName: row.commonName,
                    first: row.first, last: row.last)
            } else {
                changes.remove(id, from: .observations)
            }
            observations.reset()
        }
        let entries = try PreparedStatement(db, entrySQL + " AND entry.id = ?")
        for text in ids[.entries, default: []] {
            guard let id = FeatureID(text) else { continue }
            entries.bind(1, text)
            if try entries.step(), let row = EntryRow(entries) {
                changes.set(row)
            } else {
                changes.remove(id, from: .entries)
                // An observation may now have the id of the removed entry.
                if !ids[.observations, default: []].contains(text) { changes.remove(id, from: .observations) }
            }
            entries.reset()
        }
        return changes
    }

    /// The ids that the log names, each once; nil in the same cases as for
    /// `changes`.
    private static func changedIDs(
        _ db: Database, since version: Int64, limit: Int
    ) throws -> [Layer: Set<String>]? {
        var ids: [Layer: Set<String>] = [:]
        // A row may have changed many times; with so many entries a rebuild
        // costs no more.
        var (entries, rows) = (0, 0)
        let log = try PreparedStatement(
            db, "SELECT table_name, row_id IS NULL, row_id FROM geoq_change WHERE version > ?")
        log.bind(1, version)
        // The names of a bird are in the rows of its entries.
        let ofBird = try PreparedStatement(db, "SELECT id FROM watchlist_entries WHERE bird_id = ?1 LIMIT ?2")
        ofBird.bind(2, Int64(limit) + 1)
        while try log.step() {
            let table = log.text(0)
            let isWhole = log.int(1) == 1
            entries += 1
            if table == "bird" {
                if isWhole {
                    if try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM watchlist_entries)") == true {
                        return nil
                    }
                    continue
                }
                ofBird.bind(1, log.text(2))
                while try ofBird.step() {
                    if ids[.entries, default: []].insert(ofBird.text(0)).inserted { rows += 1 }
                }
                ofBird.reset()
            } else {
                guard let layer = Layer.allCases.first(where: { $0.table == table }) else { continue }
                if isWhole { return nil }
                if ids[layer, default: []].insert(log.text(2)).inserted { rows += 1 }
            }
            if rows > limit || entries > 8 * limit { return nil }
        }
        return ids
    }

    private static let hotspotSQL =
        "SELECT id, lat, lon, name FROM hotspot WHERE lat IS NOT NULL AND deleted_at IS NULL"
    private static let observationSQL =
        "SELECT id, lat, lon, scientific_name, common_name, date, date_end FROM observation WHERE lat IS NOT NULL"
    private static let entrySQL = """
        SELECT entry.id, lat, lon, bird.id, scientific_name, common_name, observation_date IS NOT NULL,
            \(LayerTable.entryDay)
        FROM \(LayerTable.livingEntries) AND lat IS NOT NULL
        """
}

extension SnapshotChanges {
    /// Sets an entry, and the observation that it is; or removes an observation
    /// that it was.
    fileprivate mutating func set(_ row: EntryRow) {
        setEntry(
            id: row.id, coordinate: row.place, bird: row.bird, scientificName: row.scientificName,
            commonName: row.commonName, observed: row.day)
        if row.isObserved {
            setObservation(
                id: row.id, coordinate: row.place, scientificName: row.scientificName, commonName: row.commonName,
                first: row.day, last: row.day)
        } else {
            remove(row.id, from: .observations)
        }
    }
}

/// What a row's id and place have in common.
private func identityAndPlace(_ row: PreparedStatement) -> (FeatureID, Coordinate)? {
    guard let id = row.key(0).map(FeatureID.init) ?? FeatureID(row.text(0)),
        let place = try? Coordinate(strictLatitude: row.double(1), longitude: row.double(2))
    else { return nil }
    return (id, place)
}

private struct HotspotRow {
    let id: FeatureID
    let place: Coordinate
    let name: String

    init?(_ row: PreparedStatement) {
        guard let found = identityAndPlace(row) else { return nil }
        (id, place) = found
        name = row.text(3)
    }
}

private struct ObservationRow {
    let id: FeatureID
    let place: Coordinate
    let scientificName: String
    let commonName: String
    let first: Day?
    let last: Day?

    init?(_ row: PreparedStatement) {
        guard let found = identityAndPlace(row) else { return nil }
        (id, place) = found
        (scientificName, commonName) = (row.text(3), row.text(4))
        (first, last) = (Day(iso: row.text(5)), Day(iso: row.text(6)))
    }
}

private struct EntryRow {
    let id: FeatureID
    let place: Coordinate
    let bird: FeatureID?
    let scientificName: String
    let commonName: String
    let isObserved: Bool
    /// nil also when the day of its observation cannot be read.
    let day: Day?

    init?(_ row: PreparedStatement) {
        guard let found = identityAndPlace(row) else { return nil }
        (id, place) = found
        bird = FeatureID(row.text(3))
        (scientificName, commonName) = (row.text(4), row.text(5))
        (isObserved, day) = (row.int(6) == 1, Day(iso: row.text(7)))
    }
}
