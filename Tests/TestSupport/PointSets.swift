package import GeoqIndex

/// Difficult places: each set exercises something that indexes get wrong.
package enum PointSet: String, CaseIterable, Sendable {
    case uniform, clustered, grid, circle, duplicates, northPole, southPole, dateLine, antipodes, meridian, one, none

    /// The places of the set; the same for the same generator.
    package func coordinates(count: Int, using generator: inout SeededGenerator) -> [Coordinate] {
        switch self {
        case .uniform:
            (0..<count).map { _ in .random(using: &generator) }
        case .clustered:
            clusters(count, around: (0..<8).map { _ in .random(using: &generator) }, &generator)
        case .grid:
            (0..<count).map { index in
                place(Double(index / 40 % 40) - 20, Double(index % 40) - 20)
            }
        case .circle:
            (0..<count).map { index in
                Geodesic.direct(
                    from: place(47, 8), bearing: Double(index) * 360 / Double(max(count, 1)),
                    distance: .kilometers(25))
            }
        case .duplicates:
            (0..<count).map { _ in place(Double(Int.random(in: 0..<3, using: &generator)), 10) }
        case .northPole:
            (0..<count).map { index in
                place(
                    index % 7 == 0 ? 90 : 90 - Double.random(in: 0...0.3, using: &generator),
                    Double.random(in: -180...180, using: &generator))
            }
        case .southPole:
            (0..<count).map { index in
                place(
                    index % 7 == 0 ? -90 : -90 + Double.random(in: 0...0.3, using: &generator),
                    Double.random(in: -180...180, using: &generator))
            }
        case .dateLine:
            (0..<count).map { index in
                let offset = index % 5 == 0 ? 0 : Double.random(in: 0...0.5, using: &generator)
                return place(
                    Double.random(in: -60...60, using: &generator),
                    index.isMultiple(of: 2) ? 180 - offset : offset - 180)
            }
        case .antipodes:
            (0..<count).map { index in
                index.isMultiple(of: 2)
                    ? place(Double.random(in: 29...31, using: &generator), Double.random(in: -1...1, using: &generator))
                    : place(
                        Double.random(in: -31 ... -29, using: &generator),
                        Double.random(in: 178.5...180, using: &generator))
            }
        case .meridian:
            (0..<count).map { _ in place(Double.random(in: -90...90, using: &generator), 0) }
        case .one:
            [place(42.48, -76.45)]
        case .none:
            []
        }
    }

    private func clusters(
        _ count: Int, around centers: [Coordinate], _ generator: inout SeededGenerator
    ) -> [Coordinate] {
        (0..<count).map { index in
            Geodesic.direct(
                from: centers[index % centers.count], bearing: Double.random(in: 0..<360, using: &generator),
                distance: .kilometers(Double.random(in: 0...1, using: &generator) * 40))
        }
    }

    private func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
        do {
            return try Coordinate(latitude: latitude, longitude: longitude)
        } catch {
            preconditionFailure("A test's places are on Earth: \(error)")
        }
    }
}

extension Coordinate {
    /// Evenly over the sphere.
    package static func random(using generator: inout SeededGenerator) -> Coordinate {
        let height = Double.random(in: -1...1, using: &generator)
        // asin by its series would need Foundation; rejection does not.
        var latitude = Double.random(in: -90...90, using: &generator)
        if abs(height) > cosine(latitude) { latitude = Double.random(in: -90...90, using: &generator) }
        let longitude = Double.random(in: -180...180, using: &generator)
        do {
            return try Coordinate(latitude: latitude, longitude: longitude)
        } catch {
            preconditionFailure("A random place is on Earth: \(error)")
        }
    }

    private static func cosine(_ degrees: Double) -> Double {
        let x = degrees / 90
        return 1 - x * x
    }
}

/// Keys in ascending order: the index of each item.
package func ascendingKeys(_ count: Int) -> [ItemKey] {
    (0..<count).map { ItemKey(high: 0, low: UInt64($0)) }
}

/// Distinct keys in random order.
package func randomKeys(_ count: Int, using generator: inout SeededGenerator) -> [ItemKey] {
    (0..<count).map { ItemKey(high: generator.next(), low: UInt64($0)) }
}
