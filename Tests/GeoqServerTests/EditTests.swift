import Foundation
import Geoq
import GeoqFormats
import GeoqStore
import HTTPTypes
import NIOCore
import Testing

@testable import GeoqServer

/// Watchlists and entries that the page makes, changes and deletes, and who may
/// not.
@Suite struct EditTests {
    static let lists = "/collections/watchlists/items"
    static let account = StoredAccount(
        remote: "https://abc.supabase.co", url: "https://abc.supabase.co",
        userID: "0000000a-0000-4000-8000-00000000000a", level: .kit, state: .active)

    static func headers(_ client: TestedServer) async throws -> HTTPFields {
        try await EditRequest.headers(client)
    }

    static func send(
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

    static func withAccount(_ body: @Sendable (TestedServer, String) async throws -> Void) async throws {
        try await ServerRun.with(
            prepare: { store in
                try await store.account.note(account)
                _ = try await store.rules.addWatchlist(title: "Owls")
            }, body)
    }

    static let circle: JSONValue = ["title": "Ducks", "lat": 42.46, "lon": -76.5, "radius_km": 5]

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
