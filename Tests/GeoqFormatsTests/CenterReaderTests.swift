import GeoqIndex
import TestSupport
import Testing

@testable import Geoq
@testable import GeoqFormats

/// Many centers of questions, in the forms in which people keep them.
@Suite struct CenterReaderTests {
    private static func centers(_ text: String, piece: Int = 7) throws -> [String] {
        let input = MemoryInput("centers", text: text, longestPiece: piece)
        let reader = CenterReader(try input.open("centers"), head: Array(text.utf8.prefix(1 << 16)), file: "centers")
        var found: [String] = []
        while true {
            do {
                guard let center = try reader.next() else { return found }
                let place = center.coordinate
                found.append("\(center.line): \(place.latitude),\(place.longitude) \(center.label ?? "-")")
            } catch let problem as RowProblem {
                found.append("\(problem)")
            }
        }
    }

    @Test(arguments: [
        ("1,2\n", ["1: 1.0,2.0 -"]), ("1, 2 ,home\n", ["1: 1.0,2.0 home"]), ("1,2,\"a, b\"\n", ["1: 1.0,2.0 a, b"]),
        ("1,2,Ithaca, NY\n", ["1: 1.0,2.0 Ithaca,NY"]), ("1\t2\thome\n", ["1: 1.0,2.0 home"]),
        ("1;2;home\n", ["1: 1.0,2.0 home"]),
        ("lon,lat\n2,1\n", ["2: 1.0,2.0 -"]),
        // Decimal commas, where no comma separates.
        ("47,4;8,5\n-1,25;2;home\n", ["1: 47.4,8.5 -", "2: -1.25,2.0 home"]),
        ("47,4\t8,5\tBern, West\r\n", ["1: 47.4,8.5 Bern, West"]), ("47,4|8\n", ["1: 47.4,8.0 -"]),
        ("lat;lon\n47,4;8,5\n", ["2: 47.4,8.5 -"]), ("\"47,4\",\"8,5\",x\n", ["1: 47.4,8.5 x"]),
        ("47,-4,8,5\n", ["1: 47.0,-4.0 8,5"]), ("lat,lon\n1,2,,\n", ["2: 1.0,2.0 -"]),
        ("47,4,\"8,5\"\n", ["1: 47.0,4.0 8,5"]), ("47,4,8\n", ["1: 47.0,4.0 8"]),
        ("\u{FEFF}Latitude,Longitude,label,id\n1,2,home,L1\n", ["2: 1.0,2.0 home"]),
        ("id,name,lat,lon\nL1,Pond,1,2\n,Marsh,3,4\n", ["2: 1.0,2.0 L1", "3: 3.0,4.0 Marsh"]),
        ("# lat, lon\n\n47,4;8,5\n# two\n46,9;7,4\n", ["3: 47.4,8.5 -", "5: 46.9,7.4 -"]),
        ("\n47,4\t8,5", ["2: 47.4,8.5 -"]), ("\u{FEFF}# a\nlon;lat\n8,5;47,4\n", ["3: 47.4,8.5 -"]), ("# a\n", []),
        ("# a comment\n\n1,2\n", ["3: 1.0,2.0 -"]), ("1,350\n", ["1: 1.0,-10.0 -"]),
        (#"{"lat":1,"lon":2,"label":"home"}"#, ["1: 1.0,2.0 home"]),
        (#"{"latitude":"1","lng":2,"name":"Pond","id":7}"# + "\n", ["1: 1.0,2.0 7"]),
        (#"[{"lat":1,"lon":2},{"lat":3,"lon":4}]"#, ["1: 1.0,2.0 -", "1: 3.0,4.0 -"]),
        (#"{"type":"Point","coordinates":[2,1]}"#, ["1: 1.0,2.0 -"]),
        (
            "\u{1E}"
                + #"{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[2,1]},"properties":{"name":"b"}}"#
                + "\n", ["1: 1.0,2.0 a"]
        ),
        (
            #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[2,1]},"properties":{"label":"b"}}]}"#,
            ["1: 1.0,2.0 b"]
        ),
        // Lines of both kinds.
        ("1,2\n{\"lat\":3,\"lon\":4}\n", ["1: 1.0,2.0 -", "2: 3.0,4.0 -"]),
        ("{\"lat\":3,\"lon\":4}\n1,2,home\n", ["1: 3.0,4.0 -", "2: 1.0,2.0 home"]),
    ])
    func `centers come with their lines and labels`(text: String, expected: [String]) throws {
        for piece in [1, 5, 1000] { #expect(try Self.centers(text, piece: piece) == expected) }
    }

    @Test(arguments: [
        ("1,2\n91,0\n", "centers: line 2: lat 91.0 out of range −90…90"),
        ("1,2\n100,3\n", "did you swap lat and lon?"), ("1,2\n1,400\n", "lon 400.0 out of range"),
        ("1,2\n0x10,3\n", #"lat "0x10" is not a number"#), ("1,2\nnonsense\n", #""nonsense" is not a center"#),
        ("lat,lon\n42.4N,-76\n", "write degrees as a plain number"), ("lat,lon\n1,\n", "no coordinates"),
        (#"{"lat":1}"#, "no coordinates"),
        ("{\"lat\":1,\"lon\":2}\n[1,2]\n", "is not a center"),
        (#"{"type":"Feature","geometry":null,"properties":{}}"#, "no coordinates"), ("1,2\n{\"lat\":\n", "not JSON"),
        ("1,2\n\"1,2\n3,4\n", "a quote is opened"),
        ("47,4,8,5\n", "may have decimal commas, or a label with a comma; write decimals with a point, 47.4,8.5,"),
        ("47,4 8,5\n", "write lat,lon with a decimal point"), ("1,2\n47,4;8,5\n", "with a decimal point"),
        ("lat,lon\n47,4,8,5\n", "4 fields where the header has 2"), ("lat;lon\n1.234,5;8\n", "is not a number"),
    ])
    func `what is no center is refused with its line and reason`(text: String, words: String) throws {
        let found = try Self.centers(text)
        #expect(found.contains { $0.contains(words) }, "\(found)")
    }

    @Test func `centers in UTF-16 are read, as Windows writes them`() throws {
        let text = "\u{FEFF}lat,lon,label\r\n1,2,Z\u{FC}rich\r\n"
        for isLittle in [true, false] {
            let bytes = text.utf16.flatMap { unit in
                let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
                return isLittle ? pair : pair.reversed()
            }
            // The head ends in the middle of a character, as a live pipe may give it.
            let reader = CenterReader(ByteArrayStream(bytes), head: Array(bytes.prefix(27)), file: "centers")
            let center = try #require(try reader.next())
            #expect(center.label == "Z\u{FC}rich" && center.coordinate.longitude == 2 && center.line == 2)
            #expect(try reader.next() == nil)
        }
    }

    @Test func `a header that names no coordinates refuses all`() throws {
        #expect(throws: FileProblem.self) { try Self.centers("id,Breite,Lon\n1,42.4,-76.5\n") }
        #expect(throws: FileProblem.self) { try Self.centers("x y,z\n1,2\n") }
    }

    /// Whether it is a center's line, and no problem.
    private static func isCenter(_ found: String) -> Bool { found.first?.isNumber == true }

    @Test(arguments: [UInt64(71), 72]) func `bytes at random are centers, problems, or refused`(seed: UInt64) throws {
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let alphabet = Array("0123456789,;\t\n\"{}[]:.-lation #e\u{1E}".unicodeScalars.map { Character($0) })
        let seeds = [
            "1,2,home\n47.4,8.5\n", "lat;lon\n47,4;8,5\n-1;2\n", "{\"lat\":1,\"lon\":2}\n{\"lat\":3,\"lon\":4}\n",
        ]
        for text in seeds { #expect(try Self.centers(text).count == 2 && Self.centers(text).allSatisfy(Self.isCenter)) }
        var (centers, problems, refused) = (0, 0, 0)
        for round in 0..<2_000 {
            let length = Int.random(in: 0...60, using: &generator)
            var text = String((0..<length).map { _ in alphabet.randomElement(using: &generator) ?? "x" })
            if round % 2 == 0 {
                // A text that was good.
                text = String(
                    decoding: Mutation.damage(Array(seeds[round / 2 % 3].utf8), using: &generator), as: UTF8.self)
            }
            do {
                for found in try Self.centers(text, piece: 3) {
                    if Self.isCenter(found) { centers += 1 } else { problems += 1 }
                }
            } catch is FileProblem {
                refused += 1
            }
        }
        #expect(centers > 50 && problems > 50 && refused > 0, "\(centers), \(problems), \(refused)")
    }
}
