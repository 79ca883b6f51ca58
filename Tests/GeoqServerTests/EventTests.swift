import Foundation
import Geoq
import GeoqFormats
import GeoqServer
import GeoqStore
import HTTPTypes
import Testing

/// Server-sent events.
@Suite struct EventTests {
    /// Two lists: great tits anywhere, and every bird near Ithaca in May.
    private static func addLists(_ store: Store) async throws {
        let tits = try await store.rules.addWatchlist(title: "Great tits")
        _ = try await store.rules.add([(.species, #"{"scientific_name":"Parus major"}"#)], to: tits)
        let spring = try await store.rules.addWatchlist(title: "Spring in Ithaca")
        _ = try await store.rules.add(
            [
                (.location, #"{"lat":42.46,"lon":-76.5,"radius_km":5}"#),
                (.date, #"{"start":"2026-05-01","end":"2026-05-31"}"#),
            ], to: spring, priority: 2)
    }

    private static func with(
        limits: ServerLimits = .patient, _ body: @Sendable (_ port: Int, _ path: String) async throws -> Void
    ) async throws {
        try await ServerRun.with(.live, limits: limits, prepare: addLists) { client, path in
            try await body(try #require(client.port), path)
        }
    }

    private static func add(_ rows: String, to path: String) async throws {
        try await ServerRun.add("id,species,date,lat,lon,count\n" + rows, as: .observations, to: path)
    }

    private static func titles(_ events: [EventListener.Event]) -> [String] {
        events.compactMap { $0.data["title"]?.string }
    }

    @Test func `who listens hears of a new snapshot, and of what watchlists match in it`() async throws {
        try await Self.with { port, path in
            let listener = try await EventListener(port: port)
            try await listener.hear { !$0.isEmpty }
            #expect(listener.head.contains("Content-Type: text/event-stream"))
            #expect(listener.events[0].name == "snapshot" && listener.events[0].data["observations"] == 4)
            // One that matches both, one that matches none, one that was there.
            try await Self.add(
                "N1,Parus major,2026-05-03,42.461,-76.5,1\nN2,Pica pica,2026-05-03,10,10,1\nO3,Parus major,2024-01-01,42.48,-76.45,1\n",
                to: path)
            try await listener.hear { $0.count { $0.name == "match" } >= 2 }
            #expect(listener.named("snapshot").last?.data["observations"] == 6)
            let both = listener.named("match")
            #expect(Self.titles(both) == ["Spring in Ithaca", "Great tits"])
            #expect(Set(both.compactMap { $0.data["sighting"]?.string }).count == 1)
            #expect(both[0].data["name"] == "Parus major" && both[0].data["date"] == "2026-05-03")
            #expect(both[0].data["certainty"] == "certain" && both[0].data["priority"] == 2)
            #expect(abs((both[0].data["distance_m"]?.double ?? 0) - 111.1) < 0.1)
            // Another date: it has changed, and matches one list only.
            try await Self.add("N1,Parus major,2026-07-03,42.461,-76.5,1\n", to: path)
            try await listener.hear { $0.count { $0.name == "match" } >= 3 }
            #expect(Self.titles(listener.named("match")).last == "Great tits")
            #expect(listener.named("match").last?.data["sighting"] == both[0].data["sighting"])
            #expect(listener.named("more").isEmpty && listener.named("reset").isEmpty)
        }
    }

    @Test func `who comes back hears what was missed, each event once`() async throws {
        try await Self.with { port, path in
            let first = try await EventListener(port: port)
            try await Self.add("N1,Parus major,2026-01-01,10,10,1\n", to: path)
            try await first.hear { $0.contains { $0.name == "match" } }
            let lastID = try #require(first.events.last?.id)
            try await Self.add("N2,Parus major,2026-01-02,10,10,1\n", to: path)
            try await first.hear { $0.count { $0.name == "match" } >= 2 }
            let again = try await EventListener(port: port, lastID: lastID)
            try await again.hear { $0.contains { $0.name == "match" } }
            #expect(again.named("match").map(\.id) == [first.named("match")[1].id])
            #expect(again.named("match")[0].data["date"] == "2026-01-02" && again.named("reset").isEmpty)
            // An id that was never given, and one of another run.
            for id in ["x", "0.1", lastID + "000", "\(lastID.prefix { $0 != "." }).-1"] {
                let lost = try await EventListener(port: port, lastID: id)
                try await lost.hear { $0.count >= 2 }
                #expect(lost.events.map(\.name) == ["reset", "snapshot"], "\(id)")
            }
        }
    }

    @Test func `one list alone can be listened to`() async throws {
        try await ServerRun.with(.live, prepare: Self.addLists) { client, path in
            let lists = try await client.json("/collections/watchlists/items").body["features"]?.array ?? []
            let spring = try #require(lists.first { $0["properties"]?["title"] == "Spring in Ithaca" }?["id"]?.string)
            let port = try #require(client.port)
            let listener = try await EventListener(port: port, query: "?watchlist=\(spring)")
            try await listener.hear { !$0.isEmpty }
            try await Self.add(
                "N1,Parus major,2026-01-01,10,10,1\nN2,Parus major,2026-05-03,42.46,-76.5,1\n", to: path)
            try await listener.hear { $0.contains { $0.name == "match" } }
            try await Self.add("N3,Pica pica,2026-05-04,42.46,-76.5,1\n", to: path)
            try await listener.hear { $0.count { $0.name == "match" } >= 2 }
            #expect(Self.titles(listener.named("match")) == ["Spring in Ithaca", "Spring in Ithaca"])
            let (status, body, _) = try await client.json("/events?watchlist=tits")
            #expect(status == 400 && body.badParameters == ["watchlist"])
        }
    }

    @Test func `a sighting whose place is uncertain is told to a list on whose route it may lie`() async throws {
        let ends = [try Coordinate(latitude: 10, longitude: 20), try Coordinate(latitude: 11, longitude: 20)]
        let prepare: @Sendable (Store) async throws -> Void = { store in
            let drive = try await store.rules.addWatchlist(title: "A drive")
            _ = try await store.rules.add([(.location, RuleText.route([ends], .kilometers(1)))], to: drive)
        }
        try await ServerRun.with(.live, prepare: prepare) { client, path in
            let listener = try await EventListener(port: try #require(client.port))
            try await listener.hear { !$0.isEmpty }
            // 2.2 km from the road.
            try await ServerRun.add(
                """
                id,species,date,lat,lon,uncertainty_m
                N1,Pica pica,2026-05-03,10.5,20.02,500
                N2,Parus major,2026-05-03,10.5,20.02,3000

                """, as: .observations, to: path)
            try await listener.hear { $0.contains { $0.name == "match" } }
            let match = try #require(listener.named("match").first?.data)
            #expect(match["name"] == "Parus major" && match["certainty"] == "possible")
            #expect(listener.named("match").count == 1 && listener.named("more").isEmpty)
        }
    }

    @Test func `of many matches a few are told, and the rest counted`() async throws {
        var limits = ServerLimits.patient
        (limits.matchEvents, limits.matchedSightings) = (5, 20)
        try await Self.with(limits: limits) { port, path in
            let listener = try await EventListener(port: port)
            try await listener.hear { !$0.isEmpty }
            func rows(_ numbers: Range<Int>) -> String {
                numbers.map { "N\($0),Parus major,2026-01-01,10,\($0 % 90),1\n" }.joined()
            }
            try await Self.add(rows(0..<20), to: path)
            try await listener.hear { $0.contains { $0.name == "more" } }
            #expect(listener.named("match").count == 5)
            let more = try #require(listener.named("more").first?.data)
            #expect(more["sightings"] == 20 && more["told"] == 5 && more["more"] == 15 && more["complete"] == true)
            // More sightings than are looked at.
            try await Self.add(rows(20..<70), to: path)
            try await listener.hear { $0.count { $0.name == "more" } >= 2 }
            #expect(listener.named("match").count == 10)
            let most = try #require(listener.named("more").last?.data)
            #expect(most["sightings"] == 50 && most["more"] == 15 && most["complete"] == false)
        }
    }

    @Test func `of many events the last are kept, and who is too late is told so`() async throws {
        var limits = ServerLimits.patient
        limits.keptEvents = 8
        try await Self.with(limits: limits) { port, path in
            let listener = try await EventListener(port: port)
            try await listener.hear { !$0.isEmpty }
            let early = try #require(listener.events.first?.id)
            let rows = (0..<50).map { "N\($0),Parus major,2026-01-01,10,\($0),1\n" }.joined()
            try await Self.add(rows, to: path)
            // When the listener itself is behind, it gets the last events, or
            // hears that some are missing.
            try await listener.hear { $0.contains { $0.name == "reset" || $0.name == "match" } }
            let late = try await EventListener(port: port, lastID: early)
            try await late.hear { $0.count >= 2 }
            #expect(late.events.map(\.name) == ["reset", "snapshot"])
            let now = try #require(late.events.last?.id)
            let number = try #require(Int(now.drop { $0 != "." }.dropFirst()))
            let recent = try await EventListener(port: port, lastID: "\(now.prefix { $0 != "." }).\(number - 8)")
            try await recent.hear { $0.count { $0.name == "match" } >= 8 }
            #expect(recent.named("reset").isEmpty && recent.named("match").count == 8)
        }
    }

    @Test func `no more clients listen than the limit allows`() async throws {
        var limits = ServerLimits.patient
        limits.listeners = 0
        try await ServerRun.with(limits: limits) { client, _ in
            let response = try await client.get("/events")
            #expect(response.status == .serviceUnavailable && response.headers[.retryAfter] == "10")
        }
    }

    @Test func `the definition of the API tells of both parameters`() async throws {
        try await ServerRun.with { client, _ in
            let parameters = try await client.json("/api").body["paths"]?["/events"]?["get"]?["parameters"]?.array
            let places = (parameters ?? []).map { "\($0["in"]?.string ?? "") \($0["name"]?.string ?? "")" }
            #expect(places == ["header Last-Event-ID", "query watchlist"])
        }
    }
}
