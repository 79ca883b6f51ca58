import Foundation
import TestSupport
import Testing

@testable import Geoq
@testable import GeoqFormats

/// What spreadsheets, databases and phones write.
@Suite struct ForeignFileTests {
    private static let text = "name;lat;lon\r\nMühle 🐦;1.5;2.5\r\nZwei;3;4\r\n"

    private static func utf16(_ text: String, isLittleEndian: Bool, mark: Bool) -> [UInt8] {
        let units = (mark ? [0xFEFF] : []) + Array(text.utf16)
        return units.flatMap { unit in
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
            return isLittleEndian ? [low, high] : [high, low]
        }
    }

    @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
    func `UTF-16 is read, with a mark in front and without`(isLittleEndian: Bool, mark: Bool) throws {
        // Long enough that blocks end within characters.
        let more = (0..<4_000).map { "Ort \($0) 🐦;1;2\r\n" }.joined()
        let bytes = Self.utf16(Self.text + more, isLittleEndian: isLittleEndian, mark: mark)
        let run = try ImportRun(MemoryInput("x.csv", bytes, longestPiece: 777), as: .hotspots)
        #expect(run.sink.hotspots.count == 4_002 && run.sink.problems.isEmpty)
        #expect(run.sink.hotspots[0].name == "Mühle 🐦" && run.sink.hotspots[0].coordinate.latitude == 1.5)
        #expect(run.sink.hotspots.last?.name == "Ort 3999 🐦")
    }

    @Test func `UTF-32 and other files are called by their names`() throws {
        func problem(_ bytes: [UInt8]) throws -> String? { try fileProblem(MemoryInput("f", bytes), as: .hotspots) }
        #expect(try problem([0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0]) == "f: this is UTF-32 text; save it as UTF-8")
        #expect(try problem([0, 0, 0xFE, 0xFF, 0, 0, 0, 0x61]) == "f: this is UTF-32 text; save it as UTF-8")
        #expect(try problem(Array("PAR1\u{15}\u{4}".utf8))?.hasPrefix("f: this is Parquet; save it as CSV") == true)
        #expect(try problem(Array("SQLite format 3\0".utf8))?.contains("GeoPackage") == true)
        #expect(try problem([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1])?.contains("Excel workbook") == true)
        #expect(
            try problem(Array("<?xml version='1.0'?><kml xmlns='x'><Document/></kml>".utf8))
                == "f: this is KML; save it as GeoJSON: ogr2ogr x.geojson x.kml")
    }

    @Test(arguments: [
        "sep=;\nname;lat;lon\nA;1.5;2\n", "\"sep=;\"\r\nname;lat;lon\r\nA;1.5;2\r\n", "sep=,\nname,lat,lon\nA,1.5,2\n",
        "name|lat|lon\nA|1.5|2\n", "sep=\t\nname\tlat\tlon\n\"A\"\t1.5\t2\n",
        "name;lat;lon\nA;1,5;2\n", "name;lat;lon\nA;\"1,5\";2\n",
    ])
    func `separators of spreadsheets and databases are read`(text: String) throws {
        let run = try ImportRun(text, as: .hotspots)
        #expect(run.sink.problems.isEmpty, "\(run.sink.messages)")
        #expect(run.sink.hotspots.map(\.name) == ["A"] && run.sink.hotspots[0].coordinate.latitude == 1.5)
        #expect(run.sink.lines == [text.hasPrefix("sep") || text.hasPrefix("\"sep") ? 3 : 2])
    }

    @Test func `degrees with marks or letters are refused with the form that is read`() throws {
        let texts = ["42°26'24.0\"N", "42 26 24 N", "42.44N", "42:26:24", "42° 26.4′", "−42.44", "42°26,4'N"]
        let rows = texts.map { "A,\"\($0.replacing("\"", with: "\"\""))\",8\n" }.joined()
        let run = try ImportRun("name,lat,lon\n" + rows, as: .hotspots)
        let hint = "is not a number; write degrees as a plain number, south and west with a minus: -76.5"
        #expect(run.sink.messages.count == texts.count)
        for message in run.sink.messages { #expect(message.hasSuffix(hint), "\(message)") }
        // Other texts have nothing to do with degrees.
        let others = try ImportRun("name,lat,lon\nA,north,8\nA,N,8\nA,42x,8\n", as: .hotspots)
        #expect(others.sink.messages.count == 3)
        for message in others.sink.messages { #expect(message.hasSuffix("is not a number"), "\(message)") }
    }

    @Test func `decimal commas are read where nothing else can be meant`() throws {
        let rows = "species;lat;lon;uncertainty_m;count\nRobin;47,5;8,25;50,5;3\nWren;47;8;1.000;2\nKite;46;7;70;1,5\n"
        let run = try ImportRun(rows, as: .observations)
        #expect(run.sink.observations.map(\.uncertaintyMeters) == [50.5])
        #expect(run.sink.observations[0].coordinate.longitude == 8.25)
        #expect(run.sink.messages.count == 2)
        #expect(run.sink.messages[0].contains("line 3: uncertainty_m \"1.000\" is not a number; write all decimals"))
        #expect(run.sink.messages[1].contains("line 4: count"))
        #expect(
            try fileProblem(MemoryInput("f", text: "name;lat;lon\nA;47,5;8\nB;1;2\nC;47.5;8,5\n"), as: .hotspots)
                == "f: coordinates have a decimal comma in line 2 and a decimal point in line 4; write all with a point"
        )
        // Between commas a comma cannot be a decimal mark.
        let quoted = try ImportRun("name,lat,lon\nA,\"47,5\",8\n", as: .hotspots)
        #expect(quoted.sink.messages == ["file.csv: line 2: lat \"47,5\" is not a number; write decimals with a point"])
        // A comma in a number that is no coordinate may be of thousands.
        let unsure = try ImportRun("species;lat;lon;uncertainty_m\nRobin;47;8;1,000\n", as: .observations)
        #expect(unsure.sink.messages.count == 1)
    }

    @Test func `a count with a point, where decimals have a comma, is refused`() throws {
        let rows = "species;count;date;lat;lon\nStar;1.000;2024-02-13;46,9;7,4\nStar;3;2024-02-13;46,9;7,4\n"
        let run = try ImportRun(rows, as: .observations)
        #expect(run.sink.observations.map(\.count) == [3])
        let sentence = "line 2: count \"1.000\" is not a number; write all decimals with a comma, or all with a point"
        #expect(run.sink.messages == ["file.csv: \(sentence)"])
        // Where coordinates have points, so may a count.
        let plain = try ImportRun("species;count;lat;lon\nStar;3.0;46.9;7.4\n", as: .observations)
        #expect(plain.sink.observations.map(\.count) == [3])
    }

    @Test func `blanks at which no line breaks may stand around a number`() throws {
        let blanks = ["\u{A0}", "\u{202F}", " \u{2007}\u{A0}"]
        for blank in blanks {
            let rows =
                "species,count,lat,lon,uncertainty_m\n"
                + "Star,\(blank)3,47.5\(blank),\(blank)8.25\(blank),50\(blank)\nStar,\(blank),1,2,\(blank)\n"
            let run = try ImportRun(rows, as: .observations)
            #expect(run.sink.messages.isEmpty, "\(run.sink.messages)")
            #expect(run.sink.observations.map(\.count) == [3, nil])
            #expect(run.sink.observations.map(\.uncertaintyMeters) == [50, nil])
            #expect(run.sink.observations.first?.coordinate.longitude == 8.25)
        }
        // Within a number a blank is none that is passed over.
        let inside = try ImportRun("name,lat,lon\nA,4\u{A0}7,8\n", as: .hotspots)
        #expect(inside.sink.messages.count == 1)
        let object = #"[{"name": "A", "lat": "47.5\#u{A0}", "lon": "\#u{202F}8"}]"#
        #expect(try ImportRun(object, as: .hotspots, name: "x.json").sink.hotspots.count == 1)
    }

    @Test func `a header with too many columns is told the limit`() throws {
        let header = (0..<100_000).map { "c\($0)" }.joined(separator: ",")
        #expect(
            try fileProblem(MemoryInput("f", text: header + "\n"), as: .hotspots)
                == "f: its first line cannot be read as the header of a table: more than 4096 fields")
    }

    @Test func `longitudes of a full circle, and meters of a projection, get their hint`() throws {
        let run = try ImportRun("name,lat,lon\nA,10,200\nB,10,500\nC,5200000,400000\nD,120,10\n", as: .hotspots)
        #expect(
            run.sink.problems.map { $0.hint ?? "" } == [
                "longitudes from 0 to 360? subtract 360 from those above 180",
                "coordinates of a projection must be converted to degrees (EPSG:4326) first",
                "coordinates of a projection must be converted to degrees (EPSG:4326) first",
                "did you swap lat and lon?",
            ])
    }

    // MARK: - Geometry columns

    @Test(arguments: [
        "POINT (8.5 47.25)", "SRID=4326;POINT(8.5 47.25)", #"{""type"":""Point"",""coordinates"":[8.5,47.25]}"#,
        "0101000020E610000000000000000021400000000000A04740",
    ])
    func `a column of whole points is read`(value: String) throws {
        for column in ["WKT", "geom", "the_geom", "geometry"] {
            let run = try ImportRun("id,name,\(column)\n1,Mill,\"\(value)\"\n", as: .hotspots)
            #expect(run.sink.messages.isEmpty)
            #expect(run.sink.hotspots.first?.coordinate.latitude == 47.25)
            #expect(run.sink.hotspots.first?.coordinate.longitude == 8.5)
        }
        let mapped = try ImportRun(
            "id,name,where\n1,Mill,\"\(value)\"\n", as: .hotspots, map: ["geometry": "where"])
        #expect(mapped.sink.hotspots.count == 1)
    }

    @Test func `degrees come before a geometry, and a line is refused`() throws {
        let both = try ImportRun("name,lat,lon,wkt\nA,1,2,POINT(8 47)\n", as: .hotspots)
        #expect(both.sink.hotspots[0].coordinate.latitude == 1)
        let line = try ImportRun("name,wkt\nA,\"LINESTRING(1 2, 3 4)\"\nB,\n", as: .hotspots)
        #expect(
            line.sink.messages == [
                "file.csv: line 2: wkt: a LINESTRING is not a point", "file.csv: line 3: no coordinates",
            ])
    }

    // MARK: - GPX

    private static let gpx = """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="phone" xmlns="http://www.topografix.com/GPX/1/1">
          <metadata><name>Trip</name></metadata>
          <wpt lat="42.48" lon="-76.45"><ele>120</ele><name>Mill &amp; Pond</name></wpt>
          <wpt lat="95" lon="-76.45"><name>Nowhere</name></wpt>
          <wpt lat="42.5" lon="-76.4"><desc>Old
            Marsh</desc><extensions><x><name>no</name></x></extensions></wpt>
          <wpt lat="42.5" lon="-76.4"/>
          <trk><name>Walk</name><trkseg><trkpt lat="1" lon="2"/></trkseg></trk>
        </gpx>

        """

    @Test func `waypoints of GPX are places`() throws {
        let run = try ImportRun(Self.gpx, as: .hotspots, name: "trip.gpx")
        #expect(run.report.format == "gpx")
        #expect(run.sink.hotspots.map(\.name) == ["Mill & Pond", "Old Marsh"] && run.sink.lines == [4, 6])
        #expect(
            run.sink.messages == [
                "trip.gpx: line 5: lat 95.0 out of range −90…90; did you swap lat and lon?",
                "trip.gpx: line 8: no name",
            ])
        #expect(run.report.notes == ["1 track was not read: places are points, and no lines"])
        #expect(
            try fileProblem(MemoryInput("t.gpx", text: Self.gpx), as: .observations)
                == "t.gpx: a GPX file holds hotspots, not observations")
        #expect(
            try fileProblem(MemoryInput("t.gpx", text: String(Self.gpx.dropLast(8))), as: .hotspots)?
                .contains("the text ends before the element gpx") == true)
    }

    @Test func `damaged GPX is refused, never a trap`() throws {
        var generator = SeededGenerator(seed: 20_26)
        let seed = Array(Self.gpx.utf8)
        var (read, refused) = (0, 0)
        for round in 0..<20_000 {
            let bytes = Mutation.damage(seed, using: &generator)
            do {
                let input = MemoryInput("t.gpx", bytes, longestPiece: 100, seed: UInt64(round))
                if try !ImportRun(input, as: .hotspots).sink.hotspots.isEmpty { read += 1 }
            } catch is FileProblem {
                refused += 1
            }
        }
        #expect(read > 100 && refused > 1_000, "\(read), \(refused)")
    }

    // MARK: - Who knows what it holds

    @Test(arguments: [
        ("gbifID,species,decimalLatitude,decimalLongitude\n", ImportKind?.some(.observations)),
        ("geonameid,name,latitude,longitude\n", .hotspots), ("id,source,source_id,name,locality,lat,lon\n", .hotspots),
        ("id,source,source_id,lat,lon,scientific_name\n", .observations), ("name,lat,lon\n", nil),
        ("common_name,scientific_name,family\n", .birds), ("title,radius_km,lat,lon\n", .watchlists),
        ("id,lat,lon,common_name,scientific_name,family,order_name,shape_id,source,source_id\n", .birds),
        ("species,lat,lon,date\n", nil), (#"{"title":"A","radius_km":3}"#, .watchlists),
        (#"[{"locId":"L1","lat":1,"lng":2}]"#, .hotspots), (#"[{"name":"A","lat":1,"lon":2}]"#, nil),
        ("L9,XX,XX-AA,XX-AA-001,42.48,-76.45,Mill\n", .hotspots), ("<gpx><wpt lat='1' lon='2'/></gpx>", .hotspots),
    ])
    func `a format that knows its layer says it`(text: String, kind: ImportKind?) throws {
        let input = MemoryInput("f", text: text)
        #expect(try knownKind(of: input, options: ImportOptions(kind: .birds)) == kind)
        let folder = MemoryInput("d", texts: [("a/x", text), ("b/y", text)])
        #expect(try knownKind(of: folder, options: ImportOptions(kind: .birds)) == kind)
    }
}
