package import Geoq
package import GeoqIndex

/// A row of a file of watchlists: a list, an entry on one, or one of its rules.
package struct WatchlistRecord: Equatable, Sendable {
    package var part: WatchlistPart
    package var identity: RecordIdentity
    /// The list of an entry or a rule.
    package var list: ListReference?
    /// When it has no id, its place on its list, by which it is identified.
    package var key: String?
    /// The bird of an entry.
    package var bird: BirdReference?
    /// The place of an entry.
    package var coordinate: Coordinate?
    /// The values of `part.columns`, in their order.
    package var values: [FieldValue]

    /// How a record names its list.
    package enum ListReference: Equatable, Sendable {
        /// The list that came last: the record was inside it.
        case preceding
        /// By its UUID, or by its id in the file.
        case id(String)
    }

    /// How an entry names its bird.
    package enum BirdReference: Equatable, Sendable {
        /// By its UUID, or by its id in its file.
        case id(String)
        /// By its scientific or common name, as `NameFolding` writes it.
        case name(String)
    }
}

/// What kind of record a row of a file of watchlists is. The raw value is the
/// word in the column `record`.
package enum WatchlistPart: String, Hashable, Sendable, CaseIterable {
    case watchlist, entry, rule
}

extension WatchlistPart {
    /// A column of the part's table; its name is the remote's.
    package struct Column: Hashable, Sendable {
        package var name: String
        package var type: ColumnType
        /// The value of the column when a file gives none; nil for null.
        package var standard: FieldValue?
        /// Other names, besides those that `ColumnName` takes for the same.
        var aliases: [ColumnName]

        init(_ name: String, _ type: ColumnType = .text, standard: FieldValue? = nil, aliases: [ColumnName] = []) {
            (self.name, self.type, self.standard, self.aliases) = (name, type, standard, aliases)
        }
    }

    /// The columns that a file fills, besides ids, references and an entry's
    /// place, in the order of `WatchlistRecord.values`. A device's private state
    /// (`sync_status`, `last_synced_at`) is not among them.
    package var columns: [Column] {
        switch self {
        case .watchlist: Self.listColumns
        case .entry: Self.entryColumns
        case .rule: Self.ruleColumns
        }
    }

    private static let listColumns =
        [
            Column("owner_id"), Column("type"), Column("title", aliases: ["name"]), Column("location"),
            Column("location_display_name"), Column("start_date"), Column("end_date"),
            Column("observed_count", .integer, standard: .integer(0)),
            Column("species_count", .integer, standard: .integer(0)), Column("cover_image_path"),
            Column("species_rule_enabled", .boolean, standard: .bool(false)), Column("species_rule_shape_id"),
            Column("location_rule_enabled", .boolean, standard: .bool(false)), Column("location_rule_lat", .real),
            Column("location_rule_lon", .real), Column("location_rule_radius_km", .real),
            Column("location_rule_display_name"), Column("date_rule_enabled", .boolean, standard: .bool(false)),
            Column("date_rule_start_date"), Column("date_rule_end_date"),
        ] + versionColumns

    private static let entryColumns =
        [
            Column("nickname"), Column("status"), Column("notes"), Column("added_date"),
            Column("observation_date", aliases: ["observed_on", "date"]), Column("to_observe_start_date"),
            Column("to_observe_end_date"), Column("observed_by"),
            Column("location_display_name", aliases: ["place", "location"]),
            Column("priority", .integer, standard: .integer(0)),
            Column("notify_upcoming", .boolean, standard: .bool(false)), Column("target_date_range"),
        ] + versionColumns

    private static let ruleColumns =
        [
            Column("rule_type", aliases: ["type"]), Column("parameters_json", aliases: ["parameters"]),
            Column("is_active", .boolean, standard: .bool(true), aliases: ["active"]),
            Column("priority", .integer, standard: .integer(0)),
        ] + versionColumns

    private static let versionColumns = [
        Column("row_version", .integer, standard: .integer(1)), Column("deleted_at"), Column("created_at"),
        Column("updated_at"),
    ]
}
