import Geoq
import GeoqIndex

/// The parameters that several questions share.
enum Common {
    static let latitude = Parameter(
        "lat", .number(-90...90, unit: "degrees"), "Latitude of the center; south is negative."
    ).required
    static let longitude = Parameter(
        "lon", .number(-360...360, unit: "degrees"),
        "Longitude of the center; west is negative. Beyond ±180 it goes on around the Earth."
    ).required
    static let kilometers = Parameter(
        "km", .number(0...100_000, unit: "kilometers"), "The radius; its edge counts as inside.")
    static let within = Parameter(
        "within", .text(expected: "a length with its unit, such as 5mi, 800m, 1.5nmi or 2km", example: "5mi"),
        "The radius with its unit, instead of km.")
    static let minimum = Parameter(
        "min-km", .number(0...100_000, unit: "kilometers"), "Only what is at least so far away.")
    static let layer = Parameter(
        "layer", .word(Layer.allCases.map(\.rawValue)), "What to look for.", standard: Layer.hotspots.rawValue)
    /// The word for the ways of migrations, which are no layer of places.
    static let trajectories = "trajectories"
    /// The layer of /near and /nearest.
    static let askedLayer = Parameter(
        "layer", .word(Layer.allCases.map(\.rawValue) + [trajectories]),
        "What to look for. trajectories are the ways of migrations, as lines: each with the distance to its nearest place; of the conditions they take species. GeoJSON also says how many migrations and points of the store are left out, because they have no place.",
        standard: Layer.hotspots.rawValue)
    static let species = Parameter(
        "species", .text(expected: "a scientific or common name", example: "Great Tit"),
        "Only observations of this species, without regard to case.", longest: Parameter.longestName)
    static let since = Parameter(
        "since", .text(expected: "a day as yyyy-mm-dd", example: "2026-01-31"),
        "Only what was certainly seen on this day or later.")
    static let until = Parameter(
        "until", .text(expected: "a day as yyyy-mm-dd", example: "2026-12-31"),
        "Only what was certainly seen on this day or before.")
    static let filter = Parameter(
        "filter", .text(expected: "a condition as CQL2 text", example: "source_id IS NOT NULL"),
        "A condition on any column (OGC 21-065r2, CQL2 text). Heights of its geometries and boxes are ignored.")
    /// Part 3, section 8.2. Drafts of CQL2 had another name for it, which GDAL
    /// still uses.
    static let filterLanguage = Parameter(
        "filter-lang", .word(["cql2-text", "cql-text"]), "The language of filter.", standard: "cql2-text")
    /// Part 3, section 8.3.
    static let filterSystem = Parameter(
        "filter-crs", .word([OGC.crs84]), "The coordinates of filter.", standard: OGC.crs84)
    static let filters = [filter, filterLanguage, filterSystem]
    static let fields = Parameter(
        "fields", .text(expected: "names of columns with commas between", example: "source_id"),
        "Columns to add to each hit; \(noFields) adds none. A name with a comma stands in quotation marks.")
    /// The value of `fields` that names no column, as on the command line.
    static let noFields = "none"
    static let after = Parameter(
        "after", .text(expected: "what the next link of the page before says", example: nil),
        "The next page.")

    /// OGC API – Features 1.0, requirement 22 C: a number above the server's
    /// limit means that limit (`Ask.limit`).
    static func limit(standard: Int) -> Parameter {
        Parameter(
            "limit", .count, "How many are given at most; the server's own limit holds where it is smaller.",
            standard: String(standard))
    }

    static let areaText = "POLYGON((lon lat, …)) or MULTIPOLYGON as WKT, each ring closed"
    static let areaExample = "POLYGON((-76.6 42.4,-76.4 42.4,-76.4 42.5,-76.6 42.4))"
    static let area = Parameter(
        "area",
        .text(
            expected:
                "\(areaText), or a geometry or feature of GeoJSON, or hexadecimal WKB; or the name or id of an area in the store",
            example: areaExample),
        "Only what lies inside this area, its boundary included: WKT, a geometry or feature of GeoJSON, hexadecimal WKB, or an area of the store by its name or id. An edge that steps more than 180° of longitude goes the short way. An area that is too long for a URL can be sent by POST."
    )
    static let edges = Parameter(
        "edges", .word(Area.Edges.allCases.map(\.rawValue)),
        "How the edges of the area run: drawn, straight in longitude and latitude (RFC 7946), or geodesic. Without it those of a geometry are drawn, and those of an area of the store are as the store has them."
    )
    static let pole = Parameter(
        "pole", .word(Area.Pole.allCases.map(\.rawValue)),
        "Which pole the area holds, when one of its rings runs round the Earth's axis.")
    /// An area, and what its positions do not tell.
    static let areas = [area, edges, pole]

    static let center = [latitude, longitude]
    /// The center of a question that may be about all inside an area.
    static let centerUnlessArea = center.map { $0.optional("With area, lat and lon may be left out together.") }
    static let radius = [kilometers, within]
    static let conditions = [species, since, until, TimeInterval.parameter] + areas + filters
}
