import Foundation
import TestSupport
import Testing

/// `geoq along`: routes of files and texts, in every output format.
@Suite(.waits) struct AlongCommandTests {
    /// From Ithaca by Cortland, and from Syracuse on to the east after a gap.
    private static let gpx = """
        <?xml version="1.0"?>
        <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk>
        <trkseg><trkpt lat="42.44" lon="-76.5"/><trkpt lat="42.60" lon="-76.18"/></trkseg>
        <trkseg><trkpt lat="43.04" lon="-76.15"/><trkpt lat="43.10" lon="-75.23"/></trkseg></trk></gpx>
        """

    @Test func `places come in the order of travel, with the same digits in every format`() async throws {
        try await withCities { db, folder in
            let file = folder + "/drive.gpx"
            try Self.gpx.write(toFile: file, atomically: true, encoding: .utf8)
            let along = ["along", file, "--within", "5mi", "--db", db]
            let csv = try GeoqProcess(along + ["-f", "csv", "--fields", "none"])
            #expect(csv.status == 0, "\(csv.errors)")
            #expect(csv.errors == "drive.gpx: 2 segments; the gap between them is not traveled\n")
            #expect(csv.lines.first == "id,name,lat,lon,along_m,offset_m,side")
            let rows = csv.lines.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false) }
            #expect(rows.map { $0[1] } == ["Ithaca", "Cortland", "Syracuse", "Utica"])
            #expect(rows.map { $0[6] } == ["right", "left", "left", "left"])
            let alongs = rows.compactMap { Double($0[4]) }
            #expect(alongs == alongs.sorted() && alongs.count == 4)
            #expect(rows.allSatisfy { (Double($0[5]) ?? .infinity) <= 8046.72 })
            let brute = try GeoqProcess(along + ["-f", "csv", "--fields", "none", "--brute-force"])
            #expect(brute.output == csv.output)
            for format in ["ndjson", "json", "geojson", "geojsonseq"] {
                let run = try GeoqProcess(along + ["-f", format, "--fields", "none"])
                for row in rows {
                    let part = "\"along_m\":\(row[4]),\"offset_m\":\(row[5]),\"side\":\"\(row[6])\""
                    #expect(run.output.contains(part), "\(format): \(part)")
                }
            }
            let table = try GeoqProcess(along + ["-f", "table", "--fields", "none"])
            #expect(table.lines.first?.split(separator: " ").prefix(4) == ["along", "offset", "side", "name"])
            #expect(try GeoqProcess(along + ["--count"]).output == "\(rows.count)\n")
            let ids = try GeoqProcess(along + ["-f", "ids"])
            #expect(ids.lines == rows.map { $0[0] })
            let some = try GeoqProcess(along + ["-f", "ids", "--where", "population_is_not_a_column = 1"])
            #expect(some.status == 64)
            let explained = try GeoqProcess(["explain"] + along + ["-f", "json"])
            #expect(explained.output.contains(#""route_edges":"geodesic","route_segments":2,"route_positions":4"#))
        }
    }

    @Test func `pages together are the whole`() async throws {
        try await withCities { db, _ in
            let along = ["along", "42.44,-76.5;42.60,-76.18;43.04,-76.15", "--km", "15", "-f", "ids", "--db", db]
            let whole = try GeoqProcess(along).lines.map(String.init)
            #expect(whole.count == 3)
            var (paged, after) = ([String](), [String]())
            for _ in 0..<whole.count {
                let page = try GeoqProcess(along + ["--limit", "2"] + after)
                paged += page.lines.map(String.init)
                guard let mark = page.errors.range(of: "--after ") else { break }
                after = ["--after", page.errors[mark.upperBound...].trimmingCharacters(in: .newlines)]
                #expect(after[1].contains("~"))
            }
            #expect(paged == whole)
            let wrong = try GeoqProcess(["near", "--at", "Ithaca", "--km", "3", "--db", db] + after)
            #expect(wrong.status == 64 && wrong.errors.contains("belongs to another kind of question"))
            let other = try GeoqProcess(["along", "42.44,-76.5;42.60,-76.18", "--km", "15", "--db", db] + after)
            #expect(other.status == 64 && other.errors.contains("that --after belongs to another route"))
        }
    }

    @Test func `a route is a text, a file, or standard input, in the south, too`() async throws {
        try await withCities { db, folder in
            let options = ["--km", "30", "-f", "ids", "--db", db]
            let text = try GeoqProcess(["along", "-33.87,151.2;-34.42,150.89"] + options)
            #expect(text.status == 0 && text.errors.isEmpty && text.lines.count > 3, "\(text.errors)")
            let california = try GeoqProcess(["along", "38.5,-120.2;40.7,-120.95;43.252,-126.453"] + options)
            let polyline = try GeoqProcess(["along", "_p~iF~ps|U_ulLnnqC_mqNvxq`@"] + options)
            #expect(polyline.errors == "the route: read as an encoded polyline of 3 positions\n")
            #expect(polyline.output == california.output && polyline.lines.count == 2)
            let line = #"{"type":"LineString","coordinates":[[151.2,-33.87],[150.89,-34.42]]}"#
            #expect(try GeoqProcess(["along", "-"] + options, input: line).output == text.output)
            let written = try GeoqProcess(["along", line] + options)
            #expect(written.output == text.output && written.errors.isEmpty, "\(written.errors)")
            let wkt = try GeoqProcess(["along", "LINESTRING(151.2 -33.87,150.89 -34.42)"] + options)
            #expect(wkt.output == text.output, "\(wkt.errors)")
            let file = folder + "/r.txt"
            try "-33.87,151.2\n-34.42,150.89\n".write(toFile: file, atomically: true, encoding: .utf8)
            #expect(try GeoqProcess(["along", file] + options).output == text.output)
            let there = try GeoqProcess(["along", "-33.87,151.2;-34.42,150.89", "--km", "30", "-f", "csv", "--db", db])
            let back = try GeoqProcess(["along", "-34.42,150.89;-33.87,151.2", "--km", "30", "-f", "csv", "--db", db])
            #expect(there.lines.count == back.lines.count && there.output != back.output)
            let swapped = try GeoqProcess(["along", "-76.5,42.44;-76.18,42.6", "--km", "5", "--db", db])
            #expect(swapped.errors.contains("did you swap lat and lon?"), "\(swapped.errors)")
        }
    }

    @Test(arguments: [
        ("along", 64, "route"), ("along 1,2;3,4", 64, "--within 2mi, or --km"),
        ("along 1,2;3,4 --km -1", 64, "negative"),
        ("along 1,2;3,4 --km 1001", 64, "1000 km"), ("along 1,2;3,4 --within 2", 64, "--within"),
        ("along 1,2;3 --km 5", 65, "the route: position 2: \"3\" is not lat,lon"),
        ("along 1,2;95,4 --km 5", 65, "position 2: lat 95.0 out of range"),
        ("along nowhere.gpx --km 5", 66, "there is no file nowhere.gpx, and it is no route itself"),
        ("along https://example.org/a.gpx --km 5", 66, "is an address, and not a file; download it first"),
        ("along nowhere --km 5", 66, "there is no file nowhere"), ("along BAD --km 5", 65, "bad.gpx: line 2: lat"),
        ("along 1,2;3,4 --km 5 --precision 7", 64, "--precision 7"),
        ("along 1,2;3,4 --km 5 --precision 6", 64, "--precision 6 is for an encoded polyline, and the route is none"),
        ("along _izlhA~rlgdF_{geC~ywl@_kwzCn`{nI --km 5", 65, "--precision 6"),
        ("along 1,2;3,4 --km 5 --next x", 64, "--next goes with --limit"),
        ("along 1,2;3,4 --km 5 --species Tit", 64, "hotspots have no species; ask with --layer observations"),
    ])
    func `mistakes are told in a sentence`(line: String, code: Int32, part: String) async throws {
        try await withFolder { folder in
            let (db, bad) = (folder + "/s.sqlite", folder + "/bad.gpx")
            try "<gpx><trk><trkseg>\n<trkpt lat=\"x\" lon=\"1\"/>".write(toFile: bad, atomically: true, encoding: .utf8)
            let places = "id,name,lat,lon\n1,A,42.45,-76.5\n"
            #expect(try GeoqProcess(["import", "-", "--as", "hotspots", "--db", db], input: places).status == 0)
            let words = line.components(separatedBy: " ").map { $0 == "BAD" ? bad : $0 }
            let run = try GeoqProcess(words + ["--db", db])
            #expect(run.status == code && run.errors.contains(part), "\(line): \(run.status) \(run.errors)")
            #expect(run.output.isEmpty)
        }
    }

    @Test func `an import of a file with tracks tells how to ask along them`() async throws {
        try await withFolder { folder in
            let file = folder + "/drive.gpx"
            try Self.gpx.write(toFile: file, atomically: true, encoding: .utf8)
            let run = try GeoqProcess(["import", file, "--db", folder + "/s.sqlite"])
            #expect(run.status == 0 && run.errors.contains("1 track was not read: places are points, and no lines\n"))
            #expect(
                run.errors.contains("ask along a track or route with: geoq along FILE --within LENGTH\n"),
                "\(run.errors)")
        }
    }

    private func withCities(_ body: (_ db: String, _ folder: String) async throws -> Void) async throws {
        try await withFolder { folder in
            let db = folder + "/s.sqlite"
            try CityStore.copy(to: db)
            try await body(db, folder)
        }
    }
}
