/// The sites that a walk has found, column by column.
struct HitBuffer: ~Copyable {
    /// Squared chords, and after `measure` meters.
    private var lengths: ScratchArray<Double>
    private var z: ScratchArray<Double>
    private var sites: ScratchArray<UInt32>

    init(capacity: Int, in memory: inout ScratchMemory) {
        lengths = ScratchArray(capacity: capacity, in: &memory)
        z = ScratchArray(capacity: capacity, in: &memory)
        sites = ScratchArray(capacity: capacity, in: &memory)
    }

    var count: Int { sites.count }

    @inline(__always)
    func meters(_ index: Int) -> Double { lengths[index] }

    @inline(__always)
    func site(_ index: Int) -> UInt32 { sites[index] }

    /// Appends the sites of a leaf that the bits name.
    @inline(__always)
    mutating func append(_ mask: UInt, _ leaf: LeafDistances, firstSite: Int) {
        let size = TreeShape.leafSize
        lengths.reserve(size)
        z.reserve(size)
        sites.reserve(size)
        let first = UInt32(truncatingIfNeeded: firstSite)
        if mask == 0xFF {
            lengths.appendReserved(leaf.squaredChords)
            z.appendReserved(leaf.z)
            sites.appendReserved(SIMD8<UInt32>(0, 1, 2, 3, 4, 5, 6, 7) &+ first)
            return
        }
        for lane in 0..<size {
            let keep = Int(truncatingIfNeeded: mask >> UInt(lane) & 1)
            lengths.appendReserved(leaf.squaredChords[lane], keeping: keep)
            z.appendReserved(leaf.z[lane], keeping: keep)
            sites.appendReserved(first &+ UInt32(lane), keeping: keep)
        }
    }

    /// Appends one site.
    @inline(__always)
    mutating func append(squaredChord: Double, z: Double, site: UInt32) {
        lengths.append(squaredChord)
        self.z.append(z)
        sites.append(site)
    }

    /// Squared chords → meters within 1 µm of Karney.
    ///
    /// - Parameter largest: no squared chord is larger.
    /// - Returns: a bound on the error of all of them.
    /// - Complexity: O(*n*); one `geod_inverse` for each site beyond 940 km.
    mutating func measure(
        upTo largest: Double, from origin: SearchOrigin, _ context: inout SearchContext
    ) throws(IndexError) -> Double {
        let count = count
        // The loops take four sites at a time: zeros fill up the last four.
        lengths.reserve(4)
        z.reserve(4)
        lengths.appendReserved(SIMD4<Double>.zero)
        z.appendReserved(SIMD4<Double>.zero)
        defer {
            lengths.truncate(to: count)
            z.truncate(to: count)
        }
        let originZ = origin.point.z
        context.statistics.estimatedDistances += count
        if largest <= Self.shortLimit * Self.shortLimit {
            for index in stride(from: 0, to: count, by: 4) {
                let meters = ChordDistance.shortMeters(
                    squaredChords: lengths.load(at: index, as: SIMD4<Double>.self),
                    z: z.load(at: index, as: SIMD4<Double>.self), originZ: originZ)
                lengths.store(meters, at: index)
            }
            return ChordDistance.shortError(overMeters: largest.squareRoot() * 1.01)
        }
        let limit = Self.refinedLimit * Self.refinedLimit
        for index in stride(from: 0, to: count, by: 4) {
            let squaredChords = lengths.load(at: index, as: SIMD4<Double>.self)
            lengths.store(
                ChordDistance.refinedMeters(
                    squaredChords: squaredChords, z: z.load(at: index, as: SIMD4<Double>.self), originZ: originZ),
                at: index)
            if squaredChords.max() <= limit { continue }
            for lane in 0..<min(4, count - index) where squaredChords[lane] > limit {
                lengths[index + lane] = try exactMeters(index + lane, from: origin, &context)
            }
        }
        return ChordDistance.refinedError(overMeters: min(largest.squareRoot(), Self.refinedLimit) * 1.01)
    }

    @inline(never)
    private func exactMeters(
        _ index: Int, from origin: SearchOrigin, _ context: inout SearchContext
    ) throws(IndexError) -> Double {
        try context.step()
        return try origin.pair(site: Int(sites[index]), context.view).exactMeters(&context.statistics)
    }

    /// Up to these chords the forms are within 1 µm of Karney, in meters.
    static let shortLimit = 340_000.0
    static let refinedLimit = 940_000.0
}
