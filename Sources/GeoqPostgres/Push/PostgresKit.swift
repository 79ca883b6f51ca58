import Foundation
import Geoq
import GeoqSupabase
import GeoqSync

/// geoq's kit in a database that libpq reaches. It connects when it is first
/// asked, and anew after a connection was lost.
actor PostgresKit: KitWay {
    private let remote: PostgresRemote
    private let user: FeatureID
    private let server: KitServer
    private var worker: PostgresWorker?
    /// How far the server's clock is ahead of this device's, in seconds; nil
    /// before a connection. A difference that the way to the server may have made
    /// is 0.
    private(set) var clockOffset: Double?

    /// - Parameters:
    ///   - user: in whose name it is asked.
    ///   - server: the database that it must be.
    init(_ remote: PostgresRemote, user: FeatureID, server: KitServer) {
        (self.remote, self.user, self.server) = (remote, user, server)
    }

    func push(_ texts: [[UInt8]]) async throws -> [UInt8]? {
        let list = String(decoding: KitPush.list(texts), as: UTF8.self)
        let rows: [[String?]]
        do {
            rows = try await asking(.readWrite) { try $0.query("SELECT public.geoq_push($1::jsonb)::text", [list]) }
        } catch let fault as RemoteFault where fault.code == "42883" {
            return nil
        }
        return rows.first?.first.flatMap { $0 }.map { Array($0.utf8) } ?? []
    }

    func row(_ id: FeatureID, of table: String, column: String) async throws -> JSONObject? {
        let (table, column) = (SQLText.name(table), SQLText.name(column))
        let rows = try await asking(.readOnly) { connection in
            try connection.query(
                "SELECT to_jsonb(t)::text FROM public.\(table) AS t WHERE t.\(column) = $1::uuid", [id.description])
        }
        guard let text = rows.first?.first.flatMap({ $0 }) else { return nil }
        guard let object = (try? JSONValue(parsing: Array(text.utf8)))?.object else {
            throw RemoteFault(.drift, message: "a row of \(table) is no object")
        }
        return object
    }

    /// The versions of the living rows of a table that name one of some rows in a column.
    func versions(
        of names: TableMapping.Table, whose column: String, isOneOf rows: [FeatureID]
    ) async throws -> [FeatureID: Int64] {
        let table = "\(SQLText.name(names.schema ?? "public")).\(SQLText.name(names.table))"
        let (id, version) = (SQLText.name(names.column("id")), SQLText.name(names.column("row_version")))
        let mark = SQLText.name(names.column("deleted_at"))
        let sql = """
            SELECT t.\(id)::text, t.\(version)::text FROM \(table) AS t
            WHERE t.\(SQLText.name(column)) = ANY ($1::uuid[]) AND t.\(mark) IS NULL
            """
        let list = "{\(rows.map(\.description).joined(separator: ","))}"
        let answer = try await asking(.readOnly) { try $0.query(sql, [list]) }
        return try answer.reduce(into: [:]) { versions, row in
            guard row.count == 2, let id = row[0].flatMap({ FeatureID($0) }),
                let version = row[1].flatMap({ Int64($0) })
            else { throw RemoteFault(.drift, message: "a row of \(names.name) has no id, or no version") }
            versions[id] = version
        }
    }

    func close() async {
        await worker?.close()
        worker = nil
    }

    // MARK: - The connection

    /// Asks in a transaction, as the user.
    ///
    /// - Throws: `RemoteFault`, `SyncError`, `CancellationError`.
    private func asking(
        _ access: ServerTransaction.Access,
        _ body: @escaping @Sendable (PostgresConnection) throws -> [[String?]]
    ) async throws -> [[String?]] {
        let worker = try await connected()
        do {
            return try await Self.transaction(worker, access, user, body)
        } catch {
            // A server that ends a connection may say why, with a code.
            var isUsable = (error as? SyncError)?.code != nil
            if isUsable { isUsable = await worker.isAlive() }
            if !isUsable { await close() }
            // Before it the server had nothing to keep.
            if let lost = error as? LostCommit { throw RemoteFault(.offline, message: lost.reason) }
            throw Self.fault(error)
        }
    }

    /// The connection ended while a transaction that writes was to be committed: the server may have done it.
    private struct LostCommit: Error {
        let reason: String
    }

    private static func transaction(
        _ worker: PostgresWorker, _ access: ServerTransaction.Access, _ user: FeatureID,
        _ body: @escaping @Sendable (PostgresConnection) throws -> [[String?]]
    ) async throws -> [[String?]] {
        try await worker.run { connection in
            do {
                try connection.execute(
                    ServerTransaction.begin(.readCommitted, access, as: user, version: connection.serverVersion))
                let rows = try body(connection)
                do {
                    try connection.execute("COMMIT")
                } catch let error as SyncError where access == .readWrite && !connection.isAlive {
                    throw LostCommit(reason: error.message)
                }
                return rows
            } catch {
                if connection.isAlive { try? connection.execute("ROLLBACK") }
                throw error
            }
        }
    }

    /// - Throws: `SyncError` when it is another database than the project's.
    private func connected() async throws -> PostgresWorker {
        if let worker { return worker }
        let new = try await remote.connected()
        do {
            let asked = Date.now
            let rows = try await Self.transaction(new, .readOnly, user) { connection in
                try connection.query(
                    """
                    SELECT c ->> 'server', c ->> 'run', extract(epoch FROM clock_timestamp())::text
                    FROM public.geoq_changes('{}'::jsonb) AS c
                    """)
            }
            let answered = Date.now
            guard let row = rows.first, row.count == 3, let name = row[0], let run = row[1],
                let time = row[2].flatMap(Double.init)
            else { throw SyncError(.protocol, "the kit does not say which server it is of", retryMayHelp: false) }
            guard KitServer(server: name, run: run).isSameDatabase(as: server) else {
                throw SyncError(
                    .refused,
                    "this is not the database of the project that this store was read from, or it was restored since",
                    retryMayHelp: false)
            }
            // A clock that was set back meanwhile answers before it asks.
            let moments = [asked.timeIntervalSince1970, answered.timeIntervalSince1970].sorted()
            let isBetween = moments[0] <= time && time <= moments[1]
            clockOffset = isBetween ? 0 : time - (moments[0] + moments[1]) / 2
        } catch let error as SyncError where ["42883", "3F000"].contains(error.code) {
            await new.close()
            throw SyncError(.schema, "the database has no kit of geoq's", retryMayHelp: false, remedy: .kit)
        } catch {
            await new.close()
            throw error
        }
        worker = new
        return new
    }

    /// An error of a statement as a fault of the project. All else stays.
    private static func fault(_ error: any Error) -> any Error {
        guard let error = error as? SyncError, let code = error.code else { return error }
        // As a project that answers: the status tells that one did.
        return RemoteFault(
            RemoteFault.class(ofCode: code) ?? .permanent, code: code, message: error.message, status: 500)
    }
}
