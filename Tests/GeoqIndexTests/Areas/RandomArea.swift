import Foundation
import TestSupport

@testable import GeoqIndex

/// Rings that hurt, each of them simple, and places that hurt with them.
enum RandomArea: String, CaseIterable, Sendable {
    /// A star of up to 60 rays; on a date line, near a pole, tiny.
    case star, starAcrossDateLine, tinyStar
    /// Steps on a grid of whole degrees: many vertices on one meridian or parallel.
    case stairs
    /// Two rings around the same spiral.
    case spiral
    /// Teeth that slant, each over the next one's box.
    case slantingComb
    /// Around a pole, with a hole there or an edge through it.
    case aroundNorth, aroundSouth, throughPole, wedge
    /// A box around the world, or a part of it from −180 to 180.
    case world
    /// Holes and islands, islands that overlap, a part that is cut at ±180°.
    case holes, islands

    /// A new one.
    func area(using generator: inout SeededGenerator) throws -> Area {
        switch self {
        case .star:
            return try Area([.init(outer: Self.star(around: .random(using: &generator), reach: 20, &generator))])
        case .starAcrossDateLine:
            let latitude = Double.random(in: -60...60, using: &generator)
            let place = Coordinate.make(latitude, 180 - .random(in: -3...3, using: &generator))
            return try Area([.init(outer: Self.star(around: place, reach: 20, &generator))])
        case .tinyStar:
            // Edges of centimeters.
            return try Area([.init(outer: Self.star(around: .random(using: &generator), reach: 3e-7, &generator))])
        case .stairs: return try Area([.init(outer: Self.stairs(&generator))])
        case .spiral: return try Area([.init(outer: Self.spiral(&generator))])
        case .slantingComb: return try Area([.init(outer: Self.slantingComb(&generator))])
        case .aroundNorth, .aroundSouth:
            let sign: Double = self == .aroundNorth ? 1 : -1
            let (outer, inner) = (Self.cap(60 * sign, &generator), Self.cap(80 * sign, &generator))
            let holes = Bool.random(using: &generator) ? [inner] : []
            return try Area([.init(outer: outer, holes: holes)], pole: sign > 0 ? .north : .south)
        case .throughPole:
            let sign: Double = Bool.random(using: &generator) ? 1 : -1
            var ring = Self.cap(70 * sign, &generator)
            // The steps along the cap go around; the pole is visited between two of them.
            ring.insert(.make(90 * sign, ring[ring.count - 2].longitude), at: ring.count - 1)
            return try Area([.init(outer: ring)])
        case .wedge:
            let pole: Double = Bool.random(using: &generator) ? 90 : -90
            let (west, span) = (
                Double.random(in: -180...180, using: &generator), Double.random(in: 1...179, using: &generator)
            )
            let (first, second) = (Coordinate.make(pole * 0.8, west), Coordinate.make(pole * 0.8, west + span))
            let top = [Coordinate.make(pole, west + span), .make(pole, west)]
            return try Area([.init(outer: [first, second] + top + [first])])
        case .world:
            let latitudes = [-90, 90, -30, 20.5].shuffled(using: &generator).prefix(2).sorted()
            let ring = [(0, -180.0), (0, 180), (1, 180), (1, -180), (0, -180)]
            return try Area([.init(outer: ring.map { .make(latitudes[$0.0], $0.1) })])
        case .holes:
            // Nearer to a pole the rings would be cut short, and cross.
            let anywhere = Coordinate.random(using: &generator)
            let place = Coordinate.make(min(max(anywhere.latitude, -60), 60), anywhere.longitude)
            let hole = Self.star(around: place, reach: 6, &generator)
            let island = Self.star(around: place, reach: 1.5, &generator)
            // Of six rays, two are 114° apart at most, and what is between their ends is 8° from the middle.
            let outer = Self.star(around: place, reach: 25, within: 15, rays: 6...60, &generator)
            return try Area([
                .init(outer: outer, holes: [hole]),
                .init(outer: island),
            ])
        case .islands:
            var polygons = (0..<Int.random(in: 1...30, using: &generator)).map { _ in
                Area.Polygon(outer: Self.star(around: .random(using: &generator), reach: 15, &generator))
            }
            polygons.append(.init(outer: Self.box(170, -10, 180, 10)))
            polygons.append(.init(outer: Self.box(-180, -10, -165, 10)))
            return try Area(polygons)
        }
    }

    /// Places that are hard for an area: on its vertices and edges, an ulp or a
    /// millimeter from them, at the poles and on ±180°, and some from around it.
    static func places(of area: Area, count: Int, using generator: inout SeededGenerator) -> [Coordinate] {
        let rings = area.polygons.flatMap { [$0.outer] + $0.holes }
        return (0..<count).map { number in
            let ring = rings.randomElement(using: &generator)!
            let index = Int.random(in: 0..<ring.count - 1, using: &generator)
            let (start, end) = (ring[index], ring[index + 1])
            let step =
                abs(end.longitude - start.longitude) <= 180
                ? end.longitude - start.longitude
                : end.longitude - start.longitude + (start.longitude > end.longitude ? 360 : -360)
            let part = [0, 0.5, 1, Double.random(in: 0...1, using: &generator)].randomElement(using: &generator)!
            let latitude = start.latitude + (end.latitude - start.latitude) * part
            let longitude = start.longitude + step * part
            switch number % 8 {
            case 0: return start
            case 1: return .make(latitude, longitude)
            case 2: return .make(latitude.nextUp, longitude)
            case 3: return .make(latitude, Bool.random(using: &generator) ? longitude.nextUp : longitude.nextDown)
            case 4:
                // Within a millimeter.
                let off = Double.random(in: -9e-9...9e-9, using: &generator)
                return .make(latitude + off, longitude + .random(in: -9e-9...9e-9, using: &generator))
            case 5: return .make(start.latitude, .random(in: -180...180, using: &generator))
            case 6:
                return [
                    .make(90, longitude), .make(-90, longitude), .make(latitude, 180), .make(latitude, -180),
                    .make(.random(in: -90...90, using: &generator), start.longitude),
                ].randomElement(using: &generator)!
            default:
                return .make(
                    start.latitude + .random(in: -3...3, using: &generator),
                    start.longitude + .random(in: -3...3, using: &generator))
            }
        }
    }

    // MARK: - Rings

    /// Rays at angles that ascend; it does not cross itself, since each pair of
    /// neighbors is less than half a turn apart.
    static func star(
        around center: Coordinate, reach: Double, within: Double = 0.05, rays: ClosedRange<Int> = 4...60,
        _ generator: inout SeededGenerator
    ) -> [Coordinate] {
        let count = Int.random(in: rays, using: &generator)
        let center = Coordinate.make(min(max(center.latitude, -85), 85), center.longitude)
        let reach = min(reach, 89.9 - abs(center.latitude))
        let least = min(within, reach * 0.5)
        let ring = (0..<count).map { ray in
            let angle = (Double(ray) + .random(in: 0...0.9, using: &generator)) * 2 * .pi / Double(count)
            let length = Double.random(in: least...reach, using: &generator)
            return Coordinate.make(center.latitude + length * sin(angle), center.longitude + length * cos(angle))
        }
        return ring + ring.prefix(1)
    }

    private static func stairs(_ generator: inout SeededGenerator) -> [Coordinate] {
        var ring = [Coordinate.make(-5, -10)]
        var height = -5
        for longitude in -10..<10 {
            height = Int.random(in: -5...5, using: &generator)
            ring.append(.make(Double(height), Double(longitude)))
            ring.append(.make(Double(height), Double(longitude) + 1))
        }
        ring += [.make(-8, 10), .make(-8, -10), .make(-5, -10)]
        return ring.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }

    private static func spiral(_ generator: inout SeededGenerator) -> [Coordinate] {
        let center = Coordinate.make(
            .random(in: -20...20, using: &generator), .random(in: -180...180, using: &generator))
        let count = 200
        func place(_ number: Int, _ offset: Double) -> Coordinate {
            let angle = Double(number) * 0.2
            let length = 0.5 + Double(number) * 0.1 + offset
            return .make(center.latitude + length * sin(angle), center.longitude + length * cos(angle))
        }
        let ring = (0..<count).map { place($0, 0) } + (0..<count).reversed().map { place($0, 1.2) }
        return ring + ring.prefix(1)
    }

    private static func slantingComb(_ generator: inout SeededGenerator) -> [Coordinate] {
        let count = Int.random(in: 3...100, using: &generator)
        var ring: [Coordinate] = []
        for tooth in 0..<count {
            let longitude = Double(tooth) * 0.125
            ring += [.make(0, longitude), .make(30, longitude + 30.0625)]
        }
        return ring + [.make(0, Double(count) * 0.125), .make(-1, 0), ring[0]]
    }

    private static func cap(_ latitude: Double, _ generator: inout SeededGenerator) -> [Coordinate] {
        let count = Int.random(in: 3...40, using: &generator)
        let first = Double.random(in: -180...180, using: &generator)
        let ring = (0..<count).map { number in
            Coordinate.make(
                latitude + .random(in: -4...4, using: &generator), first + Double(number) * 360 / Double(count))
        }
        return (Bool.random(using: &generator) ? ring : ring.reversed()).closed
    }

    static func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> [Coordinate] {
        [.make(south, west), .make(south, east), .make(north, east), .make(north, west)].closed
    }
}

extension [Coordinate] {
    /// With the first position at the end, too.
    var closed: [Coordinate] { self + prefix(1) }
}

extension Coordinate {
    /// A place of a test; latitudes beyond a pole are the pole's.
    static func make(_ latitude: Double, _ longitude: Double) -> Coordinate {
        do {
            return try Coordinate(latitude: Swift.min(Swift.max(latitude, -90), 90), longitude: longitude)
        } catch {
            preconditionFailure("A test's places are on Earth: \(error)")
        }
    }
}
