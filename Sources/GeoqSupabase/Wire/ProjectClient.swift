/// The one way by which requests reach a project: it adds key and token, renews
/// the token once when the server refuses it, tries again what may be repeated,
/// and says of each other answer what it means.
///
/// A program makes one for a project and gives it to all that ask. Keys and
/// tokens go to the project's origin alone: no request has an address of its
/// own, and a redirect is an answer like any other.
package struct ProjectClient: Sendable {
    package let project: SupabaseProject
    package let sessions: SessionKeeper
    /// A server's advice to wait for longer is not followed within a call.
    package static let longestAdvice = Duration.seconds(60)

    package let transport: any Transport
    /// The same transport where it has WebSockets, too; nil where it has none.
    package var webSockets: (any WebSocketTransport)? { transport as? any WebSocketTransport }
    private var waits: [Duration]
    private let pause: @Sendable (Duration) async throws -> Void
    private let log: (@Sendable (String) -> Void)?

    /// - Parameters:
    ///   - waits: How long to wait before each further try of what may be
    ///     repeated.
    ///   - pause: Waits; given from outside, so that tests wait for nothing.
    ///   - log: Gets a line for each request and each answer, without a query,
    ///     a header or a body.
    package init(
        _ project: SupabaseProject, transport: any Transport, sessions: SessionKeeper,
        waits: [Duration] = [.seconds(2), .seconds(5), .seconds(15)],
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        log: (@Sendable (String) -> Void)? = nil
    ) {
        (self.project, self.transport, self.sessions) = (project, transport, sessions)
        (self.waits, self.pause, self.log) = (waits, pause, log)
    }

    /// The same client, with other waits.
    package func waiting(_ waits: [Duration]) -> ProjectClient {
        var client = self
        client.waits = waits
        return client
    }

    /// Sends a request and gives the answer of a success. What may be repeated is tried again after a fault that may
    /// pass, and so is the renewal of a token that the request needs.
    ///
    /// - Parameter asking: called for each try, when the request has its token and is about to travel.
    /// - Throws: `RemoteFault` with its class; `SessionError` when the request
    ///   needs a user and there is none; `VaultError`; `CancellationError`.
    package func send(_ request: WireRequest, asking: () -> Void = {}) async throws -> TransportAnswer {
        var failures = 0
        while true {
            let advice: Duration?
            do {
                return try await sendAsUser(request, asking)
            } catch let renewal as RenewalFault {
                guard failures < waits.count else { throw SessionError.unreachable }
                advice = renewal.fault.retryAfter
            } catch let fault as RemoteFault where fault.class == .transient && request.mayRepeat {
                guard failures < waits.count else { throw fault }
                advice = fault.retryAfter
            }
            try await pause(max(min(advice ?? .zero, Self.longestAdvice), waits[failures]))
            failures += 1
        }
    }

    private func sendAsUser(_ request: WireRequest, _ asking: () -> Void) async throws -> TransportAnswer {
        guard request.asker == .user else {
            asking()
            return try await once(request, token: nil)
        }
        let token = try await sessions.sessionOrFault().accessToken
        asking()
        do {
            return try await once(request, token: token)
        } catch let fault as RemoteFault where fault.class == .tokenRefused {
            // The server did nothing, so the request may be sent again.
            return try await once(request, token: try await sessions.renewOrFault(replacing: token).accessToken)
        }
    }

    private func once(_ request: WireRequest, token: Secret?) async throws -> TransportAnswer {
        let answer: TransportAnswer
        let asked = sessions.clock.now()
        do {
            answer = try await transport.answer(to: request.message(to: project, token: token))
        } catch let failure as TransportFailure {
            log?("\(request.loggedName): \(failure)")
            throw RemoteFault(failure)
        }
        let fault = RemoteFault(answer, of: request.service)?.hiding(request.secrets(to: project, token: token))
        // What answers in the project's place tells its own time.
        if fault?.class != .offline {
            await sessions.note(serverTime: HTTPDate.seconds(answer.header("date")), asked: asked)
        }
        log?("\(request.loggedName): \(answer.status)\(fault.map { " \($0.class) \($0.code)" } ?? "")")
        if let fault { throw fault }
        return answer
    }
}
