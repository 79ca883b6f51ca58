import GeoqIndex

/// A region as a condition on a remote table.
struct RegionCondition {
    private let latitude: String
    private let longitude: String
    private let location: String?
    private let postgis: String?

    init(_ description: TableDescription, postgis: String?) throws {
        self.postgis = postgis
        location = description.location.map { "t.\(SQLText.name($0.name))" }
        if !description.isPlacedByLocation {
            latitude = "t.\(SQLText.name(description.remoteName(of: "lat")))"
            longitude = "t.\(SQLText.name(description.remoteName(of: "lon")))"
        } else if let postgis, let location {
            latitude = "\(postgis).ST_Y(\(location)::\(postgis).geometry)"
            longitude = "\(postgis).ST_X(\(location)::\(postgis).geometry)"
        } else {
            throw SyncError.schema("\(description.fullName) cannot be read by region without PostGIS")
        }
    }

    func sql(_ region: Region) throws -> String {
        switch region {
        case .box(let box): inside(box)
        case .circle(let center, let radius): try within(radius, of: center)
        }
    }

    /// As `BoundingBox.contains`: the meridian 180° is one place under two
    /// numbers, and a pole lies on every meridian.
    private func inside(_ box: BoundingBox) -> String {
        let (west, east) = (SQLText.number(box.west), SQLText.number(box.east))
        let touches180 = box.crossesDateLine || box.east == 180 || box.west == -180
        let longitudes =
            box.crossesDateLine
            ? "(\(longitude) >= \(west) OR \(longitude) <= \(east))" : "\(longitude) BETWEEN \(west) AND \(east)"
        var any = [longitudes, "abs(\(latitude)) = 90"]
        if touches180 { any.append("abs(\(longitude)) = 180") }
        return """
            (\(latitude) BETWEEN \(SQLText.number(box.south)) AND \(SQLText.number(box.north)) \
            AND abs(\(longitude)) <= 180 AND (\(any.joined(separator: " OR "))))
            """
    }

    /// By the column of locations, where there is one: an index may serve it.
    private func within(_ radius: Distance, of center: Coordinate) throws -> String {
        guard let postgis else { throw SyncError.schema("a circle needs PostGIS on the server; give --region") }
        func point(_ longitude: String, _ latitude: String) -> String {
            "\(postgis).ST_SetSRID(\(postgis).ST_MakePoint(\(longitude), \(latitude)), 4326)::\(postgis).geography"
        }
        let here = point(SQLText.number(center.longitude), SQLText.number(center.latitude))
        // Half the earth's girth and more is everywhere.
        let meters = SQLText.number(min(radius.meters, 30_000_000))
        let place =
            location.map { "\($0)::\(postgis).geography" }
            // Coordinates that are none would be bent into some.
            ?? "CASE WHEN abs(\(latitude)) <= 90 AND abs(\(longitude)) <= 180 THEN \(point(longitude, latitude)) END"
        return "\(postgis).ST_DWithin(\(place), \(here), \(meters))"
    }
}
