/// What a question cost.
package struct SearchStatistics: Hashable, Sendable {
    /// Boxes whose distance was computed.
    package var boxes = 0
    /// Points whose chord was computed.
    package var candidates = 0
    /// Distances by the chord's formula.
    package var estimatedDistances = 0
    /// Distances by `geod_inverse`.
    package var exactDistances = 0

    package init() {}
}
