/// The nearest foot of a place on a line, while one piece after the other is looked at.
///
/// **Equally near.** Computed offsets differ from true ones by up to `LinePiece.error` in all. Feet whose offsets are
/// within that of the least one are equally near: where a line passes twice over the same ground by other vertices, the
/// roundings of the two passes say nothing. Of equally near feet that of the first pass counts.
///
/// **One pass.** Pieces that follow each other have feet beside a common foot: one of them has it inside, the next one
/// ends some millimeters before it, and that end is as near but for ε = `error`. On a straight line x meters beside the
/// foot cost x²/2d of the offset d, so such an end lies at most √(2dε) from the foot. Feet within `reach`, which is more
/// than four times that, are of one pass, and then the foot counts that is no end of its piece: there the line meets the
/// way to the place at a right angle. Of two that are both inside, as before and behind the vertex where a line turns
/// back, the first counts.
struct NearestFoot {
    private let origin: SearchOrigin
    let point: SIMD3<Double>
    private let isExact: Bool
    /// No offset beyond matters.
    private(set) var limit: Double
    private(set) var foot: PieceFoot?
    /// The least offset.
    private(set) var least = Double.infinity
    /// Whether another foot may be equally near, and come first.
    private(set) var isUnclear = false
    /// All feet that may be equally near, when that is unclear.
    private var feet: [PieceFoot]?

    init(origin: SearchOrigin, limit: Double, isExact: Bool = false) {
        (self.origin, self.limit, self.isExact) = (origin, limit, isExact)
        point = SIMD3(origin.point)
    }

    /// Whether a place is no further away than a width, as far as this search can tell.
    func isFound(within width: Double) -> Bool { least <= width }

    /// The nearest foot, where it is clear which one counts.
    var answer: Corridor.Foot? {
        foot.map { Corridor.Foot(along: $0.along, offset: least, side: $0.side) }
    }

    mutating func look(at piece: LinePiece) {
        guard piece.leastChord(from: point) <= limit else { return }
        let found = isExact ? piece.exactFoot(of: origin) : piece.foot(of: origin)
        guard found.offset <= limit else { return }
        if found.offset < least - LinePiece.error {
            isUnclear = false
        } else if let foot, Self.isUnclear(foot, found) {
            isUnclear = true
        }
        least = min(least, found.offset)
        limit = min(limit, found.offset + LinePiece.error)
        feet?.append(found)
        if let foot, foot.rank <= found.rank { return }
        foot = found
    }

    /// Whether `PieceFoot.rank` does not tell which of two feet counts.
    @inline(__always)
    private static func isUnclear(_ foot: PieceFoot, _ other: PieceFoot) -> Bool {
        if foot.isEnd == other.isEnd, foot.offset == other.offset { return false }
        // Two that are both inside, or both ends: the first counts, and not the lesser rounding.
        guard foot.isEnd != other.isEnd else { return true }
        return abs(foot.along - other.along) > reach(of: min(foot.offset, other.offset))
    }

    /// Feet on pieces that follow each other, of an offset, are no further apart along the line.
    private static func reach(of offset: Double) -> Double {
        1e-3 + 4 * (2 * max(offset, 1) * LinePiece.error).squareRoot()
    }

    /// A search for all feet that are as near as the nearest one.
    var collecting: NearestFoot {
        var all = NearestFoot(origin: origin, limit: least + LinePiece.error, isExact: isExact)
        all.feet = []
        return all
    }

    /// Of the feet that were collected the one that counts.
    var firstAnswer: Corridor.Foot? {
        let near = (feet ?? []).filter { $0.offset <= least + LinePiece.error }
        guard let first = near.map(\.along).min() else { return nil }
        let pass = near.filter { $0.along <= first + Self.reach(of: least) }
        let inside = pass.filter { !$0.isEnd }
        let chosen = (inside.isEmpty ? pass : inside).min { ($0.along, $0.offset) < ($1.along, $1.offset) }
        return chosen.map { Corridor.Foot(along: $0.along, offset: least, side: $0.side) }
    }
}
