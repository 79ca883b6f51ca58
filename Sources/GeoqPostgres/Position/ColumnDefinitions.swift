import GeoqFormats
import GeoqStore

/// How a server defines the columns that a mirror is read from. When that
/// changes, rows may read otherwise although none was written.
///
/// A column's definition decides what the bytes of its values mean. None of the
/// following gives a row another version (`xmin`): a column is renamed,
/// dropped, or added with a default; a label of an enumeration is renamed; the
/// expression of a column that is computed on reading changes.
package struct ColumnDefinitions: Equatable {
    /// The remote's columns, by the mirror's names.
    private let columns: [String: Column]

    /// A column of the remote.
    package struct Column: Equatable {
        var name: String
        /// Its number in the table. A column that is dropped and made again has
        /// another number.
        var number: String
        /// The type, with its modifier: a length, or the kind and the SRID of a
        /// geometry.
        var type: String
        /// A digest of three things: the value of rows that were written before
        /// the column was added, the labels of an enumeration, and an
        /// expression.
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
            // A name may hold any character, but none may look like the end of
            // a line or field.
            let name = column.name.replacing("\n", with: " ").replacing("\t", with: " ")
            return [key, name, column.number, column.type, column.values].joined(separator: "\t")
        }.joined(separator: "\n")
    }

    /// The changes in words; nil when nothing has changed.
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
