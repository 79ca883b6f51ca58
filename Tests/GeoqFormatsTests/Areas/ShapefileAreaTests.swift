import Geoq
import GeoqIndex
import TestSupport
import Testing

@testable import GeoqFormats

@Suite struct ShapefileAreaTests {
    private typealias Members = [(path: String, content: [UInt8])]

    private static func run(_ members: Members) throws -> AreaRun {
        try AreaRun(MemoryInput("a.zip", members: members, longestPiece: 50))
    }

    private static func reason(_ members: Members) -> String? {
        do {
            _ = try run(members)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func `attributes come from the table beside it`() throws {
        let run = try Self.run(AreaSamples.shapefile())
        let area = try #require(run.areas.first)
        #expect(area.line == nil && area.kind == "reserve")
        #expect(
            area.properties == [
                .init(name: "HECTARES", value: .real(12.5)), .init(name: "SINCE", value: .text("1999-05-31")),
                .init(name: "OPEN", value: .bool(true)),
            ])
        #expect(run.report.notes.isEmpty && run.report.leftOut.isEmpty)
    }

    private static let advice = "save the shapefile with its texts in UTF-8"

    @Test func `texts are in the encoding of the .cpg, or UTF-8, or latin-1`() throws {
        let (utf8, latin1) = (Array("Mühle".utf8), [UInt8](arrayLiteral: 0x4D, 0xFC, 0x68, 0x6C, 0x65))
        for (name, cpg, notes) in [
            (utf8, nil, []), (utf8, "UTF-8\r\n", []), (latin1, "ISO-8859-1", []), (latin1, "1252", []),
            (latin1, nil, ["1 value was not UTF-8 and read as latin-1"]),
            (latin1, "UTF-8", ["1 value was not UTF-8 and read as latin-1"]),
            (utf8, "Big5", [#"its .cpg names the encoding "Big5", which is not known; \#(Self.advice)"#]),
        ] as [([UInt8], String?, [String])] {
            let run = try Self.run(AreaSamples.shapefile(name: name, cpg: cpg))
            #expect(run.areas.first?.name == "Mühle")
            #expect(run.report.notes == notes.map { "a.zip/parks/Areas.shp: \($0)" })
        }
        let quoted = try Self.run(AreaSamples.shapefile(name: [0x4F, 0x92, 0x4B], cpg: "1252"))
        #expect(quoted.areas.first?.name == "O’K")
        // Cut off after 20 bytes, within a letter.
        let long = Array(Array("Große Mühlenteichöde".utf8).prefix(20))
        let most = String(decoding: long.dropLast(), as: UTF8.self)
        for cpg in ["UTF-8", nil] {
            let cut = try Self.run(AreaSamples.shapefile(name: long, cpg: cpg))
            #expect(cut.areas.first?.name == most && cut.report.notes.isEmpty, "\(cut.report.notes)")
        }
    }

    @Test func `texts are in the older table that the .cpg or the head of the .dbf names`() throws {
        // As Python's codecs and ogr2ogr write them.
        let names: [(text: String, bytes: [UInt8], cpgs: [String], driver: UInt8?)] = [
            ("Łódź", [0xA3, 0xF3, 0x64, 0x9F], ["1250", "windows-1250\r\n", "ANSI 1250", "CP1250", "LDID/200"], 0xC8),
            ("Łódź", [0x9D, 0xA2, 0x64, 0xAB], ["CP852", "852", "IBM852", "OEM 852"], 0x64),
            ("Łódź", [0xA3, 0xF3, 0x64, 0xBC], ["ISO-8859-2", "88592", "ISO 8859-2", "28592"], nil),
            ("Mühle", [0x4D, 0x81, 0x68, 0x6C, 0x65], ["CP850", "850", "437", "LDID/2"], 0x02),
            ("Кама", [0xCA, 0xE0, 0xEC, 0xE0], ["1251", "windows-1251"], 0xC9),
            ("Кама", [0x8A, 0xA0, 0xAC, 0xA0], ["CP866", "LDID/101"], 0x65),
            ("Кама", [0xEB, 0xC1, 0xCD, 0xC1], ["KOI8-R", "koi8-u", "20866"], nil),
            ("Кама", [0xBA, 0xD0, 0xDC, 0xD0], ["ISO-8859-5"], nil),
            ("Iğdır", [0x49, 0xF0, 0x64, 0xFD, 0x72], ["1254", "iso-8859-9"], 0xCA),
            ("Πάρος", [0xD0, 0xDC, 0xF1, 0xEF, 0xF2], ["1253", "ISO-8859-7"], 0xCB),
            ("Šķēde", [0xD0, 0xED, 0xE7, 0x64, 0x65], ["1257"], 0xCC),
            ("5 €", [0x35, 0x20, 0xA4], ["ISO-8859-15", "885915"], nil),
        ]
        for (text, bytes, cpgs, driver) in names {
            for cpg in cpgs {
                let run = try Self.run(AreaSamples.shapefile(name: bytes, cpg: cpg))
                #expect(run.areas.first?.name == text && run.report.notes.isEmpty, "\(cpg): \(run.report.notes)")
            }
            guard let driver else { continue }
            let run = try Self.run(AreaSamples.shapefile(name: bytes, driver: driver))
            #expect(run.areas.first?.name == text && run.report.notes.isEmpty, "\(driver): \(run.report.notes)")
            // Many programs name a table and write UTF-8; the .cpg is taken before the head.
            for cpg in [nil, "UTF-8"] {
                let utf8 = try Self.run(AreaSamples.shapefile(name: Array(text.utf8), cpg: cpg, driver: driver))
                #expect(utf8.areas.first?.name == text && utf8.report.notes.isEmpty, "\(driver)")
            }
        }
        for cpg in ["1259", "ISO-8859-17", "8859", "ISO", "LDID/300", "KOI7", "CP", "ISO-8859"] {
            let run = try Self.run(AreaSamples.shapefile(cpg: cpg))
            let note = "its .cpg names the encoding \"\(cpg)\", which is not known; \(Self.advice)"
            #expect(run.report.notes == ["a.zip/parks/Areas.shp: \(note)"] && run.areas.first?.name == "Mill Pond")
        }
    }

    @Test func `a code page of several bytes a letter that the head of the .dbf names is told`() throws {
        // 東京 in Shift JIS.
        let name: [UInt8] = [0x93, 0x8C, 0x8B, 0x9E]
        let run = try Self.run(AreaSamples.shapefile(name: name, driver: 0x13))
        let note = "1 value was not UTF-8 and read as latin-1; the head of its .dbf names code page 932, "
        #expect(run.report.notes == ["a.zip/parks/Areas.shp: \(note)which is not known; \(Self.advice)"])
        // Nothing is to be told of texts that are UTF-8, or in the encoding of a .cpg.
        #expect(try Self.run(AreaSamples.shapefile(name: Array("東京".utf8), driver: 0x13)).report.notes.isEmpty)
        #expect(try Self.run(AreaSamples.shapefile(name: [0xC4], cpg: "1252", driver: 0x13)).report.notes.isEmpty)
    }

    @Test func `each older table has one letter a byte, no two the same`() throws {
        for number in [
            437, 737, 775, 850, 852, 855, 857, 858, 860, 861, 863, 865, 866, 1250, 1251, 1253, 1254, 1257, 20_866,
            21_866, 28_592, 28_593, 28_594, 28_595, 28_597, 28_599, 28_600, 28_603, 28_604, 28_605, 28_606,
        ] {
            let page = try #require(CodePage(number: number))
            let letters = Array(page.text(0...255).unicodeScalars)
            let known = letters.filter { $0 != "\u{FFFD}" }
            #expect(letters.count == 256 && Set(known).count == known.count && known.count > 240, "\(number)")
            #expect(letters[..<128].enumerated().allSatisfy { Int($1.value) == $0 }, "\(number)")
        }
    }

    @Test func `rings that run the wrong way are areas, and this is said`() throws {
        let rings = AreaSamples.polygons.map { $0[0] }
        let run = try Self.run(
            AreaSamples.shapefile(rings: [rings[0].reversed(), AreaSamples.ring([(5, 5), (6, 5), (6, 6)])]))
        #expect(run.areas.first?.polygons == [[rings[0]], [AreaSamples.ring([(5, 5), (6, 5), (6, 6)])]])
        #expect(
            run.report.notes == [
                "a.zip/parks/Areas.shp: 1 ring that is in no other ring and counter-clockwise, as holes are, was taken for an outer ring"
            ])
    }

    @Test func `a hole belongs to the smallest ring that holds it`() throws {
        // Rings one in the other: outer, hole, island, its hole; in any order.
        let nested = (0..<4).map { depth -> [Coordinate] in
            let edge = 10 - 2 * Double(depth)
            let ring = AreaSamples.ring([(-edge, -edge), (edge, -edge), (edge, edge), (-edge, edge)])
            return depth % 2 == 0 ? ring : ring.reversed()
        }
        for order in [[0, 1, 2, 3], [3, 2, 1, 0], [1, 3, 0, 2]] {
            var wrong = ShapefileRings.WrongWays()
            let found = try ShapefileRings.polygons(of: order.map { nested[$0].reversed() }, wrong: &wrong)
            #expect(Set(found) == [[nested[0], nested[1]], [nested[2], nested[3]]])
            #expect(wrong == ShapefileRings.WrongWays())
            // As GeoJSON has them, all the wrong way; beside a polygon that runs as it should.
            let beside = AreaSamples.ring([(20, 0), (21, 0), (21, 1)])
            let others = try ShapefileRings.polygons(
                of: order.map { nested[$0] } + [beside.reversed()], wrong: &wrong)
            #expect(Set(others) == [[nested[0], nested[1]], [nested[2], nested[3]], [beside]])
            #expect(wrong == ShapefileRings.WrongWays(alone: 1, within: 3))
        }
    }

    @Test(arguments: [-180.0, 178, 180, 182])
    func `a hole of a ring across the meridian of 180° is a hole`(west: Double) throws {
        func ring(_ positions: [(Double, Double)]) throws -> [Coordinate] {
            try (positions + [positions[0]]).map { longitude, latitude in
                try Coordinate(strictLatitude: latitude, longitude: longitude.remainder(dividingBy: 360))
            }
        }
        let outer = try ring([(178, -20), (178, -16), (184, -16), (184, -20)])
        let hole = try ring([(west, -19), (west + 1, -19), (west + 1, -17), (west, -17)])
        var wrong = ShapefileRings.WrongWays()
        let found = try ShapefileRings.polygons(of: [outer, hole], wrong: &wrong)
        #expect(found == [[outer.reversed(), hole.reversed()]] && wrong == ShapefileRings.WrongWays())
        let beside = try ring([(172, -19), (173, -19), (173, -17), (172, -17)])
        #expect(try ShapefileRings.polygons(of: [outer, beside], wrong: &wrong).count == 2)
    }

    @Test func `sides of a ring are those of a plain count of crossings`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("ShapefileAreaTests seed \(seed)")
        var random = SeededGenerator(seed: seed)
        for _ in 0..<30 {
            // Few different numbers, so that vertices and edges are met.
            let ring = AreaSamples.ring(
                (0..<Int.random(in: 3...60, using: &random)).map { _ in
                    (Double(Int.random(in: -8...8, using: &random)), Double(Int.random(in: -8...8, using: &random)))
                })
            let bands = RingBands(ring)
            for _ in 0..<100 {
                let x = Double(Int.random(in: -18...18, using: &random)) / 2
                let y = Double(Int.random(in: -18...18, using: &random)) / 2
                var (crossings, steps, isOnEdge) = (0, 0, false)
                for (a, b) in zip(ring, ring.dropFirst()) {
                    let (ax, ay, bx, by) = (a.longitude - x, a.latitude - y, b.longitude - x, b.latitude - y)
                    if ax * by == bx * ay, ax * bx <= 0, ay * by <= 0 { isOnEdge = true }
                    if (ay > 0) != (by > 0), ax - ay * (bx - ax) / (by - ay) > 0 { crossings += 1 }
                }
                let side = bands.side(of: try Coordinate(strictLatitude: y, longitude: x), steps: &steps)
                #expect(side == (isOnEdge ? .boundary : crossings % 2 == 1 ? .inside : .outside))
            }
        }
    }

    @Test(arguments: [
        ("", "its .prj is not the text of a coordinate system"),
        (
            #"PROJCS["NAD83 / UTM zone 18N",GEOGCS["NAD83",DATUM["North_American_Datum_1983",SPHEROID["GRS 1980",6378137,298.257222101]]],UNIT["metre",1]]"#,
            #"its coordinates are in the projection "NAD83 / UTM zone 18N"; convert it to EPSG:4326 first"#
        ),
        (
            #"GEOGCS["NAD27",DATUM["D_North_American_1927",SPHEROID["Clarke_1866",6378206.4,294.9786982]],PRIMEM["Greenwich",0],UNIT["Degree",0.0174532925199433]]"#,
            #"its coordinates are in the system "NAD27", which is not on WGS 84; convert it to EPSG:4326 first"#
        ),
        (
            AreaSamples.prj.replacing(#""Greenwich",0.0"#, with: #""Paris",2.33722917"#),
            #"its longitudes count from "Paris"; convert it to EPSG:4326 first"#
        ),
        (
            AreaSamples.prj.replacing(#""Degree",0.0174532925199433"#, with: #""Grad",0.01570796326794897"#),
            #"its coordinates are in "Grad", not in degrees; convert it to EPSG:4326 first"#
        ),
        (#"LOCAL_CS["site grid"]"#, #"its coordinates are in the system "site grid"; convert it to EPSG:4326 first"#),
    ])
    func `other systems of coordinates are refused by name`(prj: String, reason: String) {
        #expect(Self.reason(AreaSamples.shapefile(prj: prj))?.hasSuffix("Areas.shp: \(reason)") == true)
    }

    @Test func `systems that agree with WGS 84 are taken, and named`() throws {
        let nad83 =
            #"GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]"#
        #expect(CoordinateSystemText.judge(nad83) == .close(#""GCS_North_American_1983""#))
        let wkt2 =
            #"GEOGCRS["WGS 84",ENSEMBLE["World Geodetic System 1984 ensemble",MEMBER["World Geodetic System 1984 (G730)"],ELLIPSOID["WGS 84",6378137,298.257223563,LENGTHUNIT["metre",1]]],PRIMEM["Greenwich",0,ANGLEUNIT["degree",0.0174532925199433]],CS[ellipsoidal,2],AXIS["geodetic latitude (Lat)",north,ORDER[1],ANGLEUNIT["degree",0.0174532925199433]]]"#
        #expect(CoordinateSystemText.judge(wkt2) == .wgs84)
        let run = try Self.run(AreaSamples.shapefile(prj: nad83))
        #expect(
            run.report.notes == [
                #"a.zip/parks/Areas.shp: coordinates on "GCS_North_American_1983", which agrees with WGS 84 to about two meters"#
            ])
    }

    @Test func `without a .prj the user says which system it is`() throws {
        let members = AreaSamples.shapefile(prj: nil)
        let known = try readAreas(MemoryInput("a.zip", members: AreaSamples.shapefile()))
        let said = try readAreas(MemoryInput("a.zip", members: members), srid: 4_326)
        #expect(said.areas.map(\.polygons) == known.areas.map(\.polygons))
        #expect(said.report.withoutSystem == 1 && known.report.withoutSystem == 0)
        #expect(said.report.notes.count == 1)
        #expect(
            said.report.notes.first?.hasSuffix(
                "no .prj beside it: its coordinates were taken for longitude and latitude on WGS 84") == true)
        // Without GDAL others are refused, and a .prj counts.
        for srid in [nil, 25_832] {
            #expect(throws: FileProblem.self) { try readAreas(MemoryInput("a.zip", members: members), srid: srid) }
        }
        let both = try readAreas(MemoryInput("a.zip", members: AreaSamples.shapefile()), srid: 25_832)
        #expect(both.areas.map(\.polygons) == known.areas.map(\.polygons) && both.report.withoutSystem == 0)
    }

    @Test func `what is missing or damaged is said`() throws {
        #expect(
            Self.reason([AreaSamples.shapefile()[0]])
                == "a.zip: there is no .prj beside it, which tells the system of its coordinates; give the folder or zip "
                + "file with its .shp, .dbf and .prj")
        let noTable = try Self.run(AreaSamples.shapefile().filter { !$0.path.hasSuffix("dbf") })
        #expect(noTable.areas.first?.name == nil)
        #expect(noTable.report.notes == ["a.zip/parks/Areas.shp: no .dbf beside it: the areas have no names"])

        var members = AreaSamples.shapefile()
        members[0].content.removeLast(8)
        #expect(Self.reason(members)?.hasSuffix("its .shp ends within record 1: it is cut short") == true)
        members[0].content = AreaSamples.shp([], type: 3)
        #expect(Self.reason(members)?.hasSuffix("it holds lines (shape type 3), not polygons") == true)
        members = AreaSamples.shapefile()
        members[2].content = AreaSamples.dbf([])
        #expect(Self.reason(members)?.hasSuffix("its .dbf ends after record 0, and its .shp goes on") == true)
    }

    @Test func `each record has its row, also null shapes and deleted ones`() throws {
        let record = AreaSamples.record([AreaSamples.polygons[0][0].reversed()])
        let open = AreaSamples.record([Array(AreaSamples.polygons[0][0].dropLast())])
        var members = AreaSamples.shapefile()
        members[0].content = AreaSamples.shp([record, AreaSamples.little(Int32(0)), record, open, record])
        members[2].content = AreaSamples.dbf("ABCDEF".utf8.map { (name: [$0], type: "") }, deleted: [2])
        let run = try Self.run(members)
        #expect(run.areas.map(\.name) == ["A", "E"] && run.areas.map(\.number) == [1, 5])
        #expect(run.report.skipped == [.noGeometry: 1, .deleted: 1])
        #expect(
            run.sink.messages == [
                "a.zip/parks/Areas.shp: feature 4, ring 1: the ring is not closed: it begins at lat 42.3, lon -76.6 and "
                    + "ends at lat 42.6, lon -76.6"
            ])
        #expect(run.report.notes == ["a.zip/parks/Areas.shp: 1 row at the end of the .dbf has no shape"])
    }
}
