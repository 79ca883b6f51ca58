package import GeoqIndex

/// Options of a question about rules.
package struct MatchOptions: Hashable, Sendable {
    /// What a sighting without species or date matches.
    package var unknown: UnknownPolicy
    /// Lists whose circle, area or route the sighting misses by at most this are given, too,
    /// as near misses; zero for none.
    package var nearMiss: Distance

    package init(unknown: UnknownPolicy = .fails, nearMiss: Distance = .meters(0)) {
        (self.unknown, self.nearMiss) = (unknown, nearMiss)
    }
}
