import Geoq
import GeoqIndex
import GeoqStore

/// The rules of the store, ready to be asked. They are read and parsed once for
/// each snapshot, when a client needs them.
final class RuleCache: Sendable {
    /// The rules, and the names of their lists in messages.
    struct Rules: Sendable {
        let stored: StoredRules
        let matcher: RuleMatcher
        let titles: [FeatureID: String]
        /// The lists that are not deleted, by id.
        let lists: [WatchedList]
        /// The centers of the circles that are in force, by rule.
        let centers: [RuleID: Coordinate]
        let birdNames: FoldedBirdNames

        init(_ stored: StoredRules) {
            self.stored = stored
            (matcher, titles, birdNames) = (stored.matcher(), stored.titles, FoldedBirdNames(stored.birds))
            var lists: [FeatureID: WatchedList] = [:]
            var centers: [RuleID: Coordinate] = [:]
            let birds = Dictionary(stored.birds.map { ($0.id, $0) }) { first, _ in first }
            for list in stored.watchlists where !list.isDeleted { lists[list.id] = WatchedList(list: list) }
            for rule in stored.rules where rule.isInForce {
                lists[rule.watchlist]?.rules.append(rule)
                switch try? rule.condition() {
                case .location(let circle)?:
                    lists[rule.watchlist]?.circles.append(circle)
                    centers[rule.id] = circle.center
                case .area(let area)?:
                    lists[rule.watchlist]?.areas.append(
                        WatchedArea(
                            area: area.area, name: stored.areaNames[area.area], approach: area.approach))
                case .route(let corridor)?: lists[rule.watchlist]?.routes.append(corridor)
                case .species(.bird(let id))?:
                    let bird = birds[id]
                    lists[rule.watchlist]?.species.append(
                        bird?.scientificName ?? bird?.commonName ?? id.description)
                case .species(.scientificName(let name))?: lists[rule.watchlist]?.species.append(name)
                case .species(.shape(let shape))?: lists[rule.watchlist]?.shapes.append(shape)
                default: break
                }
            }
            self.lists = lists.values.sorted { $0.list.id < $1.list.id }
            self.centers = centers
        }

        /// The list of an id; nil when there is none, or the list is deleted.
        ///
        /// - Complexity: O(log *lists*).
        func list(_ id: FeatureID) -> WatchedList? {
            var (low, high) = (0, lists.count)
            while low < high {
                let middle = (low + high) / 2
                if lists[middle].list.id < id { low = middle + 1 } else { high = middle }
            }
            return low < lists.count && lists[low].list.id == id ? lists[low] : nil
        }
    }

    private let cache: MomentCache<Rules>

    /// - Parameter threads: prepare the rules.
    init(_ threads: WorkThreads) {
        cache = MomentCache(threads)
    }

    func rules(of live: LiveStore, at moment: Moment) async throws -> Rules {
        try await cache.value(at: moment) { _ in Rules(try await live.rows.rules.all()) }
    }
}

/// A list and its circles.
struct WatchedList: Sendable {
    var list: Watchlist
    var circles: [Circle] = []
    var areas: [WatchedArea] = []
    var routes: [Corridor] = []
    /// Scientific names, or what else a bird of a rule is called.
    var species: [String] = []
    /// Body shapes.
    var shapes: [String] = []
    /// All rules that are in force.
    var rules: [WatchlistRule] = []

    /// A short name of what the rules of a kind say; it is another one after a change.
    static func revision(_ parameters: String) -> String {
        var name = FNV1a()
        name.add(parameters.utf8)
        return name.text
    }

    var feature: JSONValue {
        let place = circles.first.map { circle -> JSONValue in
            ["type": "Point", "coordinates": [.number(circle.center.longitude), .number(circle.center.latitude)]]
        }
        return [
            "type": "Feature", "id": .string(list.id.description), "geometry": place ?? nil,
            "properties": [
                "title": .string(list.title), "rules": .count(rules.count),
                "circles": .array(
                    circles.map {
                        [
                            "lat": .number($0.center.latitude), "lon": .number($0.center.longitude),
                            "radius_m": .number($0.radius.meters),
                        ]
                    }),
                "areas": .array(
                    areas.map {
                        [
                            "area": .string($0.area), "name": $0.name.map { .string($0) } ?? nil,
                            "approach_m": .number($0.approach.meters),
                        ]
                    }),
                "routes": .array(
                    routes.map {
                        ["length_m": .number($0.length), "within_m": .number($0.width.meters)]
                    }),
                "species": .array(species.map { .string($0) }), "shapes": .array(shapes.map { .string($0) }),
                "place_revision": .string(Self.revision(rules.parameters(of: .location))),
                "species_revision": .string(Self.revision(rules.parameters(of: .species))),
            ],
        ]
    }
}

/// An area that a rule of a list names.
struct WatchedArea: Sendable {
    /// Its id, or the name by which the rule calls it.
    let area: String
    /// nil when the store has no such area: then the rule never matches.
    let name: String?
    let approach: Distance
}
