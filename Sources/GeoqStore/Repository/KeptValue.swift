import GRDB
import Geoq
import GeoqIndex

/// A value that stands for a row of a table that a person writes.
protocol KeptValue: Hashable, Sendable {
    static var table: MirrorTable { get }

    /// - Returns: nil for a row whose id is no UUID.
    init?(_ row: WrittenRow)

    /// What is known of it at the remote. It is given, and no column.
    var sync: RowSync { get set }

    /// The columns that a person sets, always the same ones in one order.
    var given: [ColumnValue] { get }

    /// What an edit must not change; first the id of the row.
    var fixed: [FeatureID?] { get }

    /// The row that it belongs to; nil for one that belongs to none.
    var parent: FeatureID? { get }

    /// Whether the row is marked as deleted; false for a value that does not say it. No edit deletes a row.
    var isDeleted: Bool { get }
}

extension KeptValue {
    var parent: FeatureID? { nil }
    var isDeleted: Bool { false }

    /// - Parameters:
    ///   - condition: SQL; a literal.
    ///   - syncs: of the table, when a caller reads it several times in one transaction; nil to read them.
    static func all(
        _ db: Database, _ condition: String, _ arguments: StatementArguments, syncs: RowSyncs? = nil
    ) throws -> [Self] {
        let rows = try Row.fetchAll(
            db, sql: "SELECT * FROM \(table) WHERE deleted_at IS NULL AND \(condition)", arguments: arguments)
        if rows.isEmpty { return [] }
        let syncs = try syncs ?? RowSyncs(db, of: table)
        return rows.compactMap { Self(WrittenRow($0), syncs) }
    }

    /// - Parameter row: a whole row of the table.
    init?(_ row: WrittenRow, _ syncs: RowSyncs) {
        self.init(row)
        sync = syncs.sync(of: row)
    }

    /// - Throws: `StoreError.noRow`.
    static func kept(_ db: Database, _ id: FeatureID) throws -> Self {
        let syncs = try RowSyncs(db, of: table, row: id)
        guard let value = try all(db, "id = ?", [id.description], syncs: syncs).first else {
            throw StoreError.noRow(RowKey(table, id).description)
        }
        return value
    }
}

extension Watchlist: KeptValue {
    static var table: MirrorTable { .watchlists }

    init?(_ row: WrittenRow) {
        guard let id = row.id("id") else { return nil }
        self.init(id: id, title: row["title"] ?? "", isDeleted: row.has("deleted_at"))
        (type, place) = (row["type"], row["location_display_name"])
        firstDay = (row["start_date"] as String?).flatMap { Day(iso: $0) }
        lastDay = (row["end_date"] as String?).flatMap { Day(iso: $0) }
        owner = row.id("owner_id")
        if row.isTrue("location_rule_enabled") {
            circle = Circle(
                latitude: row["location_rule_lat"], longitude: row["location_rule_lon"],
                radiusKilometers: row["location_rule_radius_km"])
        }
    }

    var given: [ColumnValue] {
        [
            ColumnValue("title", .text(title)), ColumnValue("type", text: type),
            ColumnValue("location_display_name", text: place),
            ColumnValue("start_date", text: firstDay?.description), ColumnValue("end_date", text: lastDay?.description),
            ColumnValue("location_rule_enabled", .bool(circle != nil)),
            ColumnValue("location_rule_lat", number: circle?.center.latitude),
            ColumnValue("location_rule_lon", number: circle?.center.longitude),
            ColumnValue("location_rule_radius_km", number: circle?.radius.kilometers),
        ]
    }

    var fixed: [FeatureID?] { [id, owner] }
}

extension WatchlistEntry: KeptValue {
    static var table: MirrorTable { .watchlistEntries }

    init?(_ row: WrittenRow) {
        guard let id = row.id("id"),
            let list = row.id("watchlist_id")
        else { return nil }
        self.init(id: id, watchlist: list)
        bird = row.id("bird_id")
        (nickname, status, notes) = (row["nickname"], row["status"], row["notes"])
        (addedAt, observedAt, observedBy) = (row["added_date"], row["observation_date"], row["observed_by"])
        (plannedFrom, plannedUntil) = (row["to_observe_start_date"], row["to_observe_end_date"])
        if let latitude = row["lat"] as Double?, let longitude = row["lon"] as Double? {
            coordinate = try? Coordinate(strictLatitude: latitude, longitude: longitude)
        }
        place = row["location_display_name"]
        (priority, notifies) = (row["priority"] ?? 0, row.isTrue("notify_upcoming"))
    }

    var given: [ColumnValue] {
        [
            ColumnValue("bird_id", text: bird?.description), ColumnValue("nickname", text: nickname),
            ColumnValue("status", text: status), ColumnValue("notes", text: notes),
            ColumnValue("added_date", text: addedAt), ColumnValue("observation_date", text: observedAt),
            ColumnValue("observed_by", text: observedBy), ColumnValue("to_observe_start_date", text: plannedFrom),
            ColumnValue("to_observe_end_date", text: plannedUntil),
            ColumnValue("lat", number: coordinate?.latitude), ColumnValue("lon", number: coordinate?.longitude),
            ColumnValue("location_display_name", text: place), ColumnValue("priority", .integer(Int64(priority))),
            ColumnValue("notify_upcoming", .bool(notifies)),
        ]
    }

    var fixed: [FeatureID?] { [id, watchlist] }
}

extension WatchlistRule: KeptValue {
    static var table: MirrorTable { .watchlistRules }

    init?(_ row: WrittenRow) {
        guard let id = row.id("id"),
            let list = row.id("watchlist_id")
        else { return nil }
        self.init(
            id: id, watchlist: list, type: row["rule_type"] ?? "", parameters: row["parameters_json"],
            isActive: row.isTrue("is_active"), isDeleted: row.has("deleted_at"), priority: row["priority"] ?? 0)
    }

    var given: [ColumnValue] {
        [
            ColumnValue("rule_type", .text(type)), ColumnValue("parameters_json", text: parameters),
            ColumnValue("is_active", .bool(isActive)), ColumnValue("priority", .integer(Int64(priority ?? 0))),
        ]
    }

    var fixed: [FeatureID?] {
        if case .row(let row) = id { [row, watchlist] } else { [nil, watchlist] }
    }
}

extension EntryPhoto: KeptValue {
    static var table: MirrorTable { .observedBirdPhotos }

    init?(_ row: WrittenRow) {
        guard let id = row.id("id"),
            let entry = row.id("watchlist_entry_id")
        else { return nil }
        self.init(
            id: id, entry: entry, capturedAt: row["captured_at"], uploadedAt: row["uploaded_at"],
            isUploaded: row.isTrue("is_uploaded"), imageName: row["image_path"] ?? "",
            objectPath: (row["storage_url"] as String?).flatMap { PhotoPath.path($0) })
    }

    var given: [ColumnValue] { [ColumnValue("captured_at", text: capturedAt)] }

    var fixed: [FeatureID?] { [id, entry] }
}

extension ColumnValue {
    init(_ name: String, text: String?) {
        self.init(name, text.map { .text($0) } ?? .null)
    }

    init(_ name: String, number: Double?) {
        self.init(name, number.map { .real($0) } ?? .null)
    }
}
