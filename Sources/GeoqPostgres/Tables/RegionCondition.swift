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

    func sql(_ region: Region) throws -> String {
        switch region {
        case .box(let box): inside(box)
        case .circle(let center, let radius): try within(radius, of: center)
        }
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
        var any = [longitudes, "abs(\(latitude)) = 90"]
        if touches180 { any.append("abs(\(longitude)) = 180") }
        return """
            (\(latitude) BETWEEN \(number(box.south)) AND \(number(box.north)) \
            AND abs(\(longitude)) <= 180 AND (\(any.joined(separator: " OR "))))
            """
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
    func within(_ radius: Distance, of center: Coordinate) throws -> String {
        // Half the girth of the earth, and more, means everywhere.
        let radius = min(radius, .meters(30_000_000))
        let test = try """
        \(places.function("ST_DWithin"))(\(places.geography), \(places.point(center, number)), \
        \(number(radius.meters)))
        """
        let box = Circle(center: center, radius: radius).box
        // PostGIS would wrap impossible coordinates into possible ones. The
        // box, which costs less and is tested first, excludes them.
        guard let location = places.location else { return "(\(inside(box)) AND \(test))" }
        guard places.isGeometry else { return test }
        let parts: [(Double, Double)] =
            box.crossesDateLine ? [(box.west, 180), (-180, box.east)] : [(box.west, box.east)]
        let boxes = try parts.map { west, east in
            try """
            \(location) OPERATOR(\(places.schema).&&) \(places.function("ST_MakeEnvelope"))(\(number(west)), \
            \(number(box.south)), \(number(east)), \(number(box.north)), 4326)
            """
        }
        return "((\(boxes.joined(separator: " OR "))) AND \(test))"
    }
}
