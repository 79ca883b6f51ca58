import Foundation
import GeoqStore
import TestSupport
import Testing

/// `geoq rules`, as a user runs it.
@Suite(.waits) struct RulesCommandTests {
    @Test func `rules are added, listed, shown and removed`() async throws {
        try await withStore { db in
            let add = try Self.geoq(
                db, "rules", "add", "Pond ducks", "--lat", "42.48", "--lon", "-76.45", "--km", "5", "--shape",
                "duck-like", "--start", "--11-01", "--end", "--02-28", "--priority", "-3")
            #expect(add.status == 0 && add.lines.count == 3, "\(add.errors)")
            #expect(add.errors.contains("new watchlist Pond ducks "))
            // The list is known now, in any case.
            let more = try Self.geoq(db, "rules", "add", "POND DUCKS", "--species", "Great Tit", "--priority", "7")
            #expect(more.status == 0 && more.lines.count == 1, "\(more.errors)")
            let list = try Self.geoq(db, "rules")
            #expect(list.lines.count == 1)
            #expect(
                list.output.contains(
                    #""title":"Pond ducks","priority":7,"location":1,"species":2,"date":1,"not_understood":0"#))
            // A list has one name for its id, whichever command tells of it; a rule names its list besides.
            let same = try Self.geoq(db, "list", "list", "-f", "ndjson").output
            let id = try #require(list.output.firstMatch(of: /^\{"id":"([0-9a-f-]{36})"/)?.output.1)
            #expect(same.hasPrefix(#"{"id":"\#(id)","#), "\(same)")
            let show = try Self.geoq(db, "rules", "show", "pond ducks", "-f", "csv")
            #expect(show.lines.count == 5)
            #expect(show.lines.first == "id,watchlist,rule_type,parameters_json,priority,in_force,means,problem")
            #expect(show.lines.dropFirst().allSatisfy { $0.dropFirst(37).hasPrefix("\(id),") }, "\(show.output)")
            #expect(show.output.contains(#""{""start"":""--11-01"",""end"":""--02-28""}",-3,true,--11-01 to --02-28"#))
            #expect(show.output.contains("5.00 km around 42.48, -76.45") && show.output.contains(",7,true,Great Tit,"))
            #expect(show.output.contains(#""{""scientific_name"":""Parus major""}",7"#), "It is the same elsewhere.")
            let removed = try Self.geoq(
                db, "rules", "remove", String(more.lines[0]), String(add.lines[0]), more.lines[0].uppercased())
            #expect(removed.status == 0 && removed.errors == "2 rules removed\n")
            #expect(try Self.geoq(db, "rules", "show", "pond ducks").lines.count == 2)
            let gone = try Self.geoq(db, "rules", "remove", String(more.lines[0]))
            #expect(gone.status == 66 && gone.errors.contains("there is no rule \(more.lines[0])"))
            let titled = try Self.geoq(db, "rules", "remove", "Pond ducks")
            #expect(titled.status == 66 && titled.errors.contains("a whole watchlist is removed with --list"))
            // A rule in the list's columns is named by the list, which has none.
            let column = try Self.geoq(db, "rules", "remove", "Pond ducks/location_rule")
            #expect(column.status == 66 && column.errors.contains("\(id)/location_rule"), "\(column.errors)")
            #expect(try Self.geoq(db, "rules", "remove", "--list", "Pond ducks").status == 0)
            #expect(try Self.geoq(db, "rules", "list", "-e").status == 1)
            #expect(try Self.geoq(db, "doctor").status == 0)
        }
    }

    @Test(arguments: [
        (["rules", "sightings"], "inside the circle, area or route"),
        (["rules", "hotspots"], "circles, areas and routes"),
        (["serve"], "the file's name without folder and ending"),
    ])
    func `the help tells what an answer is about`(command: [String], part: String) throws {
        let run = try GeoqProcess(["help"] + command)
        // Lines are wrapped.
        let text = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(run.status == 0 && text.contains(part), "\(text)")
    }

    @Test func `a guest writes lists and entries`() async throws {
        try await withStore { db in
            #expect(try Self.geoq(db, "list", "add", "Pond").status == 0)
            // The store has the bird.
            let entry = try Self.geoq(db, "entry", "add", "pond", "parus major", "--observed", "2026-11-20")
            #expect(entry.status == 0 && entry.lines.count == 1, "\(entry.errors)")
            let id = try #require(entry.lines.first.map { String($0) })
            #expect(
                try Self.geoq(db, "entry", "edit", id, "--notes", "a pair", "--lat", "42.4", "--lon", "-76.5").status
                    == 0)
            let near = try Self.geoq(db, "near", "--lat", "42.4", "--lon", "-76.5", "--km", "1", "--layer", "entries")
            #expect(near.lines.count == 1, "\(near.errors)")
            for (arguments, words) in [
                (["entry", "edit", id, "--observed", "soon"], #"--observed: "soon" is no moment"#),
                (["entry", "edit", id, "--lat", "95", "--lon", "1"], "--lat: 95.0 is not from -90 to 90"),
                (["list", "edit", "pond", "--km", "40"], "A new circle is a center and a radius"),
                (["list", "add", "sea", "--lat", "1", "--lon", "2"], "A new circle is a center and a radius"),
                (["list", "edit", "pond", "--start", "May"], #"--start: "May" is no day"#),
                (
                    ["list", "edit", "pond", "--start", "2026-05-02", "--end", "2026-05-01"],
                    "--end: the last day, 2026-05-01, is before the first, 2026-05-02"
                ),
            ] {
                let run = try GeoqProcess(arguments + ["--db", db])
                #expect(run.status == 64 && run.errors.contains(words), "\(arguments): \(run.errors)")
            }
            // A part of a circle changes the circle that is there.
            let whole = ["list", "edit", "pond", "--lat", "42.4", "--lon", "-76.5", "--km", "25"]
            for arguments in [
                whole, ["list", "edit", "pond", "--km", "40"], ["list", "edit", "pond", "--lat", "43", "--lon", "7"],
            ] {
                #expect(try GeoqProcess(arguments + ["--db", db]).status == 0, "\(arguments)")
            }
            let circles = try Self.geoq(db, "list", "list", "-f", "ndjson").lines
            #expect(circles.contains { $0.contains(#""lat":43,"lon":7,"radius_km":40"#) }, "\(circles)")
            #expect(try Self.geoq(db, "entry", "edit", id).status == 64)
            #expect(try Self.geoq(db, "entry", "add", "pond", "Dodo").status == 66)
            #expect(try Self.geoq(db, "entry", "delete", id).status == 0)
            let gone = try Self.geoq(db, "entry", "delete", id)
            #expect(
                gone.status == 66 && gone.errors.contains("the store has no entry \(id)"), "\(gone.errors)")
            #expect(try Self.geoq(db, "list", "delete", "Pond").status == 0)
            #expect(try Self.geoq(db, "rules", "list", "-e").status == 1)
        }
    }

    @Test func `mistakes are told, and store nothing`() async throws {
        try await withStore { db in
            for (arguments, status, words) in [
                (["rules", "add", "A"], 64, "Give at least one rule"),
                (["rules", "add", "A", "--lat", "1", "--lon", "2"], 64, "A circle is a center and a radius"),
                (["rules", "add", "A", "--start", "soon"], 64, #"start "soon" is no date"#),
                (["rules", "add", "A", "--start", "2026-05-01", "--end", "2026-04-01"], 64, "before it starts"),
                (["rules", "add", "A", "--lat", "1", "--lon", "2", "--km", "0"], 64, "is not more than zero"),
                (["rules", "show", "A"], 66, "no watchlist is called A"),
                (["rules", "sightings", "A"], 66, "no watchlist is called A"),
                (["rules", "remove"], 64, "Give the ids of rules, or a --list"),
                (["rules", "add", "00000000-0000-4000-8000-000000000001", "--shape", "x"], 66, "no watchlist"),
            ] as [([String], Int32, String)] {
                let run = try GeoqProcess(arguments + ["--db", db])
                #expect(run.status == status && run.errors.contains(words), "\(arguments): \(run.errors)")
            }
            #expect(try Self.geoq(db, "stats").output.contains(#""watchlists":0,"entries":0,"rules":0"#))
            #expect(try Self.geoq(db, "rules", "add", "Pond", "--shape", "x").status == 0)
            let near = try Self.geoq(db, "rules", "show", "Ponds")
            #expect(near.errors.contains("no watchlist is called Ponds; did you mean Pond?"))
        }
    }

    @Test func `check tells what is wrong with which rule, and why`() async throws {
        let lists = """
            {"id":"a","title":"Broken","rules":[
             {"rule_type":"location","parameters_json":"{\\"lat\\":1,\\"lon\\":2,\\"radius_km\\":-5}"},
             {"rule_type":"species","parameters_json":"{broken"},{"rule_type":"magic","parameters_json":"{}"}]}
            {"id":"b","title":"Wide","lat":1,"lon":2,"radius_km":30000,"rules":[
             {"rule_type":"date","parameters_json":"{\\"start\\":\\"--12-01\\",\\"end\\":\\"--01-31\\"}"},
             {"rule_type":"date","parameters_json":"{\\"end\\":\\"--01-31\\",\\"start\\":\\"--12-01\\"}"}]}
            {"id":"c","title":"Gone","deleted_at":"2026-01-01T00:00:00Z","shape_id":"tit-like"}
            {"id":"d","title":"Empty"}
            {"id":"e","title":"Stranger","bird_id":"00000000-0000-4000-8000-00000000beef"}
            {"id":"f","title":"Sound","shape_id":"tit-like"}
            {"id":"g","title":"Typo","rules":[
             {"rule_type":"species","parameters_json":"{\\"scientific_name\\":\\"Bucephala albeolla\\"}"}]}
            {"id":"h","title":"Seen","rules":[
             {"rule_type":"species","parameters_json":"{\\"scientific_name\\":\\"Turdus merula\\"}"}]}
            """
        try await withStore { db in
            try Self.geoq(db, "import", "-", "--as", "watchlists", input: lists.replacing("\n ", with: ""))
            let seen = "species,lat,lon,date\nTurdus merula,1,2,2026-01-01\n"
            try Self.geoq(db, "import", "-", "--as", "observations", input: seen)
            let check = try Self.geoq(db, "rules", "check")
            #expect(check.status == 65)
            func finding(_ kind: String, _ title: String) -> Int {
                check.lines.count { $0.hasPrefix(#"{"kind":"\#(kind)","#) && $0.contains(#""title":"\#(title)""#) }
            }
            #expect(finding("not-understood", "Broken") == 3 && finding("never-matches", "Broken") == 1)
            #expect(finding("everywhere", "Wide") == 1 && finding("duplicate", "Wide") == 1)
            #expect(finding("deleted-watchlist", "Gone") == 1 && finding("never-matches", "Empty") == 1)
            #expect(finding("unknown-bird", "Stranger") == 1 && finding("unknown-bird", "Typo") == 1)
            #expect(check.lines.count == 10 && !check.output.contains("Sound") && !check.output.contains("Seen"))
            for _ in 0..<2 {
                let again = try Self.geoq(db, "rules", "add", "Typo again", "--species", "Bucephala albeolla")
                #expect(again.errors.contains("no bird and no sighting is called Bucephala albeolla"))
            }
            #expect(check.output.contains(#""reason":"radius_km -5 is not more than zero","text":"{\"lat\":1"#))
        }
    }

    @Test func `sightings of a list come in pages that make up the whole`() async throws {
        try await withStore { db in
            var rows = "id,species,lat,lon,date,uncertainty_m\n"
            for number in 0..<57 {
                let lat = 42.4 + Double(number % 19) / 100
                rows +=
                    "\(number),\(number % 2 == 0 ? "Parus major" : "Anas crecca"),\(lat),-76.45,2026-05-\(10 + number % 20),\n"
            }
            try Self.geoq(db, "import", "-", "--as", "observations", input: rows)
            try Self.geoq(
                db, "rules", "add", "Tits", "--lat", "42.48", "--lon", "-76.45", "--km", "6", "--species", "Parus major"
            )
            let all = try Self.geoq(db, "rules", "sightings", "Tits", "-f", "ids").lines
            let count = try Self.geoq(db, "rules", "sightings", "Tits", "--count").output
            #expect(count == "\(all.count)\n" && all.count > 10)
            var pages: [Substring] = []
            var after: [String] = []
            var outputs: [String] = []
            repeat {
                let page = try Self.geoq(db, ["rules", "sightings", "Tits", "-f", "ids", "--limit", "4"] + after)
                #expect(page.status == 0)
                pages += page.lines
                outputs.append(page.output)
                after =
                    page.errors.split(separator: " ").last.map { ["--after", $0.trimmingCharacters(in: .newlines)] }
                    ?? []
            } while !after.isEmpty && outputs.count < 20
            #expect(pages == all)
            // What is counted is the page, as of near.
            let (next, ids) = (db + ".next", ["rules", "sightings", "Tits", "-e"])
            #expect(try Self.geoq(db, ids + ["--count", "--limit", "4", "--next", next]).output == "4\n")
            #expect(FileManager.default.contents(atPath: next)?.isEmpty == true, "one number has no next page")
            let first = try Self.geoq(db, ids + ["-f", "ids", "--limit", "\(all.count)"])
            let last = try #require(first.errors.split(separator: " ").last?.trimmingCharacters(in: .newlines))
            let behind = try Self.geoq(db, ids + ["--count", "--after", last])
            #expect(behind.output == "0\n" && behind.status == 1, "\(behind)")
            let filtered = try Self.geoq(db, "rules", "sightings", "Tits", "--since", "2026-05-20", "--count")
            let expected = try Self.geoq(
                db, "near", "--lat", "42.48", "--lon", "-76.45", "--km", "6", "--layer", "observations", "--species",
                "Parus major", "--since", "2026-05-20", "--count")
            #expect(filtered.output == expected.output && filtered.output != count)
            let places = try Self.geoq(db, "rules", "hotspots", "Tits", "--unknown", "matches", "--count")
            #expect(places.output == "1\n", "\(places.errors)")
            #expect(try Self.geoq(db, "rules", "hotspots", "Tits", "-e").status == 1)
        }
    }

    @Test func `a month is shown as a month, also where the date alone is asked for`() async throws {
        try await withStore { db in
            try Self.geoq(
                db, "import", "-", "--as", "observations",
                input: "species,lat,lon,date\nCorvus corax,42.48,-76.45,2024-06\n"
            )
            try Self.geoq(db, "rules", "add", "Pond", "--lat", "42.48", "--lon", "-76.45", "--km", "6")
            let sightings = ["rules", "sightings", "Pond", "--fields", "date", "-f"]
            let table = try Self.geoq(db, sightings + ["table"])
            #expect(table.output.contains(" 2024-06 ") && !table.output.contains("precision"), "\(table)")
            #expect(try Self.geoq(db, sightings + ["csv"]).lines.first?.hasSuffix(",date") == true)
        }
    }

    @discardableResult
    static func geoq(_ db: String, _ arguments: String..., input: String? = nil) throws -> GeoqProcess {
        try geoq(db, arguments, input: input)
    }

    static func geoq(_ db: String, _ arguments: [String], input: String? = nil) throws -> GeoqProcess {
        try GeoqProcess(arguments + ["--db", db], input: input)
    }

    /// A store with two birds and a hotspot.
    private func withStore(_ body: (_ db: String) async throws -> Void) async throws {
        try await withFolder { folder in
            let db = folder + "/a.sqlite"
            try Store.putBlank(db)
            try Self.geoq(
                db, "import", "-", "--as", "birds",
                input:
                    "common_name,scientific_name,shape_id\nGreat Tit,Parus major,tit-like\nTeal,Anas crecca,duck-like\n"
            )
            try Self.geoq(db, "import", "-", "--as", "hotspots", input: "name,lat,lon\nPond,42.48,-76.45\nFar,0,0\n")
            try await body(db)
        }
    }
}
