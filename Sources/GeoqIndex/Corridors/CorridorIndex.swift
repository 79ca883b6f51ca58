/// The pieces of a line in the order of travel, with boxes of earth-centered coordinates over
/// every eight of them, and so on.
///
/// A piece begins where the one before ends, or behind a gap: `along` is the sum of all lengths before,
/// so its roundings are some 10⁻¹⁶ of the line for each piece, and Karney's 15 nm for each
/// edge.
final class CorridorIndex: Sendable {
    let pieces: [LinePiece]
    private let nodes: [EarthReach]
    private let levels: [Range<Int>]
    let length: Double

    /// More pieces do not fit.
    static let largestCount = 1_000_000

    init(_ segments: [[Coordinate]], _ edges: Area.Edges) throws(CorridorError) {
        var pieces: [LinePiece] = []
        var along = 0.0
        for line in segments {
            let before = pieces.count
            for number in 1..<line.count {
                try LinePiece.append(
                    from: line[number - 1], to: line[number], edges,
                    isNeeded: number == line.count - 1 && pieces.count == before, along: &along,
                    atMost: Self.largestCount, to: &pieces)
            }
        }
        length = along
        self.pieces = pieces
        var nodes: [EarthReach] = []
        for start in stride(from: 0, to: pieces.count, by: PackedLevels.fanOut) {
            var reach = EarthReach()
            for piece in pieces[start..<min(start + PackedLevels.fanOut, pieces.count)] { reach.include(piece.reach) }
            nodes.append(reach)
        }
        levels = PackedLevels.build(on: &nodes, EarthReach.init(over:))
        self.nodes = nodes
    }

    /// Some pieces that follow each other: a node, or with level −1 a piece.
    struct Stretch: BitwiseCopyable {
        var index: Int32
        var level: Int32
    }

    /// All pieces.
    var whole: Stretch { Stretch(index: Int32(nodes.count - 1), level: Int32(levels.count - 1)) }

    /// What a stretch is made of.
    @inline(__always)
    private func children(of stretch: Stretch) -> Range<Int> {
        PackedLevels.children(
            ofNode: Int(stretch.index), level: Int(stretch.level), levels, leaves: pieces.count)
    }

    /// Gives the parts of a stretch that may come within a width of a box. A part that
    /// is not much larger than the box and the width is given as it is.
    func narrow(
        _ stretch: Stretch, to box: EarthReach, width: Double, _ body: (Stretch) -> Void
    ) {
        if stretch.level >= 0 {
            let reach = nodes[Int(stretch.index)]
            guard reach.leastChord(from: box) <= width else { return }
            guard reach.size > 0.5 * (width + box.size) else { return body(stretch) }
            for child in children(of: stretch) {
                narrow(Stretch(index: Int32(child), level: stretch.level - 1), to: box, width: width, body)
            }
            return
        }
        if pieces[Int(stretch.index)].reach.leastChord(from: box) <= width { body(stretch) }
    }

    // MARK: - The foot of a place

    /// The foot of a place; nil when it is further away than the width.
    func foot(of origin: SearchOrigin, within width: Double) -> Corridor.Foot? {
        foot(of: origin, within: width, in: CollectionOfOne(whole))
    }

    /// The same, when it lies in one of these stretches.
    ///
    /// **Why it is the nearest.** A piece is left out when a straight line to it, or to the
    /// box around it, is longer than the nearest offset yet and its error: a geodesic
    /// is never shorter. Of the others the least offset is kept, and of equally near feet the first
    /// (`NearestFoot`).
    ///
    /// **Why it decides as Karney does.** An offset that is nearer to the width than
    /// its error is found by `exactFoot`, and for the decision only that one counts. Then
    /// all pieces that could be as near are asked so, too.
    func foot(
        of origin: SearchOrigin, within width: Double, in stretches: some Collection<Stretch>
    ) -> Corridor.Foot? {
        let nearest = nearest(to: origin, within: width, in: stretches)
        return nearest.isFound(within: width) ? answer(nearest, in: stretches) : nil
    }

    /// The same by Karney's geodesics alone: an offset has the same bits whichever the width.
    func exactFoot(of origin: SearchOrigin, within width: Double) -> Corridor.Foot? {
        let whole = CollectionOfOne(whole)
        var nearest = NearestFoot(origin: origin, limit: width + 2 * LinePiece.error, isExact: true)
        look(in: whole, &nearest)
        return nearest.isFound(within: width) ? answer(nearest, in: whole) : nil
    }

    /// Whether a place is no further away than a width.
    func holds(_ origin: SearchOrigin, within width: Double, in stretches: some Collection<Stretch>) -> Bool {
        nearest(to: origin, within: width, in: stretches).isFound(within: width)
    }

    private func nearest(
        to origin: SearchOrigin, within width: Double, in stretches: some Collection<Stretch>
    ) -> NearestFoot {
        var nearest = NearestFoot(origin: origin, limit: width + 2 * LinePiece.error)
        look(in: stretches, &nearest)
        if nearest.least < width - LinePiece.error || nearest.foot == nil { return nearest }
        // Too near to the width to tell.
        var exact = NearestFoot(origin: origin, limit: width + 2 * LinePiece.error, isExact: true)
        look(in: stretches, &exact)
        return exact
    }

    /// The foot that counts, where several are equally near.
    private func answer(_ nearest: NearestFoot, in stretches: some Collection<Stretch>) -> Corridor.Foot? {
        guard nearest.isUnclear else { return nearest.answer }
        var all = nearest.collecting
        look(in: stretches, &all)
        return all.firstAnswer
    }

    private func look(in stretches: some Collection<Stretch>, _ nearest: inout NearestFoot) {
        // The nearest one first: it bounds the others.
        var least = (chord: Double.infinity, index: -1)
        for (index, stretch) in stretches.enumerated() {
            let chord = leastChord(stretch, nearest.point)
            if chord < least.chord { least = (chord, index) }
        }
        guard least.index >= 0 else { return }
        for (index, stretch) in stretches.enumerated() where index == least.index { look(in: stretch, &nearest) }
        for (index, stretch) in stretches.enumerated() where index != least.index {
            if leastChord(stretch, nearest.point) <= nearest.limit { look(in: stretch, &nearest) }
        }
    }

    @inline(__always)
    private func leastChord(_ stretch: Stretch, _ point: SIMD3<Double>) -> Double {
        stretch.level < 0
            ? pieces[Int(stretch.index)].leastChord(from: point) : nodes[Int(stretch.index)].leastChord(from: point)
    }

    private func look(in stretch: Stretch, _ nearest: inout NearestFoot) {
        if stretch.level < 0 { return nearest.look(at: pieces[Int(stretch.index)]) }
        let children = children(of: stretch)
        if stretch.level == 0 {
            // From the nearest on to both ends: offsets mostly grow that way.
            var chords = SIMD8<Double>(repeating: .infinity)
            for child in children {
                chords[child - children.lowerBound] = pieces[child].leastChord(from: nearest.point)
            }
            for _ in children {
                guard let lane = chords.firstLaneOfLeast(upTo: nearest.limit) else { return }
                chords[lane] = .infinity
                nearest.look(at: pieces[children.lowerBound + lane])
            }
            return
        }
        var chords = SIMD8<Double>(repeating: .infinity)
        for child in children { chords[child - children.lowerBound] = nodes[child].leastChord(from: nearest.point) }
        for _ in children {
            guard let lane = chords.firstLaneOfLeast(upTo: nearest.limit) else { return }
            chords[lane] = .infinity
            look(in: Stretch(index: Int32(children.lowerBound + lane), level: stretch.level - 1), &nearest)
        }
    }

    /// A straight line from a point to some place of these stretches, about the
    /// shortest; infinite when there is none.
    func chordToSomePlace(from point: SIMD3<Double>, in stretches: some Collection<Stretch>) -> Double {
        var least = Double.infinity
        for stretch in stretches {
            var stretch = stretch
            guard leastChord(stretch, point) < least else { continue }
            // Straight down to the nearest piece.
            while stretch.level >= 0 {
                var nearest = (chord: Double.infinity, child: 0)
                for child in children(of: stretch) {
                    let chord = leastChord(Stretch(index: Int32(child), level: stretch.level - 1), point)
                    if chord < nearest.chord { nearest = (chord, child) }
                }
                stretch = Stretch(index: Int32(nearest.child), level: stretch.level - 1)
            }
            least = min(least, pieces[Int(stretch.index)].chordToSomePlace(from: point))
        }
        return least
    }

    // MARK: - The nearest place, between bounds

    /// Bounds of the shortest straight line from a point to the line: no place of the line is nearer than
    /// `least`, and one is no further than `most`.
    ///
    /// A stretch that is left out is further away than a place that was found, so the nearest place is not on it.
    ///
    /// - Complexity: O(log *n* + pieces that are nearly as near as the nearest).
    func chord(from point: SIMD3<Double>) -> (least: Double, most: Double) {
        var found = (least: Double.infinity, most: Double.infinity)
        narrow(&found, to: whole, point)
        return found
    }

    private func narrow(_ found: inout (least: Double, most: Double), to stretch: Stretch, _ point: SIMD3<Double>) {
        if stretch.level < 0 {
            let piece = pieces[Int(stretch.index)]
            found.least = min(found.least, piece.leastChord(from: point))
            found.most = min(found.most, piece.chordToNearPlace(from: point))
            return
        }
        let children = children(of: stretch)
        var chords = SIMD8<Double>(repeating: .infinity)
        for child in children {
            let part = Stretch(index: Int32(child), level: stretch.level - 1)
            chords[child - children.lowerBound] = leastChord(part, point)
        }
        for _ in children {
            guard let lane = chords.firstLaneOfLeast(upTo: found.most) else { return }
            chords[lane] = .infinity
            narrow(&found, to: Stretch(index: Int32(children.lowerBound + lane), level: stretch.level - 1), point)
        }
    }
}

extension SIMD8<Double> {
    /// The lane with the least number; nil when that is more than a limit.
    @inline(__always)
    fileprivate func firstLaneOfLeast(upTo limit: Double) -> Int? {
        var (least, lane) = (self[0], 0)
        for other in 1..<8 where self[other] < least { (least, lane) = (self[other], other) }
        return least <= limit ? lane : nil
    }
}

extension EarthReach {
    /// No points of the boxes are nearer to each other.
    @inline(__always)
    func leastChord(from other: EarthReach) -> Double {
        let gap = pointwiseMax(pointwiseMax(low - other.high, other.low - high), .zero)
        return (gap * gap).sum().squareRoot()
    }

    /// The diagonal.
    var size: Double {
        let side = high - low
        return (side * side).sum().squareRoot()
    }

    var middle: SIMD3<Double> { (low + high) * 0.5 }
}
