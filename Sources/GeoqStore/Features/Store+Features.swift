import GRDB
public import Geoq
import GeoqFormats
package import GeoqIndex

extension Store {
    /// Questions about a store's present rows: what is near, inside, called so.
    ///
    ///     store.features.answer(.nearest(3, to: here))
    ///
    /// Each method answers of one moment: hits, rows and the filter are of the
    /// same version.
    public struct Features: StoreFacet {
        let store: Store
    }

    /// Questions about the present rows.
    public var features: Features { Features(store: self) }
}

extension Store.Features {
    /// The whole rows of some hits, in their order, read in one transaction, with what is known of them at the server.
    ///
    /// - Parameter snapshot: the one that gave the hits.
    /// - Throws: `StoreError.snapshotOutdated` when one of the rows was changed
    ///   or removed since: ask the question again on a new snapshot.
    /// - Complexity: O(*hits* · log *n*), and of more than 100 hits O(rows with unsent changes) besides.
    public func rows(of hits: [Hit], in snapshot: Snapshot) async throws -> [(hit: Hit, feature: Feature)] {
        try await rows(of: hits, at: snapshot.stamp, withSyncs: true)
    }

    /// The same for hits of the rows that the store had at a stamp.
    ///
    /// - Parameters:
    ///   - columns: the names of those that are read; nil for all.
    ///   - withSyncs: whether the features have `rowVersion` and `lastSyncedAt`.
    package func rows(
        of hits: [Hit], at stamp: IndexStamp, columns: Set<String>? = nil, withSyncs: Bool = false
    ) async throws -> [(hit: Hit, feature: Feature)] {
        let rows = try await read { db in
            if try Self.haveChanged(db, hits, since: stamp) { throw StoreError.snapshotOutdated }
            return try Self.features(db, hits, columns, withSyncs: withSyncs)
        }
        return Array(zip(hits, rows)).map { ($0, $1) }
    }

    /// Answers a question and reads the rows of its hits, all of one moment.
    ///
    /// - Throws: as `answer(_:verifying:)`.
    /// - Complexity: that of `answer(_:verifying:)` and of `rows(of:in:)`.
    public func rows(
        answering query: Query, verifying verification: Store.Verification = .everything
    ) async throws -> (answer: Answer, features: [Feature]) {
        try await rows(answering: query, method: .index, verifying: verification, withSyncs: true)
    }

    /// The same by a method.
    ///
    /// - Parameter withSyncs: whether the features have `rowVersion` and `lastSyncedAt`.
    package func rows(
        answering query: Query, method: Snapshot.Method, verifying verification: Store.Verification = .everything,
        withSyncs: Bool = false
    ) async throws -> (answer: Answer, features: [Feature]) {
        for _ in 0..<5 {
            let answer = try await answer(query, method: method, verifying: verification)
            do {
                return (
                    answer,
                    try await rows(of: answer.hits, at: answer.stamp, withSyncs: withSyncs).map(\.feature)
                )
            } catch StoreError.snapshotOutdated {
                continue
            }
        }
        throw StoreError.tooManyChanges
    }

    /// Whether the log has a change to one of the hits' rows, or does not reach
    /// back to the snapshot that they are of.
    private static func haveChanged(_ db: Database, _ hits: [Hit], since stamp: IndexStamp) throws -> Bool {
        if try Store.stamp(db) == stamp { return false }
        guard try ChangeLog.reaches(db, stamp) else { return true }
        let tables = Set(hits.map(\.layer)).reduce(into: Set<String>()) { $0.formUnion(LayerTable.tables(of: $1)) }
        let ids = Set(hits.map(\.id.description))
        let changes = try Row.fetchCursor(
            db, sql: "SELECT table_name, row_id FROM geoq_change WHERE version > ?", arguments: [stamp.version])
        while let change = try changes.next() {
            let table = change["table_name"] as String
            guard tables.contains(table) else { continue }
            // A change to a bird changes rows of other ids.
            guard let row = change["row_id"] as String?, table != "bird" else { return true }
            if ids.contains(row) { return true }
        }
        return false
    }

    /// Of so few rows, what is known of each is looked up by itself.
    private static let fewHits = 100

    private static func features(
        _ db: Database, _ hits: [Hit], _ columns: Set<String>?, withSyncs: Bool
    ) throws -> [Feature] {
        var readers: [Layer: FeatureReader] = [:]
        var syncs: [Layer: LayerSyncs] = [:]
        var features: [Feature] = []
        features.reserveCapacity(hits.count)
        for hit in hits {
            let reader = try readers[hit.layer] ?? FeatureReader(db, layer: hit.layer, only: columns)
            readers[hit.layer] = reader
            guard var feature = try reader.feature(hit.id) else { throw StoreError.snapshotOutdated }
            if withSyncs {
                let isOne = hits.count <= Self.fewHits
                let known = try syncs[hit.layer] ?? LayerSyncs(db, hit.layer, row: isOne ? hit.id : nil)
                if !isOne { syncs[hit.layer] = known }
                feature.sync = try known.sync(of: hit.id)
            }
            features.append(feature)
        }
        return features
    }
}
