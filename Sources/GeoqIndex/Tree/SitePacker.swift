/// Puts sites into the order of the tree's leaves.
struct SitePacker: ~Copyable {
    /// x, y and z of each site, and in the last lane the bits of its first item.
    private let sites: ScratchArray<SIMD4<Float>>

    init(_ sites: consuming ScratchArray<SIMD4<Float>>) {
        self.sites = sites
    }

    static func site(_ point: EarthPoint, item: UInt32) -> SIMD4<Float> {
        SIMD4(Float(point.x), Float(point.y), Float(point.z), Float(bitPattern: item))
    }

    /// The first item of each site, in the order of the leaves: every full
    /// node's sites lie together in space.
    ///
    /// - Complexity: O(*n* log *n*).
    consuming func packed() -> [UInt32] {
        split(0, sites.count)
        return (0..<sites.count).map { sites[$0].w.bitPattern }
    }

    /// Cuts at the middle of the widest axis, at a multiple of the largest node
    /// that is smaller than the whole, until a leaf is left.
    private func split(_ first: Int, _ end: Int) {
        var first = first
        while end - first > TreeShape.leafSize {
            let middle = first + Self.cut(of: end - first)
            switch widestAxis(first, end) {
            case 0: select(middle, first, end) { $0.x }
            case 1: select(middle, first, end) { $0.y }
            default: select(middle, first, end) { $0.z }
            }
            split(first, middle)
            first = middle
        }
    }

    /// Where to cut: at half of the children, rounded up to whole ones.
    static func cut(of count: Int) -> Int {
        var unit = TreeShape.leafSize
        while unit * TreeShape.fanOut < count { unit *= TreeShape.fanOut }
        let children = (count + unit - 1) / unit
        return unit * ((children + 1) / 2)
    }

    /// The axis along which the sites reach furthest; of many sites, a sample
    /// decides.
    private func widestAxis(_ first: Int, _ end: Int) -> Int {
        var (low, high) = (sites[first], sites[first])
        for index in stride(from: first, to: end, by: max(1, (end - first) / Self.asked)) {
            let site = sites[index]
            low.replace(with: site, where: site .< low)
            high.replace(with: site, where: site .> high)
        }
        let span = high - low
        return span.x >= span.y ? (span.x >= span.z ? 0 : 2) : (span.y >= span.z ? 1 : 2)
    }

    private static let asked = 512

    /// Quickselect: afterwards no site before `middle` has a larger key than
    /// one from `middle` on.
    ///
    /// The partition has no branch that depends on a key, and its pivot is
    /// taken from a sample at the wanted site's share (Floyd and Rivest 1975).
    @inline(__always)
    private func select(_ middle: Int, _ first: Int, _ end: Int, key: (SIMD4<Float>) -> Float) {
        var (first, end) = (first, end)
        var budget = 8 * (Int.bitWidth - (end - first).leadingZeroBitCount)
        while end - first > Self.shortRun {
            if budget == 0 {
                // The partitions made little progress: the keys are crafted, or
                // the samples were unlucky.
                return sites.sort(first..<end) { key($0) < key($1) }
            }
            budget -= 1
            let pivot = pivot(middle, first, end, key)
            let less = partition(first, end) { Self.one(if: key($0), isLessThan: pivot) }
            if middle < less {
                end = less
            } else if less > first {
                first = less
            } else {
                // The pivot is the least key; many sites may have the same key.
                first = partition(first, end) { 1 - Self.one(if: pivot, isLessThan: key($0)) }
                if middle < first { return }
            }
        }
        for next in first..<end {
            let site = sites[next]
            var hole = next
            while hole > first, key(sites[hole - 1]) > key(site) {
                sites[hole] = sites[hole - 1]
                hole -= 1
            }
            sites[hole] = site
        }
    }

    private static let shortRun = 5

    /// Moves the sites that pass to the front.
    ///
    /// - Returns: where the others begin.
    @inline(__always)
    private func partition(_ first: Int, _ end: Int, _ passes: (SIMD4<Float>) -> Int) -> Int {
        var boundary = first
        for index in first..<end {
            let site = sites[index]
            sites[index] = sites[boundary]
            sites[boundary] = site
            boundary &+= passes(site)
        }
        return boundary
    }

    /// 1 or 0 without a branch: the sign of the difference, which is not zero
    /// for finite keys that differ (IEEE 754 has subnormals).
    @inline(__always)
    private static func one(if key: Float, isLessThan other: Float) -> Int {
        Int((key - other).bitPattern >> 31)
    }

    /// The key near which the wanted site is expected.
    @inline(__always)
    private func pivot(_ middle: Int, _ first: Int, _ end: Int, _ key: (SIMD4<Float>) -> Float) -> Float {
        let count = end - first
        if count < 400 {
            let (a, b, c) = (key(sites[first]), key(sites[first + count / 2]), key(sites[end - 1]))
            return max(min(a, b), min(max(a, b), c))
        }
        let step = count / 33
        var sample = (0..<33).map { key(sites[first + $0 * step + step / 2]) }
        sample.sort()
        return sample[min(32, 33 * (middle - first) / count)]
    }
}
