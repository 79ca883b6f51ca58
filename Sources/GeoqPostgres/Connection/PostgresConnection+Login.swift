import CPostgres
import Foundation
import GeoqSync

extension PostgresConnection {
    /// Continues the connection that `PQconnectStartParams` has begun, until
    /// the server lets geoq in.
    ///
    /// - Throws: `SyncError`; `login` when the server refuses the login. That
    ///   is judged by the server's code and never by its words, which may be in
    ///   any language.
    func finishConnecting() throws {
        // libpq's message contains the server's code only when it is verbose.
        _ = libpq.setErrorVerbosity(handle, PQERRORS_VERBOSE)
        let setting = connectionSettings.first { $0.name == "connect_timeout" }?.value
        let deadline = ContinuousClock.now + min(Self.connectTimeout(setting) ?? silence, silence)
        while true {
            let polled = libpq.connectPoll(handle)
            // With TLS preferred, libpq would try a wrong password again
            // without TLS.
            if polled != PGRES_POLLING_OK, answer?.code == Self.wrongPassword { throw failure() }
            switch polled {
            case PGRES_POLLING_OK:
                _ = libpq.setErrorVerbosity(handle, PQERRORS_DEFAULT)
                // A statement is kept until it is flushed (`waitForResult`): libpq itself would wait without a limit.
                guard libpq.setNonblocking(handle, 1) == 0 else { throw lost() }
                return
            case PGRES_POLLING_READING: try wait(for: Int16(POLLIN), until: deadline)
            case PGRES_POLLING_WRITING: try wait(for: Int16(POLLOUT), until: deadline)
            default: throw failure()
            }
        }
    }

    /// How long a connection may take to begin; nil for no limit. A setting of 0 or less means no limit, and 1 means 2
    /// seconds (PostgreSQL 15, "34.1.2. Parameter Key Words").
    ///
    /// - Parameter value: the setting `connect_timeout`; nil when it is not set: then the limit is ten seconds.
    static func connectTimeout(_ value: String?) -> Duration? {
        guard let seconds = value.flatMap(ConnectionText.wholeNumber) else { return .seconds(10) }
        return seconds > 0 ? .seconds(max(2, seconds)) : nil
    }

    // MARK: - What went wrong

    /// `invalid_password`.
    private static let wrongPassword = "28P01"
    /// `protocol_violation`: pgbouncer's answer to every login that it refuses,
    /// for a wrong password as well as when its server is down.
    private static let pooled = "08P01"
    /// `invalid_catalog_name`.
    private static let noDatabase = "3D000"

    private func failure() -> SyncError {
        guard let (code, words) = answer else { return failureWithoutAnswer() }
        return Self.refusal(code, words)
    }

    /// What a server's refusal of a login means.
    ///
    /// - Parameters:
    ///   - code: five characters.
    ///   - words: the server's.
    static func refusal(_ code: String, _ words: String) -> SyncError {
        if code == pooled {
            return SyncError(
                .refused, "the server, or a pooler before it, refuses the connection (\(code)): \(words)",
                retryMayHelp: false, code: code)
        }
        let error = SQLState.error(code, words)
        if error.retryMayHelp { return error }
        // Class 28: invalid authorization specification; 42501: insufficient_privilege.
        let isOfUser = code.hasPrefix("28") || code == "42501"
        let what =
            if code == noDatabase {
                "the server does not have this database"
            } else if isOfUser {
                "the server does not let this user in"
            } else {
                "the server refuses the connection"
            }
        return .login("\(what) (\(code)): \(words)", code: code)
    }

    /// libpq failed by itself: it reached no server, or the server asked for
    /// something that geoq does not have.
    private func failureWithoutAnswer() -> SyncError {
        if libpq.needsPassword(handle) == 1 {
            return .login(
                "the server asks for a password, and none was given; keep it in ~/.pgpass, PGPASSWORD or a service file"
            )
        }
        // The server is still there: libpq cannot go on, because encryption, a
        // trusted certificate or a way to log in is missing.
        if isPeerThere {
            return SyncError(.refused, "no agreement with the server: \(message)", retryMayHelp: false)
        }
        if Self.isOfUnknownName(Self.text(libpq.errorMessage(handle))) {
            return SyncError(
                .unreachable, "there is no server of this name, or no network: \(message)", retryMayHelp: true,
                isNameUnknown: true)
        }
        return .unreachable("no connection to the server: \(message)")
    }

    /// Whether libpq's words are about servers of whose names the network knows none: each line ends with
    /// the system's own words for that, which are in the same language.
    static func isOfUnknownName(_ message: String) -> Bool {
        let lines = message.split(separator: "\n")
        let words = text(gai_strerror(EAI_NONAME))
        return !lines.isEmpty && lines.allSatisfy { $0.hasSuffix(words) }
    }

    /// The code and words of the last server that answered with an error.
    private var answer: (code: String, words: String)? {
        Self.answer(in: Self.text(libpq.errorMessage(handle))).map { ($0.code, spoken($0.words)) }
    }

    /// A line of libpq's verbose words is `…: SEVERITY:  CODE: words`
    /// (`pqBuildErrorMessage3` in fe-protocol3.c, PostgreSQL 15); the severity
    /// is in the server's language.
    static func answer(in message: String) -> (code: String, words: String)? {
        for line in message.split(separator: "\n").reversed() {
            guard let match = line.firstMatch(of: /:  ([0-9A-Z]{5}): (.*)$/) else { continue }
            return (String(match.1), String(match.2))
        }
        return nil
    }

    /// Whether the connection is up and its other end has not closed it.
    private var isPeerThere: Bool {
        let socket = libpq.socket(handle)
        guard socket >= 0 else { return false }
        var byte: UInt8 = 0
        let count = recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
        return count > 0 || count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)
    }
}
