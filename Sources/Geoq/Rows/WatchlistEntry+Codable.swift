public import FoundationEssentials

extension WatchlistEntry {
    /// The server's version of the entry when it was last seen; 0 for an entry that no server has had.
    public var rowVersion: Int { sync.version }

    /// When the store last found the entry as the server has it, its waiting changes apart, or last received it; nil if
    /// never. It makes no difference to `==`.
    public var lastSyncedAt: Date? { sync.seenAt }
}

/// An object with the columns of the server's row: `id`, `watchlist_id`, `bird_id`, `nickname`, `status`, `notes`,
/// `added_date`, `observation_date`, `observed_by`, `to_observe_start_date`, `to_observe_end_date`, `lat`, `lon`,
/// `location_display_name`, `priority`, `notify_upcoming`, `row_version`; besides, `last_synced_at`. Members of other
/// names are passed over; all but `id` and `watchlist_id` may be missing.
extension WatchlistEntry: Codable {
    /// - Throws: `DecodingError` that names the member which is missing, or which no entry can have.
    public init(from decoder: any Decoder) throws {
        let row = try ColumnReader(decoder)
        self.init(id: try row.needed("id"), watchlist: try row.needed("watchlist_id"))
        (bird, nickname) = (try row.value("bird_id"), try row.value("nickname"))
        (status, notes) = (try row.value("status"), try row.value("notes"))
        (addedAt, observedAt) = (try row.value("added_date"), try row.value("observation_date"))
        observedBy = try row.value("observed_by")
        plannedFrom = try row.value("to_observe_start_date")
        plannedUntil = try row.value("to_observe_end_date")
        (coordinate, place) = (try row.place(), try row.value("location_display_name"))
        (priority, notifies) = (try row.value("priority") ?? 0, try row.value("notify_upcoming") ?? false)
        sync = try row.sync()
    }

    /// Writes all members; one without a value is null.
    public func encode(to encoder: any Encoder) throws {
        var row = ColumnWriter(encoder)
        try row.write("id", id)
        try row.write("watchlist_id", watchlist)
        try row.write("bird_id", bird)
        try row.write("nickname", nickname)
        try row.write("status", status)
        try row.write("notes", notes)
        try row.write("added_date", addedAt)
        try row.write("observation_date", observedAt)
        try row.write("observed_by", observedBy)
        try row.write("to_observe_start_date", plannedFrom)
        try row.write("to_observe_end_date", plannedUntil)
        try row.write(place: coordinate)
        try row.write("location_display_name", place)
        try row.write("priority", priority)
        try row.write("notify_upcoming", notifies)
        try row.write(sync)
    }
}
