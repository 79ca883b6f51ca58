import Foundation
import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore
import HTTPTypes
import NIOCore
import Testing

@testable import GeoqServer

/// Watchlists and entries that the page makes, changes and deletes, and who may
/// not.
@Suite struct EditTests {
    private static let lists = "/collections/watchlists/items"
    private static let account = StoredAccount(
        remote: "https://abc.supabase.co", url: "https://abc.supabase.co",
        userID: "0000000a-0000-4000-8000-00000000000a", level: .kit, state: .active)

    private static func headers(_ client: TestedServer) async throws -> HTTPFields {
        try await EditRequest.headers(client)
    }

    private static func send(
        _ client: TestedServer, _ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil,
        _ more: HTTPFields = [:]
    ) async throws -> (status: Int, body: JSONValue, headers: HTTPFields) {
        try await EditRequest.send(client, method, path, body, more)
    }

    private static func statuses(_ client: TestedServer) async throws -> [String: String] {
        let rows = try await client.json("/map/edits").body["rows"]?.array ?? []
        return Dictionary(
            rows.compactMap { row in
                row["id"]?.string.flatMap { id in row["status"]?.string.map { (id, $0) } }
            }
        ) { first, _ in first }
    }

    private static func withAccount(_ body: @Sendable (TestedServer, String) async throws -> Void) async throws {
        try await ServerRun.with(
            prepare: { store in
                try await store.account.note(account)
                _ = try await store.rules.addWatchlist(title: "Owls")
            }, body)
    }

    private static let circle: JSONValue = ["title": "Ducks", "lat": 42.46, "lon": -76.5, "radius_km": 5]

    @Test func `what was changed elsewhere while a form was open is not overwritten unseen`() async throws {
        try await Self.withAccount { client, path in
            let made = try await Self.send(client, .post, Self.lists, Self.circle)
            let list = try #require(made.body["id"]?.string)
            let store = try Store(path: path, create: false)
            let birds = Repository(store)
            let id = try #require(FeatureID(list))
            let file = path + ".birds.csv"
            try "common_name,scientific_name\nMallard,Anas platyrhynchos\n"
                .write(toFile: file, atomically: true, encoding: .utf8)
            try await store.imports.run(file, as: .birds)
            let mallard = try await store.lists.bird("Mallard")
            let entry = try await birds.add(
                WatchlistEntry(bird: mallard, on: id, coordinate: try Coordinate(latitude: 42.46, longitude: -76.5)))
            let address = "\(Self.lists)/\(list)/entries/\(entry.id)"
            // The page shows no notes and a place; another device writes notes.
            _ = try await birds.edit(entry) { $0.notes = "theirs" }
            let stale = try await Self.send(client, .patch, address, ["notes": "mine", "was_notes": nil])
            #expect(stale.status == 412)
            #expect(
                stale.body["detail"]?.string?.contains("notes was changed to “theirs” elsewhere") == true, "\(stale)")
            let moved: JSONValue = ["lat": 42.5, "lon": -76.4, "was_lat": 42.46, "was_lon": -76.5]
            #expect(try await Self.send(client, .patch, address, moved).status == 200, "Another member was changed.")
            #expect(try await Self.send(client, .patch, address, ["notes": "mine"]).status == 200, "It is meant.")
            let title: JSONValue = ["title": "Geese", "was_title": "Swans"]
            #expect(try await Self.send(client, .patch, "\(Self.lists)/\(list)", title).status == 412)
            let same: JSONValue = ["title": "Geese", "was_title": "Ducks"]
            #expect(try await Self.send(client, .patch, "\(Self.lists)/\(list)", same).status == 200)
            var entries = birds.entries(of: id).makeAsyncIterator()
            let now = try await entries.next()?.rows.first
            #expect(now?.notes == "mine" && now?.coordinate?.latitude == 42.5)
        }
    }

    @Test func `a list's circle and bird that others changed while a form was open are not overwritten`() async throws {
        try await Self.withAccount { client, path in
            let made = try await Self.send(client, .post, Self.lists, Self.circle)
            let address = "\(Self.lists)/\(try #require(made.body["id"]?.string))"
            func shown() async throws -> JSONObject? { try await client.json(address).body["properties"]?.object }
            func change(_ body: JSONValue) async throws -> (status: Int, detail: String) {
                let answer = try await Self.send(client, .patch, address, body)
                return (answer.status, answer.body["detail"]?.string ?? "")
            }
            let first = try #require(try await shown())
            let (place, species) = (first["place_revision"] ?? nil, first["species_revision"] ?? nil)
            // Another device moves the circle, in columns of the list, and adds a bird, as a row.
            let store = try Store(path: path, create: false)
            let id = try #require(FeatureID(made.body["id"]?.string ?? ""))
            let elsewhere = try Coordinate(latitude: 43, longitude: -77)
            try await store.lists.edit(
                id, [], rules: [.location: .circle(center: elsewhere, radius: .kilometers(2))])
            let stale = try await change(["lat": 42.5, "lon": -76.4, "radius_km": 7.5, "was_place": place])
            #expect(stale.status == 412 && stale.detail.contains("the rule of location was changed"), "\(stale)")
            #expect(try await shown()?["circles"]?.array?.first?["lat"] == 43)
            let none = try await change(["species": nil, "was_species": species])
            #expect(none.status == 200, "It has none, as was shown.")
            try await store.lists.edit(id, [], rules: [.species: .parameters(#"{"shape_id":"duck-like"}"#)])
            #expect(try await change(["species": nil, "was_species": species]).status == 412)
            let title = try await change(["title": "Swans", "was_title": "Ducks"])
            #expect(title.status == 200, "Another member was changed.")
            let both = try await change(["title": "Geese", "was_place": place])
            #expect(both.status == 412, "What was shown of the place counts for each change.")
            let long = try await change(["title": .string(String(repeating: "x", count: 201))])
            #expect(long.status == 400 && !long.detail.contains("empty"), "\(long)")
            // The page tells, reads anew, and the next press is meant.
            let now = try #require(try await shown())
            #expect(now["shapes"] == ["duck-like"])
            let again: JSONValue = [
                "lat": 42.5, "lon": -76.4, "radius_km": 7.5, "species": nil, "was_place": now["place_revision"] ?? nil,
                "was_species": now["species_revision"] ?? nil,
            ]
            #expect(try await change(again).status == 200)
            #expect(try await shown()?["circles"]?.array?.first?["radius_m"] == 7_500)
        }
    }

    @Test func `a list with a circle is made, changed and deleted, and waits to be sent`() async throws {
        try await Self.withAccount { client, path in
            let made = try await Self.send(client, .post, Self.lists, Self.circle)
            let id = try #require(made.body["id"]?.string)
            #expect(made.status == 201 && made.body["status"] == "pendingCreate")
            #expect(made.headers[.location] == "http://localhost\(Self.lists)/\(id)")
            let store = try Store(path: path, create: false)
            let item = try #require(try await store.outbox.list().first { $0.row.id.description == id })
            #expect(item.status == .pendingCreate && item.label == "Ducks")
            // The next request sees it.
            let shown = try await client.json("\(Self.lists)/\(id)").body["properties"]
            #expect(shown?["title"] == "Ducks" && shown?["circles"]?.array?.first?["radius_m"]?.double == 5_000)
            #expect(try await client.json("/match?lat=42.46&lon=-76.5").body["matches"]?.array?.count == 1)
            #expect(try await Self.statuses(client)[id] == "pendingCreate")

            let changed = try await Self.send(
                client, .patch, "\(Self.lists)/\(id)", ["title": "Geese", "lat": 42.5, "lon": -76.4, "radius_km": 7.5])
            #expect(changed.status == 200)
            let after = try await client.json("\(Self.lists)/\(id)").body
            #expect(after["properties"]?["title"] == "Geese")
            #expect(after["geometry"]?["coordinates"]?.array?.compactMap(\.double) == [-76.4, 42.5])
            let none: JSONValue = ["lat": nil, "lon": nil, "radius_km": nil]
            #expect(try await Self.send(client, .patch, "\(Self.lists)/\(id)", none).status == 200)
            #expect(try await client.json("\(Self.lists)/\(id)").body["geometry"] == .null)

            #expect(try await Self.send(client, .delete, "\(Self.lists)/\(id)").status == 204)
            #expect(try await client.json("\(Self.lists)/\(id)").status == 404)
            #expect(try await Self.send(client, .delete, "\(Self.lists)/\(id)").status == 404)
            // Neither was ever sent.
            #expect(try await store.outbox.list().map(\.label) == ["Owls"])
        }
    }

    @Test func `while a logout is unfinished nothing is changed, and the page is told why`() async throws {
        try await Self.withAccount { client, path in
            let store = try Store(path: path, create: false)
            #expect(try await store.account.leave(Self.account, knowing: nil))
            let answer = try await Self.send(client, .post, Self.lists, Self.circle)
            #expect(answer.status == 409, "\(answer.body.text)")
            #expect(answer.body["detail"]?.string?.contains("A logout has begun") == true)
        }
    }

    @Test func `an entry is made, changed and deleted`() async throws {
        try await ServerRun.with(
            prepare: { store in
                try await store.account.note(Self.account)
                let folder = store.path + ".birds.csv"
                try "scientific_name,common_name\nTurdus merula,Blackbird\nParus major,Great Tit\n".write(
                    toFile: folder, atomically: true, encoding: .utf8)
                try await store.imports.run(folder, as: .birds)
            },
            { client, _ in
                let list = try #require(
                    try await Self.send(client, .post, Self.lists, ["title": "Ducks"]).body["id"]?.string)
                let path = "\(Self.lists)/\(list)/entries"
                let made = try await Self.send(
                    client, .post, path,
                    [
                        "species": "blackbird", "lat": 42.47, "lon": -76.49, "observed": "2026-05-03T16:00:00Z",
                        "notes": "<b>",
                    ])
                let id = try #require(made.body["id"]?.string)
                #expect(made.status == 201 && made.body["status"] == "pendingCreate")
                let shown = try await client.json(path).body
                #expect(shown["editable"] == true && shown["numberMatched"] == 1)
                let entry = shown["features"]?.array?.first
                #expect(entry?["properties"]?["scientific_name"] == "Turdus merula")
                #expect(entry?["properties"]?["notes"] == "<b>" && entry?["properties"]?["status"] == "pendingCreate")
                #expect(entry?["geometry"]?["coordinates"]?.array?.compactMap(\.double) == [-76.49, 42.47])
                // An entry that was seen is a sighting.
                let near = try await client.json("/near?lat=42.47&lon=-76.49&km=0.1&layer=observations").body
                #expect(near["numberMatched"] == 1)

                let changed = try await Self.send(
                    client, .patch, "\(path)/\(id)",
                    ["species": "Parus major", "observed": nil, "planned_from": "2027-05-01"])
                #expect(changed.status == 200)
                let planned = try await client.json(path).body["features"]?.array?.first?["properties"]
                #expect(planned?["common_name"] == "Great Tit" && planned?["observed"] == .null)
                #expect(planned?["planned_from"] == "2027-05-01T00:00:00Z")
                // Of another list it is none.
                let other = try #require(
                    try await Self.send(client, .post, Self.lists, ["title": "Geese"]).body["id"]?.string)
                #expect(try await Self.send(client, .delete, "\(Self.lists)/\(other)/entries/\(id)").status == 404)
                #expect(try await Self.send(client, .delete, "\(path)/\(id)").status == 204)
                #expect(try await client.json(path).body["numberMatched"] == 0)

                let birds = try await client.json("/map/birds?name=TIT").body["birds"]?.array
                #expect(birds?.compactMap { $0["common_name"]?.string } == ["Great Tit"])
            })
    }

    @Test func `a list of an area that is drawn, and of a route`() async throws {
        try await Self.withAccount { client, path in
            let area = "POLYGON((-76.52 42.45,-76.48 42.45,-76.48 42.47,-76.52 42.47,-76.52 42.45))"
            let marsh = try await Self.send(client, .post, Self.lists, ["title": "Marsh", "area": .string(area)])
            let id = try #require(marsh.body["id"]?.string)
            let store = try Store(path: path, create: false)
            let kept = try await store.areas.area("Marsh")
            #expect(kept.source == Store.Lists.drawnSource && kept.area.positionCount == 5)
            let properties = try await client.json("\(Self.lists)/\(id)").body["properties"]
            #expect(properties?["areas"]?.array?.first?["area"]?.string == kept.id.description)
            #expect(try await client.json("/match?lat=42.46&lon=-76.5").body["matches"]?.array?.count == 1)
            #expect(try await client.json("/match?lat=42.48&lon=-76.5").body["matches"]?.array?.isEmpty == true)
            let places = try await client.json("\(Self.lists)/\(id)/places").body["features"]?.array
            #expect(places?.first?["geometry"]?["type"] == "MultiPolygon")
            // By its name the same area serves another list.
            #expect(try await Self.send(client, .post, Self.lists, ["title": "Too", "area": "marsh"]).status == 201)
            #expect(try await store.areas.count() == 1)

            let way: JSONValue = ["title": "Way", "route": "42.44,-76.6;42.44,-76.4", "within_km": 2]
            let route = try #require(try await Self.send(client, .post, Self.lists, way).body["id"]?.string)
            let line = try await client.json("\(Self.lists)/\(route)/places").body["features"]?.array?.first
            #expect(
                line?["properties"]?["within_m"]?.double == 2_000 && line?["geometry"]?["type"] == "MultiLineString")

            // What is no boundary is refused, and then nothing is kept.
            let before = try await store.outbox.list().count
            let crossed = "POLYGON((0 0,1 1,1 0,0 1,0 0))"
            let refused = try await Self.send(client, .post, Self.lists, ["title": "Bow", "area": .string(crossed)])
            #expect(refused.status == 400 && refused.body.badParameters == ["area"])
            #expect(refused.body["detail"]?.string?.hasPrefix("area: polygon 1, ring 1 crosses itself") == true)
            #expect(try await store.outbox.list().count == before)
            #expect(try await store.areas.count() == 1)
        }
    }

    @Test func `an area of a list is cut at 180 degrees, and is there uncut as well`() async throws {
        try await Self.withAccount { client, _ in
            let area = "POLYGON((170 50,-170 50,-170 60,170 60,170 50))"
            let made = try await Self.send(client, .post, Self.lists, ["title": "Strait", "area": .string(area)])
            let id = try #require(made.body["id"]?.string)
            let place = try await client.json("\(Self.lists)/\(id)/places").body["features"]?.array?.first
            let pieces = place?["geometry"]?["coordinates"]?.array?.compactMap { $0.array?.first?.array } ?? []
            let longitudes = pieces.map { Set($0.compactMap { $0.array?.first?.double }) }
            #expect(longitudes == [[170, 180], [-180, -170]] || longitudes == [[-180, -170], [170, 180]])
            #expect(place?["uncut"]?["type"] == "MultiPolygon")
            #expect(place?["uncut"]?["coordinates"]?.array?.count == 1 && place?["properties"]?["pole"] == .null)
            // One that is not across has no such member.
            let plain = "POLYGON((160 50,170 50,170 60,160 50))"
            let other = try await Self.send(client, .post, Self.lists, ["title": "Coast", "area": .string(plain)])
            let path = "\(Self.lists)/\(try #require(other.body["id"]?.string))/places"
            let coast = try await client.json(path).body["features"]?.array?.first
            #expect(coast?["geometry"]?["coordinates"]?.array?.count == 1 && coast?["uncut"] == nil)
        }
    }

    @Test func `a route of a list is cut at 180 degrees, and is there uncut as well`() async throws {
        try await Self.withAccount { client, _ in
            let way: JSONValue = ["title": "Ferry", "route": "-17,179;-17,-179;-16,-178", "within_km": 2]
            let id = try #require(try await Self.send(client, .post, Self.lists, way).body["id"]?.string)
            let place = try await client.json("\(Self.lists)/\(id)/places").body["features"]?.array?.first
            #expect(place?["geometry"]?["type"] == "MultiLineString")
            let lines = place?["geometry"]?["coordinates"]?.array?.compactMap(\.array) ?? []
            let longitudes = lines.map { $0.compactMap { $0.array?.first?.double } }
            #expect(longitudes == [[179, 180], [-180, -179, -178]])
            #expect(lines.first?.last?.array?.last == lines.last?.first?.array?.last)
            #expect(place?["uncut"]?["type"] == "MultiLineString")
            #expect(place?["uncut"]?["coordinates"]?.array?.map { $0.array?.count } == [3])
            // One that is not across has no such member.
            let plain: JSONValue = ["title": "Way", "route": "-17,178;-17,179", "within_km": 2]
            let other = try #require(try await Self.send(client, .post, Self.lists, plain).body["id"]?.string)
            let coast = try await client.json("\(Self.lists)/\(other)/places").body["features"]?.array?.first
            #expect(coast?["geometry"]?["coordinates"]?.array?.count == 1 && coast?["uncut"] == nil)
        }
    }

    @Test func `every mistake of a body is named, and nothing is kept`() async throws {
        try await Self.withAccount { client, path in
            let bad: [(JSONValue, [String])] = [
                ([:], ["title"]), (["title": ""], ["title"]), (["title": 7], ["title"]),
                (["title": "a\u{0}b"], ["title"]),
                (["title": .string(String(repeating: "a", count: 201))], ["title"]),
                (["titel": "x", "title": "x"], ["titel"]), (["title": "x", "lat": 42], ["lat"]),
                (["title": "x", "lat": 91, "lon": 0, "radius_km": 1], ["lat"]),
                (["title": "x", "lat": 9, "lon": 0, "radius_km": 0], ["radius_km"]),
                (["title": "x", "lat": "9", "lon": 0, "radius_km": 1], ["lat"]),
                (["title": "x", "lat": 9, "lon": 0, "radius_km": 1, "area": "Marsh"], ["area"]),
                (["title": "x", "area": "Marsh"], ["area"]), (["title": "x", "route": "1,2;3,4"], ["within_km"]),
                (["title": "x", "route": "1,2", "within_km": 1], ["route"]),
                (["title": "x", "within_km": 1], ["within_km"]), (["title": "x", "species": "Parus nix"], ["species"]),
            ]
            for (body, names) in bad {
                let answer = try await Self.send(client, .post, Self.lists, body)
                #expect(answer.status == 400 && answer.body.badParameters == names, "\(body.text): \(answer.body.text)")
            }
            for body in [JSONValue.array([]), "x", nil] {
                #expect(try await Self.send(client, .post, Self.lists, body).status == 400)
            }
            let twice = try await client.execute(
                uri: Self.lists, method: .post, headers: try await Self.headers(client),
                body: ByteBuffer(string: #"{"title":"a","title":"b"}"#))
            #expect(twice.status.code == 400)
            let nowhere = "\(Self.lists)/0000000c-0000-4000-8000-00000000000c"
            #expect(try await Self.send(client, .patch, nowhere, ["title": "x"]).status == 404)
            #expect(try await Self.send(client, .patch, "\(Self.lists)/x", ["title": "x"]).status == 404)
            let store = try Store(path: path, create: false)
            #expect(try await store.outbox.list().map(\.label) == ["Owls"])
        }
    }

    @Test func `only the server's own page may change the store`() async throws {
        try await Self.withAccount { client, path in
            let fetchSite = try #require(HTTPField.Name("Sec-Fetch-Site"))
            let strangers: [HTTPFields] = [
                [.origin: "http://evil.example"], [.origin: "http://localhost.evil.example"],
                [.origin: "https://localhost"], [.origin: "null"], [fetchSite: "cross-site"],
                [fetchSite: "same-site"], [EditAccess.header: ""],
                [EditAccess.header: String(repeating: "0", count: 64)], [.forwarded: "for=10.0.0.1"],
                [.xForwardedFor: "10.0.0.1"], [.via: "1.1 proxy"],
            ]
            for headers in strangers {
                for (method, end) in [(HTTPRequest.Method.post, ""), (.patch, "/x"), (.delete, "/x")] {
                    let answer = try await Self.send(client, method, Self.lists + end, Self.circle, headers)
                    #expect(answer.status == 403, "\(method) \(headers)")
                }
            }
            // A form of another page can be sent without asking the server first: as text.
            for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""] {
                #expect(try await Self.send(client, .post, Self.lists, Self.circle, [.contentType: type]).status == 415)
            }
            var bare = try await Self.headers(client)
            bare[.origin] = nil
            let sent = try await client.execute(
                uri: Self.lists, method: .post, headers: bare, body: ByteBuffer(string: Self.circle.text))
            #expect(sent.status.code == 403)
            // The token is the page's alone.
            for headers in [[.origin: "http://evil.example"], [fetchSite: "cross-site"]] as [HTTPFields] {
                #expect(try await client.json("/map/edits", headers: headers).body["token"] == .null)
            }
            let own = try await client.json("/map/edits", headers: [fetchSite: "same-origin"])
            #expect(own.body["token"]?.string?.count == 64 && own.headers[.cacheControl] == "no-store")
            let store = try Store(path: path, create: false)
            #expect(try await store.outbox.list().map(\.label) == ["Owls"])
        }
    }

    @Test func `pages that may read may not write`() async throws {
        try await ServerRun.with(allowedOrigin: "*") { client, _ in
            let asked = try await client.execute(
                uri: Self.lists, method: .options, headers: [.origin: "http://a.example"])
            #expect(asked.headers[.accessControlAllowMethods] == "GET, HEAD, OPTIONS")
            #expect(asked.headers[.allow] == "GET, HEAD, POST, OPTIONS")
            #expect(asked.headers[.accessControlAllowHeaders]?.contains("Geoq-Edit-Token") == false)
            let answer = try await Self.send(client, .post, Self.lists, Self.circle, [.origin: "http://a.example"])
            #expect(answer.status == 403)
        }
    }

    @Test func `a body that is too long is refused, told or not`() async throws {
        var limits = ServerLimits.patient
        limits.editBytes = 1_000
        try await ServerRun.with(.live, limits: limits) { client, _ in
            let long: JSONValue = ["title": .string(String(repeating: "a", count: 2_000))]
            #expect(try await Self.send(client, .post, Self.lists, long).status == 413)
            let token = try #require(try await client.json("/map/edits").body["token"]?.string)
            let raw = try RawHTTP(port: try #require(client.port))
            defer { raw.close() }
            await raw.send(
                "POST \(Self.lists) HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nGeoq-Edit-Token: \(token)\r\n"
                    + "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n7d0\r\n"
                    + String(repeating: " ", count: 2_000) + "\r\n0\r\n\r\n")
            // The connection stays open behind the answer.
            var answer = ""
            while !answer.contains("\r\n\r\n"), let more = await raw.receive() { answer += more }
            #expect(answer.hasPrefix("HTTP/1.1 413"), "\(answer.prefix(200))")
            #expect(try await Self.send(client, .post, Self.lists, ["title": "Short"]).status == 201)
        }
    }

    @Test func `a server that others can reach takes no changes, unless it was told to`() async throws {
        let settings: [(String, Bool, @Sendable (inout ServerConfiguration) -> Void)] = [
            ("public", false, { $0.isPublic = true }), ("read only", false, { $0.takesEdits = false }),
            ("base URL", false, { $0.baseURL = "http://localhost" }),
            ("proxy", false, { $0.trustedProxies = ["10.0.0.1"] }),
            ("host", false, { ($0.host, $0.isPublic) = ("0.0.0.0", true) }),
            ("public, told", true, { ($0.isPublic, $0.takesEdits) = (true, true) }),
        ]
        for (name, isTaken, configure) in settings {
            try await ServerRun.with(configure: configure) { client, path in
                let state = try await client.json("/map/edits").body
                #expect(state["allowed"] == .bool(isTaken) && (state["token"] == .null) == !isTaken, "\(name)")
                let answer = try await Self.send(client, .post, Self.lists, Self.circle)
                #expect(answer.status == (isTaken ? 201 : 403), "\(name)")
                let lists = try await Store(path: path, create: false).rules.all().watchlists
                #expect(lists.isEmpty == !isTaken, "\(name)")
            }
        }
    }

    @Test func `where a token is asked for, changes need it, too`() async throws {
        let token = "right-token-of-24-bytes"
        try await ServerRun.with(token: token) { client, _ in
            let bearer: HTTPFields = [.authorization: "Bearer \(token)"]
            let own = try #require(try await client.json("/map/edits", headers: bearer).body["token"]?.string)
            let page: HTTPFields = [EditAccess.header: own]
            #expect(try await Self.send(client, .post, Self.lists, Self.circle, page).status == 401)
            var both = page
            both[.authorization] = "Bearer \(token)"
            #expect(try await Self.send(client, .post, Self.lists, Self.circle, both).status == 201)
        }
    }

    @Test func `a guest's lists are kept, and wait once a user has logged in`() async throws {
        try await ServerRun.with { client, path in
            let made = try await Self.send(client, .post, Self.lists, Self.circle)
            #expect(made.status == 201 && made.body["status"] == "pendingOwner")
            let state = try await client.json("/map/edits").body
            #expect(state["project"] == .null && state["pending"] == 0)
            try await Store(path: path, create: false).account.note(Self.account)
            let adopted = try await client.json("/map/edits").body
            #expect(adopted["project"] == "https://abc.supabase.co" && adopted["pending"] == 1)
        }
    }

    @Test func `the API tells of all of it`() async throws {
        try await ServerRun.with { client, _ in
            let paths = try await client.json("/api").body["paths"]
            let add = paths?[Self.lists]?["post"]
            let schema = add?["requestBody"]?["content"]?["application/json"]?["schema"]
            #expect(schema?["required"]?.array?.compactMap(\.string) == ["title"])
            #expect(schema?["properties"]?["radius_km"]?["minimum"]?.double == 0.001)
            #expect(schema?["additionalProperties"] == false)
            let answers = Set(add?["responses"]?.object?.members.map(\.name) ?? [])
            #expect(answers.isSuperset(of: ["201", "403", "413", "415"]))
            let entry = paths?[Self.lists + "/{featureId}/entries/{entryId}"]
            #expect(entry?["patch"] != nil && entry?["delete"]?["responses"]?["204"] != nil)
            #expect(paths?["/map/edits"]?["get"] != nil && paths?["/map/birds"]?["get"] != nil)
        }
    }
}
