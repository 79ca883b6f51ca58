import Geoq

/// What geoq looks for in a table; the raw value is what
/// `ImportOptions.columnMap` calls it.
enum TableField: String, CaseIterable, Sendable {
    case id, lat, lon, name, locality, geometry
    case scientificName = "scientific_name"
    case commonName = "common_name"
    case count, date, time
    case uncertainty = "uncertainty_m"
    case place, license, withheld
    case family
    case orderName = "order_name"
    case shapeID = "shape_id"
    case descriptionText = "description_text"
    case conservationStatus = "conservation_status"
    case hotspotID = "hotspot_id"
    case birdID = "bird_id"
    case week, likelihood
    // Of geoq's own exports, and dates in three columns: these have one name
    // each, and the user cannot name another column for them.
    case source
    case sourceID = "source_id"
    case dateEnd = "date_end"
    case datePrecision = "date_precision"
    case year, month, day

    /// Whether a file has the field under one name only.
    var hasOneName: Bool {
        switch self {
        case .source, .sourceID, .dateEnd, .datePrecision, .year, .month, .day: true
        default: false
        }
    }

    /// The fields that the user can name a column for.
    static let mappable = allCases.filter { !$0.hasOneName }

    /// The field that a key of `ImportOptions.columnMap` means; `latitude`,
    /// `species`, `order` and the like are understood, too.
    init?(mapped word: String) {
        let name = ColumnName(word)
        if let field = TableField.mappable.first(where: { ColumnName($0.rawValue) == name }) {
            self = field
            return
        }
        switch name {
        case "latitude", "y": self = .lat
        case "longitude", "lng", "long", "x": self = .lon
        case "wkt", "geom": self = .geometry
        case "species": self = .scientificName
        case "uncertainty": self = .uncertainty
        case "order": self = .orderName
        case "shape": self = .shapeID
        case "description": self = .descriptionText
        case "status": self = .conservationStatus
        case "licence": self = .license
        case "hotspot": self = .place
        case "frequency": self = .likelihood
        default: return nil
        }
    }
}
