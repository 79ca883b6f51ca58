import Foundation
import TestSupport
import Testing

/// Areas on the command line: from files and from the store.
@Suite struct AreaCommandTests {
    private static let park = """
        {"type":"FeatureCollection","features":[
        {"type":"Feature","properties":{"name":"Stewart Park","kind":"park"},"geometry":{"type":"Polygon",
         "coordinates":[[[-76.6,42.4],[-76.4,42.4],[-76.4,42.5],[-76.6,42.5],[-76.6,42.4]]]}},
        {"type":"Feature","properties":{"name":"North"},"geometry":{"type":"Polygon",
         "coordinates":[[[-77,42.6],[-76,42.6],[-76,43],[-77,43],[-77,42.6]]]}}]}
        """
    private static let places = """
        id,name,lat,lon
        1,In the park,42.45,-76.5
        2,On its edge,42.4,-76.5
        3,North,42.8,-76.5
        4,South,42.1,-76.5

        """

    @Test func `a file of polygons is asked inside of, alone and around a center`() async throws {
        try await withStore { db, file in
            func near(_ words: String...) throws -> GeoqProcess {
                try GeoqProcess(words + ["--area", file, "-f", "csv", "--fields", "name", "--db", db])
            }
            let all = try near("near")
            #expect(all.status == 0, "\(all.errors)")
            #expect(all.errors == "park.geojson: 2 areas together\n")
            #expect(Self.names(all) == ["In the park", "North", "On its edge"])
            #expect(Self.names(try near("near", "--brute-force")) == Self.names(all))
            let around = try near("near", "--lat", "42.45", "--lon", "-76.5", "--km", "10")
            #expect(Self.names(around) == ["In the park", "On its edge"])
            #expect(Self.names(try near("near", "--lat", "42.45", "--lon", "-76.5")).count == 3)
            let nearest = try near("nearest", "--lat", "42.1", "--lon", "-76.5", "-k", "1")
            #expect(Self.names(nearest) == ["On its edge"])
            let box = try near("bbox", "--bbox", "-77,42.42,-76,43")
            #expect(Self.names(box) == ["In the park", "North"])
            let exported = try GeoqProcess(["export", "hotspots", "--area", file, "-f", "csv", "--db", db])
            #expect(exported.lines.count == 4, "\(exported.output)")
            let count = try GeoqProcess(["near", "--area", file, "--count", "--db", db])
            #expect(count.output == "3\n")
        }
    }

    @Test func `areas are added, named, shown and removed`() async throws {
        try await withStore { db, file in
            let added = try GeoqProcess(["areas", "add", file, "--db", db])
            #expect(added.status == 0 && added.errors == "park: 2 added, 0 changed, 0 unchanged\n", "\(added.errors)")
            #expect(
                try GeoqProcess(["areas", "add", file, "--db", db]).errors.contains("0 added, 0 changed, 2 unchanged"))
            let list = try GeoqProcess(["areas", "-f", "csv", "--db", db])
            #expect(try GeoqProcess(["stats", "-f", "json", "--db", db]).output.contains(#""areas":2,"#))
            #expect(list.lines.count == 3 && list.output.contains("Stewart Park,park,drawn,,5,park,"))
            let inside = try GeoqProcess(["near", "--area", "stewart park", "-f", "ids", "--db", db])
            #expect(inside.lines.count == 2 && inside.errors == "in Stewart Park\n")
            let holding = try GeoqProcess([
                "areas", "of", "--lat", "42.45", "--lon", "-76.5", "-f", "ndjson", "--db", db,
            ])
            #expect(holding.lines.count == 1 && holding.output.contains(#""name":"Stewart Park""#))
            // To the parallel 42.4 or 42.5: a twentieth of a degree.
            #expect(holding.output.contains(#""edge_m":555"#), "\(holding.output)")
            let shown = try GeoqProcess(["areas", "show", "North", "--db", db])
            #expect(shown.output.hasPrefix(#"{"type":"Feature","id":""#))
            let again = try GeoqProcess(["near", "--area", "-", "--count", "--db", db], input: shown.output)
            #expect(again.output == "1\n", "\(again.errors)")
            let typo = try GeoqProcess(["near", "--area", "Stuart Park", "--db", db])
            #expect(typo.status == 66 && typo.errors.contains("did you mean Stewart Park?"))
            #expect(try GeoqProcess(["areas", "remove", "North", "--db", db]).errors == "North removed\n")
            #expect(try GeoqProcess(["areas", "-f", "csv", "--db", db]).lines.count == 2)
            #expect(try GeoqProcess(["doctor", "--db", db]).status == 0)
            // What cannot be read is not what is gone.
            let nothing = #"{"type":"FeatureCollection","features":[]}"#
            let replaced = try GeoqProcess(
                ["areas", "add", "-", "--source", "park", "--replace", "--db", db], input: nothing)
            #expect(replaced.status == 65 && replaced.errors.contains("nothing was replaced"), "\(replaced.errors)")
            #expect(try GeoqProcess(["areas", "-f", "csv", "--db", db]).lines.count == 2)
        }
    }

    @Test(arguments: [
        ("near --area gone.geojson", 66, "gone.geojson"), ("near --area _", 64, "--area needs a name or a file"),
        ("near --area FILE --km 5", 64, "need a center"), ("near --area FILE --remote postgres://h/d", 64, "--area"),
        ("nearest --area FILE -k 3", 64, "Give a center"), ("species --km 5 --area FILE", 64, "need a center"),
        ("near --at 42,-76 --km 5 --edges geodesic", 64, "--edges says how the edges of --area run"),
        ("export birds --area FILE", 64, "--area is for hotspots and observations"),
        ("near --area ARCTIC", 65, "north or south, with --pole north or --pole south"),
        ("near --area ARCTIC --pole north", 0, "nothing found"),
        ("near --at 42,-76 --km 5 --pole north", 64, "--pole says which pole --area holds"),
        ("near --area CROSSED", 65, "feature 1"), ("areas of", 64, "Give a place"),
    ])
    func `mistakes are told in a sentence`(line: String, code: Int32, part: String) async throws {
        try await withStore { db, file in
            let crossed = file.replacingOccurrences(of: "park.", with: "crossed.")
            try #"{"type":"Polygon","coordinates":[[[0,0],[2,2],[2,0],[0,2],[0,0]]]}"#
                .write(toFile: crossed, atomically: true, encoding: .utf8)
            let arctic = file.replacingOccurrences(of: "park.", with: "arctic.")
            try #"{"type":"Polygon","coordinates":[[[-180,66],[-90,66],[0,66],[90,66],[180,66],[-180,66]]]}"#
                .write(toFile: arctic, atomically: true, encoding: .utf8)
            let words = line.components(separatedBy: " ").map {
                ["FILE": file, "CROSSED": crossed, "ARCTIC": arctic, "_": " "][$0] ?? $0
            }
            let run = try GeoqProcess(words + ["--db", db])
            #expect(run.status == code && run.errors.contains(part), "\(line): \(run.status) \(run.errors)")
            #expect(run.output.isEmpty)
        }
    }

    @Test func `birds inside an area are counted`() async throws {
        try await withStore { db, file in
            let seen =
                "id,species,date,lat,lon\n1,Parus major,2026-05-01,42.45,-76.5\n2,Anas acuta,2026-05-01,42.1,-76.5\n"
            let imported = try GeoqProcess(["import", "-", "--as", "observations", "--db", db], input: seen)
            #expect(imported.status == 0, "\(imported.errors)")
            let species = try GeoqProcess(["species", "--area", file, "-f", "csv", "--db", db])
            #expect(species.lines.count == 2 && species.output.contains("Parus major"), "\(species.errors)")
            let explained = try GeoqProcess(["explain", "near", "--area", file, "-f", "json", "--db", db])
            #expect(explained.output.contains(#""area_edges":"drawn","area_positions":10"#), "\(explained.output)")
        }
    }

    private static func names(_ run: GeoqProcess) -> [String] {
        run.lines.dropFirst().map { String($0.split(separator: ",")[1]) }.sorted()
    }

    private func withStore(_ body: (_ db: String, _ file: String) async throws -> Void) async throws {
        try await withFolder { folder in
            let (db, file) = (folder + "/s.sqlite", folder + "/park.geojson")
            try Self.park.write(toFile: file, atomically: true, encoding: .utf8)
            let imported = try GeoqProcess(["import", "-", "--as", "hotspots", "--db", db], input: Self.places)
            try #require(imported.status == 0, "\(imported.errors)")
            try await body(db, file)
        }
    }
}
