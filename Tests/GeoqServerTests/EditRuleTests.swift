import Geoq
import GeoqIndex
import GeoqStore
import HTTPTypes
import TestSupport
import Testing

@testable import GeoqServer

/// What the page changes of a list's place and species.
@Suite struct EditRuleTests {
    private static let lists = "/collections/watchlists/items"
    private static let area = "POLYGON((-76.52 42.45,-76.48 42.45,-76.48 42.47,-76.52 42.47,-76.52 42.45))"
    private static let account = StoredAccount(
        remote: "https://abc.supabase.co", url: "https://abc.supabase.co",
        userID: "0000000a-0000-4000-8000-00000000000a", level: .kit, state: .active)

    private static func withAccount(_ body: @Sendable (TestedServer, Store) async throws -> Void) async throws {
        try await ServerRun.with(
            prepare: { try await $0.account.note(account) },
            { client, path in try await body(client, try Store(path: path, create: false)) })
    }

    private static func made(_ client: TestedServer, _ body: JSONValue) async throws -> String {
        let made = try await EditRequest.send(client, .post, lists, body)
        #expect(made.status == 201, "\(made.body.text)")
        return "\(lists)/\(try #require(made.body["id"]?.string))"
    }

    private static func change(_ client: TestedServer, _ list: String, _ body: JSONValue) async throws {
        let answer = try await EditRequest.send(client, .patch, list, body)
        #expect(answer.status == 200, "\(body.text): \(answer.body.text)")
    }

    /// How many circles, areas and routes a list has, and how many rules.
    private static func places(_ client: TestedServer, _ list: String) async throws -> [Int] {
        let properties = try await client.json(list).body["properties"]
        return ["circles", "areas", "routes"].map { properties?[$0]?.array?.count ?? -1 }
            + [Int(properties?["rules"]?.double ?? -1)]
    }

    private static func matches(_ client: TestedServer, _ place: String, _ more: String = "") async throws -> Int {
        try await client.json("/match?\(place)\(more)").body["matches"]?.array?.count ?? -1
    }

    @Test func `a place becomes another one, of whichever kind, and none when it is taken away`() async throws {
        try await Self.withAccount { client, store in
            let list = try await Self.made(
                client, ["title": "Ducks", "lat": 42.46, "lon": -76.5, "radius_km": 1])
            let (marsh, beyond) = ("lat=42.455&lon=-76.515", "lat=42.6&lon=-76.5")
            #expect(try await Self.places(client, list) == [1, 0, 0, 1])
            #expect(try await Self.matches(client, marsh) == 0)
            try await Self.change(client, list, ["area": .string(Self.area)])
            #expect(try await Self.places(client, list) == [0, 1, 0, 1])
            #expect(try await Self.matches(client, marsh) == 1)
            let kept = try await store.areas.area("Ducks")
            #expect(kept.source == Store.Lists.drawnSource)
            try await Self.change(client, list, ["route": "42.59,-76.6;42.61,-76.4", "within_km": 2])
            #expect(try await Self.places(client, list) == [0, 0, 1, 1])
            #expect(try await Self.matches(client, marsh) == 0)
            #expect(try await Self.matches(client, beyond) == 1)
            // The rule is still the same row: one insert waits, and no deletion.
            let waiting = try await store.outbox.list().map(\.row.table)
            #expect(waiting.count == 2 && Set(waiting) == [.watchlists, .watchlistRules])
            // What was drawn for the list went with its place. By its name an area of the store; with another title at once.
            #expect(try await store.areas.count() == 0)
            _ = try await store.areas.add(
                [NewArea(name: "Ducks", area: kept.area, sourceID: "1")], from: "file", file: "a", format: "wkt")
            try await Self.change(client, list, ["area": "ducks", "title": "Geese"])
            #expect(try await Self.places(client, list) == [0, 1, 0, 1])
            #expect(try await client.json(list).body["properties"]?["title"] == "Geese")
            #expect(try await store.areas.count() == 1)
            // A rule in a row that becomes a circle stays a row.
            try await Self.change(client, list, ["lat": 42.6, "lon": -76.5, "radius_km": 3])
            #expect(try await Self.places(client, list) == [1, 0, 0, 1])
            #expect(try await Self.matches(client, beyond) == 1)
            #expect(try await Self.matches(client, marsh) == 0)
            for none in [["area": nil], ["route": nil], ["lat": nil, "lon": nil, "radius_km": nil]] as [JSONValue] {
                try await Self.change(client, list, ["lat": 42.6, "lon": -76.5, "radius_km": 3])
                try await Self.change(client, list, none)
                #expect(try await Self.places(client, list) == [0, 0, 0, 0], "\(none.text)")
                #expect(try await client.json(list).body["geometry"] == .null)
            }
        }
    }

    @Test func `an area round a pole is drawn with the pole that it holds`() async throws {
        try await Self.withAccount { client, store in
            let cap = "POLYGON((0 80,120 80,-120 80,0 80))"
            let body: JSONValue = ["title": "Arctic", "area": .string(cap)]
            let without = try await EditRequest.send(client, .post, Self.lists, body)
            #expect(without.status == 400 && without.body["detail"]?.string?.contains("pole=north") == true)
            let list = try await Self.made(client, ["title": "Arctic", "area": .string(cap), "pole": "north"])
            #expect(try await store.areas.area("Arctic").area.pole == .north)
            try await Self.change(client, list, ["area": .string(cap), "pole": "south"])
            let square = "POLYGON((0 40,10 40,10 50,0 50,0 40))"
            let mistakes: [JSONValue] = [
                ["pole": "north"], ["area": .string(cap), "pole": "east"], ["area": "Arctic", "pole": "north"],
                ["area": .string(square), "pole": "north"],
            ]
            for bad in mistakes {
                let answer = try await EditRequest.send(client, .patch, list, bad)
                #expect(answer.status == 400 && answer.body.badParameters.contains("pole"), "\(answer.body.text)")
            }
        }
    }

    @Test func `a circle that a rule of its own has is moved, and not doubled`() async throws {
        try await Self.withAccount { client, store in
            let list = try await store.rules.addWatchlist(title: "Owls")
            let here = try Coordinate(strictLatitude: 42.46, longitude: -76.5)
            _ = try await store.rules.add(
                [(kind: .location, parameters: RuleText.location(here, .kilometers(1)))], to: list)
            let path = "\(Self.lists)/\(list)"
            try await Self.change(client, path, ["lat": 42.6, "lon": -76.4, "radius_km": 2.5])
            let circles = try await client.json(path).body["properties"]?["circles"]?.array
            #expect(circles?.count == 1 && circles?.first?["lat"]?.double == 42.6)
            #expect(circles?.first?["radius_m"]?.double == 2_500)
        }
    }

    @Test func `species are changed and taken away, and the place stays`() async throws {
        try await Self.withAccount { client, store in
            let list = try await Self.made(
                client,
                ["title": "Tits", "lat": 42.48, "lon": -76.45, "radius_km": 5, "species": "Parus major"])
            let here = "lat=42.48&lon=-76.45&species="
            #expect(try await Self.matches(client, here, "Parus%20major") == 1)
            try await Self.change(client, list, ["species": "Turdus merula"])
            #expect(try await Self.matches(client, here, "Parus%20major") == 0)
            #expect(try await Self.matches(client, here, "Turdus%20merula") == 1)
            #expect(try await Self.places(client, list) == [1, 0, 0, 2])
            try await Self.change(client, list, ["species": nil])
            #expect(try await Self.matches(client, here, "Parus%20major") == 1)
            #expect(try await Self.places(client, list) == [1, 0, 0, 1])
            // A rule that the list has as a column gives way.
            let row = RowKey(.watchlists, try #require(FeatureID(String(list.dropFirst(Self.lists.count + 1)))))
            try await store.lists.edit(
                row,
                [
                    ColumnValue("species_rule_enabled", .bool(true)),
                    ColumnValue("species_rule_shape_id", .text("owl-like")),
                ])
            try await Self.change(client, list, ["species": "Parus major"])
            #expect(try await Self.places(client, list) == [1, 0, 0, 2])
            #expect(try await Self.matches(client, here, "Parus%20major") == 1)
        }
    }

    @Test func `a new place for a list of several is refused, and a mistake changes nothing`() async throws {
        try await Self.withAccount { client, store in
            let list = try await Self.made(
                client, ["title": "Ducks", "lat": 42.46, "lon": -76.5, "radius_km": 1])
            let id = try #require(FeatureID(String(list.dropFirst(Self.lists.count + 1))))
            let there = try Coordinate(strictLatitude: 42.6, longitude: -76.5)
            _ = try await store.rules.add(
                [(kind: .location, parameters: RuleText.location(there, .kilometers(1)))], to: id)
            let several = try await EditRequest.send(
                client, .patch, list, ["title": "Geese", "area": .string(Self.area)])
            #expect(several.status == 409 && several.body["detail"]?.string?.contains("2 places") == true)
            #expect(try await client.json(list).body["properties"]?["title"] == "Ducks", "Nothing of it is kept.")
            #expect(try await store.areas.count() == 0)
            try await Self.change(client, list, ["title": "Geese"])
            #expect(try await Self.places(client, list) == [2, 0, 0, 2])
            let bad: [(JSONValue, [String])] = [
                (["lat": 42], ["lat"]), (["lat": 42, "lon": nil, "radius_km": 1], ["lat"]),
                (["area": "Marsh"], ["area"]), (["route": "1,2;3,4"], ["within_km"]),
                (["within_km": 1], ["within_km"]), (["species": "Parus nix"], ["species"]),
                (["area": .string(Self.area), "route": "1,2;3,4", "within_km": 1], ["area"]),
                (["title": "", "species": "Parus nix"], ["title", "species"]), (["priority": 1], ["priority"]),
            ]
            for (body, names) in bad {
                let answer = try await EditRequest.send(client, .patch, list, body)
                #expect(answer.status == 400 && answer.body.badParameters == names, "\(body.text): \(answer.body.text)")
            }
            #expect(try await EditRequest.send(client, .patch, list, [:]).status == 400)
            #expect(try await client.json(list).body["properties"]?["title"] == "Geese")
        }
    }
}
