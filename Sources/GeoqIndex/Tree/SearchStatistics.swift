/// What a question cost.
public struct SearchStatistics: Hashable, Sendable {
    /// Boxes whose distance was computed.
    public var boxes = 0
    /// Points whose chord was computed.
    public var candidates = 0
    /// Distances by the chord's formula.
    public var estimatedDistances = 0
    /// Distances by `geod_inverse`.
    public var exactDistances = 0

    public init() {}
}
