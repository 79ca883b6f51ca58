import GeoqIndex
import HTTPTypes

extension Dispatcher {
    /// A request that was read and checked, and whose answer is still to be
    /// found.
    struct Question: Sendable {
        let dispatcher: Dispatcher
        let route: Route
        let ask: Ask
        let cost: Work.Cost
        let rest: @Sendable (inout Ask) async throws -> Reply
        let start: ContinuousClock.Instant

        /// Whether the body of the request is a part of the question.
        var readsBody: Bool { ask.request.method == .post }

        /// The answer, found on the threads for questions of its cost.
        ///
        /// - Parameters:
        ///   - interruption: tells the search to stop.
        ///   - body: the body of the request, if it is a part of the question.
        func answer(_ interruption: Interruption, _ body: RequestBody?) async -> Message {
            let (service, label) = (dispatcher.service, route.endpoint.path)
            do {
                guard service.gate.enter() else {
                    throw Problem(
                        .serviceUnavailable,
                        "\(service.gate.limit) requests are being answered; try again in a second.",
                        headers: [.retryAfter: "1"])
                }
                defer { service.gate.leave() }
                return try await service.work.run(cost, route.endpoint.operation, interruption) {
                    var ask = ask
                    (ask.interruption, ask.body) = (interruption, body)
                    let reply = try await rest(&ask)
                    // The answer may be of a newer moment than the request. It is
                    // compressed on this thread, too.
                    return dispatcher.message(dispatcher.dressed(reply, ask), to: ask.request, label, since: start)
                }
            } catch {
                let reply = dispatcher.reply(error, to: ask.request, label)
                return dispatcher.message(reply, to: ask.request, label, since: start)
            }
        }
    }
}
