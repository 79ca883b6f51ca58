import GRDB

/// Builds a table's spatial index from all of its rows at once, bottom-up.
///
/// SQLite's R*Tree puts one row after the other into place, with a costly split
/// every few dozen rows: 14 µs a row, in any order. Here full nodes are written
/// straight into the tree's tables, each once.
struct SpatialIndexBuilder {
    private let db: Database
    private let table: String
    private let index: String
    /// Bytes of a node, as SQLite chose when the index was made.
    private let nodeSize: Int
    private let tiling: RTreeTiling
    private let insertNode: PreparedStatement
    private var nodeNotes: NodeNotes
    private var rowNotes: RowNotes
    private var lastNode = RTreeNode.root

    private let mostInMemory: Int

    /// The page cache during the build, in KiB.
    private static let sortingCache = 32_768

    /// - Parameters:
    ///   - table: one of geoq's own tables: a literal.
    ///   - mostInMemory: at most this many rows are sorted in memory, with 32
    ///     bytes for each; SQLite sorts more rows in a temporary file, which
    ///     takes twice as long.
    init(_ db: Database, table: String, mostInMemory: Int = 1_500_000) throws {
        (self.db, self.table, index, self.mostInMemory) = (db, table, "idx_\(table)_geom", mostInMemory)
        let root = try Int.fetchOne(db, sql: "SELECT length(data) FROM \(index)_node WHERE nodeno = 1")
        guard let root, RTreeNode.capacity(bytes: root) > 1 else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the spatial index of \(table) has no root")
        }
        (nodeSize, tiling) = (root, RTreeTiling(capacity: RTreeNode.capacity(bytes: root)))
        insertNode = try PreparedStatement(db, "INSERT INTO \(index)_node (nodeno, data) VALUES (?1, ?2)")
        nodeNotes = NodeNotes(db, "\(index)_parent (nodeno, parentnode)")
        rowNotes = RowNotes(db, "\(index)_rowid (rowid, nodeno)")
    }

    /// Replaces the contents of the index.
    ///
    /// - Parameter count: how many rows the table has, about.
    /// - Complexity: O(*n* log *n*), in memory for one node in a few dozen rows,
    ///   one strip of the map and 36 bytes a row, 64 MB at most.
    mutating func run(count: Int) throws {
        // The sort may take as much memory as the cache once more.
        try db.withPageCache(kibibytes: Self.sortingCache) { try writeNodes(count) }
    }

    /// Writes the nodes from the leaves to the root.
    private mutating func writeNodes(_ count: Int) throws {
        for part in ["node", "parent", "rowid"] { try db.execute(sql: "DELETE FROM \(index)_\(part)") }
        var (level, height) = try writeLeaves(count)
        while level.count > tiling.capacity {
            level = try tiling.tiles(of: level).map { tile in
                let node = try write(tile)
                try nodeNotes.note(tile, in: node.number)
                return node
            }
            height += 1
        }
        insertNode.bind(1, RTreeNode.root)
        insertNode.bind(2, RTreeNode.bytes(level, height: height, size: nodeSize))
        try insertNode.run()
        if height == 0 {
            try rowNotes.note(level[...], in: RTreeNode.root)
        } else {
            try nodeNotes.note(level[...], in: RTreeNode.root)
        }
        try rowNotes.finish()
    }

    /// Strips are cut from the rows, sorted from west to east. The box is the
    /// geometry's: another program may have moved it away from `lat` and `lon`.
    ///
    /// - Returns: the leaves, and that they are above the rows; or the rows
    ///   themselves, when they fit in the root. (SQLite cannot delete from a
    ///   root with one child.)
    private mutating func writeLeaves(_ count: Int) throws -> (level: [RTreeCell], height: Int) {
        let stripLength = tiling.stripLength(of: count)
        var strip: [RTreeCell] = []
        var leaves: [RTreeCell] = []
        if count <= mostInMemory {
            let cells = try cells(count)
            for index in RTreeTiling.order(of: cells) {
                if strip.count == stripLength { try writeLeaves(of: &strip, to: &leaves) }
                strip.append(cells[Int(index)])
            }
        } else {
            // Sorted by whole numbers, which SQLite compares faster.
            let rows = try PreparedStatement(db, "\(selection) ORDER BY CAST(lon * 1e6 AS INTEGER)")
            while try rows.step() {
                guard let cell = cell(rows) else { continue }
                if strip.count == stripLength { try writeLeaves(of: &strip, to: &leaves) }
                strip.append(cell)
            }
        }
        if leaves.isEmpty && strip.count <= tiling.capacity { return (strip, 0) }
        try writeLeaves(of: &strip, to: &leaves)
        return (leaves, 1)
    }

    private var selection: String { "SELECT fid, geom FROM \(table) WHERE geom IS NOT NULL" }

    /// A cell for each row that has a place.
    private func cells(_ count: Int) throws -> [RTreeCell] {
        let rows = try PreparedStatement(db, selection)
        var cells: [RTreeCell] = []
        cells.reserveCapacity(count)
        while try rows.step() {
            if let cell = cell(rows) { cells.append(cell) }
        }
        return cells
    }

    private func cell(_ row: PreparedStatement) -> RTreeCell? {
        row.withBlob(1) { PointBlob.box($0) }.map { RTreeCell(number: row.int(0), box: $0) }
    }

    private mutating func writeLeaves(of strip: inout [RTreeCell], to leaves: inout [RTreeCell]) throws {
        for tile in tiling.tiles(ofStrip: &strip) {
            let leaf = try write(tile)
            try rowNotes.note(tile, in: leaf.number)
            leaves.append(leaf)
        }
        strip.removeAll(keepingCapacity: true)
    }

    /// - Returns: the node, as a cell of its parent.
    private mutating func write(_ cells: ArraySlice<RTreeCell>) throws -> RTreeCell {
        guard let first = cells.first else { preconditionFailure("A tile has cells.") }
        lastNode += 1
        insertNode.bind(1, lastNode)
        insertNode.bind(2, RTreeNode.bytes(cells, height: 0, size: nodeSize))
        try insertNode.run()
        return RTreeCell(number: lastNode, box: cells.dropFirst().reduce(first.box) { $0.union($1.box) })
    }
}
