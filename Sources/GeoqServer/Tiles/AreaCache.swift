import Geoq
import GeoqIndex
import GeoqStore
import Synchronization

/// The areas of the newest snapshot's store, read once.
final class AreaCache: Sendable {
    /// The areas, by name and then by id.
    struct Areas: Sendable {
        /// As the map draws them.
        var shapes: [MapArea] = []
        /// As lists show them.
        var entries: [AreaEntry] = []
        /// What is wrong with those that cannot be used, and are left out.
        var unusable: [String] = []
    }

    private let cache: MomentCache<Areas>
    private let counted = Mutex<(tag: String, count: Int)>(("", 0))

    /// - Parameter threads: prepare the areas.
    init(_ threads: WorkThreads) {
        cache = MomentCache(threads)
    }

    /// How many areas there are.
    func count(of live: LiveStore, at moment: Moment) async throws -> Int {
        if let known = counted.withLock({ $0.tag == moment.tag ? $0.count : nil }) { return known }
        let count = try await live.rows.areas.count()
        counted.withLock { $0 = (moment.tag, count) }
        return count
    }

    func areas(of live: LiveStore, at moment: Moment) async throws -> Areas {
        try await cache.value(at: moment) {
            let (areas, unusable) = try await live.rows.areas.all()
            return Areas(
                shapes: areas.map { MapArea($0) }, entries: areas.map { AreaEntry($0) },
                unusable: unusable.map(\.description))
        }
    }
}

/// An area as lists show it, without its positions.
struct AreaEntry: Sendable {
    let id: FeatureID
    let fields: [Feature.Field]

    init(_ stored: StoredArea) {
        id = stored.id
        // RFC 7946, section 5: a box across ±180° has a west that is greater than its east.
        let box = stored.area.box
        func edge(_ degrees: Double?) -> FieldValue { degrees.map { .real($0) } ?? .null }
        fields =
            stored.fields + [
                .init("west", edge(box?.west)), .init("south", edge(box?.south)), .init("east", edge(box?.east)),
                .init("north", edge(box?.north)),
            ]
    }
}
