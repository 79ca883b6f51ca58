/// A site on its way into the tree: enough to sort it by.
struct PackingSite: BitwiseCopyable {
    var x: Float
    var y: Float
    var z: Float
    /// The first item at the site.
    var item: UInt32

    init(_ point: EarthPoint, item: UInt32) {
        (x, y, z) = (Float(point.x), Float(point.y), Float(point.z))
        self.item = item
    }

    @inline(__always)
    func key(_ axis: Int) -> Float {
        axis == 0 ? x : axis == 1 ? y : z
    }
}

/// Puts sites into the order of the tree's leaves.
enum SitePacker {
    /// Orders sites so that every full node's sites lie together in space.
    static func pack(_ sites: UnsafeMutableBufferPointer<PackingSite>) {
        split(sites)
    }

    /// Cuts at the middle of the widest axis, at a multiple of the largest node
    /// that is smaller than the whole, until a leaf is left.
    private static func split(_ sites: UnsafeMutableBufferPointer<PackingSite>) {
        var rest = sites
        while rest.count > TreeShape.leafSize {
            let middle = cut(of: rest.count)
            select(middle, in: rest, axis: widestAxis(of: rest))
            split(UnsafeMutableBufferPointer(rebasing: rest[..<middle]))
            rest = UnsafeMutableBufferPointer(rebasing: rest[middle...])
        }
    }

    /// Where to cut: at half of the children, rounded up to whole ones.
    static func cut(of count: Int) -> Int {
        var unit = TreeShape.leafSize
        while unit * TreeShape.fanOut < count { unit *= TreeShape.fanOut }
        let children = (count + unit - 1) / unit
        return unit * ((children + 1) / 2)
    }

    private static func widestAxis(of sites: UnsafeMutableBufferPointer<PackingSite>) -> Int {
        var (low, high) = (SIMD4<Float>(repeating: .infinity), SIMD4<Float>(repeating: -.infinity))
        for site in sites {
            let point = SIMD4(site.x, site.y, site.z, 0)
            low = pointwiseMin(low, point)
            high = pointwiseMax(high, point)
        }
        let span = high - low
        return span.x >= span.y ? (span.x >= span.z ? 0 : 2) : (span.y >= span.z ? 1 : 2)
    }

    private static func select(
        _ middle: Int, in sites: UnsafeMutableBufferPointer<PackingSite>, axis: Int
    ) {
        switch axis {
        case 0: select(middle, in: sites) { $0.x }
        case 1: select(middle, in: sites) { $0.y }
        default: select(middle, in: sites) { $0.z }
        }
    }

    /// Quickselect: afterwards no site before `middle` has a larger key than
    /// one from `middle` on. The pivot is the median of three, or of a sample
    /// on long ranges (Floyd and Rivest 1975).
    @inline(__always)
    private static func select(
        _ middle: Int, in sites: UnsafeMutableBufferPointer<PackingSite>, key: (PackingSite) -> Float
    ) {
        var (left, right) = (0, sites.count - 1)
        var budget = 4 * (Int.bitWidth - sites.count.leadingZeroBitCount)
        while right > left {
            if right - left < 12 || budget == 0 {
                sortRun(sites, left, right, key)
                return
            }
            budget -= 1
            let pivot = pivotKey(sites, left, right, middle, key)
            var (low, high) = (left, right)
            while low <= high {
                while key(sites[low]) < pivot { low += 1 }
                while key(sites[high]) > pivot { high -= 1 }
                if low <= high {
                    sites.swapAt(low, high)
                    low += 1
                    high -= 1
                }
            }
            // left…high ≤ pivot ≤ low…right; between them only pivots.
            if middle <= high {
                right = high
            } else if middle >= low {
                left = low
            } else {
                return
            }
        }
    }

    /// The key near which the wanted site is expected.
    @inline(__always)
    private static func pivotKey(
        _ sites: UnsafeMutableBufferPointer<PackingSite>, _ left: Int, _ right: Int, _ middle: Int,
        _ key: (PackingSite) -> Float
    ) -> Float {
        if right - left < 600 {
            let (a, b, c) = (key(sites[left]), key(sites[(left + right) / 2]), key(sites[right]))
            return max(min(a, b), min(max(a, b), c))
        }
        // Nine evenly spaced keys; the one at the wanted site's share of them.
        var sample = (0..<9).map { key(sites[left + (right - left) * $0 / 8]) }
        sample.sort()
        let share = Double(middle - left) / Double(right - left)
        return sample[min(8, Int(share * 9))]
    }

    /// Sorts a short run, or one on which the pivots did badly.
    @inline(__always)
    private static func sortRun(
        _ sites: UnsafeMutableBufferPointer<PackingSite>, _ left: Int, _ right: Int,
        _ key: (PackingSite) -> Float
    ) {
        guard right - left < 24 else {
            var run = UnsafeMutableBufferPointer(rebasing: sites[left...right])
            run.sort { key($0) < key($1) }
            return
        }
        for next in (left + 1)...right {
            let site = sites[next]
            var hole = next
            while hole > left, key(sites[hole - 1]) > key(site) {
                sites[hole] = sites[hole - 1]
                hole -= 1
            }
            sites[hole] = site
        }
    }
}
