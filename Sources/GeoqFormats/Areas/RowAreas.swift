import Geoq

/// A row of a table with a column of geometries.
package struct AreaRow: Hashable, Sendable {
    /// The other columns, as a JSON object.
    package var attributes: String
    /// Hexadecimal WKB or PostGIS's EWKB; nil for NULL.
    package var geometry: String?
    /// What tells the row apart; nil when the table has no key.
    package var key: AreaKey?

    package init(attributes: String, geometry: String?, key: AreaKey? = nil) {
        (self.attributes, self.geometry, self.key) = (attributes, geometry, key)
    }
}

/// The key of a row of a table of areas.
package struct AreaKey: Hashable, Sendable, CustomStringConvertible {
    /// The names of its columns, with commas between.
    package var columns: String
    /// Their values, with commas between.
    package var value: String

    package init(columns: String, value: String) {
        (self.columns, self.value) = (columns, value)
    }

    /// "the row with code P-17"
    package var description: String {
        let (columns, value) = (
            TerminalText.neutralized(columns, limit: 200), TerminalText.neutralized(value, limit: 200)
        )
        return "the row with \(columns) \(value)"
    }
}

/// Reads the areas of a table's rows, all of them or none; the first row is feature 1. Messages call a row
/// by its key, if it has one.
///
/// - Parameters:
///   - name: what messages call the table.
///   - mends: as `readAreas(_:into:mends:transform:srid:)`.
/// - Throws: `AreaRefusal` for the first row that is refused, `FileProblem` for too many.
/// - Complexity: O(size of the rows).
package func readAreas(
    _ rows: [AreaRow], of name: String, mends: Bool = false
) throws -> (areas: [AreaRecord], report: AreaReport) {
    let sink = AreaCollector(file: name, mostPositions: AreaLimits.positions)
    let intake = AreaIntake(sink, file: name, mends: mends)
    for row in rows {
        try intake.begin(row: row.key)
        guard let geometry = row.geometry else {
            intake.skip(.noGeometry)
            continue
        }
        var (fields, shape) = (AreaFields(), intake.shape())
        for member in (try? JSONValue(parsing: row.attributes))?.object?.members ?? [] { fields.append(member) }
        do throws(AreaProblem) {
            try WKB.read(hex: geometry.utf8, into: &shape)
        } catch {
            try intake.refuse(error, line: nil)
            continue
        }
        try intake.give(shape, fields, line: nil)
    }
    var report = intake.finish(.wkt)
    report.formats = []
    return (sink.areas, report)
}
