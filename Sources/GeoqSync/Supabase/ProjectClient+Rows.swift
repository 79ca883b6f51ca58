import Geoq
import GeoqSupabase

extension ProjectClient {
    /// The rows of some ids that the project shows to this user, by id.
    ///
    /// A server may send fewer rows than it was asked for, and does not say so (`max-rows`). So the ids without a
    /// row are asked for again, until an answer has none of them.
    ///
    /// - Parameters:
    ///   - table: the project's name of it.
    ///   - select: the columns, as PostgREST names them; that of ids is among them.
    ///   - id: the name of the column of ids.
    ///   - ids: at most `TableCall.mostIDs`.
    ///   - filters: further conditions, as PostgREST writes them.
    /// - Throws: as `send`.
    /// - Complexity: one request, and another one when some id has no row.
    func rows(
        of table: String, select: String = "*", id: String, ids: some Sequence<FeatureID>,
        filters: [(name: String, value: String)] = []
    ) async throws -> [FeatureID: JSONObject] {
        var (rest, found) = (Set(ids), [FeatureID: JSONObject]())
        while !rest.isEmpty {
            var request = TableCall.rows(of: table, select: select, id: id, ids: rest.sorted())
            for filter in filters { request = request.with(filter.name, filter.value) }
            let count = rest.count
            for row in try TableAnswer(try await send(request)).rows {
                guard let key = row[id]?.string.flatMap({ FeatureID($0) }), rest.remove(key) != nil else { continue }
                found[key] = row
            }
            if rest.count == count { break }
        }
        return found
    }
}
