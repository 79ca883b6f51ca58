/// An area, or a corridor, on a grid of longitude and latitude: which cells lie inside, and through
/// which an edge may run. By it a program that knows nothing of areas, such as a
/// database, tells most places by one look at a bit; the others are left to
/// `Area.contains`, or `Corridor.contains`.
///
/// A cell that is said to be inside or outside is so with all places that are at
/// most 10⁻⁹ degrees away from it. So it does no harm that a program that computes a
/// place's cell rounds, in whatever order it does so.
package struct AreaRaster: Sendable {
    /// How many columns and rows there are, unless told.
    package static let side = 256
    private static let margin = 1e-9

    /// How many columns and rows there are.
    private let side: Int
    /// What holds the area or the corridor. Places at a pole, and on the meridian ±180°, are told by
    /// no cell.
    package let box: BoundingBox
    /// A bit for each cell, row by row from the south, each from the west: the
    /// lowest bit of a byte is its first cell.
    package private(set) var inside: [UInt8]
    /// Cells that are neither inside nor outside for certain.
    package private(set) var edge: [UInt8]
    /// Cells in a degree.
    package let columnsPerDegree: Double
    package let rowsPerDegree: Double

    /// Nil for an area without polygons.
    ///
    /// - Parameter side: how many columns and rows; a power of two, 4 at least.
    /// - Complexity: as many questions of the area about a box, of O(log *n*) and the
    ///   edges in it, as the boundary meets cells, about twice.
    package init?(_ area: Area, side: Int = Self.side) {
        guard let box = area.box else { return nil }
        self.init(box, side: side) { area.relation(to: $0) }
    }

    /// A corridor always has one.
    ///
    /// - Parameter side: how many columns and rows; a power of two, 4 at least.
    /// - Complexity: as many questions of the corridor about a box as its edge, and the line itself
    ///   where it is narrow, meets cells, about twice.
    package init(_ corridor: Corridor, side: Int = Self.side) {
        self.init(corridor.box, side: side) { corridor.relation(to: $0) }
    }

    /// - Parameter relation: what is certain of all places of a box that does not cross ±180°.
    private init(_ box: BoundingBox, side: Int, _ relation: (BoundingBox) -> Relation) {
        precondition(side >= 4 && side & (side - 1) == 0, "A side is a power of two, and whole bytes have the cells.")
        (self.box, self.side) = (box, side)
        inside = Array(repeating: 0, count: side * side / 8)
        edge = inside
        let cells = Double(side)
        // An area without a width has cells of some width all the same.
        columnsPerDegree = cells / max(box.longitudeSpan, Self.margin)
        rowsPerDegree = cells / max(box.north - box.south, Self.margin)
        fill(column: 0, row: 0, size: side, relation)
    }

    private mutating func fill(column: Int, row: Int, size: Int, _ relation: (BoundingBox) -> Relation) {
        switch self.relation(column: column, row: row, size: size, relation) {
        case .outside: break
        case .inside:
            for row in row..<row + size {
                for column in column..<column + size { Self.set(&inside, row * side + column) }
            }
        case .edge where size == 1: Self.set(&edge, row * side + column)
        case .edge:
            let half = size / 2
            for (right, up) in [(0, 0), (half, 0), (0, half), (half, half)] {
                fill(column: column + right, row: row + up, size: half, relation)
            }
        }
    }

    private static func set(_ bits: inout [UInt8], _ cell: Int) {
        bits[cell / 8] |= 1 << UInt8(cell % 8)
    }

    /// Where the cells lie, with a margin, to the area.
    private func relation(
        column: Int, row: Int, size: Int, _ relation: (BoundingBox) -> Relation
    ) -> Relation {
        let south = max(box.south + Double(row) / rowsPerDegree - Self.margin, -90)
        let north = min(box.south + Double(row + size) / rowsPerDegree + Self.margin, 90)
        let west = box.west + Double(column) / columnsPerDegree - Self.margin
        let east = box.west + Double(column + size) / columnsPerDegree + Self.margin
        guard south <= north else { return .edge }
        // The box goes on behind ±180 where the cells do.
        let first: Relation? =
            west > 180 ? nil : relation(BoundingBox(unchecked: max(west, -180), south, min(east, 180), north))
        let second: Relation? =
            !box.crossesDateLine || east < 180
            ? nil : relation(BoundingBox(unchecked: max(west - 360, -180), south, min(east - 360, 180), north))
        guard let first, let second else { return first ?? second ?? .edge }
        return first == second ? first : .edge
    }
}
