import Geoq
package import GeoqIndex

/// The place at which a person is at home: the center of questions that name no
/// other.
package struct HomePlace: Hashable, Sendable {
    package var coordinate: Coordinate
    /// What the person, or a hotspot, calls it; nil without a name.
    package var name: String?

    package init(_ coordinate: Coordinate, name: String? = nil) {
        (self.coordinate, self.name) = (coordinate, name)
    }

    /// As a store keeps it.
    var json: String {
        var members = [
            JSONObject.Member("lat", .number(coordinate.latitude)),
            JSONObject.Member("lon", .number(coordinate.longitude)),
        ]
        if let name { members.append(JSONObject.Member("name", .string(name))) }
        return JSONValue.object(JSONObject(members)).text
    }

    /// - Returns: nil for a text that is no place.
    init?(json text: String) {
        guard let object = try? JSONValue(parsing: text).object, let latitude = object["lat"]?.double,
            let longitude = object["lon"]?.double,
            let coordinate = try? Coordinate(strictLatitude: latitude, longitude: longitude)
        else { return nil }
        self.init(coordinate, name: object["name"]?.string)
    }
}
