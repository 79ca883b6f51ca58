import GeoqIndex

/// Finds out which rings of a shapefile's polygon are holes of which.
///
/// The format gives all rings in one list. Outer rings run clockwise and holes
/// counter-clockwise (ESRI Shapefile Technical Description, July 1998, page 8),
/// and nothing says which hole belongs to which outer ring: it is the smallest
/// that holds it.
enum ShapefileRings {
    /// The rings that were taken for the other kind than they run as.
    struct WrongWays: Equatable {
        /// Rings that run as holes, lie in no outer ring, and were taken for outer ones.
        var alone = 0
        /// Rings within such rings, where outer ones are holes and the other way round.
        var within = 0
    }

    /// Polygons with the outer ring first, in the order of the outer rings; outer
    /// rings run counter-clockwise then, and holes clockwise.
    ///
    /// A ring that runs as a hole and lies in no outer ring is taken for an outer
    /// one: many programs write rings that run the wrong way. Then all rings within it
    /// run the wrong way, too: what runs as an outer ring there is a hole.
    ///
    /// - Parameter wrong: grows by the numbers of such rings.
    /// - Throws: `AreaProblem.entangledRings` when it takes more than
    ///   `AreaLimits.ringSteps` steps.
    /// - Complexity: O(*n* log *n*) of the positions and O(holes × outer rings)
    ///   comparisons of boxes.
    static func polygons(
        of rings: [[Coordinate]], wrong: inout WrongWays
    ) throws(AreaProblem) -> [[[Coordinate]]] {
        let turns = rings.map(twiceArea)
        if rings.count == 1 {
            if turns[0] > 0 { wrong.alone += 1 }
            return [[turns[0] > 0 ? rings[0] : rings[0].reversed()]]
        }
        func bySize(_ numbers: [Int]) -> [Candidate] {
            numbers.sorted { abs(turns[$0]) < abs(turns[$1]) }.map {
                Candidate(ring: $0, size: abs(turns[$0]), bands: RingBands(rings[$0]))
            }
        }
        var outers = turns.indices.filter { turns[$0] <= 0 }
        let holes = turns.indices.filter { turns[$0] > 0 }
        var holesOf: [Int: [Int]] = [:]
        var alone: [Int] = []
        var steps = 0
        if !holes.isEmpty, !outers.isEmpty {
            let candidates = bySize(outers)
            for hole in holes {
                if let holder = try Self.holder(of: rings[hole], turns[hole], among: candidates, &steps) {
                    holesOf[holder, default: []].append(hole)
                } else {
                    alone.append(hole)
                }
            }
        } else {
            alone = holes
        }
        wrong.alone += alone.count
        if !alone.isEmpty, !outers.isEmpty {
            let around = bySize(alone)
            var within: [Int] = []
            for outer in outers {
                let holder = try Self.holder(of: rings[outer], -turns[outer], among: around, &steps)
                if holder != nil { within.append(outer) }
            }
            if !within.isEmpty {
                let islands = within.flatMap { holesOf.removeValue(forKey: $0) ?? [] }
                wrong.within += within.count + islands.count
                alone += islands
                outers.removeAll(where: Set(within).contains)
                let candidates = bySize(alone)
                for hole in within {
                    let holder = try Self.holder(of: rings[hole], -turns[hole], among: candidates, &steps)
                    if let holder { holesOf[holder, default: []].append(hole) }
                }
            }
        }
        func ring(_ number: Int, counterclockwise: Bool) -> [Coordinate] {
            (turns[number] > 0) == counterclockwise ? rings[number] : rings[number].reversed()
        }
        return (outers + alone).sorted().map { first in
            [ring(first, counterclockwise: true)]
                + (holesOf[first] ?? []).map { ring($0, counterclockwise: false) }
        }
    }

    /// A ring that may hold others.
    private struct Candidate {
        let ring: Int
        /// Twice the area in square degrees.
        let size: Double
        let bands: RingBands
    }

    /// The smallest ring that holds another one; nil when none does.
    ///
    /// - Parameter candidates: the smallest first.
    private static func holder(
        of ring: [Coordinate], _ size: Double, among candidates: [Candidate], _ steps: inout Int
    ) throws(AreaProblem) -> Int? {
        let bands = RingBands(ring)
        for candidate in candidates where candidate.size >= size {
            steps += 1
            guard steps < AreaLimits.ringSteps else { throw .entangledRings(candidates.count) }
            if candidate.bands.mayHold(bands), holds(candidate.bands, ring, &steps) { return candidate.ring }
        }
        return nil
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
