/// A site that may belong to the answer.
struct SiteCandidate: BitwiseCopyable {
    var squaredChord: Double
    var site: UInt32
    /// How many of its items pass, up to the number that was needed.
    var weight: UInt32
}

/// The nearest sites so far, by chord: just enough to hold `limit` items, and
/// the *band* behind them that the chord cannot exclude.
///
/// Short answers are kept sorted by insertion. Long ones are collected, and
/// sorted and cut whenever they have doubled.
struct NearestSites: ~Copyable {
    let limit: Int
    private var sites: ScratchArray<SiteCandidate>
    private var band: ScratchArray<SiteCandidate>
    /// How many items the sites of `sites` have.
    private var weight = 0
    /// When there are this many sites, a long answer is sorted and cut.
    private var cutCount: Int
    /// Sites with a longer chord are out of reach; finite.
    private(set) var squaredChordLimit: Double
    /// The same limit, for boxes.
    private(set) var boxLimit: Float

    /// With more items than this, insertion moves too much memory.
    private static let longestSorted = 256

    init(limit: Int, outerSquaredChord: Double, in memory: inout ScratchMemory) {
        self.limit = limit
        squaredChordLimit = min(outerSquaredChord, .greatestFiniteMagnitude)
        boxLimit = BoxBounds.loosened(outerSquaredChord)
        sites = ScratchArray(capacity: min(limit, 2 * Self.longestSorted) + 8, in: &memory)
        band = ScratchArray(capacity: 8, in: &memory)
        cutCount = 2 * limit
    }

    var count: Int { sites.count }

    @inline(__always)
    subscript(index: Int) -> SiteCandidate { sites[index] }

    @inline(__always)
    mutating func insert(_ candidate: SiteCandidate) {
        if limit <= Self.longestSorted {
            insertSorted(candidate)
        } else {
            sites.append(candidate)
            if sites.count >= cutCount { cut() }
        }
    }

    /// Leaves in `sites` those that may belong to the answer.
    mutating func finish() {
        if limit > Self.longestSorted { return cut() }
        for index in 0..<band.count where band[index].squaredChord <= squaredChordLimit {
            sites.append(band[index])
        }
    }

    /// - Complexity: O(*limit*), in one move of memory.
    @inline(__always)
    private mutating func insertSorted(_ candidate: SiteCandidate) {
        var slot = sites.count
        if weight >= limit, candidate.squaredChord >= sites[slot - 1].squaredChord {
            band.append(candidate)
            return
        }
        if slot > 16 {
            slot = firstSlot(after: candidate.squaredChord)
            sites.insert(candidate, at: slot)
        } else {
            sites.append(candidate)
            while slot > 0, sites[slot - 1].squaredChord > candidate.squaredChord {
                sites[slot] = sites[slot - 1]
                slot &-= 1
            }
            sites[slot] = candidate
        }
        weight &+= Int(candidate.weight)
        guard weight >= limit else { return }
        while weight &- Int(sites[sites.count - 1].weight) >= limit {
            let evicted = sites.removeLast()
            weight &-= Int(evicted.weight)
            if evicted.squaredChord <= squaredChordLimit { band.append(evicted) }
        }
        tighten(sites[sites.count - 1].squaredChord)
    }

    /// The first of the sorted sites with a longer chord.
    private func firstSlot(after squaredChord: Double) -> Int {
        var (low, high) = (0, sites.count)
        while low < high {
            let middle = (low + high) / 2
            if sites[middle].squaredChord > squaredChord { high = middle } else { low = middle + 1 }
        }
        return low
    }

    @inline(__always)
    private mutating func tighten(_ squaredChord: Double) {
        let furthest = RadiusTest.furthestSquaredChord(asNearAs: squaredChord)
        guard furthest < squaredChordLimit else { return }
        squaredChordLimit = furthest
        boxLimit = BoxBounds.loosened(furthest)
    }

    /// Sorts and drops what is out of reach.
    ///
    /// - Complexity: O(*n* log *n*), once for each doubling.
    private mutating func cut() {
        sites.sort(0..<sites.count) { $0.squaredChord < $1.squaredChord }
        var (items, needed) = (0, 0)
        while needed < sites.count, items < limit {
            items += Int(sites[needed].weight)
            needed += 1
        }
        guard items >= limit else { return }
        tighten(sites[needed - 1].squaredChord)
        while needed < sites.count, sites[needed].squaredChord <= squaredChordLimit { needed += 1 }
        sites.truncate(to: needed)
        cutCount = max(cutCount, 2 * needed)
    }
}
