import GeoqSync

/// The SQL that gives the place of a relation's row in degrees on WGS 84, of any
/// column of places or pair of columns.
///
/// It gives NULL, and never an error, where a row has no place that can be
/// read: one value must not stop a table.
struct RelationPlace {
    /// What is joined to each row; empty where the columns themselves serve.
    let join: String
    let latitude: String
    let longitude: String
    /// The SRIDs of the column's values that the server knows; nil for a column whose type fixes
    /// one, and for pairs of columns.
    private(set) var knownSRIDs: [Int]?
    /// What is transformed, and the transformation of a value of this name;
    /// nil where nothing is.
    private(set) var transformation: (point: String, degrees: String)?

    /// The columns of numbers that the place is made of as they are, unless they are of `float8`; nil where
    /// something is computed.
    private(set) var columns: (latitude: NumberColumn?, longitude: NumberColumn?) = (nil, nil)

    /// A system of coordinates, as `spatial_ref_sys` of the server has it.
    struct System: Hashable {
        let srid: Int
        /// Whether its coordinates are degrees.
        let isInDegrees: Bool
        /// A digest of its definition.
        let definition: String
    }

    /// The systems that decide where its places are: those of `spatial_ref_sys` that a place may be
    /// transformed from. Empty where nothing is transformed.
    private(set) var systems: [System] = []

    /// - Parameters:
    ///   - location: the column of places.
    ///   - systems: the systems of its values that the server knows.
    ///   - sridOfNone: the system of values without one.
    init(
        _ location: TableDescription.Column, systems: [System], sridOfNone: Int?,
        shapes: TableMapping.Table.ShapePlace?, except unplaced: String? = nil, postgis: String
    ) {
        let column = "t.\(SQLText.name(location.name))"
        let value = location.type == "geography" ? "\(column)::\(postgis).geometry" : column
        if location.place?.isSure == true {
            (join, latitude, longitude) = ("", "\(postgis).ST_Y(\(value))", "\(postgis).ST_X(\(value))")
            return
        }
        let point = Self.point(
            of: value, kind: location.place?.kind ?? 0, shapes, isGeography: location.type == "geography", postgis)
        let cases = systems.map { system in
            let ids = system.srid == sridOfNone ? [system.srid, 0] : [system.srid]
            let result =
                system.srid == 4326 ? "a.point" : Self.transformed("a.point", system, setting: ids.contains(0), postgis)
            return
                "WHEN \(postgis).ST_SRID(a.point) IN (\(ids.map(String.init).joined(separator: ", "))) THEN \(result)"
        }
        let degrees =
            cases.isEmpty
            ? "NULL::\(postgis).geometry" : "CASE \(Self.none(unplaced))\(cases.joined(separator: " ")) END"
        if systems.contains(where: { $0.srid != 4326 }) { transformation = (point, degrees) }
        self.systems = systems
        if location.place?.srid ?? 0 == 0 { knownSRIDs = systems.map(\.srid) }
        join = Self.join(degrees, of: point, postgis)
        (latitude, longitude) = ("geoq_place.lat", "geoq_place.lon")
    }

    /// - Parameters:
    ///   - x: the longitude, or the easting.
    ///   - system: of what system the numbers are.
    ///   - isView: whether the columns may be long to compute.
    init(
        y: TableDescription.Column, x: TableDescription.Column, system: System?, except unplaced: String? = nil,
        isView: Bool, postgis: String?
    ) {
        let (first, second) = (Self.number(y), Self.number(x))
        guard let system, system.srid != 4326, let postgis else {
            if !isView { columns = (NumberColumn(y), NumberColumn(x)) }
            // Of columns alone PostgreSQL knows which partitions and indexes serve, and other servers get
            // conditions on them. Other values, and those of views, are computed once.
            if !isView, Self.isNumber(y), Self.isNumber(x) {
                (join, latitude, longitude) = ("", first, second)
                return
            }
            join = " CROSS JOIN LATERAL (SELECT \(first) AS lat, \(second) AS lon OFFSET 0) AS geoq_place"
            (latitude, longitude) = ("geoq_place.lat", "geoq_place.lon")
            return
        }
        let point = "\(postgis).ST_SetSRID(\(postgis).ST_MakePoint(\(second), \(first)), \(system.srid))"
        let transformed = Self.transformed("a.point", system, setting: false, postgis)
        let degrees = unplaced == nil ? transformed : "CASE \(Self.none(unplaced))ELSE \(transformed) END"
        (transformation, systems) = ((point, degrees), [system])
        join = Self.join(degrees, of: point, postgis)
        (latitude, longitude) = ("geoq_place.lat", "geoq_place.lon")
    }

    /// SQL that gives each row its place. OFFSET 0 keeps PostgreSQL from computing an expression again wherever it is
    /// named.
    ///
    /// - Parameter degrees: SQL of the place in degrees, made of `a.point`, which is `point`.
    private static func join(_ degrees: String, of point: String, _ postgis: String) -> String {
        """
         CROSS JOIN LATERAL (SELECT \(postgis).ST_Y(b.point) AS lat, \(postgis).ST_X(b.point) AS lon FROM (\
        SELECT \(degrees) AS point FROM (SELECT \(point) AS point OFFSET 0) AS a OFFSET 0) AS b OFFSET 0) AS geoq_place
        """
    }

    /// SQL of a CASE that gives rows no place.
    private static func none(_ condition: String?) -> String {
        condition.map { "WHEN \($0) THEN NULL " } ?? ""
    }

    /// The point that a value is, or that stands for it.
    ///
    /// - Parameter kind: as `PlaceType.kind`.
    private static func point(
        of value: String, kind: Int, _ shapes: TableMapping.Table.ShapePlace?, isGeography: Bool, _ postgis: String
    ) -> String {
        if kind == 1 { return value }
        guard let shapes else {
            return """
                CASE \(postgis).ST_GeometryType(\(value)) WHEN 'ST_Point' THEN \(value) \
                WHEN 'ST_MultiPoint' THEN CASE WHEN \(postgis).ST_NumGeometries(\(value)) = 1 \
                THEN \(postgis).ST_GeometryN(\(value), 1) END END
                """
        }
        let (polygons, whole, parts) = standIns(for: value, shapes, isGeography: isGeography, postgis)
        let text = "\(postgis).ST_AsText(\(value)) COLLATE \"C\""
        return """
            CASE \(postgis).ST_GeometryType(\(value)) WHEN 'ST_Point' THEN \(value) \
            WHEN 'ST_MultiPoint' THEN CASE WHEN \(postgis).ST_NumGeometries(\(value)) = 1 \
            THEN \(postgis).ST_GeometryN(\(value), 1) ELSE \(parts) END \
            WHEN 'ST_LineString' THEN \(whole) WHEN 'ST_MultiLineString' THEN \(parts) \
            WHEN 'ST_Polygon' THEN \(ofRings(polygons, value, postgis)) \
            WHEN 'ST_MultiPolygon' THEN \(ofRings(polygons, value, postgis)) \
            WHEN 'ST_PolyhedralSurface' THEN NULL WHEN 'ST_Tin' THEN NULL WHEN 'ST_Triangle' THEN NULL \
            WHEN 'ST_GeometryCollection' THEN CASE \
            WHEN \(text) ~ 'POLYHEDRALSURFACE|TIN|TRIANGLE|NaN' THEN NULL \
            WHEN \(text) !~ 'CURVE|CIRCULAR|MULTISURFACE' THEN \(parts) \
            WHEN \(text) !~ 'EMPTY' THEN \(whole) END \
            ELSE CASE WHEN \(text) !~ 'EMPTY|NaN' THEN \(whole) END END
            """
    }

    /// `ST_Centroid` of a geography whose first part is empty ends the server itself (PostGIS 3.3.2), and `ST_Intersects`
    /// of one with an empty part is an error.
    private static func hasEmptyParts(_ shape: String, _ postgis: String) -> String {
        "\(postgis).ST_AsText(\(shape)) COLLATE \"C\" ~ 'EMPTY'"
    }

    /// How far a shape reaches in longitude.
    private static func width(_ shape: String, _ postgis: String) -> String {
        "\(postgis).ST_XMax(\(shape)) - \(postgis).ST_XMin(\(shape))"
    }

    /// A point that stands for a shape, by the way in which it stands for one in the plane of longitude and latitude.
    ///
    /// A shape that lies on both sides of the meridian 180° has it on or between its parts, and not on the other side of
    /// the Earth: a shape whose parts end on both numbers of the meridian, as RFC 7946 (3.1.9) cuts it, or a geography
    /// that spans more than half of all longitudes, whose edges go the short way; its longitudes count from 0° to 360°.
    /// A shape that spans as much when it is counted so, or has a part that does, goes round the Earth.
    ///
    /// - Parameter around: the SQL of the point of a geography that goes round the Earth; nil for that of the plane.
    private static func point(
        across value: String, isGeography: Bool, around: String? = nil, _ postgis: String, _ point: (String) -> String
    ) -> String {
        let shifted = "\(postgis).ST_ShiftLongitude(\(value))"
        let isCut = """
            \(postgis).ST_XMin(\(value)) = -180 AND \(postgis).ST_XMax(\(value)) = 180 AND NOT EXISTS (\
            SELECT 1 FROM \(postgis).ST_Dump(\(value)) AS part WHERE \(width("part.geom", postgis)) > 180)
            """
        let isAcross = isGeography ? "\(width(value, postgis)) > 180" : isCut
        // PostGIS shifts no curves, and nothing that may hold some; a geography has none.
        let isShifted = """
            CASE WHEN \(isAcross) THEN CASE WHEN \(postgis).ST_AsText(\(value)) COLLATE "C" !~ 'CURVE|CIRCULAR|SURFACE' \
            THEN \(width(shifted, postgis)) <= 180 END END
            """
        return """
            CASE WHEN \(isShifted) THEN \(postgis).ST_ShiftLongitude(\(point(shifted))) \
            \(around.map { "WHEN \(isAcross) AND NOT \(hasEmptyParts(value, postgis)) THEN \($0) " } ?? "")\
            ELSE \(point(value)) END
            """
    }

    /// The point that stands for a shape: for polygons, for others that have no empty parts, and for those that may have
    /// some.
    ///
    /// PostGIS makes errors of solids, of empty curves within others, and of rings whose ends are no
    /// numbers. `ST_PointOnSurface` of points or lines of which one is empty, or has coordinates that are no
    /// numbers, ends the server itself (PostGIS 3.3.2 with GEOS 3.11.1), and with it the sessions of all its
    /// users: empty parts are left out first, and of other such shapes it is not asked.
    private static func standIns(
        for value: String, _ shapes: TableMapping.Table.ShapePlace, isGeography: Bool, _ postgis: String
    ) -> (polygons: String, whole: String, parts: String) {
        switch shapes {
        case .centroid:
            let onSpheroid = "\(postgis).ST_Centroid((\(value))::\(postgis).geography)::\(postgis).geometry"
            func centroid(around: String? = nil) -> String {
                point(across: value, isGeography: isGeography, around: around, postgis) {
                    "\(postgis).ST_Centroid(\($0))"
                }
            }
            return (centroid(around: isGeography ? onSpheroid : nil), centroid(), centroid())
        case .surface:
            let whole = onSurface(of: value, postgis)
            // The parts of a shape that is cut at the meridian 180° lie in the plane as they are.
            guard isGeography else { return (whole, whole, onParts(of: value, postgis)) }
            let parts = point(across: value, isGeography: true, postgis) { onParts(of: $0, postgis) }
            return (onSurface(ofGeography: value, postgis), whole, parts)
        }
    }

    /// A point on a shape in the plane. One on a shape that crosses itself may be an error; it has the centroid.
    private static func onSurface(of shape: String, _ postgis: String) -> String {
        """
        CASE WHEN \(postgis).ST_IsValid(\(shape)) THEN \(postgis).ST_PointOnSurface(\(shape)) \
        ELSE \(postgis).ST_Centroid(\(shape)) END
        """
    }

    /// The same for a collection, of which parts may be empty.
    private static func onParts(of shape: String, _ postgis: String) -> String {
        // Of a collection the parts of its dimension, to which an empty part counts, may all be empty.
        let full = "\(postgis).ST_CollectionExtract(\(shape), \(postgis).ST_Dimension(\(shape)) + 1)"
        return """
            CASE WHEN \(postgis).ST_AsText(\(shape)) COLLATE "C" !~ 'NaN' AND \(postgis).ST_IsValid(\(shape)) \
            AND NOT \(postgis).ST_IsEmpty(\(full)) THEN \(postgis).ST_PointOnSurface(\(full)) \
            ELSE \(postgis).ST_Centroid(\(shape)) END
            """
    }

    /// A point on the polygons of a geography, whose edges go the short way around the Earth: that of the plane, where
    /// it is one; of polygons across the meridian 180° that of longitudes from 0° to 360°; of others, as around a pole,
    /// the centroid on the spheroid; NULL when this is not on them. With empty parts, the plane decides.
    private static func onSurface(ofGeography value: String, _ postgis: String) -> String {
        let (shape, inPlane) = ("(\(value))::\(postgis).geography", onSurface(of: value, postgis))
        let (shifted, centroid) = ("\(postgis).ST_ShiftLongitude(\(value))", "\(postgis).ST_Centroid(\(shape))")
        return """
            CASE WHEN \(width(value, postgis)) > 180 THEN CASE \
            WHEN \(hasEmptyParts(value, postgis)) THEN CASE WHEN \(width(shifted, postgis)) <= 180 \
            THEN \(postgis).ST_ShiftLongitude(\(onSurface(of: shifted, postgis))) ELSE \(inPlane) END \
            WHEN \(postgis).ST_Intersects(\(shape), (\(inPlane))::\(postgis).geography) THEN \(inPlane) \
            WHEN \(width(shifted, postgis)) <= 180 \
            THEN \(postgis).ST_ShiftLongitude(\(onSurface(of: shifted, postgis))) \
            WHEN \(postgis).ST_Intersects(\(shape), \(centroid)) THEN \(centroid)::\(postgis).geometry END \
            ELSE \(inPlane) END
            """
    }

    /// The same for polygons; NULL for one with coordinates that are no numbers.
    private static func ofRings(_ whole: String, _ value: String, _ postgis: String) -> String {
        "CASE WHEN \(postgis).ST_Area(\(value)) <> 'NaN' THEN \(whole) END"
    }

    /// A point in degrees; NULL for coordinates that its system does not have,
    /// of which PROJ would make an error or another place.
    private static func transformed(
        _ point: String, _ system: System, setting: Bool, _ postgis: String
    ) -> String {
        let isMercator = [3857, 900_913, 3785].contains(system.srid)
        let (x, y) = system.isInDegrees ? (540.0, 90.0) : (isMercator ? 20_037_508.35 : 50_000_000, 50_000_000)
        let set = setting ? "\(postgis).ST_SetSRID(\(point), \(system.srid))" : point
        return """
            CASE WHEN abs(\(postgis).ST_X(\(point))) <= \(x) AND abs(\(postgis).ST_Y(\(point))) <= \(y) \
            THEN \(postgis).ST_Transform(\(set), 4326) END
            """
    }

    /// Whether each value of a column is a `float8`, or becomes one.
    private static func isNumber(_ column: TableDescription.Column) -> Bool {
        ["int2", "int4", "int8", "float4", "float8"].contains(column.type)
    }

    /// A number of a column of any type; NULL for a text that is no number, and for a decimal that no double
    /// can hold, of which PostgreSQL would make an error.
    static func number(_ column: TableDescription.Column) -> String {
        let name = "t.\(SQLText.name(column.name))"
        if isNumber(column) { return "\(name)::pg_catalog.float8" }
        if column.type == "numeric" {
            return """
                CASE WHEN abs(\(name)) BETWEEN 1e-300 AND 1e300 THEN \(name)::pg_catalog.float8 \
                WHEN \(name) = 0 THEN '0'::pg_catalog.float8 END
                """
        }
        let text = "\(name)::pg_catalog.text"
        // Under other collations a space may be one that is no space for the cast, or there are no
        // regular expressions.
        return """
            CASE WHEN (\(text)) COLLATE "C" ~ '^[[:space:]]*[-+]?([0-9]{1,20}[.]?[0-9]{0,40}|[.][0-9]{1,40})([eE][-+]?[0-9]{1,2})?[[:space:]]*$' \
            THEN \(text)::pg_catalog.float8 END
            """
    }
}
