import GeoqIndex

extension RuleMatcher {
    /// What the location rules in force ask for.
    package struct Places: Hashable, Sendable {
        package var circles = 0
        /// Different areas, by how their edges run.
        package var areas: [Area.Edges: Int] = [:]
        /// The positions of these.
        package var areaPositions = 0
        package var routes = 0
        package var routePositions = 0

        package init() {}
    }

    /// The ids of the lists that it knows.
    package var watchlists: [FeatureID] { lists.map(\.id) }

    /// - Complexity: O(rules).
    package var places: Places {
        var places = shapes.places
        places.circles = lists.reduce(0) { count, list in
            count + list.rules.count { $0.circle.map { $0 < RuleShapes.firstID } ?? false }
        }
        return places
    }
}
