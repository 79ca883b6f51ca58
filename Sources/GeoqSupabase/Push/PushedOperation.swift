package import Geoq

/// One change of one row on its way to a project, by the project's own names of
/// tables and columns.
package struct PushedOperation: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case insert, update, delete
    }

    /// The operation's own id: the kit's ledger knows it, so that the effect is
    /// there once, however often the operation comes.
    package var id: FeatureID
    package var table: String
    package var kind: Kind
    /// The row's id.
    package var row: FeatureID
    /// The version of the row that the change was made on; nil for an insert.
    package var baseVersion: Int64?
    /// The columns that change, without those that only the server sets; empty
    /// for a delete.
    package var values: JSONObject

    package init(
        id: FeatureID, table: String, kind: Kind, row: FeatureID, baseVersion: Int64? = nil,
        values: JSONObject = JSONObject()
    ) {
        (self.id, self.table, self.kind, self.row) = (id, table, kind, row)
        (self.baseVersion, self.values) = (baseVersion, values)
    }
}

/// What became of one operation.
package enum PushedAnswer: Hashable, Sendable {
    /// The operation took effect, now or when it came before. A delete of a row that was
    /// deleted already is done, too.
    ///
    /// - Parameter version: the row's version after it; nil when the server did
    ///   not tell it.
    case done(version: Int64?)
    /// The row has the operation's values, by this or an earlier try of it, or by another device. What else it has may be
    /// another device's.
    case found(version: Int64?, row: JSONObject)
    /// An insert met a row with its id.
    ///
    /// - Parameter row: what the server has; nil when it did not say.
    case exists(version: Int64?, row: JSONObject?)
    /// The row has another version than the change was made on.
    case conflict(version: Int64?, row: JSONObject?)
    /// The row is there, and this user may not write it.
    case forbidden
    /// The row is not there any more.
    case gone
    /// The server shows no such row: it is not there, or not for this user.
    case unseen
    /// The operation itself is refused.
    case refused(RemoteFault)
}
