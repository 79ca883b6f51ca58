import GRDB
import Geoq
import GeoqIndex

/// The rows of a layer as questions see them, read one after the other.
///
/// It shares only SQLite with the code that makes an index (`SnapshotRows`): it
/// selects the rows as an export and a filter do (`LayerTable`). So it can show
/// that an index is wrong.
struct LayerScan {
    struct Row {
        let id: FeatureID
        let content: LayerRow
    }

    private let db: Database
    private let layer: Layer
    private let statements: [String]
    private let arguments: [FieldValue]

    /// - Parameter condition: only rows for which it is true; its columns were
    ///   validated.
    init(_ db: Database, _ layer: Layer, where condition: (text: String, arguments: [FieldValue])? = nil) throws {
        (self.db, self.layer) = (db, layer)
        arguments = condition?.arguments ?? []
        // All names are literals, and the condition has `?` for values.
        let kept = condition == nil ? [] : try KeptColumns.of(layer, db)
        statements = LayerTable.parts(of: layer, keeping: kept).map { part in
            "SELECT \(Self.columns(of: layer)) FROM \(part) WHERE \(Store.Features.isAnswerable(layer))"
                + (condition.map { " AND (\($0.text))" } ?? "")
        }
    }

    /// Rows without a usable place, or whose id is no UUID, are left out: no
    /// answer has them.
    ///
    /// - Complexity: O(rows), one row in memory at a time.
    func forEachRow(_ body: (Row) throws -> Void) throws {
        for sql in statements {
            let rows = try PreparedStatement(db, sql)
            for (number, argument) in arguments.enumerated() { rows.bind(Int32(number + 1), value: argument) }
            while try rows.step() {
                guard let id = FeatureID(rows.text(0)),
                    let place = try? Coordinate(strictLatitude: rows.double(1), longitude: rows.double(2))
                else { continue }
                var content = LayerRow(coordinate: place)
                switch layer {
                case .hotspots:
                    content.name = rows.text(3)
                case .observations, .entries:
                    (content.scientificName, content.commonName) = (rows.text(3), rows.text(4))
                    content.first = Day(iso: rows.text(5))
                    content.last = Day(iso: rows.text(6)) ?? content.first
                    if layer == .entries { content.bird = FeatureID(rows.text(7)) }
                }
                try body(Row(id: id, content: content))
            }
        }
    }

    private static func columns(of layer: Layer) -> String {
        switch layer {
        case .hotspots: "id, lat, lon, name"
        case .observations: "id, lat, lon, scientific_name, common_name, date, date_end"
        case .entries:
            """
            id, lat, lon, scientific_name, common_name, date, date,
                (SELECT bird.id FROM bird WHERE bird.id = bird_id AND bird.deleted_at IS NULL)
            """
        }
    }
}
