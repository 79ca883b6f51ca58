import Foundation
import TestSupport
import Testing

/// Rules that hold areas and routes, on the command line.
@Suite(.waits) struct AreaRuleCommandTests {
    @Test func `a rule whose area was removed is told by the area's name`() async throws {
        try await withStore { db, file in
            func geoq(_ words: String...) throws -> GeoqProcess { try GeoqProcess(words + ["--db", db]) }
            #expect(try geoq("areas", "add", file).status == 0)
            #expect(try geoq("rules", "add", "Park", "--area", "stewart park", "--approach", "5km").status == 0)
            #expect(try geoq("rules", "check", "-f", "ndjson").output == "")
            let removed = try geoq("areas", "remove", "Stewart Park")
            #expect(removed.errors.contains("1 rule names it and matches nothing without it"), "\(removed.errors)")
            let reason = #"the store has no area \"Stewart Park\" (id "#
            let checked = try geoq("rules", "check", "-f", "ndjson")
            #expect(checked.status == 65 && checked.output.contains(#""kind":"no-area""#), "\(checked.output)")
            #expect(checked.output.contains(reason), "\(checked.output)")
            let shown = try geoq("rules", "show", "Park", "-f", "ndjson")
            #expect(shown.output.contains(#""means":null,"problem":"\#(reason)"#), "\(shown.output)")
            // The same file has the same area again.
            #expect(try geoq("areas", "add", file).status == 0)
            #expect(try geoq("rules", "check", "-f", "ndjson").status == 0)
        }
    }

    @Test func `rules whose areas are replaced, or go with their source, are told`() async throws {
        try await withStore { db, file in
            func geoq(_ words: String...) throws -> GeoqProcess { try GeoqProcess(words + ["--db", db]) }
            #expect(try geoq("areas", "add", file).status == 0)
            #expect(try geoq("rules", "add", "Far", "--area", "North").status == 0)
            let alone = try #require(
                AreaCommandTests.park.range(of: ",\n{\"type\":\"Feature\",\"properties\":{\"name\":\"North\"}"))
            let rest = String(AreaCommandTests.park[..<alone.lowerBound]) + "]}"
            try rest.write(toFile: file, atomically: true, encoding: .utf8)
            #expect(try geoq("areas", "add", file).errors == "park: 0 added, 0 changed, 1 unchanged\n")
            let told =
                "1 rule names an area that is gone and matches nothing without it; geoq rules check tells which\n"
            let replaced = try geoq("areas", "add", file, "--replace")
            #expect(
                replaced.errors == "park: 0 added, 0 changed, 1 unchanged, 1 removed\n" + told, "\(replaced.errors)")
            // It is told once.
            #expect(try geoq("areas", "add", file, "--replace").errors == "park: 0 added, 0 changed, 1 unchanged\n")
            for list in ["Park", "Lake"] {
                #expect(try geoq("rules", "add", list, "--area", "Stewart Park").status == 0)
            }
            let removed = try geoq("sources", "remove", "park")
            #expect(
                removed.errors
                    == "1 row of park removed\n2 rules name areas that are gone and match nothing without them; geoq rules check tells which\n",
                "\(removed.errors)")
        }
    }

    @Test func `an obscured record is certain or possible by its cell, and explain tells what rules hold`() async throws
    {
        try await withStore { db, _ in
            func geoq(_ words: String..., input: String? = nil) throws -> GeoqProcess {
                try GeoqProcess(words + ["--db", db], input: input)
            }
            // A county of 0.6° by 0.8°, whose cells are all inside or outside but in the east.
            let county = (db as NSString).deletingLastPathComponent + "/county.geojson"
            try
                #"{"type":"Polygon","coordinates":[[[-77.001,41.999],[-76.3,41.999],[-76.3,42.801],[-77.001,42.801],[-77.001,41.999]]]}"#
                .write(toFile: county, atomically: true, encoding: .utf8)
            #expect(try geoq("areas", "add", county, "--edges", "geodesic").status == 0)
            #expect(try geoq("rules", "add", "County", "--area", "county 1").status == 0)
            let seen = """
                id,observed_on,latitude,longitude,scientific_name,coordinates_obscured,public_positional_accuracy
                1,2026-05-01,42.5,-76.45,Parus major,true,28000
                2,2026-05-01,42.5,-76.38,Parus major,true,28000
                3,2026-05-01,42.5,-76.18,Parus major,true,28000
                4,2026-05-01,42.5,-76.18,Parus major,false,28000
                """
            func certainties(_ lines: [Substring]) -> [String] {
                lines.map { $0.contains(#""certainty":"certain""#) ? "certain" : "possible" }
            }
            let streamed = try geoq("match", "-", "-f", "ndjson", input: seen + "\n")
            #expect(certainties(streamed.lines) == ["certain", "possible", "possible"], "\(streamed.output)")
            #expect(streamed.output.contains(#""sighting":"4""#) && !streamed.output.contains(#""sighting":"3""#))
            #expect(try geoq("import", "-", input: seen + "\n").status == 0)
            let stored = try geoq("match", "--all", "-f", "ndjson")
            #expect(certainties(stored.lines).sorted() == ["certain", "possible", "possible"], "\(stored.output)")
            #expect(try geoq("match", "--all", "--count").lines == ["3"])
            let explained = try geoq("explain", "match", "--all", "--area", county, "-f", "json")
            for part in [
                #""rule_areas":1,"rule_area_edges":"1 geodesic","rule_area_positions":5"#,
                #""uncertain":4,"obscured":3"#,
                #""matches":"#, #""area_edges":"drawn","area_positions":5"#,
            ] { #expect(explained.output.contains(part), "\(explained.output) \(explained.errors)") }
            let one = try geoq(
                "explain", "match", "--lat", "42.5", "--lon", "-76.5", "--uncertainty", "90000", "-f", "json")
            #expect(one.output.contains(#""matches":1,"possible":1"#), "\(one.output) \(one.errors)")
            #expect(try geoq("explain", "match", county).status == 64)
        }
    }

    @Test func `rules hold areas and routes, and matches say how far inside`() async throws {
        try await withStore { db, file in
            func geoq(_ words: String...) throws -> GeoqProcess { try GeoqProcess(words + ["--db", db]) }
            #expect(try geoq("areas", "add", file).status == 0)
            #expect(try geoq("rules", "add", "Park", "--area", "stewart park").status == 0)
            #expect(try geoq("rules", "add", "Soon", "--area", "Stewart Park", "--approach", "5km").status == 0)
            let route = "42.3,-76.5;42.45,-76.5"
            #expect(try geoq("rules", "add", "Way", "--route", route, "--within", "2km").status == 0)
            let shown = try geoq("rules", "show", "Soon", "-f", "ndjson")
            #expect(shown.output.contains("in Stewart Park, or 5.00 km from it"), "\(shown.output)")
            #expect(try geoq("rules", "show", "Way", "-f", "ndjson").output.contains("2.00 km from a route of 16"))
            func match(_ latitude: String, _ words: String...) throws -> [String] {
                let run = try GeoqProcess(
                    ["match", "--lat", latitude, "--lon", "-76.5", "-f", "csv", "--db", db] + words)
                #expect(run.status == 0, "\(run.errors)")
                return run.lines.dropFirst().map { line in
                    let fields = line.split(separator: ",", omittingEmptySubsequences: false)
                    return "\(fields[1]) \(fields[3]) \(Double(fields[5]).map { Int($0.rounded()) } ?? 0)"
                }.sorted()
            }
            // 5554 m from the nearest edge; the route runs through the place.
            #expect(try match("42.45") == ["Park certain 5554", "Soon certain 5554", "Way certain 2000"])
            // 1111 m south of the park.
            #expect(try match("42.39") == ["Soon certain -1111", "Way certain 2000"])
            #expect(
                try match("42.39", "--uncertainty", "1200") == [
                    "Park possible -1111", "Soon certain -1111", "Way certain 2000",
                ])
            #expect(try match("42.39", "--near-miss", "2km").contains("Park near-miss -1111"))
            let seen =
                "id,species,date,lat,lon\n1,Parus major,2026-05-01,42.45,-76.5\n2,Parus major,2026-05-01,42.39,-76.5\n"
            #expect(try GeoqProcess(["import", "-", "--as", "observations", "--db", db], input: seen).status == 0)
            #expect(try geoq("match", "--all", "--count").output == "5\n")
            #expect(try geoq("match", "--all", "--count", "--area", "Stewart Park").output == "3\n")
            let stream = try GeoqProcess(["match", "-", "--count", "--area", file, "--db", db], input: seen)
            #expect(stream.output == "3\n", "\(stream.errors)")
            #expect(try geoq("rules", "sightings", "Soon", "--count").output == "2\n")
            #expect(try geoq("rules", "check").status == 0)
            let removed = try geoq("areas", "remove", "Stewart Park")
            #expect(removed.errors.contains("2 rules name it and match nothing without it"), "\(removed.errors)")
            #expect(try match("42.45") == ["Way certain 2000"])
            let told = "2 rules name areas that the store does not have, or that cannot be used, and match nothing; "
            for words in [["--all"], ["--lat", "42.45", "--lon", "-76.5"]] {
                let run = try GeoqProcess(["match", "--db", db] + words)
                #expect(run.errors.contains(told + "geoq rules check tells which"), "\(run.errors)")
            }
            // A store that takes the lists and has no areas.
            let lists = try geoq("export", "watchlists").output
            let other = try GeoqProcess(["import", "-", "--as", "watchlists", "--db", db + ".other"], input: lists)
            #expect(other.status == 0 && other.errors.contains(told), "\(other.errors)")
            // A rule that is switched off counts for neither.
            let rows = try geoq("export", "watchlists", "-f", "ndjson").lines.map { row in
                row.contains("approach_km") ? row.replacing(#""is_active":true"#, with: #""is_active":false"#) : row
            }
            let third = try GeoqProcess(
                ["import", "-", "--as", "watchlists", "--db", db + ".third"],
                input: rows.joined(separator: "\n") + "\n")
            let matched = try GeoqProcess(["match", "--lat", "42.45", "--lon", "-76.5", "--db", db + ".third"])
            for run in [third, matched] {
                #expect(
                    run.errors.contains("1 rule names an area that the store does not have, or that cannot be used"),
                    "\(run.errors)")
            }
            let checked = try geoq("rules", "check")
            #expect(checked.status == 65 && checked.output.contains("no-area"), "\(checked.output)")
            for (words, part) in [
                (["--area", "Stewart Park", "--approach", "-1km"], "--approach"),
                (["--approach", "1km"], "--approach goes"),
                (["--route", route], "how far from the route"), (["--area", "North", "--km", "3"], "A circle is"),
                (["--area", "North", "--route", route, "--km", "3"], "one place"), (["--area", "Nort"], "North"),
            ] {
                let run = try GeoqProcess(["rules", "add", "Wrong"] + words + ["--db", db])
                #expect(run.status != 0 && run.errors.contains(part), "\(words): \(run.errors)")
            }
        }
    }

    @Test func `a route of a rule may begin in the south`() async throws {
        try await withStore { db, _ in
            let route = "-17.5,179;-17.5,-179"
            let added = try GeoqProcess(["rules", "add", "Ferry", "--route", route, "--within", "2km", "--db", db])
            #expect(added.status == 0, "\(added.errors)")
            let inside = try GeoqProcess(["match", "--lat", "-17.5", "--lon", "179.01", "-f", "ndjson", "--db", db])
            #expect(inside.status == 0 && inside.lines.count == 1, "\(inside.output)\(inside.errors)")
        }
    }

    @Test func `a rule takes the area of a file into the store`() async throws {
        try await withStore { db, file in
            let patch = (file as NSString).deletingLastPathComponent + "/patch.geojson"
            try Data(
                """
                {"type":"Polygon","coordinates":[[[-76.6,42.4],[-76.4,42.4],[-76.4,42.5],[-76.6,42.5],[-76.6,42.4]]]}
                """.utf8
            ).write(to: URL(fileURLWithPath: patch))
            let added = try GeoqProcess(["rules", "add", "Patch", "--area", patch, "--db", db])
            #expect(added.status == 0 && added.errors.contains("the store has the area patch 1 "), "\(added.errors)")
            let inside = try GeoqProcess(["match", "--lat", "42.45", "--lon", "-76.5", "-f", "ndjson", "--db", db])
            #expect(inside.status == 0 && inside.lines.count == 1, "\(inside.output)\(inside.errors)")
            let outside = try GeoqProcess(["match", "--lat", "42.7", "--lon", "-76.5", "-f", "ndjson", "--db", db])
            #expect(outside.output.isEmpty)
            let several = try GeoqProcess(["rules", "add", "Patch", "--area", file, "--db", db])
            #expect(several.status == 64 && several.errors.contains("has 2 areas"), "\(several.errors)")
            let named = try GeoqProcess(["rules", "add", "Patch", "--area", "North", "--edges", "drawn", "--db", db])
            #expect(named.status == 64 && named.errors.contains("a file given to --area"), "\(named.errors)")
        }
    }

    private func withStore(_ body: (_ db: String, _ file: String) async throws -> Void) async throws {
        try await AreaCommandTests().withStore(body)
    }
}
