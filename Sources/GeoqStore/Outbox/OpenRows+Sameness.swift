import GRDB
import Geoq

/// When two sides say the same of a column, though not in the same words.
extension OpenRows {
    /// Whether two values of a column are equal, or write one moment in two ways: the server gives moments in UTC,
    /// a file in any zone.
    func isSame(_ position: Int, _ first: FieldValue, _ second: FieldValue) throws -> Bool {
        if first.isIdentical(to: second) { return true }
        guard columns[position].kind == .timestamp, case .text(let one) = first, case .text(let other) = second,
            Self.fraction(one) == Self.fraction(other)
        else { return false }
        // SQLite counts whole seconds here; of a text that is no moment it says nothing.
        let isOne = try Bool.fetchOne(
            try db.cachedStatement(sql: "SELECT ifnull(strftime('%s', ?) = strftime('%s', ?), 0)"),
            arguments: [one, other])
        return isOne ?? false
    }

    /// Whether a new row has no value in a column that the server fills then: none is sent, so whatever the server
    /// has is no other value.
    func isLeftToServer(_ position: Int, _ value: FieldValue) -> Bool {
        value == .null && columns[position].isFilledByServer
    }

    /// Whether the server itself has filled a column of a row that was sent without a value: the row has the version
    /// that it got then, and the column its standard, if it has one. No other device has changed it.
    func isFilled(_ position: Int, _ base: BaseRow, _ known: BaseRow) -> Bool {
        guard isLeftToServer(position, known.values[position]), base.version == known.version else { return false }
        return columns[position].standard.map { $0.isIdentical(to: base.values[position]) } ?? true
    }

    /// The digits behind the dot, without zeros at their end.
    private static func fraction(_ moment: String) -> Substring {
        var digits = moment.drop { $0 != "." }.dropFirst().prefix { $0.isNumber }
        while digits.last == "0" { digits.removeLast() }
        return digits
    }
}
