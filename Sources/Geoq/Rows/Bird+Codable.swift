public import FoundationEssentials

extension Bird {
    /// The server's version of the bird when it was last seen; 0 for a bird that no server has had.
    public var rowVersion: Int { sync.version }

    /// When the store last found the bird as the server has it, or last received it; nil if never. It makes no difference
    /// to `==`.
    public var lastSyncedAt: Date? { sync.seenAt }
}

/// An object with the columns of the server's row: `id`, `scientific_name`, `common_name`, `shape_id`, `row_version`;
/// besides, `last_synced_at`. Members of other names are passed over; all but `id` may be missing.
extension Bird: Codable {
    /// - Throws: `DecodingError` that names the member which is missing, or which no bird can have.
    public init(from decoder: any Decoder) throws {
        let row = try ColumnReader(decoder)
        self.init(
            id: try row.needed("id"), scientificName: try row.value("scientific_name"),
            commonName: try row.value("common_name"), shapeID: try row.value("shape_id"))
        sync = try row.sync()
    }

    /// Writes all members; one without a value is null.
    public func encode(to encoder: any Encoder) throws {
        var row = ColumnWriter(encoder)
        try row.write("id", id)
        try row.write("scientific_name", scientificName)
        try row.write("common_name", commonName)
        try row.write("shape_id", shapeID)
        try row.write(sync)
    }
}
