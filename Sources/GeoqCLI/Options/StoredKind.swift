import ArgumentParser
import GeoqFormats

/// What a store keeps of files: rows of tables, and areas.
enum StoredKind: String, CaseIterable, ExpressibleByArgument {
    case hotspots, observations, birds, watchlists, presence, areas

    /// nil for areas, which are no rows of a table.
    var rows: ImportKind? { ImportKind(rawValue: rawValue) }
}
