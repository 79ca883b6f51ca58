/// The edges of polygons near boxes that lie in each other: for each box the polygons
/// that have an edge there, and of these what is needed to tell which places of
/// the box they hold.
///
/// **Why.** The parity of a place is that of the edges its meridian crosses on the way
/// to the south pole (`EdgeTree.holds`). For the places of a box, nodes and edges that
/// lie wholly north, west or east of the box count nothing. Those wholly south count
/// by the ends of their chains (`EdgeTree.Node.ends`): an end west of the box counts
/// for all of its places, one east of it for none, and one between is kept as a
/// *turn*. What is left are the nodes and edges whose boxes meet the box. A node
/// that lies wholly inside the box is kept as it is; others are opened. So what is kept
/// for a box tells for each of its places exactly what the whole tree tells, and
/// what is kept for a box inside of it is found from that alone.
///
/// All boxes lie between the poles and −180 and 180, without these.
struct NarrowedEdges {
    /// A node of a polygon's tree, or with level −1 an edge; with its box, so that
    /// most are told without a look at the tree.
    struct Entry: BitwiseCopyable {
        let low: SIMD2<Double>
        let high: SIMD2<Double>
        let index: Int32
        let level: Int32

        /// Some edges of a tree.
        @inline(__always)
        init(_ tree: EdgeTree, node index: Int, level: Int32) {
            (low, high) = (tree.nodes[index].low, tree.nodes[index].high)
            (self.index, self.level) = (Int32(index), level)
        }

        /// One edge, which is no gap.
        @inline(__always)
        init(_ tree: EdgeTree, edge index: Int) {
            let (start, end) = (tree.vertices[index], tree.vertices[index + 1])
            var (low, high) = (pointwiseMin(start, end), pointwiseMax(start, end))
            if tree.courses != nil {
                let bulge = tree.bulge(ofEdge: index)
                (low.y, high.y) = (low.y - bulge, high.y + bulge)
            }
            if tree.kinds[index] == .wrapped { (low.x, high.x) = (-180, 180) }
            (self.low, self.high, self.index, level) = (low, high, Int32(index), -1)
        }
    }

    /// What one polygon has in a box.
    struct Polygon {
        var tree: Int32
        /// Whether the south pole is inside, and the crossings that all places of the
        /// box share.
        var isOdd: Bool
        var entries: Range<Int32>
        var turns: Range<Int32>
    }

    /// The polygons that have an edge in a box, and the box.
    struct Part {
        let box: FlatBox
        let polygons: Range<Int>
        /// How much was kept before.
        fileprivate let entryCount: Int
        fileprivate let turnCount: Int
    }

    let trees: [EdgeTree]
    private(set) var polygons: [Polygon] = []
    private(set) var entries: [Entry] = []
    private(set) var turns: [Double] = []

    init(_ trees: [EdgeTree]) {
        self.trees = trees
    }

    /// Keeps what matters in a box.
    ///
    /// - Parameters:
    ///   - part: of a box that lies around; nil to begin with all edges. Places of
    ///     the box that do not lie in that one do not count.
    ///   - candidates: to begin with, the polygons that may meet the box.
    mutating func narrow(
        to box: FlatBox, from part: Part?, _ candidates: () -> [Int]
    ) -> EnteredNode<Part> {
        var box = box
        if let part {
            box.low = pointwiseMax(box.low, part.box.low)
            box.high = pointwiseMin(box.high, part.box.high)
        }
        let (polygonCount, entryCount, turnCount) = (polygons.count, entries.count, turns.count)
        var isInside = false
        if let part {
            for number in part.polygons {
                if enter(polygons[number], box) == .inside {
                    isInside = true
                    break
                }
            }
        } else {
            for tree in candidates() {
                if enter(whole(tree), box) == .inside {
                    isInside = true
                    break
                }
            }
        }
        let found = Part(
            box: box, polygons: polygonCount..<polygons.count, entryCount: entryCount, turnCount: turnCount)
        if isInside || found.polygons.isEmpty {
            leave(found)
            return isInside ? .inside : .outside
        }
        return .edge(found)
    }

    /// Keeps what matters in a box to many polygons, each of which is asked about.
    ///
    /// - Parameters:
    ///   - part: as above.
    ///   - isInside: is given the tree of each polygon that holds the whole box.
    mutating func narrowEach(to box: FlatBox, from part: Part?, isInside: (Int) -> Void) -> Part {
        var box = box
        if let part {
            box.low = pointwiseMax(box.low, part.box.low)
            box.high = pointwiseMin(box.high, part.box.high)
        }
        let (polygonCount, entryCount, turnCount) = (polygons.count, entries.count, turns.count)
        if let part {
            for number in part.polygons where enter(polygons[number], box) == .inside {
                isInside(Int(polygons[number].tree))
            }
        } else {
            for tree in trees.indices where enter(whole(tree), box) == .inside { isInside(tree) }
        }
        return Part(box: box, polygons: polygonCount..<polygons.count, entryCount: entryCount, turnCount: turnCount)
    }

    /// All edges of a polygon.
    private mutating func whole(_ tree: Int) -> Polygon {
        entries.append(Entry(trees[tree], node: trees[tree].nodes.count - 1, level: Int32(trees[tree].height)))
        return Polygon(
            tree: Int32(tree), isOdd: trees[tree].holdsSouth,
            entries: Int32(entries.count - 1)..<Int32(entries.count), turns: 0..<0)
    }

    /// Forgets what was kept last.
    mutating func leave(_ part: Part) {
        polygons.removeLast(polygons.count - part.polygons.lowerBound)
        entries.removeLast(entries.count - part.entryCount)
        turns.removeLast(turns.count - part.turnCount)
    }

    /// Whether one of the polygons holds a place of the part's box.
    func holds(_ point: SIMD2<Double>, _ part: Part) -> Bool {
        for number in part.polygons where isInside(polygons[number], point) { return true }
        return false
    }

    /// Keeps a polygon's edges in a box, when it has some there.
    private mutating func enter(_ polygon: Polygon, _ box: FlatBox) -> Relation {
        let (firstEntry, firstTurn) = (entries.count, turns.count)
        var narrowed = Narrowed(isOdd: polygon.isOdd, firstTurn: firstTurn, meetsEdge: false)
        for turn in polygon.turns { toggle(turns[Int(turn)], box, &narrowed) }
        let tree = trees[Int(polygon.tree)]
        for entry in polygon.entries { narrow(entries[Int(entry)], tree, box, &narrowed) }
        let kept = Polygon(
            tree: polygon.tree, isOdd: narrowed.isOdd, entries: Int32(firstEntry)..<Int32(entries.count),
            turns: Int32(firstTurn)..<Int32(turns.count))
        if narrowed.meetsEdge {
            polygons.append(kept)
            return .edge
        }
        // No edge meets the box: all of its places are as one is.
        let isInside = isInside(kept, (box.low + box.high) * 0.5)
        entries.removeLast(entries.count - firstEntry)
        turns.removeLast(turns.count - firstTurn)
        return isInside ? .inside : .outside
    }

    private struct Narrowed {
        var isOdd: Bool
        let firstTurn: Int
        /// Whether an edge meets the box, or may.
        var meetsEdge: Bool
    }

    private mutating func toggle(_ longitude: Double, _ box: FlatBox, _ narrowed: inout Narrowed) {
        if longitude <= box.low.x {
            narrowed.isOdd.toggle()
        } else if longitude <= box.high.x {
            // Edges that follow each other share a vertex: nearly always it came last.
            var index = turns.count - 1
            while index >= narrowed.firstTurn {
                if turns[index] == longitude {
                    turns.swapAt(index, turns.count - 1)
                    turns.removeLast()
                    return
                }
                index -= 1
            }
            turns.append(longitude)
        }
    }

    @inline(__always)
    private mutating func narrow(_ entry: Entry, _ tree: EdgeTree, _ box: FlatBox, _ narrowed: inout Narrowed) {
        if entry.low.y > box.high.y || entry.low.x > box.high.x || entry.high.x < box.low.x { return }
        if entry.high.y < box.low.y {
            south(entry, tree, box, &narrowed)
        } else if all(entry.low .>= box.low), all(entry.high .<= box.high) {
            entries.append(entry)
            narrowed.meetsEdge = true
        } else if entry.level < 0 {
            entries.append(entry)
            if !narrowed.meetsEdge, tree.meets(box, edge: Int(entry.index)) { narrowed.meetsEdge = true }
        } else {
            open(entry, tree, box, &narrowed)
        }
    }

    /// Nodes and edges that lie south of the box.
    private mutating func south(_ entry: Entry, _ tree: EdgeTree, _ box: FlatBox, _ narrowed: inout Narrowed) {
        let index = Int(entry.index)
        if entry.level >= 0 {
            let node = tree.nodes[index]
            if node.flips { narrowed.isOdd.toggle() }
            for lane in 0..<4 where node.ends[lane] < .infinity { toggle(node.ends[lane], box, &narrowed) }
        } else {
            if tree.kinds[index] == .wrapped { narrowed.isOdd.toggle() }
            toggle(tree.vertices[index].x, box, &narrowed)
            toggle(tree.vertices[index + 1].x, box, &narrowed)
        }
    }

    /// What lies below a node.
    private mutating func open(_ entry: Entry, _ tree: EdgeTree, _ box: FlatBox, _ narrowed: inout Narrowed) {
        let children = tree.children(ofNode: Int(entry.index), level: Int(entry.level))
        if entry.level > 0 {
            for child in children { narrow(Entry(tree, node: child, level: entry.level - 1), tree, box, &narrowed) }
        } else {
            for child in children where tree.kinds[child] != .gap {
                narrow(Entry(tree, edge: child), tree, box, &narrowed)
            }
        }
    }

    private func isInside(_ polygon: Polygon, _ point: SIMD2<Double>) -> Bool {
        let tree = trees[Int(polygon.tree)]
        var odd = polygon.isOdd
        for turn in polygon.turns where turns[Int(turn)] <= point.x { odd.toggle() }
        for entry in polygon.entries {
            let entry = entries[Int(entry)]
            guard point.y >= entry.low.y, point.x >= entry.low.x, point.x <= entry.high.x else { continue }
            switch tree.crossings(point, entry.index, level: entry.level) {
            case .even: break
            case .odd: odd.toggle()
            case .onEdge: return true
            }
        }
        return odd
    }
}

extension EdgeTree {
    /// Where a point lies to the edges of a node, or with level −1 to one edge.
    fileprivate func crossings(_ point: SIMD2<Double>, _ index: Int32, level: Int32) -> Crossings {
        let index = Int(index)
        if level < 0 {
            return courses == nil ? crossings(point, edge: index) : crossings(point, geodesicEdge: index)
        }
        let node = nodes[index]
        if point.y > node.high.y { return node.isOdd(at: point.x) ? .odd : .even }
        return crossings(point, node: index, level: Int(level))
    }
}
