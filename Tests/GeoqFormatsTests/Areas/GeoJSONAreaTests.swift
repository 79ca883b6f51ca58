import Geoq
import TestSupport
import Testing

@testable import GeoqFormats

@Suite struct GeoJSONAreaTests {
    private static let square = "[[0,0],[1,0],[1,1],[0,0]]"

    private static func feature(_ geometry: String) -> String {
        #"{"type":"Feature","geometry":\#(geometry),"properties":{"name":"A"}}"#
    }

    private static func polygon(_ rings: String) -> String { #"{"type":"Polygon","coordinates":[\#(rings)]}"# }

    @Test func `features, sequences and bare geometries are read`() throws {
        let polygon = Self.polygon(Self.square)
        let feature = Self.feature(polygon)
        let texts = [
            feature, "[\(feature)]", "\u{1E}\(feature)\n", "\n\(feature)\n\n",
            #"{"features":[\#(feature)],"type":"FeatureCollection"}"#,
            #"{"type":"Polygon","name":"A","coordinates":[\#(Self.square)]}"#,
            #"{"type":"GeometryCollection","name":"A","geometries":[\#(polygon)]}"#,
            "{\n\"type\": \"MultiPolygon\",\n\"name\": \"A\", \"coordinates\": [[\(Self.square)], []]\n}",
            Self.feature(Self.polygon("[[0,0,7],[1,0,7],[1,1,7],[0,0,7]]")),
        ]
        for text in texts {
            let run = try AreaRun(text)
            #expect(run.sink.messages.isEmpty && run.areas.count == 1, "\(text)")
            #expect(run.areas.first?.name == "A" && run.areas.first?.polygons.count == 1, "\(text)")
            #expect(run.areas.first?.polygons.first?.first?.count == 4)
        }
    }

    @Test func `features that are no areas are counted, and numbers go on`() throws {
        let polygon = Self.polygon(Self.square)
        let lines = [
            Self.feature(#"{"type":"Point","coordinates":[1,2]}"#), Self.feature("null"), #"{"type":"Feature"}"#,
            Self.feature(#"{"type":"GeometryCollection","geometries":[{"type":"LineString"},\#(polygon)]}"#),
            Self.polygon(""),
        ]
        let run = try AreaRun(lines.joined(separator: "\n"))
        #expect(
            run.report.skipped == [
                .noPolygon("Point"): 1, .noGeometry: 2, .partNoPolygon("LineString"): 1, .empty: 1,
            ])
        #expect(run.areas.map(\.number) == [4] && run.areas.map(\.line) == [4])
    }

    @Test(arguments: [
        (
            "[[0,0],[1,0],[1,1],[0,1]]",
            "feature 1, ring 1: the ring is not closed: it begins at lat 0.0, lon 0.0 and ends at lat 1.0, lon 0.0"
        ),
        ("\(square),[[0,0],[1,0],[0,0]]", "feature 1, ring 2: the ring has 3 positions; a closed ring has at least 4"),
        ("[]", "feature 1, ring 1: the ring has 0 positions; a closed ring has at least 4"),
        (
            "[[0,0],[1,95],[1,1],[0,0]]",
            "feature 1, ring 1, position 2: lat 95.0 out of range −90…90; did you swap lat and lon?"
        ),
        (
            "[[0,0],[42,-176],[1,1],[0,0]]",
            "feature 1, ring 1, position 2: lat -176.0 out of range −90…90; did you swap lat and lon?"
        ),
        ("[[0,0],[396.2,1],[1,1],[0,0]]", "feature 1, ring 1, position 2: lon 396.2 out of range −180…180"),
        (
            "[[500000,4500000],[1,1],[1,2],[500000,4500000]]",
            "feature 1, ring 1, position 1: lat 4500000.0 out of range −90…90; coordinates of a projection must be "
                + "converted to degrees (EPSG:4326) first"
        ),
        ("[[0,0],[1],[1,1],[0,0]]", #"feature 1: a position is two numbers, lon and lat, and not "[1]""#),
        ("[[0,0],\"1,2\",[1,1],[0,0]]", ##"feature 1: a position is two numbers, lon and lat, and not ""1,2"""##),
        ("7", "feature 1: a number, where a ring of positions is expected"),
    ])
    func `a bad ring is refused with its place and value`(rings: String, message: String) throws {
        #expect(try AreaRun(Self.feature(Self.polygon(rings))).sink.messages == ["a: \(message)"])
    }

    @Test(arguments: [
        (#"{"type":"Polygon"}"#, "a Polygon without coordinates"),
        (#"{"type":"Topology","objects":{}}"#, "TopoJSON is not read; polygons with straight edges are"),
        (#"{"type":"Circle","coordinates":[]}"#, #""Circle" is not read; polygons with straight edges are"#),
        (#"{"a":1}"#, "a geometry without a type"),
        (
            #"{"attributes":{"NAME":"A"},"geometry":{"rings":[[[0,0],[0,1],[1,1],[0,0]]]}}"#,
            "this is Esri's JSON; ask its service for f=geojson, or: ogr2ogr x.geojson x.json"
        ),
        (#"{"rings":[],"spatialReference":{"wkid":4326}}"#, "this is Esri's JSON"),
        (
            #"{"type":"Polygon","crs":"EPSG:25832","coordinates":[]}"#,
            "coordinates in EPSG:25832; convert them to EPSG:4326 first"
        ),
        (#"{"type":"Polygon""#, "not JSON at character 18: a comma or } is expected"),
    ])
    func `what is no geometry is refused with the reason`(text: String, reason: String) throws {
        let run = try AreaRun(Self.polygon(Self.square) + "\n" + text)
        #expect(run.areas.count == 1)
        #expect(run.sink.messages.first?.hasPrefix("a: feature 2 (line 2): \(reason)") == true, "\(run.sink.messages)")
    }

    @Test(
        arguments: [
            ("EPSG:4269", "NAD83"), ("urn:ogc:def:crs:EPSG::4269", "NAD83"),
            ("urn:ogc:def:crs:EPSG:9.8:4258", "ETRS89"),
            ("http://www.opengis.net/def/crs/EPSG/0/7844", "GDA2020"), ("urn:ogc:def:crs:OGC:1.3:CRS84", nil),
            ("OGC:CRS84h", nil), ("EPSG:4979", nil),
        ] as [(String, String?)])
    func `a collection on a datum close to WGS 84 is read, and that is said`(name: String, datum: String?) throws {
        let crs = #""crs":{"type":"name","properties":{"name":"\#(name)"}}"#
        let features = #""features":[\#(Self.feature(Self.polygon(Self.square)))]"#
        for members in ["\(crs),\(features)", "\(features),\(crs)"] {
            let run = try AreaRun(#"{"type":"FeatureCollection",\#(members)}"#)
            #expect(run.areas.count == 1)
            #expect(
                run.report.notes
                    == (datum.map { ["coordinates on \($0), which agrees with WGS 84 to about two meters"] } ?? []))
        }
        for other in ["EPSG:14269", "EPSG:3857", "urn:ogc:def:crs:ESRI::4269"] {
            let text = #"{"type":"FeatureCollection",\#(crs.replacing(name, with: other)),\#(features)}"#
            #expect(throws: FileProblem.self) { try AreaRun(text) }
        }
    }

    @Test(arguments: ["name", "kind"]) func `a name with U+0000 is refused by the number of its feature`(member: String)
        throws
    {
        let good = Self.feature(Self.polygon(Self.square))
        let bad = good.replacing(#""name":"A""#, with: #""\#(member)":"\u0000nul""#)
        let run = try AreaRun("\(good)\n\(bad)")
        #expect(run.areas.count == 1)
        #expect(
            run.sink.messages.first?.hasPrefix("a: feature 2 (line 2): the name or kind has the character U+0000")
                == true)
    }

    @Test func `a ring of a later polygon is named with it`() throws {
        let bad = #"{"type":"MultiPolygon","coordinates":[[\#(Self.square)],[\#(Self.square),[[0,0],[0,0]]]]}"#
        #expect(
            try AreaRun(bad).sink.messages
                == ["a: feature 1, polygon 2, ring 2: the ring has 2 positions; a closed ring has at least 4"])
    }

    @Test func `collections within collections end at a depth`() throws {
        var text = Self.polygon(Self.square)
        for _ in 0..<7 { text = #"{"type":"GeometryCollection","geometries":[\#(text)]}"# }
        #expect(try AreaRun(text).areas.count == 1)
        text = #"{"type":"GeometryCollection","geometries":[\#(text)]}"#
        #expect(try AreaRun(text).sink.messages == ["a: feature 1: geometries nested more than 8 deep"])
    }

    @Test func `a ring of two hundred thousand positions is read`() throws {
        var positions = (0..<200_000).map { "[\(Double($0) / 10_000),0.5]" }
        positions.append("[0.0,0.5]")
        let run = try AreaRun(
            Self.feature(Self.polygon("[\(positions.joined(separator: ","))]")), longestPiece: 1 << 16)
        #expect(run.areas.first?.polygons[0][0].count == 200_001)
    }
}
