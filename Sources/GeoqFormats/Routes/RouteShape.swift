import Geoq
import GeoqIndex

/// Collects the segments of a route, position by position.
struct RouteShape {
    /// The segments so far that have two positions at least.
    private(set) var segments: [[Coordinate]] = []
    /// Segments of one position: a receiver that lost its satellites at once.
    private(set) var singles = 0
    /// Geometries that are not lines: how many of each, by its name.
    private(set) var others: [String: Int] = [:]

    private var segment: [Coordinate] = []
    private var positions = 0

    /// Begins a segment; one that was begun ends.
    mutating func begin() {
        end()
    }

    mutating func end() {
        if segment.count == 1 { singles += 1 }
        if segment.count > 1 { segments.append(segment) }
        segment = []
    }

    /// Adds a position, in degrees. Longitudes up to ±360 are taken, as programs write
    /// them across ±180.
    ///
    /// - Throws: `RouteProblem` when it is no place on Earth, one too many, or opposite the one before it.
    mutating func add(latitude: Double, longitude: Double) throws(RouteProblem) {
        guard positions < RouteLimits.positions else {
            throw RouteProblem("it has more than \(RouteLimits.positions) positions")
        }
        positions += 1
        guard abs(longitude) <= 360 else {
            throw RouteProblem("\(CoordinateError.longitudeOutOfRange(longitude))")
        }
        let position: Coordinate
        do {
            position = try Coordinate(latitude: latitude, longitude: longitude)
        } catch {
            throw RouteProblem("\(error)")
        }
        if let last = segment.last, Self.areOpposite(last, position) {
            func words(_ position: Coordinate) -> String { "\(position.latitude),\(position.longitude)" }
            throw RouteProblem(
                "\(words(last)) and \(words(position)) lie opposite each other on the Earth, and several lines between "
                    + "them are equally short; put a position between them")
        }
        segment.append(position)
    }

    /// Whether two positions are antipodes: then there is no one shortest line between them.
    private static func areOpposite(_ first: Coordinate, _ second: Coordinate) -> Bool {
        first.latitude == -second.latitude
            && (abs(first.latitude) == 90 || abs(first.longitude - second.longitude) == 180)
    }

    /// The same of two texts.
    mutating func add(latitude: String?, longitude: String?) throws(RouteProblem) {
        func number(_ text: String?, _ name: String) throws(RouteProblem) -> Double {
            guard let text else { throw RouteProblem("a position without \(name)") }
            guard let number = DecimalNumber.parse(text) else {
                throw RouteProblem("\(name) \(FieldProblem.quoted(text)) is not a number")
            }
            return number
        }
        try add(latitude: try number(latitude, "lat"), longitude: try number(longitude, "lon"))
    }

    /// Notes something that is no line.
    mutating func pass(over name: String, count: Int = 1) {
        others[name, default: 0] += count
    }

    /// The route, when all was read.
    ///
    /// - Throws: `RouteProblem` when there is no line.
    mutating func route(_ format: RouteFormat) throws(RouteProblem) -> Route {
        end()
        guard !segments.isEmpty else {
            let held = others.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
            let what = (singles > 0 ? ["a single position"] : []) + held
            throw RouteProblem(
                "there is no line of two positions or more in it"
                    + (what.isEmpty ? "" : ", but \(what.joined(separator: ", "))"))
        }
        var route = Route(segments: segments, format: format)
        if singles > 0 {
            route.notes.append("\(singles) segment\(singles == 1 ? "" : "s") of one position left out")
        }
        for (name, count) in others.sorted(by: { $0.key < $1.key }) {
            route.notes.append("\(count) × \(name) left out")
        }
        return route
    }
}
