import Geoq
import GeoqStore
import GeoqSync
import Synchronization

/// How a session runs what reads rows.
extension PostgresSession {
    /// Reads something of one table. When the server refuses, the other tables
    /// can still be read.
    func reading<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws -> Value {
        try await worker.run { connection in
            do {
                return try body(connection)
            } catch let error as SyncError where error.code != nil && connection.isAlive {
                try connection.execute("ROLLBACK TO SAVEPOINT geoq")
                throw error
            }
        }
    }

    /// `internal_error`, which PostGIS gives when PROJ fails.
    static let internalError = "XX000"

    /// `untranslatable_character`: the client's encoding does not have it.
    static let untranslatable = "22P05"

    /// As `reading`, of a relation whose places may be transformed: where the
    /// server cannot transform some, these rows have no place, and the rest is
    /// read. Rows with texts that the server cannot send in UTF-8 wait. Reads once more after an error that may pass;
    /// what fails then is named.
    func reading<Value: Sendable>(
        _ query: TableQuery, _ body: @escaping @Sendable (PostgresConnection, TableQuery) throws -> Value
    ) async throws -> Value {
        do {
            return try await reading { try body($0, query) }
        } catch let error as SyncError where error.code == Self.internalError && query.transformation != nil {
            let mended = try await reading { connection -> TableQuery? in
                let reader = RelationReader(connection, query.description, query.server)
                let unplaced = try reader.unplaced(query)
                if unplaced.isEmpty { return nil }
                return try reader.query(region: query.region, source: query.sourceName, unplaced: unplaced)
            }
            guard let better = mended else { return try await readingAgain(query, body) }
            var again = better
            again.unreadable = query.unreadable
            let known = again
            state.withLock { $0.queries[query.table] = known }
            again.keys = query.keys
            return try await readingAgain(again, body)
        } catch let error as SyncError
            where error.code == Self.untranslatable && !query.server.isUTF8 && query.unreadable.isEmpty
        {
            var again = query
            again.unreadable = try await reading { connection in
                try RelationReader(connection, query.description, query.server).unreadable(query)
            }
            if again.unreadable.isEmpty { throw query.description.named(error) }
            let rows = again.unreadable
            state.withLock { $0.queries[query.table]?.unreadable = rows }
            return try await reading(again, body)
        } catch let error as SyncError {
            if query.description.maySucceedAgain(after: error) { return try await readingAgain(query, body) }
            throw query.description.named(error)
        }
    }

    private func readingAgain<Value: Sendable>(
        _ query: TableQuery, _ body: @escaping @Sendable (PostgresConnection, TableQuery) throws -> Value
    ) async throws -> Value {
        do {
            return try await reading { try body($0, query) }
        } catch let error as SyncError {
            throw query.description.named(error)
        }
    }

    /// Runs a COPY to its end.
    ///
    /// - Throws: `SyncError` when the answer is not complete; then no part of
    ///   it may be used. An error about an unreadable row names the row.
    static func copy(
        _ connection: PostgresConnection, _ sql: String, _ query: TableQuery, fields: Int,
        _ take: (CopyRow) throws -> Void
    ) throws -> Int {
        var reader = BinaryCopyReader(fieldCount: fields)
        var row = CopyRow()
        var isInRow = false
        let sent: Int
        do {
            sent = try connection.copyOut(sql) { piece in
                try reader.append(piece)
                isInRow = true
                while try reader.next(&row) { try take(row) }
                isInRow = false
            }
        } catch let error as WireError {
            let id = isInRow ? row.id : nil
            throw SyncError(
                .protocol,
                "\(id.map { "the row \($0)" } ?? "a row") of \(query.description.fullName) cannot be read: \(error.reason)",
                retryMayHelp: false)
        }
        guard reader.isComplete, reader.rowCount == sent else {
            throw SyncError(
                .protocol, "the server sent \(sent) rows, and \(reader.rowCount) came", retryMayHelp: true)
        }
        return sent
    }
}
