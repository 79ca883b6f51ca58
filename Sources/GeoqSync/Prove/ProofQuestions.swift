import Foundation
import Geoq
import GeoqIndex
import GeoqStore

/// Random questions, many of them at difficult places: at the poles and the
/// date line, exactly at rows, where many rows share one point, opposite of
/// rows, and with edges that go through a row.
struct ProofQuestions {
    private let mirror: ProofMirror
    private let kinds: [ProofKind]
    private let birds: [FeatureID]
    private let circles: [Circle]
    private let days: [Day]
    private var generator: SplitMix64
    private var number = 0

    /// How many of twenty questions are of each kind.
    private static let shares: [(ProofKind, Int)] = [
        (.radius, 6), (.nearest, 5), (.box, 3), (.hotspotsNear, 2), (.birdsNear, 2), (.rules, 2),
    ]
    /// A question with more hits would cost too much for what it can show.
    private static let mostHits = 2_000

    init(_ mirror: ProofMirror, kinds: Set<ProofKind>, seed: UInt64) {
        self.mirror = mirror
        generator = SplitMix64(seed: seed)
        self.kinds = Self.shares.filter { kinds.contains($0.0) }.flatMap { Array(repeating: $0.0, count: $0.1) }
        birds = mirror.rules.birds.map(\.id).sorted()
        let conditions = mirror.rules.rules.sorted { $0.id < $1.id }.compactMap { try? $0.condition() }
        circles = conditions.compactMap { if case .location(let circle) = $0 { circle } else { nil } }
        days = conditions.flatMap { condition -> [Day] in
            guard case .dates(.days(let start, let end)) = condition else { return [] }
            return [start, end].compactMap { $0 }
        }
    }

    /// - Returns: nil when no question can be asked.
    mutating func next() throws -> ProofQuestion? {
        guard !kinds.isEmpty else { return nil }
        defer { number += 1 }
        switch kinds[number % kinds.count] {
        case .radius:
            let center = try center(.hotspots)
            return .radius(center, try radius(around: center, .hotspots))
        case .nearest: return .nearest([1, 2, 10, 100, 1_000][generator.below(5)], try center(.hotspots))
        case .box: return .box(try box())
        case .hotspotsNear:
            let center = try center(.hotspots)
            return .hotspotsNear(center, try radius(around: center, .hotspots))
        case .birdsNear:
            let center = try center(.entries)
            return .birdsNear(center, try radius(around: center, .entries))
        case .rules: return try sighting()
        }
    }

    // MARK: - Places

    private mutating func center(_ layer: Layer) throws -> Coordinate {
        let row = try mirror.anyPlace(layer, using: &generator)
        switch (generator.below(8), row) {
        case (0, _), (_, nil): return onSphere()
        case (1, _): return place(generator.below(2) == 0 ? 90 : -90, longitude())
        case (2, _): return place(onSphere().latitude, generator.below(2) == 0 ? 180 : -180)
        case (3, let row?): return row
        case (4, let row?): return Geodesic.direct(from: row, bearing: longitude(), distance: .meters(generator.unit()))
        case (5, let row?): return place(-row.latitude, row.longitude + (row.longitude > 0 ? -180 : 180))
        case (6, _): return try crowded(layer) ?? onSphere()
        case (_, let row?):
            return Geodesic.direct(from: row, bearing: longitude(), distance: .kilometers(30 * generator.unit()))
        }
    }

    /// Of the places of some random rows, the one with the most rows.
    private mutating func crowded(_ layer: Layer) throws -> Coordinate? {
        var best: (count: Int, place: Coordinate)?
        for _ in 0..<16 {
            guard let place = try mirror.anyPlace(layer, using: &generator) else { return nil }
            let count = try mirror.count(.near(place, within: .meters(0), layer: layer))
            if count > best?.count ?? 0 { best = (count, place) }
        }
        return best?.place
    }

    private mutating func onSphere() -> Coordinate {
        place(asin(2 * generator.unit() - 1) * 180 / .pi, longitude())
    }

    private mutating func longitude() -> Double { 360 * generator.unit() - 180 }

    private func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
        do {
            return try Coordinate(latitude: min(max(latitude, -90), 90), longitude: longitude)
        } catch {
            preconditionFailure("A place that was reckoned is on earth: \(error)")
        }
    }

    // MARK: - Sizes

    private static let meters = [0, 0.001, 1, 500, 10_000, 25_000, 400_000, 3e6, 1.2e7, 1.99e7, 2.1e7]

    private mutating func radius(around center: Coordinate, _ layer: Layer) throws -> Distance {
        var radius = Distance.meters(Self.meters[generator.below(Self.meters.count)])
        if generator.below(3) == 0, let row = try mirror.anyPlace(layer, using: &generator) {
            radius = Geodesic.inverse(from: center, to: row).distance
        }
        guard try mirror.count(.near(center, within: radius, layer: layer)) > Self.mostHits else { return radius }
        // The circle goes through the place of the last hit that is not too
        // many.
        let count = 1 + generator.below(Self.mostHits)
        var nearest = Query.nearest(count, to: center, layer: layer)
        nearest.first = count
        return try mirror.hits(nearest).last?.geodesic(from: center).distance ?? radius
    }

    private mutating func box() throws -> BoundingBox {
        let middle = try center(.hotspots)
        var (width, height) = (pow(10, 5 * generator.unit() - 2.5), pow(10, 4.2 * generator.unit() - 2.5))
        switch generator.below(6) {
        case 0: (width, height) = (0, 0)
        case 1: width = 360
        case 2:
            // Two rows are the box's corners.
            if let other = try mirror.anyPlace(.hotspots, using: &generator) {
                let (south, north) = (min(middle.latitude, other.latitude), max(middle.latitude, other.latitude))
                let box = try BoundingBox(west: middle.longitude, south: south, east: other.longitude, north: north)
                if try mirror.count(.inside(box)) <= Self.mostHits { return box }
            }
        default: break
        }
        while true {
            let box = try BoundingBox(
                west: width >= 360 ? -180 : place(0, middle.longitude - width / 2).longitude,
                south: max(middle.latitude - height / 2, -90),
                east: width >= 360 ? 180 : place(0, middle.longitude + width / 2).longitude,
                north: min(middle.latitude + height / 2, 90))
            if try width == 0 || mirror.count(.inside(box)) <= Self.mostHits { return box }
            (width, height) = (width < 1e-6 ? 0 : width / 3, height < 1e-6 ? 0 : height / 3)
        }
    }

    // MARK: - Sightings

    private mutating func sighting() throws -> ProofQuestion? {
        guard !birds.isEmpty else { return nil }
        var place = try center(.entries)
        if !circles.isEmpty {
            let circle = circles[generator.below(circles.count)]
            let share = [0, 1, generator.unit(), 1 + generator.unit() / 10][generator.below(4)]
            place = Geodesic.direct(
                from: circle.center, bearing: longitude(),
                distance: .meters(min(circle.radius.meters * share, Distance.halfTheEarth.meters)))
        }
        var day = Day(number: 19_723 + Int32(generator.below(1_461)))
        if !days.isEmpty, generator.below(2) == 0 { day = days[generator.below(days.count)] }
        return .rules(bird: birds[generator.below(birds.count)], place, day)
    }
}
