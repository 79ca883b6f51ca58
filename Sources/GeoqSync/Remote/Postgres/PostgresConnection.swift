import CPostgres
import Foundation

/// A connection to PostgreSQL, by libpq.
///
/// Every call blocks, at most `silence` without a byte from the server, and
/// ends within a tenth of a second once `isCancelled` says so: so it belongs to
/// a thread of its own (`PostgresSession`). TLS is libpq's: `sslmode`,
/// `sslrootcert` and the others as its manual has them.
final class PostgresConnection {
    private let libpq: Libpq
    private let handle: OpaquePointer
    private let silence: Duration
    private let isCancelled: () -> Bool
    /// Bytes of rows that came.
    private(set) var bytesReceived = 0

    /// What is asked for unless the connection string says otherwise. A dead
    /// peer is found in less than a minute.
    private static let defaults = [
        ("connect_timeout", "10"), ("keepalives", "1"), ("keepalives_idle", "20"), ("keepalives_interval", "10"),
        ("keepalives_count", "3"), ("tcp_user_timeout", "45000"), ("fallback_application_name", "geoq"),
    ]

    /// Connects.
    ///
    /// - Parameters:
    ///   - text: a URI, or `key=value` pairs; empty for what the environment
    ///     says (`PGHOST`, `PGSERVICE` and the like).
    ///   - silence: longer without a byte counts as a lost connection.
    init(_ text: String, silence: Duration, isCancelled: @escaping () -> Bool) throws {
        let libpq = try Libpq.loaded.get()
        (self.libpq, self.silence, self.isCancelled) = (libpq, silence, isCancelled)
        try Self.check(text)
        let settings = Self.defaults + (text.isEmpty ? [] : [("dbname", text)]) + [("client_encoding", "UTF8")]
        let started = Self.withCStrings(settings.map(\.0)) { names in
            Self.withCStrings(settings.map(\.1)) { values in libpq.connectStartParams(names, values, 1) }
        }
        guard let started else { throw SyncError.unreachable("there is no memory for a connection") }
        handle = started
        // All is set: should this throw, `deinit` ends the connection.
        try finishConnecting()
    }

    deinit {
        libpq.finish(handle)
    }

    /// Whether a connection string can be read. What libpq would say of a
    /// mistake may show a part of a password, so it is not repeated.
    static func check(_ text: String) throws {
        guard !text.isEmpty else { return }
        let libpq = try Libpq.loaded.get()
        guard text.contains("=") || text.hasPrefix("postgres://") || text.hasPrefix("postgresql://"),
            !text.utf8.contains(0), let options = libpq.conninfoParse(text, nil)
        else {
            throw SyncError(
                .refused, "the connection string cannot be read; write postgresql://user@host:port/database",
                retryMayHelp: false)
        }
        libpq.conninfoFree(options)
    }

    private func finishConnecting() throws {
        let deadline = ContinuousClock.now + connectTimeout
        while true {
            switch libpq.connectPoll(handle) {
            case PGRES_POLLING_OK: return
            case PGRES_POLLING_READING: try wait(for: Int16(POLLIN), until: deadline)
            case PGRES_POLLING_WRITING: try wait(for: Int16(POLLOUT), until: deadline)
            default:
                let message = message
                // libpq tells no code here; these are the server's own words.
                let isRefusal = [
                    "authentication failed", "does not exist", "no pg_hba.conf entry", "no password supplied",
                ]
                .contains { message.contains($0) }
                guard isRefusal else { throw SyncError.unreachable("no connection to the server: \(message)") }
                throw SyncError(.refused, "the server lets nobody in like this: \(message)", retryMayHelp: false)
            }
        }
    }

    private var connectTimeout: Duration {
        guard let options = libpq.conninfo(handle) else { return .seconds(10) }
        defer { libpq.conninfoFree(options) }
        var option = options
        while let keyword = option.pointee.keyword {
            if Self.text(keyword) == "connect_timeout", let value = option.pointee.val,
                let seconds = Int(Self.text(value))
            {
                return seconds > 0 ? .seconds(max(2, seconds)) : .seconds(3600)
            }
            option += 1
        }
        return .seconds(10)
    }

    /// Where the server is: `host:port/database`.
    var place: String {
        "\(Self.text(libpq.host(handle))):\(Self.text(libpq.port(handle)))/\(Self.text(libpq.db(handle)))"
    }

    /// Whether nothing has been heard of its end.
    var isAlive: Bool { libpq.status(handle) == CONNECTION_OK }

    // MARK: - Questions

    /// Runs one statement.
    ///
    /// - Parameter parameters: for `$1`, `$2` and so on.
    /// - Returns: rows of texts; nil for NULL.
    @discardableResult
    func query(_ sql: String, _ parameters: [String?] = []) throws -> [[String?]] {
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
                        return Self.text(libpq.getvalue(result, row, column))
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

    /// Runs `COPY … TO STDOUT`.
    ///
    /// - Parameter take: gets the stream in pieces. After a `WireError` of its
    ///   the rest of the stream is passed over, and the connection can be used
    ///   on; what else it throws leaves the connection of no use.
    /// - Returns: how many rows the server says that it sent.
    func copyOut(_ sql: String, _ take: ([UInt8]) throws -> Void) throws -> Int {
        guard libpq.sendQuery(handle, sql) == 1 else { throw lost() }
        var deadline = ContinuousClock.now + silence
        try waitForResult()
        guard let first = libpq.getResult(handle) else { throw lost() }
        let status = libpq.resultStatus(first)
        let failure = status == PGRES_COPY_OUT ? nil : error(of: first)
        libpq.clear(first)
        if let failure {
            try? drain { _ in }
            throw failure
        }
        var piecesSinceLook = 0
        var mistake: WireError?
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
                    } catch let error as WireError {
                        mistake = error
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

    /// A notification that has come, or comes within a time.
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

    // MARK: - Results

    /// Takes all results of what was sent; the first error is thrown when all
    /// are taken.
    private func drain(_ take: (OpaquePointer) throws -> Void) throws {
        var failure: (any Error)?
        while true {
            try waitForResult()
            guard let result = libpq.getResult(handle) else { break }
            defer { libpq.clear(result) }
            switch libpq.resultStatus(result) {
            case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY:
                if failure == nil { try take(result) }
            default:
                if failure == nil { failure = error(of: result) }
            }
            if !isAlive { throw failure ?? lost() }
        }
        if let failure { throw failure }
    }

    private func waitForResult() throws {
        var deadline = ContinuousClock.now + silence
        while true {
            // 1: something is still to be sent.
            let unsent = libpq.flush(handle)
            guard unsent >= 0 else { throw lost() }
            if unsent == 0, libpq.isBusy(handle) == 0 { return }
            try wait(for: Int16(unsent == 1 ? POLLIN | POLLOUT : POLLIN), until: deadline)
            guard libpq.consumeInput(handle) == 1 else { throw lost() }
            deadline = ContinuousClock.now + silence
        }
    }

    private func error(of result: OpaquePointer) -> SyncError {
        // PG_DIAG_SQLSTATE and PG_DIAG_MESSAGE_PRIMARY: the letters of the protocol.
        let code = field("C", of: result)
        let message = field("M", of: result)
        return SQLState.error(code, message ?? self.message)
    }

    private func field(_ letter: Unicode.Scalar, of result: OpaquePointer) -> String? {
        let text = Self.text(libpq.resultErrorField(result, Int32(UInt8(ascii: letter))))
        return text.isEmpty ? nil : text
    }

    private func lost() -> SyncError {
        SQLState.error(nil, message)
    }

    // MARK: - Waiting

    private func wait(for events: Int16, until deadline: ContinuousClock.Instant) throws {
        guard try isReady(events, until: deadline) else {
            throw SyncError.unreachable("the server has not answered for too long")
        }
    }

    /// Waits until the socket is ready, in steps of a tenth of a second.
    private func isReady(_ events: Int16, until deadline: ContinuousClock.Instant) throws -> Bool {
        let socket = libpq.socket(handle)
        guard socket >= 0 else { throw lost() }
        while true {
            if isCancelled() { throw CancellationError() }
            var item = pollfd(fd: socket, events: events, revents: 0)
            let left = deadline - .now
            let step = min(100, max(0, Int32(clamping: Int(left / .milliseconds(1)))))
            if poll(&item, 1, step) > 0 { return true }
            if left <= .zero { return false }
        }
    }

    // MARK: - Texts

    private static func text(_ bytes: UnsafePointer<CChar>?) -> String {
        bytes.map { String(cString: $0) } ?? ""
    }

    /// libpq's words about the connection: their first line.
    private var message: String {
        let lines = Self.text(libpq.errorMessage(handle)).split(separator: "\n")
        return lines.first.map { $0.trimmingCharacters(in: .whitespaces) } ?? "the connection was closed"
    }

    private static func withCStrings<Value>(
        _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Value
    ) -> Value {
        withOptionalCStrings(texts) { body($0) }
    }

    private static func withOptionalCStrings<Value>(
        _ texts: [String?], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Value
    ) -> Value {
        let copies = texts.map { $0.map { strdup($0) } }
        defer { for copy in copies { free(copy ?? nil) } }
        let pointers = copies.map { $0.flatMap { UnsafePointer($0) } } + [nil]
        return pointers.withUnsafeBufferPointer { body($0.baseAddress!) }
    }
}
