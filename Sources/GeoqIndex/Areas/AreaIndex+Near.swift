/// An area in which a place lies, or near which.
package struct NearArea: Hashable, Sendable {
    /// The area's position.
    package let area: Int
    /// Whether the area holds the place.
    package let isInside: Bool
    /// How far the place is from the area's boundary, as
    /// `Area.distanceToBoundary(from:)` tells; half the Earth inside of the whole Earth, which
    /// has none.
    package let metersToBoundary: Double

    package init(area: Int, isInside: Bool, metersToBoundary: Double) {
        (self.area, self.isInside, self.metersToBoundary) = (area, isInside, metersToBoundary)
    }
}

extension AreaIndex {
    /// The areas that hold a place, and those whose boundary is no further from it
    /// than a distance, in ascending position.
    ///
    /// - Complexity: O(log *vertices* + polygons near by), and some ten microseconds
    ///   for each area found.
    package func near(_ coordinate: Coordinate, within distance: Distance = .meters(0)) -> [NearArea] {
        let holders = areas(holding: coordinate)
        var found = holders.map { position in
            NearArea(area: position, isInside: true, metersToBoundary: areas[position].metersInside(coordinate))
        }
        if distance.meters == 0 { return found }
        var candidates: [Int] = []
        // A straight line is never longer than the way on the ground.
        reaches.forEach(within: distance.meters, of: EarthPoint(coordinate)) { candidates.append(Int(owners[$0])) }
        let known = Set(holders)
        for position in Set(candidates) where !known.contains(position) {
            let meters = areas[position].index.leastDistance(from: coordinate, below: distance.meters.nextUp)
            if let meters { found.append(NearArea(area: position, isInside: false, metersToBoundary: meters)) }
        }
        return found.sorted { $0.area < $1.area }
    }
}

/// Boxes of earth-centered coordinates in a given order, with a box over every
/// eight of them, and so on.
struct EarthReachTree: Sendable {
    /// The boxes, then those over every eight, up to one.
    private let boxes: [EarthReach]
    private let levels: [Range<Int>]

    init(_ boxes: [EarthReach]) {
        var nodes = boxes
        levels = PackedLevels.build(on: &nodes, EarthReach.init(over:))
        self.boxes = nodes
    }

    /// Gives the numbers of all boxes to which a straight line from a point is no
    /// longer than `meters`.
    ///
    /// - Complexity: O(log *n* + boxes given).
    func forEach(within meters: Double, of point: EarthPoint, _ body: (Int) -> Void) {
        guard boxes.count > 0 else { return }
        visit(levels.count - 1, boxes.count - 1, meters, point, body)
    }

    private func visit(_ level: Int, _ node: Int, _ meters: Double, _ point: EarthPoint, _ body: (Int) -> Void) {
        guard boxes[node].leastChord(from: point) <= meters else { return }
        if level == 0 { return body(node) }
        for child in PackedLevels.children(ofNode: node, level: level, levels, leaves: 0) {
            visit(level - 1, child, meters, point, body)
        }
    }
}
