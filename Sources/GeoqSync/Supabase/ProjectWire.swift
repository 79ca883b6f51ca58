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
    /// `limit` is how many rows the server can give in its time, `present` how many of the rows here fit into an answer.
    private let state = Mutex((bytes: 0, told: 0, hasAnswered: false, limit: 2_000, present: 2_000))
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
    /// - Parameters:
    ///   - most: how many rows there can be in an answer.
    ///   - request: is given the number of rows to ask for.
    /// - Returns: the answer, and the number of rows that were asked for.
    /// - Throws: a fault that `isTooLarge` when a single row is.
    func page(
        most: Int = .max, _ request: @Sendable (_ limit: Int) -> WireRequest
    ) async throws -> (answer: TransportAnswer, limit: Int) {
        while true {
            let limit = state.withLock { min($0.limit, $0.present, most) }
            do {
                let answer = try await send(request(limit))
                state.withLock { $0.present = max($0.present, min($0.limit, 2 * limit)) }
                return (answer, limit)
            } catch let fault as RemoteFault where fault.isTooLarge && limit == 1 {
                throw fault.ofSingleRow
            } catch let fault as RemoteFault where (fault.isTooLarge || fault.code == Self.limitExceeded) && limit > 1 {
                state.withLock { $0.present = max(1, limit / 4) }
            } catch let fault as RemoteFault where fault.code == "57014" && limit > Self.smallestSlowPage {
                state.withLock { $0.limit = max(Self.smallestSlowPage, limit / 4) }
            }
        }
    }

    /// `program_limit_exceeded`: PostgreSQL makes no text of more than 1 GiB.
    private static let limitExceeded = "54000"

    /// A server that takes too long for so few rows is not slow because of them.
    private static let smallestSlowPage = 10

    /// Runs work that needs a processor or waits for a disk.
    static func aside<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await work.run(body)
    }
}
