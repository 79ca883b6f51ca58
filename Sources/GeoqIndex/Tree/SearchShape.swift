/// A region as a search asks it: is this node's box outside, is it inside, and which
/// sites of this leaf are in.
///
/// The search is compiled for each shape and each sink apart, so nothing is
/// dispatched while it runs.
protocol SearchShape {
    /// What of the region matters in a node, found when the search went into it.
    associatedtype Part
    /// What a look at a leaf tells of its sites besides, such as their distances.
    associatedtype Leaf: BitwiseCopyable

    /// What of the reached children is read before the first of them is looked at, so
    /// that the waits for far memory overlap.
    static var readsAhead: ReadAhead { get }

    /// All of the region.
    var everything: Part { get }

    /// The children of a node by their boxes alone, as bits: those that may hold
    /// places of the region, and of these the ones that certainly hold no others.
    ///
    /// - Parameter wholes: whether the second is wanted.
    func children(ofGroup group: Int, _ view: TreeView, wholes: Bool) -> (reached: UInt, whole: UInt)

    /// Where a child lies that `children` has reached. What is told of it as a
    /// part is kept until `leave`.
    mutating func enter(
        _ child: ChildNode, of part: Part, _ view: TreeView
    ) throws(IndexError) -> EnteredNode<Part>

    /// Forgets a part. The last one that was entered is left first.
    mutating func leave(_ part: Part)

    /// The sites of a leaf, as bits, that lie in the region.
    mutating func sites(
        ofLeaf leaf: Int, _ part: Part, _ context: inout SearchContext
    ) throws(IndexError) -> (mask: UInt, leaf: Leaf)
}

/// A node seen from its parent.
struct ChildNode: BitwiseCopyable {
    /// 0 are the leaves.
    let level: Int
    let index: Int
    /// The group of boxes that has its box, and its place there.
    let group: Int
    let lane: Int
}

/// What a search reads ahead.
enum ReadAhead {
    /// The boxes of the next level, and of leaves the points or the places.
    case points, places
    /// Only places: most nodes need no look.
    case onlyPlaces
    case nothing
}

/// Where a node lies to a region.
enum EnteredNode<Part> {
    case outside
    case inside
    /// The node may hold places inside and places outside.
    case edge(Part)
}

/// For a shape or a leaf of which there is nothing to keep.
struct Nothing: BitwiseCopyable {}

/// A region of which each node asks the whole: its boxes tell all.
extension SearchShape where Part == Nothing {
    @inline(__always)
    var everything: Nothing { Nothing() }

    @inline(__always)
    func enter(_ child: ChildNode, of part: Nothing, _ view: TreeView) -> EnteredNode<Nothing> { .edge(part) }

    @inline(__always)
    func leave(_ part: Nothing) {}
}

/// What is done with the sites that a search finds.
protocol SearchSink: ~Copyable {
    /// What it must know of a leaf.
    associatedtype Leaf: BitwiseCopyable

    /// Whether it takes subtrees as a whole.
    func takesSubtrees(_ context: borrowing SearchContext) -> Bool

    /// The sites of a leaf that lie in the region, as bits; often none.
    mutating func take(
        _ mask: UInt, _ leaf: Leaf, firstSite: Int, _ context: inout SearchContext
    ) throws(IndexError)

    /// Sites that lie one after the other, all in the region.
    mutating func take(subtree sites: Range<Int>, _ context: inout SearchContext) throws(IndexError)
}

/// A walk through a tree to all sites in a region.
struct ShapeSearch<Shape: SearchShape, Sink: SearchSink & ~Copyable>: ~Copyable where Sink.Leaf == Shape.Leaf {
    var context: SearchContext
    var shape: Shape
    var sink: Sink
    private let takesSubtrees: Bool

    init(_ context: consuming SearchContext, _ shape: consuming Shape, _ sink: consuming Sink) {
        takesSubtrees = sink.takesSubtrees(context)
        self.context = context
        self.shape = shape
        self.sink = sink
    }

    /// - Precondition: the tree is not empty.
    /// - Throws: `IndexError.damaged`; `interrupted` when the search is to stop.
    mutating func run() throws(IndexError) {
        try context.look()
        try visit(node: 0, level: context.view.height, shape.everything)
    }

    /// - Parameter level: 1 for the parents of leaves; the root's is the tree's
    ///   height.
    private mutating func visit(node: Int, level: Int, _ part: Shape.Part) throws(IndexError) {
        try context.step()
        let view = context.view
        let group = view.group(ofNode: node, level: level)
        try view.bytes.verify(view.boxes, group * TreeShape.groupStride, TreeShape.groupStride)
        let (all, whole) = shape.children(ofGroup: group, view, wholes: takesSubtrees)
        var reached = all
        context.statistics.boxes &+= TreeShape.fanOut
        context.readAhead(Shape.readsAhead, children: reached & ~whole, ofNode: node, level: level)
        while reached != 0 {
            let lane = reached.trailingZeroBitCount
            let child = node * TreeShape.fanOut + lane
            reached &= reached &- 1
            if whole >> UInt(lane) & 1 == 1 {
                try sink.take(subtree: view.sites(ofNode: child, level: level - 1), &context)
                continue
            }
            let entered = try shape.enter(
                ChildNode(level: level - 1, index: child, group: group, lane: lane), of: part, view)
            switch entered {
            case .outside: break
            case .inside: try sink.take(subtree: view.sites(ofNode: child, level: level - 1), &context)
            case .edge(let part):
                if level > 1 {
                    try visit(node: child, level: level - 1, part)
                } else {
                    context.statistics.candidates &+= TreeShape.leafSize
                    let (mask, found) = try shape.sites(ofLeaf: child, part, &context)
                    try sink.take(mask, found, firstSite: child * TreeShape.leafSize, &context)
                }
                shape.leave(part)
            }
        }
    }
}
