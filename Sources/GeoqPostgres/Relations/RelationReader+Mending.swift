import GeoqStore
import GeoqSync

/// Rows of which a server makes an error for all others.
extension RelationReader {
    /// Reads rows, and again when it is known which of them the server refuses to read: rows whose place cannot be
    /// transformed have none then, and rows with texts that UTF-8 does not have wait. Each is looked for at most once,
    /// in whatever order they come to light. What fails by an error that may pass is read once more.
    ///
    /// - Parameters:
    ///   - names: gives the ids or keys of the rows that `body` reads, for a reading of few: the unreadable ones are
    ///     looked for among these. nil for all rows of the table.
    ///   - recover: lets the transaction go on after an error of the server.
    ///   - note: gets the query that knows the rows.
    /// - Throws: `SyncError`: the last one of `body`, and for too many such rows.
    func mending<Value>(
        _ query: TableQuery, among names: ((TableQuery) throws -> [String])? = nil, recover: () throws -> Void = {},
        note: (TableQuery) -> Void = { _ in }, _ body: (TableQuery) throws -> Value
    ) throws -> Value {
        var (query, names) = (query, names)
        var (isPlaced, isRead, isRepeated) = (query.transformation == nil, server.isUTF8, false)
        var untranslatable: SyncError?
        while true {
            do {
                if let error = untranslatable {
                    let found = try unreadable(query, among: names.map { try $0(query) })
                    let known = query.unreadable.count
                    query.unreadable.merge(found) { $1 }
                    if query.unreadable.count == known { throw error }
                    untranslatable = nil
                    note(query)
                }
                return try body(query)
            } catch let error as SyncError where error.code != nil && connection.isAlive {
                try recover()
                if error.code == PostgresSession.untranslatable, !isRead || untranslatable != nil && names != nil {
                    // A name may be one of those texts.
                    if isRead { names = nil }
                    (isRead, untranslatable) = (true, error)
                    continue
                }
                if error.code == PostgresSession.internalError, !isPlaced {
                    isPlaced = true
                    let keys = try unplaced(query)
                    if !keys.isEmpty {
                        let (rows, unreadable) = (query.keys, query.unreadable)
                        query = try self.query(region: query.region, source: query.sourceName, unplaced: keys)
                        (query.keys, query.unreadable) = (rows, unreadable)
                        note(query)
                        continue
                    }
                }
                guard !isRepeated, description.maySucceedAgain(after: error) else { throw error }
                isRepeated = true
            }
        }
    }
}
