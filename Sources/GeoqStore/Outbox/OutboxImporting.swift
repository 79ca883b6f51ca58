import GRDB
import Geoq
import GeoqIndex

/// One import of exported changes, inside its transaction.
struct OutboxImporting {
    struct Problem: Error {
        let reason: String
        /// Whether the line is left, and the others are taken.
        var isLeft = false
    }

    let db: Database
    var merging: Merging
    let user: String
    var report = OutboxImportReport()

    /// When a line is taken: rows that are made or changed first, then those that are deleted, then drafts and
    /// conflicts.
    static func turn(_ line: String) -> Int {
        guard let object = try? JSONValue(parsing: line).object else { return 0 }
        guard let values = object["values"]?.object else { return 2 }
        return values.members.isEmpty ? 1 : 0
    }

    mutating func take(_ line: String) throws {
        guard let object = try? JSONValue(parsing: line).object else { throw Problem(reason: "it is no JSON object") }
        guard let name = object["table"]?.string, let id = object["id"]?.string.flatMap({ FeatureID($0) }) else {
            throw Problem(reason: "it has no table and id, as exported changes have")
        }
        if name == "conflict" {
            report.conflicts += 1
            return
        }
        if name == "draft" { return try takeDraft(object, id) }
        guard let table = MirrorTable(rawValue: name), MirrorTable.written.contains(table) else {
            throw Problem(reason: "\(name) is no table that a user writes")
        }
        let row = try ExportedRow(object, RowKey(table, id))
        let rows = merging.rows(table)
        let here = try rows.visible(id.description)
        switch (row.isDeleted, here) {
        case (true, nil): report.unchanged += 1
        case (true, let here?): try remove(row, here, rows)
        case (false, nil): try make(row, rows)
        case (false, let here?): try change(row, here, rows)
        }
    }

    private mutating func make(_ row: ExportedRow, _ rows: OpenRows) throws {
        let owner = row.values.first { $0.name == "owner_id" }?.value
        if let owner, owner != .null, owner != .text(user) { throw Problem(reason: "the row is another user's") }
        try checkParent(row.values, of: row.key.table)
        guard row.isNew else {
            throw Problem(reason: "it changes \(row.key), which is not here", isLeft: true)
        }
        let nothing = [FieldValue](repeating: .null, count: rows.columns.count)
        let values = rows.replacing(row.values, in: nothing)
        try RowRules.check(values, of: row.key.table)
        try Store.Lists.checkBird(db, values, rows)
        try rows.insert(row.key.id.description, values)
        try Store.Lists.stampMade(db, row.key)
        report.made += 1
    }

    private func checkParent(_ values: [ColumnValue], of table: MirrorTable) throws {
        guard let parent = table.parentColumn,
            case .text(let id)? = values.first(where: { $0.name == parent.name })?.value
        else { return }
        guard try merging.rows(parent.table).visible(id) != nil else {
            throw Problem(reason: "it belongs to \(parent.table)/\(id), which is not here", isLeft: true)
        }
        if let id = FeatureID(id) { try Store.Lists.checkWritable(db, RowKey(parent.table, id)) }
    }

    private mutating func takeDraft(_ object: JSONObject, _ id: FeatureID) throws {
        guard let list = object["watchlist_id"]?.string.flatMap({ FeatureID($0) }),
            let species = object["species"]?.string
        else { throw Problem(reason: "a draft has a watchlist_id and a species") }
        var draft = Draft(
            id: id, species: species, on: list, place: object["place"]?.string,
            observedAt: object["observed_at"]?.string, notes: object["notes"]?.string)
        if let latitude = object["lat"]?.double, let longitude = object["lon"]?.double {
            do {
                draft.coordinate = try Coordinate(strictLatitude: latitude, longitude: longitude)
            } catch {
                throw Problem(reason: "\(error)")
            }
        }
        // What birds may be meant is found in this store.
        var kept = try Store.Drafts.draft(db, id)
        kept?.candidates = []
        guard try merging.rows(.watchlistEntries).present(id.description) == nil,
            kept != draft
        else {
            report.unchanged += 1
            return
        }
        guard kept == nil else {
            report.keptDrafts += 1
            return
        }
        guard try takesDrafts(list) else {
            throw Problem(
                reason: "the list of the draft \(species) is not here, or takes no entries of this user", isLeft: true)
        }
        try Store.Drafts.write(db, draft)
        report.drafts += 1
    }

    /// Whether a list is here, and this user may add to it.
    private func takesDrafts(_ list: FeatureID) throws -> Bool {
        do {
            try Store.Lists.checkWritable(db, RowKey(.watchlists, list))
            return true
        } catch StoreError.noRow, StoreError.mirrored, StoreError.ofAnother {
            return false
        }
    }
}
