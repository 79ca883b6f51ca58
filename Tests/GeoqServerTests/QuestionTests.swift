import Foundation
import Geoq
import GeoqFormats
import GeoqServer
import GeoqStore
import HTTPTypes
import Hummingbird
import Testing

/// geoq's own questions over HTTP.
@Suite struct QuestionTests {
    @Test func `near gives hits in order, as exact as the library`() async throws {
        try await ServerRun.with { client, path in
            let (status, body, headers) = try await client.json("/near?lat=42.46&lon=-76.5&km=10")
            #expect(status == 200)
            #expect(headers[.contentType] == "application/geo+json")
            #expect(body.names == ["Stewart Park", "Sapsucker Woods"])
            #expect(body["numberMatched"] == 2 && body["numberReturned"] == 2)
            #expect(body["exactness"]?["set"] == "exact")
            let center = try Coordinate(latitude: 42.46, longitude: -76.5)
            let other = try Coordinate(latitude: 42.48, longitude: -76.45)
            let way = Geodesic.inverse(from: center, to: other)
            let properties = body["features"]?.array?.last?["properties"]
            #expect(properties?["distance_m"]?.double == (way.distance.meters * 1e6).rounded() / 1e6)
            let bearing = try #require(properties?["bearing_deg"]?.double)
            #expect(abs(bearing - way.initialBearing) <= 5e-7)
            #expect(body["snapshot"]?.double == Double(try await Store(path: path).snapshot().version))
        }
    }

    @Test func `the date line and the poles are ordinary places`() async throws {
        try await ServerRun.with { client, _ in
            func names(_ uri: String) async throws -> [String] { try await client.json(uri).body.names }
            #expect(try await names("/near?lat=-16.8&lon=180&km=20").count == 2)
            #expect(try await names("/near?lat=-16.8&lon=-180&km=20").count == 2)
            #expect(try await names("/near?lat=90&lon=0&km=900") == ["Alert"])
            #expect(try await names("/nearest?lat=-16.8&lon=180.1&k=1") == ["Taveuni East"])
            let (status, _, _) = try await client.json("/nearest?lat=-16.8&lon=540.1&k=1")
            #expect(status == 400)
        }
    }

    @Test func `pages follow each other and give each hit once`() async throws {
        try await ServerRun.with { client, _ in
            var names: [String] = []
            var address: String? = "/near?lat=0&lon=0&km=30000&limit=2"
            while let next = address {
                let body = try await client.json(next).body
                #expect(body["numberMatched"] == 5)
                names += body.names
                let links = body["links"]?.array ?? []
                address = links.first { $0["rel"] == "next" }?["href"]?.string
                    .map { String($0.dropFirst("http://localhost".count)) }
            }
            #expect(names.count == 5 && Set(names).count == 5)
        }
    }

    @Test func `every bad parameter is named with its value and range`() async throws {
        try await ServerRun.with { client, _ in
            let bad: [(String, [String])] = [
                ("/near", ["lat", "lon", "km"]),
                ("/near?lat=90.1&lon=0&km=1", ["lat"]),
                ("/near?lat=nan&lon=inf&km=0x10", ["lat", "lon", "km"]),
                ("/near?lat=1&lon=1&km=-1", ["km"]),
                ("/near?lat=1&lon=1&km=1&within=1mi", ["within"]),
                ("/near?lat=1&lon=1&within=5", ["within"]),
                ("/near?lat=1&lon=1&km=1&lat=2", ["lat"]),
                ("/near?lat=1&lon=1&km=1&layer=birds", ["layer"]),
                ("/near?lat=1&lon=1&km=1&limit=0", ["limit"]),
                ("/near?lat=1&lon=1&km=1&limit=+1", ["limit"]), ("/near?lat=1&lon=1&km=1&limit=1.0", ["limit"]),
                ("/near?lat=1&lon=1&km=1&after=x", ["after"]),
                ("/near?lat=1&lon=1&km=1&fields=weight", ["fields"]),
                ("/near?lat=1&lon=1&km=1&species=Parus", ["species"]),
                ("/near?lat=1&lon=1&km=1&layer=observations&since=2026-02-30", ["since"]),
                ("/near?lat=1&lon=1&km=1&layer=observations&since=2026-02-02&until=2026-02-01", ["until"]),
                ("/near?lat=1&lon=1&km=1&filter=weight%3D3", ["filter"]),
                ("/near?lat=1&lon=1&km=1&latt=3", ["latt"]),
                ("/near?lat=%ff&lon=1&km=1", ["lat", "lat"]),
                ("/nearest?lat=1&lon=1&k=0", ["k"]),
                ("/nearest?lat=1&lon=1&k=1.5", ["k"]),
                ("/nearest?lat=1&lon=1&k=99999999999999999999", ["k"]),
                ("/species?lat=1&lon=1&km=", ["km"]),
                ("/species?lat=1&lon=1&km=1&since=2026-02-02&until=2026-02-01", ["until"]),
                ("/find?name=%20", ["name"]),
                // Without the condition the answer would have all rows.
                ("/near?lat=1&lon=1&km=1&layer=observations&species=", ["species"]),
                ("/near?lat=1&lon=1&km=1&filter=", ["filter"]), ("/match?lat=1&lon=1&species=", ["species"]),
                // Blanks are no name, and a record without one has as much.
                ("/near?lat=1&lon=1&km=1&layer=observations&species=%20", ["species"]),
                ("/match?lat=1&lon=1&species=%20%09", ["species"]),
                (
                    "/near?lat=1&lon=1&km=1&layer=observations&species=\(String(repeating: "x", count: 1001))",
                    ["species"]
                ),
                ("/find?name=\(String(repeating: "x", count: 1001))", ["name"]),
                ("/collections/hotspots/items?name=&lat=", ["lat", "name"]),
                ("/near?lat=1&lon=1&km=1&f=xml", ["f"]),
            ]
            for (uri, names) in bad {
                let (status, body, headers) = try await client.json(uri)
                #expect(status == 400, "\(uri)")
                #expect(headers[.contentType] == "application/problem+json", "\(uri)")
                #expect(body.badParameters == names, "\(uri): \(body.text)")
                for error in body["errors"]?.array ?? [] { #expect(error["expected"]?.string?.isEmpty == false) }
            }
            for (filter, words) in [("name%3D", "filter: column "), ("nam%3D'x'", "filter: no column ")] {
                let detail = try await client.json("/near?lat=1&lon=1&km=1&filter=\(filter)").body["detail"]?.string
                #expect(detail?.hasPrefix(words) == true, "\(detail ?? "")")
            }
            let body = try await client.json("/near?lat=91&lon=0&km=1").body
            #expect(body["errors"]?.array?.first?["value"] == "91")
            #expect(body["errors"]?.array?.first?["expected"] == "a number of degrees from -90 to 90")
            #expect(body["status"] == 400 && body["title"] == "Bad Request")
        }
    }

    @Test func `edge values are answered`() async throws {
        try await ServerRun.with { client, _ in
            for uri in [
                "/near?lat=90&lon=360&km=0", "/near?lat=-90&lon=-360&km=100000", "/near?lat=1&lon=1&km=1&limit=10000",
                "/near?lat=%2B42.46&lon=-7.65e1&within=0m", "/nearest?lat=0&lon=0&k=10000",
                "/near?lat=1&lon=1&km=1&layer=observations&since=0001-01-01&until=9999-12-31",
            ] {
                let response = try await client.get(uri)
                #expect(response.status == .ok, "\(uri)")
            }
            #expect(try await client.json("/near?lat=42.46&lon=-76.5&km=0").body.names == ["Stewart Park"])
        }
    }

    @Test func `filters work inside the search, and columns can be added`() async throws {
        try await ServerRun.with { client, _ in
            let near = "/near?lat=42.46&lon=-76.5&km=10&layer=observations"
            #expect(try await client.json(near).body["numberMatched"] == 4)
            #expect(try await client.json(near + "&species=turdus%20MERULA").body["numberMatched"] == 2)
            #expect(try await client.json(near + "&since=2026-06-01").body["numberMatched"] == 1)
            #expect(try await client.json(near + "&filter=count+%3E+1").body["numberMatched"] == 1)
            let body = try await client.json(
                "/nearest?lat=42.46&lon=-76.5&k=1&filter=locality+LIKE+'FJ%25'&fields=locality"
            ).body
            #expect(body.names.count == 1)
            #expect(body["features"]?.array?.first?["properties"]?["locality"]?.string?.hasPrefix("FJ") == true)
            let nearest = "/nearest?lat=42.46&lon=-76.5&k=1"
            let (bare, none) = (try await client.json(nearest), try await client.json(nearest + "&fields=none"))
            #expect(none.status == 200 && none.body["features"] == bare.body["features"])
            let twice = String(buffer: try await client.get(nearest + "&fields=locality,source,locality").body)
            #expect(twice.components(separatedBy: "\"locality\":").count == 2, "\(twice)")
            let unknown = try await client.json(nearest + "&fields=localty").body
            #expect(unknown.badParameters == ["fields"])
            #expect(unknown.text.contains("there is no column localty; did you mean locality? columns: "))
        }
    }

    @Test func `a place without sharpness says so, and a place at the center has no bearing`() async throws {
        let observations = """
            id,species,date,lat,lon,uncertainty_m,withheld
            O1,Turdus merula,2026-05-03,42.46,-76.5,,
            O2,Spheniscus mendiculus,2026-06-03,42.47,-76.5,62500,coordinates

            """
        try await ServerRun.with(observations: observations) { client, _ in
            for question in ["/near?lat=42.46&lon=-76.5&km=10", "/nearest?lat=42.46&lon=-76.5&k=2"] {
                for fields in ["", "&fields=date"] {
                    let body = try await client.json(question + "&layer=observations" + fields).body
                    let hits = (body["features"]?.array ?? []).compactMap { $0["properties"]?.object }
                    #expect(hits.count == 2)
                    #expect(hits.first?["uncertainty_m"] == nil && hits.first?["withheld"] == nil)
                    #expect(hits.first?["distance_m"]?.double == 0 && hits.first?["bearing_deg"] == .null)
                    #expect(hits.last?["uncertainty_m"]?.double == 62_500)
                    #expect(hits.last?["withheld"] == .string("coordinates"))
                }
            }
        }
    }

    @Test func `an interval leaves out what certainly is of another time`() async throws {
        let prepare = { (store: Store) async throws in
            let file = URL(filePath: store.path).deletingLastPathComponent().appending(path: "lists.json").path
            let lists = """
                {"title":"A","entries":[
                 {"lat":42.48,"lon":-76.45,"observation_date":"2026-05-04T03:30:00Z"},
                 {"lat":42.49,"lon":-76.45,"observation_date":"2026-06-03"},{"lat":42.5,"lon":-76.45}]}
                """
            try lists.write(toFile: file, atomically: true, encoding: .utf8)
            try await store.imports.run(file, as: .watchlists)
        }
        try await ServerRun.with(prepare: prepare) { client, _ in
            func count(_ question: String) async throws -> JSONValue? {
                let (status, body, _) = try await client.json(question)
                #expect(status == 200, "\(question): \(body.text)")
                return body["numberReturned"]
            }
            // The day of an entry is the one at its place; what is only planned has none, and may be of any.
            let entries = "/near?lat=42.48&lon=-76.45&km=20&layer=entries"
            #expect(try await count(entries) == 3)
            #expect(try await count(entries + "&datetime=2026-05-04") == 1)
            #expect(try await count(entries + "&datetime=2026-05-03") == 2)
            #expect(try await count(entries + "&datetime=2026-05-04/..") == 2)
            #expect(try await count(entries + "&datetime=../2026-06-02&filter=date%20IS%20NOT%20NULL") == 1)
            #expect(try await count(entries + "&since=2026-05-04") == 1, "certainly seen since")
            #expect(try await count("/nearest?lat=42.48&lon=-76.45&k=9&layer=entries&datetime=2026-06-03") == 2)
            let sightings = "/near?lat=42.46&lon=-76.5&km=10&layer=observations"
            #expect(try await count(sightings + "&datetime=2026-05-03") == 3, "an entry among them")
            // Places have no time, and match.
            #expect(try await count("/near?lat=42.46&lon=-76.5&km=10&datetime=1900-01-01") == 2)
            let (status, body, _) = try await client.json(entries + "&datetime=2026-02-30")
            #expect(status == 400 && body.badParameters == ["datetime"])
        }
    }

    @Test func `the same hits in every format`() async throws {
        try await ServerRun.with { client, _ in
            let uri = "/near?lat=42.46&lon=-76.5&km=10&f="
            let types = [
                "geojson": "application/geo+json", "geojsonseq": "application/geo+json-seq",
                "csv": "text/csv; charset=utf-8", "ndjson": "application/x-ndjson", "ids": "text/plain; charset=utf-8",
            ]
            for (word, type) in types {
                let response = try await client.get(uri + word)
                #expect(response.headers[.contentType] == type)
                let text = String(buffer: response.body)
                let expected = word == "ids" ? 2 : text.components(separatedBy: "Sapsucker Woods").count
                #expect(expected == 2, "\(text)")
                let byAccept = try await client.get(
                    "/near?lat=42.46&lon=-76.5&km=10", headers: [.accept: String(type.prefix { $0 != ";" })])
                #expect(byAccept.headers[.contentType] == type)
            }
            #expect(try await client.get(uri + "csv").body == client.get(uri + "csv").body)
            let refused = try await client.get("/near?lat=1&lon=1&km=1", headers: [.accept: "image/png"])
            #expect(refused.status == .notAcceptable)
        }
    }

    @Test func `species are counted with their last day`() async throws {
        try await ServerRun.with { client, _ in
            let body = try await client.json("/species?lat=42.46&lon=-76.5&km=10").body
            let first = body["species"]?.array?.first
            #expect(body["numberReturned"] == 2)
            #expect(first?["observations"] == 2)
            let csv = String(buffer: try await client.get("/species?lat=42.46&lon=-76.5&km=10&f=csv").body)
            #expect(csv.hasPrefix("common_name,scientific_name,observations,last_seen"))
            #expect(csv.contains("2026-06-03"))
            let none = String(buffer: try await client.get("/species?lat=-60&lon=9&km=1&f=csv").body)
            let header =
                "common_name,scientific_name,observations,last_seen,last_seen_from,last_seen_precision,nearest_m"
            #expect(none == header + "\n" && csv.hasPrefix(none), "\(none)")
        }
    }

    @Test func `a question that would look at too much is refused`() async throws {
        var limits = ServerLimits.patient
        limits.listedFeatures = 3
        try await ServerRun.with(limits: limits) { client, _ in
            let (status, body, _) = try await client.json("/species?lat=42.46&lon=-76.5&km=10")
            #expect(status == 400 && body.badParameters == ["km"])
        }
    }

    @Test func `a page of a store that has changed since is refused`() async throws {
        try await ServerRun.with { client, _ in
            let id = "00000000-0000-0000-0000-000000000000"
            let (status, _, _) = try await client.json("/near?lat=1&lon=1&km=1&after=5,\(id),99")
            #expect(status == 409)
            // A box's page, for a radius: the words are those of the API.
            let (other, body, _) = try await client.json("/near?lat=1&lon=1&km=1&after=-,\(id),99")
            #expect(other == 400 && body.badParameters == ["after"])
            #expect(body.text.contains("it belongs to another question") && !body.text.contains("--"), "\(body.text)")
        }
    }
}
