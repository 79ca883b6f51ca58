import Foundation
import TestSupport
import Testing

/// Files that GDAL reads for geoq.
extension AreaCommandTests {
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ogr2ogr"), "needs gdal-bin"))
    func `what geoq does not read itself is read by GDAL, to the last digit, or refused with its words`() async throws {
        try await withStore { db, _ in
            let folder = (db as NSString).deletingLastPathComponent
            let third = 1 / 3.0
            try """
            {"type":"Feature","properties":{"name":"Thirds"},"geometry":{"type":"Polygon",\
            "coordinates":[[[\(third),0.1],[7.3,0.1],[7.3,\(2 * third)],[\(third),0.1]]]}}
            """.write(toFile: folder + "/thirds.geojson", atomically: true, encoding: .utf8)
            for (name, driver) in [("thirds.gpkg", "GPKG"), ("thirds.fgb", "FlatGeobuf"), ("thirds.gml", "GML")] {
                let process = Process()
                process.executableURL = URL(filePath: "/usr/bin/ogr2ogr")
                process.arguments = ["-f", driver, folder + "/" + name, folder + "/thirds.geojson"]
                try process.run()
                process.waitUntilExit()
                let added = try GeoqProcess(["areas", "add", folder + "/" + name, "--source", driver, "--db", db])
                #expect(added.status == 0 && added.errors.contains("1 added"), "\(name): \(added.errors)")
                #expect(added.errors.contains("read by GDAL"))
                if driver == "GPKG" {
                    let shown = try GeoqProcess(["areas", "show", "Thirds", "--db", db])
                    #expect(
                        shown.output.contains("\(third)") && shown.output.contains("\(2 * third)"), "\(shown.output)")
                }
            }
            // A GML without its schema: nothing is left beside it.
            try """
            <c:parks xmlns:c="http://example.org/c" xmlns:gml="http://www.opengis.net/gml">\
            <gml:featureMember><c:park><c:name>Alone</c:name><c:border><gml:Polygon srsName="EPSG:4326">\
            <gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>0,0 7,0 7,7 0,0</gml:coordinates></gml:LinearRing>\
            </gml:outerBoundaryIs></gml:Polygon></c:border></c:park></gml:featureMember></c:parks>
            """.write(toFile: folder + "/alone.gml", atomically: true, encoding: .utf8)
            let alone = try GeoqProcess(["areas", "add", folder + "/alone.gml", "--db", db])
            #expect(alone.status == 0 && alone.errors.contains("alone: 1 added"), "\(alone.errors)")
            #expect(!FileManager.default.fileExists(atPath: folder + "/alone.gfs"))
            // Coordinates that are no degrees, and a table without rows.
            try #"{"type":"Polygon","coordinates":[[[0,200],[1,200],[1,201],[0,200]]]}"#
                .write(toFile: folder + "/far.geojson", atomically: true, encoding: .utf8)
            for (name, words, reason) in [
                ("far.gpkg", ["far.geojson"], "far.gpkg: feature 1, ring 1, position 1: lat 200.0 out of range"),
                ("none.gpkg", ["thirds.geojson", "-where", "name = 'x'"], "none.gpkg: there is no area in it"),
            ] {
                let process = Process()
                process.executableURL = URL(filePath: "/usr/bin/ogr2ogr")
                process.currentDirectoryURL = URL(filePath: folder)
                process.arguments = ["-f", "GPKG", name] + words
                try process.run()
                process.waitUntilExit()
                for words in [["areas", "add"], ["near", "--area"]] {
                    let refused = try GeoqProcess(words + [folder + "/" + name, "--db", db])
                    #expect(refused.status == 65 && refused.errors.contains(reason), "\(refused.errors)")
                }
            }
            // Nothing tells the system of the coordinates, in a file of GDAL's and in a shapefile.
            try """
            Version 300
            Charset "Neutral"
            Delimiter ","
            Columns 1
              name char(20)
            Data

            Region  1
              4
            0 0
            1 0
            1 1
            0 0

            """.write(toFile: folder + "/plain.mif", atomically: true, encoding: .utf8)
            try "\"Plain\"\n".write(toFile: folder + "/plain.mid", atomically: true, encoding: .utf8)
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/ogr2ogr")
            process.arguments = [folder + "/shape", folder + "/thirds.geojson"]
            try process.run()
            process.waitUntilExit()
            let prj = folder + "/shape/thirds.prj"
            try FileManager.default.removeItem(atPath: prj)
            for (name, reason) in [
                ("plain.mif", "plain.mif does not tell the system of its coordinates; say it with"),
                ("shape", "add its areas with geoq areas add --srid 4326"),
            ] {
                let words = ["areas", "add", folder + "/" + name, "--source", name, "--db", db]
                let refused = try GeoqProcess(words)
                #expect(refused.status == 65 && refused.errors.contains(reason), "\(refused.errors)")
                for srid in ["4326", "3857"] {
                    let added = try GeoqProcess(words + ["--srid", srid])
                    #expect(added.status == 0, "\(name) \(srid): \(added.errors)")
                }
            }
            // One that tells it, and one from which no way leads to WGS 84.
            let needless = try GeoqProcess(["areas", "add", folder + "/thirds.gpkg", "--srid", "4326", "--db", db])
            #expect(
                needless.status == 64
                    && needless.errors.contains("thirds.gpkg tells the system of its coordinates by itself"),
                "\(needless.errors)")
            try #"LOCAL_CS["site grid"]"#.write(toFile: prj, atomically: true, encoding: .utf8)
            let lost = try GeoqProcess(["areas", "add", folder + "/shape", "--db", db])
            #expect(
                lost.status == 65 && lost.errors.contains("it knows no way from the system of the coordinates"),
                "\(lost.errors)")
            try #"LOCAL_CS["Undefined Cartesian SRS"]"#.write(toFile: prj, atomically: true, encoding: .utf8)
            let unnamed = try GeoqProcess(["areas", "add", folder + "/shape", "--srid", "4326", "--db", db])
            #expect(
                unnamed.status == 65 && unnamed.errors.contains("its .prj names no system of coordinates"),
                "\(unnamed.errors)")
            let broken = folder + "/broken.gpkg"
            try Data("SQLite format 3\0 and nothing else".utf8).write(to: URL(filePath: broken))
            let refused = try GeoqProcess(["areas", "add", broken, "--db", db])
            #expect(refused.status == 65 && refused.errors.contains("cannot be read by GDAL"), "\(refused.errors)")
            let without = try GeoqProcess(["areas", "add", broken, "--db", db], environment: ["PATH": "/nowhere"])
            #expect(without.status == 65 && without.errors.contains("apt install gdal-bin"), "\(without.errors)")
            #expect(try GeoqProcess(["near", "--area", broken, "--db", db]).status == 65)
        }
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ogr2ogr"), "needs gdal-bin"))
    func `a given system is for layers that do not tell theirs, and for no others`() async throws {
        try await withStore { db, _ in
            let folder = (db as NSString).deletingLastPathComponent
            try "name,WKT\nMeadow,\"POLYGON((400000 5500000,410000 5500000,410000 5510000,400000 5500000))\"\n"
                .write(toFile: folder + "/meadow.csv", atomically: true, encoding: .utf8)
            let meadows = [
                "meadow.csv", "-nln", "meadows", "-oo", "GEOM_POSSIBLE_NAMES=WKT", "-oo", "KEEP_GEOM_COLUMNS=NO",
            ]
            for words in [
                ["-f", "GPKG", "plain.gpkg"] + meadows,
                ["-f", "SQLite", "mixed.sqlite", "park.geojson", "-nln", "parks"],
                ["-f", "SQLite", "-update", "mixed.sqlite"] + meadows,
            ] {
                let process = Process()
                process.executableURL = URL(filePath: "/usr/bin/ogr2ogr")
                process.currentDirectoryURL = URL(filePath: folder)
                process.arguments = words
                try process.run()
                process.waitUntilExit()
                try #require(process.terminationStatus == 0, "\(words)")
            }
            // A GeoPackage says of an undefined system that it is one of degrees.
            let added = try GeoqProcess(["areas", "add", folder + "/plain.gpkg", "--srid", "25832", "--db", db])
            #expect(added.status == 0 && added.errors.contains("1 added"), "\(added.errors)")
            let shown = try GeoqProcess(["areas", "show", "Meadow", "--db", db])
            #expect(shown.output.contains("7.61483") && shown.output.contains("49.64425"), "\(shown.output)")
            let mixed = try GeoqProcess(["areas", "add", folder + "/mixed.sqlite", "--srid", "25832", "--db", db])
            #expect(
                mixed.status == 65 && mixed.errors.contains("mixed.sqlite has layers that tell the system"),
                "\(mixed.errors)")
        }
    }
}
