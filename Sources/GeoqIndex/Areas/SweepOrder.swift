/// Numbers in an order that only their user knows: a binary tree with random
/// priorities (Seidel and Aragon, "Randomized search trees", 1996), and a list of
/// neighbors through it. Each number is in it once at most.
struct SweepOrder {
    /// Where a number is or could be put: under a parent, on one of its sides.
    struct Place {
        fileprivate(set) var node: Int?
        fileprivate var parent: Int?
        fileprivate var isAbove = false
        /// The neighbors of what would be put here.
        fileprivate var below: Int?
        fileprivate var above: Int?
    }

    private struct Node {
        var parent: Int32 = none
        var lower: Int32 = none
        var upper: Int32 = none
        var below: Int32 = none
        var above: Int32 = none
        var priority: UInt32 = 0

        static let none: Int32 = -1
    }

    private var nodes: [Node]
    private var root = Node.none
    /// Of the priorities. Never zero.
    private var state = UInt64.random(in: 1 ... .max)

    /// For the numbers 0..<capacity; nothing is in it.
    init(capacity: Int = 0) {
        nodes = Array(repeating: Node(), count: capacity)
    }

    /// Where a search begins.
    var top: Place { Place(node: Self.number(root), parent: nil, below: nil, above: nil) }

    /// The first number from below; nil when there is none.
    ///
    /// - Complexity: O(log *n*) expected.
    var lowest: Int? {
        var lowest = Self.number(root)
        while let node = lowest, let lower = Self.number(nodes[node].lower) { lowest = lower }
        return lowest
    }

    /// One step down from a number that is there.
    func descend(_ place: Place, above: Bool) -> Place {
        guard let node = place.node else { return place }
        var next = place
        (next.parent, next.isAbove) = (node, above)
        if above { next.below = node } else { next.above = node }
        next.node = Self.number(above ? nodes[node].upper : nodes[node].lower)
        return next
    }

    /// The next number below one that is in the order.
    func below(_ number: Int) -> Int? { Self.number(nodes[number].below) }

    /// The next number above one that is in the order.
    func above(_ number: Int) -> Int? { Self.number(nodes[number].above) }

    /// - Precondition: nothing is at `place`.
    /// - Complexity: O(1) expected.
    mutating func insert(_ number: Int, at place: Place) {
        var node = Node(priority: nextPriority())
        node.parent = Self.link(place.parent)
        (node.below, node.above) = (Self.link(place.below), Self.link(place.above))
        nodes[number] = node
        if let below = place.below { nodes[below].above = Int32(number) }
        if let above = place.above { nodes[above].below = Int32(number) }
        if let parent = place.parent {
            if place.isAbove { nodes[parent].upper = Int32(number) } else { nodes[parent].lower = Int32(number) }
        } else {
            root = Int32(number)
        }
        while let parent = Self.number(nodes[number].parent), nodes[parent].priority < nodes[number].priority {
            rotateUp(number, over: parent)
        }
    }

    /// A random number (Marsaglia, "Xorshift RNGs", 2003). The system's own generator costs a call of the kernel each
    /// time: a fifth of the time in which a large file of areas is read.
    private mutating func nextPriority() -> UInt32 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return UInt32(truncatingIfNeeded: state >> 32)
    }

    /// - Precondition: the number is in the order.
    /// - Complexity: O(1) expected.
    mutating func remove(_ number: Int) {
        while true {
            let (lower, upper) = (Self.number(nodes[number].lower), Self.number(nodes[number].upper))
            guard let lower, let upper else {
                replace(number, under: Self.number(nodes[number].parent), by: Self.link(lower ?? upper))
                break
            }
            rotateUp(nodes[lower].priority > nodes[upper].priority ? lower : upper, over: number)
        }
        let (below, above) = (nodes[number].below, nodes[number].above)
        if let below = Self.number(below) { nodes[below].above = above }
        if let above = Self.number(above) { nodes[above].below = below }
    }

    private mutating func rotateUp(_ child: Int, over parent: Int) {
        let grandparent = Self.number(nodes[parent].parent)
        if nodes[parent].lower == Int32(child) {
            let moved = nodes[child].upper
            nodes[parent].lower = moved
            if let moved = Self.number(moved) { nodes[moved].parent = Int32(parent) }
            nodes[child].upper = Int32(parent)
        } else {
            let moved = nodes[child].lower
            nodes[parent].upper = moved
            if let moved = Self.number(moved) { nodes[moved].parent = Int32(parent) }
            nodes[child].lower = Int32(parent)
        }
        replace(parent, under: grandparent, by: Int32(child))
        nodes[parent].parent = Int32(child)
    }

    /// Puts a node or nothing where another one was.
    private mutating func replace(_ old: Int, under parent: Int?, by new: Int32) {
        if let parent {
            if nodes[parent].lower == Int32(old) { nodes[parent].lower = new } else { nodes[parent].upper = new }
        } else {
            root = new
        }
        if let new = Self.number(new) { nodes[new].parent = Self.link(parent) }
    }

    private static func number(_ link: Int32) -> Int? { link < 0 ? nil : Int(link) }

    private static func link(_ number: Int?) -> Int32 { number.map { Int32($0) } ?? Node.none }
}
