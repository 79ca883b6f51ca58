import Foundation
import Geoq
import GeoqFormats
import GeoqStore
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

    @Test func `pages of items give each feature once`() async throws {
        try await ServerRun.with { client, _ in
            for query in ["", "&bbox=-180,-90,180,90", "&filter=lat%20%3E%20-90"] {
                var ids: [String] = []
                var address: String? = "/collections/hotspots/items?limit=2" + query
                var pages = 0
                while let next = address {
                    let (status, body, headers) = try await client.json(next)
                    #expect(status == 200 && body["numberMatched"] == 5, "\(next)")
                    ids += body["features"]?.array?.compactMap { $0["id"]?.string } ?? []
                    let links = body["links"]?.array ?? []
                    address = links.first { $0["rel"] == "next" }?["href"]?.string
                        .map { String($0.dropFirst("http://localhost".count)) }
                    #expect((headers[HTTPField.Name("Link")!] != nil) == (address != nil))
                    pages += 1
                }
                #expect(pages == 3)
                #expect(ids.count == 5 && ids == ids.sorted() && Set(ids).count == 5, "\(query)")
            }
        }
    }

    @Test func `filtered pages are searched once, and those of few rows not again`() async throws {
        try await ServerRun.withService { service in
            let snapshot = try service.live.moment().snapshot
            let condition = Store.Features.RowCondition(
                layer: .hotspots, filter: try PropertyFilter(cql2Text: "name LIKE 'Taveuni%'"), box: nil)
            let pages = ConditionPages(
                condition: condition, limit: 1, snapshot: snapshot, store: service.live.rows, cache: service.found,
                interruption: nil)
            let key = FoundCache.Key(stamp: snapshot.stamp, condition: condition)
            #expect(service.found.found(key) == nil)
            let first = try #require(try await pages.page(after: nil))
            #expect(first.matched == 2 && first.features.count == 1)
            #expect(service.found.found(key)?.ids?.count == 2)
            let last = try #require(try await pages.page(after: first.last))
            #expect(last.matched == 2 && last.last == nil && last.features.count == 1)
            // A page that is asked for by its link alone, as after a restart, is found without a search.
            let fresh = ConditionPages(
                condition: condition, limit: 1, snapshot: snapshot, store: service.live.rows, cache: FoundCache(),
                interruption: nil)
            let again = try #require(try await fresh.page(after: first.last))
            #expect(again.features.map(\.id) == last.features.map(\.id) && again.matched == nil)
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

    @Test func `days and times in filters are understood as programs write them`() async throws {
        try await ServerRun.with { client, _ in
            // The days are 2024-01-01, 2026-05-03 and 2026-06-03; one row has none. nil is 400.
            let cases: [(filter: String, language: String, count: Int?)] = [
                ("date >= DATE('2026-05-03')", "cql2-text", 2),
                ("date >= TIMESTAMP('2026-05-03T00:00:00Z')", "cql2-text", 2),
                ("date >= TIMESTAMP('2026-05-03T00:00:01Z')", "cql2-text", 1),
                ("TIMESTAMP('2026-05-03T00:00:01Z') <= date", "cql2-text", 1),
                ("date <= TIMESTAMP('2026-05-03T23:59:59.9Z')", "cql2-text", 2),
                ("date = TIMESTAMP('2026-05-03T12:00:00Z')", "cql2-text", 0),
                ("date <> TIMESTAMP('2026-05-03T12:00:00Z')", "cql2-text", 3),
                ("NOT date = TIMESTAMP('2026-05-03T12:00:00Z')", "cql2-text", 3),
                ("date IN (TIMESTAMP('2026-05-03T00:00:00Z'), DATE('2024-01-01'))", "cql2-text", 2),
                ("(date >= '2026-05-03T00:00:00Z') AND (date < '2026-06-03')", "cql-text", 1),
                ("scientific_name ILIKE 'PARUS%'", "cql-text", 2), ("scientific_name ILIKE 'PARUS%'", "cql2-text", nil),
                ("date > 'yesterday'", "cql2-text", nil), ("date > TIMESTAMP('noon')", "cql2-text", nil),
                ("count > 1", "cql3", nil),
            ]
            for (filter, language, expected) in cases {
                let text = PercentCoding.encoded(filter)
                let (status, body, _) = try await client.json(
                    "/collections/observations/items?filter-lang=\(language)&filter=\(text)")
                #expect(status == (expected == nil ? 400 : 200), "\(filter)")
                #expect(body["numberMatched"] == expected.map { .integer(Int64($0)) }, "\(filter): \(body.text)")
            }
            let crs = "http://www.opengis.net/def/crs/OGC/1.3/CRS84"
            #expect(try await client.get("/collections/hotspots/items?filter-crs=\(crs)").status == .ok)
            #expect(try await client.get("/collections/hotspots/items?filter-crs=EPSG:3857").status == .badRequest)
        }
    }

    @Test func `a box may cross the date line`() async throws {
        try await ServerRun.with { client, _ in
            func names(_ box: String) async throws -> Set<String> {
                Set(try await client.json("/collections/hotspots/items?bbox=\(box)").body.names)
            }
            #expect(try await names("179,-20,-179,-10") == ["Taveuni <West>", "Taveuni East"])
            #expect(try await names("-180,-20,-179,-10") == ["Taveuni East"])
            #expect(try await names("-77,42,0,-76,43,100") == ["Stewart Park", "Sapsucker Woods"])
            #expect(try await names("-76.5,42.46,-76.5,42.46") == ["Stewart Park"], "edges are inside")
            for bad in ["1,2,3", "1,2,3,4,5", "a,b,c,d", "0,10,10,0", "-181,0,0,1", "0,0,0,91", "0,0,nan,1", ""] {
                let (status, body, _) = try await client.json("/collections/hotspots/items?bbox=\(bad)")
                #expect(status == 400 && body.badParameters == ["bbox"], "\(bad)")
            }
        }
    }

    @Test func `a time selects what may be of it`() async throws {
        try await ServerRun.with { client, _ in
            func count(_ time: String) async throws -> Int? {
                let body = try await client.json("/collections/observations/items?datetime=\(time)").body
                return body["features"]?.array?.count
            }
            // One sighting has no date, and matches always.
            #expect(try await count("2026-05-03") == 2)
            #expect(try await count("2026-05-03T23:30:00-05:00") == 1, "4 May in UTC")
            #expect(try await count("2026-05-02T23:30:00-05:00") == 2)
            #expect(try await count("2026-05-04T02:00:00%2B05:00") == 2)
            #expect(try await count("2026-01-01/..") == 3)
            #expect(try await count("../2024-12-31") == 2)
            #expect(try await count("/2024-12-31") == 2)
            #expect(try await count("2024-01-01/2026-12-31") == 4)
            for bad in [
                "..", "../..", "2026", "2026-02-30", "2026-05-03T25:00:00Z", "2026-05-04/2026-05-03", "x/y", "1/2/3",
            ] {
                let (status, body, _) = try await client.json("/collections/observations/items?datetime=\(bad)")
                #expect(status == 400 && body.badParameters == ["datetime"], "\(bad)")
            }
            let hotspots = try await client.json("/collections/hotspots/items?datetime=1900-01-01").body
            #expect(hotspots["numberReturned"] == 5, "what has no dates matches")
        }
    }

    @Test func `properties are compared with their columns`() async throws {
        try await ServerRun.with { client, _ in
            func count(_ query: String) async throws -> JSONValue? {
                try await client.json("/collections/observations/items?\(query)").body["numberReturned"]
            }
            #expect(try await count("count=2") == 1)
            #expect(try await count("date=2024-01-01") == 1)
            #expect(try await count("count=1&date=2026-06-03") == 1)
            #expect(try await count("count=1&filter=date%20IS%20NULL") == 1)
            #expect(try await client.json("/collections/hotspots/items?name=Alert").body.names == ["Alert"])
            #expect(try await client.json("/collections/hotspots/items?name=alert").body.names == [])
            let injected = try await client.json("/collections/hotspots/items?name=x'%20OR%201=1--").body
            #expect(injected["numberReturned"] == 0)
            for bad in ["count=x", "date=yesterday", "uncertainty_m=1e400", "weight=3"] {
                let (status, body, _) = try await client.json("/collections/observations/items?\(bad)")
                #expect(status == 400 && body.badParameters == [String(bad.prefix { $0 != "=" })], "\(bad)")
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
