import Foundation
import GeoqStore
import TestSupport
import Testing

/// The commands of the home place, presence, shares, the community and
/// identifications, for a guest.
@Suite(.waits, .serialized) struct HomeCommandTests {
    static let bird = "b0000000-0000-4000-8000-000000000001"

    /// A store of a guest with two hotspots, a bird, and its presence at one of them.
    static func guest(_ body: (GuestFixture) throws -> Void) async throws {
        try await withFolder { folder in
            let fixture = GuestFixture(folder: folder)
            try "id,name,lat,lon\n1,Stewart Park,42.46,-76.5\n2,Far Pond,43.6,-77.9\n"
                .write(toFile: folder + "/places.csv", atomically: true, encoding: .utf8)
            try Store.putBlank(folder + "/birds.sqlite")
            #expect(try fixture.run("import", folder + "/places.csv", "--as", "hotspots").status == 0)
            try fixture.sql(
                """
                INSERT INTO bird (id, common_name, scientific_name, source)
                    SELECT '\(bird)', 'Snowy Owl', 'Bubo scandiacus', name FROM geoq_source LIMIT 1;
                WITH RECURSIVE n (week) AS (SELECT 1 UNION ALL SELECT week + 1 FROM n WHERE week < 53)
                INSERT INTO hotspot_species_presence (id, hotspot_id, bird_id, week, likelihood, source)
                    SELECT printf('d0000000-0000-4000-8000-%012d', week), h.id, '\(bird)', week, week / 64.0, h.source
                    FROM n, hotspot AS h WHERE h.name = 'Stewart Park';
                """)
            try body(fixture)
        }
    }

    struct GuestFixture {
        let folder: String

        func run(_ words: String...) throws -> GeoqProcess { try run(words) }

        func run(_ words: [String]) throws -> GeoqProcess {
            try GeoqProcess(words, environment: ["HOME": folder, "GEOQ_DB": folder + "/birds.sqlite"])
        }

        func sql(_ statement: String) throws {
            let run = try Tool.sqlite3(folder + "/birds.sqlite", statement)
            #expect(run.status == 0, "\(run.errors)")
        }
    }

    @Test func `the home place is asked about where none is given, and that is said`() async throws {
        try await Self.guest { fixture in
            for words in [["near", "--km", "5"], ["nearest", "-k", "1"], ["species", "--km", "5"], ["areas", "of"]] {
                let run = try GeoqProcess(
                    words, environment: ["HOME": fixture.folder, "GEOQ_DB": fixture.folder + "/birds.sqlite"])
                #expect(run.status == 64 && run.errors.contains("geoq home set"), "\(words) \(run.errors)")
            }
            #expect(try fixture.run("home", "show", "-e").status == 1)
            let nothing: [(String, [Substring])] = [("json", ["[]"]), ("csv", ["name,lat,lon"]), ("ndjson", [])]
            for (format, lines) in nothing {
                #expect(try fixture.run("home", "show", "-f", format).lines == lines)
            }
            #expect(try fixture.run("home", "set", "--at", "stewart park").status == 0)
            let near = try fixture.run("near", "--km", "5", "-f", "csv")
            #expect(near.status == 0 && near.output.contains("Stewart Park"), "\(near.errors)")
            #expect(near.errors.contains("at home, stewart park (42.46, -76.5)"), "\(near.errors)")
            #expect(try fixture.run("nearest", "-k", "1").output.contains("Stewart Park"))
            #expect(try fixture.run("explain", "near", "--km", "5").status == 0)
            // A center that is given is the one that is asked about.
            let other = try fixture.run("near", "--at", "Far Pond", "--km", "5")
            #expect(other.output.contains("Far Pond") && !other.errors.contains("home"), "\(other.errors)")
            #expect(try fixture.run("home", "set", "--lat", "43.6", "--lon", "-77.9", "--name", "the pond").status == 0)
            #expect(try fixture.run("home").output.contains(#"{"name":"the pond","lat":43.6,"lon":-77.9}"#))
            #expect(try fixture.run("home", "clear").status == 0)
            #expect(try fixture.run("near", "--km", "5").status == 64)
        }
    }

    @Test func `home is the center within an area as well, and a missing radius is what is told`() async throws {
        try await Self.guest { fixture in
            #expect(try fixture.run("home", "set", "--at", "Stewart Park").status == 0)
            let near = "POLYGON ((-77 42, -76 42, -76 43, -77 43, -77 42))"
            for words in [
                ["near", "--within", "5mi"], ["near", "--nearest", "2"], ["nearest", "-k", "2"],
                ["species", "--km", "5"], ["explain", "near", "--km", "5"],
            ] {
                let run = try GeoqProcess(
                    words + ["--area", near, "-f", "csv"],
                    environment: ["HOME": fixture.folder, "GEOQ_DB": fixture.folder + "/birds.sqlite"])
                #expect(run.status == 0 && run.errors.contains("at home, Stewart Park"), "\(words) \(run.errors)")
                #expect(!run.output.contains("Far Pond"))
            }
            // An area alone is a question about the area.
            let whole = "POLYGON ((-79 42, -76 42, -76 44, -79 44, -79 42))"
            let all = try fixture.run("near", "--area", whole, "-f", "ids")
            #expect(all.lines.count == 2 && !all.errors.contains("home"), "\(all.errors)")
            for line in ["near", "species", "explain near", "explain species"] {
                let run = try GeoqProcess(
                    line.split(separator: " ").map(String.init),
                    environment: ["HOME": fixture.folder, "GEOQ_DB": fixture.folder + "/birds.sqlite"])
                #expect(run.status == 64 && run.errors.contains("Give a radius"), "\(line) \(run.errors)")
            }
            let server = try fixture.run("near", "--km", "5", "--remote", "host=/nowhere")
            #expect(server.status == 64 && server.errors.contains("--remote does not ask"), "\(server.errors)")
        }
    }

    @Test func `sightings and shares of a guest are kept, listed and deleted`() async throws {
        try await Self.guest { fixture in
            let known = try fixture.run(
                "community", "add", "Bubo scandiacus", "--at", "Stewart Park", "--observed", "2026-11-20")
            #expect(known.status == 0 && known.lines.count == 1 && known.errors.isEmpty, "\(known.errors)")
            let words = try fixture.run("community", "add", "a large gull")
            #expect(words.status == 0 && words.errors.contains("kept as words"))
            try fixture.sql(
                """
                INSERT INTO community_observation (id, source_type, species_text, source)
                    SELECT 'd0000000-0000-4000-8000-000000000009', 'system', 'a seed', name FROM geoq_source LIMIT 1
                """)
            #expect(try fixture.run("community", "list").lines.count == 3)
            let mine = try fixture.run("community", "list", "--mine")
            #expect(mine.lines.count == 2 && mine.lines[0].contains(#""common_name":"Snowy Owl""#), "\(mine.output)")
            #expect(mine.lines[0].contains(#""place":"Stewart Park""#) && mine.lines[0].contains(#""by":"you""#))
            let seed = try fixture.run("community", "delete", "d0000000-0000-4000-8000-000000000009")
            #expect(seed.status == 64 && seed.errors.contains("can only be read"), "\(seed.errors)")
            #expect(try fixture.run("community", "delete", String(known.lines[0])).status == 0)
            #expect(try fixture.run("community", "list", "--mine").lines.count == 1)
            let wrong = try fixture.run("community", "add", "a gull", "--observed", "yesterday")
            #expect(wrong.status == 64 && wrong.errors.contains("--observed"), "\(wrong.errors)")

            let friend = "c0000000-0000-4000-8000-000000000001"
            #expect(try fixture.run("list", "add", "Owls").status == 0)
            let share = try fixture.run("list", "share", "Owls", friend)
            #expect(share.status == 0 && share.lines.count == 1, "\(share.errors)")
            #expect(try fixture.run("list", "share", "Owls", friend, "--can", "edit").lines == share.lines)
            let shares = try fixture.run("list", "shares", "Owls")
            #expect(shares.lines == [#"{"user_id":"\#(friend)","can":"edit","id":"\#(share.lines[0])"}"#])
            #expect(try fixture.run("list", "share", "Owls", "ann@example.org").status == 64)
            #expect(try fixture.run("list", "unshare", "Owls", friend).status == 0)
            #expect(try fixture.run("list", "unshare", "Owls", friend).status == 66)
            #expect(try fixture.run("list", "shares", "Owls", "-e").status == 1)
        }
    }

    @Test func `lists and their entries are shown, with the ids that other commands take`() async throws {
        try await Self.guest { fixture in
            #expect(try fixture.run("list", "list", "-e").status == 1)
            #expect(
                try fixture.run(
                    "list", "add", "Owls", "--start", "2026-11-01", "--lat", "42.46", "--lon", "-76.5", "--km", "2.5"
                ).status == 0)
            #expect(try fixture.run("list", "add", "Gulls").status == 0)
            let added = try fixture.run("entry", "add", "Owls", "snowy owl", "--notes", "on the pier")
            let id = try #require(added.lines.first)
            let lists = try fixture.run("list", "list", "-f", "csv")
            #expect(
                lists.lines.map { $0.split(separator: ",", maxSplits: 1)[1] } == [
                    "title,type,place,start_date,end_date,lat,lon,radius_km,entries,waits,cover,right,owner_id,shared_with,row_version,last_synced_at",
                    "Gulls,,,,,,,,0,pendingOwner,,own,,0,0,",
                    "Owls,,,2026-11-01,,42.46,-76.5,2.5,1,pendingOwner,,own,,0,0,",
                ], "\(lists.output)")
            let entries = try fixture.run("entry", "list", "owls", "-f", "table")
            #expect(
                entries.output.contains("Snowy Owl") && entries.output.contains("on the pier")
                    && entries.output.contains(id), "\(entries.output)")
            #expect(
                try fixture.run("entry", "list", "Owls").output.contains(#""id":"\#(id)","common_name":"Snowy Owl""#))
            #expect(try fixture.run("entry", "list", "Gulls", "-e").status == 1)
            // A day is the day at the place: Apia is 13 hours before UTC, New York 5 behind.
            for (lat, lon, moment) in [
                ("42.46", "-76.5", "2026-12-20T17:00:00Z"), ("-13.83", "-171.77", "2026-12-19T23:00:00Z"),
                ("", "", "2026-12-20T12:00:00Z"),
            ] {
                let words = ["entry", "add", "Gulls", "Snowy Owl", "--observed", "2026-12-20"]
                let place = lat.isEmpty ? [] : ["--lat", lat, "--lon", lon]
                let run = try GeoqProcess(
                    words + place, environment: ["HOME": fixture.folder, "GEOQ_DB": fixture.folder + "/birds.sqlite"])
                let seen = try #require(run.lines.first)
                #expect(
                    try fixture.run("entry", "list", "Gulls").output.contains(#""observed_at":"\#(moment)""#), "\(seen)"
                )
                #expect(try fixture.run("entry", "delete", String(seen)).status == 0)
            }
            #expect(try fixture.run("entry", "list", "Ducks").status == 66)
            #expect(try fixture.run("entry", "delete", String(id)).status == 0)
            #expect(try fixture.run("entry", "list", "Owls").output.isEmpty)
        }
    }
}
