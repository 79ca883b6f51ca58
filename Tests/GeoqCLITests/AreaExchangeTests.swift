import Foundation
import GeoqStore
import TestSupport
import Testing

/// Areas that come from files of other systems and other programs, and go out again.
@Suite(.waits) struct AreaExchangeTests {
    private static let places = """
        id,name,lat,lon
        1,In the park,42.45,-76.5
        2,East of the line,0.5,-175
        3,West of the line,0.5,175
        4,Elsewhere,10,10

        """

    struct Folder {
        let path: String
        /// The folder for temporary files of the command alone.
        var temporary: String { path + "/temporary" }

        func write(_ text: String, to name: String) throws -> String {
            let file = "\(path)/\(name)"
            try FileManager.default.createDirectory(
                atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
            try text.write(toFile: file, atomically: true, encoding: .utf8)
            return file
        }

        func geoq(_ words: String..., input: String? = nil, store: String = "birds.sqlite") throws -> GeoqProcess {
            try GeoqProcess(words + ["--db", "\(path)/\(store)"], input: input, environment: ["TMPDIR": temporary])
        }
    }

    static func with(_ body: (Folder) throws -> Void) async throws {
        try await withFolder { path in
            let folder = Folder(path: path)
            try FileManager.default.createDirectory(atPath: folder.temporary, withIntermediateDirectories: false)
            let places = try folder.write(places, to: "places.csv")
            try Store.putBlank(path + "/birds.sqlite")
            let imported = try folder.geoq("import", places, "--as", "hotspots", "-q")
            try #require(imported.status == 0, "\(imported.errors)")
            try body(folder)
        }
    }

    static func ids(_ run: GeoqProcess) -> Int { run.lines.count }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ogr2ogr"), "needs gdal-bin"))
    func `a shapefile in a projection is transformed by GDAL, in a zip file and in a folder`() async throws {
        try await Self.with { folder in
            let park = try folder.write(
                """
                {"type":"Feature","properties":{"name":"Park"},"geometry":{"type":"Polygon",\
                "coordinates":[[[-76.6,42.4],[-76.4,42.4],[-76.4,42.5],[-76.6,42.5],[-76.6,42.4]]]}}
                """, to: "park.geojson")
            func run(_ program: String, _ words: [String], in place: String) throws {
                let process = Process()
                process.executableURL = URL(filePath: program)
                (process.arguments, process.currentDirectoryURL) = (words, URL(filePath: place))
                process.standardOutput = FileHandle.nullDevice
                try process.run()
                process.waitUntilExit()
                try #require(process.terminationStatus == 0)
            }
            try FileManager.default.createDirectory(
                atPath: folder.path + "/utm", withIntermediateDirectories: true)
            try run(
                "/usr/bin/ogr2ogr",
                ["-f", "ESRI Shapefile", "-t_srs", "EPSG:32618", folder.path + "/utm/park.shp", park], in: folder.path)
            // An index is no part of a download that geoq could need.
            try FileManager.default.removeItem(atPath: folder.path + "/utm/park.shx")
            try run("/usr/bin/python3", ["-m", "zipfile", "-c", "utm.zip", "utm"], in: folder.path)
            for (place, source) in [("utm", "a"), ("utm.zip", "b"), ("utm/park.shp", "c")] {
                let added = try folder.geoq("areas", "add", "\(folder.path)/\(place)", "--source", source)
                #expect(added.status == 0 && added.errors.contains("1 added"), "\(place): \(added.errors)")
                #expect(
                    added.errors.contains(#"transformed from "WGS_1984_UTM_Zone_18N" to WGS 84 by GDAL"#),
                    "\(place): \(added.errors)")
                #expect(!added.errors.contains("park.shp/park.shp"), "\(place): \(added.errors)")
            }
            let near = try folder.geoq("near", "--area", folder.path + "/utm.zip", "-f", "ids")
            #expect(Self.ids(near) == 1 && near.errors.contains("by GDAL"), "\(near.errors)")
            let edge = try folder.geoq("areas", "of", "--lat", "42.45", "--lon", "-76.5", "-f", "ndjson")
            #expect(edge.output.contains(#""edge_m":555"#), "\(edge.output)")
            let without = try GeoqProcess(
                ["areas", "add", folder.path + "/utm.zip", "--db", folder.path + "/birds.sqlite"],
                environment: ["PATH": "/nowhere"])
            #expect(without.status == 65 && without.errors.contains("apt install gdal-bin"), "\(without.errors)")
            // Nothing is left behind.
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.temporary) == [])
        }
    }

    @Test func `an import of polygons as places tells how areas are taken`() async throws {
        try await Self.with { folder in
            let polygon = """
                {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"Park"},\
                "geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}}]}
                """
            let table = "name,wkt\nPark,\"POLYGON((0 0,1 0,1 1,0 0))\"\n"
            for file in [
                try folder.write(polygon, to: "park.geojson"), try folder.write(table, to: "park.csv"),
            ] {
                let run = try folder.geoq("import", file, "--as", "hotspots")
                #expect(run.status == 65 && run.errors.contains("geoq areas add FILE"), "\(run.errors)")
            }
            // Places beside them are what the file is of.
            let mixed = try folder.write(table + "Pond,POINT(1 2)\n", to: "mixed.csv")
            let run = try folder.geoq("import", mixed, "--as", "hotspots")
            #expect(run.status == 0 && !run.errors.contains("geoq areas add"), "\(run.errors)")
        }
    }

    /// Within each folder it is `.`: the areas of another one would take the place of its own.
    @Test func `the source of a folder that is given as a dot has the folder's name`() async throws {
        try await Self.with { folder in
            _ = try folder.write("POLYGON((-77 42,-76 42,-76 43,-77 43,-77 42))", to: "one/park.wkt")
            _ = try folder.write("POLYGON((7 42,8 42,8 43,7 43,7 42))", to: "two/park.wkt")
            _ = try folder.write("POLYGON((7 52,8 52,8 53,7 53,7 52))", to: "three/in/park.wkt")
            for path in ["one/.", "one/../two/.", "two/../one/", "three/in/.."] {
                let added = try folder.geoq("areas", "add", "\(folder.path)/\(path)")
                #expect(added.status == 0, "\(path): \(added.errors)")
            }
            let areas = try folder.geoq("areas", "list", "-f", "csv")
            #expect(areas.lines.count == 4, "\(areas.output)")
            for source in ["one", "two", "three"] {
                #expect(areas.output.contains(",\(source),"), "\(source): \(areas.output)")
            }
        }
    }

    @Test func `two files of one name are told, and what mends a file is named`() async throws {
        try await Self.with { folder in
            func square(_ side: Int) -> String {
                """
                {"type":"Feature","properties":{"name":"Park"},"geometry":{"type":"Polygon",\
                "coordinates":[[[0,0],[\(side),0],[\(side),1],[0,1],[0,0]]]}}
                """
            }
            let (first, second) = (
                try folder.write(square(1), to: "one/areas.geojson"),
                try folder.write(square(2), to: "two/areas.geojson")
            )
            #expect(try folder.geoq("areas", "add", first).errors == "areas: 1 added, 0 changed, 0 unchanged\n")
            let changed = try folder.geoq("areas", "add", second).errors
            #expect(changed.contains("1 area of the source areas was read from \(first) before"), "\(changed)")
            #expect(changed.contains("--source keeps areas of two files apart"), "\(changed)")
            // A new version of a file is no other file.
            _ = try folder.write(square(3), to: "two/areas.geojson")
            #expect(try folder.geoq("areas", "add", second).errors == "areas: 0 added, 1 changed, 0 unchanged\n")
            // Each in its own folder.
            func added(in name: String, _ side: Int) throws -> String {
                _ = try folder.write(square(side), to: "\(name)/areas.geojson")
                let words = ["areas", "add", "./areas.geojson", "--db", "\(folder.path)/birds.sqlite"]
                let shell = ["-c", #"cd "$0" && exec "$@""#, "\(folder.path)/\(name)", GeoqProcess.executable.path]
                return try Tool.run("/bin/sh", shell + words).errors
            }
            let there = try added(in: "one", 4)
            #expect(there.contains("/two/areas.geojson before; --source keeps"), "\(there)")
            let back = try added(in: "two", 5)
            #expect(back.contains("/one/areas.geojson before; --source keeps"), "\(back)")
            #expect(try added(in: "two", 6) == "areas: 0 added, 1 changed, 0 unchanged\n")

            let stray = """
                {"type":"Polygon","coordinates":[[[0,0],[2,0],[2,2],[0,2],[0,0]],[[5,5],[5,6],[6,6],[6,5],[5,5]]]}
                """
            let crossing = """
                {"type":"Polygon","coordinates":[[[0,0],[2,0],[2,2],[0,2],[0,0]],[[1,1],[1,3],[3,3],[3,1],[1,1]]]}
                """
            let flat = #"{"type":"Polygon","coordinates":[[[0,0],[1,1],[2,2],[0,0]]]}"#
            let short = #"{"type":"Polygon","coordinates":[[[0,0],[1,1],[0,0]]]}"#
            for (text, part) in [
                (stray, "geoq areas add --mend leaves such holes out"),
                (crossing, "geoq areas add --mend takes crossings out"),
                (flat, "goes there and back the same way; geoq areas add --mend leaves such rings out"),
                (short, "geoq areas add --mend leaves such rings out"),
            ] {
                let file = try folder.write(text, to: "bad.geojson")
                let refused = try folder.geoq("areas", "add", file)
                #expect(refused.status == 65 && refused.errors.contains(part), "\(part): \(refused.errors)")
                let mended = try folder.geoq("areas", "add", file, "--mend")
                #expect(mended.status == (text == flat || text == short ? 65 : 0), "\(part): \(mended.errors)")
            }
            // GDAL makes GeoJSON of it.
            let topology = try folder.write(#"{"type":"Topology","objects":{},"arcs":[]}"#, to: "a.topojson")
            for words in [["areas", "add"], ["near", "--area"]] {
                let refused = try GeoqProcess(words + [topology, "--db", folder.path + "/birds.sqlite"])
                #expect(
                    refused.status == 65 && refused.errors.contains("convert it: ogr2ogr x.geojson x.topojson"),
                    "\(refused.errors)")
            }
        }
    }

    @Test func `files of no use are told together, and pictures hinder no replacing`() async throws {
        try await Self.with { folder in
            let park = #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1],[0,0]]]}"#
            _ = try folder.write(park, to: "parks/park.geojson")
            try Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13])
                .write(to: URL(filePath: folder.path + "/parks/icon.png"))
            let replaced = try folder.geoq("areas", "add", folder.path + "/parks", "--replace")
            #expect(replaced.status == 0 && !replaced.errors.contains("icon.png"), "\(replaced.errors)")
            for number in 1...5 { _ = try folder.write("Nothing here.\n", to: "parks/read\(number).txt") }
            let added = try folder.geoq("areas", "add", folder.path + "/parks")
            let told = "read1.txt, read2.txt, read3.txt and 2 more left out (it holds"
            #expect(added.errors.contains(told), "\(added.errors)")
        }
    }

    @Test func `an archive without areas is left out beside files with some, and refused alone`() async throws {
        try await Self.with { folder in
            let park = #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1],[0,0]]]}"#
            _ = try folder.write(park, to: "parks/park.geojson")
            let notes = folder.path + "/parks/notes.zip"
            try Packed.zip([("readme.txt", Data("Nothing here.\n".utf8))]).write(to: URL(filePath: notes))
            let added = try folder.geoq("areas", "add", folder.path + "/parks")
            #expect(added.status == 0 && added.errors.contains("1 added"), "\(added.errors)")
            #expect(added.errors.contains("notes.zip left out (it holds no areas"), "\(added.errors)")
            let refused = try folder.geoq("areas", "add", notes)
            #expect(refused.status == 65 && refused.errors.contains("it holds no areas"), "\(refused.errors)")
        }
    }

    @Test func `lat and lon after --at need no store`() throws {
        let run = try GeoqProcess(["nearest", "--at", "42.45,-76.5", "-k", "1", "--remote", "host=/nowhere"])
        #expect(run.status == 69, "\(run.status) \(run.errors)")
        let name = try GeoqProcess(["nearest", "--at", "Ithaca", "-k", "1", "--remote", "host=/nowhere"])
        #expect(name.status == 64 && name.errors.contains("--at looks up a name in the store"), "\(name.errors)")
    }
}
