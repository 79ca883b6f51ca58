public import FoundationEssentials

extension WatchlistShare {
    /// The server's version of the share when it was last seen; 0 for a share that no server has had.
    public var rowVersion: Int { sync.version }

    /// When the store last found the share as the server has it, its waiting changes apart, or last received it; nil if
    /// never. It makes no difference to `==`.
    public var lastSyncedAt: Date? { sync.seenAt }
}

/// An object with the columns of the server's row: `id`, `watchlist_id`, `user_id`, `permission`, which is `view` or
/// `edit`, `row_version`; besides, `last_synced_at`. Members of other names are passed over; `permission`,
/// `row_version` and `last_synced_at` may be missing.
extension WatchlistShare: Codable {
    /// - Throws: `DecodingError` that names the member which is missing, or which no share can have.
    public init(from decoder: any Decoder) throws {
        let row = try ColumnReader(decoder)
        let permission: String = try row.value("permission") ?? "view"
        guard ["view", "edit"].contains(permission) else {
            throw row.wrong("permission", "\(permission) is neither view nor edit")
        }
        self.init(
            id: try row.needed("id"), watchlist: try row.needed("watchlist_id"), user: try row.needed("user_id"),
            canEdit: permission == "edit")
        sync = try row.sync()
    }

    /// Writes all members; one without a value is null.
    public func encode(to encoder: any Encoder) throws {
        var row = ColumnWriter(encoder)
        try row.write("id", id)
        try row.write("watchlist_id", watchlist)
        try row.write("user_id", user)
        try row.write("permission", canEdit ? "edit" : "view")
        try row.write(sync)
    }
}

extension UserProfile {
    /// The server's version of the profile when it was last seen; 0 for a profile that no server has had.
    public var rowVersion: Int { sync.version }

    /// When the store last found the profile as the server has it, its waiting changes apart, or last received it; nil if
    /// never. It makes no difference to `==`.
    public var lastSyncedAt: Date? { sync.seenAt }
}

/// An object with the columns of the server's row: `id`, `name`, `email`, `gender`, `profile_photo`, `row_version`;
/// besides, `last_synced_at`. Members of other names are passed over; all but `id` may be missing.
extension UserProfile: Codable {
    /// - Throws: `DecodingError` that names the member which is missing, or which no profile can have.
    public init(from decoder: any Decoder) throws {
        let row = try ColumnReader(decoder)
        self.init(
            id: try row.needed("id"), name: try row.value("name") ?? "", email: try row.value("email") ?? "")
        (gender, photo, sync) = (try row.value("gender"), try row.value("profile_photo"), try row.sync())
    }

    /// Writes all members; one without a value is null.
    public func encode(to encoder: any Encoder) throws {
        var row = ColumnWriter(encoder)
        try row.write("id", id)
        try row.write("name", name)
        try row.write("email", email)
        try row.write("gender", gender)
        try row.write("profile_photo", photo)
        try row.write(sync)
    }
}

extension CommunityObservation {
    /// The server's version of the sighting when it was last seen; 0 for a sighting that no server has had.
    public var rowVersion: Int { sync.version }

    /// When the store last found the sighting as the server has it, its waiting changes apart, or last received it; nil if
    /// never. It makes no difference to `==`.
    public var lastSyncedAt: Date? { sync.seenAt }
}

/// An object with the columns of the server's row: `id`, `owner_id`, `source_type`, which is `user` or `system`,
/// `bird_id`, `hotspot_id`, `species_text`, `location_display_name`, `lat`, `lon`, `observed_at`, `notes`, `row_version`;
/// besides, `last_synced_at`. Members of other names are passed over; all but `id` may be missing.
extension CommunityObservation: Codable {
    /// - Throws: `DecodingError` that names the member which is missing, or which no sighting can have.
    public init(from decoder: any Decoder) throws {
        let row = try ColumnReader(decoder)
        let kind: String = try row.value("source_type") ?? "user"
        guard ["user", "system"].contains(kind) else {
            throw row.wrong("source_type", "\(kind) is neither user nor system")
        }
        self.init(id: try row.needed("id"))
        (owner, isOfSystem) = (try row.value("owner_id"), kind == "system")
        (bird, hotspot) = (try row.value("bird_id"), try row.value("hotspot_id"))
        (species, place) = (try row.value("species_text"), try row.value("location_display_name"))
        (coordinate, observedAt) = (try row.place(), try row.value("observed_at"))
        (notes, sync) = (try row.value("notes"), try row.sync())
    }

    /// Writes all members; one without a value is null.
    public func encode(to encoder: any Encoder) throws {
        var row = ColumnWriter(encoder)
        try row.write("id", id)
        try row.write("owner_id", owner)
        try row.write("source_type", isOfSystem ? "system" : "user")
        try row.write("bird_id", bird)
        try row.write("hotspot_id", hotspot)
        try row.write("species_text", species)
        try row.write("location_display_name", place)
        try row.write(place: coordinate)
        try row.write("observed_at", observedAt)
        try row.write("notes", notes)
        try row.write(sync)
    }
}
