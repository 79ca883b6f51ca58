import Geoq
import GeoqIndex
import GeoqSync

/// A region as a condition on a remote table.
struct RegionCondition {
    private let places: PlaceColumns
    private let number: (Double) -> String

    /// - Parameter number: writes a number: as itself, because `COPY` takes no
    ///   parameters, or as a parameter.
    init(_ places: PlaceColumns, number: @escaping (Double) -> String = SQLText.number) {
        (self.places, self.number) = (places, number)
    }

    /// - Parameter border: the condition that `BorderQuestion` has found for an area or a corridor.
    func sql(_ region: Region, border: String?) throws -> String {
        switch region {
        case .box(let box): return inside(box)
        case .circle(let center, let radius): return try within(radius, of: center)
        case .area, .corridor:
            guard let raster = region.raster else { return "false" }
            let isSure = told(by: raster, raster.inside, atEnds: "false")
            return border.map { "(\(isSure) OR \($0))" } ?? isSure
        }
    }

    /// Whether a row's place is told by a bit of its cell.
    ///
    /// - Parameter atEnds: what holds at a pole and on the meridian 180°, if the box
    ///   has the place.
    func told(by raster: AreaRaster, _ bits: [UInt8], atEnds: String) -> String {
        let box = raster.box
        let (latitude, longitude) = (places.latitude, places.longitude)
        let east =
            box.crossesDateLine
            ? "CASE WHEN \(longitude) < \(number(box.west)) THEN \(longitude) + 360 ELSE \(longitude) END" : longitude
        func cell(_ degrees: String, from first: Double, _ perDegree: Double) -> String {
            """
            least(pg_catalog.floor(((\(degrees)) - \(number(first))) * \(number(perDegree)))::pg_catalog.int4, \
            \(AreaRaster.side - 1))
            """
        }
        let row = cell(latitude, from: box.south, raster.rowsPerDegree)
        let column = cell(east, from: box.west, raster.columnsPerDegree)
        // `CASE` tests the box first: outside of it there is no such bit.
        return """
            CASE WHEN NOT coalesce(\(inside(box)), false) THEN false \
            WHEN abs(\(latitude)) = 90 OR abs(\(longitude)) = 180 THEN \(atEnds) \
            ELSE pg_catalog.get_bit(\(SQLText.bytes(bits)), \(row) * \(AreaRaster.side) + \(column)) = 1 END
            """
    }

    /// As `BoundingBox.contains`: the meridian 180° is one place under two
    /// numbers, and a pole lies on every meridian.
    func inside(_ box: BoundingBox) -> String {
        let (west, east) = (number(box.west), number(box.east))
        let (latitude, longitude) = (places.latitude, places.longitude)
        let touches180 = box.crossesDateLine || box.east == 180 || box.west == -180
        let longitudes =
            box.crossesDateLine
            ? "(\(longitude) >= \(west) OR \(longitude) <= \(east))" : "\(longitude) BETWEEN \(west) AND \(east)"
        var any = [longitudes]
        var ranges = Self.longitudes(of: box)
        if touches180 {
            any += ["\(longitude) = \(number(180))", "\(longitude) = \(number(-180))"]
            ranges += [(180, 180), (-180, -180)]
        }
        // Only where it can hold: beside it no part of a table that is cut by
        // longitude could be left out.
        if box.south == -90 || box.north == 90 {
            any.append("abs(\(latitude)) = 90")
            ranges = []
        }
        return """
            (\(latitude) BETWEEN \(number(box.south)) AND \(number(box.north)) \
            AND abs(\(longitude)) <= 180 AND (\(any.joined(separator: " OR ")))\(ofColumns(box, ranges)))
            """
    }

    /// The longitudes of a box, as ranges from west to east.
    private static func longitudes(of box: BoundingBox) -> [(Double, Double)] {
        box.crossesDateLine ? [(box.west, 180), (-180, box.east)] : [(box.west, box.east)]
    }

    /// The same with both numbers of the meridian 180° where a box touches it.
    private static func meridians(of box: BoundingBox) -> [(Double, Double)] {
        var ranges = longitudes(of: box)
        if !box.crossesDateLine, !box.holdsEveryLongitude {
            if box.east == 180 { ranges.append((-180, -180)) }
            if box.west == -180 { ranges.append((180, 180)) }
        }
        return ranges
    }

    /// A condition on the columns of numbers themselves, which holds for each row in a box, and by which PostgreSQL
    /// knows which partitions it needs: ` AND …`; empty where the condition on the places is enough for that.
    ///
    /// - Parameter longitudes: ranges, one of which holds the longitude of the row; empty for all longitudes.
    private func ofColumns(_ box: BoundingBox, _ longitudes: [(Double, Double)]) -> String {
        let (latitude, longitude) = places.columns
        var all = ""
        if let latitude { all += " AND \(latitude.isBetween(box.south, box.north, number))" }
        if let longitude, !longitudes.isEmpty {
            let any = longitudes.map { longitude.isBetween($0.0, $0.1, number) }
            all += " AND (\(any.joined(separator: " OR ")))"
        }
        return all
    }

    /// As `inside`, but in a form for which an index on a `geography` column
    /// can find the rows.
    func found(_ box: BoundingBox) throws -> String {
        guard places.location != nil, let circle = box.circle else { return inside(box) }
        return try "\(within(circle.radius, of: circle.center)) AND \(inside(box))"
    }

    /// In a form that an index may serve: one on the `geography` column; one on
    /// a `geometry` column; or, without either, one on latitudes, on
    /// longitudes, or on the `geography` made of both.
    ///
    /// Where latitude and longitude are columns, the circle's box stands beside
    /// the exact test: by it PostgreSQL leaves out the partitions, and so the
    /// servers, that have no place of the circle. The box excludes no place of it
    /// (`Circle.box`).
    func within(_ radius: Distance, of center: Coordinate) throws -> String {
        // Half the girth of the earth, and more, means everywhere.
        let radius = min(radius, .meters(30_000_000))
        let test = try """
        \(places.function("ST_DWithin"))(\(places.geography), \(places.point(center, number)), \
        \(number(radius.meters)))
        """
        let box = Circle(center: center, radius: radius).box
        var all = places.areNumbers ? [around(box)] : []
        if let location = places.location, places.isGeometry {
            let boxes = try Self.meridians(of: box).map { west, east in
                try """
                \(location) OPERATOR(\(places.schema).&&) \(places.function("ST_MakeEnvelope"))(\(number(west)), \
                \(number(box.south)), \(number(east)), \(number(box.north)), 4326)
                """
            }
            all.append("(\(boxes.joined(separator: " OR ")))")
        }
        return "(\((all + [test]).joined(separator: " AND ")))"
    }

    /// Whether a row's numbers lie in the box of a circle, as comparisons of the
    /// columns alone, from which PostgreSQL knows which partitions it needs.
    ///
    /// The box of a circle that comes near a pole has every longitude, so poles
    /// need no case of their own. Impossible numbers, which PostGIS would wrap into
    /// possible ones, lie in no box.
    private func around(_ box: BoundingBox) -> String {
        let (latitude, longitude) = (places.latitude, places.longitude)
        let longitudes = Self.meridians(of: box)
        let any = longitudes.map { "\(longitude) BETWEEN \(number($0.0)) AND \(number($0.1))" }
        return """
            \(latitude) BETWEEN \(number(box.south)) AND \(number(box.north)) \
            AND (\(any.joined(separator: " OR ")))\(ofColumns(box, longitudes))
            """
    }
}
