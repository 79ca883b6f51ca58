import Foundation
import Geoq
import GeoqStore
import HTTPTypes
import Hummingbird
import Testing

@testable import GeoqServer

/// Watchlists over HTTP.
@Suite struct MatchTests {
    /// A store with a list around Ithaca in May, and one of a species anywhere.
    private static func with(
        _ body: @Sendable (TestedServer, _ path: String) async throws -> Void
    ) async throws {
        let prepare = { (store: Store) async throws in
            let spring = try await store.rules.addWatchlist(title: "Spring in Ithaca")
            _ = try await store.rules.add(
                [
                    (.location, #"{"lat":42.46,"lon":-76.5,"radius_km":5}"#),
                    (.date, #"{"start":"2026-05-01","end":"2026-05-31"}"#),
                ], to: spring, priority: 2)
            let tits = try await store.rules.addWatchlist(title: "Great tits")
            _ = try await store.rules.add([(.species, #"{"scientific_name":"Parus major"}"#)], to: tits)
        }
        try await ServerRun.with(prepare: prepare, body)
    }

    @Test func `one sighting is told which lists it matches, and why`() async throws {
        try await Self.with { client, _ in
            let both = try await client.json("/match?lat=42.46&lon=-76.5&species=parus%20major&date=2026-05-03").body
            let matches = both["matches"]?.array ?? []
            #expect(matches.map { $0["title"] } == ["Spring in Ithaca", "Great tits"])
            #expect(matches.first?["certainty"] == "certain" && matches.first?["inside_m"] == 5000)
            #expect(matches.first?["days_inside"] == 2 && matches.first?["priority"] == 2)
            let far = try await client.json("/match?lat=43&lon=-76.5&date=2026-05-03").body
            #expect(far["numberReturned"] == 0)
            let near = try await client.json("/match?lat=42.52&lon=-76.5&date=2026-05-03&near-miss=5km").body
            #expect(near["matches"]?.array?.first?["certainty"] == "near-miss")
            let unsure = try await client.json("/match?lat=42.46&lon=-76.5&date=2026-05-03&uncertainty=9000").body
            #expect(unsure["matches"]?.array?.first?["certainty"] == "possible")
            let csv = String(buffer: try await client.get("/match?lat=42.46&lon=-76.5&date=2026-05-03&f=csv").body)
            #expect(csv.split(separator: "\n").count == 2)
            for (query, name) in [
                ("lat=91&lon=0", "lat"), ("lat=1&lon=0&date=May", "date"),
                ("lat=1&lon=0&uncertainty=-1", "uncertainty"),
                ("lat=1&lon=0&near-miss=5", "near-miss"), ("lat=1&lon=0&unknown=maybe", "unknown"),
            ] {
                let (status, body, _) = try await client.json("/match?" + query)
                #expect(status == 400 && body.badParameters == [name], "\(query)")
            }
        }
    }

    @Test func `of a sighting that very many lists match some are told, and how many more there are`() async throws {
        var limits = ServerLimits.patient
        limits.rows = 3
        try await ServerRun.with(
            limits: limits,
            prepare: { store in
                for number in 0..<5 {
                    let list = try await store.rules.addWatchlist(title: "List \(number)")
                    _ = try await store.rules.add([(.location, #"{"lat":42.46,"lon":-76.5,"radius_km":5}"#)], to: list)
                }
            },
            { client, _ in
                let line = #"{"lat":42.46,"lon":-76.5}"# + "\n"
                let response = try await client.execute(
                    uri: "/match", method: .post, body: ByteBuffer(string: line + line))
                let answers = try String(buffer: response.body).split(separator: "\n").map {
                    try JSONValue(parsing: String($0))
                }
                #expect(answers.map { $0["line"] } == [1, 1, 1, 1, 2, 2, 2, 2])
                #expect(answers.map { $0["more"] } == [nil, nil, nil, 2, nil, nil, nil, 2])
            })
    }

    @Test func `the answer to one line is made piece by piece`() async throws {
        try await ServerRun.with(
            prepare: { store in
                for number in 0..<700 {
                    let list = try await store.rules.addWatchlist(title: "List \(number)")
                    _ = try await store.rules.add([(.location, #"{"lat":42.46,"lon":-76.5,"radius_km":5}"#)], to: list)
                }
            },
            { _, path in
                let rules = RuleCache.Rules(try await Store(path: path, create: false).rules.all())
                #expect(rules.lists.count == 700)
                let wanted = try #require(rules.lists.randomElement())
                #expect(rules.list(wanted.list.id)?.list.title == wanted.list.title)
                var stream = MatchStream(rules, MatchOptions(), most: 10_000)
                let text = Array((#"{"lat":42.46,"lon":-76.5}"# + "\n").utf8)
                // However much has come, one line is answered at a time, and never more than some matches of it.
                var bytes = (text + text + text.dropLast())[...]
                var (lines, pieces) = (0, 0)
                while !bytes.isEmpty {
                    guard var answer = stream.take(&bytes) else { break }
                    while let piece = try stream.write(&answer) {
                        #expect(piece.count < 256 * 512)
                        lines += piece.count { $0 == UInt8(ascii: "\n") }
                        pieces += 1
                    }
                    #expect(lines % 700 == 0)
                }
                #expect(lines == 1_400 && pieces == 6)
                #expect(stream.finish() != nil)
            })
    }

    @Test func `many sightings stream through, and bad lines are named`() async throws {
        try await Self.with { client, _ in
            let lines = """
                {"lat":42.46,"lon":-76.5,"date":"2026-05-03"}
                {"lat":"x","lon":0}

                not json
                {"lat":99,"lon":0}
                {"lat":0,"lon":0,"species":"Parus major","uncertainty_m":5}
                [1]
                {"lat":0,"lon":0,"scientific_name":"Parus major","padding":"\(String(repeating: "x", count: 70_000))"}
                {"lat":42.47,"lon":-76.5,"date":"2026-05-03T10:00:00Z","species":"Parus major"}
                {"lat":42.47,"lon":-76.5,"date":"2026-05-03/2026-06-02"}
                {"lat":42.47,"lon":-76.5,"date":"2026-05-031"}
                {"lat":42.47,"lon":-76.5,"date":"2026-05-03 or 04"}
                """
            let response = try await client.execute(uri: "/match", method: .post, body: ByteBuffer(string: lines))
            #expect(response.status == .ok)
            #expect(response.headers[.contentType] == "application/x-ndjson")
            let answers = try String(buffer: response.body).split(separator: "\n").map {
                try JSONValue(parsing: String($0))
            }
            let found = answers.filter { $0["error"] == nil }.map {
                "\($0["line"]?.text ?? "") \($0["title"]?.string ?? "")"
            }
            #expect(found == ["1 Spring in Ithaca", "6 Great tits", "9 Spring in Ithaca", "9 Great tits"])
            let bad = answers.filter { $0["error"] != nil }.compactMap { $0["line"]?.text }
            #expect(bad == ["2", "4", "5", "7", "8", "10", "11", "12"])
        }
    }

    @Test func `a watchlist tells what it matches, and how far from its center`() async throws {
        try await Self.with { client, _ in
            let lists = try await client.json("/collections/watchlists/items").body["features"]?.array ?? []
            func path(_ title: String) throws -> String {
                let list = try #require(lists.first { $0["properties"]?["title"] == .string(title) })
                return "/collections/watchlists/items/\(list["id"]?.string ?? "")/matches"
            }
            func distances(_ body: JSONValue) -> [Int] {
                body["features"]?.array?.map { Int($0["properties"]?["distance_m"]?.double ?? -1) } ?? []
            }
            let spring = try path("Spring in Ithaca")
            let seen = try await client.json(spring).body
            #expect(seen["numberMatched"] == 1 && distances(seen) == [0])
            let first = try #require(seen["features"]?.array?.first?["properties"])
            #expect(first["name"] == "Turdus merula" && first["date"] == "2026-05-03")
            #expect(first["certainty"] == "certain" && first["inside_m"] == 5000)
            // The one without a date may have been in May.
            let perhaps = try await client.json(spring + "?unknown=matches").body
            #expect(distances(perhaps) == [0, 4673], "\(distances(perhaps))")
            let certainties = perhaps["features"]?.array?.map { $0["properties"]?["certainty"] }
            #expect(certainties == ["certain", "possible"])
            let places = try await client.json(spring + "?layer=hotspots&unknown=matches&limit=1").body
            #expect(places["numberMatched"] == 2 && places.names == ["Stewart Park"])
            #expect(try await client.json(spring + "?layer=hotspots").body["numberMatched"] == 0)
            #expect(try await client.json(spring + "?species=Parus%20major").body["numberMatched"] == 0)
            #expect(try await client.json(spring + "?since=2026-05-04").body["numberMatched"] == 0)
            // Without a circle there is no distance.
            let tits = try await client.json(try path("Great tits")).body
            #expect(tits["numberMatched"] == 2)
            let anywhere = tits["features"]?.array?.first?["properties"]
            #expect(anywhere?["distance_m"] == .null && anywhere?["bearing_deg"] == .null)
            for (query, name) in [("layer=entries", "layer"), ("limit=0", "limit"), ("unknown=x", "unknown")] {
                let (status, body, _) = try await client.json(spring + "?" + query)
                #expect(status == 400 && body.badParameters == [name], "\(query)")
            }
            #expect(try await client.json("/collections/watchlists/items/x/matches").status == 404)
        }
    }

    @Test func `the uncertainty of a place makes a match only possible`() async throws {
        let rows = "id,species,date,lat,lon,uncertainty_m\nU1,Parus major,2026-05-03,42.49,-76.5,5000\n"
        let prepare = { (store: Store) async throws in
            let list = try await store.rules.addWatchlist(title: "Ithaca")
            _ = try await store.rules.add([(.location, #"{"lat":42.46,"lon":-76.5,"radius_km":5}"#)], to: list)
        }
        try await ServerRun.with(observations: rows, prepare: prepare) { client, _ in
            let lists = try await client.json("/collections/watchlists/items").body["features"]?.array
            let id = try #require(lists?.first?["id"]?.string)
            let found = try await client.json("/collections/watchlists/items/\(id)/matches").body
            #expect(found["features"]?.array?.first?["properties"]?["certainty"] == "possible")
        }
    }

    @Test func `a list that would look at too much is refused`() async throws {
        var limits = ServerLimits.patient
        limits.listedFeatures = 3
        let prepare = { (store: Store) async throws in
            let list = try await store.rules.addWatchlist(title: "Great tits")
            _ = try await store.rules.add([(.species, #"{"scientific_name":"Parus major"}"#)], to: list)
        }
        try await ServerRun.with(limits: limits, prepare: prepare) { client, _ in
            let lists = try await client.json("/collections/watchlists/items").body["features"]?.array
            let id = try #require(lists?.first?["id"]?.string)
            #expect(try await client.json("/collections/watchlists/items/\(id)/matches").status == 400)
        }
    }

    @Test func `a body that is too large is refused`() async throws {
        var limits = ServerLimits.patient
        limits.bodyBytes = 1_000
        try await ServerRun.with(limits: limits) { client, _ in
            let body = ByteBuffer(string: String(repeating: "{\"lat\":1,\"lon\":1}\n", count: 100))
            let response = try await client.execute(uri: "/match", method: .post, body: body)
            #expect(response.status == .contentTooLarge)
        }
    }

    @Test func `watchlists are a collection`() async throws {
        try await Self.with { client, _ in
            let page = try await client.json("/collections/watchlists/items?limit=1").body
            #expect(page["numberMatched"] == 2 && page["numberReturned"] == 1)
            let next = try #require(page["links"]?.array?.first { $0["rel"] == "next" }?["href"]?.string)
            let path = try #require(next.firstRange(of: "/collections").map { String(next[$0.lowerBound...]) })
            let second = try await client.json(path).body
            #expect(second["numberReturned"] == 1)
            let all = (page["features"]?.array ?? []) + (second["features"]?.array ?? [])
            let spring = try #require(all.first { $0["properties"]?["title"] == "Spring in Ithaca" })
            #expect(spring["geometry"]?["coordinates"]?.text == "[-76.5,42.46]")
            #expect(spring["properties"]?["circles"]?.array?.first?["radius_m"] == 5000)
            let id = try #require(spring["id"]?.string)
            let (found, _, _) = try await client.json("/collections/watchlists/items/\(id)")
            let (missing, _, _) = try await client.json("/collections/watchlists/items/x")
            #expect(found == 200 && missing == 404)
            let elsewhere = try await client.json("/collections/watchlists/items?bbox=0,0,1,1").body
            #expect(elsewhere["numberMatched"] == 1, "the one without a place")
        }
    }

    @Test func `watchlists are filtered by what their queryables name`() async throws {
        try await Self.with { client, _ in
            let items = "/collections/watchlists/items"
            func titles(_ question: String) async throws -> [String] {
                try await client.json("\(items)?\(question)").body["features"]?.array?
                    .compactMap { $0["properties"]?["title"]?.string } ?? []
            }
            let all = try await titles("limit=10")
            #expect(all.count == 2 && all.contains("Spring in Ithaca"))
            #expect(try await titles("filter=title%20LIKE%20'Spring%25'") == ["Spring in Ithaca"])
            #expect(try await titles("title=Spring%20in%20Ithaca") == ["Spring in Ithaca"])
            #expect(try await titles("title=Spring") == [])
            let box = "filter=S_INTERSECTS(geometry,POLYGON((-77%2042,-76%2042,-76%2043,-77%2043,-77%2042)))"
            #expect(try await titles(box) == ["Spring in Ithaca"], "The other list has no place.")
            #expect(try await titles("filter=lat%20IS%20NULL") == all.filter { $0 != "Spring in Ithaca" })
            #expect(try await titles("filter=rules%20%3E%3D%201&limit=1").count == 1)
            let wrong = try await client.json("\(items)?filter=colour%3D'red'")
            #expect(wrong.status == 400 && wrong.body.text.contains("colour"), "\(wrong)")
            let columns = try await client.json("/collections/watchlists/queryables").body["properties"]?.object
            #expect(columns?.members.map(\.name) == ["geometry", "title", "rules", "id", "lat", "lon"])
            let links = try await client.json("/collections/watchlists").body["links"]?.array ?? []
            #expect(links.contains { $0["rel"]?.string?.hasSuffix("/queryables") == true })
        }
    }
}
