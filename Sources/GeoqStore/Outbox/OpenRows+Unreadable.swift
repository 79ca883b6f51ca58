import GRDB
import Geoq

/// Texts that another program has written into a row, and that are not UTF-8.
extension OpenRows {
    /// The columns whose text in the row is not UTF-8: JSON would have U+FFFD in the place of its bytes.
    ///
    /// - Parameter values: the row's, or some of them.
    func unreadableColumns(_ id: String, _ values: [ColumnValue]) throws -> [String] {
        var names: [String] = []
        for column in values {
            guard case .text(let text) = column.value, text.unicodeScalars.contains("\u{FFFD}") else { continue }
            let isSame = try Bool.fetchOne(
                try db.cachedStatement(
                    sql: "SELECT CAST(\(column.name) AS BLOB) IS CAST(?2 AS BLOB) FROM \(table) WHERE id = ?1"),
                arguments: [id, text])
            if isSame == false { names.append(column.name) }
        }
        return names
    }
}
