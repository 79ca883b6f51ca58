import Foundation
import GeoqIndex
import TestSupport
import Testing

@testable import GeoqCLI

/// Areas on the command line: from files and from the store.
@Suite(.waits) struct AreaCommandTests {
    static let park = """
        {"type":"FeatureCollection","features":[
        {"type":"Feature","properties":{"name":"Stewart Park","kind":"park"},"geometry":{"type":"Polygon",
         "coordinates":[[[-76.6,42.4],[-76.4,42.4],[-76.4,42.5],[-76.6,42.5],[-76.6,42.4]]]}},
        {"type":"Feature","properties":{"name":"North"},"geometry":{"type":"Polygon",
         "coordinates":[[[-77,42.6],[-76,42.6],[-76,43],[-77,43],[-77,42.6]]]}}]}
        """
    /// From 77° W and 42.6° N to 76° W and 43° N, as PostGIS prints it.
    private static let northAsWKB = [
        "0103000020E6100000010000000500000000000000004053C0CDCCCCCCCC4C454000000000000053C0CDCCCCCCCC4C454",
        "000000000000053C0000000000080454000000000004053C0000000000080454000000000004053C0CDCCCCCCCC4C4540",
    ].joined()
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
            // GeoJSON, and what psql prints of a geometry, need no file.
            let json = #"{"type":"Polygon","coordinates":[[[-77,42.6],[-76,42.6],[-76,43],[-77,43],[-77,42.6]]]}"#
            for text in [json, Self.northAsWKB] {
                let written = try GeoqProcess(["near", "--area", text, "-f", "csv", "--fields", "name", "--db", db])
                #expect(Self.names(written) == ["North"] && written.errors.isEmpty, "\(written.errors)")
            }
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
            // As a place of which there are several.
            #expect(try GeoqProcess(["areas", "add", file, "--source", "twin", "--db", db]).status == 0)
            let several = try GeoqProcess(["near", "--area", "Stewart Park", "--db", db])
            #expect(several.status == 66 && several.errors.contains("2 areas are called"), "\(several.errors)")
        }
    }

    @Test(arguments: [
        ("near --area gone.geojson", 66, "gone.geojson"), ("near --area _", 64, "--area needs a name or a file"),
        ("near --area FILE --km 5", 64, "geoq home set"), ("near --area FILE --remote postgres://h/d", 64, "--area"),
        ("nearest --area FILE -k 3", 64, "Give a center"), ("species --km 5 --area FILE", 64, "Give a center"),
        ("near --at 42,-76 --km 5 --edges geodesic", 64, "--edges says how the edges of --area run"),
        ("export birds --area FILE", 64, "--area is for hotspots and observations"),
        ("near --area ARCTIC", 65, "north or south, with --pole north or --pole south"),
        ("near --area ARCTIC --pole north", 0, "nothing found"),
        ("near --at 42,-76 --km 5 --pole north", 64, "--pole says which pole --area holds"),
        ("near --area FILE --pole north", 64, "--pole north: no ring of park.geojson leaves open which pole it holds"),
        ("areas add FILE --pole north", 64, "--pole north: no ring of park.geojson leaves open which pole it holds"),
        ("near --area CROSSED", 65, "feature 1"), ("areas of", 64, "Give a center"),
        ("near --area FILE --area FILE", 64, "--area is given 2 times"),
        ("nearest --area FILE --at 42,-76 -k 1 --area CROSSED", 64, "--area is given 2 times"),
        ("bbox --bbox 1,2,3,4 --area FILE --area FILE", 64, "--area is given 2 times"),
        ("species --area FILE --area FILE", 64, "--area is given 2 times"),
        ("export hotspots --area FILE --area FILE", 64, "--area is given 2 times"),
        ("match --all --area FILE --area FILE", 64, "--area is given 2 times"),
        ("along 1,2;3,4 --within 1km --area FILE --area FILE", 64, "--area is given 2 times"),
        ("sync host=/nowhere --area FILE --area FILE", 64, "--area is given 2 times"),
        ("rules add L --area a --area b --area c", 64, "--area is given 3 times"),
        ("near --area POLYGON\tEMPTY", 64, "--area: POLYGON EMPTY is an area without places; give one with positions."),
        ("near --area LINESTRING(1\t2,3\t4)", 64, "--area: a LINESTRING is no area; geoq along asks along a line."),
        ("near --area SRID=4326;MULTIPOINT(1\t2)", 64, "--area: a MULTIPOINT is no area; give a POLYGON or"),
        ("near --area MULTISURFACE(((1\t2)))", 64, "--area: a MULTISURFACE is read from a file"),
        ("near --area TIN(((1\t2)))", 64, "--area: a TIN is no area; give a POLYGON or MULTIPOLYGON"),
        ("rules add L --area LINESTRING(1\t2,3\t4)", 64, "a LINESTRING is no area; give a rule's line with --route."),
        (
            "rules add L --area POLYGON((0\t0,1\t0,1\t1,0\t0))", 64,
            "--area: a rule takes the name of an area in the store, or a file with one; write the POLYGON into a file"
        ),
        (#"rules add L --area {"type":"Polygon"}"#, 64, "write the geometry into a file and give that."),
        (
            "near --area 010100000000000000000000000000000000000000", 64,
            "--area: it cannot be read as polygons: a Point is no area"
        ),
        (
            #"near --area {"type":"FeatureCollection","features":[]}"#, 64,
            "--area: it cannot be read as polygons: a FeatureCollection of 0 features, where one is expected"
        ),
        (
            #"near --area {"type":"FeatureCollection","features":[1,2]}"#, 64,
            "a FeatureCollection of 2 features, where one is expected; make one MultiPolygon of them"
        ),
        (#"near --area {"type":"Feature","geometry":null}"#, 64, "as polygons: a Feature without a geometry"),
        // A name of digits, as a census has them.
        ("near --area 010010201001000123", 66, "no area is called 010010201001000123"),
        ("areas add https://example.org/a.geojson", 66, "is an address, and not a file; download it first"),
        ("areas add missing.tab", 66, "no file at missing.tab"),
        ("areas add missing.gdb/", 66, "no file at missing.gdb/"),
        ("import missing.mif --as areas", 66, "no file at missing.mif"),
        ("rules add L --area dir/missing.geojson", 66, "no file at dir/missing.geojson"),
        ("near --area Pointe", 66, "no area is called Pointe"),
        ("bbox --bbox 1,2,3,4 --area FILE --remote host=/nowhere", 64, "only the name of an --area"),
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

    @Test func `a store is not taken for a file of areas`() async throws {
        try await withStore { db, file in
            #expect(try GeoqProcess(["areas", "add", file, "--db", db]).status == 0)
            for words in [["near", "--area", db], ["areas", "add", db]] {
                let refused = try GeoqProcess(words + ["--db", db])
                #expect(refused.status == 65 && refused.errors.contains("is a store of geoq"), "\(refused.errors)")
            }
        }
    }

    @Test func `a folder that has the name of an area tells how to ask inside the area`() async throws {
        try await withStore { db, file in
            #expect(try GeoqProcess(["areas", "add", file, "--db", db]).status == 0)
            let folder = (file as NSString).deletingLastPathComponent
            try FileManager.default.createDirectory(
                atPath: folder + "/trips/North", withIntermediateDirectories: true)
            func near(_ area: String) throws -> Tool.Run {
                try Tool.run(
                    "/bin/sh",
                    [
                        "-c", "cd \"$1\" && exec \"$0\" near --area \"$2\" --count --db \"$3\"",
                        GeoqProcess.executable.path, folder + "/trips", area, db,
                    ])
            }
            let shadowed = try near("North")
            #expect(shadowed.status == 65 && shadowed.errors.contains("North: there is nothing in it; to ask inside"))
            let id = try #require(shadowed.errors.split(separator: " ").last).trimmingCharacters(in: .newlines)
            let found = try near(id)
            #expect(found.status == 0 && found.errors.isEmpty, "\(id): \(found.errors)")
            try FileManager.default.moveItem(atPath: folder + "/trips/North", toPath: folder + "/trips/Elsewhere")
            #expect(try near("North").lines == found.lines)
            #expect(try !near("Elsewhere").errors.contains("to ask inside"))
        }
    }

    @Test func `what --mend cannot mend is not sent to --mend`() {
        let crossing = AreaError.selfCrossing(polygon: 0, ring: 0, vertex: 0, other: 0)
        func sentence(isMended: Bool) -> String {
            Failure.sentence(
                for: AreaRingProblem(file: "a.json", feature: 3, key: nil, problem: crossing, isMended: isMended))
        }
        #expect(sentence(isMended: false).hasSuffix("; geoq areas add --mend takes crossings out"))
        let mended = sentence(isMended: true)
        #expect(mended.hasPrefix("a.json, feature 3: its crossings cannot be taken out") && !mended.contains("--mend"))
    }

    @Test func `what a file says of edges and poles is taken, or told`() async throws {
        try await withStore { db, _ in
            func feature(_ properties: String, _ ring: String) -> String {
                #"{"type":"Feature","properties":{\#(properties)},"geometry":{"type":"Polygon","coordinates":[[\#(ring)]]}}"#
            }
            func add(_ features: String...) throws -> GeoqProcess {
                try GeoqProcess(
                    ["areas", "add", "-", "--source", "s", "--db", db], input: features.joined(separator: "\n"))
            }
            let (plain, round) = ("[0,0],[1,0],[1,1],[0,0]", "[0,80],[120,80],[-120,80],[0,80]")
            let one = try add(
                feature(#""name":"a","edges":"geodesic""#, plain), feature(#""name":"b","edges":"drawn""#, plain))
            #expect(
                one.errors == "s: 2 added, 0 changed, 0 unchanged, 1 with geodesic edges, as the file says\n",
                "\(one.errors)")
            let unknown = try add(
                feature(#""name":"c","edges":"great-circle","pole":"up""#, plain),
                feature(#""name":"d","edges":" ","pole":"south""#, plain))
            #expect(
                unknown.errors.contains(
                    #"edges "great-circle" of 1 area not known (drawn or geodesic are), taken as drawn, "#
                        + #"pole "up" of 1 area not known (north or south are), not used, "#
                        + "the pole of 1 area not used, as no ring leaves it open"), "\(unknown.errors)")
            let polar = try add(feature(#""name":"e","pole":"north""#, round))
            #expect(polar.errors == "s: 1 added, 0 changed, 0 unchanged\n", "\(polar.errors)")
            let list = try GeoqProcess(["areas", "list", "-f", "csv", "--db", db])
            #expect(list.output.contains("d,,drawn,,4,s,") && list.output.contains("e,,drawn,north,4,s,"))
            // Geodesics cross elsewhere than drawn edges do: --mend closes such rings, and refuses what crosses.
            let bow = feature(#""name":"g","edges":"geodesic""#, "[0,0],[9,9],[9,0],[0,9],[0,0]")
            for words in [["--edges", "geodesic"], ["--edges", "geodesic", "--mend"], ["--mend"]] {
                let run = try GeoqProcess(["areas", "add", "-", "--source", "g", "--db", db] + words, input: bow)
                #expect(
                    run.status == 65 && run.errors.contains("ring 1 crosses itself")
                        && run.errors.contains("; geoq areas add --mend mends such rings of drawn edges only"),
                    "\(words): \(run.errors)")
            }
            let open = try GeoqProcess(
                ["areas", "add", "-", "--source", "g", "--db", db, "--mend", "--edges", "geodesic"],
                input: feature(#""name":"g""#, "[0,0],[1,0],[1,1],[0,1]"))
            #expect(open.errors == "g: 1 added, 0 changed, 0 unchanged, 1 ring closed\n", "\(open.errors)")
            // Only the ring around the axis needs it; the file is one area all the same.
            let both = feature(#""name":"e""#, round) + "\n" + feature(#""name":"f""#, plain)
            let near = try GeoqProcess(["near", "--area", "-", "--pole", "north", "--count", "--db", db], input: both)
            #expect(near.status == 0 && near.output == "0\n", "\(near.errors)")
        }
    }

    @Test func `parts that overlap are told`() async throws {
        try await withStore { db, file in
            let parts = file.replacingOccurrences(of: "park.", with: "parts.")
            try
                #"{"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[1,1],[0,1],[0,0]]],[[[1,0],[2,0],[2,1],[1,0.5],[1,0]]]]}"#
                .write(toFile: parts, atomically: true, encoding: .utf8)
            let added = try GeoqProcess(["areas", "add", parts, "--db", db])
            #expect(added.status == 0, "\(added.errors)")
            #expect(
                added.errors.contains(
                    "1 with parts that overlap, or share a border whose vertices differ; their edges count inside of it"
                ),
                "\(added.errors)")
            #expect(try !GeoqProcess(["areas", "add", file, "--db", db]).errors.contains("overlap"))
            for (area, isTold) in [(parts, true), (file, false)] {
                let explained = try GeoqProcess(["explain", "near", "--area", area, "-f", "json", "--db", db])
                #expect(explained.output.contains(#""area_parts_overlap":\#(isTold)"#), "\(explained.output)")
            }
        }
    }

    @Test func `explain tells what species and exports inside an area cost`() async throws {
        try await withStore { db, file in
            func geoq(_ words: String...) throws -> GeoqProcess { try GeoqProcess(words + ["--db", db]) }
            let seen =
                "id,species,date,lat,lon\n1,Parus major,2026-05-01,42.45,-76.5\n2,Parus major,2026-05-01,42.46,-76.5\n"
                + "3,Anas acuta,2026-05-01,42.45,-76.5\n4,Anas acuta,2026-05-01,42.1,-76.5\n"
            #expect(try GeoqProcess(["import", "-", "--as", "observations", "--db", db], input: seen).status == 0)
            let species = try geoq("explain", "species", "--area", file, "--since", "2026-01-01", "-f", "json")
            for part in [#""items":4,"#, #""hits":3,"#, #""species":2,"#, #""area_positions":10"#] {
                #expect(species.output.contains(part), "\(species.output) \(species.errors)")
            }
            let around = try geoq("explain", "species", "--lat", "42.1", "--lon", "-76.5", "--km", "1", "-f", "json")
            #expect(around.output.contains(#""hits":1,"#) && !around.output.contains("area_"), "\(around.output)")
            for format in ["geojson", "csv", "ndjson"] {
                let export = try geoq("export", "observations", "--area", file, "-f", format)
                let explained = try geoq("explain", "export", "observations", "--area", file, "-f", format)
                let expected = #""items":4,"records":3,"bytes":\#(export.output.utf8.count),"#
                #expect(explained.output.contains(expected), "\(explained.output) \(explained.errors)")
                #expect(explained.output.contains(#""area_edges":"drawn","area_positions":10"#))
            }
            #expect(try geoq("rules", "add", "Ducks", "--species", "Anas acuta").status == 0)
            let lists = try geoq("explain", "export", "watchlists")
            #expect(lists.output.hasPrefix(#"{"records":2,"bytes":"#), "\(lists.output) \(lists.errors)")
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

    @Test func `rings are mended when that is asked for, and what was mended is told`() async throws {
        try await withStore { db, _ in
            let crossed = #"""
                {"type":"FeatureCollection","features":[
                {"type":"Feature","properties":{"name":"Bow"},"geometry":{"type":"Polygon",
                 "coordinates":[[[0,0],[2,2],[2,0],[0,2],[0,0]]]}},
                {"type":"Feature","properties":{"name":"Open"},"geometry":{"type":"Polygon",
                 "coordinates":[[[5,0],[5,1],[6,1],[6,0]],[[5.5,0.5],[5.6,0.5],[5.5,0.5]]]}}]}
                """#
            let refused = try GeoqProcess(["areas", "add", "-", "--source", "s", "--db", db], input: crossed)
            #expect(refused.status == 65 && refused.errors.contains("feature 2"), "\(refused.errors)")
            #expect(refused.errors.contains("--mend closes rings"), "\(refused.errors)")
            let mended = try GeoqProcess(["areas", "add", "-", "--source", "s", "--mend", "--db", db], input: crossed)
            #expect(mended.status == 0, "\(mended.errors)")
            #expect(
                mended.errors.contains(
                    "2 added, 0 changed, 0 unchanged, 1 ring closed, 1 crossing taken out, 1 ring without an area left out, "
                ),
                "\(mended.errors)")
            #expect(mended.errors.contains("that ran the wrong way turned"))
            let flat = #"""
                {"type":"FeatureCollection","features":[
                {"type":"Feature","properties":{"name":"Whole"},"geometry":{"type":"Polygon",
                 "coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}},
                {"type":"Feature","properties":{"name":"Flat"},"geometry":{"type":"Polygon",
                 "coordinates":[[[0,0],[1,1],[2,2],[0,0]]]}}]}
                """#
            let lost = try GeoqProcess(["areas", "add", "-", "--source", "f", "--mend", "--db", db], input: flat)
            #expect(lost.errors.contains("1 feature without an area left out (number 2)"), "\(lost.errors)")
            let of = try GeoqProcess(["areas", "of", "--lat", "0.5", "--lon", "1", "-f", "csv", "--db", db])
            #expect(!of.output.contains("Bow"), "between the triangles: \(of.output)")
            #expect(
                try GeoqProcess(["areas", "of", "--lat", "0.5", "--lon", "1.9", "-f", "csv", "--db", db]).output
                    .contains("Bow"))
            let shown = try GeoqProcess(["areas", "show", "Bow", "--db", db])
            #expect(shown.output.contains("MultiPolygon") && shown.output.contains("[1,1]"), "\(shown.output)")
            let clockwise = #"{"type":"Polygon","coordinates":[[[8,0],[8,1],[9,1],[9,0],[8,0]]]}"#
            let turned = try GeoqProcess(["near", "--area", "-", "--count", "--db", db], input: clockwise)
            #expect(
                turned.output == "0\n" && turned.errors.contains("1 ring that ran the wrong way turned"),
                "\(turned.errors)")
        }
    }

    private static func names(_ run: GeoqProcess) -> [String] {
        run.lines.dropFirst().map { String($0.split(separator: ",")[1]) }.sorted()
    }

    private static let store = SharedStore("areas") { db in
        let imported = try GeoqProcess(["import", "-", "--as", "hotspots", "--db", db], input: places)
        try #require(imported.status == 0, "\(imported.errors)")
    }

    /// A store with four places, beside a file of two areas.
    func withStore(_ body: (_ db: String, _ file: String) async throws -> Void) async throws {
        try await withFolder { folder in
            let (db, file) = (folder + "/s.sqlite", folder + "/park.geojson")
            try Self.park.write(toFile: file, atomically: true, encoding: .utf8)
            try Self.store.copy(to: db)
            try await body(db, file)
        }
    }
}
