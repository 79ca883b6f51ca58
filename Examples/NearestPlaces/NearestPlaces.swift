// The index alone, without a store: which of these places are nearest?
//
//     swift run NearestPlaces 42.44 -76.50

import GeoqIndex

@main
struct NearestPlaces {
    static func main() throws {
        let places: [(name: String, latitude: Double, longitude: Double)] = [
            ("Sapsucker Woods", 42.4798, -76.4511),
            ("Stewart Park", 42.4590, -76.5040),
            ("Montezuma", 42.9670, -76.7400),
            ("Cape May Point", 38.9325, -74.9600),
            ("Point Pelee", 41.9628, -82.5184),
        ]
        let here = try Self.center(CommandLine.arguments.dropFirst().compactMap(Double.init))

        let built = PackedTree.build(
            coordinates: try places.map { try Coordinate(latitude: $0.latitude, longitude: $0.longitude) },
            // Keys break ties; any distinct ones will do.
            keys: places.indices.map { ItemKey(high: 0, low: UInt64($0)) })
        for neighbor in try built.tree.neighbors(of: here, limit: 3) {
            let place = places[Int(built.order[neighbor.position])]
            print("\(place.name): \(Int(neighbor.distance.meters.rounded())) m")
        }
    }

    private static func center(_ numbers: [Double]) throws -> Coordinate {
        guard numbers.count == 2 else { return try Coordinate(latitude: 42.44, longitude: -76.50) }
        return try Coordinate(latitude: numbers[0], longitude: numbers[1])
    }
}
