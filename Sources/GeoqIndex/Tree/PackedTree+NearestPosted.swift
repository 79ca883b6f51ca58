/// The postings of a search's filter, without retaining them (invariant 6 of
/// `MemoryRegion.swift`): `SearchContext` keeps the filter, and with it the
/// postings.
struct PostingView {
    let sites: ColumnView<UInt32>
    let bytes: RegionGuard
    /// One for each category that is asked for.
    let ranges: [Range<Int>]

    /// The postings of the rarest condition; nil when no condition is rare.
    ///
    /// Where a category is common, it is faster to read items that lie side by
    /// side in the tree than those of a list.
    init?(_ filter: ItemFilter, siteCount: Int) throws(IndexError) {
        var (fewest, rarest) = (siteCount / Self.smallestRarity, Self?.none)
        for case .oneOf(let column, let chosen) in filter.tests {
            guard let postings = column.postings else { continue }
            var (total, ranges) = (0, [Range<Int>]())
            for category in chosen {
                let range = try postings.range(of: category)
                total += range.count
                if total > fewest { break }
                if !range.isEmpty { ranges.append(range) }
            }
            if total <= fewest { (fewest, rarest) = (total, Self(postings, ranges)) }
        }
        guard let rarest else { return nil }
        self = rarest
    }

    private static let smallestRarity = 8

    private init(_ postings: CategoryPostings, _ ranges: [Range<Int>]) {
        sites = ColumnView(postings.sites)
        bytes = RegionGuard(postings.sites.region)
        self.ranges = ranges
    }

    /// The first posting of a range with a site that is no smaller.
    @inline(__always)
    func firstPosting(from site: Int, in range: Range<Int>) -> Int {
        var (low, count) = (range.lowerBound, range.count)
        while count > 0 {
            let half = count / 2
            if Int(sites[low + half]) < site {
                low += half + 1
                count -= half + 1
            } else {
                count = half
            }
        }
        return low
    }
}

/// A node, and which postings lie under it.
private struct PostedNode: BitwiseCopyable {
    var lowestSquaredChord: Float
    var level: Int
    var node: Int
    var first: Int
    var end: Int

    @inline(__always)
    init(lowestSquaredChord: Float, level: Int, node: Int, postings: Range<Int>) {
        (self.lowestSquaredChord, self.level, self.node) = (lowestSquaredChord, level, node)
        (first, end) = (postings.lowerBound, postings.upperBound)
    }

    @inline(__always)
    var postings: Range<Int> { first..<end }
}

extension NearestSearch {
    /// Walks down to where the postings are, nearest first.
    ///
    /// - Complexity: O(log *n* + *k* log *p*) for *p* spread-out postings.
    mutating func walk(_ postings: PostingView) throws(IndexError) {
        var nodes = ScratchArray<PostedNode>(capacity: 64)
        for (number, range) in postings.ranges.enumerated() {
            try postings.bytes.verify(postings.sites, range.lowerBound, range.count)
            nodes.append(PostedNode(lowestSquaredChord: 0, level: context.view.height, node: 0, postings: range))
            while nodes.count > 0 {
                let node = nodes.removeLast()
                if node.lowestSquaredChord > best.boxLimit { continue }
                if node.level == 0 || node.postings.count <= Self.fewPostings {
                    try scan(node.postings, of: postings, number: number)
                } else {
                    try expand(node, of: postings, into: &nodes)
                }
            }
        }
    }

    /// With at most this many postings left, all of them are looked at at once,
    /// however far apart they lie.
    private static var fewPostings: Int { 8 }

    private mutating func expand(
        _ node: PostedNode, of postings: PostingView, into nodes: inout ScratchArray<PostedNode>
    ) throws(IndexError) {
        let nearest = try bounds(ofNode: node.node, level: node.level)
        let reached = nearest.mask(upTo: best.boxLimit)
        if reached == 0 { return }
        lanes.store(nearest, at: 0)
        let span = TreeShape.leafSize << (TreeShape.fanOutBits * (node.level - 1))
        let bottom = nodes.count
        var rest = node.postings
        while let posting = rest.first {
            let child = Int(postings.sites[posting]) / span
            let lane = child - node.node * TreeShape.fanOut
            guard lane >= 0, lane < TreeShape.fanOut else { throw Self.damaged(postings.sites[posting]) }
            let end = postings.firstPosting(from: (child + 1) * span, in: posting + 1..<rest.upperBound)
            rest = end..<rest.upperBound
            guard reached >> UInt(lane) & 1 == 1 else { continue }
            let entry = PostedNode(
                lowestSquaredChord: lanes[lane], level: node.level - 1, node: child, postings: posting..<end)
            // Insertion keeps the new entries descending: the nearest on top.
            var slot = nodes.count
            nodes.append(entry)
            while slot > bottom, nodes[slot - 1].lowestSquaredChord < entry.lowestSquaredChord {
                nodes[slot] = nodes[slot - 1]
                slot &-= 1
            }
            nodes[slot] = entry
        }
    }

    /// Looks at the sites of some postings, eight at once.
    private mutating func scan(
        _ range: Range<Int>, of postings: PostingView, number: Int
    ) throws(IndexError) {
        var first = range.lowerBound
        while first < range.upperBound {
            let count = min(8, range.upperBound - first)
            var squaredChords = SIMD8<Double>(repeating: .infinity)
            for lane in 0..<count {
                let site = Int(postings.sites[first + lane])
                guard site < context.view.siteCount else { throw Self.damaged(postings.sites[first + lane]) }
                squaredChords[lane] = try context.view.squaredChord(ofSite: site, from: circle.origin.point)
            }
            context.statistics.candidates &+= count
            for lane in 0..<count where squaredChords[lane] <= best.squaredChordLimit {
                let site = Int(postings.sites[first + lane])
                if number > 0, isPosted(site, before: number, in: postings) { continue }
                try consider(site: site, squaredChord: squaredChords[lane])
            }
            first += count
        }
    }

    /// Whether a site was looked at already, because it has several of the
    /// categories.
    private func isPosted(_ site: Int, before number: Int, in postings: PostingView) -> Bool {
        if context.view.sitesHoldOneItem { return false }
        return postings.ranges[..<number].contains { range in
            let posting = postings.firstPosting(from: site, in: range)
            return posting < range.upperBound && Int(postings.sites[posting]) == site
        }
    }

    private static func damaged(_ site: UInt32) -> IndexError {
        .damaged(offset: 0, expected: "the ascending sites of a category", found: "\(site)")
    }
}
