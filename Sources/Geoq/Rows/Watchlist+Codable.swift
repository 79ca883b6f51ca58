public import FoundationEssentials
import GeoqIndex

extension Watchlist {
    /// The server's version of the list when it was last seen; 0 for a list that no server has had.
    public var rowVersion: Int { sync.version }

    /// When the store last found the list as the server has it, its waiting changes apart, or last received it; nil if
    /// never. It makes no difference to `==`.
    public var lastSyncedAt: Date? { sync.seenAt }
}

/// An object with the columns of the server's row: `id`, `title`, `type`, `location_display_name`, `start_date`,
/// `end_date`, `location_rule_enabled`, `location_rule_lat`, `location_rule_lon`, `location_rule_radius_km`, `owner_id`,
/// `row_version`; besides, `is_deleted`, `last_synced_at`, and `radius_m` where the kilometers alone would give other
/// meters. Members of other names are passed over; all but `id` may be missing. A moment in `deleted_at` counts as
/// `is_deleted`.
extension Watchlist: Codable {
    /// - Throws: `DecodingError` that names the member which is missing, or which no list can have.
    public init(from decoder: any Decoder) throws {
        let row = try ColumnReader(decoder)
        self.init(
            id: try row.needed("id"), title: try row.value("title") ?? "", isDeleted: try row.isDeleted())
        (type, place) = (try row.value("type"), try row.value("location_display_name"))
        (firstDay, lastDay) = (try row.value("start_date"), try row.value("end_date"))
        circle = try row.value("location_rule_enabled") ?? false ? try row.circle() : nil
        (owner, sync) = (try row.value("owner_id"), try row.sync())
    }

    /// Writes all members; one without a value is null.
    public func encode(to encoder: any Encoder) throws {
        var row = ColumnWriter(encoder)
        try row.write("id", id)
        try row.write("title", title)
        try row.write("type", type)
        try row.write("location_display_name", place)
        try row.write("start_date", firstDay)
        try row.write("end_date", lastDay)
        try row.write(circle: circle)
        try row.write("owner_id", owner)
        try row.write("is_deleted", isDeleted)
        try row.write(sync)
    }
}

extension ColumnReader {
    private static let (latitude, longitude) = ("location_rule_lat", "location_rule_lon")
    private static let (kilometers, meters) = ("location_rule_radius_km", "radius_m")

    /// - Returns: nil for one of which a part is missing: a server takes such a row, and a store shows no circle of it.
    fileprivate func circle() throws -> Circle? {
        guard let latitude = try number(Self.latitude), let longitude = try number(Self.longitude),
            let kilometers = try number(Self.kilometers)
        else { return nil }
        let center = try place(latitude, longitude, in: (Self.latitude, Self.longitude))
        guard kilometers >= 0, (kilometers * 1000).isFinite else {
            throw wrong(Self.kilometers, "\(kilometers) is no radius")
        }
        let radius = Distance.kilometers(kilometers)
        guard let meters = try number(Self.meters), meters >= 0, meters / 1000 == kilometers else {
            return Circle(center: center, radius: radius)
        }
        return Circle(center: center, radius: .meters(meters))
    }
}

extension ColumnWriter {
    fileprivate mutating func write(circle: Circle?) throws {
        try write("location_rule_enabled", circle != nil)
        try write("location_rule_lat", circle?.center.latitude)
        try write("location_rule_lon", circle?.center.longitude)
        try write("location_rule_radius_km", circle?.radius.kilometers)
        guard let radius = circle?.radius, radius.kilometers * 1000 != radius.meters else { return }
        try write("radius_m", radius.meters)
    }
}
