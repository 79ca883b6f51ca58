package import Geoq
import GeoqIndex

/// The oracle: what `RuleMatcher` must answer, found by looking at every rule
/// of every list and asking `geod_inverse` about every circle. It is slow, and
/// short enough to check by reading.
package struct RuleOracle: Sendable {
    private let watchlists: [Watchlist]
    private let rules: [FeatureID: [ReadRule]]
    private let birds: [Bird]
    private let areas: [String: RuleArea]

    /// - Parameters: as for `RuleMatcher`, but ids are unique.
    package init(
        watchlists: [Watchlist], rules: [WatchlistRule], birds: [Bird] = [], areas: [String: RuleArea] = [:]
    ) {
        self.areas = areas
        self.watchlists = watchlists
        let inForce = rules.filter { $0.isActive && !$0.isDeleted }.sorted { $0.id < $1.id }
        self.rules = Dictionary(grouping: inForce.map { ReadRule($0) }) { $0.watchlist }
        self.birds = birds
    }

    private struct ReadRule {
        let id: RuleID
        let watchlist: FeatureID
        let priority: Int?
        /// nil when even the kind cannot be understood.
        let kind: RuleKind?
        /// nil when the rule can't be understood.
        let condition: RuleCondition?

        init(_ rule: WatchlistRule) {
            (id, watchlist, priority) = (rule.id, rule.watchlist, rule.priority)
            (kind, condition) = (RuleKind(ruleType: rule.type), try? rule.condition())
        }
    }

    /// What `RuleMatcher.matches(_:options:)` must give, distances by
    /// `geod_inverse`.
    ///
    /// - Complexity: O(rules · birds), a geodesic for each circle.
    package func matches(_ sighting: Sighting, options: MatchOptions = MatchOptions()) -> [Match] {
        matches(sighting, options: [options])[0]
    }

    /// The same with each of several options. What the rules say of the sighting's
    /// place is found once.
    package func matches(_ sighting: Sighting, options: [MatchOptions]) -> [[Match]] {
        let place = Place(sighting, reach: options.map(\.nearMiss.meters).max() ?? 0)
        return options.map { options in
            watchlists.compactMap { match($0, sighting, place, options) }.sorted(by: Self.precedes)
        }
    }

    /// Where the sighting is, as areas and routes have it.
    private final class Place {
        let sighting: Sighting
        /// The greatest near-miss distance that is asked for, in meters.
        let reach: Double
        var boundaries: [String: (meters: Double, isInside: Bool)?] = [:]
        var routes: [RuleID: (meters: Double, isInside: Bool)?] = [:]

        init(_ sighting: Sighting, reach: Double) { (self.sighting, self.reach) = (sighting, reach) }
    }

    private static func precedes(_ left: Match, _ right: Match) -> Bool {
        if left.priority != right.priority { return left.priority > right.priority }
        let meters = (left.location?.distance.meters ?? .infinity, right.location?.distance.meters ?? .infinity)
        return meters.0 != meters.1 ? meters.0 < meters.1 : left.watchlist < right.watchlist
    }

    private func match(
        _ list: Watchlist, _ sighting: Sighting, _ place: Place, _ options: MatchOptions
    ) -> Match? {
        let inForce = rules[list.id] ?? []
        if list.isDeleted || inForce.isEmpty { return nil }
        var match = Match(
            watchlist: list.id, priority: inForce.compactMap(\.priority).max() ?? 0, certainty: .certain)
        var (needed, held): (Set<RuleKind?>, Set<RuleKind?>) = ([], [])
        var (isMissed, isPossible) = (false, false)
        for kind in [RuleKind.location, .species, .date, nil] {
            let ofKind = inForce.filter { $0.kind == kind }
            if ofKind.isEmpty { continue }
            needed.insert(kind)
            let understood = ofKind.compactMap { rule in rule.condition.map { (rule.id, $0) } }
                .filter { !isUnusable($0.1) }
            switch kind {
            case .location:
                guard let reason = location(understood, place, options) else { continue }
                isMissed = !reason.holds
                isPossible = isPossible || !reason.isCertain
                match.location = Match.LocationReason(
                    rule: reason.rule, distance: .meters(reason.meters), insideMeters: reason.insideMeters)
            case .species:
                guard let reason = species(understood, sighting, options) else { continue }
                isPossible = isPossible || reason.by == .unknown
                match.species = reason
            case .date:
                guard let reason = date(understood, sighting, options) else { continue }
                isPossible = isPossible || reason.fit == .unknown || reason.fit == .partly
                match.date = reason
            case nil: continue
            }
            held.insert(kind)
        }
        guard needed == held else { return nil }
        match.certainty = isMissed ? .nearMiss : isPossible ? .possible : .certain
        return match
    }

    private struct FoundCircle {
        var rule: RuleID
        var meters: Double
        var insideMeters: Double
        /// Whether the rule holds at some place where the sighting can have been.
        var holds: Bool
        var isCertain: Bool
        /// How far from its center, area or line the rule holds.
        var reach: Double
        /// Whether it is missed by at most the near-miss distance.
        var isNear: Bool
        var missedBy: Double { meters - reach }
    }

    /// Whether a rule names an area that cannot be used.
    private func isUnusable(_ condition: RuleCondition) -> Bool {
        guard case .area(let asked) = condition else { return false }
        if case .found = areas[asked.area] { return false }
        return true
    }

    private func found(_ rule: RuleID, _ asked: AreaCondition, _ place: Place, _ reach: Double) -> FoundCircle? {
        let known = place.boundaries[asked.area] ?? boundary(asked.area, place.sighting.coordinate)
        place.boundaries[asked.area] = .some(known)
        guard let (toBoundary, isInside) = known else { return nil }
        let uncertainty = place.sighting.uncertainty?.meters ?? 0
        let inside = isInside ? toBoundary : -toBoundary
        let approach = asked.approach.meters
        let holds = isInside || approach + uncertainty > 0 && toBoundary <= approach + uncertainty
        return FoundCircle(
            rule: rule, meters: isInside ? 0 : toBoundary, insideMeters: inside, holds: holds,
            isCertain: uncertainty == 0 || approach + inside > uncertainty, reach: approach,
            isNear: reach > 0 && toBoundary <= approach + reach)
    }

    private func boundary(_ name: String, _ place: Coordinate) -> (meters: Double, isInside: Bool)? {
        guard case .found(let area)? = areas[name], let distance = area.distanceToBoundary(from: place) else {
            return nil
        }
        let vertices = area.polygons.flatMap { ([$0.outer] + $0.holes).flatMap { $0 } }
        return (Self.atVertex(distance.meters, vertices, place), area.contains(place))
    }

    /// The distance to a line; where one of its vertices is as near, that by `geod_inverse` to the vertex. Distances to
    /// lines are estimates within 10⁻⁷ m, and would differ by some nanometers from that to a circle's center there.
    private static func atVertex(_ meters: Double, _ vertices: [Coordinate], _ place: Coordinate) -> Double {
        let nearest = vertices.map { Geodesic.inverse(from: place, to: $0).distance.meters }.min() ?? .infinity
        return nearest <= meters + 2e-7 ? nearest : meters
    }

    private func found(_ rule: RuleID, _ corridor: Corridor, _ place: Place, _ reach: Double) -> FoundCircle? {
        let known = place.routes[rule] ?? foot(corridor, place)
        place.routes[rule] = .some(known)
        guard let (offset, isInside) = known else { return nil }
        let (width, uncertainty) = (corridor.width.meters, place.sighting.uncertainty?.meters ?? 0)
        return FoundCircle(
            rule: rule, meters: offset, insideMeters: width - offset,
            holds: uncertainty > 0 ? offset <= width + uncertainty : isInside,
            isCertain: uncertainty == 0 || width - offset > uncertainty, reach: width,
            isNear: reach > 0 && offset <= width + reach)
    }

    private func foot(_ corridor: Corridor, _ place: Place) -> (meters: Double, isInside: Bool)? {
        let (at, width) = (place.sighting.coordinate, corridor.width.meters)
        let reach = max(place.sighting.uncertainty?.meters ?? 0, place.reach)
        guard
            let wide = try? Corridor(
                segments: corridor.segments, edges: corridor.edges, width: .meters(min(1e6, width + reach + 1))),
            let foot = wide.scannedFoot(of: at)
        else { return nil }
        return (Self.atVertex(foot.offset, corridor.line, at), corridor.scannedContains(at))
    }

    private func location(
        _ rules: [(RuleID, RuleCondition)], _ place: Place, _ options: MatchOptions
    ) -> FoundCircle? {
        let sighting = place.sighting
        let reach = options.nearMiss.meters
        let found = rules.compactMap { id, condition -> FoundCircle? in
            switch condition {
            case .area(let asked): return self.found(id, asked, place, reach)
            case .route(let corridor): return self.found(id, corridor, place, reach)
            case .location(let circle):
                let meters = Geodesic.inverse(from: sighting.coordinate, to: circle.center).distance.meters
                let inside = circle.radius.meters - meters
                let uncertainty = sighting.uncertainty?.meters ?? 0
                return FoundCircle(
                    rule: id, meters: meters, insideMeters: inside, holds: inside >= 0 || circle.isEverywhere,
                    isCertain: uncertainty == 0 || circle.isEverywhere || inside > uncertainty,
                    reach: circle.radius.meters, isNear: reach > 0 && meters <= circle.radius.meters + reach)
            default: return nil
            }
        }
        let holding = found.filter(\.holds)
        if !holding.isEmpty {
            return holding.min {
                ($0.isCertain ? 0 : 1, $0.meters, $0.rule) < ($1.isCertain ? 0 : 1, $1.meters, $1.rule)
            }
        }
        return found.filter(\.isNear).min { ($0.missedBy, $0.rule) < ($1.missedBy, $1.rule) }
    }

    private func species(
        _ rules: [(RuleID, RuleCondition)], _ sighting: Sighting, _ options: MatchOptions
    ) -> Match.SpeciesReason? {
        func given(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0.foldedName } }
        let (scientific, common) = (given(sighting.scientificName), given(sighting.commonName))
        let shape = sighting.shapeID.flatMap { $0.isEmpty ? nil : $0 }
        if sighting.bird == nil, scientific == nil, common == nil, shape == nil {
            guard options.unknown == .matches, let first = rules.first else { return nil }
            return Match.SpeciesReason(rule: first.0, by: .unknown)
        }
        var names: Set<String> = []
        if let scientific { names.insert(scientific) }
        // A scientific name that no bird has may be a common one.
        var called: String?
        if sighting.bird == nil {
            let isScientific = birds.contains { scientific != nil && given($0.scientificName) == scientific }
            called = scientific == nil ? common : isScientific ? nil : scientific
        }
        let own = birds.filter {
            $0.id == sighting.bird || called != nil && given($0.commonName) == called
        }
        names.formUnion(own.compactMap { given($0.scientificName) })
        let all = own + birds.filter { given($0.scientificName).map { names.contains($0) } ?? false }
        for case (let id, .species(let condition)) in rules {
            switch condition {
            case .bird(let bird):
                if bird == sighting.bird || all.contains(where: { $0.id == bird }) {
                    return Match.SpeciesReason(rule: id, by: .bird)
                }
            case .scientificName(let name):
                if names.contains(name.foldedName) { return Match.SpeciesReason(rule: id, by: .scientificName) }
            case .shape(let asked):
                if asked == shape || all.contains(where: { $0.shapeID == asked }) {
                    return Match.SpeciesReason(rule: id, by: .shape)
                }
            }
        }
        return nil
    }

    private func date(
        _ rules: [(RuleID, RuleCondition)], _ sighting: Sighting, _ options: MatchOptions
    ) -> Match.DateReason? {
        var best: Match.DateReason?
        for case (let id, .dates(let range)) in rules {
            let fit = range.fit(sighting.date)
            if fit == .outside || fit == .unknown && options.unknown == .fails { continue }
            if best.map({ fit.depth > $0.fit.depth }) ?? true { best = Match.DateReason(rule: id, fit: fit) }
        }
        return best
    }
}
