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
        let asked = AskedSighting(sighting, species, options)
        let hits = hits(asked, &statistics)
        var found: [FoundMatch] = []
        found.reserveCapacity(hits.count)
        var several: [(slot: UInt32, hit: CircleHit)] = []
        for hit in hits {
            let slot = slotOfCircle[Int(hit.id)]
            if rows[Int(slot)].circles == .several {
                several.append((slot, hit))
            } else if let match = candidate(slot, hit, asked) {
                found.append(match)
            }
        }
        if !several.isEmpty { appendSeveral(&several, asked, &found) }
        appendPlaceless(asked, &found)
        sort(&found, sighting.coordinate)
        return found.map { match($0) }
    }

    /// The circles around a sighting; those whose list asks for another species
    /// or day are left out before they are measured.
    @inline(__always)
    private func hits(_ asked: AskedSighting, _ statistics: inout SearchStatistics) -> [CircleHit] {
        if asked.options.nearMiss.meters > 0 {
            return circles.hits(at: asked.place, reach: asked.options.nearMiss, &statistics)
        }
        let place = PreparedPlace(asked.place)
        var around = circles.circles(around: place, &statistics)
        var kept = 0
        for circle in around {
            around[kept] = circle
            if mayMatch(rowOfCircle[Int(circle.id)], asked) { kept += 1 }
        }
        around.removeLast(around.count - kept)
        return circles.measured(around, from: place, &statistics)
    }

    /// Whether a list can match, as far as its row tells.
    @inline(__always)
    private func mayMatch(_ row: ListRow, _ asked: AskedSighting) -> Bool {
        guard row.isAlive else { return false }
        if row.species != 0, row.species != ListRow.several, !asked.species.isUnknown,
            !asked.species.contains(row.species)
        {
            return false
        }
        return !asked.date.isOutside(row.date)
    }

    /// Into the order of answers: by insertion, as there are few.
    @inline(__always)
    private func sort(_ found: inout [FoundMatch], _ place: Coordinate) {
        if found.count > 24 {
            found.sort { precedes($0, $1, place) }
            return
        }
        for index in stride(from: 1, to: found.count, by: 1) {
            let match = found[index]
            var target = index
            while target > 0, precedes(match, found[target - 1], place) {
                found[target] = found[target - 1]
                target -= 1
            }
            found[target] = match
        }
    }

    /// One list's match with a sighting, near misses left out; nil when it does
    /// not match.
    func match(_ slot: Int, _ asked: AskedSighting, _ statistics: inout SearchStatistics) -> Match? {
        if rows[slot].circles == .none { return candidate(UInt32(slot), nil, asked).map { match($0) } }
        var hits: [CircleHit] = []
        for rule in lists[slot].rules {
            guard let circle = rule.circle else { continue }
            if let hit = circles.hit(Int(circle), at: asked.place, &statistics) { hits.append(hit) }
        }
        if hits.isEmpty { return nil }
        let hit = hits.count == 1 ? hits[0] : best(hits, asked.place, asked.uncertainty)
        return candidate(UInt32(slot), hit, asked).map { match($0) }
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

    /// The lists of which several circles may have been hit.
    private func appendSeveral(
        _ several: inout [(slot: UInt32, hit: CircleHit)], _ asked: AskedSighting, _ found: inout [FoundMatch]
    ) {
        several.sort { $0.slot < $1.slot }
        var index = 0
        while index < several.count {
            let slot = several[index].slot
            let end = several[index...].firstIndex { $0.slot != slot } ?? several.count
            let hit = best(several[index..<end].map(\.hit), asked.place, asked.uncertainty)
            if let match = self.candidate(slot, hit, asked) { found.append(match) }
            index = end
        }
    }

    /// The lists without a location rule.
    private func appendPlaceless(_ asked: AskedSighting, _ found: inout [FoundMatch]) {
        func append(_ slot: UInt32) {
            if let match = self.candidate(slot, nil, asked) { found.append(match) }
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
            return ruleOfCircle[Int(left.id)] < ruleOfCircle[Int(right.id)]
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
    ///
    /// - Parameter hit: of the list's circle; nil when it has none.
    @inline(__always)
    private func candidate(_ slot: UInt32, _ hit: CircleHit?, _ asked: AskedSighting) -> FoundMatch? {
        let row = rows[Int(slot)]
        guard row.isAlive else { return nil }
        var found = FoundMatch(slot: slot, hit: hit)
        if row.species != 0, !holdsSpecies(row, asked, &found) { return nil }
        if row.date.kind != .none, !holdsDate(row, asked, &found) { return nil }
        (found.key, found.priority) = (reasons[Int(slot)].key, reasons[Int(slot)].priority)
        if found.by == .unknown || found.fit == .unknown || found.fit == .partly { found.certainty = .possible }
        if let hit {
            if !hit.isInside {
                found.certainty = .nearMiss
            } else if !isCertain(hit, asked.uncertainty, asked.place) {
                found.certainty = .possible
            }
        }
        return found
    }

    @inline(__always)
    private func holdsSpecies(_ row: ListRow, _ asked: AskedSighting, _ found: inout FoundMatch) -> Bool {
        if asked.species.isUnknown {
            guard asked.options.unknown == .matches else { return false }
            found.by = .unknown
            found.speciesIndex = lists[Int(found.slot)].rules.firstIndex { $0.isInForce && $0.species != 0 }
            return true
        }
        if row.species != ListRow.several {
            guard asked.species.contains(row.species) else { return false }
            found.by = .init(row.speciesName)
            return true
        }
        for (index, rule) in lists[Int(found.slot)].rules.enumerated() {
            guard rule.isInForce, rule.species != 0, asked.species.contains(rule.species),
                case .understood(.species(let condition)) = rule.meaning
            else { continue }
            (found.by, found.speciesIndex) = (.init(condition.name), index)
            return true
        }
        return false
    }

    @inline(__always)
    private func holdsDate(_ row: ListRow, _ asked: AskedSighting, _ found: inout FoundMatch) -> Bool {
        if row.date.kind != .several {
            let fit = asked.date.fit(row.date, reasons[Int(found.slot)].range)
            found.fit = fit
            return asked.accepts(fit)
        }
        for (index, rule) in lists[Int(found.slot)].rules.enumerated() where rule.isInForce {
            guard case .understood(.dates(let range)) = rule.meaning else { continue }
            let fit = asked.date.fit(DateTest(range), range)
            guard asked.accepts(fit) else { continue }
            if found.dateIndex == nil || fit.depth > found.fit.depth { (found.fit, found.dateIndex) = (fit, index) }
        }
        return found.dateIndex != nil
    }

    /// What was found, put into words.
    private func match(_ found: FoundMatch) -> Match {
        let slot = Int(found.slot)
        var match = Match(
            watchlist: FeatureID(key: found.key), priority: found.priority, certainty: found.certainty)
        if let hit = found.hit {
            match.location = Match.LocationReason(
                rule: ruleOfCircle[Int(hit.id)], distance: .meters(hit.meters), insideMeters: hit.radius - hit.meters)
        }
        if let by = found.by {
            let rule = found.speciesIndex.map { lists[slot].rules[$0].id } ?? reasons[slot].species
            match.species = Match.SpeciesReason(rule: rule, by: by)
        }
        if rows[slot].date.kind != .none {
            let rule = found.dateIndex.map { lists[slot].rules[$0].id } ?? reasons[slot].date
            match.date = Match.DateReason(rule: rule, fit: found.fit)
        }
        return match
    }

    /// The order of answers.
    private func precedes(_ left: FoundMatch, _ right: FoundMatch, _ place: Coordinate) -> Bool {
        if left.priority != right.priority { return left.priority > right.priority }
        switch (left.hit, right.hit) {
        case (.some(let first), .some(let second)):
            let gap = first.meters - second.meters
            if abs(gap) > 2 * CircleIndex.reportedError { return gap < 0 }
            // Equal coordinates have equal distances.
            if circles[Int(first.id)].center != circles[Int(second.id)].center {
                let order = (exactMeters(first, place), exactMeters(second, place))
                if order.0 != order.1 { return order.0 < order.1 }
            }
        case (.some, nil): return true
        case (nil, .some): return false
        case (nil, nil): break
        }
        return left.key < right.key
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

/// A list that matches, before its reasons are put into words.
private struct FoundMatch {
    let slot: UInt32
    var key = ItemKey(high: 0, low: 0)
    var priority = 0
    /// nil for a list without a location rule.
    let hit: CircleHit?
    var certainty = Match.Certainty.certain
    /// nil for a list without a species rule.
    var by: Match.SpeciesReason.Name?
    var fit = DateRange.Fit.outside
    /// Which of the list's rules held, where it is not the only one of its kind.
    var speciesIndex: Int?
    var dateIndex: Int?

    init(slot: UInt32, hit: CircleHit?) {
        (self.slot, self.hit) = (slot, hit)
    }
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
