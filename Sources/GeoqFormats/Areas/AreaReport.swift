package import GeoqIndex

/// Takes what a reader of areas finds, one by one. The reader keeps nothing.
package protocol AreaSink: AnyObject {
    func take(_ area: AreaRecord) throws
    /// A feature that should be an area and is not usable. The others are read.
    func refuse(_ refusal: AreaRefusal) throws
}

/// Why a feature that is not bad is no area.
package enum AreaSkip: Hashable, Sendable, CustomStringConvertible {
    /// A feature without a place, as GeoJSON and shapefiles allow.
    case noGeometry
    /// A polygon without rings.
    case empty
    /// A point or a line, by its name in the standard.
    case noPolygon(String)
    /// A point or a line beside polygons in one feature; the polygons are taken.
    case partNoPolygon(String)
    /// A shapefile's table says that the feature is deleted.
    case deleted

    package var description: String {
        switch self {
        case .noGeometry: "without a geometry"
        case .empty: "an empty geometry"
        case .noPolygon(let geometry): "a \(geometry), not a polygon"
        case .partNoPolygon(let geometry): "a \(geometry) beside the polygons of an area"
        case .deleted: "marked as deleted"
        }
    }
}

/// What a reader of areas tells when it is done.
package struct AreaReport: Equatable, Sendable {
    /// The formats of the files that were read, in the order of the files and
    /// each once.
    package var formats: [AreaFormat] = []
    /// Features that became areas.
    package var taken = 0
    /// Features that were refused.
    package var refused = 0
    /// Features and parts of features that are no areas, by the reason.
    package var skipped: [AreaSkip: Int] = [:]
    /// Attributes that were not kept: lists and objects, texts that are too long,
    /// and those beyond `AreaFields.maximumProperties`.
    package var propertiesLeftOut = 0
    /// Rings that were closed or left out, when the reader mends.
    package var mending = AreaMending()
    /// Shapefiles without a `.prj` that were read, because the user says which system they have.
    package var withoutSystem = 0
    /// Sentences for the user.
    package var notes: [String] = []
    /// Files of a folder or an archive that were not read, and why.
    package var leftOut: [LeftOutMember] = []

    package init() {}
}
