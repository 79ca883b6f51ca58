public import GeoqIndex

extension RuleMatcher {
    /// The watchlists that a sighting matches, and why: the largest priority
    /// first, then the nearest center, then the smallest id; those without a
    /// location rule come after others of their priority.
    ///
    /// - Parameters:
    ///   - unknown: what a sighting without species or date matches.
    ///   - nearMiss: lists whose circle, area or route the sighting misses by at most
    ///     this are given, too, as near misses; zero for none.
    /// - Complexity: O(circles around + matches), and O(lists) for those
    ///   without a location rule that ask for the species or only for a date.
    public func matches(
        _ sighting: Sighting, unknown: UnknownPolicy = .fails, nearMiss: Distance = .meters(0)
    ) -> [Match] {
        matches(sighting, options: MatchOptions(unknown: unknown, nearMiss: nearMiss))
    }

    /// The same with options.
    package func matches(_ sighting: Sighting, options: MatchOptions) -> [Match] {
        matches(sighting, species: species(of: sighting), options: options)
    }

    /// The same for a sighting whose species was found before. The bird and
    /// names in the sighting itself are not used.
    package func matches(
        _ sighting: Sighting, species: SightingSpecies, options: MatchOptions = MatchOptions()
    ) -> [Match] {
        var statistics = SearchStatistics()
        let asked = AskedSighting(sighting, species, options)
        var found = around(asked, &statistics)
        if !shapes.isEmpty { appendShapes(asked, &found) }
        var several: [FoundMatch] = []
        var kept = 0
        for index in found.indices {
            guard let hit = found[index].hit else { continue }
            let row = row(ofHit: hit.id)
            if row.circles == .several {
                several.append(found[index])
            } else if holds(row, asked, &found[index]) {
                if kept < index { found[kept] = found[index] }
                kept += 1
            }
        }
        found.removeLast(found.count - kept)
        if !several.isEmpty { appendSeveral(&several, asked, &found) }
        for slot in placelessByDate { appendPlaceless(slot, asked, &found) }
        if !placelessBySpecies.isEmpty { appendPlacelessOfSpecies(asked, &found) }
        return ordered(found, asked.place)
    }

    /// The circles around a sighting, each with the reasons of its list.
    /// Circles whose list asks for another species or day are left out before
    /// they are measured.
    @inline(__always)
    private func around(_ asked: AskedSighting, _ statistics: inout SearchStatistics) -> [FoundMatch] {
        if asked.options.nearMiss.meters > 0 { return near(asked, &statistics) }
        let place = PreparedPlace(asked.place)
        var around = circles.circles(around: place, &statistics)
        var found: [FoundMatch] = []
        found.reserveCapacity(around.count)
        // The reasons are read here, and not when they are written: in so short
        // a loop, reads of memory that is far away do not wait for each other.
        for circle in around where mayMatch(rowOfCircle[Int(circle.id)], asked) {
            around[found.count] = circle
            found.append(FoundMatch(reasonsOfCircle[Int(circle.id)], nil))
        }
        around.removeLast(around.count - found.count)
        let hits = circles.measured(around, from: place, &statistics)
        for index in hits.indices { found[index].hit = hits[index] }
        return found
    }

    /// The areas and routes that the sighting meets.
    @inline(never)
    private func appendShapes(_ asked: AskedSighting, _ found: inout [FoundMatch]) {
        let hits = shapes.hits(asked) { mayMatch($0, asked) }
        for hit in hits { found.append(FoundMatch(reasons(ofHit: hit.id), hit)) }
    }

    /// The same, with the circles that the sighting misses by at most the
    /// near-miss distance.
    @inline(never)
    private func near(_ asked: AskedSighting, _ statistics: inout SearchStatistics) -> [FoundMatch] {
        circles.hits(at: asked.place, reach: asked.options.nearMiss, &statistics).map {
            FoundMatch(reasonsOfCircle[Int($0.id)], $0)
        }
    }

    /// Whether a list can match, as far as its row can tell.
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

    /// One list's match with a sighting, without near misses; nil when it does
    /// not match.
    func match(_ slot: Int, _ asked: AskedSighting, _ statistics: inout SearchStatistics) -> Match? {
        var hits: [CircleHit] = []
        for rule in lists[slot].rules {
            guard let circle = rule.circle else { continue }
            let hit =
                circle < RuleShapes.firstID
                ? circles.hit(Int(circle), at: asked.place, &statistics)
                : shapes.hit(circle, asked)
            if let hit { hits.append(hit) }
        }
        if hits.isEmpty, rows[slot].circles != .none { return nil }
        let hit = hits.count < 2 ? hits.first : best(hits, asked)
        var found = FoundMatch(hit.map { reasons(ofHit: $0.id) } ?? reasons[slot], hit)
        return holds(rows[slot], asked, &found) ? Match(found) : nil
    }

    /// From a place to the center of a list's circle, to its area or its route, by Karney.
    func exactMeters(_ match: Match.LocationReason, _ slot: Int, _ place: Coordinate) -> Double {
        guard let circle = lists[slot].rules.first(where: { $0.id == match.rule })?.circle else { return .infinity }
        if circle >= RuleShapes.firstID {
            return shapes.exactMeters(to: circle, from: place, about: match.distance.meters)
        }
        return Geodesic.inverse(from: place, to: circles[Int(circle)].center).distance.meters
    }

    /// The species of a sighting, found once for several questions.
    package func species(of sighting: Sighting) -> SightingSpecies {
        vocabulary.species(
            bird: sighting.bird, scientificName: sighting.scientificName, commonName: sighting.commonName,
            shapeID: sighting.shapeID)
    }

    // The functions below are not inlined: their closures would copy the
    // matcher for each question, even where they are not called.

    /// The lists that may have several circles among the hits.
    @inline(never)
    private func appendSeveral(
        _ several: inout [FoundMatch], _ asked: AskedSighting, _ found: inout [FoundMatch]
    ) {
        several.sort { $0.reasons.slot < $1.reasons.slot }
        var index = 0
        while index < several.count {
            let slot = several[index].reasons.slot
            let end = several[index...].firstIndex { $0.reasons.slot != slot } ?? several.count
            let hit = best(several[index..<end].compactMap(\.hit), asked)
            var match = FoundMatch(reasons(ofHit: hit.id), hit)
            if holds(rows[Int(slot)], asked, &match) { found.append(match) }
            index = end
        }
    }

    /// The lists without a location rule that ask for a species.
    @inline(never)
    private func appendPlacelessOfSpecies(_ asked: AskedSighting, _ found: inout [FoundMatch]) {
        var slots: [UInt32] = []
        if asked.species.isUnknown {
            guard asked.options.unknown == .matches else { return }
            slots = placelessBySpecies.values.flatMap { $0 }
        } else {
            let numbers = asked.species.numbers
            if numbers.count == 1 {
                for slot in placelessBySpecies[numbers[0]] ?? [] { appendPlaceless(slot, asked, &found) }
                return
            }
            slots = numbers.flatMap { placelessBySpecies[$0] ?? [] }
        }
        // A list that asks for several of these species is found several times.
        slots.sort()
        var last: UInt32?
        for slot in slots where slot != last {
            appendPlaceless(slot, asked, &found)
            last = slot
        }
    }

    /// A list without a location rule.
    @inline(never)
    private func appendPlaceless(_ slot: UInt32, _ asked: AskedSighting, _ found: inout [FoundMatch]) {
        var match = FoundMatch(reasons[Int(slot)], nil)
        if holds(rows[Int(slot)], asked, &match) { found.append(match) }
    }

    /// The one circle of a list that an answer names: inside before outside,
    /// then certain before possible, then the nearest center, then the smallest
    /// rule; among those outside, the one that is missed by least, then the smallest rule.
    @inline(never)
    private func best(_ hits: [CircleHit], _ asked: AskedSighting) -> CircleHit {
        let place = asked.place
        return hits.min { left, right in
            if left.isInside != right.isInside { return left.isInside }
            if left.isInside {
                let certain = (isCertain(left, asked), isCertain(right, asked))
                if certain.0 != certain.1 { return certain.0 }
            }
            let held = left.isInside ? (0, 0) : (reach(of: left), reach(of: right))
            let gap = (left.meters - held.0) - (right.meters - held.1)
            if abs(gap) > 2 * CircleIndex.reportedError { return gap < 0 }
            let order = (exactMeters(left, place) - held.0, exactMeters(right, place) - held.1)
            if order.0 != order.1 { return order.0 < order.1 }
            return reasons(ofHit: left.id)[.location] < reasons(ofHit: right.id)[.location]
        }!
    }

    /// How far from its center, area or line a rule holds: a sighting outside misses it by what its
    /// distance is more than this.
    private func reach(of hit: CircleHit) -> Double {
        hit.id < RuleShapes.firstID ? hit.radius : shapes.reach(of: hit.id)
    }
}
