import GRDB
public import Geoq
package import GeoqIndex

/// The hits of a question, and the moment of the rows that they are of.
public struct Answer: Sendable {
    /// The hits, in the order of the question.
    public let hits: [Hit]
    /// Which store's rows these are, and of which version.
    package let stamp: IndexStamp
    package let statistics: SearchStatistics

    /// The store's version.
    public var version: Int64 { stamp.version }
}

extension Store.Features {
    /// Answers a question about the store's present rows.
    ///
    /// A filter on columns becomes a set of positions by one SQL query of the
    /// same version. An index that turns out to be damaged is built anew.
    ///
    /// - Throws: `FilterError` for an unknown column; `QueryError`;
    ///   `StoreError`.
    /// - Complexity: that of `Store.snapshot(verifying:)` and of `Snapshot.answer(_:)`; a
    ///   filter on columns reads all rows of the layer besides.
    public func answer(
        _ query: Query, verifying verification: Store.Verification = .everything
    ) async throws -> Answer {
        try await answer(query, method: .index, verifying: verification)
    }

    /// The same by a method.
    ///
    /// - Parameter method: by the index, or by brute force: then no index is
    ///   used; every row is read, and `geod_inverse` is asked about it.
    package func answer(
        _ query: Query, method: Snapshot.Method, verifying verification: Store.Verification = .everything
    ) async throws -> Answer {
        if method == .bruteForce { return try await scannedAnswer(query) }
        return try await ask(query, verification) { snapshot, positions in
            var statistics = SearchStatistics()
            let hits = try snapshot.answer(query, positions: positions, &statistics)
            return Answer(hits: hits, stamp: snapshot.stamp, statistics: statistics)
        }
    }

    /// How many hits a question has.
    ///
    /// - Throws: as `answer(_:verifying:)`.
    /// - Complexity: as `answer(_:verifying:)`, with `Snapshot.count(_:)`.
    public func count(_ query: Query, verifying verification: Store.Verification = .everything) async throws -> Int {
        try await ask(query, verification) { snapshot, positions in try snapshot.count(query, positions: positions) }
    }

    /// The distinct species among the hits of a question about observations.
    ///
    /// - Throws: as `answer(_:verifying:)`; `QueryError` for a question about
    ///   another layer.
    /// - Complexity: as `answer(_:verifying:)`, with `Snapshot.species(_:)`.
    public func species(
        _ query: Query, verifying verification: Store.Verification = .everything
    ) async throws -> [SpeciesSummary] {
        try await ask(query, verification) { snapshot, positions in try snapshot.species(query, positions: positions) }
    }

    /// Asks a snapshot with the same rows that the filter saw.
    func ask<Value: Sendable>(
        _ query: Query, _ verification: Store.Verification, _ body: (Snapshot, PositionSet?) throws -> Value
    ) async throws -> Value {
        // Before an index is built for a question that cannot be answered.
        if let filter = query.filter {
            let kept = try await keptColumns(of: query.layer)
            _ = try filter.fitted(to: query.layer, keeping: kept)
        }
        for _ in 0..<5 {
            let snapshot = try await store.snapshot(verifying: verification)
            do {
                var positions: PositionSet?
                if let filter = query.filter {
                    positions = try await self.positions(matching: filter, in: query.layer, of: snapshot)
                    if positions == nil { continue }
                }
                return try body(snapshot, positions)
            } catch let error as IndexError where error != .interrupted {
                try await store.index.rebuild()
            }
        }
        throw StoreError.tooManyChanges
    }

    /// The features of a snapshot that a filter accepts; nil when the store has
    /// changed since the snapshot.
    ///
    /// - Throws: `FilterError` when the filter does not fit the layer.
    /// - Complexity: O(rows).
    package func positions(
        matching filter: PropertyFilter, in layer: Layer, of snapshot: Snapshot
    ) async throws -> PositionSet? {
        guard let ids = try await ids(matching: filter, in: layer, of: snapshot.stamp) else { return nil }
        return try snapshot.positions(of: ids, in: layer)
    }

    /// The ids that a filter accepts; nil when the store has changed since the
    /// snapshot.
    private func ids(
        matching filter: PropertyFilter, in layer: Layer, of stamp: IndexStamp
    ) async throws -> Set<FeatureID>? {
        return try await read(.scan) { db in
            guard try Store.stamp(db) == stamp else { return nil }
            let kept = try KeptColumns.of(layer, db)
            let condition = try filter.fitted(to: layer, keeping: kept).sql(keeping: kept)
            let arguments = StatementArguments(condition.arguments.map(\.databaseValue))
            var ids: Set<FeatureID> = []
            // The tables are literals; the condition has `?` for values, and
            // columns that `fitted` knows.
            for part in LayerTable.parts(of: layer, keeping: kept) {
                let rows = try String.fetchCursor(
                    db, sql: "SELECT id FROM \(part) WHERE \(condition.text)", arguments: arguments)
                while let text = try rows.next() {
                    if let id = FeatureID(text) { ids.insert(id) }
                }
            }
            return ids
        }
    }
}
