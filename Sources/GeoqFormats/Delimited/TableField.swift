import Geoq

/// What geoq looks for in a table; the raw value is what `--map` calls it.
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

    /// The field that a word of `--map` means; `latitude`, `species`, `order`
    /// and the like are understood, too.
    init?(mapped word: String) {
        let name = ColumnName(word)
        if let field = TableField.allCases.first(where: { ColumnName($0.rawValue) == name }) {
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
        default: return nil
        }
    }
}
