import Foundation
import TestSupport
import Testing

/// A file or a row that is refused is told together with the options that help.
/// The libraries' errors name none.
@Suite(.waits, .serialized) struct ImportMistakeTests {
    /// A file, the words after `geoq import FILE`, and what is said.
    private static let mistakes: [(name: String, text: String, words: String, said: String)] = [
        (
            "f.csv", "lat,lon,name\n1,2,A\n", "--as hotspots --map lat=Y",
            "f.csv: --map lat=Y: there is no column \"Y\"; there are lat, lon, name"
        ),
        (
            "f.csv", "lat,lon,name\n1,2,A\n", "--as hotspots --map colour=name",
            "f.csv: --map knows no field \"colour\"; it knows id, lat, lon, name"
        ),
        (
            "f.csv", "lat,lon,name\n1,2,A\n", "--as hotspots --map count=name",
            "f.csv: --map count has no use here; this file can map geometry, id, lat, locality, lon, name"
        ),
        (
            "f.csv", "lat,lon,name\n1,2,A\n", "--as observations",
            "f.csv: no column for the species among lat, lon, name; say which it is with --species NAME, "
                + "or name the column with --map scientific_name=COLUMN; or import the places with --as hotspots"
        ),
        (
            "o.csv", "id,observed_on,latitude,longitude\n1,2026-05-03,42.48,-76.45\n", "--as observations",
            "longitude; say which it is with --species NAME, or name the column with --map scientific_name=COLUMN\n"
        ),
        (
            "f.csv", "lat,lon,other\n1,2,A\n", "--as hotspots",
            "f.csv: no column for name among lat, lon, other; name it with --map name=COLUMN"
        ),
        (
            "f.csv", "Breite,Ort\n1,A\n", "--as hotspots",
            "found the columns Breite, Ort and miss lat, lon and name; name them with --map lat=…,lon=…,name=…"
        ),
        (
            "f.csv", "id,name,lat,lon\n1,Place 1,1,2\n", "--as birds",
            "and miss common_name; name them with --map common_name=…; or import the places with --as hotspots"
        ),
        (
            "f.csv", "id,name,lat,lon\n1,Place 1,1,2\n", "--as watchlists",
            "such as radius_km or rule_type; name the columns as geoq help import tells"
        ),
        (
            "t.gpx", "<gpx version=\"1.1\"><wpt lat=\"1\" lon=\"2\"><name>A</name></wpt></gpx>", "--as observations",
            "t.gpx: a GPX file holds hotspots, not observations; import it with --as hotspots"
        ),
        (
            "t.gpx", "<gpx version=\"1.1\"><wpt lat=\"1\" lon=\"2\"><name>A</name></wpt></gpx>",
            "--as hotspots --map lat=Y", "t.gpx: --map has no use here: the elements of GPX are known"
        ),
        (
            "x.ndjson", "{\"lat\":1,\"lon\":2,\"name\":\"A\"}\n", "--as hotspots --map lat=Z",
            "x.ndjson: --map lat=Z: nothing in the file has a member \"Z\""
        ),
        (
            "w.csv", "watchlist_id,title,radius_km,lat,lon\na,A,1,1,2\n", "--as watchlists --species x",
            "w.csv: --species has no use for watchlists; give their rules one"
        ),
        (
            "w.csv", "watchlist_id,title,radius_km,lat,lon\na,A,1,1,2\n", "--as watchlists --map name=title",
            "w.csv: --map has no use here: those of watchlists have names of their own"
        ),
    ]

    @Test(arguments: mistakes.indices)
    func `a file that is refused is told with the options that help`(number: Int) async throws {
        let mistake = Self.mistakes[number]
        try await withFolder { folder in
            let file = folder + "/" + mistake.name
            try mistake.text.write(toFile: file, atomically: true, encoding: .utf8)
            let run = try GeoqProcess(
                ["import", file, "--db", folder + "/a.sqlite"] + mistake.words.split(separator: " ").map(String.init))
            #expect(run.status == 65, "\(run.errors)")
            #expect(run.errors.contains(mistake.said), "\(run.errors)")
        }
    }

    @Test func `of several files each is told with the options that help`() async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder + "/z", withIntermediateDirectories: true)
            for (name, text) in [("a.csv", "p,q\n1,2\n"), ("b.csv", "r,s\n1,2\n")] {
                try text.write(toFile: folder + "/z/" + name, atomically: true, encoding: .utf8)
            }
            let store = folder + "/a.sqlite"
            let none = try GeoqProcess(["import", folder + "/z", "--as", "hotspots", "--db", store])
            #expect(none.status == 65)
            #expect(
                none.errors.contains(
                    "z/b.csv: no known format: found the columns r, s and miss lat, lon and name; "
                        + "name them with --map lat=…,lon=…,name=…"), "\(none.errors)")
            try "lat,lon,name\n1,2,A\n".write(toFile: folder + "/z/c.csv", atomically: true, encoding: .utf8)
            let one = try GeoqProcess(["import", folder + "/z", "--as", "hotspots", "--db", store])
            #expect(one.status == 0 && one.errors.contains("a.csv: left out: no known format"))
            #expect(one.errors.contains("name them with --map lat=…,lon=…,name=…"), "\(one.errors)")
        }
    }

    @Test func `a row that is refused is told with the options that help`() async throws {
        try await withFolder { folder in
            func errors(_ text: String, _ kind: String) throws -> String {
                try GeoqProcess(["import", "-", "--as", kind, "--db", folder + "/a.sqlite"], input: text).errors
            }
            let sightings = try errors("{\"lat\":1,\"lon\":2,\"date\":\"2026-01-01\"}\n", "observations")
            #expect(sightings.contains("no species;") && sightings.contains("--map names the member, --species"))
            let birds = try errors("{\"name\":\"A\"}\n", "birds")
            #expect(birds.contains("name the member that holds the common_name, with --map common_name=MEMBER"))
        }
    }

    @Test func `rules that cannot be understood are told with the command that tells why`() async throws {
        try await withFolder { folder in
            let table = "watchlist_id,title,rule_type,parameters_json\na,A,location,\"{}\"\n"
            let run = try GeoqProcess(
                ["import", "-", "--as", "watchlists", "--db", folder + "/a.sqlite"], input: table)
            #expect(run.errors.contains("1 rule cannot be understood and never matches"), "\(run.errors)")
            #expect(run.errors.contains("geoq rules check tells why"), "\(run.errors)")
        }
    }
}
