import GeoqSupabase
import Synchronization

/// A transport that tells a person when a question about the login stays without an answer: nothing else is shown
/// while a login is made or renewed, and a project may be silent for half a minute before that is an error.
final class PatientTransport: Transport {
    /// Who waits for longer wants to know for what.
    static let patience = Duration.seconds(10)

    private let base: any Transport
    private let patience: Duration
    private let told: @Sendable () -> Void
    /// Whether it was told since the last answer.
    private let isTold = Mutex(false)

    init(
        _ base: any Transport, patience: Duration = PatientTransport.patience,
        told: @escaping @Sendable () -> Void = { Terminal.sayWaiting(for: "the project's answer about the login") }
    ) {
        (self.base, self.patience, self.told) = (base, patience, told)
    }

    func answer(to request: TransportRequest) async throws -> TransportAnswer {
        guard request.url.contains("/auth/v1/") else { return try await base.answer(to: request) }
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

extension Network {
    /// As `withTransport`, for a command that a person waits for.
    func withPatientTransport<Value: Sendable>(
        _ work: @Sendable (any Transport) async throws -> Value
    ) async throws -> Value {
        try await withTransport { try await work(PatientTransport($0)) }
    }
}
