extension PackedTree {
    /// Sites that hold the `limit` nearest items, and those so near behind that
    /// only the true distance can tell.
    ///
    /// Depth first, the nearest child first. The chord orders candidates; one
    /// is dropped only when its chord is longer than the longest geodesic that
    /// the `limit`-th nearest chord can have (`RadiusTest`).
    func nearestSites(_ limit: Int, _ context: inout SearchContext) throws(IndexError) -> [SiteCandidate] {
        var best = NearestSites(limit: limit, outerSquaredChord: context.within.outerSquaredChord)
        var stack: [(squaredChord: Float, node: NodeReference)] = []
        stack.reserveCapacity(shape.levels.count * TreeShape.fanOut)
        if let root = shape.root { stack.append((0, root)) }
        while let (lowest, node) = stack.popLast() {
            if lowest > best.boxLimit { continue }
            if node.level == 0 {
                try scan(leaf: node.index, &context, into: &best)
                continue
            }
            let group = shape.group(below: node)
            try verifyBoxes(group)
            let nearest = context.bounds.nearest(boxes, group: group)
            let children = shape.children(of: node)
            context.statistics.boxes += children.count
            let bottom = stack.count
            for child in children {
                let squaredChord = nearest[child - children.lowerBound]
                guard squaredChord <= best.boxLimit else { continue }
                // Insertion keeps the new entries descending: the nearest on top.
                var slot = stack.count
                stack.append((squaredChord, NodeReference(level: node.level - 1, index: child)))
                while slot > bottom, stack[slot - 1].squaredChord < squaredChord {
                    stack.swapAt(slot, slot - 1)
                    slot -= 1
                }
            }
        }
        return best.candidates
    }

    @inline(__always)
    private func scan(
        leaf: Int, _ context: inout SearchContext, into best: inout NearestSites
    ) throws(IndexError) {
        let squaredChords = try squaredChords(leaf: leaf, from: context.originPoint)
        let first = leaf * TreeShape.leafSize
        let lanes = min(TreeShape.leafSize, siteCount - first)
        context.statistics.candidates += lanes
        for lane in 0..<lanes where squaredChords[lane] <= best.squaredChordLimit {
            let squaredChord = squaredChords[lane]
            let weight = try passingItems(squaredChord, site: first + lane, atMost: best.limit, &context)
            if weight > 0, try context.isWithin(squaredChord, site: first + lane) {
                best.insert(
                    SiteCandidate(squaredChord: squaredChord, site: UInt32(first + lane), weight: UInt32(weight)))
            }
        }
    }
}

/// The nearest sites so far, by chord: just enough to hold `limit` items, and
/// the *band* behind them that the chord cannot exclude.
private struct NearestSites {
    let limit: Int
    /// A max-heap by chord.
    private var heap: [SiteCandidate] = []
    /// The items of the heap's sites.
    private var weight = 0
    private var band: [SiteCandidate] = []
    /// Sites with a longer chord are out.
    private(set) var squaredChordLimit: Double
    /// The same for boxes.
    private(set) var boxLimit: Float

    init(limit: Int, outerSquaredChord: Double) {
        self.limit = limit
        squaredChordLimit = outerSquaredChord
        boxLimit = BoxBounds.loosened(outerSquaredChord)
        heap.reserveCapacity(min(limit, 1024) + 1)
    }

    /// The heap, and the band as far as it is still in reach.
    var candidates: [SiteCandidate] {
        heap + band.filter { $0.squaredChord <= squaredChordLimit }
    }

    /// - Complexity: O(log *limit*).
    mutating func insert(_ candidate: SiteCandidate) {
        if weight >= limit, candidate.squaredChord >= heap[0].squaredChord {
            band.append(candidate)
            return
        }
        push(candidate)
        weight += Int(candidate.weight)
        guard weight >= limit else { return }
        while weight - Int(heap[0].weight) >= limit {
            let evicted = popLargest()
            weight -= Int(evicted.weight)
            if evicted.squaredChord <= squaredChordLimit { band.append(evicted) }
        }
        tighten()
    }

    private mutating func tighten() {
        let arc = RadiusTest.longestArc(overChord: heap[0].squaredChord.squareRoot())
        let chord = arc + RadiusTest.slack
        let squared = chord * chord
        guard squared < squaredChordLimit else { return }
        squaredChordLimit = squared
        boxLimit = BoxBounds.loosened(squared)
        if band.count > 64 + 2 * heap.count { band.removeAll { $0.squaredChord > squared } }
    }

    private mutating func push(_ candidate: SiteCandidate) {
        var hole = heap.count
        heap.append(candidate)
        while hole > 0 {
            let parent = (hole - 1) / 2
            guard heap[parent].squaredChord < candidate.squaredChord else { break }
            heap[hole] = heap[parent]
            hole = parent
        }
        heap[hole] = candidate
    }

    private mutating func popLargest() -> SiteCandidate {
        let largest = heap[0]
        let last = heap.removeLast()
        guard !heap.isEmpty else { return largest }
        var hole = 0
        while true {
            var child = 2 * hole + 1
            guard child < heap.count else { break }
            if child + 1 < heap.count, heap[child + 1].squaredChord > heap[child].squaredChord { child += 1 }
            guard heap[child].squaredChord > last.squaredChord else { break }
            heap[hole] = heap[child]
            hole = child
        }
        heap[hole] = last
        return largest
    }
}
