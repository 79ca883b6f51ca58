import Foundation
import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore
import HTTPTypes
import Testing

@testable import GeoqServer

/// What others changed while a form was open.
extension EditTests {
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
}
