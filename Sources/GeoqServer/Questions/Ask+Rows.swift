import Geoq
import GeoqIndex
import GeoqStore

/// The hits of a question, with what was asked of their rows.
struct HitList: Sendable {
    var hits: [Hit]
    /// How many there are without limit and page; nil when nobody counted.
    var matched: Int?
    /// The rows in the order of the hits; nil when none were asked for.
    var rows: [Feature]?
}

extension Ask {
    /// Answers a question from one snapshot.
    ///
    /// Conditions on columns and whole rows are read from the store; when it
    /// has changed since the snapshot was taken, the question is asked again
    /// about a newer one, and `moment` tells which.
    ///
    /// - Parameter counting: whether to count the hits beyond the limit, too.
    mutating func hits(_ query: Query, rows: Bool = false, counting: Bool = true) async throws -> HitList {
        if query.filter == nil, !rows { return try Self.hits(query, of: try snapshot, nil, counting: counting) }
        return try await atOneMoment { snapshot, store in
            var positions: PositionSet?
            if let filter = query.filter {
                positions = try await store.positions(matching: filter, in: query.layer, of: snapshot)
                if positions == nil { return nil }
            }
            var list = try Self.hits(query, of: snapshot, positions, counting: counting)
            if rows { list.rows = try await store.features(list.hits, version: snapshot.version).map(\.feature) }
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

    /// Runs `body` with a snapshot and the store; again with a newer one when
    /// it gives nil, or rows turn out to be newer than the snapshot.
    mutating func atOneMoment<Value: Sendable>(
        _ body: @Sendable @escaping (Snapshot, Store) async throws -> Value?
    ) async throws -> Value {
        let live = service.live
        for _ in 0..<5 {
            let snapshot = try self.snapshot
            do {
                let value = try await Deadline.run(seconds: service.limits.querySeconds) {
                    try await body(snapshot, live.rows)
                }
                if let value { return value }
            } catch StoreError.snapshotOutdated {}
            await live.refresh()
            moment = try live.moment()
        }
        throw StoreError.tooManyChanges
    }
}

/// Work that is given up when it takes too long.
enum Deadline {
    /// - Throws: `CancellationError` when the time is over; what `body` throws.
    static func run<Value: Sendable>(
        seconds: Int64, _ body: @Sendable @escaping () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask { try await body() }
            group.addTask {
                try await Task.sleep(for: .seconds(seconds))
                throw CancellationError()
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() else { throw CancellationError() }
            return value
        }
    }
}
