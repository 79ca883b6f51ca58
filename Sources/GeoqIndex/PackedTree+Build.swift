extension PackedTree {
    /// A tree and where its items come from.
    public struct Built: Sendable {
        public let tree: PackedTree
        /// For each position, the index of the item in the arrays given.
        public let order: [UInt32]
    }

    /// Builds a tree.
    ///
    /// Sites are split recursively at the middle of the widest axis, at
    /// multiples of full nodes ("overlap-minimizing top-down" bulk loading, Lee
    /// and Lee 2003), so neighbors come to lie together.
    ///
    /// - Parameters:
    ///   - coordinates: where the items are, in any order.
    ///   - keys: what breaks ties, one for each coordinate; distinct.
    /// - Precondition: both have the same count, at most 2³² − 2.
    /// - Complexity: O(*n* log *n*) comparisons, 60 bytes of memory an item.
    public static func build(coordinates: [Coordinate], keys: [ItemKey]) -> Built {
        precondition(coordinates.count == keys.count, "Each coordinate has one key.")
        precondition(coordinates.count <= TreeShape.largestCount, "A tree holds at most 2³² − 2 items.")
        let grouping = SiteGrouping(coordinates)
        var sites = grouping.firstItems.map { item in
            PackingSite(EarthPoint(coordinates[Int(item)]), item: item)
        }
        let shape = TreeShape(siteCount: sites.count)
        sites.withUnsafeMutableBufferPointer { SitePacker.pack($0) }

        let order = grouping.itemOrder(ofSites: sites.lazy.map(\.item), keys: keys)
        let layout = TreeLayout(shape: shape, itemCount: keys.count)
        let region = MemoryRegion(byteCount: layout.byteCount)
        layout.fill(region, sites: sites, coordinates: coordinates, keys: keys, order: order, grouping: grouping)
        do {
            return Built(tree: try layout.tree(in: region, at: 0), order: order.items)
        } catch {
            preconditionFailure("A layout fits the region that was made for it: \(error)")
        }
    }
}

/// Which items share a coordinate.
struct SiteGrouping {
    /// The first item at each site, in the order of the items.
    private(set) var firstItems: [UInt32] = []
    /// The site of each item; empty when every item has a site of its own.
    private(set) var siteOfItem: [UInt32] = []

    /// - Complexity: O(*n*), by an open hash table.
    init(_ coordinates: [Coordinate]) {
        let count = coordinates.count
        firstItems.reserveCapacity(count)
        siteOfItem = Array(repeating: 0, count: count)
        let capacity = max(16, (count * 2).nextPowerOfTwo)
        let empty = UInt32.max
        var table = [UInt32](repeating: empty, count: capacity)
        // A seed of the process: crafted coordinates cannot be made to collide.
        let seed = UInt64.random(in: .min ... .max)
        for index in 0..<count {
            let place = coordinates[index]
            var slot = Int(truncatingIfNeeded: Self.hash(place, seed)) & (capacity - 1)
            while true {
                let site = table[slot]
                if site == empty {
                    table[slot] = UInt32(firstItems.count)
                    siteOfItem[index] = UInt32(firstItems.count)
                    firstItems.append(UInt32(index))
                    break
                }
                if coordinates[Int(firstItems[Int(site)])] == place {
                    siteOfItem[index] = site
                    break
                }
                slot = (slot + 1) & (capacity - 1)
            }
        }
        if firstItems.count == count { siteOfItem = [] }
    }

    /// The items site by site, ascending by key within each.
    func itemOrder(
        ofSites firsts: some Collection<UInt32>, keys: [ItemKey]
    ) -> (items: [UInt32], starts: [UInt32]?) {
        guard !siteOfItem.isEmpty else { return (Array(firsts), nil) }
        var counts = [UInt32](repeating: 0, count: firstItems.count)
        for site in siteOfItem { counts[Int(site)] += 1 }
        var starts: [UInt32] = [0]
        starts.reserveCapacity(firstItems.count + 1)
        var next = [UInt32](repeating: 0, count: firstItems.count)
        for first in firsts {
            let site = Int(siteOfItem[Int(first)])
            next[site] = starts[starts.count - 1]
            starts.append(next[site] + counts[site])
        }
        var items = [UInt32](repeating: 0, count: siteOfItem.count)
        for (item, site) in siteOfItem.enumerated() {
            items[Int(next[Int(site)])] = UInt32(item)
            next[Int(site)] += 1
        }
        for site in 0..<firstItems.count {
            let range = Int(starts[site])..<Int(starts[site + 1])
            let sorted = range.dropFirst().allSatisfy { keys[Int(items[$0 - 1])] < keys[Int(items[$0])] }
            if !sorted { items[range].sort { keys[Int($0)] < keys[Int($1)] } }
        }
        return (items, starts)
    }

    @inline(__always)
    private static func hash(_ place: Coordinate, _ seed: UInt64) -> UInt64 {
        var mixed = (place.latitude.bitPattern ^ seed) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 29) ^ place.longitude.bitPattern) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 32) ^ (seed << 1)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 29)
    }
}

extension Int {
    /// The smallest power of two that is not smaller.
    fileprivate var nextPowerOfTwo: Int {
        self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount)
    }
}
