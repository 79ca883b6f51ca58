public import GeoqIndex

/// The part of the earth whose hotspots are mirrored.
public enum Region: Hashable, Sendable, CustomStringConvertible {
    /// A box, its edges included.
    case box(BoundingBox)
    /// All places at most this far from a place.
    case circle(Coordinate, radius: Distance)
    /// Polygons with holes, as they were when the region was chosen; and what they
    /// were called.
    case area(Area, name: String)
    /// A line and a width, as they were when the region was chosen; and what the line was called.
    case corridor(Corridor, name: String)

    /// In degrees and kilometers; an area and a line by their names.
    public var description: String {
        switch self {
        case .box(let box):
            "longitudes \(box.west) to \(box.east), latitudes \(box.south) to \(box.north)"
        case .circle(let center, let radius):
            "\(radius.meters / 1000) km around \(center.latitude), \(center.longitude)"
        case .area(_, let name): "the area \(name)"
        case .corridor(let corridor, let name): "\(corridor.width.meters / 1000) km along \(name)"
        }
    }
}

extension Region {
    /// A box that holds it; nil when it holds nothing.
    package var box: BoundingBox? {
        switch self {
        case .box(let box): box
        case .circle(let center, let radius): Circle(center: center, radius: radius).box
        case .area(let area, _): area.box
        case .corridor(let corridor, _): corridor.box
        }
    }

    /// Whether a place belongs to it.
    package func contains(_ place: Coordinate) -> Bool {
        switch self {
        case .box(let box): box.contains(place)
        case .circle(let center, let radius): Circle(center: center, radius: radius).contains(place)
        case .area(let area, _): area.contains(place)
        case .corridor(let corridor, _): corridor.contains(place)
        }
    }

    /// Whether only geoq decides what belongs to it: a server knows circles and boxes.
    package var isDecidedHere: Bool {
        switch self {
        case .box, .circle: false
        case .area, .corridor: true
        }
    }

    /// By what a server tells most places of a region that is decided here; nil of another one, and of an area
    /// without polygons.
    package var raster: AreaRaster? {
        switch self {
        case .box, .circle: nil
        case .area(let area, _): AreaRaster(area)
        case .corridor(let corridor, _): AreaRaster(corridor)
        }
    }
}
