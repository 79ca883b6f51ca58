import GRDB
import Geoq

/// What is known of the rows of a layer at their remotes.
struct LayerSyncs {
    private let db: Database
    private let tables: [(table: MirrorTable, syncs: RowSyncs)]

    /// - Parameter id: of the row that is asked for; nil for many.
    /// - Complexity: O(open rows of the layer's tables + answers since the last sync), or O(log *n*) for one row.
    init(_ db: Database, _ layer: Layer, row id: FeatureID? = nil) throws {
        self.db = db
        let tables: [MirrorTable] =
            switch layer {
            case .hotspots: [.hotspot]
            case .observations: [.observation, .watchlistEntries]
            case .entries: [.watchlistEntries]
            }
        self.tables = try tables.map { ($0, try RowSyncs(db, of: $0, row: id)) }
    }

    /// - Complexity: O(log *n*).
    func sync(of id: FeatureID) throws -> RowSync {
        for (table, syncs) in tables {
            // No server counts versions of observations.
            let version = table == .observation ? "0 AS row_version" : "row_version"
            let row = try Row.fetchOne(
                try db.cachedStatement(sql: "SELECT id, source, \(version) FROM \(table) WHERE id = ?"),
                arguments: [id.description])
            if let row { return syncs.sync(of: WrittenRow(row)) }
        }
        return RowSync()
    }
}
