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
