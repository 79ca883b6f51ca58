import Geoq
import GeoqIndex
import TestSupport

/// Watchlists, rules, birds and sightings at random, few enough of everything
/// that they often meet.
struct RandomRules {
    var generator: SeededGenerator
    let places: [Coordinate]
    let birds: [Bird]
    /// What rules call areas; one of them cannot be used.
    let areas: [String: RuleArea]
    private static let scientificNames = [
        "Parus major", "parus MAJOR", "Corvus corax", "Larus sp.", "Bubo bubo", "Raven", "",
    ]
    private static let commonNames = ["Great Tit", "Raven", "great tit", "Eagle-owl", ""]
    private static let shapes = ["tit-like", "crow-like", "owl-like"]

    init(seed: UInt64, around set: PointSet) {
        generator = SeededGenerator(seed: seed)
        let drawn = set.coordinates(count: 30, using: &generator)
        places = drawn.isEmpty ? [Coordinate.random(using: &generator)] : drawn
        var birds: [Bird] = []
        for number in 0..<8 {
            birds.append(
                Bird(
                    id: Self.id(1, number), scientificName: Self.scientificNames.randomElement(using: &generator),
                    commonName: Self.commonNames.randomElement(using: &generator),
                    shapeID: number % 3 == 0 ? nil : Self.shapes.randomElement(using: &generator)))
        }
        self.birds = birds
        var areas = ["spoiled": RuleArea.unusable(reason: "its geometry is no polygon in degrees")]
        for number in 0..<5 {
            let name = number == 0 ? "Patch" : Self.id(5, number).description
            if let area = Self.area(around: places.randomElement(using: &generator)!, &generator) {
                areas[name] = .found(area)
            }
        }
        self.areas = areas
    }

    /// Stars of some kilometers, one or two, that may overlap.
    private static func area(around place: Coordinate, _ generator: inout SeededGenerator) -> Area? {
        let polygons = (0..<Int.random(in: 1...2, using: &generator)).map { _ in
            let count = Int.random(in: 3...30, using: &generator)
            let middle = Geodesic.direct(
                from: place, bearing: .random(in: 0..<360, using: &generator),
                distance: .kilometers(.random(in: 0...30, using: &generator)))
            let ring = (0..<count).map { index in
                Geodesic.direct(
                    from: middle, bearing: Double(index) * 360 / Double(count),
                    distance: .kilometers(.random(in: 2...40, using: &generator)))
            }
            return Area.Polygon(outer: ring + [ring[0]])
        }
        let edges = Area.Edges.allCases.randomElement(using: &generator)!
        if let area = try? Area(polygons, edges: edges) { return area }
        return try? Area(polygons, edges: edges, pole: place.latitude > 0 ? .north : .south)
    }

    private mutating func areaText() -> String {
        let name =
            Int.random(in: 0..<12, using: &generator) == 0
            ? "nowhere" : areas.keys.sorted().randomElement(using: &generator)!
        let approach = [nil, nil, 0, 0.5, 20].randomElement(using: &generator)!
        return #"{"area_id":"\#(name)"\#(approach.map { #","approach_km":\#($0)"# } ?? "")}"#
    }

    private mutating func routeText() -> String {
        var positions = [places.randomElement(using: &generator)!]
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            positions.append(
                Geodesic.direct(
                    from: positions[positions.count - 1], bearing: .random(in: 0..<360, using: &generator),
                    distance: .kilometers(.random(in: 0...40, using: &generator))))
        }
        let line = positions.map { "[\($0.longitude),\($0.latitude)]" }.joined(separator: ",")
        let kilometers = Double.random(in: 0.1...20, using: &generator)
        return #"{"route":{"type":"LineString","coordinates":[\#(line)]},"within_km":\#(kilometers)}"#
    }

    static func id(_ kind: UInt64, _ number: Int) -> FeatureID {
        FeatureID(key: ItemKey(high: kind << 32 | UInt64(number * 7919 % 1000), low: UInt64(number)))
    }

    mutating func watchlist(_ number: Int) -> Watchlist {
        Watchlist(
            id: Self.id(2, number), title: "List \(number)", isDeleted: Int.random(in: 0..<15, using: &generator) == 0)
    }

    /// A rule of one of some lists.
    mutating func rule(_ number: Int, lists: Int) -> WatchlistRule {
        let list = Self.id(2, Int.random(in: 0..<lists, using: &generator))
        let kind = RuleKind.allCases.randomElement(using: &generator)!
        var text: String
        switch kind {
        case .location: text = locationText()
        case .species: text = speciesText()
        case .date: text = dateText()
        }
        if Int.random(in: 0..<20, using: &generator) == 0 { text = String(text.dropLast()) }
        var type = kind.rawValue
        if Int.random(in: 0..<40, using: &generator) == 0 { type = "weather" }
        return WatchlistRule(
            id: Self.id(3, number), watchlist: list, type: type, parameters: text,
            isActive: Int.random(in: 0..<8, using: &generator) > 0,
            isDeleted: Int.random(in: 0..<20, using: &generator) == 0,
            priority: Int.random(in: -2...2, using: &generator))
    }

    mutating func sighting() -> Sighting {
        var sighting = Sighting(coordinate: place())
        if Bool.random(using: &generator) {
            sighting.uncertainty = .meters(Double.random(in: 0...30_000, using: &generator))
        }
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: break
        case 1: sighting.bird = birds.randomElement(using: &generator)!.id
        case 2: sighting.bird = Self.id(9, 1)
        case 3: sighting.commonName = Self.commonNames.randomElement(using: &generator)
        case 4: sighting.shapeID = Self.shapes.randomElement(using: &generator)
        default:
            sighting.scientificName = Self.scientificNames.randomElement(using: &generator)
            sighting.commonName = Self.commonNames.randomElement(using: &generator)
        }
        sighting.date = date()
        return sighting
    }

    mutating func date() -> ObservedDate? {
        let year = Int.random(in: 2023...2025, using: &generator)
        let month = Int.random(in: 1...12, using: &generator)
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: return nil
        case 1: return ObservedDate(year: year)
        case 2: return ObservedDate(year: year, month: month)
        case 3: return ObservedDate(day(), through: Day(number: day().number + 400))
        case 4:
            let first = day()
            return ObservedDate(first, through: Day(number: first.number + Int32.random(in: 0...60, using: &generator)))
        default: return ObservedDate(day())
        }
    }

    mutating func day() -> Day {
        if Int.random(in: 0..<10, using: &generator) == 0 { return Day(year: 2024, month: 2, day: 29)! }
        return Day(number: Int32.random(in: 19_358...20_453, using: &generator))
    }

    /// One of the places, or one that lies a little away.
    mutating func place() -> Coordinate {
        let place = places.randomElement(using: &generator)!
        if Int.random(in: 0..<4, using: &generator) == 0 { return place }
        return Geodesic.direct(
            from: place, bearing: Double.random(in: 0..<360, using: &generator),
            distance: .kilometers(Double.random(in: 0...60, using: &generator)))
    }

    private mutating func locationText() -> String {
        switch Int.random(in: 0..<6, using: &generator) {
        case 0, 1: return areaText()
        case 2: return routeText()
        default: break
        }
        let place = places.randomElement(using: &generator)!
        let kilometers =
            switch Int.random(in: 0..<12, using: &generator) {
            case 0: 30_000.0
            case 1: 0.0
            case 2: -3.0
            case 3: Double.random(in: 0...0.1, using: &generator)
            default: Double.random(in: 1...80, using: &generator)
            }
        return #"{"lat":\#(place.latitude),"lon":"\#(place.longitude)","radius_km":\#(kilometers)}"#
    }

    private mutating func speciesText() -> String {
        switch Int.random(in: 0..<3, using: &generator) {
        case 0:
            let id =
                Int.random(in: 0..<6, using: &generator) == 0
                ? Self.id(9, 1) : birds.randomElement(using: &generator)!.id
            return #"{"bird_id":"\#(id)"}"#
        case 1: return #"{"scientific_name":"\#(Self.scientificNames.randomElement(using: &generator)!)"}"#
        default: return #"{"shape_id":"\#(Self.shapes.randomElement(using: &generator)!)"}"#
        }
    }

    private mutating func dateText() -> String {
        var (start, end): (String?, String?)
        if Bool.random(using: &generator) {
            (start, end) = (day().description, day().description)
        } else {
            (start, end) = (MonthDay(day()).description, MonthDay(day()).description)
        }
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: start = nil
        case 1: end = nil
        default: break
        }
        let members = [start.map { #""start":"\#($0)""# }, end.map { #""end":"\#($0)""# }].compactMap { $0 }
        return "{" + members.joined(separator: ",") + "}"
    }
}
