package import GeoqIndex

/// What a rule asks for, once it is understood.
package enum RuleCondition: Hashable, Sendable {
    /// Seen inside this circle, its edge included.
    case location(Circle)
    /// Seen inside this area, or near it.
    case area(AreaCondition)
    /// Seen along this route, no further from it than its width.
    case route(Corridor)
    case species(SpeciesCondition)
    case dates(DateRange)

    package var kind: RuleKind {
        switch self {
        case .location, .area, .route: .location
        case .species: .species
        case .dates: .date
        }
    }
}

/// An area that a rule names. Which polygons it has, the store tells.
package struct AreaCondition: Hashable, Sendable {
    /// The area's UUID in lower case, or its name.
    package var area: String
    /// Also what is outside of it by no more than this; zero for only inside.
    package var approach: Distance

    package init(area: String, approach: Distance = .meters(0)) {
        (self.area, self.approach) = (area, approach)
    }
}

/// What the area is that rules call by a name or an id.
package enum RuleArea: Hashable, Sendable {
    case found(Area)
    /// No area has this id: it was removed, or another device has it.
    case missing
    /// With the predicate of a sentence: "no area is called Tompkins".
    case unusable(reason: String)
}

/// Which birds a rule is about.
package enum SpeciesCondition: Hashable, Sendable {
    /// A row of `bird`.
    case bird(FeatureID)
    /// A scientific name; case does not count.
    case scientificName(String)
    /// A body shape: every bird with this `shape_id`.
    case shape(String)
}

/// Why a rule can't be understood. Such a rule never matches, and a list with
/// no other rule of its kind matches nothing: a broken rule must not make a
/// list wider.
package struct RuleProblem: Error, Hashable, Sendable {
    package var rule: RuleID
    package var watchlist: FeatureID
    /// The rule's parameters, as they are stored; empty when there are none.
    package var text: String
    /// "radius_km is missing"
    package var reason: String

    package init(rule: RuleID, watchlist: FeatureID, text: String, reason: String) {
        (self.rule, self.watchlist) = (rule, watchlist)
        (self.text, self.reason) = (text, reason)
    }
}

extension RuleProblem: CustomStringConvertible {
    /// `rule 8f14…: radius_km is missing in {"lat":1,"lon":2}`; long texts are
    /// cut.
    package var description: String {
        let shown = text.count > 200 ? text.prefix(200) + "…" : text[...]
        return "rule \(rule): \(reason)" + (shown.isEmpty ? "" : " in \(shown)")
    }
}
