package import Geoq

/// The requests to the functions of geoq's kit that read. None of them changes a
/// row, so each may be sent again.
package enum KitCall {
    /// A table that is asked about.
    package struct Wanted: Hashable, Sendable {
        package var table: String
        /// The cursor of what is known; nil for all rows.
        package var since: String?

        package init(table: String, since: String?) {
            (self.table, self.since) = (table, since)
        }
    }

    /// What has changed in some tables, all of one moment, and how many rows the
    /// user sees and the sum of their hashes.
    ///
    /// - Parameters:
    ///   - limit: How many rows of each table the answer may hold.
    ///   - region: Cuts tables of places; nil for all.
    package static func changes(_ wanted: [Wanted], limit: Int, region: JSONValue?) -> WireRequest {
        // All cursors are of one pull, mostly.
        let usual = wanted.lazy.compactMap(\.since).first
        let tables = wanted.map { item in
            let since = item.since.map { JSONValue.string($0) } ?? .null
            let isUsual = usual != nil && item.since == usual
            return JSONObject.Member(
                item.table, isUsual ? .bool(true) : object([("since", since), ("digest", .bool(true))]))
        }
        let since = usual.map { [("p_since", JSONValue.string($0))] } ?? []
        return call(
            "geoq_changes",
            [("p_tables", .object(JSONObject(tables))), ("p_limit", .integer(Int64(limit)))] + since, region)
    }

    /// A further page of one table.
    package static func page(
        of wanted: Wanted, upto: String, after place: KitPage.Place, limit: Int, region: JSONValue?
    ) -> WireRequest {
        call(
            "geoq_pull",
            [
                ("p_table", .string(wanted.table)), ("p_since", wanted.since.map { .string($0) } ?? .null),
                ("p_upto", .string(upto)), ("p_after_xid", .string(place.transaction)),
                ("p_after_id", .string(place.id.description)), ("p_limit", .integer(Int64(limit))),
            ], region)
    }

    /// The sums over a table; or, of ids that begin with a byte, the tokens.
    package static func digest(of table: String, bucket: UInt8? = nil, region: JSONValue?) -> WireRequest {
        let bucket = bucket.map { [("p_bucket", JSONValue.integer(Int64($0)))] } ?? []
        return call("geoq_digest", [("p_table", .string(table))] + bucket, region)
    }

    /// Names this run of the server, after a crash.
    package static func boot() -> WireRequest { call("geoq_boot", [], nil) }

    private static func call(_ name: String, _ arguments: [(String, JSONValue)], _ region: JSONValue?) -> WireRequest {
        let region = region.map { [("p_region", $0)] } ?? []
        return WireRequest(.rest, "POST", "rpc", name, mayRepeat: true).with(json: object(arguments + region))
    }

    private static func object(_ members: [(String, JSONValue)]) -> JSONValue {
        .object(JSONObject(members.map { JSONObject.Member($0.0, $0.1) }))
    }
}
