import GRDB
package import Geoq

/// Reads kept values of rows that are in no store, as a store would read them:
/// by the same SQL.
package final class KeptValues {
    private let columns: [LayerTable.Column]
    private let database: DatabaseQueue
    private let sql: String

    /// - Parameter columns: as `KeptColumns` and a remote's table have them.
    /// - Throws: an error of SQLite, when there is no memory for it.
    package init(_ columns: [LayerTable.Column]) throws {
        self.columns = columns
        var configuration = Configuration()
        configuration.prepareDatabase { $0.add(function: ShallowFunction.function) }
        database = try DatabaseQueue(configuration: configuration)
        let values = columns.map(KeptColumns.sql).joined(separator: ", ")
        sql = "SELECT \(values.isEmpty ? "NULL" : values) FROM (SELECT ? AS kept)"
    }

    /// The values of each row, by the names of their columns.
    ///
    /// - Parameter texts: the rows' JSON objects; nil for a row without one.
    /// - Throws: an error of SQLite.
    /// - Complexity: O(bytes of all texts).
    package func read(_ texts: [String?]) throws -> [[String: FieldValue]] {
        try database.read { db in
            let statement = try db.makeStatement(sql: sql)
            return try texts.map { text in
                guard let text, let row = try Row.fetchOne(statement, arguments: [text]) else { return [:] }
                var values: [String: FieldValue] = [:]
                for (index, column) in columns.enumerated() {
                    values[column.name] = FieldValue(row[index] as DatabaseValue, as: column.type)
                }
                return values
            }
        }
    }
}
