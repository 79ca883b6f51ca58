import GRDB
import Geoq

/// Reads rows of one layer as features.
struct FeatureReader {
    /// Of each part of the layer, by id: not a statement of GRDB, which makes a row and its values first.
    private let byID: [PreparedStatement]
    private let columns: [LayerTable.Column]

    /// - Parameter names: of the columns that are read; nil for all.
    init(_ db: Database, layer: Layer, only names: Set<String>? = nil) throws {
        let kept = try KeptColumns.of(layer, db)
        let columns = LayerTable.columns(of: layer, keeping: kept).filter { names?.contains($0.name) != false }
        self.columns = columns
        byID = try LayerTable.parts(of: layer, keeping: kept).map { part in
            try PreparedStatement(db, "\(Self.selection(columns, part)) WHERE id = ?1")
        }
    }

    func feature(_ id: FeatureID) throws -> Feature? {
        let text = id.description
        for part in byID {
            part.bind(1, text)
            defer { part.reset() }
            if try part.step() { return feature(text, part) }
        }
        return nil
    }

    /// - Parameter row: has what `selection` selects.
    private func feature(_ id: String, _ row: PreparedStatement) -> Feature {
        let isPlaced = !row.isNull(1) && !row.isNull(2)
        var fields: [Feature.Field] = []
        fields.reserveCapacity(columns.count)
        for (index, column) in columns.enumerated() {
            fields.append(Feature.Field(column.name, row.fieldValue(Int32(index) + 3, as: column.type)))
        }
        return Feature(
            id: id,
            coordinate: isPlaced ? try? Coordinate(strictLatitude: row.double(1), longitude: row.double(2)) : nil,
            fields: fields)
    }

    /// The names in the SQL are literals of `LayerTable`, and names that
    /// `KeptColumns` has checked.
    static func selection(_ columns: [LayerTable.Column], _ table: String, place: String = "lat, lon") -> String {
        // Texts as bytes: GRDB's own reader ends a text at a NUL.
        let values = columns.map { column in
            [.text, .date].contains(column.type) ? "CAST(\"\(column.sqlName)\" AS BLOB)" : "\"\(column.sqlName)\""
        }
        return "SELECT id, \(place), \(values.joined(separator: ", ")) FROM \(table)"
    }

    /// The id of a row that `selection` selects; of a blob, which another program may have written, its bytes as
    /// UTF-8.
    static func id(_ row: Row) -> String {
        if case .text(let text) = FieldValue(row[0] as DatabaseValue) { text } else { "" }
    }

    /// - Parameter row: has what `selection` selects. GRDB's own subscripts end the process where a value is of
    ///   another type than the one that is asked for.
    static func feature(_ row: Row, _ columns: [LayerTable.Column]) -> Feature {
        var coordinate: Coordinate?
        if let latitude = Double.fromDatabaseValue(row[1] as DatabaseValue),
            let longitude = Double.fromDatabaseValue(row[2] as DatabaseValue)
        {
            coordinate = try? Coordinate(strictLatitude: latitude, longitude: longitude)
        }
        let fields = columns.enumerated().map { index, column in
            Feature.Field(column.name, FieldValue(row[index + 3] as DatabaseValue, as: column.type))
        }
        return Feature(id: id(row), coordinate: coordinate, fields: fields)
    }
}
