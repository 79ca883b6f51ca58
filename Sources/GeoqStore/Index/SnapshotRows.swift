import GRDB
import Geoq
import GeoqIndex

/// The rows of a store as a snapshot has them: all rows, or those that changed.
///
/// It leaves out hotspots and entries that are marked as deleted, entries of a
/// list that is marked so, rows without a usable place, rows whose id is no UUID,
/// and the names of a bird that is marked as deleted.
enum SnapshotRows {
    /// All rows, as the sections of an index.
    static func sections(_ db: Database) throws -> [Section] {
        var builder = SnapshotBuilder()
        for layer in Layer.allCases {
            let reader = try LayerReader(db, layer)
            builder.begin(layer, expecting: try reader.count(db))
            while let row = try reader.next() {
                builder.add(row.id, row.content, to: layer)
                if row.isObserved { builder.add(row.id, row.content, to: .observations) }
            }
        }
        for bird in try Store.Rules.birds(db) { builder.add(bird) }
        return try builder.sections()
    }

    /// The changes to the rows since a snapshot that the log reaches
    /// (`ChangeLog.reaches`).
    ///
    /// - Parameter limit: how many rows at most.
    /// - Returns: nil when more rows have changed, or when a bulk write changed
    ///   a whole table.
    /// - Complexity: O(*changes* · log *n*), and O(*entries*) when lists have changed.
    static func changes(_ db: Database, since snapshot: Snapshot, limit: Int) throws -> SnapshotChanges? {
        guard let changed = try changedIDs(db, since: snapshot, limit: limit) else { return nil }
        let ids = changed.rows
        var changes = try birds(db, changed.birds)
        for layer in Layer.allCases {
            let reader = try LayerReader(db, layer, isByID: true)
            for text in ids[layer, default: []] {
                guard let id = FeatureID(text) else { continue }
                let row = try reader.row(text)
                if let row { changes.set(id, row.content, in: layer) } else { changes.remove(id, from: layer) }
                guard layer == .entries else { continue }
                if let row, row.isObserved {
                    changes.set(id, row.content, in: .observations)
                } else if row != nil || !ids[.observations, default: []].contains(text) {
                    // Without the entry, an observation may now have its id.
                    changes.remove(id, from: .observations)
                }
            }
        }
        return changes
    }

    /// The changes to the names of some birds.
    private static func birds(_ db: Database, _ ids: Set<String>) throws -> SnapshotChanges {
        var changes = SnapshotChanges()
        let names = try PreparedStatement(
            db, "SELECT scientific_name, common_name FROM bird WHERE id = ? AND deleted_at IS NULL")
        for text in ids {
            guard let id = FeatureID(text) else { continue }
            names.bind(1, text)
            if try names.step() {
                changes.set(
                    Bird(id: id, scientificName: names.optionalText(0), commonName: names.optionalText(1)))
            } else {
                changes.removeBird(id)
            }
            names.reset()
        }
        return changes
    }

    /// The ids that the log names, each once; nil in the same cases as for
    /// `changes`.
    private static func changedIDs(
        _ db: Database, since snapshot: Snapshot, limit: Int
    ) throws -> (rows: [Layer: Set<String>], birds: Set<String>)? {
        var ids: [Layer: Set<String>] = [:]
        var birds: Set<String> = []
        var lists: Set<String> = []
        // A row may have changed many times; with so many entries a rebuild
        // costs no more.
        var (entries, rows) = (0, 0)
        let log = try PreparedStatement(
            db, "SELECT table_name, row_id IS NULL, row_id FROM geoq_change WHERE version > ?")
        log.bind(1, snapshot.version)
        // The names of a bird are in the rows of its entries.
        let ofBird = try PreparedStatement(db, "SELECT id FROM watchlist_entries WHERE bird_id = ?1 LIMIT ?2")
        ofBird.bind(2, Int64(limit) + 1)
        while try log.step() {
            let table = log.text(0)
            let isWhole = log.int(1) == 1
            entries += 1
            if table == "bird" {
                if isWhole { return nil }
                if birds.insert(log.text(2)).inserted { rows += 1 }
                ofBird.bind(1, log.text(2))
                while try ofBird.step() {
                    if ids[.entries, default: []].insert(ofBird.text(0)).inserted { rows += 1 }
                }
                ofBird.reset()
            } else if table == "watchlists" {
                if isWhole { return nil }
                lists.insert(log.text(2))
            } else {
                guard let layer = Layer.allCases.first(where: { $0.table == table }) else { continue }
                if isWhole { return nil }
                if ids[layer, default: []].insert(log.text(2)).inserted { rows += 1 }
            }
            if rows > limit || entries > 8 * limit { return nil }
        }
        guard !lists.isEmpty else { return (ids, birds) }
        var ofLists = ids[.entries, default: []]
        guard try add(entriesOf: lists, db, since: snapshot, limit: limit, to: &ofLists) else { return nil }
        ids[.entries] = ofLists
        return (ids, birds)
    }

    /// Adds the entries of lists that were marked as deleted since a snapshot, or
    /// live again: the log names the lists alone.
    ///
    /// The entries of a list that is live now and was live then are not read again,
    /// however many it has: the list was live then if the snapshot has one of its
    /// entries that has not changed since.
    ///
    /// - Parameter ids: of the entries that have changed themselves.
    /// - Returns: false when there are more than `limit`.
    private static func add(
        entriesOf lists: Set<String>, _ db: Database, since snapshot: Snapshot, limit: Int,
        to ids: inout Set<String>
    ) throws -> Bool {
        let deleted = try PreparedStatement(
            db, "SELECT 1 FROM watchlists WHERE id = ? AND deleted_at IS NOT NULL")
        let entries = try PreparedStatement(
            db,
            """
            SELECT id, lat, lon FROM watchlist_entries
            WHERE watchlist_id = ? AND lat IS NOT NULL AND deleted_at IS NULL
            """)
        var changed: [String] = []
        var unchanged: [String: FeatureID] = [:]
        for list in lists {
            deleted.bind(1, list)
            let isDeleted = try deleted.step()
            deleted.reset()
            if isDeleted {
                changed.append(list)
                continue
            }
            entries.bind(1, list)
            while try unchanged[list] == nil && entries.step() {
                guard !ids.contains(entries.text(0)), let id = FeatureID(entries.text(0)),
                    (try? Coordinate(strictLatitude: entries.double(1), longitude: entries.double(2))) != nil
                else { continue }
                unchanged[list] = id
            }
            entries.reset()
        }
        if !unchanged.isEmpty {
            // An index that cannot be read throws again when the changes are laid over it.
            let known = try? snapshot.positions(of: Set(unchanged.values), in: .entries).count
            if known != unchanged.count { changed += unchanged.keys }
        }
        for list in changed {
            entries.bind(1, list)
            while try entries.step() {
                ids.insert(entries.text(0))
                if ids.count > limit { return false }
            }
            entries.reset()
        }
        return true
    }
}

/// Reads the usable rows of the table that a layer is named after.
private struct LayerReader {
    struct Row {
        let id: FeatureID
        let content: LayerRow
        /// Whether an entry is an observation, too.
        let isObserved: Bool
    }

    private let layer: Layer
    private let rows: PreparedStatement

    /// - Parameter isByID: to read single rows; otherwise all.
    init(_ db: Database, _ layer: Layer, isByID: Bool = false) throws {
        self.layer = layer
        let sql =
            switch layer {
            case .hotspots:
                "SELECT id, lat, lon, name FROM hotspot WHERE lat IS NOT NULL AND deleted_at IS NULL"
            case .observations:
                """
                SELECT id, lat, lon, scientific_name, common_name, date, date_end FROM observation
                WHERE lat IS NOT NULL
                """
            case .entries:
                """
                SELECT entry.id, lat, lon, scientific_name, common_name, \(LayerTable.entryDay), NULL, bird.id,
                    observation_date IS NOT NULL
                FROM \(LayerTable.livingEntries) AND lat IS NOT NULL
                """
            }
        rows = try PreparedStatement(db, sql + (isByID ? " AND \(layer == .entries ? "entry.id" : "id") = ?" : ""))
    }

    /// How many rows the table has.
    func count(_ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM \(layer.table)") ?? 0
    }

    /// - Returns: nil when there is no such row, or it is not usable.
    func row(_ id: String) throws -> Row? {
        rows.bind(1, id)
        defer { rows.reset() }
        return try rows.step() ? usable : nil
    }

    /// - Returns: nil after the last row.
    func next() throws -> Row? {
        while try rows.step() {
            if let row = usable { return row }
        }
        return nil
    }

    private var usable: Row? {
        guard let id = rows.key(0).map(FeatureID.init) ?? FeatureID(rows.text(0)),
            let place = try? Coordinate(strictLatitude: rows.double(1), longitude: rows.double(2))
        else { return nil }
        if layer == .hotspots {
            return Row(id: id, content: LayerRow(coordinate: place, name: rows.text(3)), isObserved: false)
        }
        // An entry without a day that can be read has none.
        let first = Day(iso: rows.text(5))
        let content = LayerRow(
            coordinate: place, scientificName: rows.text(3), commonName: rows.text(4),
            bird: layer == .entries ? FeatureID(rows.text(7)) : nil, first: first,
            last: layer == .entries ? first : Day(iso: rows.text(6)))
        return Row(id: id, content: content, isObserved: layer == .entries && rows.int(8) == 1)
    }
}
