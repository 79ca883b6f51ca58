import Geoq
import GeoqIndex
import GeoqStore
import HTTPTypes
import Testing

@testable import GeoqServer

/// Lists of an area or of a route.
extension EditTests {
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
}
