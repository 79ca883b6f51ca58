import Geoq
import GeoqIndex
import GeoqStore
import Synchronization

/// The results of conditions of filtered pages, of the newest snapshot: found
/// once, when the first page is asked for. For a condition that few rows meet,
/// the cache keeps the ids, so that further pages need no search.
final class FoundCache: Sendable {
    struct Key: Hashable, Sendable {
        let stamp: IndexStamp
        let condition: Store.Features.RowCondition
    }

    private let kept = Mutex<[(key: Key, found: Store.Features.FoundRows)]>([])

    /// How many conditions are kept; the least recently used one is dropped
    /// first.
    private static let most = 32

    func found(_ key: Key) -> Store.Features.FoundRows? {
        kept.withLock { kept in
            guard let index = kept.firstIndex(where: { $0.key == key }) else { return nil }
            let entry = kept.remove(at: index)
            kept.append(entry)
            return entry.found
        }
    }

    func keep(_ found: Store.Features.FoundRows, for key: Key) {
        kept.withLock { kept in
            kept.removeAll { $0.key == key || $0.key.stamp != key.stamp }
            if kept.count >= Self.most { kept.removeFirst() }
            kept.append((key, found))
        }
    }
}

/// A page of rows that meet a condition.
struct ConditionPages: Sendable {
    let condition: Store.Features.RowCondition
    let limit: Int
    let snapshot: Snapshot
    let store: Store
    let cache: FoundCache
    let interruption: Interruption?

    /// Up to this many rows are listed by their ids.
    private static let mostListed = 20_000

    private var key: FoundCache.Key { .init(stamp: snapshot.stamp, condition: condition) }

    /// The page after an id; nil when the store has changed since.
    ///
    /// The first page says how many rows there are in all, which costs one
    /// search. Later pages are read along the ids, or from the ids that the
    /// search has listed.
    func page(after id: FeatureID?) async throws -> ItemPage? {
        var found = cache.found(key)
        if found == nil, id == nil {
            guard let now = try await search() else { return nil }
            found = now
        }
        if let found, let ids = found.ids { return try await page(of: ids, after: id) }
        // When so few rows fit that the page is not filled, all rows are
        // searched once.
        let budget = found == nil ? 16 * limit + 20_000 : nil
        guard
            let page = try await store.features.page(
                of: condition, after: id, limit: limit, lookingAt: budget, at: snapshot.stamp)
        else { return nil }
        if page.isWhole { return itemPage(page.features, hasMore: page.hasMore, matched: found?.count) }
        guard try await search() != nil else { return nil }
        return try await self.page(after: id)
    }

    private func page(of ids: [FeatureID], after id: FeatureID?) async throws -> ItemPage? {
        var (low, high) = (0, ids.count)
        while let id, low < high {
            let middle = (low + high) / 2
            if ids[middle] <= id { low = middle + 1 } else { high = middle }
        }
        let wanted = Array(ids[low...].prefix(limit))
        guard let features = try await store.features.rows(wanted, in: condition.layer, at: snapshot.stamp) else {
            return nil
        }
        return itemPage(features, hasMore: ids.count - low > limit, matched: ids.count)
    }

    private func itemPage(_ features: [Feature], hasMore: Bool, matched: Int?) -> ItemPage {
        ItemPage(
            features: features, matched: matched, last: hasMore ? features.last.flatMap { FeatureID($0.id) } : nil,
            version: snapshot.version)
    }

    /// Searches everything: the index for a box and an area alone, the rows for a filter.
    /// Keeps the result.
    private func search() async throws -> Store.Features.FoundRows? {
        var found: Store.Features.FoundRows?
        if condition.filter == nil {
            var query = Query.inside(condition.box ?? .everything, layer: condition.layer)
            query.inside = condition.area
            (query.interruption, query.limit) = (interruption, Self.mostListed + 1)
            let hits = try snapshot.answer(query)
            query.limit = nil
            found =
                hits.count <= Self.mostListed
                ? .init(count: hits.count, ids: hits.map(\.id)) : .init(count: try snapshot.count(query), ids: nil)
        } else {
            found = try await store.features.found(condition, listing: Self.mostListed, at: snapshot.stamp)
        }
        if let found { cache.keep(found, for: key) }
        return found
    }
}
