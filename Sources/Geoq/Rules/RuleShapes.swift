import GeoqIndex

/// The areas and routes of rules: which of them hold a sighting, how far inside,
/// and how certainly?
///
/// Ids begin at `firstID`, so that they are told from those of circles.
///
/// **What certain means.** The true place lies at most the sighting's uncertainty
/// u from the given one. Of an area let s be the distance to its boundary, negative
/// inside; a rule that also takes what is outside by a is certain when a − s > u, and
/// holds for none of the places when s − u > a. Of a route, a is its width and s the
/// distance to its line. Without an uncertainty a rule holds certainly or not at all, by
/// `Area.contains` or when s ≤ a.
///
/// **Of an obscured record** the true place lies in a cell besides. A rule that takes
/// nothing outside of its area is certain when the whole cell is inside, and does not
/// hold when all of it is outside: both exactly, by the area's own edges. With what
/// approaches the area, `Area.certainty(in:approach:)` tells, and of a route `Corridor.certainty(in:)`.
struct RuleShapes: Sendable {
    static let firstID: UInt32 = 1 << 31

    enum Shape: Sendable {
        case area(Int, approach: Double)
        case route(Corridor)
        case removed
    }

    /// By shape.
    private(set) var shapes: [Shape] = []
    /// By shape: copies of its list's row and reasons, as for circles.
    private(set) var rows: [ListRow] = []
    private(set) var reasons: [ListReasons] = []
    private var free: [Int] = []
    /// What rules may name.
    private var known: [String: RuleArea] = [:]
    /// The areas that rules in force have named, their names, and the shapes of each.
    private var index = AreaIndex([])
    private var positions: [String: Int] = [:]
    private var shapesOfArea: [[Int]] = []
    private var routes: [Int] = []
    /// No rule takes more than this outside of its area.
    private var widestApproach = 0.0

    init() {}

    /// - Parameter named: the areas that rules in force name.
    /// - Complexity: O(*vertices* log *vertices*) of these.
    init(_ known: [String: RuleArea], naming named: Set<String>) {
        self.known = known
        for name in named.sorted() { _ = enlist(name) }
        index = AreaIndex(areas)
    }

    /// Whether there is none, or never was.
    var isEmpty: Bool { shapes.isEmpty }

    private(set) var areas: [Area] = []

    /// What the rules name: areas that no rule names any more do not count.
    var places: RuleMatcher.Places {
        var places = RuleMatcher.Places()
        for (area, shapes) in zip(areas, shapesOfArea) where !shapes.isEmpty {
            places.areas[area.edges, default: 0] += 1
            places.areaPositions += area.positionCount
        }
        for number in routes {
            guard case .route(let corridor) = shapes[number] else { continue }
            places.routes += 1
            places.routePositions += corridor.segments.reduce(0) { $0 + $1.count }
        }
        return places
    }

    /// The position of an area; nil when there is none that can be used.
    private mutating func enlist(_ name: String) -> Int? {
        if let position = positions[name] { return position }
        guard case .found(let area)? = known[name] else { return nil }
        positions[name] = areas.count
        areas.append(area)
        shapesOfArea.append([])
        return areas.count - 1
    }

    /// Adds what a location rule asks for.
    ///
    /// - Returns: its id; nil when the area cannot be used.
    /// - Complexity: O(1); O(*vertices* log *vertices*) of all areas for one that no
    ///   rule has named yet.
    mutating func insert(_ condition: RuleCondition, _ reason: ListReasons) -> UInt32? {
        let shape: Shape
        switch condition {
        case .area(let condition):
            guard let position = enlist(condition.area) else { return nil }
            if areas.count > index.areas.count { index = AreaIndex(areas) }
            shape = .area(position, approach: condition.approach.meters)
            widestApproach = max(widestApproach, condition.approach.meters)
        case .route(let corridor): shape = .route(corridor)
        default: return nil
        }
        let number = free.popLast() ?? shapes.count
        if number == shapes.count {
            shapes.append(shape)
            rows.append(ListRow())
            reasons.append(reason)
        } else {
            shapes[number] = shape
        }
        switch shape {
        case .area(let position, _): shapesOfArea[position].append(number)
        default: routes.append(number)
        }
        return UInt32(number) | Self.firstID
    }

    mutating func remove(_ id: UInt32) {
        let number = Int(id & ~Self.firstID)
        switch shapes[number] {
        case .area(let position, _): shapesOfArea[position].removeAll { $0 == number }
        default: routes.removeAll { $0 == number }
        }
        (shapes[number], rows[number]) = (.removed, ListRow())
        free.append(number)
    }

    mutating func set(_ id: UInt32, _ row: ListRow, _ reason: ListReasons) {
        (rows[Int(id & ~Self.firstID)], reasons[Int(id & ~Self.firstID)]) = (row, reason)
    }

    /// The shapes that a sighting meets, perhaps or certainly, and those that it
    /// misses by at most `reach`.
    ///
    /// - Parameter isWanted: whether the list can match.
    /// - Complexity: O(log *vertices* + areas near by), and O(routes).
    func hits(
        _ asked: AskedSighting, where isWanted: (ListRow) -> Bool
    ) -> [CircleHit] {
        var found: [CircleHit] = []
        let (place, uncertainty, reach) = (asked.place, asked.uncertainty, asked.options.nearMiss.meters)
        let widest = widestApproach + max(uncertainty, reach)
        for near in index.areas.isEmpty ? [] : index.near(place, within: Self.distance(widest)) {
            for number in shapesOfArea[near.area] where isWanted(rows[number]) {
                guard case .area(_, let approach) = shapes[number] else { continue }
                if let hit = hit(number, near, approach, asked, reach) { found.append(hit) }
            }
        }
        for number in routes where isWanted(rows[number]) {
            if let hit = hit(UInt32(number) | Self.firstID, asked, reach: reach) { found.append(hit) }
        }
        return found
    }

    /// One shape's hit; nil when the sighting does not meet it.
    func hit(_ id: UInt32, _ asked: AskedSighting, reach: Double = 0) -> CircleHit? {
        let (place, uncertainty) = (asked.place, asked.uncertainty)
        let number = Int(id & ~Self.firstID)
        switch shapes[number] {
        case .area(let position, let approach):
            let area = areas[position]
            let isInside = area.contains(place)
            let outside = isInside ? nil : area.distanceToBoundary(from: place)?.meters
            guard let meters = isInside ? area.metersInside(place) : outside else { return nil }
            let near = NearArea(area: position, isInside: isInside, metersToBoundary: meters)
            return hit(number, near, approach, asked, reach)
        case .route(let corridor):
            let width = corridor.width.meters
            let furthest = Self.distance(width + max(uncertainty, reach))
            guard let foot = corridor.foot(of: place, within: furthest) else { return nil }
            let isOn = foot.offset < width || corridor.contains(place)
            var holds = isOn || uncertainty > 0 && foot.offset - uncertainty <= width
            // The given place is one of the cell's.
            if holds, !isOn, let cell = asked.cell { holds = corridor.certainty(in: cell) != .impossible }
            guard holds || foot.offset <= width + reach else { return nil }
            return CircleHit(id: id, isInside: holds, meters: foot.offset, radius: width)
        case .removed: return nil
        }
    }

    /// The distance is zero inside, and else that to the area; radius less distance is
    /// how far inside it is.
    private func hit(
        _ number: Int, _ near: NearArea, _ approach: Double, _ asked: AskedSighting, _ reach: Double
    ) -> CircleHit? {
        let meters = near.metersToBoundary
        let most = approach + asked.uncertainty
        var holds = near.isInside || most > 0 && meters <= most
        if holds, !near.isInside || approach > 0, let cell = asked.cell {
            holds = areas[near.area].certainty(in: cell, approach: approach) != .impossible
        }
        guard holds || reach > 0 && meters <= approach + reach else { return nil }
        return CircleHit(
            id: UInt32(number) | Self.firstID, isInside: holds, meters: near.isInside ? 0 : meters,
            radius: near.isInside ? meters : 0)
    }

    /// Whether a hit that holds does so for every place that the sighting can have
    /// been at.
    func isCertain(_ hit: CircleHit, _ asked: AskedSighting) -> Bool {
        let uncertainty = asked.uncertainty
        if uncertainty == 0 { return true }
        switch shapes[Int(hit.id & ~Self.firstID)] {
        case .area(let position, let approach):
            if approach + (hit.radius - hit.meters) > uncertainty { return true }
            return asked.cell.map { areas[position].certainty(in: $0, approach: approach) == .certain } ?? false
        case .route(let corridor):
            if hit.radius - hit.meters > uncertainty { return true }
            return asked.cell.map { corridor.certainty(in: $0) == .certain } ?? false
        case .removed: return false
        }
    }

    /// A region that has every place at which a shape can hold; nil when only all
    /// places will do.
    ///
    /// - Parameter uncertainty: the largest of a sighting.
    func region(of id: UInt32, uncertainty: Double) -> [GeoqIndex.Shape]? {
        switch shapes[Int(id & ~Self.firstID)] {
        case .area(let position, let approach):
            let area = areas[position]
            let margin = approach + uncertainty
            if margin == 0 { return [.area(area)] }
            // What is outside by no more than that is so near to a ring. The pole of
            // a ring, and a ring around a whole parallel, are not drawn by a line.
            guard area.pole == nil, !area.touchesPole else { return nil }
            let rings = area.polygons.flatMap { [$0.outer] + $0.holes }
            let border = try? Corridor(
                segments: rings, edges: area.edges, width: .meters(margin + 1))
            return border.map { [.area(area), .corridor($0)] }
        case .route(let corridor):
            if uncertainty == 0 { return [.corridor(corridor)] }
            let wider = try? Corridor(
                segments: corridor.segments, edges: corridor.edges,
                width: .meters(corridor.width.meters + uncertainty + 1))
            return wider.map { [.corridor($0)] }
        case .removed: return []
        }
    }

    private static func distance(_ meters: Double) -> Distance {
        meters < Distance.halfTheEarth.meters ? .meters(meters) : .halfTheEarth
    }
}

extension Area {
    /// Whether a vertex is a pole, or an edge goes around a whole parallel.
    fileprivate var touchesPole: Bool {
        polygons.contains { polygon in
            ([polygon.outer] + polygon.holes).contains { ring in
                zip(ring, ring.dropFirst()).contains {
                    abs($0.latitude) == 90 || abs($0.longitude - $1.longitude) >= 360
                }
            }
        }
    }
}
