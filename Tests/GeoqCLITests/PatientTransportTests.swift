import GeoqSupabase
import Synchronization
import TestSupport
import Testing

@testable import GeoqCLI

/// A person who waits for a login is told so.
@Suite struct PatientTransportTests {
    /// Gives no answer, until what it waits for has come.
    private struct SilentTransport: Transport {
        let wait: @Sendable () async throws -> Void

        func answer(to request: TransportRequest) async throws -> TransportAnswer {
            try await wait()
            throw TransportFailure.timedOut
        }
    }

    private struct ReadyTransport: Transport {
        func answer(to request: TransportRequest) async throws -> TransportAnswer { TransportAnswer(status: 200) }
    }

    /// One of the two, as the test says.
    private final class ChangingTransport: Transport {
        let present: Mutex<any Transport>

        init(_ first: any Transport) { present = Mutex(first) }

        func set(_ next: any Transport) { present.withLock { $0 = next } }

        func answer(to request: TransportRequest) async throws -> TransportAnswer {
            try await present.withLock { $0 }.answer(to: request)
        }
    }

    private final class Counter: Sendable {
        let count = Mutex(0)
    }

    private static func request(_ path: String) -> TransportRequest {
        TransportRequest(method: "POST", url: "https://abc.supabase.co" + path)
    }

    /// Also opens WebSockets; each is refused in its own way.
    private struct SocketTransport: Transport, WebSocketTransport {
        func answer(to request: TransportRequest) async throws -> TransportAnswer { TransportAnswer(status: 200) }
        func open(_ request: WebSocketRequest) async throws -> any WebSocketConnection {
            throw WebSocketFailure.timedOut
        }
    }

    /// An account's transport is asked for them: without them an agent would look every minute only.
    @Test func `WebSockets are those of the transport beneath`() async throws {
        let request = WebSocketRequest(
            isSecure: false, host: "127.0.0.1", port: 1, target: "/", timeout: .seconds(1), maximumMessageBytes: 100)
        for (base, failure) in [
            (SocketTransport() as any Transport, WebSocketFailure.timedOut), (ReadyTransport(), .notReached),
        ] {
            let sockets = try #require(PatientTransport(base) as any Transport as? any WebSocketTransport)
            await #expect(throws: failure) { _ = try await sockets.open(request) }
        }
    }

    @Test func `a project that is silent about the login is told of once, until it answers`() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        let counter = Counter()
        // It fails once it was told of.
        let silent = SilentTransport { for await _ in stream { break } }
        let brief = SilentTransport { try await Task.sleep(for: .milliseconds(20)) }
        let project = ChangingTransport(brief)
        let patient = PatientTransport(project, patience: .milliseconds(1)) {
            counter.count.withLock { $0 += 1 }
            continuation.yield()
        }
        let (login, rows) = (Self.request("/auth/v1/token?grant_type=refresh_token"), Self.request("/rest/v1/bird"))

        await #expect(throws: TransportFailure.timedOut) { try await patient.answer(to: rows) }
        #expect(counter.count.withLock { $0 } == 0, "A page of rows may take long.")
        project.set(silent)
        await #expect(throws: TransportFailure.timedOut) { try await patient.answer(to: login) }
        project.set(brief)
        await #expect(throws: TransportFailure.timedOut) { try await patient.answer(to: login) }
        #expect(counter.count.withLock { $0 } == 1)

        project.set(ReadyTransport())
        #expect(try await patient.answer(to: login).status == 200)
        project.set(silent)
        await #expect(throws: TransportFailure.timedOut) { try await patient.answer(to: login) }
        #expect(counter.count.withLock { $0 } == 2)
    }

    @Test func `a project that is silent about rows is told of once, and pictures take their time`() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        let counter = Counter()
        let silent = SilentTransport { for await _ in stream { break } }
        let brief = SilentTransport { try await Task.sleep(for: .milliseconds(20)) }
        let project = ChangingTransport(brief)
        let patient = PatientTransport(
            project, rowsPatience: .milliseconds(1), told: { Issue.record("It is not about the login.") },
            toldOfRows: {
                counter.count.withLock { $0 += 1 }
                continuation.yield()
            })
        let (push, picture) = (Self.request("/rest/v1/rpc/geoq_push"), Self.request("/storage/v1/object/photos/a.jpg"))

        await #expect(throws: TransportFailure.timedOut) { try await patient.answer(to: picture) }
        #expect(counter.count.withLock { $0 } == 0)
        project.set(silent)
        await #expect(throws: TransportFailure.timedOut) { try await patient.answer(to: push) }
        project.set(brief)
        await #expect(throws: TransportFailure.timedOut) { try await patient.answer(to: push) }
        #expect(counter.count.withLock { $0 } == 1)
    }
}
