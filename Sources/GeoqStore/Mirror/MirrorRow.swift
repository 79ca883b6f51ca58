public import Geoq

/// A row of a remote, before the store has it.
public struct MirrorRow: Sendable {
    public var id: FeatureID
    /// A number that changes whenever the remote's row does: its `xmin`.
    public var token: Int64
    /// Whether the row must leave the mirror: it is marked as deleted, or the
    /// remote does not have it any more.
    public var isGone: Bool
    /// In the order of the table's columns; empty when the row is gone or cannot
    /// be used.
    public var values: [FieldValue]
    /// Why the row cannot be one of the store's; nil when it can.
    public var problem: String?

    public init(id: FeatureID, token: Int64, isGone: Bool, values: [FieldValue], problem: String? = nil) {
        (self.id, self.token, self.isGone, self.values) = (id, token, isGone, values)
        self.problem = problem
    }
}
