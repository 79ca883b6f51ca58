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
    }

    /// As a JSON object, the same text for the same region.
    package var stored: String {
        let value =
            switch self {
            case .box(let box): Stored(west: box.west, south: box.south, east: box.east, north: box.north)
            case .circle(let center, let radius):
                Stored(latitude: center.latitude, longitude: center.longitude, radiusMeters: radius.meters)
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
        } else {
            return nil
        }
    }
}
