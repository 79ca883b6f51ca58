import Geoq
import GeoqIndex
import GeoqStore
import NIOCore
import Testing

@testable import GeoqServer

/// Routes over HTTP, and areas of the store by their names.
@Suite struct AlongTests {
    /// Past Stewart Park from the west, and on to the south-east.
    private static let line = "LINESTRING(-76.6%2042.46,-76.4%2042.46)"

    @Test func `a corridor as EDR asks for it`() async throws {
        try await ServerRun.with { client, _ in
            let corridor = "/collections/hotspots/corridor?coords=\(Self.line)"
            let (status, body, _) = try await client.json(corridor + "&corridor-width=10&width-units=km")
            #expect(
                status == 200 && body.names == ["Stewart Park", "Sapsucker Woods"]
                    && body["exactness"]?["set"] == "exact")
            // The whole width: half of it to either side.
            let near = try await client.json("/along?route=\(Self.line)&km=5").body
            #expect(near.names == body.names && near["numberMatched"] == body["numberMatched"])
            for feature in body["features"]?.array ?? [] {
                let properties = feature["properties"]
                let (along, offset) = (properties?["along_m"]?.double, properties?["offset_m"]?.double)
                #expect((along ?? -1) >= 0 && (offset ?? .infinity) <= 5_000)
            }
            let ignored = try await client.json(
                corridor + "&corridor-width=10&width-units=km&corridor-height=3&height-units=m")
            #expect(ignored.body.names == body.names)
            let bad: [(String, [String])] = [
                ("&corridor-width=5", ["width-units"]), ("&width-units=km", ["corridor-width"]),
                ("&corridor-width=5&width-units=furlong", ["width-units"]),
                ("&corridor-width=-5&width-units=km", ["corridor-width"]),
                ("&corridor-width=2001&width-units=km", ["corridor-width"]),
            ]
            for (query, names) in bad {
                let (status, body, _) = try await client.json(corridor + query)
                #expect(status == 400 && body.badParameters == names, "\(query)")
            }
            // Beyond 180 degrees a line goes on, in each form.
            let parts = ["179%20-16.8,-179%20-16.8", "179%20-16.8,181%20-16.8", "-181%20-16.8,-179%20-16.8"]
            for part in parts {
                let question = "corridor-width=10&width-units=km&coords=LINESTRING(\(part))"
                let found = try await client.json("/collections/hotspots/corridor?\(question)").body.names
                #expect(found == ["Taveuni <West>", "Taveuni East"], "\(part)")
                #expect(try await client.json("/along?km=5&route=LINESTRING(\(part))").body.names == found)
            }
            for bad in [
                "POINT(1%202)", "LINESTRING(1%202)", "LINESTRING(1%202,3%2095)", "1,2;3,4", "LINESTRING%20EMPTY",
            ] {
                let (status, body, _) = try await client.json(
                    "/collections/hotspots/corridor?corridor-width=5&width-units=km&coords=\(bad)")
                #expect(status == 400 && body.badParameters == ["coords"], "\(bad)")
            }
            let links = try await client.json("/collections/hotspots").body
            #expect(links["data_queries"]?["corridor"]?["link"]?["variables"]?["query_type"] == "corridor")
        }
    }

    @Test func `along a route, in every form and format, page by page`() async throws {
        try await ServerRun.with { client, _ in
            let all = try await client.json("/along?route=\(Self.line)&km=1000").body
            #expect(all.names == ["Stewart Park", "Sapsucker Woods"])
            let alongs = (all["features"]?.array ?? []).compactMap { $0["properties"]?["along_m"]?.double }
            #expect(alongs == alongs.sorted() && alongs.count == all.names.count)
            let typed = try await client.json("/along?route=42.46,-76.6;42.46,-76.4&km=1000").body
            #expect(typed["features"] == all["features"])
            let json = "%7B%22type%22:%22LineString%22,%22coordinates%22:%5B%5B-76.6,42.46%5D,%5B-76.4,42.46%5D%5D%7D"
            let written = try await client.json("/along?route=\(json)&km=1000").body
            #expect(written["features"] == all["features"])
            let polyline = try await client.json("/along?route=_p~iF~ps%7CU_ulLnnqC_mqNvxq%60@&within=1mi")
            #expect(polyline.status == 200)
            let csv = String(buffer: try await client.get("/along?route=\(Self.line)&km=1000&f=csv").body)
            #expect(csv.hasPrefix("id,name,lat,lon,along_m,offset_m,side"))
            #expect(csv.split(whereSeparator: \.isNewline).count == all.names.count + 1)
            var (found, next): ([String], String?) = ([], "/along?route=\(Self.line)&km=1000&limit=1")
            while let page = next {
                let body = try await client.json(page).body
                found += body.names
                next = body["links"]?.array?.first { $0["rel"] == "next" }?["href"]?.string
                    .map { String($0.dropFirst("http://localhost".count)) }
            }
            #expect(found == all.names, "pages together")
            let bad: [(String, [String])] = [
                ("route=1,2;3,4", ["km"]), ("km=5", ["route"]), ("route=1,2;3,4&km=5&within=5km", ["within"]),
                ("route=1,2;3,4&km=1001", ["km"]), ("route=1,2;3,4&within=1001km", ["within"]),
                ("route=1,2&km=5", ["route"]), ("route=1,2;3,4&km=5&precision=7", ["precision"]),
                ("route=1,2;3,4&km=5&precision=6", ["precision"]),
                ("route=LINESTRING(2%201,4%203)&km=5&precision=5", ["precision"]),
                ("route=0,0;0,90;0,179;0,-90;0,0&km=5", ["route"]),
                ("route=1,2;3,4&km=5&after=5,8f14e45f-ceea-5a17-b1f4-2cbb1c7f0b0a,1", ["after"]),
            ]
            for (query, names) in bad {
                let (status, body, _) = try await client.json("/along?" + query)
                if names == ["after"] {
                    #expect(status == 400, "\(query)")
                } else {
                    #expect(status == 400 && body.badParameters == names, "\(query): \(body.badParameters)")
                }
            }
            let species = try await client.json(
                "/along?route=\(Self.line)&km=100&layer=observations&species=Great%20Tit")
            #expect(species.status == 200)
        }
    }

    @Test func `an area of the store is named`() async throws {
        func prepare(_ store: Store) async throws {
            let ring = try [(42.46, -76.51), (42.46, -76.49), (42.47, -76.49), (42.47, -76.51), (42.46, -76.51)].map {
                try Coordinate(latitude: $0.0, longitude: $0.1)
            }
            let area = try Area([Area.Polygon(outer: ring)])
            _ = try await store.areas.add(
                [NewArea(name: "The Park", kind: nil, area: area, sourceID: "1")], from: "parks", file: "p",
                format: "wkt")
        }
        try await ServerRun.with(prepare: prepare) { client, _ in
            for question in [
                "/collections/hotspots/items?", "/near?lat=42.46&lon=-76.5&km=100&",
                "/nearest?lat=42.46&lon=-76.5&k=9&",
                "/along?route=\(Self.line)&km=100&",
            ] {
                let (status, body, _) = try await client.json(question + "area=the%20park")
                #expect(status == 200 && body.names == ["Stewart Park"], "\(question): \(body.names)")
                let unknown = try await client.json(question + "area=The%20Pork")
                #expect(unknown.status == 400 && unknown.body.badParameters == ["area"], "\(question)")
                let words = String(buffer: try await client.get(question + "area=The%20Pork").body)
                #expect(words.contains("did you mean The Park?"), "\(words)")
            }
            let all = try await client.json("/species?lat=42.46&lon=-76.5&km=1000").body
            let some = try await client.json("/species?lat=42.46&lon=-76.5&km=1000&area=The%20Park").body
            let wkt = "POLYGON((-76.51%2042.46,-76.49%2042.46,-76.49%2042.47,-76.51%2042.47,-76.51%2042.46))"
            let same = try await client.json("/species?lat=42.46&lon=-76.5&km=1000&area=\(wkt)").body
            #expect(some["species"] == same["species"] && some["species"] != all["species"])
        }
    }

    @Test func `the server takes no route longer than its limit`() async throws {
        var limits = ServerLimits.patient
        limits.routeKilometers = 100
        try await ServerRun.with(limits: limits) { client, _ in
            #expect(try await client.json("/along?route=0,0;0.8,0&km=1").status == 200)
            let (status, body, _) = try await client.json("/along?route=0,0;1,0&km=1")
            #expect(status == 400 && body.badParameters == ["route"])
            let words = String(buffer: try await client.get("/along?route=0,0;1,0&km=1").body)
            #expect(words.contains("it is 110 km long; the server takes 100 km at most"), "\(words)")
        }
    }
}
