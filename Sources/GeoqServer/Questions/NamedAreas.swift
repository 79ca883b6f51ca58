import Geoq
import GeoqIndex
import GeoqStore
import Synchronization

/// The areas of the store that questions name: each is read once, and again when areas have changed.
final class NamedAreas: Sendable {
    private struct Kept {
        /// The newest moment that was asked about.
        var tag = ""
        /// No area has changed between this moment and that one.
        var stamp: IndexStamp?
        /// The one that was asked for last comes last.
        var areas: [(name: String, area: Area)] = []
    }

    /// How many areas are kept at most, and how many positions all of them may have.
    private static let (mostAreas, mostPositions) = (32, 1_000_000)

    private let kept = Mutex(Kept())
    private let served: ServedArea?

    /// - Parameter served: an area that is asked by its name as well.
    init(_ served: ServedArea?) {
        self.served = served
    }

    /// The area of a name or id.
    ///
    /// - Throws: `AreaNameError`; `StoreError`.
    /// - Complexity: O(1) for one that is kept; that of `Store.Areas.area` for others.
    func area(_ name: String, of live: LiveStore, at moment: Moment) async throws -> Area {
        if let served, served.name == name { return served.area }
        let (isKnown, stamp) = kept.withLock { ($0.tag == moment.tag, $0.stamp) }
        if !isKnown {
            var isSame = false
            if let stamp { isSame = try await live.rows.areas.stamp(ifUnchangedSince: stamp) != nil }
            kept.withLock { kept in
                // Another request may have been faster.
                guard kept.tag != moment.tag else { return }
                if !isSame || kept.stamp != stamp { kept.areas = [] }
                (kept.tag, kept.stamp) = (moment.tag, moment.snapshot.stamp)
            }
        }
        if let area = taken(name, moment.tag) { return area }
        let area = try await live.rows.areas.area(name).area
        keep(area, as: name, moment.tag)
        return area
    }

    private func taken(_ name: String, _ tag: String) -> Area? {
        kept.withLock { kept in
            guard kept.tag == tag, let index = kept.areas.firstIndex(where: { $0.name == name }) else { return nil }
            let found = kept.areas.remove(at: index)
            kept.areas.append(found)
            return found.area
        }
    }

    private func keep(_ area: Area, as name: String, _ tag: String) {
        kept.withLock { kept in
            guard kept.tag == tag else { return }
            kept.areas.removeAll { $0.name == name }
            kept.areas.append((name, area))
            var positions = kept.areas.reduce(0) { $0 + $1.area.positionCount }
            while kept.areas.count > Self.mostAreas || positions > Self.mostPositions {
                positions -= kept.areas.removeFirst().area.positionCount
            }
        }
    }
}
