import GRDB

/// Notes which leaf each row is in, in the order of the rows' numbers, so that
/// the table grows at its end and not everywhere.
struct RowNotes {
    private let db: Database
    private let target: String
    /// By row: its leaf, or 0.
    private var leaves: [UInt32] = []
    /// The notes for rows with larger numbers.
    private var others: NodeNotes

    private static let mostRows = 16_000_000
    private static let rowsAtOnce = 64

    init(_ db: Database, _ target: String) {
        (self.db, self.target, others) = (db, target, NodeNotes(db, target))
    }

    mutating func note(_ cells: ArraySlice<RTreeCell>, in leaf: Int64) throws {
        guard let number = UInt32(exactly: leaf) else { return try others.note(cells, in: leaf) }
        for cell in cells {
            guard cell.number >= 0, cell.number < Self.mostRows else {
                try others.note([cell], in: leaf)
                continue
            }
            let row = Int(cell.number)
            if row >= leaves.count {
                leaves.append(contentsOf: repeatElement(0, count: max(row + 1, leaves.count * 5 / 4) - leaves.count))
            }
            leaves[row] = number
        }
    }

    /// Writes what was noted.
    mutating func finish() throws {
        let many = try statement(Self.rowsAtOnce)
        let one = try statement(1)
        var pending: [Int] = []
        for (row, leaf) in leaves.enumerated() where leaf != 0 {
            pending.append(row)
            if pending.count == Self.rowsAtOnce {
                bind(pending, to: many)
                try many.run()
                pending.removeAll(keepingCapacity: true)
            }
        }
        for row in pending {
            bind([row], to: one)
            try one.run()
        }
        leaves = []
    }

    private func bind(_ rows: [Int], to statement: PreparedStatement) {
        for (index, row) in rows.enumerated() {
            statement.bind(Int32(2 * index + 1), Int64(row))
            statement.bind(Int32(2 * index + 2), Int64(leaves[row]))
        }
    }

    private func statement(_ count: Int) throws -> PreparedStatement {
        let rows = (0..<count).map { "(?\(2 * $0 + 1), ?\(2 * $0 + 2))" }.joined(separator: ", ")
        return try PreparedStatement(db, "INSERT OR FAIL INTO \(target) VALUES \(rows)")
    }
}
