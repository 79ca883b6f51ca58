package import Geoq

/// One page of a table, as the kit answers it.
package struct KitPage: Hashable, Sendable {
    /// Where a page ends and the next one begins: pages go by the transaction
    /// that wrote a row, and by id.
    package struct Place: Hashable, Sendable {
        package var transaction: String
        package var id: FeatureID
    }

    /// Whole rows, each with its token as `_token`.
    package var rows: [JSONObject]
    /// Rows that are deleted, or marked as such.
    package var deleted: [FeatureID]
    /// Rows that have changed and lie outside the region now.
    package var left: [FeatureID]
    /// nil after the last page.
    package var next: Place?

    /// Whether nothing has changed, on this page or on a later one.
    package var isEmpty: Bool { rows.isEmpty && deleted.isEmpty && left.isEmpty && next == nil }

    /// The member of a row that holds its token.
    package static let token = "_token"
    /// The column that the token comes from, in a row that was asked for without
    /// the kit.
    package static let version = "sync_xid"

    /// - Parameter leavesOutNothing: Whether a page names each of its parts. What
    ///   `geoq_changes` answers leaves out lists without an element, and `next`
    ///   after the last page.
    /// - Throws: `RemoteFault` of the class `drift` when the object is no page.
    init(_ object: JSONObject, leavesOutNothing: Bool = true) throws(RemoteFault) {
        func list(_ name: String) throws(RemoteFault) -> [JSONValue] {
            if !leavesOutNothing, object[name] == nil { return [] }
            return try KitAnswer.list(name, of: object)
        }
        var rows: [JSONObject] = []
        for row in try list("rows") {
            guard let row = row.object else { throw KitAnswer.unreadable("a row is \(row.kindName)") }
            rows.append(row)
        }
        self.rows = rows
        deleted = try KitAnswer.ids(try list("deleted"))
        left = try KitAnswer.ids(try list("left"))
        switch object["next"] {
        case .null: next = nil
        case nil where !leavesOutNothing: next = nil
        case .object(let place):
            guard let transaction = place["xid"].flatMap(KitAnswer.digits), let id = place["id"]?.string,
                let id = FeatureID(id)
            else { throw KitAnswer.unreadable("a page does not say where it ends") }
            next = Place(transaction: transaction, id: id)
        default: throw KitAnswer.unreadable("a page does not say whether it is the last one")
        }
    }
}
