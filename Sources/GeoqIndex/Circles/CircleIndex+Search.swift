/// A circle around a place, or near it.
package struct CircleHit: BitwiseCopyable, Hashable, Sendable {
    package let id: UInt32
    /// Whether the place lies inside, as `geod_inverse` decides.
    package let isInside: Bool
    /// From the place to the circle's center, in meters, within 1 µm of
    /// `Geodesic.inverse`.
    package let meters: Double
    /// The circle's radius, in meters.
    package let radius: Double

    package init(id: UInt32, isInside: Bool, meters: Double, radius: Double) {
        (self.id, self.isInside, self.meters, self.radius) = (id, isInside, meters, radius)
    }
}

/// A place, made ready to be asked about.
package struct PreparedPlace: Sendable {
    package let coordinate: Coordinate
    let point: EarthPoint

    package init(_ coordinate: Coordinate) {
        (self.coordinate, point) = (coordinate, EarthPoint(coordinate))
    }
}

/// A circle that contains a place, not yet measured.
package struct InsideCircle: BitwiseCopyable, Sendable {
    package let id: UInt32
    fileprivate let row: UInt32
}

extension CircleIndex {
    /// The ids of the circles that contain a place, ascending.
    ///
    /// - Complexity: O(grids + circles around, and those that no grid holds): about 0.3 µs for ten of them
    ///   among 100 000.
    package func circles(containing coordinate: Coordinate) -> [UInt32] {
        var statistics = SearchStatistics()
        var ids = circles(around: PreparedPlace(coordinate), &statistics).map(\.id)
        ids.sortAscending()
        return ids
    }

    /// The circles that contain a place, with their distances, in no order.
    ///
    /// - Parameter reach: circles whose edge lies at most this far from the
    ///   place are given, too: the distance to the center is at most the radius
    ///   and the reach together, as `geod_inverse` decides.
    /// - Complexity: that of `circles(containing:)`; with a reach O(cubes in
    ///   reach), at most O(*n*).
    package func hits(
        at coordinate: Coordinate, reach: Distance = .meters(0), _ statistics: inout SearchStatistics
    ) -> [CircleHit] {
        let place = PreparedPlace(coordinate)
        if reach.meters == 0 { return measured(circles(around: place, &statistics), from: place, &statistics) }
        return candidates(near: place.point, reach: reach.meters).compactMap {
            hit($0, coordinate, place.point, reach: reach.meters, &statistics)
        }
    }

    /// One circle's hit; nil when it does not contain the place.
    ///
    /// - Precondition: `id` is a circle's.
    /// - Complexity: O(1).
    package func hit(_ id: Int, at coordinate: Coordinate, _ statistics: inout SearchStatistics) -> CircleHit? {
        hit(row(of: id), coordinate, EarthPoint(coordinate), reach: 0, &statistics)
    }

    /// The circles that contain a place, in no order.
    ///
    /// - Complexity: that of `circles(containing:)`.
    package func circles(around place: PreparedPlace, _ statistics: inout SearchStatistics) -> [InsideCircle] {
        let (coordinate, point) = (place.coordinate, place.point)
        // First all reads of the table, then the work on the lists: so the
        // reads do not wait for each other.
        var starts = SIMD16<UInt32>.zero
        var ends = SIMD16<UInt32>.zero
        var (listCount, total) = (0, everywhere.count)
        var gridsLeft = gridMask
        while gridsLeft != 0 {
            let range = cubes.range(of: grids.cube(of: point, grid: gridsLeft.trailingZeroBitCount))
            gridsLeft &= gridsLeft &- 1
            starts[listCount] = UInt32(truncatingIfNeeded: range.lowerBound)
            ends[listCount] = UInt32(truncatingIfNeeded: range.upperBound)
            listCount &+= 1
            total &+= range.count
        }
        if total == 0 { return [] }
        statistics.candidates &+= total
        let rounded = SIMD4(Float(point.x), Float(point.y), Float(point.z), 0)
        return [InsideCircle](unsafeUninitializedCapacity: total) { found, count in
            rows.withUnsafeBufferPointer { rows in
                cubes.withPool { pool in
                    for list in 0..<listCount {
                        for index in Int(starts[list])..<Int(ends[list]) {
                            let row = pool[index]
                            let circle = rows[Int(row)]
                            let side = circle.side(of: rounded)
                            // Branches that cannot be predicted cost more than a wasted write.
                            var keep = side.isInside
                            if side.isOpen { keep = contains(row, coordinate, point, &statistics) ? 1 : 0 }
                            found[count] = InsideCircle(id: circle.id, row: row)
                            count &+= keep
                        }
                    }
                }
                for row in everywhere {
                    let circle = rows[Int(row)]
                    let squaredChord = circle.squaredChord(to: rounded)
                    if squaredChord > circle.sphere.w { continue }
                    if squaredChord >= circle.innerSquaredChord, !contains(row, coordinate, point, &statistics) {
                        continue
                    }
                    found[count] = InsideCircle(id: circle.id, row: row)
                    count &+= 1
                }
            }
        }
    }

    /// Whether a circle contains a place, exactly.
    @inline(never)
    private func contains(
        _ row: UInt32, _ coordinate: Coordinate, _ point: EarthPoint, _ statistics: inout SearchStatistics
    ) -> Bool {
        let circle = exact[Int(row)]
        let squaredChord = point.squaredChord(to: circle.point)
        if squaredChord > circle.test.outerSquaredChord { return false }
        if squaredChord < circle.test.innerSquaredChord { return true }
        return circle.test.decide(circle.pair(from: coordinate, point), &statistics)
    }

    /// Circles that contain a place, in the same order, with their distances.
    ///
    /// - Complexity: O(*n*); one `geod_inverse` for each center beyond 940 km.
    package func measured(
        _ found: [InsideCircle], from place: PreparedPlace, _ statistics: inout SearchStatistics
    ) -> [CircleHit] {
        let (coordinate, point) = (place.coordinate, place.point)
        if found.isEmpty { return [] }
        statistics.estimatedDistances &+= found.count
        return [CircleHit](unsafeUninitializedCapacity: found.count) { hits, count in
            for first in stride(from: 0, to: found.count, by: 4) {
                let lanes = min(4, found.count - first)
                var (squaredChords, z) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
                for lane in 0..<lanes {
                    let ball = balls[Int(found[first + lane].row)]
                    let difference = ball - SIMD4(point.x, point.y, point.z, 0)
                    let square = difference * difference
                    squaredChords[lane] = square.x + square.y + square.z
                    z[lane] = ball.z
                }
                let limit = HitBuffer.shortLimit * HitBuffer.shortLimit
                let isShort =
                    squaredChords.x <= limit && squaredChords.y <= limit && squaredChords.z <= limit
                    && squaredChords.w <= limit
                let meters = ChordDistance.shortMeters(squaredChords: squaredChords, z: z, originZ: point.z)
                for lane in 0..<lanes {
                    let row = Int(found[first + lane].row)
                    let exactly = isShort ? meters[lane] : exact[row].meters(from: coordinate, point, &statistics)
                    hits.initializeElement(
                        at: first + lane,
                        to: CircleHit(id: found[first + lane].id, isInside: true, meters: exactly, radius: balls[row].w)
                    )
                }
            }
            count = found.count
        }
    }

    /// nil when the circle is further away than the reach.
    private func hit(
        _ row: UInt32, _ coordinate: Coordinate, _ point: EarthPoint, reach: Double,
        _ statistics: inout SearchStatistics
    ) -> CircleHit? {
        let isInside = contains(row, coordinate, point, &statistics)
        let circle = exact[Int(row)]
        if !isInside {
            if reach == 0 { return nil }
            let pair = circle.pair(from: coordinate, point)
            if pair.compare(with: circle.test.radius + reach, &statistics) > 0 { return nil }
        }
        return CircleHit(
            id: rows[Int(row)].id, isInside: isInside, meters: circle.meters(from: coordinate, point, &statistics),
            radius: circle.test.radius)
    }

    /// Rows of circles of which a part may lie in reach of a place, each once.
    private func candidates(near point: EarthPoint, reach: Double) -> [UInt32] {
        var found = everywhere
        var gridsLeft = gridMask
        while gridsLeft != 0 {
            let grid = gridsLeft.trailingZeroBitCount
            gridsLeft &= gridsLeft &- 1
            var inCubes: [UInt32] = []
            let isComplete = grids.forEachCube(
                near: point, reach: reach, grid: grid, atMost: max(64, gridCounts[grid] / 8)
            ) { cube in
                cubes.withPool { inCubes += $0[cubes.range(of: cube)] }
            }
            if isComplete {
                found += inCubes
            } else {
                // So many cubes that it is cheaper to look at every circle.
                found += rows.indices.lazy.map { UInt32($0) }.filter {
                    rows[Int($0)].id != .max && grids.index(ofRadius: exact[Int($0)].test.radius) == grid
                }
            }
        }
        found.sort()
        var last = UInt32.max
        found.removeAll { row in
            defer { last = row }
            return row == last
        }
        return found
    }

    /// One bit for each grid that holds circles.
    @inline(__always)
    private var gridMask: UInt {
        var mask: UInt = 0
        for grid in gridCounts.indices where gridCounts[grid] > 0 { mask |= 1 << UInt(grid) }
        return mask
    }
}

extension ExactCircle {
    @inline(__always)
    func pair(from coordinate: Coordinate, _ point: EarthPoint) -> PointPair {
        PointPair(origin: coordinate, originPoint: point, target: center, targetPoint: self.point)
    }

    /// The distance to the center, within 1 µm of Karney.
    @inline(__always)
    func meters(
        from coordinate: Coordinate, _ point: EarthPoint, _ statistics: inout SearchStatistics
    ) -> Double {
        let squaredChord = point.squaredChord(to: self.point)
        statistics.estimatedDistances &+= 1
        if squaredChord <= HitBuffer.shortLimit * HitBuffer.shortLimit {
            return ChordDistance.shortMeters(
                squaredChords: SIMD4(repeating: squaredChord), z: SIMD4(repeating: self.point.z), originZ: point.z
            ).x
        }
        if squaredChord <= HitBuffer.refinedLimit * HitBuffer.refinedLimit {
            return ChordDistance(refinedFrom: point, to: self.point).meters
        }
        return pair(from: coordinate, point).exactMeters(&statistics)
    }
}

extension [UInt32] {
    /// Ascending: by insertion when there are few.
    @inline(__always)
    mutating func sortAscending() {
        if count > 32 {
            sort()
            return
        }
        withUnsafeMutableBufferPointer { numbers in
            for index in stride(from: 1, to: numbers.count, by: 1) {
                let number = numbers[index]
                var place = index
                while place > 0, numbers[place - 1] > number {
                    numbers[place] = numbers[place - 1]
                    place -= 1
                }
                numbers[place] = number
            }
        }
    }
}

extension CircleIndex {
    /// No reported distance is further from the true one, in meters.
    package static let reportedError = 1e-6
}
