/// Which items share a coordinate.
struct SiteGrouping {
    private let itemCount: Int
    /// For each item the first one at its coordinate; empty when every item has
    /// a coordinate of its own.
    private let firstItem: [UInt32]
    let siteCount: Int

    /// - Complexity: O(*n*): items are dealt out by a hash into parts that fit
    ///   the cache, and each part is looked up in a small open table.
    init(_ coordinates: [Coordinate]) {
        let count = coordinates.count
        itemCount = count
        // Each process draws a seed: crafted coordinates cannot be made to
        // collide.
        let seed = UInt64.random(in: .min ... .max)
        let parts = Self.dealt(coordinates, seed)
        var firstItem: [UInt32] = []
        var siteCount = count
        var table = ScratchArray<UInt64>(capacity: 64)
        for part in 0..<parts.ends.count - 1 {
            let range = Int(parts.ends[part])..<Int(parts.ends[part + 1])
            let mask = max(16, (range.count * 2).nextPowerOfTwo) - 1
            table.fill(Self.empty, count: mask + 1)
            for index in range {
                let entry = parts.entries[index]
                let item = Int(entry & 0xFFFF_FFFF)
                var slot = Int(entry >> 32) & mask
                while table[slot] != Self.empty {
                    let other = Int(table[slot] & 0xFFFF_FFFF)
                    if table[slot] >> 32 == entry >> 32, coordinates[other] == coordinates[item] {
                        if firstItem.isEmpty { firstItem = (0..<UInt32(count)).map { $0 } }
                        firstItem[item] = UInt32(other)
                        siteCount -= 1
                        break
                    }
                    slot = (slot + 1) & mask
                }
                if table[slot] == Self.empty { table[slot] = entry }
            }
        }
        (self.firstItem, self.siteCount) = (firstItem, siteCount)
    }

    /// Marks a free slot. No entry has all bits set: its lower half is an
    /// item's number, which is less than 2³² − 1.
    private static let empty = UInt64.max

    /// Items with 32 bits of their hash above, part by part; within a part the
    /// items ascend.
    private static func dealt(
        _ coordinates: [Coordinate], _ seed: UInt64
    ) -> (entries: [UInt64], ends: [UInt32]) {
        let partBits = 8
        let hashes = coordinates.map { hash($0, seed) }
        var ends = [UInt32](repeating: 0, count: (1 << partBits) + 1)
        for hash in hashes { ends[Int(hash >> UInt64(64 - partBits)) + 1] += 1 }
        for part in 1..<ends.count { ends[part] += ends[part - 1] }
        var next = ends
        var entries = [UInt64](repeating: 0, count: hashes.count)
        for (item, hash) in hashes.enumerated() {
            let part = Int(hash >> UInt64(64 - partBits))
            entries[Int(next[part])] = hash << 32 | UInt64(item)
            next[part] += 1
        }
        return (entries, ends)
    }

    /// Calls `body` with the first item of each site, ascending.
    func forEachSite(_ body: (Int) -> Void) {
        if firstItem.isEmpty { return (0..<itemCount).forEach(body) }
        for item in 0..<itemCount where firstItem[item] == item { body(item) }
    }

    /// The items site by site, ascending by key within each, and where the
    /// items of each site begin; nil when each site has one item.
    func itemOrder(ofSites firsts: [UInt32], keys: [ItemKey]) -> (items: [UInt32], starts: [UInt32]?) {
        guard !firstItem.isEmpty else { return (firsts, nil) }
        // By first item: how many there are, then where the next one goes.
        var next = [UInt32](repeating: 0, count: itemCount)
        for first in firstItem { next[Int(first)] += 1 }
        var starts: [UInt32] = [0]
        starts.reserveCapacity(firsts.count + 1)
        for first in firsts {
            let start = starts[starts.count - 1]
            starts.append(start + next[Int(first)])
            next[Int(first)] = start
        }
        var items = [UInt32](repeating: 0, count: itemCount)
        for (item, first) in firstItem.enumerated() {
            items[Int(next[Int(first)])] = UInt32(item)
            next[Int(first)] += 1
        }
        for site in firsts.indices {
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
