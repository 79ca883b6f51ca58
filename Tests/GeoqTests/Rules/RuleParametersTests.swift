import Foundation
import GeoqIndex
import TestSupport
import Testing

@testable import Geoq

/// What `parameters_json` means, and what it does not mean.
@Suite struct RuleParametersTests {
    private static let list = RandomRules.id(2, 1)
    private static let bird = "8f14e45f-ceea-467f-a1f4-11c2d3e4f5a6"

    private func rule(_ type: String, _ text: String?) -> WatchlistRule {
        WatchlistRule(id: RandomRules.id(3, 1), watchlist: Self.list, type: type, parameters: text)
    }

    private func reason(_ type: String, _ text: String?) -> String? {
        do throws(RuleProblem) {
            _ = try rule(type, text).condition()
            return nil
        } catch {
            return error.reason
        }
    }

    @Test(arguments: [
        #"{"lat":42.5,"lon":-76.25,"radius_km":5}"#, #"{"latitude":"42.5","longitude":" -76.25 ","radiusKm":"5.0"}"#,
        #"{"radiusKM":5e0,"lng":-76.25,"lat":42.50,"name":"home","lon":null}"#,
        #" {"lat":42.5,"latitude":"","lon":-76.25,"lon":-76.25,"radius_km":5} "#,
    ])
    func `what apps write for a circle is understood`(text: String) throws {
        let center = try Coordinate(latitude: 42.5, longitude: -76.25)
        #expect(try rule("location", text).condition() == .location(Circle(center: center, radius: .kilometers(5))))
        #expect(try rule(" Location ", text).condition().kind == .location)
        #expect([rule(" Location ", text)].parameters(of: .location) == text)
    }

    @Test func `areas and routes are understood`() throws {
        let id = "8F14E45F-CEEA-467F-A1F4-11C2D3E4F5A6"
        #expect(
            try rule("location", #"{"area_id":"\#(id)","approach_km":2.5}"#).condition()
                == .area(AreaCondition(area: id.lowercased(), approach: .meters(2500))))
        #expect(try rule("location", #"{"areaId":" My patch "}"#).condition() == .area(AreaCondition(area: "My patch")))
        #expect(rule("location", #"{"areaId":" My patch "}"#).area == "My patch")
        for name in [#"\u0061rea_id"#, #"a\u0072ea_id"#] {
            #expect(rule("location", #"{"\#(name)":"My patch"}"#).area == "My patch", "an escape is the letter")
        }
        #expect(rule("location", #"{"area_id":3}"#).area == nil && rule("species", #"{"area_id":"a"}"#).area == nil)
        let called = rule("location", #"{"area_id":"\#(id)","area_name":"My patch"}"#)
        #expect(try called.condition() == .area(AreaCondition(area: id.lowercased())))
        #expect(
            called.areaName == "My patch" && rule("location", #"{"area_id":"\#(id)","area_name":3}"#).areaName == nil)
        let missing = [id.lowercased(): RuleArea.missing]
        let told = missing.whyUnusable(id.lowercased(), of: called)
        #expect(told?.hasPrefix(#"the store has no area "My patch" (id \#(id.lowercased())): "#) == true)
        let nameless = missing.whyUnusable(id.lowercased(), of: rule("location", #"{"area_id":"\#(id)"}"#))
        #expect(nameless?.hasPrefix("the store has no area with the id \(id.lowercased()): ") == true)
        // Numbers of a circle make it one, as they did before there were areas.
        let circle = #"{"lat":42.5,"lon":-76.25,"radius_km":5,"area_id":"Ithaca","route":"home"}"#
        #expect(rule("location", circle).area == nil)
        let center = try Coordinate(latitude: 42.5, longitude: -76.25)
        #expect(try rule("location", circle).condition() == .location(Circle(center: center, radius: .kilometers(5))))
        let line = try [Coordinate(latitude: 42, longitude: -76), Coordinate(latitude: 43, longitude: -75.5)]
        let route = #"{"type":"LineString","coordinates":[[-76,42],[-75.5,43]]}"#
        #expect(
            try rule("location", #"{"route":\#(route),"within_km":3}"#).condition()
                == .route(Corridor(line, width: .kilometers(3))))
        let segments = #"{"type":"MultiLineString","coordinates":[[[-76,42],[-75.5,43]],[[-75.5,43],[-76,42]]]}"#
        #expect(
            try rule("location", #"{"route":\#(segments),"within_km":3,"edges":"drawn"}"#).condition()
                == .route(Corridor(segments: [line, line.reversed()], edges: .drawn, width: .kilometers(3))))
        for (text, part) in [
            (#"{"area_id":3}"#, "is a number, not the id"),
            (#"{"area_id":"a","approach_km":-1}"#, "not between 0 and 1000"),
            (#"{"area_id":"a","route":\#(route)}"#, "both"), (#"{"route":\#(route)}"#, "within_km is missing"),
            (#"{"route":\#(route),"within_km":0}"#, "not more than zero"),
            (#"{"route":"home","within_km":1}"#, "no GeoJSON"),
            (#"{"route":\#(route),"within_km":1,"edges":"round"}"#, "neither drawn nor geodesic"),
            (#"{"route":{"type":"LineString","coordinates":[[-76,42]]},"within_km":1}"#, "two or more"),
            (#"{"route":{"type":"LineString","coordinates":[[-76,42],[0,91]]},"within_km":1}"#, "position 2"),
            (#"{"route":\#(route),"within_km":2000}"#, "at most"),
            (#"{"route":\#(route),"within_km":1e306}"#, "at most"),
        ] {
            #expect(reason("location", text)?.contains(part) ?? false, "\(text): \(reason("location", text) ?? "")")
        }
    }

    @Test func `species and dates are understood`() throws {
        let bird = try #require(FeatureID(Self.bird))
        #expect(try rule("species", #"{"birdId":"\#(Self.bird.uppercased())"}"#).condition() == .species(.bird(bird)))
        #expect(
            try rule("species", #"{"scientific_name":" Parus major"}"#).condition()
                == .species(.scientificName("Parus major")))
        #expect(try rule("species", #"{"shapeID":12,"bird_id":null}"#).condition() == .species(.shape("12")))
        let (start, end) = (Day(iso: "2026-04-01"), Day(iso: "2026-06-30"))
        #expect(
            try rule("date", #"{"start":"2026-04-01","endDate":"2026-06-30T23:59:59Z"}"#).condition()
                == .dates(.days(from: start, through: end)))
        #expect(
            try rule("date", #"{"start":"2026-04-01","end":null}"#).condition()
                == .dates(.days(from: start, through: nil)))
        #expect(
            try rule("date", #"{"start":"--11-01","end":"--02-28"}"#).condition()
                == .dates(.season(from: MonthDay("--11-01"), through: MonthDay("--02-28"))))
    }

    @Test(arguments: [
        ("location", nil, "parameters_json is empty"), ("location", " ", "parameters_json is empty"),
        ("location", "[]", "parameters_json is an array, not an object"),
        (
            "location", #"{"lat":1,"lon":2"#,
            "parameters_json is not JSON (column 17: a comma or } is expected after a member)"
        ),
        ("location", #"{"lat":1,"lon":2}"#, "radius_km is missing"),
        ("location", #"{"lat":1,"lon":2,"radius_km":0}"#, "radius_km 0 is not more than zero"),
        ("location", #"{"lat":1,"lon":2,"radius_km":"-4"}"#, "radius_km -4 is not more than zero"),
        ("location", #"{"lat":1,"lon":2,"radius_km":"NaN"}"#, "radius_km NaN is not more than zero"),
        ("location", #"{"lat":1,"lon":2,"radius_km":true}"#, #"radius_km "true" is not a number"#),
        ("location", #"{"lat":1,"lon":2,"radius_km":"5 km"}"#, #"radius_km "5 km" is not a number"#),
        ("location", #"{"lat":91,"lon":2,"radius_km":1}"#, "lat 91.0 out of range −90…90; did you swap lat and lon?"),
        (
            "location", #"{"lat":1,"lon":181,"radius_km":1}"#,
            "lon 181.0 out of range −180…180; longitudes from 0 to 360? subtract 360 from those above 180"
        ),
        ("location", #"{"lat":1,"latitude":2,"lon":2,"radius_km":1}"#, "lat and latitude differ"),
        ("location", #"{"lat":1,"lon":2,"radius_km":1,"radius_km":9}"#, "radius_km and radius_km differ"),
        ("species", "{}", "bird_id, scientific_name and shape_id are missing"),
        ("species", #"{"bird_id":"L123"}"#, #"bird_id "L123" is not a UUID"#),
        ("species", #"{"bird_id":["x"]}"#, "bird_id is an array, not a text"),
        (
            "species", #"{"shape_id":"duck","scientific_name":"Anas"}"#,
            "both scientific_name and shape_id are given; give one of them"
        ),
        ("date", "{}", "start and end are missing"),
        (
            "date", #"{"start":"2026-04-02","end":"2026-04-01"}"#,
            "it ends on 2026-04-01, before it starts on 2026-04-02"
        ),
        ("date", #"{"start":"2026-02-29"}"#, #"start "2026-02-29" is no date; write yyyy-mm-dd or --mm-dd"#),
        ("date", #"{"start":"--02-30"}"#, #"start "--02-30" is no day of a year; write --mm-dd"#),
        ("date", #"{"start":"2026-04-01","end":"--06-30"}"#, "one end has a year and the other has none"),
        ("date", #"{"start":"2026-04-01","ende":"2026-06-30"}"#, #"end is missing, and "ende" is no name for it"#),
        ("date", #"{"start":20260401}"#, "start is a number, not a date as text"),
        ("weather", "{}", #"rule_type "weather" is none of location, species, date"#),
    ])
    func `what can't be understood is said`(type: String, text: String?, reason: String) {
        #expect(self.reason(type, text) == reason)
    }

    @Test func `a text that is too long is not read`() {
        #expect(
            reason("date", "{" + String(repeating: " ", count: 1_048_575) + "}")
                == "parameters_json has 1048577 bytes, and 1048576 is the most; keep only what the rule asks for")
        #expect(reason("date", String(repeating: "[", count: 60_000))?.contains("nested more than 64 deep") ?? false)
    }

    /// A route with so many points, as a receiver writes them: six decimals, some meters apart.
    private static func track(_ points: Int) -> String {
        func position(_ number: Int) -> String { "[-76.\(100_001 + 2 * number),42.\(100_001 + 2 * number)]" }
        let line = (0..<points).map(position).joined(separator: ",")
        return #"{"route":{"type":"LineString","coordinates":[\#(line)]},"within_km":0.8}"#
    }

    @Test func `a rule holds the track of a day`() throws {
        guard case .route(let corridor) = try rule("location", Self.track(45_000)).condition() else {
            Issue.record("not a route")
            return
        }
        #expect(corridor.line.count == 45_000 && corridor.width == .kilometers(0.8))
        let told = reason("location", Self.track(50_000)) ?? ""
        #expect(told.hasPrefix("the route has too many points: it takes "), "\(told)")
        #expect(told.hasSuffix("; give a route of fewer points, some 45000 at most"), "\(told)")
    }

    @Test func `the columns of a list read like rows`() throws {
        let center = try Coordinate(latitude: 0.1 + 0.2, longitude: -180)
        let columns = WatchlistRule.location(
            columnsOf: Self.list, latitude: 0.1 + 0.2, longitude: -180, radiusKilometers: 1e-7)
        #expect(try columns.condition() == .location(Circle(center: center, radius: .kilometers(1e-7))))
        #expect(columns.id.description == "\(Self.list)/location_rule")
        let broken = WatchlistRule.location(columnsOf: Self.list, latitude: .nan, longitude: 3, radiusKilometers: nil)
        #expect(throws: RuleProblem.self) { try broken.condition() }
        #expect(try WatchlistRule.species(columnsOf: Self.list, shapeID: "owl").condition() == .species(.shape("owl")))
        let dates = WatchlistRule.dates(columnsOf: Self.list, start: nil, end: "2026-01-31")
        #expect(try dates.condition() == .dates(.days(from: nil, through: Day(iso: "2026-01-31"))))
    }

    @Test func `a circle wider than any number is everywhere`() throws {
        guard case .location(let circle) = try rule("location", #"{"lat":1,"lon":2,"radius_km":1e306}"#).condition()
        else {
            Issue.record("not a circle")
            return
        }
        #expect(circle.isEverywhere)
    }

    @Test func `a damaged text is reported, or means what it says`() throws {
        let seed: UInt64 = 22
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let texts: [(RuleKind, String)] = [
            (.location, #"{"lat":42.5,"lon":-76.25,"radius_km":5}"#),
            (.location, #"{"latitude":"42.5","lng":"-76.25","radiusKm":"0.5","name":"a\u00e9"}"#),
            (.species, #"{"bird_id":"\#(Self.bird)"}"#), (.species, #"{"scientific_name":"Parus major"}"#),
            (.species, #"{"shape_id":"duck-like"}"#), (.date, #"{"start":"2026-04-01","end":"2026-06-30"}"#),
            (.date, #"{"start":"--11-01","end":"--02-28"}"#), (.date, #"{"start":null,"end":"2026-06-30"}"#),
        ]
        var (accepted, refused) = (0, 0)
        for number in 0..<100_000 {
            let (kind, text) = texts[number % texts.count]
            let damaged = Mutation.damage(Array(text.utf8), using: &generator)
            // A database gives text; what is no UTF-8 comes as replacement characters.
            let given = String(decoding: damaged, as: UTF8.self)
            guard let condition = try? rule(kind.rawValue, given).condition() else {
                refused += 1
                continue
            }
            accepted += 1
            #expect(condition == StrictReading(given)?.condition(kind), "seed \(seed), \(number): \(given)")
        }
        #expect(accepted > 2000 && refused > 50_000, "Both are tried: \(accepted), \(refused).")
    }
}

/// The same rules in a second implementation, on Foundation's JSON.
private struct StrictReading {
    private let members: [String: Any]

    init?(_ text: String) {
        guard let parsed = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] else {
            return nil
        }
        members = parsed
    }

    func condition(_ kind: RuleKind) -> RuleCondition? {
        switch kind {
        case .location:
            guard let latitude = number("lat", "latitude"), let longitude = number("lon", "lng", "longitude"),
                let radius = number("radius_km", "radiusKm", "radiusKM"), radius > 0, abs(longitude) <= 180,
                let center = try? Coordinate(latitude: latitude, longitude: longitude)
            else { return nil }
            return .location(
                Circle(center: center, radius: radius * 1000 < .infinity ? .meters(radius * 1000) : .halfTheEarth))
        case .species:
            let bird = text("bird_id", "birdId", "birdID")
            let name = text("scientific_name", "scientificName")
            let shape = text("shape_id", "shapeId", "shapeID")
            guard [bird, name, shape].compactMap({ $0 }).count == 1 else { return nil }
            if let bird {
                return UUID(uuidString: bird).flatMap { FeatureID($0.uuidString) }.map { .species(.bird($0)) }
            }
            return name.map { .species(.scientificName($0)) } ?? shape.map { .species(.shape($0)) }
        case .date:
            let (start, end) = (text("start", "start_date", "startDate"), text("end", "end_date", "endDate"))
            func day(_ text: String) -> Day? { Day(iso: text.prefix(10)) }
            switch (start, end) {
            case (nil, nil): return nil
            case (let start, let end) where [start, end].allSatisfy({ $0?.hasPrefix("--") ?? true }):
                let (from, through) = (start.map { MonthDay($0) }, end.map { MonthDay($0) })
                if from == .some(nil) || through == .some(nil) { return nil }
                return .dates(.season(from: from ?? nil, through: through ?? nil))
            default:
                let (from, through) = (start.map { day($0) }, end.map { day($0) })
                if from == .some(nil) || through == .some(nil) { return nil }
                if let from = from ?? nil, let through = through ?? nil, from > through { return nil }
                return .dates(.days(from: from ?? nil, through: through ?? nil))
            }
        }
    }

    private func value(_ names: [String]) -> Any? {
        names.compactMap { members[$0] }.first { value in
            !(value is NSNull) && (value as? String)?.trimmingCharacters(in: .whitespaces) != ""
        }
    }

    private func number(_ names: String...) -> Double? {
        switch value(names) {
        case let text as String: Double(text.trimmingCharacters(in: .whitespaces))
        case let number as NSNumber where CFBooleanCheck.isBoolean(number) == false: number.doubleValue
        default: nil
        }
    }

    private func text(_ names: String...) -> String? {
        switch value(names) {
        case let text as String: text.trimmingCharacters(in: .whitespaces)
        case let number as NSNumber where CFBooleanCheck.isBoolean(number) == false: number.stringValue
        default: nil
        }
    }
}

/// Foundation reads true and false as numbers, too.
private enum CFBooleanCheck {
    static func isBoolean(_ number: NSNumber) -> Bool { String(cString: number.objCType) == "c" }
}
