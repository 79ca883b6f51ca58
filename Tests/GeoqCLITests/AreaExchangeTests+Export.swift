import Foundation
import TestSupport
import Testing

/// Areas that go out, and are read back as they were.
extension AreaExchangeTests {
    @Test(arguments: ["geojson", "geojsonseq", "ndjson"])
    func `an export of areas is read back as the same areas`(format: String) async throws {
        try await Self.with { folder in
            let file = try folder.write(
                """
                {"type":"FeatureCollection","features":[
                {"type":"Feature","properties":{"name":"Hollow","kind":"park"},"geometry":{"type":"Polygon","coordinates":[
                 [[-80,35],[-70.1,35],[-70.123456789012345,45],[-80,45],[-80,35]],
                 [[-77,40],[-77,42],[-75,42],[-75,40],[-77,40]]]}},
                {"type":"Feature","properties":{"name":"Twin"},"geometry":{"type":"Polygon","coordinates":[
                 [[175,0],[-175,0],[-175,1],[175,1],[175,0]]]}},
                {"type":"Feature","properties":{"name":"Twin"},"geometry":{"type":"MultiPolygon","coordinates":[
                 [[[1,1],[2,1],[2,2],[1,1]]],[[[3,1],[4,1],[4,2],[3,1]]]]}}]}
                """, to: "areas.geojson")
            #expect(try folder.geoq("areas", "add", file).status == 0)
            let cap = try folder.write("Cap\tPOLYGON((0 80,120 80,-120 80,0 80))\n", to: "cap.wkt")
            let polar = try folder.geoq(
                "areas", "add", cap, "--edges", "geodesic", "--pole", "north", "--source", "poles")
            #expect(polar.status == 0, "\(polar.errors)")
            let exported = try folder.geoq("export", "areas", "-f", format)
            #expect(exported.status == 0 && exported.errors.isEmpty, "\(exported.errors)")
            let copy = try folder.write(exported.output, to: "copy/other.json")
            let read = try folder.geoq("import", copy, "--as", "areas", store: "copy.sqlite")
            #expect(
                read.status == 0 && read.errors.contains("areas: 3 added") && read.errors.contains("poles: 1 added"),
                "\(read.errors)")
            // Ids, sources, kinds, edges and poles; then all positions.
            let list = try folder.geoq("areas", "list", "-f", "csv")
            #expect(list.lines.count == 5)
            #expect(try folder.geoq("areas", "list", "-f", "csv", store: "copy.sqlite").output == list.output)
            #expect(
                try folder.geoq("export", "areas", "-f", format, store: "copy.sqlite").output == exported.output)
            let again = try folder.geoq("import", copy, "--as", "areas")
            #expect(again.errors.contains("areas: 0 added, 0 changed, 3 unchanged"), "\(again.errors)")
            let some = try folder.geoq("export", "areas", "--source", "poles", "-f", "ndjson")
            #expect(some.lines.count == 1)
            #expect(some.output.contains(#""edges":"geodesic","pole":"north""#), "\(some.output)")
            #expect(try folder.geoq("export", "areas", "--source", "none").status == 66)
            // Under another source they are other areas.
            let others = try folder.geoq("import", copy, "--as", "areas", "--source", "mine")
            #expect(others.errors.contains("mine: 4 added"), "\(others.errors)")
        }
    }

    @Test func `an area across ±180° is written as programs draw it, and read back as it was`() async throws {
        try await Self.with { folder in
            let file = try folder.write(
                """
                {"type":"Feature","properties":{"name":"Twin"},"geometry":{"type":"Polygon","coordinates":[
                [[175,0],[-175,0],[-175,1],[175,1],[175,0]]]}}
                """, to: "twin.geojson")
            #expect(try folder.geoq("areas", "add", file).status == 0)
            let shown = try folder.geoq("areas", "show", "Twin").output
            let pieces = "[[[-180,0],[-175,0],[-175,1],[-180,1],[-180,0]]],[[[180,1],[175,1],[175,0],[180,0],[180,1]]]"
            #expect(shown.contains(#""geometry":{"type":"MultiPolygon","coordinates":[\#(pieces)]}"#), "\(shown)")
            let whole = "[[[[175,0],[-175,0],[-175,1],[175,1],[175,0]]]]"
            #expect(shown.contains(#""uncut":{"type":"MultiPolygon","coordinates":\#(whole)}"#), "\(shown)")
            let again = try folder.geoq("areas", "add", try folder.write(shown, to: "shown.geojson"))
            #expect(again.errors.contains("0 added, 0 changed, 1 unchanged"), "\(again.errors)")
            // Another program has moved a corner, and kept the member that it does not know.
            let moved = shown.replacingOccurrences(of: "[-175,1],[-180,1]", with: "[-170,1],[-180,1]")
            let changed = try folder.geoq("areas", "add", try folder.write(moved, to: "shown.geojson"))
            #expect(changed.errors.contains("0 added, 1 changed, 0 unchanged"), "\(changed.errors)")
            let now = try folder.geoq("areas", "show", "Twin").output
            #expect(now.contains("[-170,1]") && !now.contains("uncut"), "\(now)")
            // Where a text may stand it is the geometry that counts.
            #expect(Self.ids(try folder.geoq("near", "--area", shown, "-f", "ids")) == 2)
        }
    }

    @Test(arguments: [
        (["export", "areas", "-f", "csv"], "geojson, geojsonseq or ndjson"),
        (["export", "areas", "--area", "X"], "are no places"),
        (["import", "x.geojson", "--as", "areas", "--strict"], "--as areas goes with --source"),
        (["import", "x.geojson", "--as", "areas", "--map", "lat=Y"], "--as areas goes with --source"),
    ])
    func `options that areas do not have are refused`(words: [String], part: String) async throws {
        let run = try GeoqProcess(words + ["--db", "/nowhere/birds.sqlite"])
        #expect(run.status == 64 && run.errors.contains(part), "\(run.status) \(run.errors)")
    }
}
