import GRDB

/// Notes which node each row or node is in, for all cells of a node at once.
struct NodeNotes {
    private let db: Database
    private let target: String
    /// By the number of cells: the tiles of a strip have one of two sizes.
    private var statements: [Int: PreparedStatement] = [:]

    init(_ db: Database, _ target: String) {
        (self.db, self.target) = (db, target)
    }

    mutating func note(_ cells: ArraySlice<RTreeCell>, in node: Int64) throws {
        guard !cells.isEmpty else { return }
        let statement = try statement(cells.count)
        statement.bind(1, node)
        for (index, cell) in cells.enumerated() { statement.bind(Int32(index + 2), cell.number) }
        try statement.run()
    }

    private mutating func statement(_ count: Int) throws -> PreparedStatement {
        if let statement = statements[count] { return statement }
        let rows = (0..<count).map { "(?\($0 + 2), ?1)" }.joined(separator: ", ")
        // FAIL, because ABORT would have SQLite copy each page that it changes.
        let statement = try PreparedStatement(db, "INSERT OR FAIL INTO \(target) VALUES \(rows)")
        statements[count] = statement
        return statement
    }
}
