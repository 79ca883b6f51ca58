import Geoq
import GeoqIndex
import TestSupport
import Testing

@testable import GeoqFormats

@Suite struct WKTAreaTests {
    @Test(arguments: [
        "POLYGON((0 0,1 0,1 1,0 0))", "polygon ( ( 0 0 , 1 0 , 1 1 , 0 0 ) ) ", "SRID=4326;POLYGON((0 0,1 0,1 1,0 0))",
        "SRID=0;POLYGON((0 0,1 0,1 1,0 0))", "POLYGON Z((0 0 5,1 0 5,1 1 5,0 0 5))",
        "POLYGONZM((0 0 1 2,1 0 1 2,1 1 1 2,0 0 1 2))",
        "POLYGON((0 0 5,1 0 5,1 1 5,0 0 5))", "MULTIPOLYGON M(EMPTY,((0 0 1,1 0 1,1 1 1,0 0 1)))",
        "GEOMETRYCOLLECTION(POLYGON((0 0,1 0,1 1,0 0)))", "POLYGON\t((0 0,1e0 0,1.0 1,0 0))",
        "MULTISURFACE(((0 0,1 0,1 1,0 0)))", "MULTISURFACE(EMPTY,CURVEPOLYGON((0 0,1 0,1 1,0 0)))",
        "CURVEPOLYGONZ(LINESTRING Z(0 0 5,1 0 5,1 1 5,0 0 5))", "MultiSurface Z(POLYGON Z((0 0 5,1 0 5,1 1 5,0 0 5)))",
    ])
    func `a polygon is read in all its spellings`(text: String) throws {
        let square = [[AreaSamples.ring([(0, 0), (1, 0), (1, 1)])]]
        #expect(try AreaGeometry.polygons(text: text) == square)
        let area = try Area(text: text, edges: .geodesic)
        #expect(area.polygons == [Area.Polygon(outer: square[0][0])] && area.edges == .geodesic)
        let run = try AreaRun("A\t\(text)\r\n\n\(text)")
        #expect(run.areas.map(\.name) == ["A", nil] && run.areas.map(\.line) == [1, 3])
        #expect(run.areas.allSatisfy { $0.polygons == square })
    }

    @Test(arguments: [
        (
            "POLYGON((0 0,1 0,1 1,0 1))",
            "ring 1: the ring is not closed: it begins at lat 0.0, lon 0.0 and ends at lat 1.0, lon 0.0"
        ),
        ("POLYGON((0 0,1 0,1 1,0 0),(0 0,0 0))", "ring 2: the ring has 2 positions; a closed ring has at least 4"),
        ("POLYGON((0 0,1,1 1,0 0))", "not WKT: two numbers are expected in a position"),
        ("POLYGON((0 0,1 x,1 1,0 0))", "not WKT: two numbers are expected in a position"),
        ("POLYGON((0 0,1 0,1 1,0 0)", "not WKT: , or ) is expected in a polygon"),
        ("POLYGON(0 0)", "not WKT: ( is expected at the start of a ring"),
        ("POLYGON((0 0,1 0,1 1,0 0)) x", "more data after the end of the geometry"),
        ("SRID=3857;POLYGON((0 0,1 0,1 1,0 0))", "coordinates in SRID 3857; convert them to EPSG:4326 first"),
        ("TRIANGLE((0 0,1 0,1 1,0 0))", #""TRIANGLE" is not read; polygons with straight edges are"#),
        (
            "MULTISURFACE(CURVEPOLYGON(CIRCULARSTRING(0 0,1 0,1 1,0 1,0 0)))",
            "a CURVEPOLYGON with a CIRCULARSTRING is not read; polygons with straight edges are, as PostGIS makes them of "
                + "it with ST_CurveToLine, and ogr2ogr with -nlt CONVERT_TO_LINEAR"
        ),
        ("MULTISURFACE(POINT(1 2))", "not WKT: polygons are expected in a MULTISURFACE"),
        ("CURVEPOLYGON(x(0 0,1 0,1 1,0 0))", "not WKT: a ring is expected in a CURVEPOLYGON"),
        ("POINT(1 2)", "a Point is no area"),
        ("GEOMETRYCOLLECTION(MULTIPOINT(EMPTY,(1 2)),POLYGON((0 0,1 0,1 1,0 0)))", "a MultiPoint is no area"),
        ("", "not WKT: no name of a geometry"),
        ("{}", "a geometry without a type"),
    ])
    func `what is no area is refused with the reason`(text: String, reason: String) {
        #expect(Self.problem { () throws(AreaProblem) in try AreaGeometry.polygons(text: text) } == reason)
        #expect(throws: AreaError.unreadable(reason: reason)) { try Area(text: text) }
    }

    @Test func `lines without areas are counted or refused`() throws {
        let run = try AreaRun(
            "POLYGON EMPTY\nLINESTRING(0 0,1 1)\nPond\tPOINT(1 2)\nhello\nPOLYGON((0 0,1 0,1 1,0 0))\n")
        #expect(run.report.skipped == [.empty: 1, .noPolygon("LineString"): 1, .noPolygon("Point"): 1])
        #expect(run.sink.messages == [#"a: feature 4 (line 4): "hello" is neither WKT nor a name, a tab and WKT"#])
        #expect(run.areas.map(\.number) == [5])
    }

    @Test func `a geometry goes on over lines, up to its end or to the next one`() throws {
        let square = [[AreaSamples.ring([(0, 0), (1, 0), (1, 1)])]]
        let run = try AreaRun(
            """
            POLYGON
            ((0 0,
              1 0,

              1 1, 0 0))
            A\tPOLYGON((0 0,1
             0,1 1,0 0
            ))
            C\tPOLYGON((0 0,1 0,
            POLYGON((0 0,1 0,1 1,0 0))
            SRID=4326;GEOMETRYCOLLECTION (
            POLYGON((0 0,1 0,1 1,0 0)),
            POINT (1 2)
            )
            POLYGON
            hello
            B\tMULTIPOLYGON EMPTY
            POLYGON((0 0,1 0,1 1,
            """.replacing("\n", with: "\r\n"))
        #expect(run.areas.map(\.line) == [1, 6, 10, 11] && run.areas.map(\.name) == [nil, "A", nil, nil])
        #expect(run.areas.allSatisfy { $0.polygons == square })
        let lines = run.sink.refusals.map(\.line)
        #expect(lines == [9, 15, 16, 18], "\(run.sink.messages)")
        #expect(run.report.skipped == [.partNoPolygon("Point"): 1, .empty: 1])
        #expect(AreaFormat.recognize(head: Array("Pond\tMULTIPOLYGON\r\n(((1 2".utf8)) == .wkt)
        #expect(AreaFormat.recognize(head: Array("Point\r\nPond".utf8)) == nil)
    }

    @Test func `the hole of a polygon that is left out is no area`() throws {
        let sink = AreaCollection()
        let text = "POLYGON((0 0,1 1,0 0),(0 0,1 0,1 1,0 0))\n"
        let report = try readAreas(MemoryInput("a", text: text, longestPiece: 7), into: sink, mends: true)
        #expect(sink.areas.isEmpty && report.skipped == [.empty: 1])
        #expect(report.mending.flat == 1 && report.mending.strays == 1)
    }

    @Test func `WKB is read in both orders, with Z and M, and with an SRID`() throws {
        let square = [[AreaSamples.ring([(0, 0), (1, 0), (1, 1)])]]
        func polygon(_ head: [UInt8], more: Int = 0, isLittle: Bool = true) -> [UInt8] {
            func number(_ value: Double) -> [UInt8] {
                isLittle ? AreaSamples.little(value.bitPattern) : AreaSamples.big(value.bitPattern)
            }
            func count(_ value: UInt32) -> [UInt8] { isLittle ? AreaSamples.little(value) : AreaSamples.big(value) }
            var bytes = head + count(1) + count(4)
            for place in square[0][0] {
                bytes += number(place.longitude) + number(place.latitude)
                for _ in 0..<more { bytes += number(7) }
            }
            return bytes
        }
        let good: [[UInt8]] = [
            polygon([1, 3, 0, 0, 0]), polygon([0, 0, 0, 0, 3], isLittle: false),
            polygon([1, 3, 0, 0, 0x20, 0xE6, 0x10, 0, 0]), polygon([1, 3, 0, 0, 0x20, 0, 0, 0, 0]),
            polygon([1, 3, 0, 0, 0x80], more: 1), polygon([1, 0xEB, 0x03, 0, 0], more: 1),
            polygon([1, 0xBB, 0x0B, 0, 0], more: 2), polygon([1, 3, 0, 0, 0xC0], more: 2),
        ]
        for bytes in good {
            #expect(try AreaGeometry.polygons(wkb: bytes) == square)
            #expect(try Area(wkb: bytes) == Area([Area.Polygon(outer: square[0][0])]))
        }
        let plain = polygon([1, 3, 0, 0, 0])
        let bad: [([UInt8], String)] = [
            ([], "not WKB: no byte order"), (plain.dropLast(), "WKB that is cut short"),
            (plain + [0], "more data after the end of the geometry"),
            ([1, 3, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF], "WKB that is cut short"),
            (
                polygon([1, 3, 0, 0, 0x20, 0x11, 0x0F, 0, 0]),
                "coordinates in SRID 3857; convert them to EPSG:4326 first"
            ),
            ([1, 17, 0, 0, 0], "a Triangle is not read; polygons with straight edges are"),
            ([1, 99, 0, 0, 0], "a geometry of type 99 is not read; polygons with straight edges are"),
            ([1, 1, 0, 0, 0] + [UInt8](repeating: 0, count: 16), "a Point is no area"),
            (
                [UInt8](repeating: 0, count: 0) + Array(repeatElement([1, 7, 0, 0, 0, 1, 0, 0, 0], count: 9).joined()),
                "geometries nested more than 8 deep"
            ),
        ]
        for (bytes, reason) in bad {
            #expect(Self.problem { () throws(AreaProblem) in try AreaGeometry.polygons(wkb: bytes) } == reason)
            #expect(throws: AreaError.unreadable(reason: reason)) { try Area(wkb: bytes) }
        }
        #expect(try AreaGeometry.polygons(wkb: [1, 3, 0, 0, 0, 0, 0, 0, 0]).isEmpty)
        #expect(try Area(wkb: [1, 3, 0, 0, 0, 0, 0, 0, 0]).polygons.isEmpty)
    }

    @Test func `surfaces of which no edge is an arc are polygons`() throws {
        let (first, second) = (
            AreaSamples.ring([(0, 0), (1, 0), (1, 1)]), AreaSamples.ring([(5, 5), (6, 5), (6, 6)])
        )
        func line(_ ring: [Coordinate]) -> [UInt8] {
            AreaSamples.little(UInt32(ring.count))
                + ring.flatMap {
                    AreaSamples.little($0.longitude.bitPattern) + AreaSamples.little($0.latitude.bitPattern)
                }
        }
        let curved: [UInt8] = [1, 10, 0, 0, 0, 1, 0, 0, 0, 1, 2, 0, 0, 0] + line(second)
        #expect(try AreaGeometry.polygons(wkb: curved) == [[second]])
        let polygon: [UInt8] = [1, 3, 0, 0, 0, 1, 0, 0, 0] + line(first)
        let surfaces: [UInt8] = [1, 12, 0, 0, 0, 2, 0, 0, 0] + polygon + curved
        #expect(try AreaGeometry.polygons(wkb: surfaces) == [[first], [second]])
        let round: [UInt8] = [1, 10, 0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0] + line(second)
        let both: [UInt8] = [1, 12, 0, 0, 0, 2, 0, 0, 0] + polygon + round
        for bytes in [round, both] {
            #expect(
                Self.problem { () throws(AreaProblem) in try AreaGeometry.polygons(wkb: bytes) }
                    == "a CurvePolygon with a CircularString is not read; polygons with straight edges are, as PostGIS "
                    + "makes them of it with ST_CurveToLine, and ogr2ogr with -nlt CONVERT_TO_LINEAR")
        }
    }

    @Test func `an area of a text has its holes and its pole, and is checked as any other`() throws {
        let holed = try Area(text: "POLYGON((0 0,9 0,9 9,0 0),(5 2,6 2,6 3,5 2))")
        let hole = AreaSamples.ring([(5, 2), (6, 2), (6, 3)])
        #expect(holed.polygons.map(\.holes) == [[hole]])
        #expect(holed.contains(try Coordinate(latitude: 1, longitude: 8)))
        #expect(!holed.contains(try Coordinate(latitude: 2.2, longitude: 5.6)))
        let cap = "POLYGON((-180 60,-90 60,0 60,90 60,180 60,-180 60))"
        #expect(throws: AreaError.ringAroundPole(polygon: 0, ring: 0)) { try Area(text: cap) }
        #expect(try Area(text: cap, pole: .north).contains(try Coordinate(latitude: 80, longitude: 10)))
    }

    private static func problem(_ body: () throws(AreaProblem) -> [[[Coordinate]]]) -> String? {
        do {
            _ = try body()
            return nil
        } catch {
            return error.description
        }
    }
}
