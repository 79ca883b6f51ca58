/// One of the store's tables with rows that a user sees: its columns, what of
/// them is in files, and what a sync copies.
///
/// Imports, exports, filters and syncs take their columns from here. A store is
/// made by migrations, which are never changed; a test compares what they make
/// with these descriptions.
package struct TableSchema: Hashable, Sendable {
    /// What SpatiaLite keeps in the column `geom`.
    package enum Geometry: String, Hashable, Sendable {
        case point = "POINT"
        case polygons = "MULTIPOLYGON"
    }

    package let name: String
    /// All columns but `geom`. In this order files and syncs have them; SQLite
    /// may have another.
    package let columns: [Column]
    /// nil for a table without `geom`.
    package let geometry: Geometry?
    /// Whether the table refuses a `lat` and `lon` that are no place on Earth.
    package let hasOnlyPlaces: Bool
    /// The columns that files have and no other rule covers.
    package let fileColumns: [Column]
    /// The columns that a sync copies, besides `id` and `deleted_at`.
    package let mirroredColumns: [Column]

    init(_ name: String, geometry: Geometry? = nil, hasOnlyPlaces: Bool = false, _ parts: [Column]...) {
        (self.name, self.geometry, self.hasOnlyPlaces) = (name, geometry, hasOnlyPlaces)
        let columns = Array(parts.joined())
        self.columns = columns
        fileColumns = columns.filter(\.isInFiles)
        mirroredColumns = columns.filter(\.isMirrored)
    }

    /// - Precondition: the table has the column.
    package subscript(name: String) -> Column {
        guard let column = columns.first(where: { $0.name == name }) else {
            preconditionFailure("The table \(self.name) has no column \(name).")
        }
        return column
    }

    /// Whether rows have a geometry of `lat` and `lon`.
    package var hasPlace: Bool { geometry == .point }

    /// The columns by which a row refers to a row that a user sees.
    package var references: [Column] { columns.filter { $0.reference?.column == "id" } }

    /// The columns of an export besides `id`, `lat` and `lon`, in order.
    package var exportedColumns: [Column] {
        references + fileColumns + [self["source"], self["source_id"]]
    }

    /// The names of the columns that an import writes, in the order of their
    /// parameters.
    package var importedNames: [String] {
        ["id", "source", "source_id"] + (hasPlace ? ["lat", "lon"] : []) + references.map(\.name)
            + fileColumns.map(\.name) + (geometry == nil ? [] : ["geom"])
    }
}
