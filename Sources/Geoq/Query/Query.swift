public import GeoqIndex

/// A question about one layer. The same value serves the library, the command
/// line and HTTP.
///
///     .near(here, within: .kilometers(25))
///     .nearest(10, to: here)
///     .inside(box)
///     .inside(county)
///     .along(drive)
///
/// Hits come nearest first, ties by id; those inside a box or an area by id; those along
/// a corridor in the order of travel, ties by their distance from it and then by id.
public struct Query: Sendable {
    /// Where to look.
    package enum Area: Hashable, Sendable {
        /// Around a place: within a radius (its edge included), or everywhere.
        case around(Coordinate, within: Distance?)
        /// Inside a box, its edges included.
        case box(BoundingBox)
        /// No further from a line than its width, the edge included.
        case along(Corridor)
    }

    package var area: Area
    /// Only hits inside this area, its boundary included; nil for no such bound.
    public var inside: GeoqIndex.Area?
    /// The layer whose features are asked for.
    public var layer: Layer
    /// Only hits at least this far from the center; a hit exactly this far is included. A question without a center is
    /// refused (`QueryError.minimumWithoutCenter`).
    public var minimum: Distance?
    /// At most this many hits: the first of the order, or the first after
    /// `after`. Zero or more.
    public var limit: Int?
    /// Only this many hits of the whole order, counted from its beginning, on
    /// every page: for example the ten nearest, four at a time. Zero or more.
    public var first: Int?
    /// Only hits after this one: the next page.
    public var after: PageCursor?
    /// A scientific or common name, compared without regard to case, accents and
    /// punctuation other than a slash. A common name means every species with a
    /// record, or a bird of the store, under that name, and all records of these
    /// species. A record without a scientific name is of the birds that have its
    /// common one.
    public var species: String?
    /// Only what was certainly seen on this day or later: undated sightings,
    /// and those known only to a month that starts before, are left out.
    public var since: Day?
    /// Only what was certainly seen on this day or before.
    public var until: Day?
    /// A condition on the layer's columns; the store turns it into positions.
    public var filter: PropertyFilter?
    /// Can stop the search before its end; nil when nothing can.
    package var interruption: Interruption?

    package init(_ area: Area, layer: Layer = .hotspots) {
        (self.area, self.layer) = (area, layer)
    }

    /// Everything at most `radius` away.
    ///
    /// - Complexity: O(1). What an answer costs, `Snapshot.answer(_:)` says.
    public static func near(
        _ center: Coordinate, within radius: Distance, layer: Layer = .hotspots
    ) -> Query {
        Query(.around(center, within: radius), layer: layer)
    }

    /// The `count` nearest, wherever they are.
    ///
    /// - Precondition: `count` is zero or more.
    /// - Complexity: O(1).
    public static func nearest(_ count: Int, to center: Coordinate, layer: Layer = .hotspots) -> Query {
        var query = Query(.around(center, within: nil), layer: layer)
        query.limit = count
        return query
    }

    /// Everything inside a box.
    ///
    /// - Complexity: O(1).
    public static func inside(_ box: BoundingBox, layer: Layer = .hotspots) -> Query {
        Query(.box(box), layer: layer)
    }

    /// Everything inside an area: polygons with holes.
    ///
    /// - Complexity: O(1).
    public static func inside(_ area: GeoqIndex.Area, layer: Layer = .hotspots) -> Query {
        var query = Query(.box(.everything), layer: layer)
        query.inside = area
        return query
    }

    /// Everything along a line. A hit's distance is that from the line; how far along it is, and on
    /// which side, `Corridor.foot(of:)` says of its coordinate.
    ///
    /// - Complexity: O(1).
    public static func along(_ corridor: Corridor, layer: Layer = .hotspots) -> Query {
        Query(.along(corridor), layer: layer)
    }

    /// The corridor that hits lie along; nil for other questions.
    package var corridor: Corridor? {
        if case .along(let corridor) = area { corridor } else { nil }
    }

    /// The place that distances are measured from; nil for a box, an area and a corridor.
    public var center: Coordinate? {
        if case .around(let center, _) = area { center } else { nil }
    }
}
