import Geoq
import GeoqIndex
import TestSupport
import Testing

@testable import GeoqFormats

@Suite struct KMLAreaTests {
    private static let outer =
        "<outerBoundaryIs><LinearRing><coordinates>0,0 1,0 1,1 0,0</coordinates></LinearRing></outerBoundaryIs>"

    private static func file(_ placemarks: String...) -> String {
        "<kml xmlns=\"http://www.opengis.net/kml/2.2\"><Document>\n\(placemarks.joined(separator: "\n"))\n</Document></kml>"
    }

    private static func placemark(_ geometry: String) -> String { "<Placemark><name>A</name>\(geometry)</Placemark>" }

    @Test func `placemarks without polygons are counted, and numbers go on`() throws {
        let run = try AreaRun(
            Self.file(
                "<Placemark/>", Self.placemark("<Point><coordinates>1,2</coordinates></Point>"),
                Self.placemark("<MultiGeometry/>"),
                Self.placemark(
                    "<MultiGeometry><LineString><coordinates>1,2 3,4</coordinates></LineString>"
                        + "<MultiGeometry><Polygon>\(Self.outer)</Polygon></MultiGeometry></MultiGeometry>"),
                "<NetworkLink><Link><href>other.kml</href></Link></NetworkLink>"))
        #expect(
            run.report.skipped == [.noGeometry: 1, .noPolygon("Point"): 1, .empty: 1, .partNoPolygon("LineString"): 1])
        #expect(run.areas.map(\.number) == [4] && run.areas.map(\.line) == [5])
        #expect(run.areas.first?.polygons == [[AreaSamples.ring([(0, 0), (1, 0), (1, 1)])]])
        #expect(run.report.notes == ["1 link to other files not followed"])
    }

    @Test func `a namespace's prefix, CDATA and comments do not matter`() throws {
        let text = """
            <k:kml xmlns:k="http://www.opengis.net/kml/2.2"><k:Placemark><k:name><![CDATA[A & B]]></k:name><k:Polygon>
            <k:outerBoundaryIs><k:LinearRing><k:coordinates>0,0 1,0,5<!-- x --> 1,1 0,0</k:coordinates></k:LinearRing>
            </k:outerBoundaryIs></k:Polygon></k:Placemark></k:kml>
            """
        let run = try AreaRun(text)
        #expect(run.areas.first?.name == "A & B" && run.areas.first?.polygons[0][0].count == 4)
    }

    @Test func `names that are not UTF-8 are latin-1, which is said`() throws {
        let polygon = "<Polygon>\(Self.outer)</Polygon>"
        let text = Self.file(
            "<Placemark><name>M\u{FC}hle</name>\(polygon)</Placemark>",
            "<Placemark><name><![CDATA[See & \u{C5}]]></name>\(polygon)</Placemark>")
        let latin1 = text.unicodeScalars.map { UInt8($0.value) }
        let run = try AreaRun(MemoryInput("old.kml", latin1))
        #expect(run.areas.map(\.name) == ["M\u{FC}hle", "See & \u{C5}"])
        let note = "2 texts were not UTF-8 and read as latin-1, the first for the byte 0xFC on line 2"
        #expect(run.report.notes == [note])
        let utf8 = try AreaRun(text)
        #expect(utf8.areas.map(\.name) == run.areas.map(\.name) && utf8.report.notes == [])
    }

    @Test func `names are in the table of one byte a letter that the file says`() throws {
        let polygon = "<Polygon>\(Self.outer)</Polygon>"
        func file(_ encoding: String, _ name: [UInt8]) -> [UInt8] {
            let text = Self.file("<Placemark><name>|&#8212;A</name>\(polygon)</Placemark>")
            let parts = text.split(separator: "|")
            var bytes = Array("<?xml version=\"1.0\" encoding=\"\(encoding)\"?>\n\(parts[0])".utf8)
            bytes += name
            bytes += Array(parts[1].utf8)
            return bytes
        }
        let cases: [(encoding: String, bytes: [UInt8], name: String)] = [
            ("windows-1251", [0xCC, 0xE8, 0xF0], "Мир"), ("KOI8-R", [0xED, 0xC9, 0xD2], "Мир"),
            ("ISO-8859-2", [0xA3, 0xF3, 0x64, 0xBC], "Łódź"), ("iso-8859-1", [0x4D, 0xFC], "Mü"),
            // Programs that name a table, and write UTF-8.
            ("windows-1251", Array("Мир".utf8), "Мир"), ("utf-8", Array("Мир".utf8), "Мир"),
        ]
        for (encoding, bytes, name) in cases {
            let run = try AreaRun(MemoryInput("old.kml", file(encoding, bytes)))
            #expect(run.areas.map(\.name) == [name + "—A"], "\(encoding)")
            #expect(run.report.notes == [], "\(encoding)")
        }
        // 東京 in Shift JIS: two bytes a letter.
        let run = try AreaRun(MemoryInput("old.kml", file("Shift_JIS", [0x93, 0x8C, 0x8B, 0x9E])))
        let fault = "1 text was not UTF-8 and read as latin-1, for the byte 0x93 on line 3"
        let name = "the file says that it is in \"Shift_JIS\", which is not known; save it in UTF-8"
        #expect(run.report.notes == ["\(fault); \(name)"])
    }

    @Test(arguments: [
        ("utf-8", "Sea & ä", "latin-1"), ("Shift_JIS", "Sea & ä", "latin-1"),
        ("windows-1251", "Sea & д", "the encoding that the file names"),
    ])
    func `one byte that is not UTF-8 changes no other name, and is told with its line`(
        encoding: String, name: String, words: String
    ) throws {
        let polygon = "<Polygon>\(Self.outer)</Polygon>"
        let head = "<?xml version=\"1.0\" encoding=\"\(encoding)\"?>\n<kml><Document>\n"
        var bytes = Array("\(head)<Placemark><name>Мир</name>\(polygon)</Placemark>\n".utf8)
        bytes += Array("<Placemark><name>Sea &amp; ".utf8) + [0xE4]
        bytes += Array("</name>\(polygon)</Placemark></Document></kml>".utf8)
        let run = try AreaRun(MemoryInput("one.kml", bytes))
        #expect(run.areas.map(\.name) == ["Мир", name])
        let note = try #require(run.report.notes.first)
        #expect(note.hasPrefix("1 text was not UTF-8 and read as \(words), for the byte 0xE4 on line 4"), "\(note)")
    }

    @Test(arguments: [
        (
            "0,0 1,0 1,1 0,1",
            "feature 2 (line 3), ring 1: the ring is not closed: it begins at lat 0.0, lon 0.0 and ends at lat 1.0, lon 0.0"
        ),
        (
            "0,0 1,95 1,1 0,0",
            "feature 2 (line 3), ring 1, position 2: lat 95.0 out of range −90…90; did you swap lat and lon?"
        ),
        ("0, 0 1, 0", #"feature 2 (line 3): "0," is not a position; lon,lat is expected, without a blank"#),
        ("", "feature 2 (line 3), ring 1: the ring has 0 positions; a closed ring has at least 4"),
    ])
    func `a bad ring is refused, and the next placemark is read`(coordinates: String, message: String) throws {
        let bad =
            "<outerBoundaryIs><LinearRing><coordinates>\(coordinates)</coordinates></LinearRing></outerBoundaryIs>"
        let good = Self.placemark("<Polygon>\(Self.outer)</Polygon>")
        let run = try AreaRun(Self.file(good, Self.placemark("<Polygon>\(bad)</Polygon>"), good))
        #expect(run.sink.messages == ["a: \(message)"])
        #expect(run.areas.map(\.number) == [1, 3])
    }

    @Test func `an inner boundary may stand first, and there is one outer boundary`() throws {
        let inner = Self.outer.replacing("outer", with: "inner").replacing("1", with: "0.5")
        let outer = Self.outer
        let run = try AreaRun(
            Self.file(
                Self.placemark("<Polygon>\(inner)\(outer)</Polygon>"),
                Self.placemark("<Polygon>\(outer)\(inner)</Polygon>"),
                Self.placemark("<Polygon>\(outer)\(outer)</Polygon>"),
                Self.placemark("<Polygon>\(inner)\(inner)</Polygon>")))
        #expect(run.areas.count == 2 && run.areas[0].polygons == run.areas[1].polygons)
        #expect(run.areas[0].polygons[0].count == 2)
        #expect(
            run.sink.messages == [
                "a: feature 3 (line 4): a polygon with two outer boundaries",
                "a: feature 4 (line 5): a polygon with inner boundaries and no outer one",
            ])
    }

    @Test func `a damaged file is refused with its line`() {
        let file = Self.file(Self.placemark("<Polygon>\(Self.outer)</Polygon>"))
        #expect(throws: FileProblem(file: "a", reason: "line 2: </Placemark> closes another element")) {
            try AreaRun(file.replacing("</Polygon>", with: ""))
        }
    }
}
