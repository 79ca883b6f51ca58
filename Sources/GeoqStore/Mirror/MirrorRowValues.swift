import Geoq
import GeoqIndex

/// The values of a remote's row by the names of its table's columns, as a mirror of
/// it would have them.
struct MirrorRowValues {
    private let row: MirrorRow
    private let table: MirrorTable

    /// - Precondition: the row can be used (`MirrorTable.isUsable`).
    init(_ row: MirrorRow, _ table: MirrorTable) {
        (self.row, self.table) = (row, table)
    }

    /// A value; null for a column that a mirror does not copy.
    subscript(name: String) -> FieldValue {
        guard let index = Self.places[table]?[name] else { return .null }
        let value = row.values[index]
        return value == .null ? table.columns[index].valueForNull ?? .null : value
    }

    func text(_ name: String) -> String? {
        if case .text(let text) = self[name] { text } else { nil }
    }

    func number(_ name: String) -> Double? {
        switch self[name] {
        case .real(let number): number.isNaN ? nil : number
        case .integer(let number): Double(number)
        default: nil
        }
    }

    func integer(_ name: String) -> Int? {
        if case .integer(let number) = self[name] { Int(number) } else { nil }
    }

    func id(_ name: String) -> FeatureID? { text(name).flatMap { FeatureID($0) } }

    func isTrue(_ name: String) -> Bool { [.bool(true), .integer(1)].contains(self[name]) }

    /// The place that `lat` and `lon` give; nil when they give no place on the earth.
    var coordinate: Coordinate? {
        guard let latitude = number("lat"), let longitude = number("lon") else { return nil }
        return try? Coordinate(strictLatitude: latitude, longitude: longitude)
    }

    /// Where a table's values are in a row.
    private static let places = Dictionary(
        uniqueKeysWithValues: MirrorTable.allCases.map { table in
            (table, Dictionary(uniqueKeysWithValues: table.columns.enumerated().map { ($1.name, $0) }))
        })
}

extension MirrorTable {
    /// Whether a mirror could have a row, and would not let it wait.
    func isUsable(_ row: MirrorRow) -> Bool {
        !row.isGone && row.problem == nil && row.values.count == columns.count
            && neededValues.allSatisfy { row.values[$0] != .null }
    }
}
