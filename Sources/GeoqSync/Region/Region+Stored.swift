import Foundation
import Geoq
import GeoqIndex

extension Region {
    /// A region as a store keeps it. Angles are in degrees.
    private struct Stored: Codable {
        var west: Double?
        var south: Double?
        var east: Double?
        var north: Double?
        var latitude: Double?
        var longitude: Double?
        var radiusMeters: Double?
        var name: String?
        var edges: String?
        var pole: String?
        /// Rings of longitudes and latitudes one after the other, the outer ring of
        /// each polygon first.
        var polygons: [[[Double]]]?
        /// The segments of a line, likewise, each in the order of travel.
        var segments: [[Double]]?
        var widthMeters: Double?
    }

    /// As a JSON object, the same text for the same region.
    package var stored: String {
        let value =
            switch self {
            case .box(let box): Stored(west: box.west, south: box.south, east: box.east, north: box.north)
            case .circle(let center, let radius):
                Stored(latitude: center.latitude, longitude: center.longitude, radiusMeters: radius.meters)
            case .area(let area, let name):
                Stored(
                    name: name, edges: area.edges.rawValue, pole: area.pole?.rawValue,
                    polygons: area.polygons.map { polygon in ([polygon.outer] + polygon.holes).map(Self.numbers) })
            case .corridor(let corridor, let name):
                Stored(
                    name: name, edges: corridor.edges.rawValue, segments: corridor.segments.map(Self.numbers),
                    widthMeters: corridor.width.meters)
            }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        do {
            return String(decoding: try encoder.encode(value), as: UTF8.self)
        } catch {
            preconditionFailure("Finite numbers can be written as JSON: \(error)")
        }
    }

    /// The region that such a text gives; nil for any other text.
    package init?(stored text: String) {
        guard let value = try? JSONDecoder().decode(Stored.self, from: Data(text.utf8)) else { return nil }
        if let west = value.west, let south = value.south, let east = value.east, let north = value.north,
            let box = try? BoundingBox(west: west, south: south, east: east, north: north)
        {
            self = .box(box)
        } else if let latitude = value.latitude, let longitude = value.longitude, let radius = value.radiusMeters,
            radius.isFinite, radius >= 0,
            let center = try? Coordinate(strictLatitude: latitude, longitude: longitude)
        {
            self = .circle(center, radius: .meters(radius))
        } else if let name = value.name, let polygons = value.polygons, let edges = value.edges,
            let edges = Area.Edges(rawValue: edges), let area = Self.area(polygons, edges, value.pole)
        {
            self = .area(area, name: name)
        } else if let name = value.name, let segments = value.segments, let width = value.widthMeters,
            width.isFinite, width >= 0, let edges = value.edges, let edges = Area.Edges(rawValue: edges),
            let corridor = Self.corridor(segments, edges, .meters(width))
        {
            self = .corridor(corridor, name: name)
        } else {
            return nil
        }
    }

    private static func numbers(_ places: [Coordinate]) -> [Double] {
        places.flatMap { [$0.longitude, $0.latitude] }
    }

    /// nil when a number is missing, or two numbers are not a longitude and a latitude.
    private static func places(_ numbers: [Double]) -> [Coordinate]? {
        guard numbers.count.isMultiple(of: 2) else { return nil }
        let places = stride(from: 0, to: numbers.count, by: 2).compactMap {
            try? Coordinate(strictLatitude: numbers[$0 + 1], longitude: numbers[$0])
        }
        return 2 * places.count == numbers.count ? places : nil
    }

    private static func corridor(_ segments: [[Double]], _ edges: Area.Edges, _ width: Distance) -> Corridor? {
        let read = segments.compactMap(places)
        guard read.count == segments.count else { return nil }
        return try? Corridor(segments: read, edges: edges, width: width)
    }

    private static func area(_ polygons: [[[Double]]], _ edges: Area.Edges, _ pole: String?) -> Area? {
        var found: [Area.Polygon] = []
        for rings in polygons {
            let read = rings.compactMap(places)
            guard let outer = read.first, read.count == rings.count else { return nil }
            found.append(Area.Polygon(outer: outer, holes: Array(read.dropFirst())))
        }
        if let pole, Area.Pole(rawValue: pole) == nil { return nil }
        return try? Area(found, edges: edges, pole: pole.flatMap { Area.Pole(rawValue: $0) })
    }
}
