import Geoq
import GeoqStore
import GeoqSupabase
import Synchronization

/// Sends the requests of one session, and counts what comes.
final class ProjectWire: Sendable {
    let client: ProjectClient
    /// The user in whose name requests ask: the one who is logged in, or none.
    private let asker: WireRequest.Asker
    private let pause: @Sendable (Duration) async throws -> Void
    private let state = Mutex((bytes: 0, told: 0, hasAnswered: false, limit: 2_000))
    private let asking = Mutex<(@Sendable () -> Void)?>(nil)
    /// Decoding takes a processor for some time, and staging waits for a disk.
    private static let work = WaitingWork("geoq.project")

    init(
        _ client: ProjectClient, asker: WireRequest.Asker, pause: @escaping @Sendable (Duration) async throws -> Void
    ) {
        (self.client, self.asker, self.pause) = (client, asker, pause)
    }

    /// Bytes of answers, unpacked.
    var bytes: Int { state.withLock { $0.bytes } }

    /// Calls `body` once, while the next request travels.
    func whileAsking(_ body: @escaping @Sendable () -> Void) { asking.withLock { $0 = body } }

    private func isAsking() {
        let body = asking.withLock { asking in
            defer { asking = nil }
            return asking
        }
        body?()
    }

    /// Bytes of answers since this was asked last, for the progress of a read.
    func newBytes() -> Int {
        state.withLock { state in
            defer { state.told = state.bytes }
            return state.bytes - state.told
        }
    }

    /// A read of many pages is not begun anew because one of them was lost.
    private static let mostRepeats = 2
    /// Pages of fewer rows than this are not asked for.
    private static let smallestPage = 10

    /// Sends a request.
    ///
    /// - Throws: `RemoteFault` and whatever else `ProjectClient.send` throws.
    func send(_ request: WireRequest) async throws -> TransportAnswer {
        var request = request
        request.asker = asker
        var failures = 0
        while true {
            do {
                let answer = try await client.send(request, asking: isAsking)
                state.withLock { state in
                    state.bytes += answer.body.count
                    state.hasAnswered = true
                }
                return answer
            } catch let fault as RemoteFault
                where fault.class == .offline && failures < Self.mostRepeats && state.withLock({ $0.hasAnswered })
            {
                failures += 1
                try await pause(.seconds(failures))
            }
        }
    }

    /// Asks for a page, and for smaller ones when the answer is too large or
    /// takes the server too long.
    ///
    /// - Parameter request: is given the number of rows to ask for.
    func page(_ request: @Sendable (_ limit: Int) -> WireRequest) async throws -> TransportAnswer {
        while true {
            let limit = state.withLock { $0.limit }
            do {
                return try await send(request(limit))
            } catch let fault as RemoteFault where Self.isTooMuch(fault) && limit > Self.smallestPage {
                state.withLock { $0.limit = max(Self.smallestPage, limit / 4) }
            }
        }
    }

    /// The answer is larger than the transport reads; the statement was canceled
    /// because of its time.
    private static func isTooMuch(_ fault: RemoteFault) -> Bool {
        fault.class == .permanent && fault.status == 0 || fault.code == "57014"
    }

    /// Runs work that needs a processor or waits for a disk.
    static func aside<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await work.run(body)
    }
}
