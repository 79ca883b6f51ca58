import Geoq
package import GeoqIndex

/// Which areas of a store hold a place.
package struct AreasAtPlace: Sendable {
    /// The nearest boundary first, ties by name and id. An area without a boundary, such as
    /// the whole earth, comes last and has no distance to it.
    package private(set) var areas: [(area: StoredArea, edge: Distance?)] = []
    /// What is wrong with those that cannot be used and may hold it, in the order of these sentences.
    package private(set) var unusable: [AreaNameError] = []

    init() {}

    /// Takes an area that holds the place.
    mutating func add(_ stored: StoredArea, _ place: Coordinate) {
        areas.append((stored, stored.area.distanceToBoundary(from: place)))
    }

    mutating func add(_ problem: AreaNameError) {
        unusable.append(problem)
    }

    mutating func sort() {
        areas.sort {
            ($0.edge?.meters ?? .infinity, $0.area.name, $0.area.id.key)
                < ($1.edge?.meters ?? .infinity, $1.area.name, $1.area.id.key)
        }
        unusable.sort { $0.description < $1.description }
    }
}

/// The areas of a store, indexed.
package struct IndexedAreas: Sendable {
    private let stored: StoredAreas
    private let index: AreaIndex

    /// - Complexity: that of `AreaIndex.init`.
    package init(_ stored: StoredAreas) {
        self.stored = stored
        index = AreaIndex(stored.areas.map(\.area))
    }

    /// The same as `Store.Areas.holding` gives of that moment.
    ///
    /// - Complexity: O(log *positions* + areas that hold the place + areas that cannot be used).
    package func holding(_ place: Coordinate) -> AreasAtPlace {
        var found = AreasAtPlace()
        for position in index.areas(holding: place) { found.add(stored.areas[position], place) }
        for area in stored.unusable where area.reach?.mayHold(place) ?? true { found.add(area.problem) }
        found.sort()
        return found
    }
}
