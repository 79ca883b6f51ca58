import Foundation
import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore
import HTTPTypes
import NIOCore
import TestSupport
import Testing

@testable import GeoqServer

/// What an area's positions do not tell, and areas that no URL has room for.
@Suite struct AreaFormTests {
    private static let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded; charset=utf-8"]

    private static func body(_ pairs: [(String, String)]) -> ByteBuffer {
        ByteBuffer(string: pairs.map { "\($0)=\(PercentCoding.encoded($1))" }.joined(separator: "&"))
    }

    private static func post(
        _ client: TestedServer, _ uri: String, _ pairs: [(String, String)], headers: HTTPFields = form
    ) async throws -> (status: Int, body: JSONValue, headers: HTTPFields) {
        let answer = try await client.execute(uri: uri, method: .post, headers: headers, body: body(pairs))
        return (
            answer.status.code, (try? JSONValue(parsing: String(buffer: answer.body))) ?? .null, answer.headers
        )
    }

    /// A square around two places near Ithaca, of so many positions.
    private static func square(_ count: Int) -> String {
        var ring = (0..<count).map { "\(-76.51 + 0.02 * Double($0) / Double(count)) 42.455" }
        ring += ["-76.49 42.455", "-76.49 42.465", "-76.51 42.465", ring[0]]
        return "POLYGON((\(ring.joined(separator: ","))))"
    }

    @Test func `an area too long for a URL is asked by a form, wherever an area can be`() async throws {
        let long = Self.square(1_000)
        #expect(long.utf8.count > ServerLimits().targetBytes)
        try await ServerRun.with { client, _ in
            let near = try await Self.post(client, "/near", [("area", long)])
            #expect(near.status == 200 && near.body.names == ["Stewart Park"], "\(near.body)")
            #expect(near.headers[.eTag] == nil && near.headers[.cacheControl] == "no-store")
            // The query and the form together are the question.
            let around = try await Self.post(client, "/near?lat=42.5&lon=-76.5", [("area", long), ("limit", "3")])
            #expect(around.body.names == ["Stewart Park"])
            let nearest = try await Self.post(
                client, "/nearest", [("area", long), ("lat", "0"), ("lon", "0"), ("k", "4")])
            #expect(nearest.body.names == ["Stewart Park"])
            let species = try await Self.post(client, "/species", [("area", long)])
            #expect(species.body["species"]?.array?.count == 1)
            for path in ["/collections/hotspots/items", "/collections/hotspots/area"] {
                let name = path.hasSuffix("area") ? "coords" : "area"
                let found = try await Self.post(client, path, [(name, long)])
                #expect(found.status == 200 && found.body.names == ["Stewart Park"], "\(path): \(found.body)")
            }
            let along = try await Self.post(
                client, "/along", [("route", "42.46,-76.51;42.46,-76.49"), ("km", "1")])
            #expect(along.body.names == ["Stewart Park"])
            let mistaken = try await client.execute(
                uri: "/match", method: .post, headers: Self.form,
                body: ByteBuffer(string: #"{"lat": 42.46, "lon": -76.5}"#))
            #expect(mistaken.status == .badRequest && String(buffer: mistaken.body).contains("application/x-ndjson"))
            // Of /match a form is a question about stored sightings, and NDJSON many sightings.
            let matches = try await Self.post(client, "/match", [("area", long)])
            #expect(matches.status == 200 && matches.body["matches"]?.array?.isEmpty == true, "\(matches.body)")
            let lines = try await client.execute(uri: "/match", method: .post, body: ByteBuffer(string: "{}\n"))
            #expect(lines.status == .ok && String(buffer: lines.body).contains("lat is missing"))
            // A link to HTML is given where there is HTML.
            let shown = try await client.json("/collections/hotspots/items").body["links"]?.array ?? []
            let (_, area, _) = try await client.json(
                "/collections/hotspots/area?coords=\(PercentCoding.encoded(Self.square(2)))")
            let links = area["links"]?.array ?? []
            #expect(shown.contains { $0["rel"] == "alternate" } && !links.contains { $0["rel"] == "alternate" })
            #expect(links.contains { $0["rel"] == "self" })
            let csv = try await client.execute(
                uri: "/near?f=csv", method: .post, headers: Self.form, body: Self.body([("area", long)]))
            #expect(String(buffer: csv.body).contains(",Stewart Park,"))
        }
    }

    @Test func `an area of a form that would be cut into millions of pieces is refused`() async throws {
        // Each of 720 sides at 180 would be cut at both ends of 720 sides at -180.
        func tenths(_ number: Int) -> String { "\(number < 0 ? "-" : "")\(abs(number) / 10).\(abs(number) % 10)" }
        let triangles = (0..<720).flatMap { number -> [String] in
            let (south, north) = (tenths(-790 + 2 * number), tenths(-789 + 2 * number))
            return [
                "((180 -80,180 80,\(tenths(90 + number)) 1,180 -80))",
                "((-180 \(south),-180 \(north),-179 \(south),-180 \(south)))",
            ]
        }
        let area = "MULTIPOLYGON(\(triangles.joined(separator: ",")))"
        try await ServerRun.with { client, _ in
            for parameter in [("area", area), ("filter", "S_INTERSECTS(geom,\(area))")] {
                let answer = try await Self.post(client, "/near?lat=42.5&lon=-76.5&km=10", [parameter])
                let text = answer.body.text
                #expect(answer.status == 400 && text.contains("at most 1000000 fit"), "\(text.prefix(1_000))")
            }
        }
    }

    @Test func `the next page of a form is asked with the same form, and nothing else is taken for it`() async throws {
        let world = [("area", "POLYGON((-90 -60,-60 -60,-60 85,-90 85,-90 -60))"), ("limit", "1")]
        try await ServerRun.with { client, _ in
            for path in ["/near", "/collections/hotspots/items"] {
                var (names, next, first): ([String], String?, String?) = ([], path, nil)
                while let page = next {
                    let answer = try await Self.post(client, page, world)
                    #expect(answer.status == 200, "\(answer.body)")
                    names += answer.body.names
                    next = answer.body["links"]?.array?.first { $0["rel"] == "next" }?["href"]?.string
                        .map { String($0.dropFirst("http://localhost".count)) }
                    first = first ?? next
                }
                #expect(Set(names) == ["Stewart Park", "Sapsucker Woods", "Alert"] && names.count == 3, "\(names)")
                // A client that follows the link without the form, or with another one, is told.
                let second = try #require(first)
                let got = try await client.json(second)
                #expect(got.status == 400 && got.body.badParameters == ["form"], "\(got.body)")
                #expect(got.body["detail"]?.string?.contains("send the same form to it again, by POST") == true)
                let other = try await Self.post(client, second, [("area", Self.square(2)), ("limit", "1")])
                #expect(other.status == 400 && other.body.badParameters == ["form"], "\(other.body)")
            }
        }
    }

    @Test func `a form that is too long, no form, or half a form is refused`() async throws {
        var limits = ServerLimits.patient
        limits.formBytes = 1_000
        try await ServerRun.with(.live, limits: limits) { client, _ in
            let long = try await Self.post(client, "/near", [("area", Self.square(100))])
            #expect(long.status == 413)
            let json = try await Self.post(
                client, "/near", [("area", Self.square(1))], headers: [.contentType: "application/json"])
            #expect(json.status == 415 && json.body["detail"]?.string?.contains("x-www-form-urlencoded") == true)
            for (path, type) in [("/near", Form.mediaType), ("/match", "application/x-ndjson")] {
                let refused = try await Self.post(
                    client, path, [("lat", "42.46")], headers: [.contentType: type, .contentEncoding: "gzip"])
                #expect(refused.status == 415 && refused.headers[.acceptEncoding] == "identity", "\(path)")
            }
            let many = try await Self.post(
                client, "/near", [("lat", "1"), ("lon", "1"), ("km", "1")] + (0..<60).map { ("a\($0)", "1") })
            #expect(many.status == 400 && many.body.badParameters.count == Problem.mostBadParameters + 1)
            let none = try await Self.post(client, "/near", [])
            #expect(none.status == 400 && none.body.badParameters == ["lat", "lon", "km"])
            let twice = try await Self.post(client, "/near?area=Ithaca", [("area", Self.square(1))])
            #expect(twice.status == 400 && twice.body.badParameters == ["area"])
            let bad = try await client.execute(
                uri: "/near", method: .post, headers: Self.form, body: ByteBuffer(bytes: [0x61, 0x3D, 0xFF]))
            #expect(bad.status == .badRequest)
            let wrong = try await Self.post(client, "/near", [("aera", "Ithaca"), ("f", "pdf")])
            #expect(wrong.body.badParameters.contains("aera") && wrong.body.badParameters.contains("f"))
        }
    }

    @Test(arguments: [true, false])
    func `a client that sends all of a refused form before it reads is told why`(tellsLength: Bool) async throws {
        try await ServerRun.with(.live) { client, _ in
            let raw = try RawHTTP(port: try #require(client.port))
            defer { raw.close() }
            // More than the buffers of both ends hold.
            let body = String(repeating: "a", count: 32 << 20)
            let length = String(body.utf8.count, radix: 16)
            let sent = await raw.send(
                "POST /near HTTP/1.1\r\nHost: localhost\r\nContent-Type: \(Form.mediaType)\r\n"
                    + (tellsLength
                        ? "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
                        : "Transfer-Encoding: chunked\r\n\r\n\(length)\r\n\(body)\r\n0\r\n\r\n"))
            #expect(sent, "The server closed the connection while the client was sending.")
            var answer = ""
            while let more = await raw.receive() { answer += more }
            #expect(answer.hasPrefix("HTTP/1.1 413") && answer.contains("4194304"), "\(answer.prefix(200))")
        }
    }

    @Test func `edges and pole say what positions do not`() async throws {
        // North of the parallel and south of the great circle between its ends.
        let hotspots = "id,name,locality,lat,lon\nA,Between,,51,0\nB,Pole,,89,10\n"
        let strip = "POLYGON((-40 40,40 40,40 50,-40 50,-40 40))".replacing(" ", with: "%20")
        let cap = "POLYGON((0 80,120 80,-120 80,0 80))".replacing(" ", with: "%20")
        func prepare(_ store: Store) async throws {
            let strip = try Area(wkt: "POLYGON((-40 40,40 40,40 50,-40 50,-40 40))")
            _ = try await store.areas.add(
                [NewArea(name: "Strip", area: strip, sourceID: "1")], from: "tests", file: "a", format: "wkt")
        }
        try await ServerRun.with(hotspots: hotspots, prepare: prepare) { client, _ in
            for area in [strip, "Strip"] {
                for path in ["/near", "/collections/hotspots/items"] {
                    #expect(try await client.json("\(path)?area=\(area)").body.names == [])
                    let body = try await client.json("\(path)?area=\(area)&edges=geodesic").body
                    #expect(body.names == ["Between"], "\(path) \(area)")
                }
            }
            #expect(
                try await client.json("/collections/hotspots/area?coords=\(strip)&edges=geodesic").body.names
                    == ["Between"])
            let asked = try await client.json("/near?area=\(cap)")
            let words = asked.body["detail"]?.string ?? ""
            #expect(asked.status == 400 && words.contains("pole=north"), "\(words)")
            #expect(try await client.json("/near?area=\(cap)&pole=north").body.names == ["Pole"])
            #expect(try await client.json("/near?area=\(cap)&pole=south").body.names == ["Between"])
            for bad in ["/near?lat=1&lon=1&km=1&edges=drawn", "/near?area=\(strip)&edges=straight"] {
                #expect(try await client.json(bad).body.badParameters == ["edges"], "\(bad)")
            }
            // A pole that no ring needs changes nothing, and was given for another area, perhaps.
            for needless in [
                "/near?area=\(strip)&pole=north", "/near?area=Strip&pole=south", "/species?area=Strip&pole=south",
                "/collections/hotspots/items?area=Strip&edges=geodesic&pole=north",
                "/collections/hotspots/area?coords=\(strip)&pole=south",
            ] {
                let answer = try await client.json(needless)
                #expect(
                    answer.status == 400 && answer.body.badParameters == ["pole"], "\(needless): \(answer.body.text)")
            }
        }
    }

    @Test func `pages of an area are read with its edges and its pole`() async throws {
        let hotspots = "id,name,locality,lat,lon\nA,Between,,51,0\nB,Pole,,89,10\nC,Also,,50.5,1\nD,Far,,-60,1\n"
        let strip = "POLYGON((-40 40,40 40,40 50,-40 50,-40 40))".replacing(" ", with: "%20")
        let cap = "POLYGON((0 80,120 80,-120 80,0 80))".replacing(" ", with: "%20")
        let before = "00000000-0000-0000-0000-000000000000"
        try await ServerRun.with(hotspots: hotspots) { client, _ in
            for (question, names) in [
                ("\(strip)&edges=geodesic", ["Also", "Between"]), (strip, []), ("\(cap)&pole=north", ["Pole"]),
                ("\(cap)&pole=south", ["Also", "Between", "Far"]),
            ] {
                for place in ["items?area=", "area?coords="] {
                    // The first page is searched for, others are read along the ids.
                    var pages: [String] = []
                    var next: String? = "/collections/hotspots/\(place)\(question)&after=\(before)&limit=1"
                    while let page = next {
                        let (status, body, _) = try await client.json(page)
                        #expect(status == 200, "\(page): \(body)")
                        pages += body.names
                        next = body["links"]?.array?.first { $0["rel"]?.string == "next" }?["href"]?.string
                            .map { "/collections" + $0.split(separator: "/collections", maxSplits: 1)[1] }
                    }
                    #expect(pages.sorted() == names, "\(place)\(question)")
                }
            }
        }
    }

    @Test func `an area may be GeoJSON, WKB, or WKT with heights and an SRID, and no other system`() async throws {
        let ring = "-76.51 42.455 7,-76.49 42.455 7,-76.49 42.465 7,-76.51 42.465 7,-76.51 42.455 7"
        let json = "[[-76.51,42.455],[-76.49,42.455],[-76.49,42.465],[-76.51,42.465],[-76.51,42.455]]"
        let square = #"{"type":"Polygon","coordinates":[\#(json)]}"#
        let good = [
            "POLYGON Z ((\(ring)))", "POLYGONZ((\(ring)))", "polygon m((\(ring)))", "SRID=4326;POLYGON((\(ring)))",
            " srid = 4326 ; MULTIPOLYGON ZM (((\(ring.replacing(" 7", with: " 7 8")))))",
            #"{"type":"Polygon","coordinates":[\#(json)]}"#,
            #" {"type":"MultiPolygon","coordinates":[[\#(json)]]}"#,
            #"{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[\#(json)]}}"#,
            """
            {"type":"FeatureCollection","features":[
            {"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[\(json)]}}]}
            """,
            #"{"type":"Feature","crs":{"type":"name","properties":{"name":"EPSG:4326"}},"geometry":\#(square)}"#,
            // Hexadecimal WKB.
            "01030000000100000005000000713D0AD7A32053C00AD7A3703D3A45408FC2F5285C1F53C00AD7A3703D3A4540"
                + "8FC2F5285C1F53C0EC51B81E853B4540713D0AD7A32053C0EC51B81E853B4540713D0AD7A32053C00AD7A3703D3A4540",
        ]
        try await ServerRun.with { client, _ in
            for text in good {
                let (status, body, _) = try await client.json("/near?area=\(PercentCoding.encoded(text))")
                #expect(status == 200 && body.names == ["Stewart Park"], "\(text): \(body)")
            }
            for (text, words) in [
                ("SRID=32618;POLYGON((\(ring)))", "WGS 84"),
                (#"{"type":"Point","coordinates":[1,2]}"#, "Point"),
                ("POLYGON Z ((0 0 x,1 0,1 1,0 0))", "at character 17"),
                (
                    #"{"type":"Feature","crs":{"type":"name","properties":{"name":"EPSG:4267"}},"geometry":\#(square)}"#,
                    "coordinates in EPSG:4267"
                ),
                (
                    #"""
                    {"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"EPSG:4267"}},"features":[
                    {"type":"Feature","properties":{},"geometry":\#(square)}]}
                    """#, "coordinates in EPSG:4267"
                ),
            ] {
                let (status, body, _) = try await client.json("/near?area=\(PercentCoding.encoded(text))")
                #expect(status == 400 && body["detail"]?.string?.contains(words) == true, "\(text): \(body)")
            }
        }
    }

    @Test func `the tiles of areas are named where programs look for what there is`() async throws {
        try await ServerRun.with { client, _ in
            for path in ["/?f=json", "/collections"] {
                let links = try await client.json(path).body["links"]?.array ?? []
                #expect(
                    links.contains { $0["href"] == "http://localhost/tiles/areas.json" && $0["rel"] == "related" },
                    "\(path)")
            }
        }
    }

    @Test func `an area with which the server was started is found by its name, before one of the store`() async throws
    {
        let strip = try Area(wkt: "POLYGON((-76.51 42.455,-76.49 42.455,-76.49 42.465,-76.51 42.465,-76.51 42.455))")
        func prepare(_ store: Store) async throws {
            let world = try Area(wkt: "POLYGON((-170 -80,170 -80,170 80,-170 80,-170 -80))")
            _ = try await store.areas.add(
                [NewArea(name: "Marsh", area: world, sourceID: "1")], from: "tests", file: "a", format: "wkt")
        }
        func configure(_ configuration: inout ServerConfiguration) {
            configuration.area = ServedArea(name: "Marsh", area: strip)
        }
        try await ServerRun.with(configure: configure, prepare: prepare) { client, _ in
            #expect(try await client.json("/near?area=Marsh").body.names == ["Stewart Park"])
            let state = try await client.json("/map/state").body["area"]
            let box = state?["bbox"]?.array?.compactMap(\.double)
            #expect(state?["name"] == "Marsh" && box == [-76.51, 42.455, -76.49, 42.465])
            #expect(state?["polygons"]?.array?.first?.array?.first?.array?.count == 5)
        }
        try await ServerRun.with(prepare: prepare) { client, _ in
            let (names, state) = (
                try await client.json("/near?area=Marsh").body.names, try await client.json("/map/state").body
            )
            #expect(names.count > 1 && state["area"] == .null)
        }
    }

    @Test func `an area of unknown edges or of an unknown pole is refused`() throws {
        let text = "POLYGON((0 0,1 0,1 1,0 0))"
        #expect(try ServedArea(name: "a", text: text, edges: "geodesic", pole: nil).area.edges == .geodesic)
        #expect(throws: ServedArea.UnknownWord(word: "geodesics")) {
            try ServedArea(name: "a", text: text, edges: "geodesics", pole: nil)
        }
        #expect(throws: ServedArea.UnknownWord(word: "South")) {
            try ServedArea(name: "a", text: text, edges: "drawn", pole: "South")
        }
    }

    @Test func `a large area is drawn coarsely, with its corners and holes`() throws {
        // A square of 20 000 positions, a hole, and an island that is too small to be seen.
        let side = (0..<5_000).map { Double($0) / 5_000 }
        let square =
            side.map { ($0, 0.0) } + side.map { (1, $0) } + side.map { (1 - $0, 1.0) } + side.map { (0, 1 - $0) }
        func ring(_ places: [(Double, Double)]) throws -> [Coordinate] {
            try (places + places.prefix(1)).map { try Coordinate(latitude: $0.1, longitude: $0.0) }
        }
        let area = try Area([
            .init(outer: try ring(square), holes: [try ring([(0.4, 0.4), (0.4, 0.6), (0.6, 0.6), (0.6, 0.4)])]),
            .init(outer: try ring([(2, 0), (2.00001, 0), (2.00001, 0.00001)])),
        ])
        let polygons = ServedArea(name: "a", area: area).description["polygons"]?.array ?? []
        let rings = polygons.first?.array ?? []
        #expect(polygons.count == 1 && rings.count == 2 && rings.last?.array?.count == 5)
        let corners = (rings.first?.array ?? []).map { ($0.array ?? []).compactMap(\.double) }
        let expected = [[0.0, 0], [0, 1], [1, 1], [1, 0], [0, 0]]
        let isNear = zip(corners, expected).allSatisfy { zip($0, $1).allSatisfy { abs($0 - $1) < 0.001 } }
        #expect(corners.count == 5 && isNear, "\(corners.prefix(10))")
    }

    @Test func `the definition of the API has the forms`() async throws {
        try await ServerRun.with { client, _ in
            let paths = try #require(try await client.json("/api").body["paths"])
            for path in ["/near", "/nearest", "/along", "/species", "/collections/hotspots/area"] {
                let content = paths[path]?["post"]?["requestBody"]?["content"]
                let schema = content?["application/x-www-form-urlencoded"]?["schema"]
                let name = path == "/along" ? "route" : path.hasSuffix("area") ? "coords" : "area"
                #expect(schema?["properties"]?[name] != nil, "\(path)")
            }
            let match = paths["/match"]?["post"]?["requestBody"]?["content"]
            #expect(match?["application/x-ndjson"] != nil && match?["application/x-www-form-urlencoded"] != nil)
            let names = paths["/near"]?["get"]?["parameters"]?.array?.compactMap { $0["name"]?.string } ?? []
            #expect(names.contains("edges") && names.contains("pole") && !names.contains("form"))
            // Operations are named once.
            let operations = paths.object?.members.flatMap { $0.value.object?.members ?? [] } ?? []
            let ids = operations.compactMap { $0.value["operationId"]?.string }
            #expect(Set(ids).count == ids.count)
        }
    }
}
