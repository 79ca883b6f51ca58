/// A table whose rows can be those of a remote. Parents come before children.
public enum MirrorTable: String, CaseIterable, Hashable, Sendable, CustomStringConvertible {
    case bird, hotspot, watchlists
    case watchlistEntries = "watchlist_entries"
    case watchlistRules = "watchlist_rules"

    public var description: String { rawValue }

    /// Its place in the order of parents and children.
    package var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// The columns that a mirror copies, besides `id` and `deleted_at`. It does
    /// not copy columns that are a device's own (`sync_status`,
    /// `last_synced_at`), nor `location`, which follows from the others.
    package var columns: [MirrorColumn] {
        switch self {
        case .bird: MirrorColumn.birds
        case .hotspot: MirrorColumn.hotspots
        case .watchlists: MirrorColumn.watchlists
        case .watchlistEntries: MirrorColumn.watchlistEntries
        case .watchlistRules: MirrorColumn.watchlistRules
        }
    }

    /// The indexes of columns that must hold a text; without it the store
    /// cannot have the row.
    var neededTexts: [Int] {
        guard self == .bird else { return [] }
        return columns.indices.filter { columns[$0].isRequired && columns[$0].kind == .text }
    }

    /// The index of the column in which the store keeps NULL as an empty text:
    /// a place without a name is still a place.
    package var emptyTextForNull: Int? {
        self == .hotspot ? columns.firstIndex { $0.name == "name" } : nil
    }

    /// Whether rows have a geometry of `lat` and `lon`.
    package var hasPlace: Bool { self == .hotspot || self == .watchlistEntries }

    /// Columns that name a row of another table.
    package var parents: [(column: String, table: MirrorTable)] {
        switch self {
        case .bird, .hotspot, .watchlists: []
        case .watchlistEntries: [("watchlist_id", .watchlists), ("bird_id", .bird)]
        case .watchlistRules: [("watchlist_id", .watchlists)]
        }
    }

    /// Tables whose rows refer to a row of this one, and the column that does.
    var children: [(table: MirrorTable, column: String)] {
        Self.allCases.flatMap { child in
            child.parents.filter { $0.table == self }.map { (child, $0.column) }
        }
    }
}

/// A column that a mirror copies.
package struct MirrorColumn: Hashable, Sendable {
    /// The kind of its values; the store keeps them as the text, integer or
    /// real of that kind.
    package enum Kind: String, Hashable, Sendable {
        case text, integer, real
        /// 0 or 1.
        case bool
        /// A UUID as text in lower case.
        case id
        /// ISO 8601 in UTC: `2026-05-03T05:42:00.123456Z`.
        case timestamp
        /// ISO 8601: `2026-05-03`.
        case date
        /// A JSON array.
        case texts, integers
    }

    package let name: String
    package let kind: Kind
    /// What is lost without the column; nil when the table cannot be mirrored
    /// without it.
    package let costWhenMissing: String?

    package var isRequired: Bool { costWhenMissing == nil }

    private init(_ name: String, _ kind: Kind = .text, cost: String?) {
        (self.name, self.kind, costWhenMissing) = (name, kind, cost)
    }

    private static func required(_ name: String, _ kind: Kind = .text) -> MirrorColumn {
        MirrorColumn(name, kind, cost: nil)
    }

    private static func optional(_ name: String, _ kind: Kind = .text, cost: String = "it stays empty") -> MirrorColumn
    {
        MirrorColumn(name, kind, cost: cost)
    }

    private static let bookkeeping = [
        optional(
            "row_version", .integer,
            cost: "every row is of version 1; geoq goes by the server's own versions and does not need it"),
        optional("created_at", .timestamp),
        optional("updated_at", .timestamp, cost: "it stays empty; geoq goes by the server's own versions"),
    ]

    static let birds =
        [
            required("common_name"), optional("scientific_name", cost: "birds are found by their common names only"),
            optional("static_image_name"), optional("family"), optional("order_name"), optional("description_text"),
            optional("conservation_status"), optional("rarity_level"), optional("migration_strategy"),
            optional("hemisphere"), optional("valid_locations", .texts), optional("valid_months", .integers),
            optional("shape_id", cost: "rules about body shapes never match"), optional("size_category", .integer),
        ] + bookkeeping

    static let hotspots =
        [
            required("name"), optional("locality"), required("lat", .real), required("lon", .real),
            optional("image_name"),
        ] + bookkeeping

    static let watchlists =
        [
            optional("owner_id", .id, cost: "nobody can tell whose it is"), optional("type"), optional("title"),
            optional("location"), optional("location_display_name"), optional("start_date", .date),
            optional("end_date", .date), optional("observed_count", .integer), optional("species_count", .integer),
            optional("cover_image_path"), optional("species_rule_enabled", .bool, cost: rulesCost),
            optional("species_rule_shape_id", cost: rulesCost),
            optional("location_rule_enabled", .bool, cost: rulesCost),
            optional("location_rule_lat", .real, cost: rulesCost),
            optional("location_rule_lon", .real, cost: rulesCost),
            optional("location_rule_radius_km", .real, cost: rulesCost), optional("location_rule_display_name"),
            optional("date_rule_enabled", .bool, cost: rulesCost),
            optional("date_rule_start_date", .date, cost: rulesCost),
            optional("date_rule_end_date", .date, cost: rulesCost),
        ] + bookkeeping

    private static let rulesCost = "the list's own rule of this kind never matches"

    static let watchlistEntries =
        [
            required("watchlist_id", .id), required("bird_id", .id), optional("nickname"), optional("status"),
            optional("notes"), optional("added_date", .timestamp),
            optional("observation_date", .timestamp, cost: "no entry counts as a sighting"),
            optional("to_observe_start_date", .timestamp), optional("to_observe_end_date", .timestamp),
            optional("observed_by"), optional("lat", .real, cost: "entries have no place"),
            optional("lon", .real, cost: "entries have no place"), optional("location_display_name"),
            optional("priority", .integer), optional("notify_upcoming", .bool), optional("target_date_range"),
        ] + bookkeeping

    static let watchlistRules =
        [
            required("watchlist_id", .id), required("rule_type"), required("parameters_json"),
            optional("is_active", .bool, cost: "every rule counts as active"),
            optional("priority", .integer, cost: "every rule has priority 0"),
        ] + bookkeeping
}
