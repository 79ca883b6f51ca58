import Geoq
import GeoqIndex
import TestSupport
import Testing

@testable import GeoqFormats

/// Routes in every format, and what is wrong with others.
@Suite struct RouteFormatTests {
    private static let formats: [(String, RouteFormat, [String])] = [
        (
            RouteSamples.gpx, RouteFormat.gpx,
            [
                "1 segment of one position left out", "1 × planned route, for there are tracks, left out",
                "1 × waypoint left out",
            ]
        ),
        (RouteSamples.kml, .kml, ["1 × Point left out"]), (RouteSamples.geoJSON, .geoJSON, ["1 × Point left out"]),
        (RouteSamples.wkt, .wkt, []),
    ]

    @Test(arguments: formats)
    func `segments come in the order of travel`(_ text: String, _ format: RouteFormat, _ notes: [String]) throws {
        for text in [text, "\u{FEFF}" + text, text.replacingOccurrences("\n", with: "\r\n")] {
            let route = try readRoute(MemoryInput("a", text: text, longestPiece: 5))
            #expect(route == Route(segments: RouteSamples.segments, format: format, notes: notes))
        }
    }

    @Test func `a GPX without tracks has its routes`() throws {
        let text = """
            <gpx><rte><rtept lat="1" lon="2"/><rtept lat="1" lon="3"/></rte>
            <rte><rtept lat="1" lon="4"/><rtept lat="1" lon="-190"/></rte></gpx>
            """
        let route = try readRoute(MemoryInput("a.gpx", text: text))
        #expect(route.segments == [RouteSamples.line([(1, 2), (1, 3)]), RouteSamples.line([(1, 4), (1, 170)])])
        #expect(route.notes.isEmpty)
    }

    @Test func `positions are one segment`() throws {
        let first = RouteSamples.segments[0]
        #expect(try RouteText.read(RouteSamples.positions).segments == [first])
        #expect(try RouteText.read(" 42.44,-76.5;42.5,-76.4;42.6,-76.18 ").format == .positions)
        #expect(try readRoute(MemoryInput("a", text: RouteSamples.positions)).segments == [first])
        #expect(try RouteText.read("linestring(-76.5 42.44, -76.4 42.5,-76.18 42.6)").segments == [first])
        #expect(
            try RouteText.read("SRID=4326;LINESTRING M(-76.5 42.44 1,-76.4 42.5 2,-76.18 42.6 3)").segments == [first])
    }

    @Test func `GeoJSON on a system that is close to WGS 84 is taken, and this is said`() throws {
        func text(_ system: String) -> String {
            """
            {"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"\(system)"}},"features":[
            {"type":"Feature","geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]}}]}
            """
        }
        let route = try readRoute(MemoryInput("a.geojson", text: text("urn:ogc:def:crs:EPSG::4269")))
        #expect(route.segments == [RouteSamples.line([(2, 1), (4, 3)])])
        #expect(route.notes.count == 1 && route.notes[0].hasSuffix("which agrees with WGS 84 to about two meters"))
        #expect(try readRoute(MemoryInput("a.geojson", text: text("EPSG:4326"))).notes.isEmpty)
        #expect(throws: FileProblem.self) { try readRoute(MemoryInput("a.geojson", text: text("EPSG:3857"))) }
    }

    @Test func `GeoJSON is a route where one is written, too`() throws {
        let route = try RouteText.read(" \n" + RouteSamples.geoJSON)
        #expect(route == (try readRoute(MemoryInput("a", text: RouteSamples.geoJSON))))
        let line = #"{"type":"LineString","coordinates":[[-76.5,42.44],[-76.4,42.5],[-76.18,42.6]]}"#
        #expect(try RouteText.read(line).segments == [RouteSamples.segments[0]])
        #expect(RouteText.isPositions(line))
        for (text, part) in [
            (#"{"type":"Point","coordinates":[1,2]}"#, "no line of two positions or more in it, but 1 × Point"),
            (#"{"type":"LineString","coordinates":[[1,2],[3,95]]}"#, "position 2: lat 95.0 out of range"),
            (#"{"type":"LineString","coordinates":[[1,2],"#, "line 1"), (#"{"type":"Feature"}"#, "no line"),
            (#"{"a":1}"#, "an object, where a feature or a geometry is expected"),
        ] {
            let problem = #expect(throws: RouteProblem.self, "\(text)") { try RouteText.read(text) }
            #expect(problem?.description.contains(part) == true, "\(text): \(problem?.description ?? "")")
        }
    }

    /// The example of Google's description, and the same to six decimals.
    @Test func `encoded polylines`() throws {
        let expected = RouteSamples.line([(38.5, -120.2), (40.7, -120.95), (43.252, -126.453)])
        let route = try RouteText.read("_p~iF~ps|U_ulLnnqC_mqNvxq`@")
        #expect(route == Route(segments: [expected], format: .polyline))
        #expect(EncodedPolyline.encode(expected) == "_p~iF~ps|U_ulLnnqC_mqNvxq`@")
        let fine = EncodedPolyline.encode(expected, precision: 6)
        #expect(try RouteText.read(fine, precision: 6).segments == [expected])
        #expect(try readRoute(MemoryInput("a", text: fine + "\n"), precision: 6).segments == [expected])
        let problem = #expect(throws: RouteProblem.self) { try RouteText.read(fine) }
        #expect(problem?.mayBePrecision == true)
        // It begins with a brace, as JSON does.
        let brace = EncodedPolyline.encode(RouteSamples.line([(0.00030, 0), (1, 1)]))
        #expect(brace.hasPrefix("{"))
        #expect(try readRoute(MemoryInput("a", text: brace)).segments.count == 1)
    }

    @Test func `any line comes back from a polyline as it was rounded`() throws {
        let seed = UInt64.random(in: .min ... .max)
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        for precision in [5, 6] {
            let unit = precision == 5 ? 1e5 : 1e6
            for _ in 0..<200 {
                let line = (0..<Int.random(in: 2...20, using: &generator)).map { _ in
                    let latitude = (Double.random(in: -90...90, using: &generator) * unit).rounded() / unit
                    let longitude = (Double.random(in: -180...180, using: &generator) * unit).rounded() / unit
                    return try! Coordinate(latitude: latitude, longitude: longitude)
                }
                let text = EncodedPolyline.encode(line, precision: precision)
                #expect(try RouteText.read(text, precision: precision).segments == [line])
            }
        }
    }

    @Test(arguments: [
        ("<gpx>\n<trk><trkseg><trkpt lat=\"91\" lon=\"5\"/>", "a: line 2: lat 91.0 out of range"),
        ("<gpx><trk><trkseg>\n<trkpt lat=\"9x\" lon=\"5\"/>", "a: line 2: lat \"9x\" is not a number"),
        ("<gpx><rte><rtept lat=\"9\"/>", "a: line 1: a position without lon"),
        ("<gpx><rte><rtept lat=\"9\" lon=\"400\"/>", "a: line 1: lon 400.0 out of range"),
        ("<gpx><trk>", "a: line 1: the text ends before"),
        (
            "<gpx><wpt lat=\"1\" lon=\"2\"/></gpx>",
            "a: there is no line of two positions or more in it, but 1 × waypoint"
        ),
        ("<gpx><trk><trkseg><trkpt lat=\"1\" lon=\"2\"/></trkseg></trk></gpx>", "in it, but a single position"),
        (
            "<kml><LineString>\n<coordinates>1,2 3</coordinates></LineString></kml>",
            "a: line 2, position 2: \"3\" is not lon,lat"
        ),
        ("<kml><Track><coord>1 x</coord></Track></kml>", "lat \"x\" is not a number"),
        ("<html></html>", "a: "), ("<osm></osm>", "a: it holds no route that is known: GPX"),
        ("<!DOCTYPE gpx SYSTEM \"gpx.dtd\">\n<gpx></gpx>", "a: it has a document type (<!DOCTYPE …>), which geoq does"),
        ("", "a: the file is empty"),
        ("{\"type\":\"LineString\",\"coordinates\":[[1,2],[3]]}", "a: line 1, position 2: two numbers are expected"),
        ("{\"type\":\"LineString\",\"coordinates\":[[1,2],[3,\"4\"]]}", "position 2: two numbers are expected"),
        (
            "{\"type\":\"FeatureCollection\",\"features\":[\n{\"type\":\"Blob\"}]}",
            "a: feature 1 (line 2): \"Blob\" is no geometry"
        ),
        (
            "{\"type\":\"Point\",\"coordinates\":[1,2]}",
            "a: there is no line of two positions or more in it, but 1 × Point"
        ),
        ("[1,2,3,\"\"]", "a: object 1 (line 1): a number, where a feature"),
        ("LINESTRING(1 2, 3)", "a: position 2: not WKT: two numbers"), ("LINESTRING EMPTY", "a: there is no line"),
        ("MULTILINESTRING(EMPTY,EMPTY)", "a: there is no line"),
        ("POLYGON((1 2,3 4,5 6,1 2))", "a: a POLYGON is no line; give a LINESTRING or MULTILINESTRING"),
        ("SRID=4326;CIRCULARSTRING(1 2,3 4,5 6)", "a: a CIRCULARSTRING is no line"),
        ("LINESTRING(1 2, 3 4", "a: position 2: not WKT: , or )"),
        ("LINESTRING(1 2, 3 4) x", "more text after the end"),
        ("LINESTRINGS(1 2, 3 4)", "LINESTRING or MULTILINESTRING is expected"),
        ("SRID=2056;LINESTRING(1 2, 3 4)", "2056"), ("1,2;3", "a: position 2: \"3\" is not lat,lon"),
        ("1,2;x,4", "a: position 2: lat \"x\" is not a number"), ("1,2;91,4", "a: position 2: lat 91.0 out of range"),
        ("1,2", "a: there is no line of two positions or more in it, but a single position"),
        ("_p~iF~ps|U_ulL", "a: the encoded polyline ends within position 2"),
        ("~~~~~~~~~~~~~~~~~~~~", "a: position 1: a number that is too long"),
        ("a route", "a: position 1: \"a route\" is not"),
        ("1,2;-1,-178", "1.0,2.0 and -1.0,-178.0 lie opposite each other on the Earth"),
        ("LINESTRING(5 90, 7 -90)", "lie opposite each other"), ("0,-180;0,0", "lie opposite each other"),
    ])
    func `what is no route is refused with the place`(_ text: String, _ part: String) throws {
        do {
            _ = try readRoute(MemoryInput("a", text: text, longestPiece: 9))
            Issue.record("\(text) was read")
        } catch {
            #expect("\(error)".contains(part), "\(error)")
        }
    }

    @Test(arguments: ["1,2;-1,-177.999999", "1,2;40,80;-1,-178", "90,0;-89.999999,180", "5,0;5,180"])
    func `a route goes nearly round the Earth, and over a position between opposite ones`(_ text: String) throws {
        #expect(try RouteText.read(text, precision: 5).segments.count == 1)
    }

    @Test func `empty members of a MULTILINESTRING are left out`() throws {
        let plain = try RouteText.read("MULTILINESTRING((1 2,3 4),(5 6,7 8))")
        for members in ["(EMPTY,(1 2,3 4),(5 6,7 8))", " Z((1 2,3 4), empty ,(5 6,7 8),EMPTY)"] {
            #expect(try RouteText.read("MULTILINESTRING\(members)").segments == plain.segments, "\(members)")
        }
    }

    @Test func `of an archive one file is the route`() throws {
        let kmz = MemoryInput("a.kmz", texts: [("doc.kml", RouteSamples.kml), ("files/icon.txt", "1,2;3,4")])
        #expect(try readRoute(kmz).segments == RouteSamples.segments)
        let link = "<kml><NetworkLink><Link><href>layers/a.kml</href></Link></NetworkLink></kml>"
        let linked = try readRoute(
            MemoryInput("a.kmz", texts: [("doc.kml", link), ("layers/a.kml", RouteSamples.kml)]))
        #expect(linked.segments == RouteSamples.segments)
        #expect(linked.notes.contains("doc.kml left out (it has no line)"), "\(linked.notes)")
        let both = MemoryInput("a.zip", texts: [("a.gpx", RouteSamples.gpx), ("b.gpx", RouteSamples.gpx)])
        #expect(
            throws: FileProblem(
                file: "a.zip",
                reason: "2 of its files may be the route, such as a.gpx and b.gpx; unpack it and give one")
        ) { try readRoute(both) }
        #expect(throws: FileProblem(file: "b.zip", reason: "there is no GPX, KML or GeoJSON in it")) {
            try readRoute(MemoryInput("b.zip", texts: [("a", "1,2;3,4"), ("b", "x")]))
        }
        let damaged = MemoryInput("a.kmz", texts: [("doc.kml", "<kml><"), ("x", "x")])
        #expect { try readRoute(damaged) } throws: { "\($0)".hasPrefix("a.kmz/doc.kml: line 1: ") }
    }
}

extension String {
    fileprivate func replacingOccurrences(_ part: Character, with other: String) -> String {
        split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
    }
}
