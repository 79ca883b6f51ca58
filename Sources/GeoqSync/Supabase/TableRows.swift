import Geoq
import GeoqSupabase

/// Reads rows of a table through PostgREST, by id or in the order of ids.
///
/// A server may send fewer rows than it was asked for, and does not say so
/// (`max-rows`). So only an empty answer shows that no rows are left; and only a
/// count by the server shows that the answer is empty because no rows are left.
struct TableRows: Sendable {
    let wire: ProjectWire
    let names: TableMapping.Table
    /// The columns, as PostgREST names them.
    var select = "*"
    /// Conditions, as PostgREST writes them.
    var filters: [(name: String, value: String)] = []
    /// A function whose rows are read instead of the table's, and its
    /// arguments.
    var function: (name: String, arguments: JSONObject)?

    /// PostgREST on Supabase sends at most so many rows in one answer.
    static let mostRows = 1_000

    /// The first of the rows after an id, in the order of their ids; empty only when
    /// no row comes after it.
    func page(after last: FeatureID?, isCounted: Bool = false) async throws -> TableAnswer {
        let answer = try await wire.page(most: Self.mostRows) { limit in
            TableCall.page(
                of: function?.name ?? names.table, select: select, id: names.column("id"), after: last,
                limit: limit, filters: filters, isCounted: isCounted,
                arguments: function?.arguments)
        }.answer
        return try await ProjectWire.aside { try TableAnswer(answer) }
    }

    /// Gives all rows to `body`, in the order of their ids, each once.
    ///
    /// A row that is there and visible all the while is among them: each answer
    /// has the first rows after the last id that came, in ascending order, and
    /// the last answer is empty. A row that is written meanwhile may be missing.
    /// So a row of an older mirror that is not among them is gone, and the mirror
    /// may remove it. An empty answer must be proved first, for a proxy between may
    /// have made it.
    ///
    /// - Parameters:
    ///   - first: an answer that has come already.
    ///   - isProved: whether the end must be proved: the server counted as many rows as
    ///     came, or it says that no row comes after the last one.
    /// - Throws: `SyncError` when the end is not proved.
    func all(
        _ first: TableAnswer? = nil, isProved: Bool, isolation: isolated (any Actor)? = #isolation,
        _ body: ([JSONObject]) async throws -> Void
    ) async throws {
        var last: FeatureID?
        let beginning = if let first { first } else { try await page(after: nil, isCounted: isProved) }
        var (rows, taken) = (beginning.rows, 0)
        while true {
            if rows.isEmpty {
                guard isProved, beginning.count != taken else { return }
                rows = try await rest(after: last)
                if rows.isEmpty { return }
            }
            taken += rows.count
            for row in rows {
                guard let id = row[names.column("id")]?.string.flatMap({ FeatureID($0) }) else {
                    throw SyncError.schema("a row of \(names.name) has no id that can be read", remedy: .idColumn)
                }
                if let last, id <= last {
                    throw SyncError(
                        .protocol, "the rows of \(names.name) do not come in the order of their ids",
                        retryMayHelp: true)
                }
                last = id
            }
            let place = last
            // The next page is on its way while this one is taken.
            async let following = page(after: place)
            try await body(rows)
            rows = try await following.rows
        }
    }

    /// What comes after an empty answer: nothing, if the server has counted.
    private func rest(after last: FeatureID?) async throws -> [JSONObject] {
        let answer = try await page(after: last, isCounted: true)
        guard !answer.rows.isEmpty || answer.count == 0 else {
            throw SyncError(
                .protocol, "the project does not say whether \(names.name) has more rows", retryMayHelp: true)
        }
        return answer.rows
    }

    /// The rows of these ids that are there.
    func fetch(_ ids: [FeatureID]) async throws -> [JSONObject] {
        var found: [JSONObject] = []
        for start in stride(from: 0, to: ids.count, by: TableCall.mostIDs) {
            var missing = ids[start..<min(start + TableCall.mostIDs, ids.count)].sorted()
            while !missing.isEmpty {
                let wanted = missing
                let (answer, limit) = try await wire.page(most: wanted.count) { limit in
                    TableCall.rows(
                        of: names.table, select: select, id: names.column("id"), ids: Array(wanted.prefix(limit)))
                }
                let rows = try await ProjectWire.aside { try TableAnswer(answer) }.rows
                var asked = Set(wanted.prefix(limit))
                for row in rows {
                    guard let id = row[names.column("id")]?.string.flatMap({ FeatureID($0) }),
                        asked.remove(id) != nil
                    else {
                        throw SyncError(
                            .protocol, "the project sends a row that was not asked for", retryMayHelp: true)
                    }
                }
                found += rows
                // A server may send fewer rows than are there, but not none.
                missing.removeFirst(min(limit, missing.count))
                if !rows.isEmpty { missing += asked.sorted() }
            }
        }
        return found
    }
}
