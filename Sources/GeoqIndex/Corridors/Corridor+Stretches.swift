#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension Corridor {
    /// Boxes of longitudes and latitudes that together hold every place of the corridor: each that of a stretch of
    /// the line, in the order of travel. For a server that knows boxes and no corridors.
    ///
    /// *Claim.* Each place of the corridor lies in one of the boxes by its numbers, except that 180° and −180° are one
    /// meridian. *Proof.* The foot of such a place lies on a piece of the line, so the piece's box holds the place
    /// (`LinePiece.box(within:)`), and the box of a stretch holds those of its pieces (`BoundingBox.joined`), but for
    /// a rounding of longitudes that is far less than `LinePiece.slack`. ∎
    ///
    /// **Where the line is cut.** A server looks a box up by the circle around it, so a box costs the square of
    /// its diagonal. Again and again that stretch is cut whose two parts save the most, where they cost the
    /// least: a bend, a gap, or the middle of a straight line. A cut that saves little is not made.
    ///
    /// - Parameter count: the most boxes, at least 1.
    /// - Complexity: O(*n* · *count*) for *n* pieces, mostly O(*n* log *count*).
    package func stretchBoxes(atMost count: Int = 32) -> [BoundingBox] {
        let boxes = index.pieces.map { $0.box(within: width) }
        var stretches = [Stretch(0..<boxes.count, of: boxes)]
        while stretches.count < count {
            let least = stretches.reduce(0) { $0 + $1.box.squaredDiagonal } / 100
            var best: (number: Int, cut: Int, saving: Double)?
            for (number, stretch) in stretches.enumerated() {
                guard let cut = stretch.cut, stretch.saving >= least else { continue }
                if let known = best, known.saving >= stretch.saving { continue }
                best = (number, cut, stretch.saving)
            }
            guard let best else { break }
            let range = stretches[best.number].range
            stretches.replaceSubrange(
                best.number...best.number,
                with: [
                    Stretch(range.lowerBound..<best.cut, of: boxes), Stretch(best.cut..<range.upperBound, of: boxes),
                ])
        }
        return stretches.map(\.box)
    }

    /// Pieces that follow each other, and where to cut them.
    private struct Stretch {
        let range: Range<Int>
        /// It holds the boxes of all pieces.
        let box: BoundingBox
        /// Where the second of two parts begins; nil when it is not to be cut.
        let cut: Int?
        /// How much less the parts cost.
        let saving: Double

        /// A smaller box is not cut, in meters.
        private static let smallestDiagonal = 5_000.0
        /// The share of its cost that a cut must save.
        private static let leastSaving = 0.25

        /// - Parameters:
        ///   - range: at least one piece.
        ///   - boxes: those of all pieces.
        init(_ range: Range<Int>, of boxes: [BoundingBox]) {
            self.range = range
            var before = boxes[range.lowerBound]
            var costs: [Double] = []
            costs.reserveCapacity(range.count)
            for box in boxes[range] {
                before = before.joined(with: box)
                costs.append(before.squaredDiagonal)
            }
            box = before
            let whole = before.squaredDiagonal
            var (cut, least) = (range.lowerBound, whole)
            var after = boxes[range.upperBound - 1]
            for number in range.dropFirst().reversed() {
                after = after.joined(with: boxes[number])
                let cost = costs[number - range.lowerBound - 1] + after.squaredDiagonal
                if cost < least { (cut, least) = (number, cost) }
            }
            saving = whole - least
            let isWorth = whole > Self.smallestDiagonal * Self.smallestDiagonal && saving >= whole * Self.leastSaving
            self.cut = cut > range.lowerBound && isWorth ? cut : nil
        }
    }
}

extension BoundingBox {
    /// A box that holds two others, but for a rounding of longitudes, and not much else. Its edges are edges of
    /// theirs, so that joining many adds up few roundings; one that spans nearly all longitudes has all.
    func joined(with other: BoundingBox) -> BoundingBox {
        let (low, high) = (min(south, other.south), max(north, other.north))
        let (mine, theirs) = (reach(over: other), other.reach(over: self))
        let isFirst = mine.span <= theirs.span
        let both = isFirst ? mine : theirs
        guard both.span < 359 else { return BoundingBox(unchecked: -180, low, 180, high) }
        return BoundingBox(unchecked: isFirst ? west : other.west, low, both.east, high)
    }

    /// How many degrees to the east of this box's western edge both boxes reach, and to which meridian.
    private func reach(over other: BoundingBox) -> (span: Double, east: Double) {
        let step = other.west - west
        let span = (step < 0 ? step + 360 : step) + other.longitudeSpan
        return span > longitudeSpan ? (span, other.east) : (longitudeSpan, east)
    }

    /// About the square of the longest way through it, in square meters, and not less: degrees of longitude are taken
    /// as long as at its latitude that is nearest to the equator.
    fileprivate var squaredDiagonal: Double {
        let latitude = south <= 0 && north >= 0 ? 0 : min(abs(south), abs(north))
        let (height, length) = (
            (north - south) * 111_700, longitudeSpan * 111_700 * cos(latitude * .pi / 180)
        )
        return height * height + length * length
    }
}
