import GeoqFormats
import GeoqStore

/// How a remote has defined the columns that a mirror is read from: when that
/// changes, rows may read otherwise although none was written.
///
/// A value of a row is what its bytes mean under its column's definition. A
/// column that is renamed, dropped or added with a default, a value of an
/// enumeration that is renamed, another expression of a column that is computed
/// when it is read: none of these gives a row another version (`xmin`).
package struct ColumnDefinitions: Equatable {
    /// By the mirror's own name of a column, what it is there.
    private let columns: [String: Column]

    /// A column of the remote.
    package struct Column: Equatable {
        var name: String
        /// Its number in the table: a column that is dropped and made again has
        /// another.
        var number: String
        /// The type, with its modifier: a length, or the kind and the SRID of a
        /// geometry.
        var type: String
        /// A digest of what rows have that were written before the column was
        /// added, of the labels of an enumeration, and of an expression.
        var values: String

        package init(name: String, number: String, type: String, values: String) {
            (self.name, self.number, self.type, self.values) = (name, number, type, values)
        }
    }

    package init(_ columns: [String: Column]) {
        self.columns = columns
    }

    /// - Parameter text: as a store keeps it.
    package init(_ text: String) {
        var columns: [String: Column] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 5 else { continue }
            columns[parts[0]] = Column(name: parts[1], number: parts[2], type: parts[3], values: parts[4])
        }
        self.columns = columns
    }

    /// A line for each column.
    package var text: String {
        columns.sorted { $0.key < $1.key }.map { key, column in
            // A name may hold anything: no character of it may part lines or fields.
            let name = column.name.replacing("\n", with: " ").replacing("\t", with: " ")
            return [key, name, column.number, column.type, column.values].joined(separator: "\t")
        }.joined(separator: "\n")
    }

    /// What is other than it was, in words; nil when nothing is.
    package func changes(since before: ColumnDefinitions) -> String? {
        let names = Set(columns.keys).union(before.columns.keys).sorted()
        let words = names.compactMap { name -> String? in
            switch (before.columns[name], columns[name]) {
            case (nil, nil): return nil
            case (nil, .some): return "\(name) has come"
            case (.some, nil): return "\(name) is gone"
            case (let old?, let new?):
                if old == new { return nil }
                if old.type != new.type { return "\(name) is of type \(new.type), and was \(old.type)" }
                if old.number != new.number || old.name != new.name { return "\(name) is another column" }
                return "\(name) was defined anew"
            }
        }
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }
}
