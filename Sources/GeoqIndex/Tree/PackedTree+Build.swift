extension PackedTree {
    /// Builds a tree.
    ///
    /// Sites are split recursively at the middle of the widest axis, at
    /// multiples of full nodes ("overlap-minimizing top-down" bulk loading, Lee
    /// and Lee 2003), so neighbors come to lie together.
    ///
    /// - Parameters:
    ///   - coordinates: where the items are, in any order.
    ///   - keys: what breaks ties, one for each coordinate; distinct.
    /// - Returns: the tree, and for each of its positions the index of the item in
    ///   the arrays given.
    /// - Precondition: both have the same count, at most 2³² − 2.
    /// - Complexity: O(*n* log *n*) comparisons, 100 bytes of memory an item,
    ///   of which 60 are the tree's. Both arrays are released as soon as the
    ///   tree has their contents.
    public static func build(
        coordinates: consuming [Coordinate], keys: consuming [ItemKey]
    ) -> (tree: PackedTree, order: [UInt32]) {
        var (coordinates, keys) = (coordinates, keys)
        precondition(coordinates.count == keys.count, "Each coordinate has one key.")
        precondition(coordinates.count <= TreeShape.largestCount, "A tree holds at most 2³² − 2 items.")
        let itemCount = keys.count
        let grouping = SiteGrouping(coordinates)
        var points = coordinates.map { EarthPoint($0) }
        var sites = ScratchArray<SIMD4<Float>>(capacity: grouping.siteCount)
        grouping.forEachSite { sites.append(SitePacker.site(points[$0], item: UInt32($0))) }
        let shape = TreeShape(siteCount: sites.count)
        let firsts = SitePacker(sites).packed()

        let order = grouping.itemOrder(ofSites: firsts, keys: keys)
        let layout = TreeLayout(shape: shape, itemCount: itemCount)
        let region = MemoryRegion(byteCount: layout.byteCount)
        layout.fillPoints(region, firsts: firsts, points: points)
        points = []
        layout.fillPlaces(region, firsts: firsts, coordinates: coordinates)
        coordinates = []
        layout.fillItems(region, order: order, keys: keys)
        keys = []
        do {
            return (try layout.tree(in: region, at: 0), order.items)
        } catch {
            preconditionFailure("A layout fits the region that was made for it: \(error)")
        }
    }
}
