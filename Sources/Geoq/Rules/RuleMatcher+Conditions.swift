import GeoqIndex

extension RuleMatcher {
    /// Whether a list matches as far as its species and dates go, and how
    /// certainly.
    @inline(__always)
    func holds(_ row: ListRow, _ asked: AskedSighting, _ found: inout FoundMatch) -> Bool {
        guard row.isAlive else { return false }
        if row.species != 0, !holdsSpecies(row, asked, &found) { return false }
        if row.date.kind != .none, !holdsDate(row, asked, &found) { return false }
        if found.by == .unknown || found.fit == .unknown || found.fit == .partly { found.certainty = .possible }
        if let hit = found.hit {
            if !hit.isInside {
                found.certainty = .nearMiss
            } else if !isCertain(hit, asked) {
                found.certainty = .possible
            }
        }
        return true
    }

    @inline(__always)
    private func holdsSpecies(_ row: ListRow, _ asked: AskedSighting, _ found: inout FoundMatch) -> Bool {
        if row.species != ListRow.several, !asked.species.isUnknown {
            guard asked.species.contains(row.species) else { return false }
            found.by = .init(row.speciesName)
            return true
        }
        return holdsOneOfSpecies(asked, &found)
    }

    @inline(never)
    private func holdsOneOfSpecies(_ asked: AskedSighting, _ found: inout FoundMatch) -> Bool {
        for rule in lists[Int(found.reasons.slot)].rules where rule.isInForce && rule.species != 0 {
            guard case .understood(.species(let condition)) = rule.meaning else { continue }
            if asked.species.isUnknown {
                guard asked.options.unknown == .matches else { return false }
                found.by = .unknown
            } else {
                guard asked.species.contains(rule.species) else { continue }
                found.by = .init(condition.name)
            }
            found.reasons[.species] = rule.id
            return true
        }
        return false
    }

    @inline(__always)
    private func holdsDate(_ row: ListRow, _ asked: AskedSighting, _ found: inout FoundMatch) -> Bool {
        if row.date.kind != .several {
            guard let fit = asked.date.fit(row.date) else { return holdsRange(asked, &found) }
            found.fit = fit
            return asked.accepts(fit)
        }
        return holdsOneOfDates(asked, &found)
    }

    /// Compares the only range with a date of several days, or with an unknown
    /// date.
    @inline(never)
    private func holdsRange(_ asked: AskedSighting, _ found: inout FoundMatch) -> Bool {
        let fit = asked.date.fit(ranges[Int(found.reasons.slot)])
        found.fit = fit
        return asked.accepts(fit)
    }

    @inline(never)
    private func holdsOneOfDates(_ asked: AskedSighting, _ found: inout FoundMatch) -> Bool {
        for rule in lists[Int(found.reasons.slot)].rules where rule.isInForce {
            guard case .understood(.dates(let range)) = rule.meaning else { continue }
            let fit = asked.date.fit(range)
            guard asked.accepts(fit), fit.depth > found.fit?.depth ?? .min else { continue }
            found.fit = fit
            found.reasons[.date] = rule.id
        }
        return found.fit != nil
    }

    /// Whether a place lies inside by more than its uncertainty, or an obscured one's whole cell does.
    @inline(__always)
    func isCertain(_ hit: CircleHit, _ asked: AskedSighting) -> Bool {
        if hit.id >= RuleShapes.firstID { return shapes.isCertain(hit, asked) }
        let uncertainty = asked.uncertainty
        if uncertainty == 0 || hit.radius >= Distance.halfTheEarth.meters { return true }
        let spare = hit.radius - hit.meters - uncertainty
        if spare > 2 * CircleIndex.reportedError { return true }
        if spare >= -2 * CircleIndex.reportedError, hit.radius - exactMeters(hit, asked.place) > uncertainty {
            return true
        }
        guard let cell = asked.cell else { return false }
        return circle(of: hit, holds: cell)
    }

    @inline(never)
    private func circle(of hit: CircleHit, holds cell: BoundingBox) -> Bool {
        circles[Int(hit.id)].certainty(in: cell) == .certain
    }

    /// A hit's distance by Karney: where two of them are equal but for errors of estimates.
    @inline(never)
    func exactMeters(_ hit: CircleHit, _ place: Coordinate) -> Double {
        if hit.id >= RuleShapes.firstID { return shapes.exactMeters(to: hit.id, from: place, about: hit.meters) }
        return Geodesic.inverse(from: place, to: circles[Int(hit.id)].center).distance.meters
    }
}

extension DateRange.Fit {
    /// The order of the ranges that hold: certain ones first, then the deepest.
    package var depth: Int {
        switch self {
        case .inside(let days): days ?? .max
        case .partly: -1
        case .unknown: -2
        case .outside: -3
        }
    }
}
