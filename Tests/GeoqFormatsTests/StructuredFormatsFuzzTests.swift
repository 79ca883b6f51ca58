import TestSupport
import Testing

@testable import Geoq
@testable import GeoqFormats

/// Each format gets good inputs with some bytes changed. It must never crash,
/// and its rows must come from the input: never more rows than bytes.
@Suite("Damaged JSON, archives and packages never crash a reader")
struct StructuredFormatsFuzzTests {
    static let rounds = Fuzz.rounds(short: 10_000)

    @Test("The JSON parser: what it accepts, it writes and reads again")
    func parser() throws {
        let seeds = [
            #"{"a":[1,-2.5e3,true,null,"x\u00e9\ud83d\udc26\n"],"b":{"c":"é🐦"}}"#, "[[],[{}],\"\\\\\",0.1,1e-7]",
        ]
        try fuzz("parser", seeds.map { Array($0.utf8) }) { bytes in
            guard let value = try? JSONValue(parsing: bytes) else { return false }
            let text = value.text
            let again = try JSONValue(parsing: text)
            #expect(again.text == text)
            return true
        }
    }

    @Test(
        "JSON files",
        arguments: [
            (
                ImportKind.hotspots,
                [
                    #"[{"locId":"L900000001","locName":"Mill Pond","countryCode":"XX","lat":42.48,"lng":-76.45}]"#,
                    #"{"features":[{"type":"Feature","id":1,"geometry":{"type":"Point","coordinates":[1,2]},"properties":{"name":"A"}}],"type":"FeatureCollection","crs":null}"#,
                    "{\"name\":\"A\",\"lat\":\"1\",\"lon\":2}\n{\"name\":\"B\",\"geom\":\"POINT(1 2)\"}\n",
                    #"[{"name":"A","location":"0101000020E6100000CDCCCCCCCC1C53C03D0AD7A3703D4540"}]"#,
                ]
            ),
            (
                .observations,
                [
                    #"[{"speciesCode":"gretit1","sciName":"Parus major","locId":"L9","obsDt":"2026-05-03 07:42","lat":4,"lng":-7,"subId":"S9"}]"#,
                    "\u{1E}{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]},\"properties\":{\"species\":\"A\",\"date\":\"2001/2002\"}}\n\u{1E}{}\n",
                    #"{"id":"0b9e1f5a-7c56-5d0e-9a9f-0123456789ab","source":"s","source_id":"1","species":"A","lat":1,"lon":2,"date":"2001-09-01","date_end":"2001-09-30","date_precision":"month"}"#,
                ]
            ),
        ] as [(ImportKind, [String])])
    func json(kind: ImportKind, seeds: [String]) throws {
        try fuzz("json \(kind)", seeds.map { Array($0.utf8) }, rounds: Self.rounds / 2) { bytes in
            try read(MemoryInput("x.json", bytes, longestPiece: 64), as: kind, bytes: bytes.count)
        }
    }

    @Test("WKB and WKT")
    func geometries() throws {
        try fuzz("WKB", [Array(WKBTests.point.utf8), Array("0020000001000010E6C0531CCCCCCCCCCD40453D70A3D70A3D".utf8)])
        {
            (try? WKB.point(hex: String(decoding: $0, as: UTF8.self))) != nil
        }
        try fuzz("WKT", [Array("SRID=4326;POINT(-76.45 42.48)".utf8), Array("POINT Z (1e2 -2.5 3)".utf8)]) {
            (try? WKT.point(String(decoding: $0, as: UTF8.self), leavesOutHeights: true)) != nil
        }
    }

    @Test("Archives with occurrences")
    func occurrences() throws {
        let meta = """
            <archive><core fieldsTerminatedBy="\\t" fieldsEnclosedBy="" ignoreHeaderLines="1" rowType="x/Occurrence">\
            <files><location>o</location></files><id index="0"/><field index="0" term="x/gbifID"/>\
            <field index="1" term="x/decimalLatitude"/><field index="2" term="x/decimalLongitude"/>\
            <field index="3" term="x/eventDate"/><field index="4" term="x/scientificName"/></core><extension rowType="x/Occurrence"><files>\
            <location>verbatim.txt</location></files><coreid index="0"/><field index="1" term="x/year"/></extension></archive>
            """
        try fuzzArchive(
            "occurrences", rounds: Self.rounds / 2,
            [
                ("meta.xml", meta),
                (
                    "o",
                    "gbifID\tlat\tlon\tdate\tname\n9\t42.48\t-76.45\t1963-01-01T00:00:00\tParus major\n8\t\t\t1963\tGrus\n"
                ),
                ("verbatim.txt", "9,1963\n"),
            ])
    }

    @Test("Archives with events")
    func events() throws {
        let meta = """
            <archive><core fieldsTerminatedBy="\\t" fieldsEnclosedBy="" ignoreHeaderLines="1" rowType="x/Event">\
            <files><location>e</location></files><id index="0"/><field index="1" term="x/parentEventID"/>\
            <field index="2" term="x/decimalLatitude"/><field index="3" term="x/decimalLongitude"/>\
            <field index="4" term="x/footprintWKT"/></core><extension rowType="x/Occurrence"><files>\
            <location>o</location></files><coreid index="0"/><field index="1" term="x/scientificName"/></extension></archive>
            """
        try fuzzArchive(
            "events", rounds: Self.rounds / 2,
            [
                ("meta.xml", meta),
                ("e", "id\tp\tlat\tlon\tw\nE1\tE2\t42.48\t-76.45\tNA\nE2\tE1\t\t\tLINESTRING (1 2, 3 4)\n"),
                ("o", "E1,Parus major\nE2,Grus grus\n"),
            ])
    }

    @Test("Camtrap DP")
    func camtrap() throws {
        try fuzzArchive(
            "camtrap",
            [
                (
                    "datapackage.json",
                    #"{"resources":[{"name":"deployments","path":"d.csv"},{"name":"observations","path":"o.csv"}],"name":"n"}"#
                ),
                ("d.csv", "deploymentID,latitude,longitude\nd1,42.48,-76.45\n"),
                (
                    "o.csv",
                    "observationID,deploymentID,eventStart,eventEnd,observationLevel,observationType,scientificName,count\no1,d1,2026-05-30T02:57:37Z,,event,animal,Anas platyrhynchos,1\no2,d1,,,media,animal,Ardea,\n"
                ),
            ])
    }

    // MARK: - How

    /// - Parameter body: reads an input; whether something came of it.
    private func fuzz(
        _ name: String, _ seeds: [[UInt8]], rounds: Int = rounds, _ body: ([UInt8]) throws -> Bool
    ) throws {
        for whole in seeds {
            let isRead = try body(whole)
            #expect(isRead, "a seed is read before it is damaged: \(String(decoding: whole, as: UTF8.self))")
        }
        let seed = UInt64.random(in: 0...UInt64.max)
        print("StructuredFormatsFuzzTests \(name) seed \(seed)")
        var random = SeededGenerator(seed: seed)
        var read = 0
        for _ in 0..<rounds where try body(damaged(seeds.randomElement(using: &random)!, &random)) { read += 1 }
        #expect(read >= rounds / 1_000 && read < rounds, "seed \(seed)")
    }

    private func fuzzArchive(_ name: String, rounds: Int = rounds, _ texts: [(path: String, text: String)]) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("StructuredFormatsFuzzTests \(name) seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let whole = texts.map { (path: $0.path, content: Array($0.text.utf8)) }
        func isRead(_ members: [(path: String, content: [UInt8])]) throws -> Bool {
            let input = MemoryInput("a.zip", members: members)
            return try read(input, as: .observations, bytes: members.reduce(0) { $0 + $1.content.count })
        }
        #expect(try isRead(whole), "an archive is read before it is damaged")
        var count = 0
        for _ in 0..<rounds {
            var members = whole
            let victim = Int.random(in: 0..<texts.count, using: &random)
            members[victim].content = damaged(members[victim].content, &random)
            if try isRead(members) { count += 1 }
        }
        #expect(count >= rounds / 1_000 && count < rounds, "seed \(seed)")
    }

    /// Reads an input that may be refused, but with a sentence.
    ///
    /// - Returns: whether records came of it.
    private func read(_ input: MemoryInput, as kind: ImportKind, bytes: Int) throws -> Bool {
        let sink = CollectingSink()
        var isRead = false
        do {
            _ = try readImport(input, options: ImportOptions(kind: kind), into: sink)
            isRead = !sink.records.isEmpty
        } catch let problem as FileProblem {
            #expect(!problem.reason.isEmpty)
        } catch let unclear as UnclearDates {
            // A damaged day may be read in two ways, and the whole file is refused then.
            #expect(!unclear.example.isEmpty)
        }
        #expect(sink.records.count + sink.problems.count <= bytes)
        return isRead
    }

    /// One to four changes: a byte, a bit, a piece gone, doubled, or put
    /// elsewhere, or the end gone.
    private func damaged(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            let end = min(bytes.count, place + Int.random(in: 1...16, using: &random))
            switch Int.random(in: 0..<7, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
            case 2: bytes[place] = Array("{}[]\",:\\\n\t<>/0-.eE\u{1E}".utf8).randomElement(using: &random)!
            case 3: bytes.removeSubrange(place..<end)
            case 4: bytes.insert(contentsOf: bytes[place..<end], at: place)
            case 5: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
            default: bytes.removeSubrange(place...)
            }
        }
        return bytes
    }
}
