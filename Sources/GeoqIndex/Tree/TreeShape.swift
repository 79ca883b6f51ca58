/// The sizes of a packed tree's levels, which follow from the number of sites.
///
/// A *site* is a distinct coordinate; the *items* at it lie one after the
/// other. Leaves hold `leafSize` sites, nodes hold `fanOut` children, and only
/// the last of each level is short, so no pointers are stored.
///
/// Level 0 are the leaves. The boxes of the nodes of one level are stored in
/// groups, one group for each parent: six runs of `fanOut` numbers (the smallest
/// x of each child, then y, z, then the largest).
struct TreeShape: Equatable, Sendable {
    /// Sites in a leaf: one SIMD vector of distances.
    static let leafSize = 8
    /// Children of a node.
    static let fanOut = 16
    /// fanOut = 2^fanOutBits
    static let fanOutBits = 4
    /// Floats in a group of boxes.
    static let groupStride = 6 * fanOut
    /// The largest number of items and sites: more do not fit the positions' 32
    /// bits.
    static let largestCount = Int(UInt32.max) - 1

    struct Level: Equatable, Sendable {
        /// Nodes of this level.
        var nodeCount: Int
        /// Where its first group lies among all groups.
        var firstGroup: Int
        /// Sites under one full node.
        var sitesPerNode: Int
    }

    let siteCount: Int
    let leafCount: Int
    /// From the leaves up to the level that has one group.
    let levels: [Level]
    let groupCount: Int

    init(siteCount: Int) {
        precondition(siteCount >= 0 && siteCount <= Self.largestCount, "A tree holds 0…2³² − 2 sites.")
        self.siteCount = siteCount
        leafCount = (siteCount + Self.leafSize - 1) / Self.leafSize
        var levels: [Level] = []
        var (nodes, group, sites) = (leafCount, 0, Self.leafSize)
        while nodes > 0 {
            levels.append(Level(nodeCount: nodes, firstGroup: group, sitesPerNode: sites))
            let groups = (nodes + Self.fanOut - 1) / Self.fanOut
            group += groups
            sites *= Self.fanOut
            if groups == 1 { break }
            nodes = groups
        }
        self.levels = levels
        groupCount = group
    }
}
