import GeoqSupabase
import Synchronization

/// A transport that tells a person when a question about the login, or about rows, stays without an answer: a project
/// may be silent for half a minute before that is an error. Pictures may take as long as they need.
final class PatientTransport: Transport {
    /// Who waits for longer wants to know for what.
    static let patience = Duration.seconds(10)

    private let base: any Transport
    private let patience: Duration
    private let rowsPatience: Duration
    private let told: @Sendable () -> Void
    private let toldOfRows: @Sendable () -> Void
    /// Whether it was told since the last answer.
    private let isTold = Mutex(false)

    init(
        _ base: any Transport, patience: Duration = PatientTransport.patience,
        rowsPatience: Duration = PatientTransport.patience,
        told: @escaping @Sendable () -> Void = { Terminal.sayWaiting(for: "the project's answer about the login") },
        toldOfRows: @escaping @Sendable () -> Void = { Terminal.sayWaiting(for: "the project's answer") }
    ) {
        (self.base, self.patience, self.rowsPatience) = (base, patience, rowsPatience)
        (self.told, self.toldOfRows) = (told, toldOfRows)
    }

    func answer(to request: TransportRequest) async throws -> TransportAnswer {
        let isOfLogin = request.url.contains("/auth/v1/")
        guard isOfLogin || request.url.contains("/rest/v1/") else { return try await base.answer(to: request) }
        let (patience, told) = isOfLogin ? (self.patience, self.told) : (rowsPatience, toldOfRows)
        let telling = Task {
            try await Task.sleep(for: patience)
            let isNews = isTold.withLock { isTold in
                defer { isTold = true }
                return !isTold
            }
            if isNews { told() }
        }
        defer { telling.cancel() }
        let answer = try await base.answer(to: request)
        isTold.withLock { $0 = false }
        return answer
    }
}

extension PatientTransport: WebSocketTransport {
    /// Opens a WebSocket by the transport beneath; nothing is said while that takes long, because a watch polls
    /// meanwhile.
    func open(_ request: WebSocketRequest) async throws -> any WebSocketConnection {
        guard let sockets = base as? any WebSocketTransport else { throw WebSocketFailure.notReached }
        return try await sockets.open(request)
    }
}

extension Network {
    /// As `withTransport`, for a command that a person waits for.
    func withPatientTransport<Value: Sendable>(
        _ work: @Sendable (any Transport) async throws -> Value
    ) async throws -> Value {
        try await withTransport { try await work(PatientTransport($0)) }
    }
}
