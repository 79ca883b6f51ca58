import GeoqIndex
import Testing

@testable import Geoq
@testable import GeoqFormats

@Suite("Points as WKB and WKT")
struct WKBTests {
    static let point = "0101000020E6100000CDCCCCCCCC1C53C03D0AD7A3703D4540"
    static let place = try! Coordinate(strictLatitude: 42.48, longitude: -76.45)

    @Test(
        "A point is read in all its spellings",
        arguments: [
            point, point.lowercased(), "0101000000CDCCCCCCCC1C53C03D0AD7A3703D4540",
            "0020000001000010E6C0531CCCCCCCCCCD40453D70A3D70A3D", "0000000001C0531CCCCCCCCCCD40453D70A3D70A3D",
        ])
    func readsWKB(text: String) throws {
        #expect(try WKB.point(hex: text) == WKBTests.place)
        #expect(WKB.isHex(text))
    }

    @Test(
        "What is no plain point on 4326 is refused, with the reason",
        arguments: [
            ("", "not an even number of digits"),
            ("010", "not an even number of digits"),
            ("0x01", "not hexadecimal digits"),
            ("0201000000", "not WKB: no byte order"),
            ("01", "WKB that is cut short"),
            ("0101000020E61000", "WKB that is cut short"),
            (String(point.dropLast(2)), "WKB that is cut short"),
            (point + "00", "more data after the end of the point"),
            (
                "0101000020110F0000CDCCCCCCCC1C53C03D0AD7A3703D4540",
                "coordinates in SRID 3857; convert them to 4326 first"
            ),
            (
                "0101000020000000000000000000000000000000000000000000",
                "coordinates in SRID 0; convert them to 4326 first"
            ),
            (
                "01010000A0E6100000CDCCCCCCCC1C53C03D0AD7A3703D45400000000000000000",
                "a point with Z or M; only lon and lat are read"
            ),
            (
                "0101000060E6100000CDCCCCCCCC1C53C03D0AD7A3703D45400000000000000000",
                "a point with Z or M; only lon and lat are read"
            ),
            (
                "01E9030000CDCCCCCCCC1C53C03D0AD7A3703D45400000000000000000",
                "a point with Z or M; only lon and lat are read"
            ),
            ("0102000020E610000000000000", "a LineString is not a point"),
            ("0111000000", "a Triangle is not a point"), ("0163000000", "a geometry of type 99 is not a point"),
            ("0101000020E6100000000000000000F87F000000000000F87F", "an empty point"),
            ("0101000020E61000003D0AD7A3703D4540CDCCCCCCCC1C68C0", "lat -192.9 out of range −90…90"),
        ])
    func refusesWKB(text: String, message: String) {
        #expect(problem { () throws(PointReadError) in try WKB.point(hex: text) } == message)
    }

    @Test(
        "A text point is read in all its spellings",
        arguments: [
            "POINT(-76.45 42.48)", "point ( -7645e-2\t+42.480 ) ", " Point(-76.45 42.48)\n",
            "SRID=4326;POINT(-76.45 42.48)",
            "srid = 4326 ; POINT (-76.45 42.48)",
        ])
    func readsWKT(text: String) throws {
        #expect(try WKT.point(text) == WKBTests.place)
    }

    @Test(
        "A text that is no plain point on 4326 is refused, with the reason",
        arguments: [
            ("", "not WKT: no name of a geometry"),
            ("-76.45 42.48", "not WKT: no name of a geometry"),
            ("POINT", "not WKT: ( is expected after POINT"),
            ("POINT -76 42", "not WKT: ( is expected after POINT"),
            ("POINT(-76.45)", "not WKT: two numbers are expected in the point"),
            ("POINT(-76.45,42.48)", "not WKT: two numbers are expected in the point"),
            ("POINT(nan nan)", "not WKT: two numbers are expected in the point"),
            ("POINT(0x10 0x10)", "not WKT: two numbers are expected in the point"),
            ("POINT(1e999 0)", "not WKT: two numbers are expected in the point"),
            ("POINT(-76.45 42.48", "not WKT: ) is expected after two numbers"),
            ("POINT(-76.45 42.48 100)", "a point with Z or M; only lon and lat are read"),
            ("POINT Z(-76.45 42.48 100)", "a point with Z or M; only lon and lat are read"),
            ("POINTZ(-76.45 42.48 100)", "a point with Z or M; only lon and lat are read"),
            ("POINT M (-76.45 42.48 1)", "a point with Z or M; only lon and lat are read"),
            ("POINT EMPTY", "an empty point"),
            ("POINT(-76.45 42.48) x", "more data after the end of the point"),
            ("LINESTRING(0 0, 1 1)", "a LINESTRING is not a point"),
            ("MULTIPOINT((0 0))", "a MULTIPOINT is not a point"),
            ("SRID=3857;POINT(0 0)", "coordinates in SRID 3857; convert them to 4326 first"),
            ("SRID=x;POINT(0 0)", "not WKT: SRID= without a number"),
            ("POINT(42.48 -176.45)", "lat -176.45 out of range −90…90; did you swap lat and lon?"),
            ("POINT(196.2 42.48)", "lon 196.2 out of range −180…180"),
        ])
    func refusesWKT(text: String, message: String) {
        #expect(problem { () throws(PointReadError) in try WKT.point(text) } == message)
    }

    @Test(
        "A height is left out where it may be",
        arguments: [
            "POINT(-76.45 42.48 100)", "POINT Z (-76.45 42.48 100)", "POINTZM(-76.45 42.48 100 2)",
            "POINT(-76.45 42.48)",
        ])
    func leavesHeightsOut(text: String) throws {
        let place = try WKT.point(text, leavesOutHeights: true)
        #expect(place.latitude == 42.48 && place.longitude == -76.45)
        for bad in ["POINT Z(-76.45 42.48 x)", "POINT Z EMPTY", "POINT(1 2 3 4 5)"] {
            #expect(throws: PointReadError.self) { try WKT.point(bad, leavesOutHeights: true) }
        }
    }

    @Test("Lines are told from other geometries")
    func knowsLines() {
        #expect(WKT.isLine("LINESTRING (29.9 70.1, 29.8 70.2)"))
        #expect(WKT.isLine(" multilinestring z((0 0, 1 1))"))
        #expect(!WKT.isLine("POINT(0 0)"))
        #expect(!WKT.isLine("NA"))
        #expect(!WKT.isLine(""))
    }

    private func problem(_ body: () throws(PointReadError) -> Coordinate) -> String? {
        do {
            _ = try body()
            return nil
        } catch {
            return error.description
        }
    }
}
