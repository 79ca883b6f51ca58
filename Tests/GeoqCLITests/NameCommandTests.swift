import Foundation
import GeoqStore
import TestSupport
import Testing

/// Names on the command line: of places, birds and shapes.
@Suite(.waits) struct NameCommandTests {
    @Test func `a place is found without its accents, and what was taken is said`() async throws {
        try await withStore { db in
            func near(_ place: String) throws -> GeoqProcess {
                try GeoqProcess(["near", "--at", place, "--km", "5", "-f", "ids", "--db", db])
            }
            let typed = try near("Zurich")
            #expect(typed.status == 0 && typed.lines.count == 1 && typed.errors == "at Zürich, CH\n")
            let exact = try near("Zürich")
            #expect(exact.output == typed.output && exact.errors.isEmpty)
            #expect(try near("47.37,8.55").output == typed.output)
            let marked = try near("47°22'12\"N, 8°33'E")
            #expect(marked.output == typed.output && marked.errors == "at 47.37,8.55\n", "\(marked.errors)")
            let commas = try near("47,37 8,55")
            #expect(commas.status == 66 && commas.errors.contains("a place is written lat,lon"), "\(commas.errors)")
            let several = try near("Springfield")
            #expect(several.status == 66 && several.output.isEmpty)
            #expect(several.errors.contains("2 hotspots are called Springfield"))
            #expect(several.errors.contains("Springfield, US-MO  37.2,-93.3"))
            #expect(try near("Springfield, MO").errors == "at Springfield, US-MO\n")
            #expect(try near("91,0").status == 64)
            // In the south a place begins as an option does.
            let south = try near("-33.87, 151.2")
            #expect(south.status == 0 && south.errors.hasPrefix("nothing found"), "\(south.errors)")
            #expect(try near("\u{2212}33.87,151.2").errors == south.errors)
            let tooFar = try near("-91,0")
            #expect(tooFar.status == 64 && tooFar.errors.contains("lat -91.0 out of range"), "\(tooFar.errors)")
            let found = try GeoqProcess(["find", "zurich", "-f", "ids", "--db", db])
            #expect(found.lines.count == 2 && found.lines.first == typed.lines.first)
        }
    }

    @Test func `find says when it has more places than it shows`() async throws {
        try await withStore { db in
            func find(_ arguments: String...) throws -> GeoqProcess {
                try GeoqProcess(["find"] + arguments + ["-f", "ids", "--db", db])
            }
            let more = try find("springfield", "--limit", "1")
            #expect(more.status == 0 && more.lines.count == 1, "\(more.output)")
            #expect(more.errors == "there are more than 1: --limit says how many to show\n")
            let all = try find("springfield", "--limit", "2")
            #expect(all.lines.count == 2 && all.errors.isEmpty, "\(all.errors)")
            let none = try find("springfield", "--limit", "0", "-e")
            #expect(none.status == 0 && none.output.isEmpty, "\(none.output)")
            #expect(none.errors == "there are some: --limit says how many to show\n")
            let most = try find("springfield", "--limit", "\(Int.max)")
            #expect(most.lines.count == 2 && most.errors.isEmpty, "\(most.errors)")
            let missing = try find("Xyzzy", "--limit", "0")
            #expect(missing.errors == "nothing found\n")
        }
    }

    @Test func `find shows 20 places of more, and says so`() async throws {
        try await withFolder { folder in
            let db = folder + "/a.sqlite"
            let places = (1...21).map { "\($0),Mill Pond \($0),\($0),8\n" }.joined()
            let run = try GeoqProcess(
                ["import", "-", "--as", "hotspots", "--db", db], input: "id,name,lat,lon\n" + places)
            #expect(run.status == 0, "\(run.errors)")
            let found = try GeoqProcess(["find", "mill", "-f", "ids", "--db", db])
            #expect(found.lines.count == 20)
            #expect(found.errors == "there are more than 20: --limit says how many to show\n")
        }
    }

    @Test func `rules take coordinates as a place`() async throws {
        try await withStore { db in
            let run = try GeoqProcess(["rules", "add", "Here", "--at", "42.45,-76.5", "--km", "5", "--db", db])
            #expect(run.status == 0, "\(run.errors)")
            let shown = try GeoqProcess(["rules", "show", "here", "-f", "csv", "--db", db])
            #expect(shown.output.contains("5.00 km around 42.45, -76.5"))
        }
    }

    @Test func `a list that matches nothing says so when it is made`() async throws {
        try await withStore { db in
            func add(_ arguments: String...) throws -> String {
                let run = try GeoqProcess(["rules", "add", "List"] + arguments + ["--db", db])
                #expect(run.status == 0, "\(run.errors)")
                return run.errors
            }
            #expect(try add("--shape", "duck-like").contains("no bird has a shape yet"))
            let birds = "scientific_name,common_name,shape_id\nBucephala albeola,Bufflehead,duck-like\n"
            #expect(try GeoqProcess(["import", "-", "--as", "birds", "--db", db], input: birds).status == 0)
            #expect(try add("--shape", "duck-like") == "")
            #expect(
                try add("--shape", "duckk")
                    == "no bird has the shape duckk; did you mean duck-like? As it is, the list matches nothing\n")
            #expect(try add("--species", "bufflehead") == "")
            #expect(
                try add("--species", "Buffelhead")
                    == "no bird and no sighting is called Buffelhead; did you mean Bufflehead? As it is, the list matches nothing\n"
            )
            let match = ["match", "--lat", "1", "--lon", "2", "--db", db, "-f", "table", "--species"]
            let (misspelt, right) = (try GeoqProcess(match + ["Buffelheat"]), try GeoqProcess(match + ["bufflehead"]))
            #expect(misspelt.errors.contains("did you mean Bufflehead?"))
            #expect(!right.errors.contains("did you mean"))
        }
    }

    private func withStore(_ body: (String) async throws -> Void) async throws {
        try await withFolder { folder in
            let db = folder + "/a.sqlite"
            let places = """
                id,name,locality,lat,lon
                1,Zürich,CH,47.37,8.55
                2,Lake Zurich,US-IL,42.19,-88.09
                3,Springfield,US-IL,39.8,-89.64
                4,Springfield,US-MO,37.2,-93.3

                """
            try Store.putBlank(db)
            let run = try GeoqProcess(["import", "-", "--as", "hotspots", "--db", db], input: places)
            #expect(run.status == 0, "\(run.errors)")
            try await body(db)
        }
    }
}

/// `--dates`, on files, standard input and matches.
@Suite(.waits) struct DateCommandTests {
    @Test func `dates that can be read in two ways are asked about`() async throws {
        try await withFolder { folder in
            let db = folder + "/a.sqlite"
            let path = folder + "/a.csv"
            let header = "id,scientific_name,date,lat,lon\n"
            let (open, clear) = ("1,Parus major,01/02/2020,1,2\n", "2,Parus major,13/02/2020,1,2\n")
            func imported(_ text: String, _ arguments: String...) throws -> [GeoqProcess] {
                try text.write(toFile: path, atomically: true, encoding: .utf8)
                return [
                    try GeoqProcess(["import", path, "--as", "observations", "--db", db] + arguments),
                    try GeoqProcess(["import", "-", "--as", "observations", "--db", db] + arguments, input: text),
                ]
            }
            for run in try imported(header + open) {
                #expect(
                    run.status == 65 && run.errors.hasSuffix("say which it is with --dates mdy or --dates dmy\n"),
                    "\(run.errors)")
            }
            for run in try imported(header + open, "--dates", "dmy") { #expect(run.status == 0, "\(run.errors)") }
            for run in try imported(header + open + clear) { #expect(run.status == 0, "\(run.errors)") }
            let all = try GeoqProcess(["export", "observations", "-f", "csv", "--db", db])
            #expect(all.output.contains("2020-02-01") && all.output.contains("2020-02-13"))
            #expect(!all.output.contains("2020-01-02"))
            try (header + open).write(toFile: path, atomically: true, encoding: .utf8)
            #expect(try GeoqProcess(["match", path, "--db", db]).status == 65)
            #expect(try GeoqProcess(["match", path, "--dates", "dmy", "--db", db]).status == 0)
            let stream = try GeoqProcess(["match", "-", "--db", db], input: header + open + clear)
            #expect(stream.status == 65 && stream.errors.contains("a stream is read once"))
            let birds = "common_name,scientific_name,family,order_name,shape_id\nSnow Goose,Anser caerulescens,,,\n"
            let dateless = try GeoqProcess(
                ["import", "-", "--dates", "dmy", "--db", folder + "/b.sqlite"], input: birds)
            #expect(dateless.status == 0, "\(dateless)")
            #expect(dateless.errors.contains("--dates was not needed: birds have no dates"), "\(dateless)")
        }
    }
}
