import Geoq

/// Which columns a sync writes, and what it writes instead of a remote's values
/// that the store does not take.
struct MirrorLayout {
    /// The names of the columns, in the order of their parameters: `id`,
    /// `source`, `sync_token` and `deleted_at`, the mirrored ones, `source_id` of
    /// a table with keys, and `geom` of a table with places.
    let names: [String]
    /// The indexes of latitude and longitude among the mirrored columns.
    let places: (latitude: Int, longitude: Int)?
    /// The indexes of the mirrored columns that must hold a value.
    let neededValues: [Int]
    /// What the store keeps of NULL, for each mirrored column.
    let valuesForNull: [FieldValue]
    private let hasOnlyPlaces: Bool

    init(_ table: MirrorTable) {
        names =
            ["id", "source", "sync_token", "deleted_at"] + table.columns.map(\.name)
            + (table.hasKeys ? ["source_id"] : []) + (table.hasPlace ? ["geom"] : [])
        (places, neededValues) = (table.places, table.neededValues)
        valuesForNull = table.columns.map { $0.valueForNull ?? .null }
        hasOnlyPlaces = table.schema.hasOnlyPlaces
    }

    /// Whether a mirrored column holds degrees that the store's table takes
    /// only of a place on Earth.
    func isRefusedPlace(_ index: Int) -> Bool {
        hasOnlyPlaces && (index == places?.latitude || index == places?.longitude)
    }
}
