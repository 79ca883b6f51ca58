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

    /// As `reading`, of a table some of whose rows the server may refuse to read: see `RelationReader.mending`. What
    /// fails then is named.
    ///
    /// - Parameter names: gives the ids or keys of the rows that are read, where they are few.
    func reading<Value: Sendable>(
        _ query: TableQuery, among names: (@Sendable (PostgresConnection, TableQuery) throws -> [String])? = nil,
        _ body: @escaping @Sendable (PostgresConnection, TableQuery) throws -> Value
    ) async throws -> Value {
        try await worker.run { connection in
            do {
                return try RelationReader(connection, query.description, query.server).mending(
                    query, among: names.map { names in { try names(connection, $0) } },
                    recover: { try connection.execute("ROLLBACK TO SAVEPOINT geoq") }, note: self.note
                ) { try body(connection, $0) }
            } catch let error as SyncError {
                throw query.description.named(error)
            }
        }
    }

    /// Keeps for further readings what is known of rows. Which rows are asked for, each reading says.
    private func note(_ query: TableQuery) {
        var query = query
        query.keys = [:]
        let known = query
        state.withLock { $0.queries[query.table] = known }
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
