/// An area on a fine grid, for places by the thousand: most are told inside or outside by
/// two bits of their cell, without a look at an edge.
///
/// **Why it is exact.** `AreaRaster` says of a cell only what is so of all places within
/// 10⁻⁹ degrees of it. A place's cell is (x − west) · columns a degree, rounded down, and
/// so are its latitude's: a difference, a product, and the quotient that is its factor,
/// each rounded by 2⁻⁵³ of 360° at most. With those of the cell's own box that is less
/// than 10⁻¹² degrees, a thousandth of the margin. What the cell does not tell, the
/// area is asked.
///
/// **Boxes.** Each step from a number to its column is monotone, rounding included. So
/// the places of a box lie in the columns from that of its west to that of its east, and
/// in the rows likewise, or they lie outside of the grid and of the area.
///
/// Only areas that lie apart from ±180° and from the poles have one.
final class AreaGrid: Sendable {
    /// What is told of some places, as bits.
    struct Told: BitwiseCopyable {
        var inside: UInt = 0
        /// The area is to be asked.
        var unsure: UInt = 0
    }

    /// Latitude and longitude, as places are kept: what holds the area.
    private let low: SIMD2<Double>
    private let high: SIMD2<Double>
    private let cellsPerDegree: SIMD2<Double>
    private let side: Int
    /// Two bits for each cell, row by row from the south, each from the west: the lower
    /// one is said of a cell inside, the higher one of a cell that does not tell. A row
    /// begins with a word of its own.
    private let cells: [UInt64]
    /// The same box in earth-centered coordinates.
    let outline: BoxShape

    /// Cells in a word.
    private static let inWord = 32
    private static let insideBits: UInt64 = 0x5555_5555_5555_5555

    /// Nil for an area without polygons, and for one that touches ±180° or a pole.
    ///
    /// - Parameter side: how many rows and columns; a power of two, 32 at least.
    /// - Complexity: that of `AreaRaster`.
    init?(_ area: Area, side: Int) {
        guard let box = area.box, box.west > -180, box.east < 180, box.west <= box.east, box.south > -90,
            box.north < 90,
            let raster = AreaRaster(area, side: side)
        else { return nil }
        self.side = side
        (low, high) = (SIMD2(box.south, box.west), SIMD2(box.north, box.east))
        cellsPerDegree = SIMD2(raster.rowsPerDegree, raster.columnsPerDegree)
        outline = BoxShape(box)
        var cells = [UInt64](repeating: 0, count: side * side / Self.inWord)
        for cell in 0..<side * side {
            let (byte, bit) = (cell / 8, UInt8(cell % 8))
            let told = UInt64(raster.inside[byte] >> bit & 1) | UInt64(raster.edge[byte] >> bit & 1) << 1
            cells[cell / Self.inWord] |= told << UInt64(2 * (cell % Self.inWord))
        }
        self.cells = cells
    }

    /// What is told of up to a word's places, by two numbers each, latitude and
    /// longitude.
    @inline(__always)
    func told(_ places: ColumnView<Double>, at sites: Range<Int>) -> Told {
        var told = Told()
        cells.withUnsafeBufferPointer { cells in
            for site in sites {
                let place = places.load(at: 2 * site, as: SIMD2<Double>.self)
                // Not a number is outside, too.
                guard place.x >= low.x, place.x <= high.x, place.y >= low.y, place.y <= high.y else { continue }
                let (row, column) = cell(of: place)
                let word = cells[(row * side + column) / Self.inWord] >> UInt64(2 * (column % Self.inWord))
                let lane = UInt(site - sites.lowerBound)
                told.inside |= UInt(word & 1) << lane
                told.unsure |= UInt(word >> 1 & 1) << lane
            }
        }
        return told
    }

    /// - Precondition: the grid's box holds the place, latitude first.
    @inline(__always)
    private func cell(of place: SIMD2<Double>) -> (row: Int, column: Int) {
        let cell = (place - low) * cellsPerDegree
        return (min(Int(cell.x), side - 1), min(Int(cell.y), side - 1))
    }

    /// Where a box lies to the area; `edge` as well when the cells do not tell.
    ///
    /// - Complexity: O(rows in the box · columns in the box / 32), less when the edge is
    ///   found early.
    func relation(to box: BoundingBox) -> Relation {
        guard box.west <= box.east else { return .edge }
        let (boxLow, boxHigh) = (SIMD2(box.south, box.west), SIMD2(box.north, box.east))
        if any(boxLow .> high) || any(boxHigh .< low) { return .outside }
        // A box that reaches beyond the grid meets an outermost cell. None of these is inside:
        // places within the raster's margin of it lie beyond the area.
        var isOutside = false
        var isInside = false
        let (first, last) = (
            cell(of: boxLow.clamped(lowerBound: low, upperBound: high)),
            cell(of: boxHigh.clamped(lowerBound: low, upperBound: high))
        )
        let wordsInRow = side / Self.inWord
        let (firstWord, lastWord) = (first.column / Self.inWord, last.column / Self.inWord)
        let firstMask = UInt64.max << UInt64(2 * (first.column % Self.inWord))
        let lastMask = UInt64.max >> UInt64(2 * (Self.inWord - 1 - last.column % Self.inWord))
        for row in first.row...last.row {
            for word in firstWord...lastWord {
                var mask = UInt64.max
                if word == firstWord { mask &= firstMask }
                if word == lastWord { mask &= lastMask }
                let told = cells[row * wordsInRow + word] & mask
                if told & ~Self.insideBits != 0 { return .edge }
                if told != 0 { isInside = true }
                if told != mask & Self.insideBits { isOutside = true }
                if isInside, isOutside { return .edge }
            }
        }
        return isInside ? .inside : .outside
    }
}
