import GeoqIndex

/// Collects the polygons of one feature, position by position, and refuses what
/// no area may have.
struct AreaShape {
    /// The polygons so far, without those that have no rings.
    private(set) var polygons: [[[Coordinate]]] = []
    /// Points and lines that stand beside the polygons, by their names.
    private(set) var others: [String] = []
    /// How many positions lay outside of the range by less than
    /// `roundingDegrees` and were put on its edge.
    private(set) var rounded = 0
    /// How many rings ran beyond ±180° of longitude and were taken to the same places
    /// within it.
    private(set) var turned = 0

    /// Rings that were closed, and rings that were too short and left out, when they
    /// are mended.
    private(set) var mending = AreaMending()

    /// Whether some position had a height or a measure other than 0, which no area keeps.
    private(set) var hasHeights = false

    private let mends: Bool
    private var polygon: [[Coordinate]] = []
    private var ring = WideRing()
    private var positions = 0
    private var polygonNumber = 0
    /// Which ring of the polygon is read; 1 is the first.
    private var ringNumber = 0
    /// Whether the polygon's outer ring was too short and left out.
    private var isOuterLost = false

    /// Programs that compute with longitudes write 180.00000000000003, also
    /// Natural Earth's files. A tenth of a millimeter.
    private static let roundingDegrees = 1e-9

    /// - Parameter mends: whether rings that are not closed or too short are mended
    ///   and not refused.
    init(mends: Bool = false) {
        self.mends = mends
    }

    mutating func beginPolygon() {
        polygon = []
        polygonNumber += 1
        (ringNumber, isOuterLost) = (0, false)
    }

    mutating func beginRing() {
        ringNumber += 1
        ring = WideRing()
    }

    /// Appends a position to the ring, in degrees.
    ///
    /// - Throws: `AreaProblem` when it is no place on Earth, or one too many. A
    ///   longitude may go beyond ±180 up to ±360.
    mutating func add(longitude: Double, latitude: Double) throws(AreaProblem) {
        guard positions < AreaLimits.positions else { throw .tooManyPositions }
        positions += 1
        let (x, y) = (within(180, longitude), within(90, latitude))
        if x != longitude || y != latitude, x.isFinite, y.isFinite { rounded += 1 }
        do {
            try ring.append(latitude: y, longitude: x)
        } catch {
            throw .unusablePosition(error, position: ring.count + 1, in: place)
        }
    }

    /// - Parameter isOuter: whether it is the polygon's outer ring; nil where that is the first
    ///   one. In a polygon it stands before the holes, wherever it came.
    /// - Throws: `AreaProblem` when the ring is too short or not closed, or runs beyond
    ///   ±180° with an edge of 180° or more.
    mutating func endRing(isOuter: Bool? = nil) throws(AreaProblem) {
        let isOuter = isOuter ?? (ringNumber == 1)
        let ring: [Coordinate]
        do {
            let placed = try self.ring.placed()
            ring = placed.ring
            if placed.isTurned { turned += 1 }
        } catch {
            throw .wideStep(error, in: place)
        }
        if mends { return mendRing(ring, isOuter: isOuter) }
        guard let first = ring.first, let last = ring.last else { throw .ringTooShort(place, positions: 0) }
        guard first == last else { throw .ringNotClosed(place, first: first, last: last) }
        guard ring.count >= 4 else { throw .ringTooShort(place, positions: ring.count) }
        take(ring, isOuter: isOuter)
    }

    private mutating func take(_ ring: [Coordinate], isOuter: Bool) {
        if isOuter { polygon.insert(ring, at: 0) } else { polygon.append(ring) }
    }

    private mutating func mendRing(_ given: [Coordinate], isOuter: Bool) {
        var ring = given
        if let first = ring.first, first != ring.last {
            ring.append(first)
            mending.closed += 1
        }
        guard ring.count < 4 else { return take(ring, isOuter: isOuter) }
        mending.flat += 1
        if isOuter { isOuterLost = true }
    }

    /// - Parameter isArranged: whether it is known which ring is the outer one: a shapefile's
    ///   rings come as one polygon, and `arrange` tells.
    mutating func endPolygon(isArranged: Bool = true) {
        // Holes in nothing are no area.
        if isOuterLost, isArranged {
            mending.strays += polygon.count
            polygon = []
        }
        if !polygon.isEmpty { polygons.append(polygon) }
        polygon = []
    }

    /// Notes a point or a line that is left out.
    mutating func pass(over geometry: String) {
        others.append(geometry)
    }

    /// Notes a height or a measure that is left out.
    mutating func leaveOut(height: Double?) {
        if let height, height.magnitude > 0 { hasHeights = true }
    }

    /// Puts the rings of a shapefile, which come as one polygon, in their order.
    mutating func arrange(
        _ arranged: ([[Coordinate]]) throws(AreaProblem) -> [[[Coordinate]]]
    ) throws(AreaProblem) {
        polygons = try polygons.first.map { rings throws(AreaProblem) in try arranged(rings) } ?? []
    }

    private var place: AreaRing { AreaRing(polygon: polygonNumber, ring: polygon.count + 1) }

    private func within(_ most: Double, _ degrees: Double) -> Double {
        abs(degrees) > most && abs(degrees) <= most + AreaShape.roundingDegrees
            ? (degrees < 0 ? -most : most) : degrees
    }
}
