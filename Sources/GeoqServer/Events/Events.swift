import Geoq
import GeoqFormats
import HTTPTypes
import Hummingbird
import HummingbirdCore
import ServiceLifecycle

/// Matches and snapshots, sent to clients as they happen.
enum Events {
    static let endpoints = [events]

    private static let watchlist = Parameter(
        "watchlist", .text(expected: "a watchlist's id", example: "8f14e45f-ceea-5a17-b1f4-2cbb1c7f0b0a"),
        "Only matches of this watchlist.")

    private static let events = Endpoint(
        path: "/events", operation: "events",
        summary: """
            Server-sent events while an import or a sync goes on. match: a new or changed sighting and a watchlist \
            that it matches, as /match tells of it; not one of which only the uncertainty has changed. more: how many \
            matches of a snapshot were not told one by one. snapshot: the store has changed; first of all, what it \
            holds. reset: events were missed, ask anew.
            """,
        caching: .never, formats: [.events],
        headerParameters: [
            PathParameter(
                name: "Last-Event-ID", summary: "The id of the last event that was heard: those after it come first.",
                schema: ["type": "string"])
        ],
        parameters: [watchlist]
    ) { ask in
        let watchlist = ask.parameters.value(watchlist) { FeatureID($0) }
        try ask.parameters.check()
        let lastID = ask.request.headers[.lastEventID].map { String($0.prefix(64)) }
        let start = try EventReader(ask.service, watchlist: watchlist, lastID: lastID)
        if ask.request.method == .head { return Reply(.events, []) }
        let hub = ask.service.hub
        guard let wakes = hub.listen(ask.connection?.address ?? "") else {
            throw Problem(
                .serviceUnavailable, "The server takes no listeners now; ask again later.", headers: [.retryAfter: "10"]
            )
        }
        return Reply(
            .events,
            stream: ResponseBody { writer in
                // A server that is told to stop waits for its answers to end:
                // this one ends then.
                try await withGracefulShutdownHandler {
                    var reader = start
                    for await wake in wakes { try await reader.hear(wake, &writer) }
                } onGracefulShutdown: {
                    hub.finish()
                }
                try await writer.finish(nil)
            })
    }

    /// The data of a snapshot's event.
    static func snapshot(_ moment: Moment) -> JSONValue {
        [
            "snapshot": .string(moment.tag), "version": .integer(moment.snapshot.version),
            "hotspots": .count(moment.snapshot.count(of: .hotspots)),
            "observations": .count(moment.snapshot.count(of: .observations)),
        ]
    }
}

extension HTTPField.Name {
    static let lastEventID = HTTPField.Name("Last-Event-ID")!
}
