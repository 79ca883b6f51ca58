public import GeoqIndex

/// Options of a question about rules.
public struct MatchOptions: Hashable, Sendable {
    /// What a sighting without species or date matches.
    public var unknown: UnknownPolicy
    /// Lists whose circle the sighting misses by at most this are given, too,
    /// as near misses; zero for none.
    public var nearMiss: Distance

    public init(unknown: UnknownPolicy = .fails, nearMiss: Distance = .meters(0)) {
        (self.unknown, self.nearMiss) = (unknown, nearMiss)
    }
}
