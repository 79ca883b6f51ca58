public import FoundationEssentials

extension WatchlistRule {
    /// The server's version of the rule when it was last seen, or, of a rule in columns, of its list; 0 for a rule that no
    /// server has had.
    public var rowVersion: Int { sync.version }

    /// When the store last found the rule, or the list in whose columns it is, as the server has it, its waiting changes
    /// apart, or last received it; nil if never. It makes no difference to `==`.
    public var lastSyncedAt: Date? { sync.seenAt }
}

/// An object with the columns of the server's row: `id`, `watchlist_id`, `rule_type`, `parameters_json`, which is a text,
/// `is_active`, `priority`, `row_version`; besides, `is_deleted` and `last_synced_at`. The `id` of a rule in columns is as
/// `RuleID` writes it. Members of other names are passed over; `id`, `watchlist_id` and `rule_type` may not be missing.
/// A moment in `deleted_at` counts as `is_deleted`.
extension WatchlistRule: Codable {
    /// - Throws: `DecodingError` that names the member which is missing, or which no rule can have.
    public init(from decoder: any Decoder) throws {
        let row = try ColumnReader(decoder)
        let id: RuleID = try row.needed("id")
        let standard: Int? = if case .row = id { 0 } else { nil }
        let list: FeatureID = try row.needed("watchlist_id")
        self.init(
            // Its own id comes below.
            id: list, watchlist: list, type: try row.needed("rule_type"),
            parameters: try row.value("parameters_json"), isActive: try row.value("is_active") ?? true,
            isDeleted: try row.isDeleted())
        self.id = id
        priority = row.names("priority") ? try row.value("priority") : standard
        sync = try row.sync()
    }

    /// Writes all members; one without a value is null.
    public func encode(to encoder: any Encoder) throws {
        var row = ColumnWriter(encoder)
        try row.write("id", id)
        try row.write("watchlist_id", watchlist)
        try row.write("rule_type", type)
        try row.write("parameters_json", parameters)
        try row.write("is_active", isActive)
        try row.write("is_deleted", isDeleted)
        try row.write("priority", priority)
        try row.write(sync)
    }
}
