import CPostgres
import Foundation
import Geoq
import GeoqSync

/// A connection to PostgreSQL, by libpq.
///
/// Every call blocks, at most `silence` without a byte to or from the server, and
/// ends within a tenth of a second once `isCancelled` is true, but for libpq's look-up
/// of the server's name: so it needs a thread of its own (`PostgresWorker`). TLS is libpq's: `sslmode`,
/// `sslrootcert` and the others, as its manual describes them.
///
/// Errors and notices of the server leave this type without control characters
/// and without passwords.
final class PostgresConnection {
    let libpq: Libpq
    let handle: OpaquePointer
    var silence: Duration
    /// Lives longer than the handle that calls it.
    private let notices: ServerNotices
    let isCancelled: () -> Bool
    /// How many bytes of rows were received.
    private(set) var bytesReceived = 0

    /// Settings that hold unless the connection string has others. A dead peer
    /// is found in less than a minute.
    private static let defaults = [
        ("connect_timeout", "10"), ("keepalives", "1"), ("keepalives_idle", "20"), ("keepalives_interval", "10"),
        ("keepalives_count", "3"), ("tcp_user_timeout", "45000"), ("fallback_application_name", "geoq"),
    ]

    /// Connects.
    ///
    /// - Parameters:
    ///   - text: a URI, or `key=value` pairs; empty for the settings of the
    ///     environment (`PGHOST`, `PGSERVICE` and the like).
    ///   - silence: a longer time without a byte counts as a lost connection.
    ///   - noticed: called with the server's notices.
    init(
        _ text: ConnectionText, silence: Duration, noticed: @escaping (String) -> Void,
        isCancelled: @escaping () -> Bool
    ) throws {
        let libpq = try Libpq.loaded.get()
        (self.libpq, self.silence, self.isCancelled) = (libpq, silence, isCancelled)
        notices = ServerNotices(libpq, noticed)
        let settings =
            Self.defaults + (text.text.isEmpty ? [] : [("dbname", text.text)]) + [("client_encoding", "UTF8")]
        let started = Self.withCStrings(settings.map(\.0)) { names in
            Self.withCStrings(settings.map(\.1)) { values in libpq.connectStartParams(names, values, 1) }
        }
        guard let started else { throw SyncError.unreachable("there is no memory for a connection") }
        handle = started
        // All properties are set: if this throws, `deinit` ends the connection.
        for (name, value) in connectionSettings { try ConnectionText.check(value, of: name) }
        notices.listen(to: self)
        try finishConnecting()
    }

    deinit {
        libpq.finish(handle)
    }

    /// Where the server is: `host:port/database`.
    var place: String {
        "\(Self.text(libpq.host(handle))):\(Self.text(libpq.port(handle)))/\(Self.text(libpq.db(handle)))"
    }

    /// Whether no end of the connection was noticed.
    var isAlive: Bool { libpq.status(handle) == CONNECTION_OK && !isAbandoned }
    /// Whether the server was not waited for until it had ended a statement.
    var isAbandoned = false

    /// Whether a transaction is open, and no statement is running.
    var isInTransaction: Bool {
        [PQTRANS_INTRANS, PQTRANS_INERROR].contains(libpq.transactionStatus(handle))
    }

    /// The number of the server's process, as the server gave it at the start.
    /// A pooler makes one up, because it uses several processes.
    var processID: Int { Int(libpq.backendPID(handle)) }

    /// Whether the database keeps texts as bytes of no known encoding (`SQL_ASCII`).
    var hasNoEncoding: Bool { Self.text(libpq.parameterStatus(handle, "server_encoding")) == "SQL_ASCII" }

    /// Whether the database's encoding has every letter; otherwise a text may have some that no text of the database has.
    var hasEveryLetter: Bool { hasNoEncoding || Self.text(libpq.parameterStatus(handle, "server_encoding")) == "UTF8" }

    /// As 150004 for 15.4.
    var serverVersion: Int { Int(libpq.serverVersion(handle)) }

    // MARK: - Questions

    /// Runs one statement.
    ///
    /// - Parameter parameters: for `$1`, `$2` and so on.
    /// - Returns: rows of texts; nil for NULL.
    /// - Throws: `SyncError`, also for a text that is not UTF-8, which a database without an
    ///   encoding may have.
    @discardableResult
    func query(_ sql: String, _ parameters: [String?] = []) throws -> [[String?]] {
        var unreadable: String?
        let rows = try answer(sql, parameters) { _, _, text in unreadable = unreadable ?? text }
        if let unreadable {
            throw SyncError.schema("the server has a text that is not UTF-8: \(spoken(String(unreadable.prefix(100))))")
        }
        return rows
    }

    /// Runs one statement whose answer may have texts that are not UTF-8: these are nil.
    ///
    /// - Parameter unreadable: gets the numbers of row and column of each.
    /// - Throws: `SyncError`.
    func query(
        _ sql: String, _ parameters: [String?], noting unreadable: (_ row: Int, _ column: Int) -> Void
    ) throws -> [[String?]] {
        try answer(sql, parameters) { row, column, _ in unreadable(row, column) }
    }

    /// Runs one statement about names, of which some may not be UTF-8: these stand as `NameOfBytes.text`.
    ///
    /// - Returns: the rows, and whether one has such a text.
    /// - Throws: `SyncError`.
    func names(_ sql: String, _ parameters: [String?] = []) throws -> [(row: [String?], hasBytes: Bool)] {
        var texts: [(row: Int, column: Int, text: String)] = []
        let rows = try answer(sql, parameters) { row, column, text in texts.append((row, column, text)) }
        var named = rows.map { (row: $0, hasBytes: false) }
        for text in texts {
            named[text.row].row[text.column] = text.text
            named[text.row].hasBytes = true
        }
        return named
    }

    private func answer(
        _ sql: String, _ parameters: [String?], noting unreadable: (_ row: Int, _ column: Int, _ text: String) -> Void
    ) throws -> [[String?]] {
        let sent = Self.withOptionalCStrings(parameters) { values in
            libpq.sendQueryParams(handle, sql, Int32(parameters.count), nil, values, nil, nil, 0)
        }
        guard sent == 1 else { throw lost() }
        var rows: [[String?]] = []
        try drain { result in
            for row in 0..<libpq.ntuples(result) {
                rows.append(
                    (0..<libpq.nfields(result)).map { column in
                        guard libpq.getisnull(result, row, column) == 0 else { return nil }
                        bytesReceived += Int(libpq.getlength(result, row, column))
                        guard let value = libpq.getvalue(result, row, column) else { return "" }
                        if let text = String(validatingCString: value) { return text }
                        let bytes = UnsafeRawBufferPointer(
                            start: value, count: Int(libpq.getlength(result, row, column)))
                        unreadable(Int(row), Int(column), NameOfBytes.text(bytes))
                        return nil
                    })
            }
        }
        return rows
    }

    /// Runs several statements, without parameters and without rows.
    func execute(_ sql: String) throws {
        guard libpq.sendQuery(handle, sql) == 1 else { throw lost() }
        try drain { _ in }
    }

    /// Begins a transaction in which names of PostgreSQL's own mean what is PostgreSQL's own. The search path is
    /// shown by the way, which takes no snapshot.
    ///
    /// - Parameter sql: statements of which the last ones begin it.
    func begin(_ sql: String) throws {
        guard libpq.sendQuery(handle, sql + "; SHOW search_path") == 1 else { throw lost() }
        var path = ""
        try drain { result in
            if libpq.ntuples(result) == 1 { path = Self.text(libpq.getvalue(result, 0, 0)) }
        }
        if let better = SearchPath(path).withCatalogFirst { try execute("SET LOCAL search_path = \(better)") }
    }

    /// Runs `COPY … TO STDOUT`.
    ///
    /// - Parameter take: gets the stream in pieces. If it throws a `WireError` or a `SyncError`, the remaining stream is
    ///   skipped, and the connection can still be used; any other error makes the connection useless.
    /// - Returns: how many rows the server says that it sent.
    func copyOut(_ sql: String, _ take: ([UInt8]) throws -> Void) throws -> Int {
        guard libpq.sendQuery(handle, sql) == 1 else { throw lost() }
        try waitForResult(within: silence)
        var deadline = ContinuousClock.now + silence
        guard let first = libpq.getResult(handle) else { throw lost() }
        let status = libpq.resultStatus(first)
        let failure = status == PGRES_COPY_OUT ? nil : error(of: first)
        libpq.clear(first)
        if let failure {
            try? drain { _ in }
            throw failure
        }
        var piecesSinceLook = 0
        var mistake: (any Error)?
        reading: while true {
            var buffer: UnsafeMutablePointer<CChar>?
            let length = libpq.getCopyData(handle, &buffer, 1)
            switch length {
            case 0:
                try wait(for: Int16(POLLIN), until: deadline)
                deadline = ContinuousClock.now + silence
                guard libpq.consumeInput(handle) == 1 else { throw lost() }
            case -1: break reading
            case -2: throw lost()
            default:
                guard let buffer else { throw lost() }
                defer { libpq.freemem(buffer) }
                bytesReceived += Int(length)
                if mistake == nil {
                    do {
                        try take(Array(UnsafeRawBufferPointer(start: buffer, count: Int(length))))
                    } catch let failure where failure is WireError || failure is SyncError {
                        mistake = failure
                    }
                }
                piecesSinceLook += 1
                if piecesSinceLook == 1_000 {
                    piecesSinceLook = 0
                    if isCancelled() { throw CancellationError() }
                }
            }
        }
        var count: Int?
        try drain { result in
            // The tag: "COPY 1000".
            count = Int(Self.text(libpq.cmdTuples(result)))
        }
        if let mistake { throw mistake }
        guard let count else { throw SyncError(.protocol, "a COPY ended without its count", retryMayHelp: true) }
        return count
    }

    /// A notification that has arrived, or arrives within a time.
    ///
    /// - Returns: its channel and payload; nil when none came.
    func notification(within time: Duration) throws -> (channel: String, payload: String)? {
        let deadline = ContinuousClock.now + time
        while true {
            guard libpq.consumeInput(handle) == 1, isAlive else { throw lost() }
            if let notification = libpq.notifies(handle) {
                defer { libpq.freemem(notification) }
                return (Self.text(notification.pointee.relname), Self.text(notification.pointee.extra))
            }
            guard try isReady(Int16(POLLIN), until: deadline) else { return nil }
        }
    }
}
