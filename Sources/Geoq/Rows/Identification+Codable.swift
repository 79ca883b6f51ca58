public import FoundationEssentials

extension IdentificationSession {
    /// The server's version of the session when it was last seen; 0 for a session that no server has had.
    public var rowVersion: Int { sync.version }

    /// When the store last found the session as the server has it, its waiting changes apart, or last received it; nil if
    /// never. It makes no difference to `==`.
    public var lastSyncedAt: Date? { sync.seenAt }
}

/// An object with the columns of the server's row: `id`, `owner_id`, `shape_id`, `size_category`, `location_id`,
/// `location_display_name`, `observed_at`, `is_completed`, `row_version`; besides, `last_synced_at`. Members of other
/// names are passed over; all but `id` may be missing.
extension IdentificationSession: Codable {
    /// - Throws: `DecodingError` that names the member which is missing, or which no session can have.
    public init(from decoder: any Decoder) throws {
        let row = try ColumnReader(decoder)
        self.init(id: try row.needed("id"))
        (owner, shapeID) = (try row.value("owner_id"), try row.value("shape_id"))
        (sizeCategory, locationID) = (try row.value("size_category"), try row.value("location_id"))
        (place, observedAt) = (try row.value("location_display_name"), try row.value("observed_at"))
        (isCompleted, sync) = (try row.value("is_completed") ?? false, try row.sync())
    }

    /// Writes all members; one without a value is null.
    public func encode(to encoder: any Encoder) throws {
        var row = ColumnWriter(encoder)
        try row.write("id", id)
        try row.write("owner_id", owner)
        try row.write("shape_id", shapeID)
        try row.write("size_category", sizeCategory)
        try row.write("location_id", locationID)
        try row.write("location_display_name", place)
        try row.write("observed_at", observedAt)
        try row.write("is_completed", isCompleted)
        try row.write(sync)
    }
}

extension IdentificationMark {
    /// The server's version of the mark when it was last seen; 0 for a mark that no server has had.
    public var rowVersion: Int { sync.version }

    /// When the store last found the mark as the server has it, its waiting changes apart, or last received it; nil if
    /// never. It makes no difference to `==`.
    public var lastSyncedAt: Date? { sync.seenAt }
}

/// An object with the columns of the server's row: `id`, `session_id`, `area`, `variant`, `row_version`; besides,
/// `last_synced_at`. Members of other names are passed over; `row_version` and `last_synced_at` may be missing.
extension IdentificationMark: Codable {
    /// - Throws: `DecodingError` that names the member which is missing, or which no mark can have.
    public init(from decoder: any Decoder) throws {
        let row = try ColumnReader(decoder)
        self.init(
            id: try row.needed("id"), session: try row.needed("session_id"), area: try row.needed("area"),
            variant: try row.needed("variant"))
        sync = try row.sync()
    }

    /// Writes all members; one without a value is null.
    public func encode(to encoder: any Encoder) throws {
        var row = ColumnWriter(encoder)
        try row.write("id", id)
        try row.write("session_id", session)
        try row.write("area", area)
        try row.write("variant", variant)
        try row.write(sync)
    }
}

extension IdentificationResult {
    /// The server's version of the result when it was last seen; 0 for a result that no server has had.
    public var rowVersion: Int { sync.version }

    /// When the store last found the result as the server has it, its waiting changes apart, or last received it; nil if
    /// never. It makes no difference to `==`.
    public var lastSyncedAt: Date? { sync.seenAt }
}

/// An object with the columns of the server's row: `id`, `session_id`, `bird_id`, `row_version`; besides,
/// `last_synced_at`. Members of other names are passed over; all but `id` and `session_id` may be missing.
extension IdentificationResult: Codable {
    /// - Throws: `DecodingError` that names the member which is missing, or which no result can have.
    public init(from decoder: any Decoder) throws {
        let row = try ColumnReader(decoder)
        self.init(
            id: try row.needed("id"), session: try row.needed("session_id"), bird: try row.value("bird_id"))
        sync = try row.sync()
    }

    /// Writes all members; one without a value is null.
    public func encode(to encoder: any Encoder) throws {
        var row = ColumnWriter(encoder)
        try row.write("id", id)
        try row.write("session_id", session)
        try row.write("bird_id", bird)
        try row.write(sync)
    }
}

extension IdentificationCandidate {
    /// The server's version of the candidate when it was last seen; 0 for a candidate that no server has had.
    public var rowVersion: Int { sync.version }

    /// When the store last found the candidate as the server has it, its waiting changes apart, or last received it; nil
    /// if never. It makes no difference to `==`.
    public var lastSyncedAt: Date? { sync.seenAt }
}

/// An object with the columns of the server's row: `id`, `result_id`, `bird_id`, `rank`, `confidence`, `row_version`;
/// besides, `last_synced_at`. Members of other names are passed over; `id`, `result_id` and `bird_id` may not be missing.
extension IdentificationCandidate: Codable {
    /// - Throws: `DecodingError` that names the member which is missing, or which no candidate can have.
    public init(from decoder: any Decoder) throws {
        let row = try ColumnReader(decoder)
        self.init(
            id: try row.needed("id"), result: try row.needed("result_id"), bird: try row.needed("bird_id"),
            rank: try row.value("rank"), confidence: try row.number("confidence"))
        sync = try row.sync()
    }

    /// Writes all members; one without a value is null.
    ///
    /// - Throws: `EncodingError` for a confidence that JSON has no number for.
    public func encode(to encoder: any Encoder) throws {
        var row = ColumnWriter(encoder)
        try row.write("id", id)
        try row.write("result_id", result)
        try row.write("bird_id", bird)
        try row.write("rank", rank)
        try row.write("confidence", confidence)
        try row.write(sync)
    }
}
