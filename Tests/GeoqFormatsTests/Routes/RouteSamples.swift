import GeoqIndex

@testable import GeoqFormats

/// One route of two segments, in all formats that can have a gap.
enum RouteSamples {
    static let segments: [[Coordinate]] = [
        line([(42.44, -76.5), (42.5, -76.4), (42.6, -76.18)]), line([(43, -76.15), (43.05, -76.15)]),
    ]

    static func line(_ places: [(Double, Double)]) -> [Coordinate] {
        places.map { try! Coordinate(latitude: $0.0, longitude: $0.1) }
    }

    static let gpx = """
        <?xml version="1.0"?>
        <gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1">
        <wpt lat="1" lon="2"><name>A stop</name></wpt>
        <rte><rtept lat="3" lon="4"/><rtept lat="5" lon="6"/></rte>
        <trk><name>Drive</name>
        <trkseg><trkpt lat="42.44" lon="-76.5"><ele>3</ele><time>2026-05-01T06:00:00Z</time></trkpt>
        <trkpt lat="42.5" lon="-76.4"/><trkpt lat="42.6" lon="-76.18"/></trkseg>
        <trkseg/><trkseg><trkpt lat="9" lon="9"/></trkseg>
        <trkseg><trkpt lat="43" lon="-76.15"/><trkpt lat="43.05" lon="-76.15"/></trkseg></trk></gpx>
        """

    static let kml = """
        <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Folder>
        <Placemark><Point><coordinates>1,2</coordinates></Point></Placemark>
        <Placemark><LineString><coordinates>
         -76.5,42.44,3 -76.4,42.5 -76.18,42.6
        </coordinates></LineString></Placemark>
        <Placemark><gx:Track><when>2026</when><gx:coord>-76.15 43 7</gx:coord><gx:coord/><gx:coord>-76.15 43.05</gx:coord>
        </gx:Track></Placemark></Folder></kml>
        """

    static let geoJSON = """
        {"type":"FeatureCollection","features":[
        {"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1,2]}},
        {"type":"Feature","properties":{"name":"Drive"},"geometry":{"type":"LineString",
         "coordinates":[[-76.5,42.44,3],[-76.4,42.5],[-76.18,42.6]]}},
        {"type":"Feature","properties":{},"geometry":{"type":"GeometryCollection","geometries":[
         {"type":"MultiLineString","coordinates":[[[-76.15,43],[-76.15,43.05]]]}]}}]}
        """

    static let wkt = "MULTILINESTRING Z ((-76.5 42.44 3,-76.4 42.5 0,-76.18 42.6 0),(-76.15 43 0, -76.15 43.05 0))"
    static let positions = "42.44,-76.5; 42.5, -76.4\n42.6,-76.18;\n"
}
