import Foundation
public import Geoq
public import GeoqIndex

/// Watchlists with one circle each, and sightings to ask about.
public struct Rules: Sendable {
    public let circles: [Circle]
    package let index: CircleIndex
    /// Every list has a circle, a shape and a season as well: of 400 species in
    /// eight shapes a list asks for one shape, and for half of the year.
    private let parted: RuleMatcher
    /// The same, but every sighting has the shape and is in the season.
    private let held: RuleMatcher
    private let birds: [Bird]
    private let species: (parted: [SightingSpecies], held: [SightingSpecies])
    private let queries: [Coordinate]

    public init(circles: [Circle], queries: [Coordinate]) {
        (self.circles, self.queries) = (circles, queries)
        index = CircleIndex(circles)
        let birds = (0..<Workload.speciesCount).map { number in
            Bird(id: Self.id(1, number), scientificName: "Species \(number)", shapeID: "shape-\(number % 8)")
        }
        self.birds = birds
        func matcher(isHeld: Bool) -> RuleMatcher {
            let lists = circles.indices.map { Watchlist(id: Self.id(2, $0)) }
            let rules = circles.indices.flatMap { Self.rules(of: $0, circles[$0], isHeld: isHeld) }
            return RuleMatcher(watchlists: lists, rules: rules, birds: birds)
        }
        (parted, held) = (matcher(isHeld: false), matcher(isHeld: true))
        func all(_ matcher: RuleMatcher) -> [SightingSpecies] {
            birds.map { matcher.species(of: Sighting(coordinate: queries[0], bird: $0.id)) }
        }
        species = (all(parted), all(held))
    }

    /// Radii of 0.5 to 50 km, log-uniform, around some of a workload's places.
    public static func circles(around places: [Coordinate], count: Int) -> [Circle] {
        var random = SplitMix(state: 4)
        return (0..<count).map { number in
            let kilometers = 0.5 * pow(100, random.unit())
            return Circle(center: places[number * places.count / count], radius: .kilometers(kilometers))
        }
    }

    /// Circles from little-endian float64 latitude, longitude and meters.
    public static func read(_ path: String) throws -> [Circle] {
        let data = try Data(contentsOf: URL(filePath: path))
        return try data.withUnsafeBytes { bytes in
            func number(_ offset: Int) -> Double {
                Double(bitPattern: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
            }
            return try stride(from: 0, to: bytes.count - 23, by: 24).map { offset in
                Circle(
                    center: try Coordinate(strictLatitude: number(offset), longitude: number(offset + 8)),
                    radius: .meters(number(offset + 16)))
            }
        }
    }

    /// The ids of the circles that contain a place.
    public func ids(_ query: Int) -> [UInt32] { index.circles(containing: queries[query]) }

    /// The watchlists that match a sighting, with reasons.
    /// - Parameter isHeld: whether every other rule of a list holds wherever
    ///   its circle does.
    public func matches(_ query: Int, isHeld: Bool) -> [Match] {
        let bird = isHeld ? query % (birds.count / 8) * 8 : query * 7 % birds.count
        let sighting = Sighting(
            coordinate: queries[query], bird: birds[bird].id,
            date: ObservedDate(Day(number: Int32(isHeld ? 19_850 : 19_723 + query % 366))))
        return isHeld
            ? held.matches(sighting, species: species.held[bird])
            : parted.matches(sighting, species: species.parted[bird])
    }

    /// How many pairs of a circle and a point inside it there are: rule by rule.
    public func join(_ tree: PackedTree) throws -> Int {
        var statistics = SearchStatistics()
        return try circles.reduce(0) { total, circle in
            try total + tree.countNeighbors(NeighborQuery(origin: circle.center, radius: circle.radius), &statistics)
        }
    }

    /// Removes and adds some lists' circles in a matcher of its own; two
    /// changes for each list.
    ///
    /// - Returns: the seconds of all changes; the copy that the first
    ///   change makes is not among them.
    public func change(_ count: Int) -> Double {
        var matcher = held
        func rule(_ number: Int) -> WatchlistRule { Self.rules(of: number, circles[number], isHeld: true)[0] }
        matcher.remove(rule(0).id)
        matcher.set(rule(0))
        let changed = (1...count).map { rule($0 * (circles.count - 1) / count) }
        return ContinuousClock().measure {
            for rule in changed { matcher.remove(rule.id) }
            for rule in changed { matcher.set(rule) }
        } / .seconds(1)
    }

    private static func rules(of number: Int, _ circle: Circle, isHeld: Bool) -> [WatchlistRule] {
        let (list, center) = (id(2, number), circle.center)
        func rule(_ part: Int, _ type: String, _ text: String) -> WatchlistRule {
            WatchlistRule(id: id(3, 3 * number + part), watchlist: list, type: type, parameters: text)
        }
        let circleText =
            #"{"lat":\#(center.latitude),"lon":\#(center.longitude),"radius_km":\#(circle.radius.kilometers)}"#
        let month = isHeld ? 0 : number * 5 % 12
        func text(_ month: Int) -> String { "--\(month + 1 < 10 ? "0" : "")\(month + 1)-01" }
        return [
            rule(0, "location", circleText),
            rule(1, "species", #"{"shape_id":"shape-\#(isHeld ? 0 : number * 3 % 8)"}"#),
            rule(2, "date", #"{"start":"\#(text(month))","end":"\#(text((month + 6) % 12))"}"#),
        ]
    }

    private static func id(_ kind: UInt64, _ number: Int) -> FeatureID {
        FeatureID(key: ItemKey(high: kind, low: UInt64(number)))
    }

    /// SplitMix64 (Steele, Lea and Flood 2014).
    struct SplitMix {
        var state: UInt64

        mutating func unit() -> Double {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return Double((mixed ^ (mixed >> 31)) >> 11) * 0x1p-53
        }
    }
}
