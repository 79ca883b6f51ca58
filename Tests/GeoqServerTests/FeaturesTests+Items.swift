import Geoq
import GeoqStore
import HTTPTypes
import Testing

@testable import GeoqServer

/// Pages of items, and filters of them by box, time and properties.
extension FeaturesTests {
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
            #expect(try await count("2024-01-01/9999-12-31T23:59:59-05:00") == 4, "in UTC it is in the year 10000")
            #expect(try await count("0001-01-01T00:00:00%2B05:00/2026-12-31") == 4)
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
}
