/// Sorts hits by distance, nearest first, in about linear time.
///
/// Points spread over a circle have squared distances spread evenly. So there
/// are as many buckets as hits, each hit goes to the bucket of its squared
/// distance, and a last pass of insertions puts neighbors in order. A bucket
/// with many hits is sorted by comparing, and so are all hits when their squares
/// are no numbers to divide by: too small or too large, or none at all, as in an
/// index that is no true one.
enum DistanceSort {
    /// - Returns: the sites, each with its number as its position.
    static func sorted(_ hits: borrowing HitBuffer) -> [Neighbor] {
        let count = hits.count
        var sites = [Neighbor](
            repeating: Neighbor(position: 0, distance: Distance(meters: 0)), count: count)
        var span = sites.mutableSpan
        if count > fewest {
            scatter(hits, into: &span)
        } else {
            for index in 0..<count { span[index] = hits.neighbor(index) }
        }
        insertionSort(&span)
        return sites
    }

    /// Up to this many hits insertion alone is faster.
    private static let fewest = 24
    /// A bucket of more is sorted by itself.
    private static let fullest: UInt32 = 24
    private static let mostBuckets = 1 << 20
    /// Squares of lengths between this and its reciprocal are numbers to divide by.
    private static let smallest = 1e-100

    private static func scatter(_ hits: borrowing HitBuffer, into sites: inout MutableSpan<Neighbor>) {
        let count = hits.count
        var (largest, areLengths) = (0.0, true)
        for index in 0..<count {
            let meters = hits.meters(index)
            largest = max(largest, meters)
            areLengths = areLengths && meters >= 0
        }
        guard areLengths, largest > smallest, largest < 1 / smallest else {
            for index in 0..<count { sites[index] = hits.neighbor(index) }
            sort(0..<count, of: &sites)
            return
        }
        let bucketCount = min(count, mostBuckets)
        let scale = Double(bucketCount - 1) / (largest * largest)
        // ends[b + 1] counts bucket b, then is where its next hit goes.
        var ends = ScratchArray<UInt32>(capacity: bucketCount + 1)
        ends.fill(0, count: bucketCount + 1)
        var buckets = ScratchArray<UInt32>(capacity: count)
        for index in 0..<count {
            let meters = hits.meters(index)
            let bucket = Int(meters * meters * scale)
            buckets.append(UInt32(truncatingIfNeeded: bucket))
            ends[bucket + 1] &+= 1
        }
        var (sum, fullest) = (UInt32(0), UInt32(0))
        for bucket in 1..<bucketCount + 1 {
            let size = ends[bucket]
            ends[bucket] = sum
            sum &+= size
            fullest = max(fullest, size)
        }
        for index in 0..<count {
            let bucket = Int(buckets[index]) + 1
            sites[Int(ends[bucket])] = hits.neighbor(index)
            ends[bucket] &+= 1
        }
        if fullest > Self.fullest { sortFullBuckets(&sites, ends) }
    }

    /// - Parameter ends: where each bucket ends, from index 1 on.
    @inline(never)
    private static func sortFullBuckets(_ sites: inout MutableSpan<Neighbor>, _ ends: borrowing ScratchArray<UInt32>) {
        var start = 0
        for bucket in 1..<ends.count {
            let end = Int(ends[bucket])
            if end - start > fullest { sort(start..<end, of: &sites) }
            start = end
        }
    }

    /// Sorts by comparing; what is no number comes last.
    @inline(never)
    private static func sort(_ range: Range<Int>, of sites: inout MutableSpan<Neighbor>) {
        var run = range.map { sites[$0] }
        run.sort { first, second in
            let (first, second) = (first.distance.meters, second.distance.meters)
            return first < second || second.isNaN && !first.isNaN
        }
        for (index, site) in zip(range, run) { sites[index] = site }
    }

    private static func insertionSort(_ sites: inout MutableSpan<Neighbor>) {
        guard sites.count > 1 else { return }
        var previous = sites[0].distance.meters
        for next in 1..<sites.count {
            let site = sites[next]
            let meters = site.distance.meters
            if meters >= previous {
                previous = meters
                continue
            }
            var hole = next
            while hole > 0, sites[hole - 1].distance.meters > meters {
                sites[hole] = sites[hole - 1]
                hole -= 1
            }
            sites[hole] = site
        }
    }
}

extension HitBuffer {
    /// A measured site.
    @inline(__always)
    func neighbor(_ index: Int) -> Neighbor {
        Neighbor(position: Int(site(index)), distance: Distance(meters: meters(index)))
    }
}
