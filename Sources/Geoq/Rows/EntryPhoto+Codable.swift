public import FoundationEssentials

extension EntryPhoto {
    /// Where the picture is in the bucket `watchlist-photos` of the project's Storage; nil while it is not there.
    public var storagePath: String? { objectPath }

    /// The server's version of the photo's row when it was last seen; 0 for a photo that no server has had.
    public var rowVersion: Int { sync.version }

    /// When the store last found the photo's row as the server has it, its waiting changes apart, or last received it; nil
    /// if never. It makes no difference to `==`.
    public var lastSyncedAt: Date? { sync.seenAt }
}

/// An object with the columns of the server's row: `id`, `watchlist_entry_id`, `image_path`, `storage_url`, `is_uploaded`,
/// `captured_at`, `uploaded_at`, `row_version`; besides, `last_synced_at`. Members of other names are passed over; all but
/// `id` and `watchlist_entry_id` may be missing. Of an address in `storage_url` the path is taken.
extension EntryPhoto: Codable {
    /// - Throws: `DecodingError` that names the member which is missing, or which no photo can have.
    public init(from decoder: any Decoder) throws {
        let row = try ColumnReader(decoder)
        let path: String? = try row.value("storage_url").map { (text: String) in
            if let path = PhotoPath.path(text) { return path }
            throw row.wrong("storage_url", "\(text) is no path of the bucket \(PhotoPath.bucket)")
        }
        self.init(
            id: try row.needed("id"), entry: try row.needed("watchlist_entry_id"),
            capturedAt: try row.value("captured_at"), uploadedAt: try row.value("uploaded_at"),
            isUploaded: try row.value("is_uploaded") ?? false, imageName: try row.value("image_path") ?? "",
            objectPath: path)
        sync = try row.sync()
    }

    /// Writes all members; one without a value is null.
    public func encode(to encoder: any Encoder) throws {
        var row = ColumnWriter(encoder)
        try row.write("id", id)
        try row.write("watchlist_entry_id", entry)
        try row.write("image_path", imageName)
        try row.write("storage_url", objectPath)
        try row.write("is_uploaded", isUploaded)
        try row.write("captured_at", capturedAt)
        try row.write("uploaded_at", uploadedAt)
        try row.write(sync)
    }
}
