import Geoq
import GeoqSupabase

extension ProjectClient {
    /// The rows of some ids that the project shows to this user, by id.
    ///
    /// A server may send fewer rows than it was asked for, and does not say so (`max-rows`). So the ids without a
    /// row are asked for again, until an answer has none of them. Where an answer is too large, half of them are asked
    /// for.
    ///
    /// - Parameters:
    ///   - table: the project's name of it.
    ///   - select: the columns, as PostgREST names them; that of ids is among them.
    ///   - id: the name of the column of ids.
    ///   - ids: at most `TableCall.mostIDs`.
    ///   - filters: further conditions, as PostgREST writes them.
    /// - Throws: as `send`; a fault that `isTooLarge` when a single row is.
    /// - Complexity: one request, and another one when some id has no row; more where rows are long.
    func rows(
        of table: String, select: String = "*", id: String, ids: some Sequence<FeatureID>,
        filters: [(name: String, value: String)] = []
    ) async throws -> [FeatureID: JSONObject] {
        var (rest, found) = (Array(Set(ids)).sorted()[...], [FeatureID: JSONObject]())
        var most = rest.count
        while !rest.isEmpty {
            let wanted = rest.prefix(most)
            var request = TableCall.rows(of: table, select: select, id: id, ids: Array(wanted))
            for filter in filters { request = request.with(filter.name, filter.value) }
            let answer: TransportAnswer
            do {
                answer = try await send(request)
            } catch let fault as RemoteFault where fault.isTooLarge {
                if wanted.count == 1 { throw fault.ofSingleRow }
                most = wanted.count / 2
                continue
            }
            var missing = Set(wanted)
            for row in try TableAnswer(answer).rows {
                guard let key = row[id]?.string.flatMap({ FeatureID($0) }), missing.remove(key) != nil else { continue }
                found[key] = row
            }
            rest = rest.dropFirst(wanted.count)
            if missing.count < wanted.count { rest = (missing.sorted() + rest)[...] }
        }
        return found
    }
}
