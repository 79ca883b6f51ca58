import Geoq
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import ServiceLifecycle

/// What happens while it happens.
enum Events {
    static let endpoints = [events]

    private static let events = Endpoint(
        path: "/events", operation: "events",
        summary: "Server-sent events: snapshot when the store has changed.",
        caching: .never, formats: [.events]
    ) { ask in
        try ask.parameters.check()
        let moment = try ask.service.live.moment()
        if ask.request.method == .head { return Reply(.events, []) }
        guard let stream = ask.service.hub.listen(most: ask.service.limits.listeners) else {
            throw Problem(
                .serviceUnavailable, "\(ask.service.limits.listeners) listen already; try again later.",
                headers: [.retryAfter: "10"])
        }
        let hub = ask.service.hub
        let first = EventHub.event("snapshot", snapshot(moment), id: moment.tag)
        return Reply(
            .events,
            stream: ResponseBody { writer in
                try await writer.write(ByteBuffer(bytes: first))
                // A server that is told to stop waits for its answers: this one ends then.
                try await withGracefulShutdownHandler {
                    for await event in stream { try await writer.write(ByteBuffer(bytes: event)) }
                } onGracefulShutdown: {
                    hub.finish()
                }
                try await writer.finish(nil)
            })
    }

    /// What is said of a snapshot.
    static func snapshot(_ moment: Moment) -> JSONValue {
        [
            "snapshot": .string(moment.tag), "version": .integer(moment.snapshot.version),
            "hotspots": .count(moment.snapshot.count(of: .hotspots)),
            "observations": .count(moment.snapshot.count(of: .observations)),
        ]
    }
}
