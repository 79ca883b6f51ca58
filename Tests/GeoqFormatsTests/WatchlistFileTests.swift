import TestSupport
import Testing

@testable import Geoq
@testable import GeoqFormats

/// Files of watchlists, as records.
@Suite struct WatchlistFileTests {
    private static let json = """
        [{"id":"l1","title":"Tits","locationRuleEnabled":"yes","location_rule_lat":"42.48","radiusKm":"5",
          "lat":42.5,"lng":-76.45,"birdId":"x","rules":[{"ruleType":"date","parameters":{"start":"--04-01"}}],
          "entries":[{"bird_id":"b","lat":1,"lon":2,"observationDate":"2026-05-03"},7]},
         {"type":"Feature","geometry":{"type":"Point","coordinates":[-76.45,42.48]},"properties":{"name":"P"}}]
        """
    private static let table = """
        record,id,watchlist_id,title,rule_type,parameters_json,priority,lat,lon,observation_date
        watchlist,a,,A,,,,,,
        rule,r,a,,species,"{""shape_id"":""x""} ",3,,,
        entry,,a,,,,1,42,-76,2026-05-03 07:42
        """

    @Test func `names are taken in any spelling, and values by their type`() throws {
        let run = try ImportRun(Self.json, as: .watchlists, name: "l.json")
        let records = Self.records(run)
        #expect(run.sink.messages == ["l.json: object 1: entries holds a number, where an object is expected"])
        #expect(records.map(\.part) == [.watchlist, .rule, .rule, .rule, .entry, .watchlist, .rule])
        #expect(records[0].identity.sourceID == "l1")
        #expect(Self.value(records[0], "title") == .text("Tits"))
        #expect(Self.value(records[0], "location_rule_enabled") == .bool(true))
        #expect(Self.value(records[0], "location_rule_lat") == .real(42.48))
        #expect(Self.value(records[0], "date_rule_enabled") == .bool(false))
        #expect(
            records[1...3].map { Self.value($0, "parameters_json") } == [
                .text(#"{"lat":42.5,"lon":-76.45,"radius_km":"5"}"#), .text(#"{"bird_id":"x"}"#),
                .text(#"{"start":"--04-01"}"#),
            ])
        #expect(records[1].key == "location rule" && records[3].key == "rule 1" && records[3].list == .preceding)
        #expect(records[4].bird == .id("b") && records[4].coordinate?.latitude == 1)
        #expect(Self.value(records[4], "observation_date") == .text("2026-05-03"))
        #expect(Self.value(records[6], "parameters_json") == .text(#"{"lat":42.48,"lon":-76.45}"#))
    }

    @Test(arguments: [
        (#"{"title":"A","start":["2026-04-01"],"end":"2026-06-30"}"#, #"{"start":["2026-04-01"],"end":"2026-06-30"}"#),
        (#"{"title":"A","begin":"2026-04-01","end":"2026-06-30"}"#, #"{"end":"2026-06-30","begin":"2026-04-01"}"#),
        (#"{"title":"A","lat":1,"lon":2,"radius_km":{"m":5}}"#, #"{"lat":1,"lon":2,"radius_km":{"m":5}}"#),
        (
            #"{"title":"A","rules":[{"rule_type":"date","first":"April","end":"--06-30"}]}"#,
            #"{"end":"--06-30","first":"April"}"#
        ),
        (
            #"{"title":"A","rules":[{"rule_type":"date","start":"--04-01","start_date":"--05-01","end":"--06-30"}]}"#,
            #"{"start":"--04-01","start_date":"--05-01","end":"--06-30"}"#
        ),
    ])
    func `a broken member does not make a rule wider`(text: String, parameters: String) throws {
        let run = try ImportRun(text, as: .watchlists, name: "l.json")
        #expect(Self.records(run).map { Self.value($0, "parameters_json") } == [nil, .text(parameters)])
        #expect(run.report.unintelligibleRules == 1)
    }

    @Test(arguments: [
        // A list has dates of its own, of which one may be the end that its rule lacks.
        (
            #"{"title":"A","start":"2026-04-01","end_date":"2026-06-30"}"#,
            #"{"start":"2026-04-01","end_date":"2026-06-30"}"#
        ),
        (
            #"{"title":"A","start":"--04-01","end":"--06-30","start_date":"2026-01-01","color":"red"}"#,
            #"{"start":"--04-01","end":"--06-30"}"#
        ),
        (#"{"title":"A","end":"2026-06-30","color":"red"}"#, #"{"end":"2026-06-30"}"#),
        (#"{"title":"A","end":"2026-06-30","exported_at":"2026-05-02T10:00:00Z"}"#, #"{"end":"2026-06-30"}"#),
        (
            #"{"title":"A","rules":[{"ruleType":" Date","startDate":"2026-04-01","end_date":"2026-06-30"}]}"#,
            #"{"start_date":"2026-04-01","end_date":"2026-06-30"}"#
        ),
        (
            #"{"title":"A","rules":[{"rule_type":"Location","lat":1,"lon":2,"radius_km":5}]}"#,
            #"{"lat":1,"lon":2,"radius_km":5}"#
        ),
    ])
    func `a rule has all its members`(text: String, parameters: String) throws {
        let run = try ImportRun(text, as: .watchlists, name: "l.json")
        #expect(Self.records(run).map { Self.value($0, "parameters_json") } == [nil, .text(parameters)])
        #expect(run.report.unintelligibleRules == 0 && run.sink.problems.isEmpty)
    }

    @Test func `a list whose own rule has no single value is refused`() throws {
        let text = #"{"title":"A","date_rule_enabled":true,"date_rule_start_date":["2026-04-01"]}"#
        #expect(
            try ImportRun(text, as: .watchlists, name: "l.json").sink.messages == [
                #"l.json: line 1: date_rule_start_date "["2026-04-01"]" is not one value"#
            ])
        let own = #"{"title":"A","start_date":"2026-04-01","end_date":"2026-06-30"}"#
        #expect(Self.records(try ImportRun(own, as: .watchlists, name: "l.json")).map(\.part) == [.watchlist])
    }

    @Test func `a date that may be read in two ways is refused until its order is said`() throws {
        let text = #"{"title":"A","entries":[{"lat":1,"lon":2,"observation_date":"5/3/2026"}]}"#
        #expect(try ImportRun(text, as: .watchlists, name: "l.json").sink.messages.count == 1)
        for (order, day) in [(DateOrder.monthFirst, "2026-05-03"), (.dayFirst, "2026-03-05")] {
            var options = ImportOptions(kind: .watchlists)
            options.dateOrder = order
            let sink = CollectingSink()
            _ = try readImport(MemoryInput("l.json", text: text), options: options, into: sink)
            guard case .watchlist(let entry)? = sink.records.last else {
                Issue.record("no entry")
                continue
            }
            #expect(Self.value(entry, "observation_date") == .text(day))
        }
    }

    @Test func `a table has a record a line, its parameters to the letter`() throws {
        let run = try ImportRun(Self.table, as: .watchlists)
        let records = Self.records(run)
        #expect(run.sink.messages == [] && records.map(\.part) == [.watchlist, .rule, .entry])
        #expect(records[1].list == .id("a") && records[1].identity.sourceID == "r")
        #expect(Self.value(records[1], "parameters_json") == .text(#"{"shape_id":"x"} "#))
        #expect(Self.value(records[1], "priority") == .integer(3) && Self.value(records[1], "is_active") == .bool(true))
        #expect(Self.value(records[2], "observation_date") == .text("2026-05-03T07:42"))
        #expect(run.report.unknownColumns.isEmpty)
    }

    @Test func `lines of a table that are read as latin-1 are told of`() throws {
        let bytes = Array("title,start\nM".utf8) + [0xFC] + Array("hle,--04-01\n".utf8)
        let run = try ImportRun(MemoryInput("l.csv", bytes), as: .watchlists)
        #expect(Self.records(run).first.flatMap { Self.value($0, "title") } == .text("Mühle"))
        #expect(run.report.latin1Lines == 1)
    }

    @Test func `what is no file of watchlists is told`() throws {
        #expect(
            try fileProblem(MemoryInput("a.csv", text: "x,y\n1,2\n"), as: .watchlists)?.contains("no known format")
                == true)
        let options = try fileProblem(MemoryInput("a.csv", text: Self.table), as: .watchlists, species: "x")
        #expect(options == "a.csv: a species has no use for watchlists; give their rules one")
        for kind in [ImportKind.hotspots, .birds] {
            let table = MemoryInput("a.csv", text: "common_name,scientific_name,name,lat,lon\nA,B,C,1,2\n")
            #expect(
                try fileProblem(table, as: kind, species: "x") == "a.csv: a species has no use for \(kind.rawValue)")
        }
        let mapped = try fileProblem(MemoryInput("a.csv", text: Self.table), as: .watchlists, map: ["name": "title"])
        #expect(mapped == "a.csv: columns cannot be named here: those of watchlists have names of their own")
    }

    @Test(arguments: [json, table])
    func `nothing crashes the reader, and what it takes is sound`(whole: String) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("watchlists: seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var taken = 0
        for _ in 0..<400 {
            let bytes = Mutation.damage(Array(whole.utf8), using: &generator)
            let text = String(decoding: bytes, as: UTF8.self)
            let sink = CollectingSink()
            do {
                _ = try readImport(
                    MemoryInput("a", text: text), options: ImportOptions(kind: .watchlists), into: sink)
            } catch let problem as FileProblem {
                #expect(!problem.reason.isEmpty)
            }
            taken += sink.records.count
            var hasList = false
            for record in sink.records {
                guard case .watchlist(let row) = record else {
                    Issue.record("\(record) is no watchlist")
                    continue
                }
                hasList = hasList || row.part == .watchlist
                #expect(row.values.count == row.part.columns.count)
                #expect(row.list != .preceding || hasList)
                #expect((row.list == nil) == (row.part == .watchlist))
                for value in row.values { if case .real(let number) = value { #expect(number.isFinite) } }
            }
        }
        #expect(taken > 0)
    }

    private static func records(_ run: ImportRun) -> [WatchlistRecord] {
        run.sink.records.compactMap { if case .watchlist(let row) = $0 { row } else { nil } }
    }

    private static func value(_ record: WatchlistRecord, _ name: String) -> FieldValue? {
        record.part.columns.firstIndex { $0.name == name }.map { record.values[$0] }
    }
}
