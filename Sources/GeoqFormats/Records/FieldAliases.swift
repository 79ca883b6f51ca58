import Geoq

/// The names of geoq's fields in files of unknown origin, the best first:
/// columns of tables with a header (`PlaceTable`, `SightingTable`, `BirdTable`)
/// and members of JSON objects (`JSONFieldBinder`).
enum FieldAliases {
    /// The names of one field of one kind of record.
    ///
    /// - Precondition: the kind has the field.
    static func names(of field: TableField, in kind: ImportKind) -> [ColumnName] {
        guard let entry = table(for: kind).first(where: { $0.field == field }) else {
            preconditionFailure("\(kind.rawValue) have no field \(field.rawValue).")
        }
        return entry.names
    }

    /// The fields of one kind of record.
    static func table(for kind: ImportKind) -> [(field: TableField, names: [ColumnName])] {
        switch kind {
        case .hotspots: hotspots
        case .observations: observations
        case .birds: birds
        case .presence: presence
        // Columns of watchlists have fixed names only.
        case .watchlists: []
        }
    }

    private static let latitudes: [ColumnName] = [
        "lat", "latitude", "decimal_latitude", "lat_dd", "latitude_dd", "lat_wgs84", "latitude_wgs84", "y",
    ]
    private static let longitudes: [ColumnName] = [
        "lon", "lng", "long", "longitude", "decimal_longitude", "lon_dd", "long_dd", "longitude_dd", "lon_wgs84",
        "long_wgs84", "longitude_wgs84", "x",
    ]

    /// Columns that hold a point as a whole: WKT, WKB in hexadecimal digits, or
    /// GeoJSON.
    private static let geometries: [ColumnName] = [
        "geometry", "geom", "the_geom", "wkt", "wkb_geometry", "geog", "geography", "wkt_geom", "point",
    ]

    private static let hotspots: [(field: TableField, names: [ColumnName])] = [
        (
            .id,
            [
                "id", "uuid", "source_id", "loc_id", "locality_id", "location_id", "site_id", "place_id", "hotspot_id",
                "code", "gid", "fid",
            ]
        ),
        (.lat, latitudes), (.lon, longitudes), (.geometry, geometries),
        (
            .name,
            [
                "name", "loc_name", "hotspot", "hotspot_name", "place", "place_name", "site", "site_name", "location",
                "location_name", "locality_name", "title", "label", "station",
            ]
        ),
        (
            .locality,
            [
                "locality", "region", "subnational2_code", "subnational1_code", "county", "admin1", "state", "province",
                "city", "country", "country_code", "cc",
            ]
        ),
    ]

    private static let observations: [(field: TableField, names: [ColumnName])] = [
        (.id, ["id", "uuid", "source_id", "observation_id", "occurrence_id", "record_id", "obs_id", "event_id"]),
        (.lat, latitudes), (.lon, longitudes), (.geometry, geometries),
        (
            .scientificName,
            [
                "scientific_name", "sci_name", "latin_name", "species_scientific", "binomial", "taxon", "taxon_name",
                "species",
            ]
        ),
        (
            .commonName,
            [
                "common_name", "com_name", "english_name", "vernacular_name", "species_name", "species_common", "bird",
            ]
        ),
        (
            .count,
            [
                "count", "how_many", "observation_count", "individual_count", "number", "quantity", "abundance",
            ]
        ),
        (
            .date,
            [
                "date", "observed_on", "observation_date", "event_date", "obs_date", "obs_dt", "datetime", "date_time",
                "timestamp",
            ]
        ),
        (.time, ["time", "observation_time", "event_time", "obs_time"]),
        (
            .uncertainty,
            [
                "uncertainty_m", "coordinate_uncertainty_in_meters", "coordinate_uncertainty", "accuracy_m", "accuracy",
            ]
        ),
        (
            .place,
            [
                "place", "locality", "loc_name", "location", "location_name", "site", "site_name", "hotspot",
            ]
        ),
        (.license, ["license", "licence"]), (.withheld, ["withheld", "information_withheld"]),
    ]

    private static let presence: [(field: TableField, names: [ColumnName])] = [
        (.id, ["id", "uuid"]),
        (
            .hotspotID,
            ["hotspot_id", "loc_id", "locality_id", "location_id", "site_id", "place_id"]
        ),
        (
            .place,
            [
                "hotspot", "hotspot_name", "loc_name", "place", "place_name", "location", "location_name", "locality",
                "site", "site_name",
            ]
        ),
        (.birdID, ["bird_id"]),
        (
            .scientificName,
            ["scientific_name", "sci_name", "latin_name", "binomial", "taxon", "taxon_name", "species"]
        ),
        (
            .commonName,
            ["common_name", "com_name", "english_name", "vernacular_name", "species_name", "bird"]
        ),
        (.week, ["week", "iso_week", "week_of_year", "week_number"]),
        (.likelihood, ["likelihood", "frequency", "probability", "presence"]),
    ]

    private static let birds: [(field: TableField, names: [ColumnName])] = [
        (.id, ["id", "uuid", "source_id", "species_code", "species_id", "code", "taxon_id"]),
        (
            .commonName,
            [
                "common_name", "com_name", "english_name", "primary_com_name", "vernacular_name", "name", "bird",
            ]
        ),
        (
            .scientificName,
            ["scientific_name", "sci_name", "latin_name", "binomial", "species", "taxon"]
        ),
        (.family, ["family", "family_name", "family_sci_name"]),
        (.orderName, ["order_name", "order", "order1"]), (.shapeID, ["shape_id", "shape"]),
        (.descriptionText, ["description_text", "description"]),
        (.conservationStatus, ["conservation_status", "iucn_red_list_category", "status"]),
    ]
}
