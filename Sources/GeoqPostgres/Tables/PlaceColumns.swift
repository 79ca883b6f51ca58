import GeoqIndex
import GeoqSync

/// SQL for the places of a remote table.
struct PlaceColumns {
    /// SQL for the latitude in degrees.
    let latitude: String
    let longitude: String
    /// The `geography` or `geometry` column; nil when the table has none that has the place of every row.
    let location: String?
    let isGeometry: Bool
    /// Whether latitude and longitude are numbers of the row, and not read from a
    /// geometry.
    let areNumbers: Bool
    /// Whether latitude and longitude are read from a column of points.
    private let arePoints: Bool
    /// The column of points by which an index may find the nearest rows; nil without one.
    private let ordered: (column: String, isGeometry: Bool)?
    /// The columns that these numbers are made of, or that stand beside them, where PostgreSQL must be told of
    /// them besides.
    private(set) var columns: (latitude: NumberColumn?, longitude: NumberColumn?) = (nil, nil)
    private let postgis: String?

    /// SQL that asks whether a row has a place that cannot be read as a point
    /// in degrees; nil where the column's type rules such places out.
    let isOdd: String?

    /// - Parameter postgis: the schema, in quotes, that contains PostGIS; nil
    ///   without PostGIS.
    /// - Throws: `SyncError` when only PostGIS could read the places, and the
    ///   server does not have it.
    init(_ description: TableDescription, postgis: String?) throws {
        self.postgis = postgis
        let isPlaced = description.isPlacedByLocation
        (areNumbers, arePoints) = (!isPlaced, isPlaced)
        // Beside columns of numbers it can serve as an index: one that may lack places only for the order in which some
        // rows are found.
        let column = description.location.flatMap { isPlaced || $0.place?.isSure == true ? $0 : nil }
        let isSure = column?.place?.isSure == true
        let name = column.map { "t.\(SQLText.name($0.name))" }
        let isOfGeometry = column?.type == "geometry"
        let hasEvery = column.map { isPlaced || description.isCopy($0) } ?? false
        (location, isGeometry) = (hasEvery ? name : nil, isOfGeometry)
        // Geometries of several systems have no distance from each other.
        if let name, isSure || !isOfGeometry { ordered = (name, isOfGeometry) } else { ordered = nil }
        if !isPlaced {
            isOdd = nil
            latitude = "t.\(SQLText.name(description.remoteName(of: "lat")))"
            longitude = "t.\(SQLText.name(description.remoteName(of: "lon")))"
        } else if let postgis, let location {
            let shape = "\(location)::\(postgis).geometry"
            let isPoint =
                "(\(postgis).GeometryType(\(shape)) = 'POINT' AND \(postgis).ST_SRID(\(shape)) = 4326)"
            isOdd = isSure ? nil : "(\(location) IS NOT NULL AND NOT \(isPoint))"
            let point = isSure ? shape : "CASE WHEN \(isPoint) THEN \(shape) END"
            latitude = "\(postgis).ST_Y(\(point))"
            longitude = "\(postgis).ST_X(\(point))"
        } else {
            throw SyncError.schema("\(description.fullName) cannot be read by region without PostGIS")
        }
    }

    /// The places of a relation's rows, which two expressions give.
    ///
    /// A column of points in degrees, of which they are read, may have an index.
    init(_ place: RelationPlace, of description: TableDescription, postgis: String?) {
        (latitude, longitude, columns) = (place.latitude, place.longitude, place.columns)
        if let (latitude, longitude) = description.numbersBeside {
            columns = (NumberColumn(beside: latitude), NumberColumn(beside: longitude))
        }
        let points = postgis == nil ? nil : description.location.flatMap { $0.place?.isSure == true ? $0 : nil }
        location = points.map { "t.\(SQLText.name($0.name))" }
        isGeometry = points?.type == "geometry"
        (areNumbers, arePoints, isOdd) = (true, points != nil, nil)
        if postgis != nil, let column = points ?? description.pointsBeside {
            ordered = ("t.\(SQLText.name(column.name))", column.type == "geometry")
        } else {
            ordered = nil
        }
        self.postgis = postgis
    }

    /// The schema that contains PostGIS.
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
            if let location, !(isGeometry && isOdd != nil) { return "\(location)::\(try schema).geography" }
            return try point(longitude: longitude, latitude: latitude)
        }
    }

    /// Whether an index may find the nearest rows.
    var areOrdered: Bool { ordered != nil }

    /// SQL by whose order an index finds rows that are about the nearest of a place: of geographies the distance on
    /// the sphere, of geometries that in degrees; nil without such a column.
    func order(around center: Coordinate, _ number: (Double) -> String) throws -> String? {
        guard let ordered else { return nil }
        let (longitude, latitude) = (number(center.longitude), number(center.latitude))
        let here = try """
        \(function("ST_SetSRID"))(\(function("ST_MakePoint"))(\(longitude), \(latitude)), 4326)\
        \(ordered.isGeometry ? "" : "::\(schema).geography")
        """
        return "\(ordered.column) OPERATOR(\(try schema).<->) \(here)"
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
    ///
    /// PostgreSQL takes a range of something computed for one that few rows are in, and then asks no index for
    /// the nearest.
    var isPlace: String {
        arePoints
            ? "abs(\(latitude)) <= 90 AND abs(\(longitude)) <= 180"
            : "\(latitude) BETWEEN -90 AND 90 AND \(longitude) BETWEEN -180 AND 180"
    }
}
