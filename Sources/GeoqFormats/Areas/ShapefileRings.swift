import GeoqIndex

/// Finds out which rings of a shapefile's polygon are holes of which.
///
/// The format gives all rings in one list. Outer rings run clockwise and holes
/// counter-clockwise (ESRI Shapefile Technical Description, July 1998, page 8),
/// and nothing says which hole belongs to which outer ring: it is the smallest
/// that holds it.
enum ShapefileRings {
    /// Polygons with the outer ring first, in the order of the outer rings; outer
    /// rings run counter-clockwise then, and holes clockwise.
    ///
    /// A ring that runs as a hole and lies in no outer ring is taken for an outer
    /// one: many programs write rings that run the wrong way.
    ///
    /// - Parameter stray: grows by the number of such rings.
    /// - Throws: `AreaProblem.entangledRings` when it takes more than
    ///   `AreaLimits.ringSteps` steps.
    /// - Complexity: O(*n* log *n*) of the positions and O(holes × outer rings)
    ///   comparisons of boxes.
    static func polygons(
        of rings: [[Coordinate]], stray: inout Int
    ) throws(AreaProblem) -> [[[Coordinate]]] {
        let turns = rings.map(twiceArea)
        if rings.count == 1 {
            if turns[0] > 0 { stray += 1 }
            return [[turns[0] > 0 ? rings[0] : rings[0].reversed()]]
        }
        let outers = turns.indices.filter { turns[$0] <= 0 }
        let holes = turns.indices.filter { turns[$0] > 0 }
        var holesOf: [Int: [Int]] = [:]
        var alone: [Int] = []
        if !holes.isEmpty, !outers.isEmpty {
            // The smallest first: the first that holds a hole is the one.
            let sorted = outers.sorted { turns[$0] > turns[$1] }.map { (ring: $0, bands: RingBands(rings[$0])) }
            var steps = 0
            for hole in holes {
                let bands = RingBands(rings[hole])
                var owner: Int?
                for outer in sorted where -turns[outer.ring] >= turns[hole] {
                    steps += 1
                    guard steps < AreaLimits.ringSteps else { throw .entangledRings(rings.count) }
                    guard outer.bands.mayHold(bands), holds(outer.bands, rings[hole], &steps) else { continue }
                    owner = outer.ring
                    break
                }
                if let owner { holesOf[owner, default: []].append(hole) } else { alone.append(hole) }
            }
        } else {
            alone = holes
        }
        stray += alone.count
        return (outers + alone).sorted().map { first in
            let outer = turns[first] > 0 ? rings[first] : rings[first].reversed()
            return [outer] + (holesOf[first] ?? []).map { rings[$0].reversed() }
        }
    }

    /// Whether a ring lies within another: by its first position that is not on
    /// the other's edge.
    private static func holds(_ outer: RingBands, _ ring: [Coordinate], _ steps: inout Int) -> Bool {
        for place in ring {
            guard steps < AreaLimits.ringSteps else { return false }
            switch outer.side(of: place, steps: &steps) {
            case .inside: return true
            case .outside: return false
            case .boundary: continue
            }
        }
        return true
    }

    /// Twice the area in square degrees; positive for a ring that runs
    /// counter-clockwise. An edge that steps more than 180° goes the short way.
    private static func twiceArea(_ ring: [Coordinate]) -> Double {
        guard let origin = ring.first else { return 0 }
        var (sum, x) = (0.0, 0.0)
        for (a, b) in zip(ring, ring.dropFirst()) {
            let step = b.longitude - a.longitude
            let next = x + (abs(step) > 180 ? step.remainder(dividingBy: 360) : step)
            sum += x * (b.latitude - origin.latitude) - next * (a.latitude - origin.latitude)
            x = next
        }
        return sum
    }
}
