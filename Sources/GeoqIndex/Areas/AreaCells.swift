/// The earth in cells of longitude and latitude, each with the polygons that hold
/// all of it and, of those whose boundary meets it, the edges that tell its places
/// apart.
///
/// A cell with many edges is cut into four by four. So a place is answered by
/// the few edges of one cell, however many polygons there are and however long
/// their rings.
///
/// **Why it is exact.** What a cell keeps tells for each place of its box what
/// the whole polygon tells (`NarrowedEdges`). The box is wider than the cell by
/// `slack`, and no place is put into a cell from further away: a cell's number is
/// (x + 180) · 4¹¹/360 rounded down, whose two roundings are less than 2⁻⁵² of
/// 360° together, 10⁻¹³ degrees. Poles, and places at ±180°, are not asked here.
struct AreaCells: Sendable {
    /// Cells are cut so often at most: then they are 4.8 m high, and 9.6 m wide at the
    /// equator.
    static let depth = 11
    /// In degrees.
    static let slack = 1e-9
    /// The word of a cell in which no polygon has anything.
    static let nothing: UInt32 = 0
    /// Marks the word of a cell that is cut.
    static let cut: UInt32 = 1 << 31

    /// The cells that are cut, each 17 words: where its record lies, and its
    /// children's words, row by row from the south-west. An uncut cell's word tells
    /// where its record lies.
    var nodes: [UInt32] = []
    /// How many polygons hold all of a cell, and their areas; how many have edges
    /// in it, and of each a `PartHead`, its turns in two words each, and its chains,
    /// a first edge and a count.
    var records: [UInt32] = [0, 0]
    var root = Self.nothing
    /// The rings of all polygons, as in their trees.
    var vertices: [SIMD2<Double>] = []

    /// What a record tells first of a polygon with edges in its cell.
    struct PartHead: BitwiseCopyable {
        static let words = 5

        let area: UInt32
        /// The number of its tree.
        let tree: UInt32
        let turns: UInt32
        let chains: UInt32
        /// Whether a place without turns west and edges south of it is inside.
        let isOdd: Bool
        /// Whether its edges are geodesic, or some cross ±180°: then chains have
        /// the numbers of its tree's edges, else of `vertices`.
        let asksTree: Bool
    }

    /// Gives the areas that hold a place; one of overlapping polygons may come
    /// several times.
    ///
    /// - Parameter point: `coarse`, no pole, and not at ±180°.
    @inline(__always)
    func forEach(holding point: SIMD2<Double>, _ trees: [EdgeTree], _ body: (UInt32) -> Void) {
        let largest = Double(1 << (2 * Self.depth) - 1)
        let x = UInt32(min((point.x + 180) * (Double(1 << (2 * Self.depth)) / 360), largest))
        let y = UInt32(min((point.y + 90) * (Double(1 << (2 * Self.depth)) / 180), largest))
        nodes.withUnsafeBufferPointer { nodes in
            records.withUnsafeBufferPointer { records in
                var word = root
                var shift = 2 * UInt32(Self.depth)
                while word & Self.cut != 0 {
                    let node = Int(word & ~Self.cut) * 17
                    shift -= 2
                    let child = Int((y >> shift & 3) << 2 | (x >> shift & 3))
                    let record = Int(nodes[node])
                    word = nodes[node + 1 + child]
                    if record != 0 { for place in 0..<Int(records[record]) { body(records[record + 1 + place]) } }
                }
                if word == Self.nothing { return }
                var place = Int(word)
                for _ in 0..<records[place] {
                    place += 1
                    body(records[place])
                }
                let parts = records[place + 1]
                place += 2
                for _ in 0..<parts {
                    let head = PartHead(records, at: place)
                    if holds(point, head, records, at: place + PartHead.words, trees) { body(head.area) }
                    place += PartHead.words + 2 * Int(head.turns) + 2 * Int(head.chains)
                }
            }
        }
    }

    @inline(__always)
    private func holds(
        _ point: SIMD2<Double>, _ head: PartHead, _ records: UnsafeBufferPointer<UInt32>, at start: Int,
        _ trees: [EdgeTree]
    ) -> Bool {
        var (odd, place) = (head.isOdd, start)
        for _ in 0..<head.turns {
            let turn = Double(bitPattern: UInt64(records[place]) | UInt64(records[place + 1]) << 32)
            odd = odd != (turn <= point.x)
            place += 2
        }
        for _ in 0..<head.chains {
            let (first, count) = (Int(records[place]), Int(records[place + 1]))
            place += 2
            let found =
                head.asksTree
                ? trees[Int(head.tree)].crossings(point, edges: first..<first + count)
                : crossings(point, from: first, count: count)
            switch found {
            case .even: break
            case .odd: odd.toggle()
            case .onEdge: return true
            }
        }
        return odd
    }

    @inline(__always)
    private func crossings(_ point: SIMD2<Double>, from first: Int, count: Int) -> EdgeTree.Crossings {
        vertices.withUnsafeBufferPointer { vertices in
            var odd = false
            var start = vertices[first]
            for index in first + 1...first + count {
                let end = vertices[index]
                switch EdgeTree.crossings(point, start, end) {
                case .even: break
                case .odd: odd.toggle()
                case .onEdge: return .onEdge
                }
                start = end
            }
            return odd ? .odd : .even
        }
    }
}

extension AreaCells.PartHead {
    @inline(__always)
    init(_ records: UnsafeBufferPointer<UInt32>, at place: Int) {
        (area, tree) = (records[place], records[place + 1])
        (turns, chains) = (records[place + 2], records[place + 3])
        (isOdd, asksTree) = (records[place + 4] & 1 != 0, records[place + 4] & 2 != 0)
    }

    func append(to records: inout [UInt32]) {
        records += [area, tree, turns, chains, (isOdd ? 1 : 0) | (asksTree ? 2 : 0)]
    }
}

extension EdgeTree {
    /// Where a point lies to some edges of any kind.
    @inline(never)
    fileprivate func crossings(_ point: SIMD2<Double>, edges: Range<Int>) -> Crossings {
        var odd = false
        for edge in edges {
            switch courses == nil ? crossings(point, edge: edge) : crossings(point, geodesicEdge: edge) {
            case .even: break
            case .odd: odd.toggle()
            case .onEdge: return .onEdge
            }
        }
        return odd ? .odd : .even
    }
}
