// A store in a program of your own: import a file once, then ask it.
//
//     swift run HotspotsNearby data/cities15000.csv birds.sqlite

import Geoq
import GeoqFormats
import GeoqStore

@main
struct HotspotsNearby {
    static func main() async throws {
        let words = CommandLine.arguments.dropFirst()
        guard let file = words.first, let path = words.dropFirst().first else {
            return print("usage: HotspotsNearby FILE STORE")
        }
        let store = try Store(path: path)
        // Importing the same file again changes nothing.
        let report = try await store.imports.run(file, as: .hotspots)
        print("\(report.added) added, \(report.unchanged) unchanged")

        let here = try Coordinate(latitude: 42.44, longitude: -76.50)
        var query = Query.nearest(3, to: here)
        query.filter = try PropertyFilter(cql2Text: "locality LIKE 'US-%'")
        // Hits and their rows, all of one moment.
        let (answer, features) = try await store.features.rows(answering: query)
        for (hit, hotspot) in zip(answer.hits, features) {
            guard case .text(let locality)? = hotspot["locality"], let distance = hit.distance else { continue }
            print("\(hit.name), \(locality): \(Int(distance.kilometers.rounded())) km")
        }
    }
}
