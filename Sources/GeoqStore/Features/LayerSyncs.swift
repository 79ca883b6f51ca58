import GRDB
import Geoq

/// What is known of the rows of a layer at their remotes.
struct LayerSyncs {
    private let db: Database
    private let tables: [(table: MirrorTable, syncs: RowSyncs)]

    /// - Complexity: O(open rows of the layer's tables + answers since the last sync).
    init(_ db: Database, _ layer: Layer) throws {
        self.db = db
        let tables: [MirrorTable] =
            switch layer {
            case .hotspots: [.hotspot]
            case .observations: [.observation, .watchlistEntries]
            case .entries: [.watchlistEntries]
            }
        self.tables = try tables.map { ($0, try RowSyncs(db, of: $0)) }
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
