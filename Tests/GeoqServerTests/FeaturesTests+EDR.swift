import Geoq
import Hummingbird
import Testing

@testable import GeoqServer

/// The queries of OGC API – EDR: by radius and by area.
extension FeaturesTests {
    @Test func `a radius as EDR asks for it`() async throws {
        try await ServerRun.with { client, _ in
            let radius = "/collections/hotspots/radius?coords=POINT(-76.5%2042.46)"
            #expect(try await client.json(radius + "&within=5&within-units=km").body.names.count == 2)
            #expect(try await client.json(radius + "&within=2&within-units=mi").body.names == ["Stewart Park"])
            #expect(try await client.json(radius + "&within=0&within-units=m").body.names == ["Stewart Park"])
            let high = radius.replacing("POINT(-76.5%2042.46)", with: "POINT%20Z(-76.5%2042.46%20117)")
            #expect(try await client.json(high + "&within=0&within-units=m").body.names == ["Stewart Park"])
            let bad: [(String, [String])] = [
                ("&within=5", ["within-units"]), ("&within=5&within-units=furlong", ["within-units"]),
                ("&within-units=km", ["within"]), ("&within=-5&within-units=km", ["within"]),
                ("&within=1e8&within-units=km", ["within"]),
            ]
            for (query, names) in bad {
                let (status, body, _) = try await client.json(radius + query)
                #expect(status == 400 && body.badParameters == names, "\(query)")
            }
            for bad in ["POINT(1)", "POINT(200%2010)", "LINESTRING(0%200,1%201)", "POINT%20EMPTY", "1,2"] {
                let (status, body, _) = try await client.json(
                    "/collections/hotspots/radius?within=5&within-units=km&coords=\(bad)")
                #expect(status == 400 && body.badParameters == ["coords"], "\(bad)")
            }
        }
    }

    @Test func `an area as EDR asks for it, and as a condition of every question`() async throws {
        try await ServerRun.with { client, _ in
            // Around Stewart Park; its southern edge goes through the place.
            let square = "POLYGON((-76.51%2042.46,-76.49%2042.46,-76.49%2042.47,-76.51%2042.47,-76.51%2042.46))"
            let area = "/collections/hotspots/area?coords="
            #expect(try await client.json(area + square).body.names == ["Stewart Park"])
            let all = "MULTIPOLYGON(((-180%20-90,180%20-90,180%2090,-180%2090,-180%20-90)))"
            let everything = try await client.json("/collections/hotspots/items").body.names
            #expect(try await client.json(area + all).body.names == everything)
            var (found, next): ([String], String?) = ([], area + all + "&limit=2")
            while let page = next {
                let body = try await client.json(page).body
                found += body.names
                next = body["links"]?.array?.first { $0["rel"] == "next" }?["href"]?.string
                    .map { String($0.dropFirst("http://localhost".count)) }
            }
            #expect(found == everything, "pages together")
            for question in [
                "/collections/hotspots/items?area=", "/near?lat=42.46&lon=-76.5&km=100&area=",
                "/nearest?lat=42.46&lon=-76.5&k=9&area=",
            ] {
                #expect(try await client.json(question + square).body.names == ["Stewart Park"], "\(question)")
            }
            let filter = "/collections/hotspots/items?filter=S_INTERSECTS(geom,\(square))"
            #expect(try await client.json(filter).body.names == ["Stewart Park"])
            let within = filter.replacing("S_INTERSECTS", with: "S_WITHIN")
            #expect(try await client.json(within).body.names == [], "The place is on the edge.")
            let larger = within.replacing("2042.46", with: "2042.45")
            #expect(try await client.json(larger).body.names == ["Stewart Park"])
            let park = try #require(try await client.json(filter).body["features"]?.array?.first?["geometry"])
            let place = (park["coordinates"]?.array ?? []).compactMap(\.double)
            // A corner of this triangle is the place itself.
            let corner = "POLYGON((\(place[0])%20\(place[1]),-70%2040,-70%2041,\(place[0])%20\(place[1])))"
            for (function, names) in [("S_INTERSECTS", ["Stewart Park"]), ("S_WITHIN", [])] {
                let question = "/collections/hotspots/items?filter=\(function)(geom,\(corner))"
                #expect(try await client.json(question).body.names == names, "\(function)")
            }
            let bowTie = "POLYGON((0%200,2%202,2%200,0%202,0%200))"
            for bad in [bowTie, "POLYGON((0%200,1%201))", "POINT(1%202)", "POLYGON((0%200,1%2095,1%201,0%200))", "x"] {
                let (status, body, _) = try await client.json(area + bad)
                #expect(status == 400 && body.badParameters == ["coords"], "\(bad)")
                let words = String(buffer: try await client.get(area + bad).body)
                // Where the text is wrong, or which ring is no boundary.
                let isPlaced = words.contains("at character ") || words.contains("ring 1")
                #expect(isPlaced && !words.contains("filter"), "\(words)")
                let near = try await client.json("/near?lat=42.46&lon=-76.5&km=100&area=" + bad)
                #expect(near.status == 400 && near.body.badParameters == ["area"], "\(bad)")
            }
        }
    }
}
