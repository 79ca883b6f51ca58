package import Geoq

/// A row of a remote, before the store has it.
package struct MirrorRow: Sendable {
    package var id: FeatureID
    /// The row's version: a number, 0 or more, that changes whenever the
    /// remote's row does.
    package var token: Int64
    /// Whether the row must leave the mirror: it is marked as deleted, or the
    /// remote does not have it any more.
    package var isGone: Bool
    /// In the order of the table's columns; empty when the row is gone or cannot
    /// be used.
    package var values: [FieldValue]
    /// Why the row cannot be one of the store's; nil when it can.
    package var problem: String?
    /// The row's key in its relation, of which the id was made; nil for a row
    /// that has an id of its own.
    package var key: String?

    package init(
        id: FeatureID, token: Int64, isGone: Bool, values: [FieldValue], problem: String? = nil, key: String? = nil
    ) {
        (self.id, self.token, self.isGone, self.values) = (id, token, isGone, values)
        (self.problem, self.key) = (problem, key)
    }
}
