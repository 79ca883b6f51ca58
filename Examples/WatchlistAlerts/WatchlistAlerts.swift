// Watchlist rules without a store: who wants to hear of this bird?
//
//     swift run WatchlistAlerts

import Geoq

@main
struct WatchlistAlerts {
    static func main() throws {
        let goldeneye = Bird(
            id: try id(1), scientificName: "Bucephala clangula", commonName: "Common Goldeneye", shapeID: "duck-like")
        let ducks = Watchlist(id: try id(2), title: "Winter ducks")
        let lake = Watchlist(id: try id(3), title: "Anything on the lake")
        let matcher = RuleMatcher(
            watchlists: [ducks, lake],
            rules: [
                WatchlistRule(
                    id: try id(4), watchlist: ducks.id, type: "species", parameters: #"{"shape_id":"duck-like"}"#),
                WatchlistRule(
                    id: try id(5), watchlist: ducks.id, type: "date",
                    parameters: #"{"start":"--11-01","end":"--03-15"}"#),
                WatchlistRule(
                    id: try id(6), watchlist: lake.id, type: "location",
                    parameters: #"{"lat":42.46,"lon":-76.51,"radius_km":5}"#),
            ],
            birds: [goldeneye])

        var sighting = Sighting(coordinate: try Coordinate(latitude: 42.45, longitude: -76.51))
        sighting.commonName = "common goldeneye"
        sighting.date = Day(year: 2026, month: 12, day: 20).flatMap { ObservedDate($0) }
        for match in matcher.matches(sighting) {
            let title = match.watchlist == ducks.id ? ducks.title : lake.title
            let inside = match.location.map { ", \(Int($0.insideMeters)) m inside its circle" } ?? ""
            print("\(title): \(match.certainty.rawValue)\(inside)")
        }
    }

    private static func id(_ number: Int) throws -> FeatureID {
        guard let id = FeatureID("00000000-0000-4000-8000-00000000000\(number)") else { throw BadID() }
        return id
    }

    struct BadID: Error {}
}
