import Geoq
import GeoqIndex
import GeoqStore
import Synchronization

/// The areas of the newest snapshot's store: read once, and again only when areas have changed.
final class AreaCache: Sendable {
    /// The areas, by name and then by id.
    struct Areas: Sendable {
        /// As the map draws them.
        let shapes: [MapArea]
        /// As lists show them.
        let entries: [AreaEntry]
        /// What is wrong with those that cannot be used, and are left out.
        let unusable: [String]
    }

    private struct Kept<Value: Sendable>: Sendable {
        let value: Value
        /// A moment at which the store had these areas.
        var stamp: IndexStamp
    }

    private let drawn: MomentCache<Kept<Areas>>
    /// nil when the store has more positions than may be kept.
    private let indexed: MomentCache<Kept<IndexedAreas?>>
    private let mostPositions: Int
    private let counted = Mutex<(tag: String, count: Int)>(("", 0))

    /// - Parameter threads: prepare the areas.
    init(_ threads: WorkThreads, _ limits: ServerLimits) {
        (drawn, indexed) = (MomentCache(threads), MomentCache(threads))
        mostPositions = limits.indexedAreaPositions
    }

    /// How many areas there are.
    func count(of live: LiveStore, at moment: Moment) async throws -> Int {
        if let known = counted.withLock({ $0.tag == moment.tag ? $0.count : nil }) { return known }
        let count = try await live.rows.areas.count()
        counted.withLock { $0 = (moment.tag, count) }
        return count
    }

    func areas(of live: LiveStore, at moment: Moment) async throws -> Areas {
        try await value(of: drawn, live, moment) { store in
            let stored = try await store.areas.ofNow()
            let areas = Areas(
                shapes: stored.areas.map { MapArea($0) }, entries: stored.areas.map { AreaEntry($0) },
                unusable: stored.unusable.map(\.problem.description))
            return Kept(value: areas, stamp: stored.stamp)
        }
    }

    /// The areas that hold a place.
    func holding(_ place: Coordinate, of live: LiveStore, at moment: Moment) async throws -> AreasAtPlace {
        let areas = try await value(of: indexed, live, moment) { [mostPositions] store in
            let (count, stamp) = try await store.areas.mostPositions()
            guard count <= mostPositions else { return Kept(value: nil, stamp: stamp) }
            let stored = try await store.areas.ofNow()
            return Kept(value: IndexedAreas(stored), stamp: stored.stamp)
        }
        if let areas { return areas.holding(place) }
        return try await live.rows.areas.holding(place)
    }

    /// What a cache keeps; made anew when areas have changed since.
    private func value<Value>(
        of cache: MomentCache<Kept<Value>>, _ live: LiveStore, _ moment: Moment,
        _ make: @Sendable @escaping (Store) async throws -> Kept<Value>
    ) async throws -> Value {
        try await cache.value(at: moment) { former in
            let store = live.rows
            if var former, let stamp = try await store.areas.stamp(ifUnchangedSince: former.stamp) {
                former.stamp = stamp
                return former
            }
            return try await make(store)
        }.value
    }
}

/// An area as lists show it, without its positions.
struct AreaEntry: Sendable {
    let id: FeatureID
    let fields: [Feature.Field]

    /// The names of `fields`, in its order.
    static let fieldNames = StoredArea.fieldNames + ["west", "south", "east", "north"]

    init(_ stored: StoredArea) {
        id = stored.id
        // RFC 7946, section 5: a box across ±180° has a west that is greater than its east.
        let box = stored.area.extent
        func edge(_ degrees: Double?) -> FieldValue { degrees.map { .real($0) } ?? .null }
        fields =
            stored.fields + [
                .init("west", edge(box?.west)), .init("south", edge(box?.south)), .init("east", edge(box?.east)),
                .init("north", edge(box?.north)),
            ]
    }
}
