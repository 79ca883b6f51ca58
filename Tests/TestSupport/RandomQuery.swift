package import GeoqIndex

extension NeighborQuery {
    /// A query of each kind in turn, around a point of the set, beside it or
    /// anywhere.
    package static func random(
        _ number: Int, around coordinates: [Coordinate], using generator: inout SeededGenerator
    ) -> NeighborQuery {
        var origin = Coordinate.random(using: &generator)
        if let member = coordinates.randomElement(using: &generator), number % 3 > 0 {
            origin =
                number % 3 == 1
                ? member
                : Geodesic.direct(
                    from: member, bearing: Double.random(in: 0..<360, using: &generator),
                    distance: .kilometers(Double.random(in: 0...30, using: &generator)))
        }
        let radii: [Double] = [0, 1, 500, 10_000, 25_000, 50_000, 400_000, 3e6, 1.2e7, 1.99e7, 20_003_931, 2.1e7]
        let radius = radii.randomElement(using: &generator)!
        var query = NeighborQuery(origin: origin)
        switch number % 5 {
        case 0: query.radius = .meters(radius)
        case 1: query.limit = Int.random(in: 0...30, using: &generator)
        case 2:
            query.limit = Int.random(in: 0...1400, using: &generator)
            query.radius = .meters(radius)
        case 3:
            // The radius is exactly the distance of a point.
            if let member = coordinates.randomElement(using: &generator) {
                query.radius = Geodesic.inverse(from: origin, to: member).distance
            }
        default:
            query.radius = .meters(radius)
            query.minimum = .meters(radius / 3)
            if number % 2 == 0 { query.limit = 7 }
        }
        return query
    }
}
