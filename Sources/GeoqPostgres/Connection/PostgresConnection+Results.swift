import CPostgres
import Foundation
import GeoqSync

/// The results of a statement, and how long they are waited for.
extension PostgresConnection {
    /// After it has said that it lost another server, a server may try for half a
    /// minute to end what it has begun there (postgres_fdw). geoq waits no longer than
    /// this, and then leaves the connection.
    private static let patienceAfterLoss = Duration.milliseconds(500)

    /// Takes all results of the statement; the first error is thrown after all
    /// were taken.
    func drain(_ take: (OpaquePointer) throws -> Void) throws {
        var failure: (any Error)?
        while true {
            if let failure, (failure as? SyncError)?.kind == .unreachable {
                do {
                    try waitForResult(within: min(silence, Self.patienceAfterLoss))
                } catch {
                    isAbandoned = true
                    throw failure
                }
            } else {
                try waitForResult(within: silence)
            }
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

    /// Sends what is not sent yet, and waits until a result is there.
    ///
    /// - Parameter time: a longer time without a byte to or from the server is an error.
    func waitForResult(within time: Duration) throws {
        var deadline = ContinuousClock.now + time
        while true {
            // 1: some bytes have not been sent yet.
            let unsent = libpq.flush(handle)
            guard unsent >= 0 else { throw lost() }
            if unsent == 0, libpq.isBusy(handle) == 0 { return }
            try wait(for: Int16(unsent == 1 ? POLLIN | POLLOUT : POLLIN), until: deadline)
            guard libpq.consumeInput(handle) == 1 else { throw lost() }
            deadline = ContinuousClock.now + time
        }
    }

    func error(of result: OpaquePointer) -> SyncError {
        // PG_DIAG_SQLSTATE and PG_DIAG_MESSAGE_PRIMARY: the letters of the protocol.
        let code = field("C", of: result)
        let message = field("M", of: result).map(spoken)
        // "could not connect to server": why, stands in the detail, whose first line
        // is enough.
        let detail = code?.hasPrefix("08") == true ? field("D", of: result) : nil
        let why = detail?.split(separator: "\n").first.map { ": " + spoken(String($0)) } ?? ""
        return SQLState.error(code, (message ?? self.message) + why)
    }

    private func field(_ letter: Unicode.Scalar, of result: OpaquePointer) -> String? {
        libpq.field(letter, of: result)
    }

    func lost() -> SyncError {
        SQLState.error(nil, message)
    }

    func wait(for events: Int16, until deadline: ContinuousClock.Instant) throws {
        guard try isReady(events, until: deadline) else {
            // What was asked may still be answered: nothing else can be asked.
            isAbandoned = true
            throw Self.silent
        }
    }

    /// No byte came for longer than `silence`: the server does not answer, or waits for another one.
    static let silent = SyncError.unreachable("the server has not answered for too long")

    /// Waits until the socket is ready, in steps of a tenth of a second.
    func isReady(_ events: Int16, until deadline: ContinuousClock.Instant) throws -> Bool {
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
}
