import Geoq

/// One column of a table.
struct Column: Hashable, Sendable {
    /// Its position, from 0.
    let index: Int
    /// Its name as the file writes it.
    let name: String
}

/// The names of a table's columns.
struct TableHeader: Sendable {
    /// As the file writes them; empty names at the end are left out.
    let names: [String]

    private let positions: [ColumnName: Int]

    /// - Parameter names: A first column without a name (row numbers, as R
    ///   writes them) keeps its place. Of two columns with one name the first
    ///   counts.
    init(_ names: [String]) {
        var names = names
        while names.last?.isEmpty == true { names.removeLast() }
        self.names = names
        positions = Dictionary(names.enumerated().map { (ColumnName($1), $0) }) { first, _ in first }
    }

    var count: Int { names.count }

    /// The column with one of these names; the first alias that is there wins.
    func column(_ aliases: [ColumnName]) -> Column? {
        for alias in aliases where !alias.key.isEmpty {
            if let index = positions[alias] { return Column(index: index, name: names[index]) }
        }
        return nil
    }

    /// The column with one of these names.
    func column(_ aliases: ColumnName...) -> Column? {
        column(aliases)
    }

    /// Whether there is a column of each of these names.
    func has(_ names: ColumnName...) -> Bool {
        names.allSatisfy { positions[$0] != nil }
    }

    /// The names for a message: the first ones, in order.
    var summary: String {
        let shown = names.filter { !$0.isEmpty }.prefix(12).map { $0.count > 40 ? $0.prefix(40) + "…" : $0 }
        return shown.joined(separator: ", ") + (names.count > 12 ? ", … (\(names.count) columns)" : "")
    }
}
