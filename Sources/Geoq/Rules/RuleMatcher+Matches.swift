public import GeoqIndex

/// What a question about rules may ask besides.
public struct MatchOptions: Hashable, Sendable {
    /// What a sighting without species or date matches.
    public var unknown: UnknownPolicy
    /// Lists of which the circle is missed by no more are given, too, as near
    /// misses; zero for none.
    public var nearMiss: Distance

    public init(unknown: UnknownPolicy = .fails, nearMiss: Distance = .meters(0)) {
        (self.unknown, self.nearMiss) = (unknown, nearMiss)
    }
}

extension RuleMatcher {
    /// The watchlists that a sighting matches, and why: the largest priority
    /// first, then the nearest center, then the smallest id; those without a
    /// location rule come after others of their priority.
    ///
    /// - Complexity: O(circles around + matches), and O(lists) for those
    ///   without a location rule that ask for the species or only for a date.
    public func matches(_ sighting: Sighting, options: MatchOptions = MatchOptions()) -> [Match] {
        matches(sighting, species: species(of: sighting), options: options)
    }

    /// The same for a sighting of which the species was found before; its own
    /// bird and names are not looked at.
    public func matches(
        _ sighting: Sighting, species: SightingSpecies, options: MatchOptions = MatchOptions()
    ) -> [Match] {
        var statistics = SearchStatistics()
        var asked = AskedSighting(sighting, species, options)
        var found: [FoundMatch] = []
        var several: [(slot: UInt32, hit: CircleHit)] = []
        for hit in circles.hits(at: sighting.coordinate, reach: options.nearMiss, &statistics) {
            let slot = owners[Int(hit.id)].slot
            if rows[Int(slot)].circles == .several {
                several.append((slot, hit))
            } else if let match = match(Int(slot), hit, reasons[Int(slot)].location, asked) {
                found.append(match)
            }
        }
        if !several.isEmpty {
            several.sort { $0.slot < $1.slot }
            var index = 0
            while index < several.count {
                let end = several[index...].firstIndex { $0.slot != several[index].slot } ?? several.count
                let hit = best(several[index..<end].map(\.hit), asked.place, asked.uncertainty)
                if let match = match(Int(several[index].slot), hit, owners[Int(hit.id)].rule, asked) {
                    found.append(match)
                }
                index = end
            }
        }
        appendPlaceless(&asked, &found)
        sort(&found, sighting.coordinate, &statistics)
        return found.map(\.match)
    }

    /// One list's match with a sighting, near misses left out; nil when it does
    /// not match.
    func match(_ slot: Int, _ asked: AskedSighting, _ statistics: inout SearchStatistics) -> Match? {
        if rows[slot].circles == .none { return match(slot, nil, nil, asked)?.match }
        var hits: [CircleHit] = []
        for rule in lists[slot].rules {
            guard let circle = rule.circle else { continue }
            if let hit = circles.hit(Int(circle), at: asked.place, &statistics) { hits.append(hit) }
        }
        if hits.isEmpty { return nil }
        let hit = hits.count == 1 ? hits[0] : best(hits, asked.place, asked.uncertainty)
        return match(slot, hit, owners[Int(hit.id)].rule, asked)?.match
    }

    /// From a place to the center of a list's circle, by Karney.
    func exactMeters(_ rule: RuleID, _ slot: Int, _ place: Coordinate) -> Double {
        guard let circle = lists[slot].rules.first(where: { $0.id == rule })?.circle else { return .infinity }
        return Geodesic.inverse(from: place, to: circles[Int(circle)].center).distance.meters
    }

    /// What a sighting is of, for several questions.
    public func species(of sighting: Sighting) -> SightingSpecies {
        vocabulary.species(
            bird: sighting.bird, scientificName: sighting.scientificName, commonName: sighting.commonName,
            shapeID: sighting.shapeID)
    }

    /// The lists without a location rule.
    private func appendPlaceless(_ asked: inout AskedSighting, _ found: inout [FoundMatch]) {
        func append(_ slot: UInt32) {
            if let match = match(Int(slot), nil, nil, asked) { found.append(match) }
        }
        for slot in placelessByDate { append(slot) }
        if placelessBySpecies.isEmpty { return }
        var slots: [UInt32] = []
        if asked.species.isUnknown {
            guard asked.options.unknown == .matches else { return }
            slots = placelessBySpecies.values.flatMap { $0 }
        } else {
            let numbers = asked.species.numbers
            if numbers.count == 1 {
                for slot in placelessBySpecies[numbers[0]] ?? [] { append(slot) }
                return
            }
            slots = numbers.flatMap { placelessBySpecies[$0] ?? [] }
        }
        // One that asks for several of them is met several times.
        slots.sort()
        var last: UInt32?
        for slot in slots where slot != last {
            append(slot)
            last = slot
        }
    }

    /// The circle of a list that counts: inside before outside, then certain
    /// before possible, then the nearest center, then the smallest rule;
    /// outside the one that is missed by least.
    private func best(_ hits: [CircleHit], _ place: Coordinate, _ uncertainty: Double) -> CircleHit {
        hits.min { left, right in
            if left.isInside != right.isInside { return left.isInside }
            if left.isInside {
                let certain = (isCertain(left, uncertainty, place), isCertain(right, uncertainty, place))
                if certain.0 != certain.1 { return certain.0 }
            }
            let gap =
                left.isInside
                ? left.meters - right.meters : left.meters - left.radius - right.meters + right.radius
            if abs(gap) > 2 * CircleIndex.reportedError { return gap < 0 }
            let exact = (exactMeters(left, place), exactMeters(right, place))
            let order = left.isInside ? exact : (exact.0 - left.radius, exact.1 - right.radius)
            if order.0 != order.1 { return order.0 < order.1 }
            return owners[Int(left.id)].rule < owners[Int(right.id)].rule
        }!
    }

    /// Whether a place lies inside by more than it is uncertain.
    @inline(__always)
    func isCertain(_ hit: CircleHit, _ uncertainty: Double, _ place: Coordinate) -> Bool {
        if uncertainty == 0 || hit.radius >= Distance.halfTheEarth.meters { return true }
        let spare = hit.radius - hit.meters - uncertainty
        if abs(spare) > 2 * CircleIndex.reportedError { return spare > 0 }
        return hit.radius - exactMeters(hit, place) > uncertainty
    }

    @inline(never)
    private func exactMeters(_ hit: CircleHit, _ place: Coordinate) -> Double {
        Geodesic.inverse(from: place, to: circles[Int(hit.id)].center).distance.meters
    }

    /// nil when the list does not match.
    @inline(__always)
    private func match(_ slot: Int, _ hit: CircleHit?, _ rule: RuleID?, _ asked: AskedSighting) -> FoundMatch? {
        let row = rows[slot]
        guard row.isAlive else { return nil }
        var species: Match.SpeciesReason?
        if row.species != 0 {
            guard let reason = speciesReason(row, slot, asked) else { return nil }
            species = reason
        }
        var date: Match.DateReason?
        if row.date.kind != .none {
            guard let reason = dateReason(row, slot, asked) else { return nil }
            date = reason
        }
        var match = Match(
            watchlist: FeatureID(key: row.key), priority: row.priority, certainty: .certain, location: nil,
            species: species, date: date)
        if species?.by == .unknown { match.certainty = .possible }
        if let fit = date?.fit, fit == .unknown || fit == .partly { match.certainty = .possible }
        if let hit, let rule {
            match.location = Match.LocationReason(
                rule: rule, distance: .meters(hit.meters), insideMeters: hit.radius - hit.meters)
            if !hit.isInside {
                match.certainty = .nearMiss
            } else if !isCertain(hit, asked.uncertainty, asked.place) {
                match.certainty = .possible
            }
        }
        return FoundMatch(match: match, circle: hit?.id ?? .max)
    }

    @inline(__always)
    private func speciesReason(_ row: ListRow, _ slot: Int, _ asked: AskedSighting) -> Match.SpeciesReason? {
        if asked.species.isUnknown {
            guard asked.options.unknown == .matches else { return nil }
            let rule = lists[slot].rules.first { $0.isInForce && $0.species != 0 }?.id ?? reasons[slot].species
            return Match.SpeciesReason(rule: rule, by: .unknown)
        }
        if row.species != ListRow.several {
            guard asked.species.contains(row.species) else { return nil }
            return Match.SpeciesReason(rule: reasons[slot].species, by: .init(row.speciesName))
        }
        for rule in lists[slot].rules where rule.isInForce && rule.species != 0 && asked.species.contains(rule.species)
        {
            guard case .understood(.species(let condition)) = rule.meaning else { continue }
            return Match.SpeciesReason(rule: rule.id, by: .init(condition.name))
        }
        return nil
    }

    @inline(__always)
    private func dateReason(_ row: ListRow, _ slot: Int, _ asked: AskedSighting) -> Match.DateReason? {
        if row.date.kind != .several {
            let fit = asked.date.fit(row.date, reasons[slot].range)
            guard asked.accepts(fit) else { return nil }
            return Match.DateReason(rule: reasons[slot].date, fit: fit)
        }
        var best: Match.DateReason?
        for rule in lists[slot].rules where rule.isInForce {
            guard case .understood(.dates(let range)) = rule.meaning else { continue }
            let fit = asked.date.fit(DateTest(range), range)
            guard asked.accepts(fit) else { continue }
            if best.map({ fit.depth > $0.fit.depth }) ?? true { best = Match.DateReason(rule: rule.id, fit: fit) }
        }
        return best
    }

    private func sort(_ found: inout [FoundMatch], _ place: Coordinate, _ statistics: inout SearchStatistics) {
        if found.count < 2 { return }
        found.sort { left, right in
            if left.match.priority != right.match.priority { return left.match.priority > right.match.priority }
            switch (left.match.location, right.match.location) {
            case (.some(let first), .some(let second)):
                let gap = first.distance.meters - second.distance.meters
                if abs(gap) > 2 * CircleIndex.reportedError { return gap < 0 }
                let (one, other) = (circles[Int(left.circle)].center, circles[Int(right.circle)].center)
                // Equal coordinates have equal distances.
                if one != other {
                    let exact = Geodesic.inverse(from: place, to: one).distance
                    let otherExact = Geodesic.inverse(from: place, to: other).distance
                    if exact != otherExact { return exact < otherExact }
                }
            case (.some, nil): return true
            case (nil, .some): return false
            case (nil, nil): break
            }
            return left.match.watchlist < right.match.watchlist
        }
    }
}

/// A sighting made ready for all lists.
struct AskedSighting {
    let place: Coordinate
    let uncertainty: Double
    let species: SightingSpecies
    let date: TestedDate
    let options: MatchOptions

    init(_ sighting: Sighting, _ species: SightingSpecies, _ options: MatchOptions) {
        place = sighting.coordinate
        uncertainty = sighting.uncertainty?.meters ?? 0
        (self.species, date, self.options) = (species, TestedDate(sighting.date), options)
    }

    @inline(__always)
    func accepts(_ fit: DateRange.Fit) -> Bool {
        switch fit {
        case .inside, .partly: true
        case .outside: false
        case .unknown: options.unknown == .matches
        }
    }
}

/// A match, and the circle of its location.
private struct FoundMatch {
    var match: Match
    var circle: UInt32
}

extension DateRange.Fit {
    /// What orders the ranges that hold: certain ones first, the deepest first.
    var depth: Int {
        switch self {
        case .inside(let days): days ?? .max
        case .partly: -1
        case .unknown: -2
        case .outside: -3
        }
    }
}
