import Geoq
import Synchronization

@testable import GeoqSupabase

/// Supabase Auth's rules for tokens, in memory: a refresh token is good once,
/// its parent as often as it comes; any older one ends the session.
final class FakeAuth: Transport {
    /// What happens to the next answers to a refresh, in order.
    enum Fault: Sendable {
        /// The server does what was asked, and its answer is lost.
        case answerLost
        case notReached
        /// A page answers in the project's place.
        case portal
        case status(Int, String)
    }

    struct State {
        var tokens: [String] = []
        var access: Set<String> = []
        var refreshes = 0
        var requests: [TransportRequest] = []
        var faults: [Fault] = []
        var isRevoked = false
        var lifetime = 3_600.0
        var now = 1_800_000_000.0
        /// Called while a refresh is under way, after the server has done it.
        var meanwhile: (@Sendable () async throws -> Void)?
        var refusesAll = false
        /// The next access tokens; nil for new ones.
        var makes: Secret?
    }

    static let user = "a0000000-0000-4000-8000-00000000000a"
    let state = Mutex(State())

    /// Logs in without a request.
    func session() -> Session {
        state.withLock { state in
            state.tokens.append("refresh-\(state.tokens.count)")
            state.access.insert("access-\(state.tokens.count)")
            return Session(
                userID: Self.user, email: "a@example.org", accessToken: Secret("access-\(state.tokens.count)"),
                refreshToken: Secret(state.tokens.last!), expiresAt: state.now + state.lifetime)
        }
    }

    func answer(to request: TransportRequest) async throws -> TransportAnswer {
        state.withLock { $0.requests.append(request) }
        guard request.url.contains("/auth/v1/token?grant_type=refresh_token") else { return rest(request) }
        let fault = state.withLock { $0.faults.isEmpty ? nil : $0.faults.removeFirst() }
        switch fault {
        case .notReached: throw TransportFailure.notReached
        case .portal:
            return TransportAnswer(
                status: 200, headers: [("content-type", "text/html; charset=utf-8")], body: Array("<html>".utf8))
        case .status(let status, let body): return TransportAnswer(status: status, body: Array(body.utf8))
        case .answerLost, nil: break
        }
        let answer = try refresh(request)
        if let meanwhile = state.withLock({ $0.meanwhile }) { try await meanwhile() }
        if case .answerLost = fault { throw TransportFailure.timedOut }
        return answer
    }

    private func refresh(_ request: TransportRequest) throws -> TransportAnswer {
        let body = try JSONValue(parsing: request.body)
        return state.withLock { state in
            state.refreshes += 1
            let token = body.object?["refresh_token"]?.string ?? ""
            guard !state.isRevoked, let position = state.tokens.firstIndex(of: token) else {
                return Self.refusal("refresh_token_not_found")
            }
            switch state.tokens.count - 1 - position {
            case 0: state.tokens.append("refresh-\(state.tokens.count)")
            case 1: break
            default:
                state.isRevoked = true
                return Self.refusal("refresh_token_already_used")
            }
            let access = state.makes?.reveal() ?? "access-\(state.tokens.count).\(state.refreshes)"
            state.access = [access]
            let answer = """
                {"access_token":"\(access)","token_type":"bearer","expires_in":\(Int(state.lifetime)),
                "refresh_token":"\(state.tokens.last!)","user":{"id":"\(Self.user.uppercased())"}}
                """
            return TransportAnswer(
                status: 200, headers: [("content-type", "application/json")], body: Array(answer.utf8))
        }
    }

    private func rest(_ request: TransportRequest) -> TransportAnswer {
        state.withLock { state in
            let bearer = request.headers.first { $0.name == "authorization" }?.value.dropFirst("Bearer ".count)
            guard !state.refusesAll, let bearer, state.access.contains(String(bearer)) else {
                return TransportAnswer(
                    status: 401, headers: [("content-type", "application/json")],
                    body: Array(#"{"code":"PGRST303","message":"JWT expired"}"#.utf8))
            }
            return TransportAnswer(status: 200, headers: [("content-type", "application/json")], body: Array("[]".utf8))
        }
    }

    private static func refusal(_ code: String) -> TransportAnswer {
        TransportAnswer(status: 400, body: Array(#"{"code":"\#(code)","message":"no"}"#.utf8))
    }

    var refreshes: Int { state.withLock { $0.refreshes } }

    /// Time passes, for client and server alike.
    func pass(_ seconds: Double) { state.withLock { $0.now += seconds } }

    var clock: WallClock { WallClock { [self] in state.withLock { $0.now } } }
}

/// A vault in memory that several keepers share, as processes share a file.
final class MemoryVault: SessionVault {
    private let kept = Mutex<VaultContents?>(nil)
    private let gate = Gate()
    /// What was written, in order.
    let written = Mutex<[VaultContents]>([])

    func contents() async throws -> VaultContents? { kept.withLock { $0 } }

    func remove() async throws { kept.withLock { $0 = nil } }

    func update(_ change: @escaping @Sendable (VaultContents?) throws -> VaultContents?) async throws -> VaultContents?
    {
        try kept.withLock { kept in
            guard let new = try change(kept) else { return nil }
            kept = new
            written.withLock { $0.append(new) }
            return new
        }
    }

    func whileRefreshing<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result {
        await gate.enter()
        do {
            let result = try await body()
            await gate.leave()
            return result
        } catch {
            await gate.leave()
            throw error
        }
    }

    private actor Gate {
        private var isTaken = false
        private var waiting: [CheckedContinuation<Void, Never>] = []

        func enter() async {
            guard isTaken else {
                isTaken = true
                return
            }
            await withCheckedContinuation { waiting.append($0) }
        }

        func leave() {
            if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
        }
    }
}
