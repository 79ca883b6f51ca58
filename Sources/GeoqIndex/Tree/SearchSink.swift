/// Keeps the sites that have an item to give, with their distances.
struct HitSink: SearchSink, ~Copyable {
    typealias Leaf = LeafDistances

    var hits: HitBuffer
    private var memory = ScratchMemory(byteCount: 8192)

    init() {
        hits = HitBuffer(capacity: Self.expectedHits, in: &memory)
    }

    private static let expectedHits = 256

    /// Each site's distance is wanted.
    @inline(__always)
    func takesSubtrees(_ context: borrowing SearchContext) -> Bool { false }

    @inline(__always)
    mutating func take(
        _ mask: UInt, _ leaf: LeafDistances, firstSite: Int, _ context: inout SearchContext
    ) throws(IndexError) {
        if mask == 0 { return }
        let passing = context.takesEveryItem ? mask : try context.passing(mask, firstSite: firstSite)
        hits.append(passing, leaf, firstSite: firstSite)
    }

    func take(subtree sites: Range<Int>, _ context: inout SearchContext) {
        preconditionFailure("A sink that measures sites takes no subtrees.")
    }
}

/// Counts the items.
struct CountSink<Leaf: BitwiseCopyable>: SearchSink {
    private(set) var total = 0
    /// Whether a leaf's sites need only be counted.
    private let countsSites: Bool

    init(_ context: borrowing SearchContext) {
        countsSites = context.takesEveryItem && context.view.sitesHoldOneItem
    }

    @inline(__always)
    func takesSubtrees(_ context: borrowing SearchContext) -> Bool { context.beyond == nil }

    @inline(__always)
    mutating func take(
        _ mask: UInt, _ leaf: Leaf, firstSite: Int, _ context: inout SearchContext
    ) throws(IndexError) {
        if countsSites { total &+= mask.nonzeroBitCount } else { try countItems(mask, firstSite: firstSite, &context) }
    }

    @inline(never)
    private mutating func countItems(
        _ mask: UInt, firstSite: Int, _ context: inout SearchContext
    ) throws(IndexError) {
        var rest = mask
        while rest != 0 {
            total += try context.passingItems(site: firstSite + rest.trailingZeroBitCount, atMost: .max)
            rest &= rest &- 1
        }
    }

    mutating func take(subtree sites: Range<Int>, _ context: inout SearchContext) throws(IndexError) {
        let items = try context.view.items(atSites: sites)
        if context.filter.acceptsEverything {
            total += items.count
        } else {
            for position in items where try context.filter.accepts(position) { total += 1 }
        }
    }
}

/// Keeps the items with the smallest keys.
struct KeySink<Leaf: BitwiseCopyable>: SearchSink {
    var first: FirstKeys

    @inline(__always)
    func takesSubtrees(_ context: borrowing SearchContext) -> Bool { true }

    @inline(__always)
    mutating func take(
        _ mask: UInt, _ leaf: Leaf, firstSite: Int, _ context: inout SearchContext
    ) throws(IndexError) {
        var rest = mask
        while rest != 0 {
            let site = firstSite + rest.trailingZeroBitCount
            rest &= rest &- 1
            try take(subtree: site..<site + 1, &context)
        }
    }

    @inline(__always)
    mutating func take(subtree sites: Range<Int>, _ context: inout SearchContext) throws(IndexError) {
        let items = try context.view.items(atSites: sites)
        try context.view.bytes.verify(context.view.keys, items.lowerBound, items.count)
        if context.filter.acceptsEverything {
            for position in items { first.insert(context.view.keys[position], position) }
        } else {
            for position in items where try context.filter.accepts(position) {
                first.insert(context.view.keys[position], position)
            }
        }
    }
}

/// Keeps the items with the smallest keys, in whatever order the items come.
///
/// Up to twice as many as wanted are kept; then the larger half is dropped, and
/// with it everything that comes later and is larger: each item is looked at
/// once, and few are sorted.
struct FirstKeys {
    private let limit: Int
    private let after: ItemKey?
    private var found: [(key: ItemKey, position: Int)] = []
    /// No larger key belongs to the answer; nil before the first items were
    /// dropped.
    private var largest: ItemKey?

    init(limit: Int, after key: ItemKey?) {
        (self.limit, after) = (limit, key)
    }

    mutating func insert(_ key: ItemKey, _ position: Int) {
        if let after, key <= after { return }
        if let largest, key > largest { return }
        found.append((key, position))
        // Written without a sum: a limit may be `Int.max`.
        if found.count > 1_024, found.count / 2 > limit { shrink() }
    }

    private mutating func shrink() {
        found.sort { $0.key < $1.key }
        found.removeLast(found.count - limit)
        largest = found.last?.key ?? after
    }

    /// In ascending key.
    mutating func positions() -> [Int] {
        found.sort { $0.key < $1.key }
        return found.prefix(limit).map(\.position)
    }
}
