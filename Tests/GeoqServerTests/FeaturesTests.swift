import Geoq
import GeoqFormats
import HTTPTypes
import Hummingbird
import TestSupport
import Testing

@testable import GeoqServer

/// OGC API – Features, and the query by radius of EDR.
@Suite struct FeaturesTests {
    @Test func `the landing page leads to everything`() async throws {
        try await ServerRun.with { client, _ in
            let landing = try await client.json("/").body
            let links = landing["links"]?.array ?? []
            for rel in ["self", "service-desc", "service-doc", "conformance", "data"] {
                let link = try #require(links.first { $0["rel"]?.string == rel }, "\(rel)")
                let address = try #require(link["href"]?.string)
                #expect(address.hasPrefix("http://localhost/"))
                let answer = try await client.get(String(address.dropFirst("http://localhost".count)))
                #expect(answer.status == .ok, "\(address)")
                let type = try #require(link["type"]?.string)
                #expect(answer.headers[.contentType]?.prefix { $0 != ";" } == type.prefix { $0 != ";" }, "\(address)")
            }
            let classes = try await client.json("/conformance").body["conformsTo"]?.array ?? []
            #expect(classes.contains("http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core"))
            #expect(classes.contains("http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/oas30"))
            let page = try await client.get("/", headers: [.accept: "text/html,*/*;q=0.8"])
            #expect(page.headers[.contentType] == "text/html; charset=utf-8")
        }
    }

    @Test func `collections say what they are and how far they reach`() async throws {
        try await ServerRun.with { client, _ in
            let collections = try await client.json("/collections").body["collections"]?.array ?? []
            #expect(collections.compactMap { $0["id"]?.string }.prefix(2) == ["hotspots", "observations"])
            let hotspots = try await client.json("/collections/hotspots").body
            #expect(hotspots["extent"]?["spatial"]?["bbox"]?.text == "[[-179.9,-16.8,179.9,82.5]]")
            #expect(hotspots["storageCrs"] == "http://www.opengis.net/def/crs/OGC/1.3/CRS84")
            let observations = try await client.json("/collections/observations").body
            #expect(
                observations["extent"]?["temporal"]?["interval"]?.text
                    == #"[["2024-01-01T00:00:00Z","2026-06-03T23:59:59Z"]]"#)
        }
    }

    @Test func `what may be filtered and what comes is told, as other programs read it`() async throws {
        try await ServerRun.with { client, _ in
            let (status, queryables, headers) = try await client.json("/collections/observations/queryables")
            #expect(status == 200 && headers[.contentType] == "application/schema+json")
            #expect(queryables["$id"] == "http://localhost/collections/observations/queryables")
            #expect(queryables["properties"]?["count"]?["type"] == "integer")
            let api = try await client.json("/api").body
            let parameters = api["paths"]?["/collections/observations/items"]?["get"]?["parameters"]?.array ?? []
            let names = Set(parameters.compactMap { $0["name"]?.string })
            #expect(queryables["properties"]?["geometry"]?["format"] == "geometry-point")
            let queryable = (queryables["properties"]?.object?.members.map(\.name) ?? []).filter { $0 != "geometry" }
            #expect(queryable.count > 10 && names.isSuperset(of: queryable), "each is a parameter, too")
            let schema = try await client.json("/collections/observations/schema").body
            let properties = schema["properties"]?["properties"]?["properties"]
            #expect(properties?["uncertainty_m"]?["type"] == "number" && properties?["date"]?["format"] == "date")
            let links = try await client.json("/collections/observations").body["links"]?.array ?? []
            var asked = 0
            for link in links {
                let address = try #require(link["href"]?.string).dropFirst("http://localhost".count)
                if address.contains("/radius") || address.hasSuffix("/area") || address.hasSuffix("/corridor") {
                    continue
                }
                asked += 1
                #expect(try await client.get(String(address)).status == .ok, "\(address)")
            }
            #expect(asked > 0, "links were followed")
            let tiles = try await client.json("/tiles/hotspots.json").body
            #expect(tiles["tiles"]?.array == ["http://localhost/tiles/hotspots/{z}/{x}/{y}.mvt?buffer=64"])
            let classes = try await client.json("/conformance").body["conformsTo"]?.array ?? []
            #expect(classes.contains("http://www.opengis.net/spec/cql2/1.0/conf/basic-cql2"))
        }
    }

    @Test func `the formats that a collection says of its queries are those that f takes`() async throws {
        try await ServerRun.with { client, _ in
            let questions = [
                ("radius", "coords=POINT(-76.5%2042.46)&within=5&within-units=km"),
                ("area", "coords=POLYGON((-77%2042,-76%2042,-76%2043,-77%2042))"),
                ("corridor", "coords=LINESTRING(-76.6%2042.46,-76.4%2042.46)&corridor-width=5&width-units=km"),
            ]
            let queries = try await client.json("/collections/hotspots").body["data_queries"]
            for (name, query) in questions {
                let variables = queries?[name]?["link"]?["variables"]
                let formats = (variables?["output_formats"]?.array ?? []).compactMap(\.string)
                #expect(formats.contains("csv"), "\(name)")
                #expect(formats.first == variables?["default_output_format"]?.string, "\(name)")
                for format in formats {
                    let answer = try await client.get("/collections/hotspots/\(name)?\(query)&f=\(format)")
                    #expect(answer.status == .ok, "\(name) as \(format)")
                }
            }
        }
    }

    @Test func `one feature has its row and its links`() async throws {
        try await ServerRun.with { client, _ in
            let first = try await client.json("/collections/hotspots/items?name=Alert").body["features"]?.array?.first
            let id = try #require(first?["id"]?.string)
            let (status, feature, _) = try await client.json("/collections/hotspots/items/\(id)")
            #expect(status == 200 && feature["type"] == "Feature")
            #expect(feature["properties"]?["source_id"] == "L5")
            #expect(feature["geometry"]?["coordinates"]?.text == "[-62.3,82.5]")
            #expect((feature["links"]?.array ?? []).contains { $0["rel"] == "collection" })
            for other in ["x", "00000000-0000-0000-0000-000000000000", "'%20OR%201=1"] {
                #expect(try await client.json("/collections/hotspots/items/\(other)").status == 404)
            }
            #expect(try await client.json("/collections/observations/items/\(id)").status == 404)
        }
    }

    @Test func `pages for people escape what rows hold`() async throws {
        try await ServerRun.with { client, _ in
            for uri in [
                "/collections", "/collections/hotspots", "/collections/hotspots/items", "/conformance", "/api",
            ] {
                let page = try await client.get(uri, headers: [.accept: "text/html"])
                #expect(page.headers[.contentType] == "text/html; charset=utf-8", "\(uri)")
                #expect(String(buffer: page.body).hasPrefix("<!doctype html>"))
            }
            let items = String(buffer: try await client.get("/collections/hotspots/items?f=html").body)
            #expect(items.contains("Taveuni &lt;West&gt;") && !items.contains("<West>"))
        }
    }

    @Test func `the definition of the API names every endpoint and parameter`() async throws {
        try await ServerRun.with { client, _ in
            let (status, api, headers) = try await client.json("/api")
            #expect(status == 200)
            #expect(headers[.contentType] == "application/vnd.oai.openapi+json;version=3.0")
            #expect(api["openapi"] == "3.0.3")
            let near = api["paths"]?["/near"]?["get"]
            let names = (near?["parameters"]?.array ?? []).compactMap { $0["name"]?.string }
            #expect(names.starts(with: ["lat", "lon", "km", "within"]) && names.contains("f"))
            for path in ["/", "/conformance", "/collections", "/collections/hotspots/items", "/api"] {
                #expect(api["paths"]?[path]?["get"] != nil, "\(path)")
            }
            var operations: Set<String> = []
            for path in api["paths"]?.object?.members ?? [] {
                for operation in path.value.object?.members ?? [] {
                    let id = try #require(operation.value["operationId"]?.string)
                    #expect(operations.insert(id).inserted, "\(id) is there once")
                    let responses = operation.value["responses"]
                    #expect(["200", "201", "204"].count { responses?[$0] != nil } == 1, "\(id)")
                    #expect(responses?["default"] != nil, "\(id)")
                }
            }
            #expect(operations.count > 10)
        }
    }

    @Test func `an import is seen without a restart, and each answer is of one snapshot`() async throws {
        try await ServerRun.with(.live) { client, path in
            let before = try await client.json("/near?lat=42.46&lon=-76.5&km=10")
            try await ServerRun.add(
                "id,name,locality,lat,lon\nL9,New Pond,US-NY,42.461,-76.5\n", as: .hotspots, to: path)
            // The server looks four times a second.
            var after = before
            let isSeen = try await eventually(every: .milliseconds(20)) {
                after = try await client.json("/near?lat=42.46&lon=-76.5&km=10")
                return after.body.names.count > 2
            }
            #expect(isSeen)
            #expect(after.body.names == ["Stewart Park", "New Pond", "Sapsucker Woods"])
            #expect(after.headers[.eTag] != before.headers[.eTag])
            let old = try #require(before.body["snapshot"]?.double)
            let new = try #require(after.body["snapshot"]?.double)
            #expect(new > old)
        }
    }
}
