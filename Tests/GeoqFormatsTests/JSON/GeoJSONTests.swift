import GeoqIndex
import TestSupport
import Testing

@testable import Geoq
@testable import GeoqFormats

@Suite("GeoJSON and GeoJSONSeq")
struct GeoJSONTests {
    static let place = try! Coordinate(strictLatitude: 42.48, longitude: -76.45)

    @Test("Features are hotspots: lon first, altitude left out, the id where there is one")
    func hotspots() throws {
        let reading = try Reading(
            """
            {"type":"FeatureCollection","name":"places","features":[
            {"type":"Feature","id":"p1","geometry":{"type":"Point","coordinates":[-76.45,42.48]},"properties":{"name":"Mill Pond","locality":"Example"}},
            {"type":"Feature","id":2,"geometry":{"type":"Point","coordinates":[-76.45,42.48,118.5]},"properties":{"Name":"Old Marsh","colour":"red"}},
            {"type":"Feature","geometry":{"type":"Point","coordinates":[-76.45,42.48]},"properties":{"id":"p3","name":"Heron’s Landing"}}
            ]}
            """, as: .hotspots, name: "x.geojson")
        #expect(reading.sink.messages == [])
        #expect(
            reading.sink.hotspots == [
                HotspotRecord(
                    identity: RecordIdentity(sourceID: "p1"), name: "Mill Pond", locality: "Example",
                    coordinate: GeoJSONTests.place),
                HotspotRecord(
                    identity: RecordIdentity(sourceID: "2"), name: "Old Marsh", coordinate: GeoJSONTests.place),
                HotspotRecord(
                    identity: RecordIdentity(sourceID: "p3"), name: "Heron’s Landing", coordinate: GeoJSONTests.place),
            ])
        #expect(reading.sink.lines == [2, 3, 4])
        #expect(reading.report.format == "geojson")
        #expect(reading.report.source == nil)
        #expect(reading.report.unknownColumns == ["colour"])
    }

    @Test("A sequence is read with and without record separators", arguments: ["\u{1E}", ""])
    func sequence(separator: String) throws {
        let feature =
            #"{"type":"Feature","geometry":{"type":"Point","coordinates":[-76.45,42.48]},"properties":{"name":"Mill Pond"}}"#
        let reading = try Reading(
            "\(separator)\(feature)\n\(separator){\"type\":\n\(separator)\(feature)\n", as: .hotspots)
        #expect(reading.sink.hotspots.count == 2)
        #expect(
            reading.sink.messages == [
                "x.json: \(separator.isEmpty ? "line 2" : "record 2 (line 2)"): not JSON at character 9: the text ends where a "
                    + "value is expected"
            ])
        #expect(reading.report.format == "geojsonseq")
    }

    @Test("A single Feature is read")
    func single() throws {
        let reading = try Reading(
            """
            {
              "type": "Feature",
              "geometry": {"type": "Point", "coordinates": [-76.45, 42.48]},
              "properties": {"common_name": "Great Tit", "count": "X", "date": "2026-05-03T07:42"}
            }
            """, as: .observations)
        let sighting = try #require(reading.sink.observations.first)
        #expect(sighting.commonName == "Great Tit")
        #expect(sighting.count == nil)
        #expect(sighting.time == "07:42")
        #expect(reading.report.format == "geojson")
    }

    @Test("A feature without a place is left out, as RFC 7946 allows it")
    func unlocated() throws {
        let text = """
            {"type":"FeatureCollection","features":[
            {"type":"Feature","geometry":null,"properties":{"name":"Nowhere","common_name":"Great Tit"}},
            {"type":"Feature","properties":{"name":"Nowhere","common_name":"Great Tit"}}]}
            """
        let reading = try Reading(text, as: .hotspots)
        #expect(reading.sink.records.isEmpty)
        #expect(reading.sink.skipped == [.noCoordinates: 2])
        // A bird has no place anyway.
        #expect(try Reading(text, as: .birds).sink.birds.map(\.commonName) == ["Great Tit", "Great Tit"])
    }

    static let refusals: [(String, String)] = [
        (#"{"type":"LineString","coordinates":[[0,0],[1,1]]}"#, "geometry: a LineString is not a point"),
        (#"{"type":"MultiPoint","coordinates":[[0,0]]}"#, "geometry: a MultiPoint is not a point"),
        (#"{"type":"GeometryCollection","geometries":[]}"#, "geometry: a GeometryCollection is not a point"),
        (#"{"coordinates":[0,0]}"#, "geometry: a geometry without a type"),
        (#"{"type":"Point"}"#, "geometry: a point without coordinates"),
        (#"{"type":"Point","coordinates":[]}"#, "geometry: an empty point"),
        (#"{"type":"Point","coordinates":[1]}"#, "geometry: a point's coordinates are two numbers, lon and lat"),
        (#"{"type":"Point","coordinates":["1","2"]}"#, "geometry: a point's coordinates are two numbers, lon and lat"),
        (#"{"type":"Point","coordinates":[1,2,null]}"#, "geometry: a point's coordinates are two numbers, lon and lat"),
        ("7", "geometry: a number is not a geometry"),
        (
            #"{"type":"Point","coordinates":[42.48,-176.45]}"#,
            "lat -176.45 out of range −90…90; did you swap lat and lon?"
        ),
        (
            #"{"type":"Point","coordinates":[196.2,42.48]}"#,
            "lon 196.2 out of range −180…180; longitudes from 0 to 360? subtract 360 from those above 180"
        ),
        (
            #"{"type":"Point","crs":{"type":"name","properties":{"name":"EPSG:3857"}},"coordinates":[1,2]}"#,
            "geometry: coordinates in EPSG:3857; convert them to EPSG:4326 first"
        ),
    ]

    @Test("Other geometries are refused row by row", arguments: refusals)
    func refuses(geometry: String, message: String) throws {
        let reading = try Reading(
            """
            {"type":"FeatureCollection","features":[
            {"type":"Feature","geometry":\(geometry),"properties":{"name":"A"}},
            {"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"name":"B"}}]}
            """, as: .hotspots)
        #expect(reading.sink.messages == ["x.json: feature 1 (line 2): \(message)"])
        #expect(reading.sink.problems.map(\.column) == ["geometry"])
        #expect(reading.sink.hotspots.map(\.name) == ["B"])
    }

    @Test("Numbers behind the altitude have no meaning, and are left out")
    func furtherNumbers() throws {
        let reading = try Reading(
            #"{"type":"Feature","geometry":{"type":"Point","coordinates":[-76.45,42.48,118.5,1700]},"properties":{"name":"A"}}"#,
            as: .hotspots)
        #expect(reading.sink.messages == [])
        #expect(reading.sink.hotspots.map(\.coordinate) == [GeoJSONTests.place])
    }

    @Test("A geometry without a feature has no name")
    func geometryAlone() throws {
        let cases = [
            ("Point", "\"coordinates\":[7,51]"), ("Polygon", "\"coordinates\":[[[0,0],[1,0],[1,1],[0,0]]]"),
            ("GeometryCollection", "\"geometries\":[{\"type\":\"Point\",\"coordinates\":[7,51]}]"),
        ]
        for (type, members) in cases {
            let reading = try Reading("{\"type\":\"\(type)\",\(members)}", as: .hotspots)
            let reason = "a \(type) without a feature around it has no name; write it as a feature with properties"
            #expect(reading.sink.messages == ["x.json: line 1: \(reason)"])
        }
    }

    @Test("A file that is cut short is refused as a whole, whatever came before")
    func cutShort() {
        #expect(
            Reading.problem(
                """
                {"type":"FeatureCollection","features":[
                {"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"name":"B"}},
                {"type":"Feature","geom
                """, as: .hotspots) == "x.json: line 3, after feature 1: the file ends inside a value: it is cut short")
    }
}
