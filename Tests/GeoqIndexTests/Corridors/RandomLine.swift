import Foundation
import TestSupport

@testable import GeoqIndex

/// Lines that hurt, and places that hurt with them.
enum RandomLine: String, CaseIterable, Sendable {
    /// A walk whose steps are of one size each time.
    case walk
    /// Edges of centimeters, some of no length.
    case tiny
    /// Back and forth over ±180°, and over a pole.
    case dateLine, pole
    /// There and back on the same vertices, and through the same places again.
    case thereAndBack, loops
    /// A few long edges.
    case long

    func line(using generator: inout SeededGenerator) -> [Coordinate] {
        let start = Coordinate.make(
            .random(in: -75...75, using: &generator), .random(in: -180...180, using: &generator))
        switch self {
        case .walk:
            let step = [100.0, 3_000, 20_000].randomElement(using: &generator)!
            return Self.walk(from: start, count: 12, step: step, &generator)
        case .tiny:
            let line = Self.walk(from: start, count: 15, step: 0.02, &generator)
            return line.flatMap { [$0, $0] } + Self.walk(from: start, count: 2, step: 300, &generator)
        case .dateLine:
            let place = Coordinate.make(start.latitude, 180)
            return Self.walk(from: place, count: 10, step: 900, &generator) + [.make(place.latitude, -180), place]
        case .pole:
            let sign: Double = Bool.random(using: &generator) ? 1 : -1
            var line = Self.walk(from: .make(89.99 * sign, start.longitude), count: 6, step: 800, &generator)
            line.insert(.make(90 * sign, start.longitude), at: 3)
            return line + [.make(90 * sign, 0), .make(90 * sign, 170)]
        case .thereAndBack:
            let line = Self.walk(from: start, count: 7, step: 1_500, &generator)
            return line + line.reversed().dropFirst()
        case .loops:
            let line = Self.walk(from: start, count: 8, step: 1_000, &generator)
            return line + [line[2], line[5], line[1], line[2], line[3]]
        case .long:
            return Self.walk(from: start, count: 3, step: 150_000, &generator)
        }
    }

    private static func walk(
        from start: Coordinate, count: Int, step: Double, _ generator: inout SeededGenerator
    ) -> [Coordinate] {
        var (line, bearing) = ([start], Double.random(in: 0...360, using: &generator))
        while line.count < count {
            bearing += .random(in: -120...120, using: &generator)
            let distance = Distance.meters(step * .random(in: 0.3...1.5, using: &generator))
            line.append(Geodesic.direct(from: line[line.count - 1], bearing: bearing, distance: distance))
        }
        return line
    }

    /// Places around a line: at its vertices, on it, to all sides up to a reach.
    static func places(
        around line: [Coordinate], reach: Double, count: Int, using generator: inout SeededGenerator
    ) -> [Coordinate] {
        (0..<count).map { number in
            let edge = Int.random(in: 0..<line.count - 1, using: &generator)
            let way = Geodesic.Line(from: line[edge], to: line[edge + 1])
            let part = [0, 1, Double.random(in: 0...1, using: &generator)].randomElement(using: &generator)!
            let place = way.position(at: way.meters * part).place
            if number % 9 == 0 { return place }
            let distance = Double.random(in: 0...reach, using: &generator)
            return Geodesic.direct(
                from: place, bearing: .random(in: 0...360, using: &generator), distance: .meters(distance))
        }
    }
}

/// The foot by samples of each whole edge, a golden section, and halving.
struct LineOracle {
    private let edges: [(edge: OracleEdge, along: Double)]

    init(line: [Coordinate], edges kind: Area.Edges) {
        var (edges, along): ([(OracleEdge, Double)], Double) = ([], 0)
        for (start, end) in zip(line, line.dropFirst()) {
            let edge = OracleEdge(start, end, kind)
            edges.append((edge, along))
            along += edge.length(upTo: 1)
        }
        self.edges = edges
    }

    struct Foot {
        var offset: Double
        /// Nil where directions cannot tell it.
        var along: Double?
    }

    /// All feet that are the nearest but for a millimeter, in the order of travel.
    func feet(of place: Coordinate) -> [Foot] {
        let found = edges.map { edge, along in
            var foot = edge.foot(of: place)
            foot.along = foot.along.map { $0 + along }
            return foot
        }
        let least = found.map(\.offset).min()!
        return found.filter { $0.offset <= least + 1e-3 }
    }
}

private struct OracleEdge {
    let start: Coordinate
    let end: Coordinate
    let way: Geodesic.Line?
    let step: Double

    init(_ start: Coordinate, _ end: Coordinate, _ edges: Area.Edges) {
        (self.start, self.end) = (start, end)
        way = edges == .geodesic ? Geodesic.Line(from: start, to: end) : nil
        var step = end.longitude - start.longitude
        if start.isPole, start.latitude == end.latitude { step = 0 }
        if abs(step) > 180 { step += step > 0 ? -360 : 360 }
        self.step = step
    }

    func place(_ t: Double) -> Coordinate {
        if t == 0 { return start }
        if let way { return way.position(at: way.meters * t).place }
        return .make(start.latitude + (end.latitude - start.latitude) * t, start.longitude + step * t)
    }

    func length(upTo t: Double) -> Double {
        if let way { return way.meters * t }
        // Ways between places of the edge are shorter by a part that falls with the
        // square of their number.
        let (rough, fine) = (length(upTo: t, in: 256), length(upTo: t, in: 512))
        return fine + (fine - rough) / 3
    }

    private func length(upTo t: Double, in count: Int) -> Double {
        let places = (0...count).map { place(t * Double($0) / Double(count)) }
        return zip(places, places.dropFirst()).reduce(0) { $0 + Geodesic.meters(from: $1.0, to: $1.1) }
    }

    func foot(of place: Coordinate) -> LineOracle.Foot {
        func meters(_ t: Double) -> Double { Geodesic.meters(from: place, to: self.place(t)) }
        let count = 40
        let samples = (0...count).map { meters(Double($0) / Double(count)) }
        let nearest = samples.indices.min { samples[$0] < samples[$1] }!
        let from = Double(max(0, nearest - 1)) / Double(count)
        let to = Double(min(count, nearest + 1)) / Double(count)
        let offset = Oracle.golden(from, to, meters)
        // Ahead of the foot the way to the place leads back.
        func isAhead(_ t: Double) -> Bool {
            let way = Geodesic.inverse(from: self.place(t), to: place).initialBearing
            return cos((way - direction(t)) * .pi / 180) < 0
        }
        if offset < 5 || abs(start.latitude) > 89 || abs(end.latitude) > 89 { return .init(offset: offset, along: nil) }
        var (low, high) = (from, to)
        if isAhead(low) { high = low } else if !isAhead(high) { low = high }
        for _ in 0..<60 where low < high {
            let middle = (low + high) / 2
            if isAhead(middle) { high = middle } else { low = middle }
        }
        return .init(offset: offset, along: length(upTo: (low + high) / 2))
    }

    private func direction(_ t: Double) -> Double {
        if let way { return way.position(at: way.meters * t).azimuth }
        let phi = place(t).latitude * .pi / 180
        let w2 = 1 - WGS84.eccentricitySquared * sin(phi) * sin(phi)
        let ratio = w2 / (1 - WGS84.eccentricitySquared)
        return atan2(step * cos(phi) * ratio, end.latitude - start.latitude) * 180 / .pi
    }
}
