import GRDB
import Geoq

/// A row of a table that any program may write.
///
/// SQLite keeps a value of any type in any column, and GRDB's own subscripts end the process where it is not the one
/// that is asked for. These read it as a missing one; a blob in place of a text is read as UTF-8, with U+FFFD for
/// bytes that are no UTF-8.
struct WrittenRow {
    private let row: Row

    init(_ row: Row) { self.row = row }

    // Three functions are never inlined: the optimizer of Swift 6.3.1 ended with "Found ownership error" where they were,
    // in `Draft.init`.

    /// - Precondition: the query has the column.
    @inline(never) private func value(_ column: String) -> DatabaseValue {
        guard let value = row[column] as DatabaseValue? else {
            preconditionFailure("The query has no column \(column).")
        }
        return value
    }

    subscript(column: String) -> String? { Self.text(value(column)) }

    /// The text of a column by its position.
    ///
    /// - Precondition: the query has so many columns.
    subscript(position: Int) -> String? { Self.text(row[position]) }

    @inline(never) private static func text(_ value: DatabaseValue) -> String? {
        switch value.storage {
        case .null: nil
        case .int64(let integer): String(integer)
        case .double(let number): String(number)
        case .string(let text): text
        case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
        }
    }

    /// A number that is finite: no format has a text for another one.
    subscript(column: String) -> Double? {
        @inline(never) get {
            guard let number = Double.fromDatabaseValue(value(column)), number.isFinite else { return nil }
            return number
        }
    }
    subscript(column: String) -> Int? { Int.fromDatabaseValue(value(column)) }
    func int64(_ column: String) -> Int64? { Int64.fromDatabaseValue(value(column)) }

    func has(_ column: String) -> Bool { !value(column).isNull }
    func isTrue(_ column: String) -> Bool { self[column] == 1 }
    func id(_ column: String) -> FeatureID? { self[column].flatMap { FeatureID($0) } }

    /// A word of a list; nil for any other text.
    func word<Word: RawRepresentable<String>>(_ column: String) -> Word? {
        let text: String? = self[column]
        return text.flatMap { Word(rawValue: $0) }
    }
}
