import Geoq
import GeoqIndex
import GeoqStore

/// The hits of a question, with the rows that were asked for.
struct HitList: Sendable {
    var hits: [Hit]
    /// How many hits there are without limit and page; nil when they were not
    /// counted.
    var matched: Int?
    /// The rows in the order of the hits; nil when no rows were asked for.
    var rows: [Feature]?
}

extension Ask {
    /// Answers a question from one snapshot.
    ///
    /// Conditions on columns and whole rows are read from the store. When it
    /// has changed since the snapshot was taken, the question is asked again
    /// about a newer snapshot, and `moment` says which.
    ///
    /// - Parameter counting: whether to count the hits beyond the limit, too.
    mutating func hits(_ query: Query, rows: Bool = false, counting: Bool = true) async throws -> HitList {
        var query = query
        query.interruption = interruption
        let question = query
        if query.filter == nil, !rows { return try Self.hits(query, of: try snapshot, nil, counting: counting) }
        return try await atOneMoment { snapshot, store in
            var positions: PositionSet?
            if let filter = question.filter {
                positions = try await store.features.positions(matching: filter, in: question.layer, of: snapshot)
                if positions == nil { return nil }
            }
            var list = try Self.hits(question, of: snapshot, positions, counting: counting)
            if rows { list.rows = try await store.features.rows(of: list.hits, at: snapshot.stamp).map(\.feature) }
            return list
        }
    }

    private static func hits(
        _ query: Query, of snapshot: Snapshot, _ positions: PositionSet?, counting: Bool
    ) throws -> HitList {
        var list = HitList(hits: try snapshot.answer(query, positions: positions))
        if query.after == nil, list.hits.count < query.limit ?? .max {
            list.matched = list.hits.count
        } else if counting {
            var whole = query
            (whole.limit, whole.after) = (nil, nil)
            list.matched = try snapshot.count(whole, positions: positions)
        }
        return list
    }

    /// Runs `body` with a snapshot and the store; runs it again with a newer
    /// snapshot when it gives nil, or rows are newer than the snapshot.
    mutating func atOneMoment<Value: Sendable>(
        _ body: @Sendable @escaping (Snapshot, Store) async throws -> Value?
    ) async throws -> Value {
        let live = service.live
        for _ in 0..<5 {
            let snapshot = try self.snapshot
            do {
                if let value = try await body(snapshot, live.rows) { return value }
            } catch StoreError.snapshotOutdated {}
            await live.refresh()
            moment = try live.moment()
        }
        throw StoreError.tooManyChanges
    }
}
