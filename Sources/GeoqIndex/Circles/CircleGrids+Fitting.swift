extension CircleGrids {
    /// The grids that suit some circles.
    ///
    /// Coarse cubes give a search circles that it does not need. Fine cubes put
    /// each circle into many cubes. And each grid is one more place to look.
    /// The cost of all three is counted on a sample, for every class of radii
    /// (one for each power of two) in every grid; then the classes are divided
    /// among grids so that the sum is least. How close together the circles lie
    /// decides as much as their size: small circles that are thinly spread may
    /// well share a grid with large ones.
    ///
    /// - Parameters:
    ///   - circles: their centers and radii; in an order in which neighbors lie
    ///     together, so that one circle in every few is a fair sample. A class
    ///     that has no circle there has its first one in the sample, too.
    ///   - most: when more grids than these would suit, the general ones are taken.
    /// - Complexity: O(*n*), and a few milliseconds.
    init(fitting circles: [(center: EarthPoint, radius: Double)], atMost most: Int = CircleGrids.mostGrids) {
        let general = CircleGrids.general
        let held = circles.filter { general.index(ofRadius: $0.radius) != nil }
        guard held.count >= 256 else {
            self = general
            return
        }
        let costs = Self.costs(held)
        // best[k]: the least cost of the first k classes, and how their last grid begins.
        var best: [(cost: Double, first: Int, exponent: Int)] = [(0, 0, 0)]
        for end in 1...costs.count {
            var least = (cost: Double.infinity, first: 0, exponent: 0)
            for first in 0..<end {
                for (number, exponent) in CircleGrids.exponents.enumerated() {
                    let sum = costs[first..<end].reduce(best[first].cost + Cost.grid) { $0 + $1[number] }
                    if sum < least.cost { least = (sum, first, exponent) }
                }
            }
            best.append(least)
        }
        var grids: [Grid] = []
        var end = costs.count
        while end > 0 {
            let (_, first, exponent) = best[end]
            grids.append(Grid(exponent: exponent, largestRadius: Self.largestRadius(ofClass: end - 1)))
            end = first
        }
        // The number of a cube has four bits for its grid.
        if grids.count <= most {
            self.init(grids: grids.reversed())
        } else {
            self = general
        }
    }

    /// Nanoseconds of a question, about.
    private enum Cost {
        static let grid = 60.0
        static let candidate = 6.0
        /// For each cube that the average circle is in: more memory is slower.
        static let cubes = 4.0
        /// No circle should be in more cubes.
        static let mostCubes = 128.0
    }

    private static let sides = exponents.map { Double(UInt64(1) << UInt64($0)) }

    /// Classes of radii: to 32 m, to 64 m, … to 4 194 km.
    private static let classCount = 18

    private static func largestRadius(ofClass index: Int) -> Double {
        Double(UInt64(32) << UInt64(index))
    }

    private static func classIndex(ofRadius meters: Double) -> Int {
        (0..<classCount).first { meters <= largestRadius(ofClass: $0) } ?? classCount - 1
    }

    /// What a class of radii costs in each grid.
    private static func costs(_ circles: [(center: EarthPoint, radius: Double)]) -> [[Double]] {
        let (placeCount, sampleCount) = (min(circles.count, 64), min(circles.count, 4096))
        let places = (0..<placeCount).map { circles[$0 * circles.count / placeCount].center }
        var costs = Array(repeating: Array(repeating: 0.0, count: sides.count), count: classCount)
        // What a circle of the sample costs when a place meets it: it stands
        // for several.
        let weight = Double(circles.count) / Double(sampleCount) / Double(placeCount) * Cost.candidate
        var sample = (0..<sampleCount).map { circles[$0 * circles.count / sampleCount] }
        // A class without a sample would cost nothing in cubes of any size.
        var sampled = Set(sample.map { classIndex(ofRadius: $0.radius) })
        for circle in circles where sampled.insert(classIndex(ofRadius: circle.radius)).inserted {
            sample.append(circle)
        }
        for circle in sample {
            let index = classIndex(ofRadius: circle.radius)
            let chords = places.map { $0.squaredChord(to: circle.center).squareRoot() }
            for (number, side) in sides.enumerated() {
                let inSides = circle.radius / side
                // How many cubes a disk of the surface meets, on average over
                // all directions of the surface: its area by theirs, and its
                // rim.
                let cubes = 1.5 * .pi * inSides * inSides + 6 * inSides + 2
                let met = chords.count { $0 <= circle.radius + side / 2 }
                costs[index][number] +=
                    cubes > Cost.mostCubes
                    ? .infinity : Double(met) * weight + cubes / Double(sampleCount) * Cost.cubes
            }
        }
        return costs
    }
}
