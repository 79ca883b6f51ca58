import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore
import HTTPTypes
import NIOCore
import TestSupport
import Testing

@testable import GeoqServer

/// Watchlists and the sightings inside an area.
@Suite struct AreaMatchTests {
    private static let species = ["Turdus merula", "Parus major", "Corvus corax"]

    private static func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) throws -> [Coordinate] {
        try [(south, west), (south, east), (north, east), (north, west), (south, west)].map {
            try Coordinate(latitude: $0.0, longitude: $0.1)
        }
    }

    /// One with a hole, one that lies in it, one where nothing is, and the whole earth.
    private static func areas() throws -> [NewArea] {
        [
            ("County", try Area([.init(outer: try box(-77, 42, -76, 43), holes: [try box(-76.6, 42.4, -76.4, 42.6)])])),
            ("Patch", try Area([.init(outer: try box(-76.6, 42.4, -76.4, 42.6))])),
            ("Nowhere", try Area([.init(outer: try box(10, 10, 11, 11))])),
            ("World", try Area([.init(outer: try box(-180, -90, 180, 90))])),
        ].map { NewArea(name: $0.0, area: $0.1, sourceID: $0.0) }
    }

    private static func sightings(seed: UInt64) throws -> [Sighting] {
        var generator = SeededGenerator(seed: seed)
        return try (0..<600).map { number in
            let place = try Coordinate(
                latitude: .random(in: 41.9...43.1, using: &generator),
                longitude: .random(in: -77.1 ... -75.9, using: &generator))
            let day = Day(iso: "2026-0\(1 + number % 9)-11").flatMap { ObservedDate($0) }
            return Sighting(
                coordinate: place, uncertainty: number % 4 == 0 ? .meters(Double(100 * (1 + number % 50))) : nil,
                scientificName: species[number % 3], date: number % 7 == 0 ? nil : day)
        }
    }

    private static func table(_ sightings: [Sighting]) -> String {
        "id,species,date,lat,lon,uncertainty_m\n"
            + sightings.enumerated().map { number, seen in
                let texts = [
                    "O\(number)", seen.scientificName ?? "", seen.date?.description ?? "",
                    "\(seen.coordinate.latitude)", "\(seen.coordinate.longitude)",
                    seen.uncertainty.map { "\($0.meters)" } ?? "",
                ]
                return texts.joined(separator: ",") + "\n"
            }.joined()
    }

    /// Lists with a circle, with the areas and a route, and without a place.
    private static func prepare(_ store: Store) async throws {
        _ = try await store.areas.add(try areas(), from: "tests", file: "a", format: "wkt")
        let (patch, world) = (try await store.areas.area("Patch").id, try await store.areas.area("World").id)
        let rules: [(String, [(kind: RuleKind, parameters: String)])] = [
            ("Near the lake", [(.location, #"{"lat":42.5,"lon":-76.7,"radius_km":15}"#)]),
            (
                "Blackbirds in spring",
                [
                    (.species, #"{"scientific_name":"Turdus merula"}"#),
                    (.date, #"{"start":"2026-03-01","end":"2026-05-31"}"#),
                ]
            ),
            ("Everywhere", [(.location, RuleText.area(world, called: "World"))]),
            ("Around the patch", [(.location, RuleText.area(patch, called: "Patch", .kilometers(3)))]),
            ("Anything", [(.date, #"{"start":"2026-01-01","end":"2026-12-31"}"#)]),
            (
                "A drive",
                [
                    (
                        .location,
                        RuleText.route(
                            [
                                [
                                    try Coordinate(latitude: 42.1, longitude: -76.9),
                                    try Coordinate(latitude: 42.9, longitude: -76.1),
                                ]
                            ], .kilometers(4))
                    )
                ]
            ),
        ]
        for (title, own) in rules {
            _ = try await store.rules.add(own, to: try await store.rules.addWatchlist(title: title))
        }
    }

    /// A match as text: of which sighting, with which list, how surely.
    private static func text(_ seen: Coordinate, _ title: String?, _ certainty: String?) -> String {
        "\(seen.latitude) \(seen.longitude) \(title ?? "?") \(certainty ?? "?")"
    }

    private static func text(_ match: JSONValue) throws -> String {
        let place = try Coordinate(
            latitude: try #require(match["lat"]?.double), longitude: try #require(match["lon"]?.double))
        return text(place, match["title"]?.string, match["certainty"]?.string)
    }

    @Test func `the stored sightings inside an area match as the command and a look at each of them say`()
        async throws
    {
        let seed: UInt64 = 2_117
        print("seed \(seed)")
        let sightings = try Self.sightings(seed: seed)
        let rows = Self.table(sightings)
        try await ServerRun.with(observations: rows, prepare: Self.prepare) { client, path in
            let stored = try await Store(path: path, create: false).rules.all()
            let (matcher, titles) = (stored.matcher(), stored.titles)
            for (area, unknown) in try Self.areas().flatMap({ area in UnknownPolicy.allCases.map { (area, $0) } }) {
                let comment = "\(area.name), \(unknown), seed \(seed)"
                let question = "/match?area=\(area.name)&unknown=\(unknown.rawValue)"
                let expected = sightings.filter { area.area.scannedContains($0.coordinate) }.flatMap { seen in
                    matcher.matches(seen, options: MatchOptions(unknown: unknown)).map {
                        Self.text(seen.coordinate, titles[$0.watchlist], $0.certainty.rawValue)
                    }
                }
                // The whole earth has no boundary, and holds each of them.
                let inside = sightings.count { area.area.scannedContains($0.coordinate) }
                #expect(expected.count { $0.contains(" Everywhere ") } == inside, "\(comment)")
                #expect((expected.count > 20) == (area.name != "Nowhere"), "\(comment): \(expected.count)")
                let all = try await client.json(question + "&limit=10000").body
                let matches = all["matches"]?.array ?? []
                #expect(try matches.map(Self.text).sorted() == expected.sorted(), "\(comment)")
                #expect(all["numberMatched"] == .count(expected.count) && all["next"] == .null, "\(comment)")
                for format in ["csv", "ndjson"] {
                    let told = String(buffer: try await client.get(question + "&limit=10000&f=\(format)").body)
                    let command = try GeoqProcess([
                        "match", "--all", "--area", area.name, "--unknown", unknown.rawValue, "-f", format, "--db",
                        path,
                    ])
                    #expect(told == command.output, "\(comment), \(format): \(command.errors)")
                }
                // Pages together are the same, and each is counted whole.
                var (paged, next): ([JSONValue], String?) = ([], question + "&limit=97")
                while let page = next {
                    let body = try await client.json(page).body
                    #expect(body["numberMatched"] == .count(expected.count), "\(comment)")
                    paged += body["matches"]?.array ?? []
                    next = body["next"]?.string.map { String($0.dropFirst("http://localhost".count)) }
                }
                #expect(paged == matches, "\(comment)")
            }
            let square = "POLYGON((-76.6%2042.4,-76.4%2042.4,-76.4%2042.6,-76.6%2042.6,-76.6%2042.4))"
            let (drawn, named) = (
                try await client.get("/match?area=\(square)&f=csv"), try await client.get("/match?area=patch&f=csv")
            )
            #expect(drawn.body == named.body)
        }
    }

    @Test func `of sightings that are sent only those inside an area are matched, as by the command`() async throws {
        let sightings = try Self.sightings(seed: 2_118)
        let lines = sightings.map { seen in
            let date = seen.date.map { #","date":"\#($0.description)""# } ?? ""
            let (place, species) = (seen.coordinate, seen.scientificName ?? "")
            return #"{"lat":\#(place.latitude),"lon":\#(place.longitude),"species":"\#(species)"\#(date)}"#
        }.joined(separator: "\n")
        try await ServerRun.with(prepare: Self.prepare) { client, path in
            func pairs(_ text: String) throws -> [String] {
                try text.split(separator: "\n").map {
                    let line = try JSONValue(parsing: String($0))
                    return "\(line["line"]?.text ?? "") \(line["title"]?.string ?? line.text)"
                }
            }
            for area in ["County", "Patch", "Nowhere"] {
                let answer = try await client.execute(
                    uri: "/match?area=\(area)", method: .post, body: ByteBuffer(string: lines))
                let command = try GeoqProcess(["match", "-", "--area", area, "--db", path], input: lines)
                let told = try pairs(String(buffer: answer.body))
                #expect(told == (try pairs(command.output)), "\(command.errors)")
                #expect(told.isEmpty == (area == "Nowhere"))
            }
            let wrong = try await client.execute(
                uri: "/match?area=Contry", method: .post, body: ByteBuffer(string: lines))
            #expect(wrong.status == .badRequest && String(buffer: wrong.body).contains("did you mean County?"))
        }
    }

    @Test func `what does not go with an area, too much, and a page of another version are refused`() async throws {
        var limits = ServerLimits.patient
        limits.listedFeatures = 300
        let sightings = try Self.sightings(seed: 2_119)
        let rows = Self.table(sightings)
        try await ServerRun.with(observations: rows, limits: limits, prepare: Self.prepare) { client, path in
            let bad: [(String, [String], String)] = [
                ("", ["lat", "lon"], "or area without lat and lon"),
                ("lat=42&lon=-76&area=Patch", ["lat", "lon"], "area is about all stored ones inside it"),
                ("area=Patch&species=Parus%20major", ["species"], "it is about one sighting"),
                ("area=Patch&date=2026-05-01&uncertainty=5&near-miss=2km", ["date", "uncertainty", "near-miss"], ""),
                ("lat=42&lon=-76&limit=5&after=0,1", ["limit", "after"], "it goes with area"),
                ("area=Patsh", ["area"], "did you mean Patch?"),
                ("area=", ["area"], "area: "),
                ("area=Patch&after=x", ["after"], "after is \"x\""),
                ("area=Patch&limit=0", ["limit"], "limit is \"0\""),
                ("area=County", ["area"], "more than the 300 that one question may look at"),
            ]
            for (query, names, words) in bad {
                let (status, body, _) = try await client.json("/match?\(query)")
                #expect(status == 400 && body.badParameters == names, "\(query): \(body.badParameters)")
                #expect(body["detail"]?.string?.contains(words) == true, "\(query): \(body["detail"]?.string ?? "")")
            }
            let first = try await client.json("/match?area=Patch&limit=1").body
            let version = try #require(first["snapshot"]?.text)
            #expect(first["next"]?.string?.contains("after=1,\(version)") == true, "\(first["next"]?.text ?? "")")
            #expect(try await client.json("/match?area=Patch&after=1,\(version)").status == 200)
            #expect(try await client.json("/match?area=Patch&after=1,1\(version)").status == 409)
        }
    }
}
