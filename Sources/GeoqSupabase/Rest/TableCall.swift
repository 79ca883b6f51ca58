package import Geoq

/// Reading rows of a table over PostgREST, page by page or by id.
package enum TableCall {
    /// A page of rows in the order of their ids.
    ///
    /// - Parameters:
    ///   - id: The name of the column of ids.
    ///   - last: The last id of the page before; nil for the first page.
    ///   - filters: Further conditions, as PostgREST writes them.
    ///   - isCounted: Whether the server counts all rows that meet them.
    ///   - arguments: Those of a function that gives rows; then `table` is its
    ///     name. It must not change anything.
    package static func page(
        of table: String, select: String, id: String, after last: FeatureID?, limit: Int,
        filters: [(name: String, value: String)] = [], isCounted: Bool = false, arguments: JSONObject? = nil
    ) -> WireRequest {
        var request = WireRequest(.rest, "GET", table, mayRepeat: true)
        if let arguments {
            request = WireRequest(.rest, "POST", "rpc", table, mayRepeat: true).with(json: .object(arguments))
        }
        request = request.with("select", select)
        for filter in filters { request = request.with(filter.name, filter.value) }
        if let last { request = request.with(id, "gt.\(last)") }
        request = request.with("order", "\(id).asc").with("limit", "\(limit)")
        if isCounted { request.headers.append(("prefer", "count=exact")) }
        return request
    }

    /// Rows of some ids. More than a hundred make an address that is too long
    /// for some servers.
    package static func rows(
        of table: String, select: String = "*", id: String, ids: some Sequence<FeatureID>
    ) -> WireRequest {
        let list = ids.map(\.description).joined(separator: ",")
        return WireRequest(.rest, "GET", table, mayRepeat: true).with("select", select).with(id, "in.(\(list))")
    }

    package static let mostIDs = 100
}

/// Rows of a table, as PostgREST answers them.
package struct TableAnswer: Sendable {
    package var rows: [JSONObject]
    /// How many rows met the conditions, when the server counted them.
    package var count: Int?

    /// - Throws: `RemoteFault` of the class `drift` when the body is no list of
    ///   objects, or the server says that it sent another number of rows.
    /// - Complexity: O(bytes of the body).
    package init(_ answer: TransportAnswer) throws(RemoteFault) {
        rows = try KitAnswer.rows(answer.body)
        guard let range = answer.header("content-range") else { return }
        guard let said = Self.read(range), said.sent == rows.count else {
            throw KitAnswer.unreadable("\(rows.count) rows came, and the server says \(range)")
        }
        count = said.count
    }

    /// `0-24/3573`, `0-24/*`, `*/0`, `*/*` (RFC 9110, 14.4, with items as the
    /// unit).
    private static func read(_ range: String) -> (sent: Int, count: Int?)? {
        let halves = range.split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        let count = Int(halves[1])
        guard count != nil || halves[1] == "*" else { return nil }
        if halves[0] == "*" { return (0, count) }
        let ends = halves[0].split(separator: "-").map { Int($0) }
        guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last,
            last < .max
        else { return nil }
        return (last - first + 1, count)
    }
}
