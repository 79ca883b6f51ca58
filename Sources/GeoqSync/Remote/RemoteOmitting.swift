package import GeoqStore

/// Values of a column that the mirror does not have, because they cannot become the value that is wanted: texts
/// that are no days or no numbers, negative counts, days that are infinity.
package struct OmittedValues: Hashable, Sendable {
    /// The remote's name of the column.
    package var column: String
    /// What is wanted, such as "a day".
    package var wanted: String
    /// In how many rows.
    package var count: Int
    /// One of them, or its beginning.
    package var example: String

    package init(column: String, wanted: String, count: Int, example: String) {
        (self.column, self.wanted, self.count, self.example) = (column, wanted, count, example)
    }

    /// In a sentence.
    package var words: String {
        let what = count == 1 ? "1 value of \(column) is not" : "\(count) values of \(column) are not"
        return "\(what) \(wanted), such as \"\(example)\""
    }
}

/// A session that counts the values that cannot become the mirror's.
///
/// Without it, every value can.
package protocol RemoteOmitting: RemoteSession {
    /// The values that are left out of all rows of a table, by columns; nothing for columns without any.
    ///
    /// - Parameter isThorough: whether columns of numbers and days are looked at besides those of texts.
    /// - Complexity: O(rows), where a column may have any.
    func omissions(of table: MirrorTable, isThorough: Bool) async throws -> [OmittedValues]
}
