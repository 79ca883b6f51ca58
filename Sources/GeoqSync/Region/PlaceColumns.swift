import GeoqIndex

/// Where a remote table has its places, as SQL.
struct PlaceColumns {
    /// Degrees.
    let latitude: String
    let longitude: String
    /// The `geography` or `geometry` column; nil when the table has none.
    let location: String?
    let isGeometry: Bool
    private let postgis: String?

    /// - Parameter postgis: the schema, in quotes, that PostGIS lives in; nil
    ///   without PostGIS.
    /// - Throws: `SyncError` when places can only be read by PostGIS, and there
    ///   is none.
    init(_ description: TableDescription, postgis: String?) throws {
        self.postgis = postgis
        location = description.location.map { "t.\(SQLText.name($0.name))" }
        isGeometry = description.location?.type == "geometry"
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

    /// Where PostGIS lives.
    var schema: String {
        get throws {
            guard let postgis else { throw SyncError.schema("circles need PostGIS, which the server does not have") }
            return postgis
        }
    }

    func function(_ name: String) throws -> String { "\(try schema).\(name)" }

    /// The place of a row.
    var geography: String {
        get throws {
            if let location { return "\(location)::\(try schema).geography" }
            return try point(longitude: longitude, latitude: latitude)
        }
    }

    func point(_ place: Coordinate, _ number: (Double) -> String) throws -> String {
        try point(longitude: number(place.longitude), latitude: number(place.latitude))
    }

    func point(longitude: String, latitude: String) throws -> String {
        try """
        \(function("ST_SetSRID"))(\(function("ST_MakePoint"))(\(longitude), \(latitude)), 4326)::\(schema).geography
        """
    }

    /// Whether a row has a place on earth.
    var isPlace: String { "\(latitude) BETWEEN -90 AND 90 AND \(longitude) BETWEEN -180 AND 180" }
}
