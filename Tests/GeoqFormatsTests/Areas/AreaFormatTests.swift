import Geoq
import GeoqIndex
import TestSupport
import Testing

@testable import GeoqFormats

/// What all formats of areas have in common.
@Suite struct AreaFormatTests {
    @Test func `the same area comes out of every format`() throws {
        let hex = AreaSamples.wkb.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let inputs: [(AreaFormat, MemoryInput)] = [
            (.geoJSON, MemoryInput("a", text: AreaSamples.geoJSON, longestPiece: 5)),
            (.wkt, MemoryInput("a", text: "Mill Pond\t\(AreaSamples.wkt)\n", longestPiece: 5)),
            (.wkt, MemoryInput("a", text: "Mill Pond\t\(hex)\n", longestPiece: 5)),
            (
                .table,
                MemoryInput("a", text: "type,NAME,WKT\nreserve,Mill Pond,\"\(AreaSamples.wkt)\"\n", longestPiece: 5)
            ),
            (.table, MemoryInput("a", text: "name\ttype\tthe_geom\nMill Pond\treserve\t\"\(AreaSamples.wkt)\"\n")),
            (.table, MemoryInput("a", text: "\u{FEFF}geom;name;type\r\n\(hex);Mill Pond;reserve;\r\n")),
            (.kml, MemoryInput("a", text: AreaSamples.kml, longestPiece: 5)),
            (.shapefile, MemoryInput("a.zip", members: AreaSamples.shapefile(), longestPiece: 5)),
            (.shapefile, MemoryInput("a.zip", members: AreaSamples.shapefile(type: 15))),
            (.shapefile, MemoryInput("a.zip", members: AreaSamples.shapefile(type: 25))),
        ]
        for (format, input) in inputs {
            let run = try AreaRun(input)
            #expect(run.report.formats == [format])
            #expect(run.sink.messages.isEmpty && run.report.skipped.isEmpty)
            let area = try #require(run.areas.first)
            #expect(area.polygons == AreaSamples.polygons, "\(format)")
            #expect(area.name == "Mill Pond" && area.number == 1 && run.areas.count == 1)
            if format != .wkt { #expect(area.kind == "reserve") }
        }
        #expect(try AreaGeometry.polygons(wkb: AreaSamples.wkb) == AreaSamples.polygons)
        for text in [hex, AreaSamples.wkt, AreaSamples.geoJSONGeometry] {
            #expect(try AreaGeometry.polygons(text: text) == AreaSamples.polygons)
        }
    }

    @Test func `heights and measures are left out, and that is said once`() throws {
        let kml = AreaSamples.kml.replacing(",0\n", with: ",7\n")
        var shapefile = AreaSamples.shapefile(type: 15)
        // The greatest Z, behind the positions.
        let rings = AreaSamples.polygons.flatMap { $0 }
        let place = 100 + 8 + 44 + 4 * rings.count + 16 * rings.reduce(0) { $0 + $1.count } + 8
        shapefile[0].content.replaceSubrange(place..<place + 8, with: AreaSamples.number(1.5))
        let inputs = [
            MemoryInput("a", text: AreaSamples.geoJSON.replacing("-76.6,42.3]", with: "-76.6,42.3,7]")),
            MemoryInput("a", text: "POLYGON Z((0 0 5,1 0 5,1 1 5,0 0 5))"), MemoryInput("a", text: kml),
            MemoryInput("a.zip", members: shapefile),
        ]
        let note = "1 feature has heights or measures (Z or M), which are left out: an area has none"
        for input in inputs {
            let run = try AreaRun(input)
            #expect(run.areas.count == 1 && run.report.notes.count == 1, "\(run.report.notes)")
            #expect(run.report.notes.first?.hasSuffix(note) == true, "\(run.report.notes)")
        }
        for flat in [AreaSamples.kml, "POLYGON Z((0 0 0,1 0 0,1 1 0,0 0 0))"] {
            #expect(try AreaRun(flat).report.notes.isEmpty, "A height of 0 says nothing.")
        }
    }

    @Test func `a format is recognized by its content`() {
        func format(_ text: String) -> AreaFormat? { AreaFormat.recognize(head: Array(text.utf8)) }
        #expect(format(AreaSamples.geoJSON) == .geoJSON)
        #expect(format("\u{1E}{\"type\":\"Feature\"") == .geoJSON)
        #expect(format(AreaSamples.wkt) == .wkt)
        #expect(format("\u{FEFF}\n Point Reyes\tSRID=4326; polygon z((1 2 3,") == .wkt)
        #expect(format("POLYGON\t((1 2,") == .wkt)
        #expect(format("Point Reyes POLYGON((1 2") == nil)
        #expect(format("name,lat,lon\nA,1,2\n") == nil)
        #expect(format("name,geom\nA,\"POLYGON((0 0,") == .table)
        #expect(format("name,shape\nA,\"POLYGON((0 0,") == nil)
        #expect(format("name,geometry\nPolygon,round\n") == nil)
        #expect(format(AreaSamples.kml) == .kml)
        #expect(format("<gpx><wpt lat=\"1\" lon=\"2\"/></gpx>") == nil)
        #expect(format("") == nil)
        #expect(AreaFormat.recognize(head: AreaSamples.shapefile()[0].content) == .shapefile)
        #expect(AreaFormat.recognize(head: AreaSamples.shx) == nil)
    }

    @Test func `a row of a table that is no area is skipped or refused with its line`() throws {
        let run = try AreaRun(
            """
            id,geometry,name
            1,"POLYGON((0 0,1 0,1 1,0 0))",Square
            2,,None
            3,POINT(1 2),Place
            4,POLYGON((0 0,1 0,1 1,0 0)),Commas
            5,round,Word
            6,"POLYGON((0 0,1 0,1 1,
            0 0))",B\u{FC}hl
            7,"POLYGON((0 0,1 0,1 1,0 1))",Open

            """)
        #expect(run.areas.map(\.name) == ["Square", "B\u{FC}hl"] && run.areas.map(\.number) == [1, 6])
        #expect(run.report.skipped == [.noGeometry: 1, .noPolygon("Point"): 1])
        #expect(run.areas.first?.properties.map(\.name) == ["id"])
        #expect(
            run.sink.messages == [
                "a: feature 4 (line 5): 6 fields where the header has 3; a field that holds the separator stands in quotes",
                #"a: feature 5 (line 6): "round" in column geometry is neither WKT nor hexadecimal WKB"#,
                "a: feature 7 (line 9), ring 1: the ring is not closed: it begins at lat 0.0, lon 0.0 and ends at lat 1.0, lon 0.0",
            ])
    }

    @Test func `a stray quote in a table costs its own row only`() throws {
        let run = try AreaRun(
            """
            id,geometry,name
            1,"POLYGON((0 0,1 0,1 1,0 0))","open
            2,,B",x
            3,"POLYGON((0 0,1 0,1 1,0 0))",C

            """)
        #expect(run.areas.map(\.name) == ["C"])
        #expect(
            run.sink.messages == [
                "a: feature 1 (line 2): 4 fields where the header has 3; a quote that is opened in it closes 1 line below",
                "a: feature 2 (line 3): 4 fields where the header has 3; a field that holds the separator stands in quotes",
            ])
    }

    @Test func `each file of an archive is read, and what is of no use is named`() throws {
        let run = try AreaRun(
            MemoryInput(
                "a.zip",
                texts: [
                    ("b/doc.kml", AreaSamples.kml), ("b/readme.txt", "Nothing here.\n"),
                    ("__MACOSX/b/._doc.kml", "x"), ("lines.txt", "POLYGON((0 0,1 0,1 1,0 0))\nPOLYGON((0 0,1 0))\n"),
                ]))
        #expect(run.areas.count == 2 && run.report.formats == [.kml, .wkt])
        #expect(run.report.taken == 2 && run.report.refused == 1)
        #expect(run.sink.messages[0].hasPrefix("a.zip/lines.txt: feature 2 (line 2), ring 1: the ring is not closed"))
        #expect(run.report.leftOut.map(\.name) == ["b/readme.txt"])
    }

    @Test func `pictures beside areas are passed over, and alone they are refused`() throws {
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16, 0x4A, 0x46]
        let pictures: [(path: String, content: [UInt8])] = [("files/a.png", png), ("files/b.jpg", jpeg)]
        let run = try AreaRun(
            MemoryInput("a.kmz", members: pictures + [(path: "doc.kml", content: Array(AreaSamples.kml.utf8))]))
        #expect(run.areas.count == 1 && run.report.leftOut.isEmpty, "\(run.report.leftOut)")
        do {
            _ = try AreaRun(MemoryInput("a.zip", members: pictures))
            Issue.record("pictures were read")
        } catch {
            #expect("\(error)".hasPrefix("a.zip: none of its 2 files holds areas; files/a.png: it holds no areas"))
        }
    }

    @Test func `what has the name of a shapefile is its part, or is named`() throws {
        // The head of a .sbn, and its first bin.
        var index = [UInt8](repeating: 0, count: 108)
        index.replaceSubrange(0..<8, with: [0, 0, 0x27, 0x0A, 0xFF, 0xFF, 0xFE, 0x70])
        index[103] = 1
        let members: [(path: String, content: [UInt8])] = [
            ("parks/Areas.sbn", index), ("parks/Areas.geojson", Array(AreaSamples.geoJSON.utf8)),
            ("parks/Areas.kmz", Array("x".utf8)),
        ]
        let run = try AreaRun(MemoryInput("a.zip", members: AreaSamples.shapefile() + members))
        #expect(run.areas.map(\.name) == ["Mill Pond"])
        #expect(run.report.leftOut.map(\.name) == ["parks/Areas.geojson", "parks/Areas.kmz"])
        #expect(run.report.leftOut.allSatisfy { $0.reason.contains("has the name of a shapefile") })
    }

    @Test func `an input without areas is refused with the reason`() {
        func reason(_ text: String) -> String? {
            do {
                _ = try AreaRun(text, name: "x")
                return nil
            } catch {
                return "\(error)"
            }
        }
        #expect(reason("") == "x: the file is empty")
        #expect(
            reason("a,b\n1,2\n")
                == "x: it holds no areas that are known: GeoJSON, WKT, a table with a column of WKT, KML, KMZ, or a shapefile"
        )
        #expect(reason("%PDF-1.4") == "x: this is a PDF, not a data file")
        #expect(
            reason("<?xml version='1.0'?>\n<!DOCTYPE kml>\n<kml></kml>")
                == "x: it has a document type (<!DOCTYPE …>), which geoq does not read; take it out of the file")
        #expect(
            reason(
                #"{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"EPSG:3857"}},"features":[]}"#)
                == "x: its coordinates are in EPSG:3857; convert it to EPSG:4326 first")
    }

    @Test func `all areas are taken, or the first refusal is thrown`() throws {
        let good = try readAreas(MemoryInput("a", text: AreaSamples.geoJSON))
        #expect(good.areas.count == 1 && good.report.taken == 1)
        #expect(throws: AreaRefusal.self) { try readAreas(MemoryInput("a", text: "POLYGON((0 0,1 0,1 1,0 1))")) }
        #expect(throws: FileProblem(file: "a", reason: "its areas have more than 13 positions together")) {
            try readAreas(MemoryInput("a", text: AreaSamples.geoJSON), mostPositions: 13)
        }
    }

    @Test func `names come from the attribute that tells most`() throws {
        func record(_ properties: String) throws -> AreaRecord {
            let geometry = #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}"#
            let run = try AreaRun(#"{"type":"Feature","id":7,"geometry":\#(geometry),"properties":{\#(properties)}}"#)
            return try #require(run.areas.first)
        }
        let gadm = try record(#""NAME_0":"Germany","NAME_1":"Bayern","ENGTYPE_1":"Free State","x":null,"y":[1]"#)
        #expect(gadm.name == "Bayern" && gadm.kind == "Free State")
        #expect(
            gadm.properties == [.init(name: "id", value: .integer(7)), .init(name: "NAME_0", value: .text("Germany"))])
        #expect(try record(#""ADMIN":"Fiji","Name":"  ""#).name == "Fiji")
        #expect(try record(#""admin_level":8"#).kind == "8")
        #expect(try record(#""a":true,"b":1.5"#).properties.dropFirst().map(\.value) == [.bool(true), .real(1.5)])
    }

    @Test func `a position that rounding put beyond the edge is taken, and said`() throws {
        let run = try AreaRun(
            "POLYGON((170 0,180.0000000000001 0,170 1,170 0))\nPOLYGON((170 0,180.125 0,170 1,170 0))\n"
                + "POLYGON((170 0,360.125 0,170 1,170 0))")
        #expect(run.areas.first?.polygons[0][0][1].longitude == 180)
        #expect(
            run.report.notes == [
                "1 position lay less than a millimeter beyond ±180° or ±90° and was put on the edge",
                "1 ring beyond ±180° of longitude taken to the same places within it",
            ])
        #expect(run.areas.last?.polygons[0][0][1].longitude == -179.875)
        #expect(
            run.sink.messages == ["a: feature 3 (line 3), ring 1, position 2: lon 360.125 out of range −180…180"])
    }
}
