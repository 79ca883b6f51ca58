import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore
import HTTPTypes
import NIOCore
import TestSupport
import Testing

@testable import GeoqServer

/// Questions about all inside an area, without a center, and the store's areas themselves.
@Suite struct AreaQuestionTests {
    private static func ring(_ places: [(latitude: Double, longitude: Double)]) throws -> [Coordinate] {
        let ring = try places.map { try Coordinate(latitude: $0.latitude, longitude: $0.longitude) }
        return ring + ring.prefix(1)
    }

    private static func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) throws -> [Coordinate] {
        try ring([(south, west), (south, east), (north, east), (north, west)])
    }

    /// With a hole, over ±180° as one ring and cut there, around each pole, and of several parts.
    private static func areas() throws -> [NewArea] {
        let north = stride(from: -180.0, to: 180, by: 30).map { (latitude: 60 + abs($0) / 20, longitude: $0) }
        let areas = [
            ("Hollow", try Area([.init(outer: try box(-80, 35, -70, 45), holes: [try box(-77, 40, -75, 42)])])),
            ("Over the line", try Area([.init(outer: try ring([(-20, 175), (-25, -170), (0, -175), (5, 178)]))])),
            (
                "Cut at the line",
                try Area([.init(outer: try box(175, -20, 180, 5)), .init(outer: try box(-180, -20, -170, 5))])
            ),
            ("Around the north pole", try Area([.init(outer: try ring(north))], pole: .north)),
            (
                "Around the south pole",
                try Area(
                    [.init(outer: try ring([(-65, 0), (-70, 120), (-60, -120)]))], edges: .geodesic, pole: .south)
            ),
            ("Parts", try Area([.init(outer: try box(0, 0, 10, 10)), .init(outer: try box(20, -10, 40, 50))])),
            ("Nowhere", try Area([.init(outer: try box(1.001, 1.001, 1.002, 1.002))])),
        ]
        return areas.map { NewArea(name: $0.0, kind: "test", area: $0.1, sourceID: $0.0) }
    }

    /// Places everywhere, many of them on or near the edges of the areas, on ±180° and at the poles.
    private static func places(_ generator: inout SeededGenerator) -> [(latitude: Double, longitude: Double)] {
        func random(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &generator) }
        let corners = [
            (-77.0, 40.0), (-75, 42), (-80, 35), (-70, 45), (180, -20), (-180, 5), (175, -20), (-170, 0), (178, 5),
            (0, 0), (10, 10), (20, 50), (0, -65), (120, -70), (-120, -60), (0, 60), (30, 61.5), (15, 90), (15, -90),
        ]
        return (0..<2_500).map { number in
            let (longitude, latitude) = corners[number % corners.count]
            switch number % 4 {
            case 0: return (random(-90...90), random(-180...180))
            case 1: return (latitude, random(-180...180))
            case 2: return (random(-90...90), longitude)
            default: return (min(90, max(-90, latitude + random(-1...1))), longitude)
            }
        }
    }

    /// - Returns: tables of hotspots and of observations at the same places.
    private static func tables(seed: UInt64) -> (hotspots: String, observations: String) {
        var generator = SeededGenerator(seed: seed)
        var (hotspots, observations) = ("id,name,locality,lat,lon\n", "id,species,date,lat,lon,count\n")
        let species = ["Turdus merula", "Parus major", "Corvus corax"]
        for (number, place) in places(&generator).enumerated() {
            hotspots += "H\(number),Place \(number),,\(place.latitude),\(place.longitude)\n"
            observations +=
                "O\(number),\(species[number % 3]),2026-0\(1 + number % 9)-11,\(place.latitude),\(place.longitude),1\n"
        }
        return (hotspots, observations)
    }

    private static func query(_ area: Area, _ layer: Layer = .hotspots) -> Query { .inside(area, layer: layer) }

    private static func encoded(_ name: String) -> String { name.replacing(" ", with: "%20") }

    @Test func `area alone gives all inside it, as the command, the library and a look at every place do`()
        async throws
    {
        let seed: UInt64 = 2_101
        print("seed \(seed)")
        let (hotspots, observations) = Self.tables(seed: seed)
        let areas = try Self.areas()
        func prepare(_ store: Store) async throws {
            _ = try await store.areas.add(areas, from: "tests", file: "a", format: "wkt")
        }
        try await ServerRun.with(hotspots: hotspots, observations: observations, prepare: prepare) { client, path in
            let snapshot = try await Store(path: path).snapshot()
            let everything = try snapshot.answer(Query(.box(.everything)))
            for area in areas {
                let comment = "\(area.name), seed \(seed)"
                let question = "/near?area=\(Self.encoded(area.name))"
                let ids = String(buffer: try await client.get(question + "&limit=10000&f=ids").body)
                let scanned = everything.filter { area.area.scannedContains($0.coordinate) }.map(\.id.description)
                #expect(ids.split(separator: "\n").map(String.init) == scanned, "\(comment)")
                #expect((scanned.count > 20) == (area.name != "Nowhere"), "\(comment): \(scanned.count)")
                let brute = try snapshot.answer(Self.query(area.area), method: .bruteForce)
                #expect(brute.map(\.id.description) == scanned, "\(comment)")
                let command = try GeoqProcess(["near", "--area", area.name, "-f", "ids", "--db", path])
                #expect(command.output == ids, "\(comment): \(command.errors)")
                // Pages together are the same, and each is counted whole.
                var (found, next): ([String], String?) = ([], question + "&limit=97")
                while let page = next {
                    let body = try await client.json(page).body
                    #expect(body["numberMatched"] == .count(scanned.count), "\(comment)")
                    #expect(body["exactness"]?["set"] == "exact")
                    found += (body["features"]?.array ?? []).compactMap { $0["id"]?.string }
                    next = body["links"]?.array?.first { $0["rel"] == "next" }?["href"]?.string
                        .map { String($0.dropFirst("http://localhost".count)) }
                }
                #expect(found == scanned, "\(comment)")
                // Conditions hold inside of it, too.
                var query = Self.query(area.area, .observations)
                (query.species, query.since) = ("Parus major", Day(iso: "2026-04-01"))
                let some = try await client.json(
                    question + "&layer=observations&species=Parus%20major&since=2026-04-01&limit=1")
                #expect(some.body["numberMatched"] == .count(try snapshot.count(query)), "\(comment)")
                query.species = nil
                let species = try await client.json("/species?area=\(Self.encoded(area.name))&since=2026-04-01").body
                let rows = (species["species"]?.array ?? []).map {
                    "\($0["scientific_name"]?.string ?? "") \(Int($0["observations"]?.double ?? -1))"
                }
                #expect(
                    rows == (try snapshot.species(query)).map { "\($0.scientificName) \($0.observations)" },
                    "\(comment)")
                #expect((species["species"]?.array ?? []).allSatisfy { $0["nearest_m"] == .null }, "\(comment)")
            }
        }
    }

    @Test func `hits of an area alone have no distance, those around a center have`() async throws {
        let square = "POLYGON((-76.51%2042.46,-76.49%2042.46,-76.49%2042.47,-76.51%2042.47,-76.51%2042.46))"
        try await ServerRun.with { client, _ in
            let alone = try await client.json("/near?area=\(square)").body
            #expect(alone.names == ["Stewart Park"] && alone["numberMatched"] == 1)
            let properties = alone["features"]?.array?.first?["properties"]
            #expect(properties?["distance_m"] == nil && properties?["bearing_deg"] == nil)
            #expect(alone["exactness"]?["edges"] == "straight in longitude and latitude")
            let csv = String(buffer: try await client.get("/near?area=\(square)&f=csv&fields=locality").body)
            #expect(csv.contains(",Stewart Park,") && !csv.contains("distance_m"), "\(csv)")
            // As on the command line, the area may be the only bound around a center.
            let around = try await client.json("/near?lat=42.5&lon=-76.5&area=\(square)").body
            #expect(around.names == ["Stewart Park"] && around["numberMatched"] == 1)
            let center = try Coordinate(latitude: 42.5, longitude: -76.5)
            let meters = Geodesic.inverse(
                from: center, to: try Coordinate(latitude: 42.46, longitude: -76.5)
            ).distance.meters
            let told = around["features"]?.array?.first?["properties"]?["distance_m"]?.double
            #expect(told == (meters * 1e6).rounded() / 1e6)
            let species = try await client.json("/species?lat=42.5&lon=-76.5&area=\(square)").body
            #expect(species["species"]?.array?.count == 1 && species["species"]?.array?.first?["observations"] == 2)
            let nearest = species["species"]?.array?.first?["nearest_m"]?.double ?? .infinity
            #expect(nearest < meters + 1)
            // The tag is of this question.
            let first = try await client.get("/near?area=\(square)")
            let again = try await client.get(
                "/near?area=\(square)", headers: [.ifNoneMatch: first.headers[.eTag] ?? ""])
            #expect(again.status == .notModified)
        }
    }

    @Test func `what needs a center, and what is no area, is named`() async throws {
        func prepare(_ store: Store) async throws {
            let ring = try Self.box(0, 0, 1, 1)
            let twins = try ["1", "2"].map {
                NewArea(name: "Springfield", area: try Area([.init(outer: ring)]), sourceID: $0)
            }
            _ = try await store.areas.add(twins, from: "tests", file: "a", format: "wkt")
        }
        let square = "POLYGON((0%200,1%200,1%201,0%201,0%200))"
        try await ServerRun.with(prepare: prepare) { client, _ in
            let bad: [(String, [String], String)] = [
                ("/near?area=\(square)&km=3", ["km"], "km: it needs a center"),
                ("/near?area=\(square)&within=3mi", ["within"], "it needs a center"),
                ("/near?area=\(square)&min-km=3", ["min-km"], "it needs a center"),
                ("/near?area=\(square)&lat=3", ["lon"], "lon is missing: give a number of degrees from -360 to 360."),
                ("/species?area=\(square)&km=3", ["km"], "it needs a center"),
                ("/near", ["lat", "lon", "km"], "or area without lat and lon"),
                ("/species", ["lat", "lon", "km"], "or area without lat and lon"),
                ("/near?area=", ["area"], "area: "),
                ("/near?area=Ithaca", ["area"], "no area is called Ithaca"),
                ("/near?area=Springfeld", ["area"], "did you mean Springfield?"),
                ("/species?area=springfield", ["area"], "2 areas are called springfield"),
                ("/near?area=00000000-0000-4000-8000-000000000001", ["area"], "no area is called 00000000"),
                ("/near?area=POLYGON((0%200,2%202,2%200,0%202,0%200))", ["area"], "ring 1 crosses itself"),
                ("/species?area=POLYGON((0%200,2%202,2%2091,0%200))", ["area"], "at character "),
                ("/nearest?area=\(square)&k=3", ["lat", "lon"], "lat is missing"),
            ]
            for (uri, names, words) in bad {
                let (status, body, _) = try await client.json(uri)
                #expect(status == 400 && body.badParameters == names, "\(uri): \(body.badParameters)")
                #expect(body["detail"]?.string?.contains(words) == true, "\(uri): \(body["detail"]?.string ?? "")")
            }
            #expect(try await client.json("/near?area=\(square)").status == 200)
        }
    }

    @Test func `a question about too many observations is refused by what it counts`() async throws {
        var limits = ServerLimits.patient
        limits.listedFeatures = 3
        let square = "POLYGON((-76.51%2042.46,-76.49%2042.46,-76.49%2042.47,-76.51%2042.47,-76.51%2042.46))"
        let world = "POLYGON((-180%20-90,180%20-90,180%2090,-180%2090,-180%20-90))"
        try await ServerRun.with(limits: limits) { client, _ in
            #expect(try await client.json("/species?area=\(square)").status == 200)
            #expect(try await client.json("/species?area=\(square)&lat=1&lon=2").status == 200)
            for place in ["", "&lat=1&lon=2"] {
                let (status, body, _) = try await client.json("/species?area=\(world)\(place)")
                #expect(status == 400 && body.badParameters == ["area"])
            }
        }
    }

    @Test func `the areas of the store are listed with their boxes, page by page`() async throws {
        let areas = try Self.areas()
        func prepare(_ store: Store) async throws {
            _ = try await store.areas.add(areas, from: "tests", file: "a", format: "wkt")
        }
        try await ServerRun.with(prepare: prepare) { client, path in
            let all = try await client.json("/areas").body
            let listed = all["areas"]?.array ?? []
            #expect(listed.compactMap { $0["name"]?.string } == areas.map(\.name).sorted())
            #expect(all["numberMatched"] == .count(areas.count) && all["numberReturned"] == .count(areas.count))
            #expect(all["unusable"]?.array?.isEmpty == true && all["next"] == .null)
            func edges(_ name: String) -> [Double] {
                let area = listed.first { $0["name"]?.string == name }
                return ["west", "south", "east", "north"].compactMap { area?[$0]?.double }
            }
            #expect(edges("Hollow") == [-80, 35, -70, 45])
            #expect(edges("Over the line") == [175, -25, -170, 5], "across ±180° west is greater than east")
            #expect(edges("Parts") == [0, -10, 40, 50], "an edge at 0° is shown as 0")
            #expect(edges("Around the north pole") == [-180, 60, 180, 90])
            #expect(listed.allSatisfy { $0["kind"] == "test" })
            #expect(listed.filter { $0["edges"] == "geodesic" }.map { $0["pole"] } == ["south"])
            var (names, next): ([String], String?) = ([], "/areas?limit=3")
            while let page = next {
                let answer = try await client.get(page)
                let body = try JSONValue(parsing: String(buffer: answer.body))
                names += (body["areas"]?.array ?? []).compactMap { $0["name"]?.string }
                next = body["next"]?.string.map { String($0.dropFirst("http://localhost".count)) }
                #expect((answer.headers[.link] != nil) == (next != nil))
            }
            #expect(names == areas.map(\.name).sorted())
            let csv = String(buffer: try await client.get("/areas?f=csv").body)
            #expect(csv.hasPrefix("name,kind,edges,pole,positions,source,id,west,south,east,north\n"))
            let gone = try await client.json("/areas?after=00000000-0000-4000-8000-000000000001")
            #expect(gone.status == 409)
            // Each by its id, too.
            let id = try #require(listed.first?["id"]?.string)
            #expect(try await client.json("/near?area=\(id)").status == 200)
            // The list is that of the command, which has no box.
            let command = try GeoqProcess(["areas", "list", "-f", "csv", "--db", path])
            let columns = csv.split(separator: "\n").map {
                $0.split(separator: ",", omittingEmptySubsequences: false).dropLast(4).joined(separator: ",")
            }
            #expect(command.lines.map(String.init) == columns, "\(command.errors)")
        }
    }

    @Test func `CSV has its header also when there is no area`() async throws {
        try await ServerRun.with { client, _ in
            for (query, names) in [
                ("/areas?f=csv", "name,kind,edges,pole,positions,source,id,west,south,east,north"),
                ("/areas/of?lat=0&lon=0&f=csv", "name,kind,edge_m,source,id"),
            ] {
                let answer = try await client.get(query)
                #expect(String(buffer: answer.body) == names + "\n", "\(query)")
            }
        }
    }

    @Test(arguments: [ServerLimits().indexedAreaPositions, 3])
    func `which areas hold a place is what the command says`(indexedPositions: Int) async throws {
        let areas = try Self.areas()
        func prepare(_ store: Store) async throws {
            _ = try await store.areas.add(areas, from: "tests", file: "a", format: "wkt")
        }
        var limits = ServerLimits.patient
        limits.indexedAreaPositions = indexedPositions
        try await ServerRun.with(limits: limits, prepare: prepare) { client, path in
            for (latitude, longitude, names) in [
                (36.0, -79.0, ["Hollow"]), (41, -76, []), (-10, 180, ["Cut at the line", "Over the line"]),
                (-10, -180, ["Cut at the line", "Over the line"]), (90, 12, ["Around the north pole"]),
                (-90, 12, ["Around the south pole"]), (5, 5, ["Parts"]),
            ] {
                let place = "lat=\(latitude)&lon=\(longitude)"
                let csv = String(buffer: try await client.get("/areas/of?\(place)&f=csv").body)
                let command = try GeoqProcess([
                    "areas", "of", "--lat", "\(latitude)", "--lon", "\(longitude)", "-f", "csv", "--db", path,
                ])
                #expect(csv.split(separator: "\n") == command.lines && !command.lines.isEmpty, "\(place)")
                let found = try await client.json("/areas/of?\(place)").body["areas"]?.array ?? []
                #expect(Set(found.compactMap { $0["name"]?.string }) == Set(names), "\(place)")
                let edges = found.compactMap { $0["edge_m"]?.double }
                #expect(edges == edges.sorted() && edges.count == names.count, "\(place)")
            }
            #expect(try await client.json("/areas/of?lat=1").body.badParameters == ["lon"])
        }
    }

    @Test func `an area that is added, changed or removed counts from the next snapshot on`() async throws {
        try await ServerRun.withService { service in
            let store = try Store(path: service.configuration.path, create: false)
            let place = try Coordinate(latitude: 0.5, longitude: 0.5)
            func told() async throws -> [[String]] {
                let moment = try service.live.moment()
                let found = try await service.areas.holding(place, of: service.live, at: moment)
                let listed = try await service.areas.areas(of: service.live, at: moment)
                for shape in listed.shapes {
                    let named = try await service.namedAreas.area(shape.name, of: service.live, at: moment)
                    #expect(named.contains(place) == found.areas.contains { $0.area.name == shape.name })
                }
                #expect(listed.entries.count == listed.shapes.count)
                return [found.areas.map(\.area.name), listed.shapes.map(\.name)]
            }
            func add(_ ring: [Coordinate], as name: String) async throws {
                let area = NewArea(name: name, area: try Area([.init(outer: ring)]), sourceID: "1")
                _ = try await store.areas.add([area], from: "tests", file: "a", format: "wkt")
            }
            #expect(try await told() == [[], []])
            try await add(Self.box(0, 0, 1, 1), as: "Here")
            // The answer is still of the snapshot before.
            #expect(try await told() == [[], []])
            await service.live.refresh()
            #expect(try await told() == [["Here"], ["Here"]])
            _ = try await store.rules.addWatchlist(title: "What changes no area")
            await service.live.refresh()
            #expect(try await told() == [["Here"], ["Here"]])
            // The same name elsewhere, then another name.
            try await add(Self.box(5, 5, 6, 6), as: "Here")
            await service.live.refresh()
            #expect(try await told() == [[], ["Here"]])
            try await add(Self.box(5, 5, 6, 6), as: "There")
            await service.live.refresh()
            #expect(try await told() == [[], ["There"]])
            _ = try await store.areas.remove("There")
            await service.live.refresh()
            #expect(try await told() == [[], []])
            let moment = try service.live.moment()
            await #expect(throws: AreaNameError.unknown("There", suggestion: nil)) {
                try await service.namedAreas.area("There", of: service.live, at: moment)
            }
        }
    }
}
