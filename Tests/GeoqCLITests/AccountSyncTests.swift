import Foundation
import TestSupport
import Testing

/// `geoq sync` of the project that a user is logged in to, as a person uses it.
@Suite(.waits, .serialized, .needsGateway)
struct AccountSyncTests {
    private static let kit = Result { try GatewayProcess() }
    private static let rest = Result { try GatewayProcess(["--level", "rest", "--max-rows", "77"]) }

    /// A user who is logged in, 200 hotspots, and a list of the user's with an
    /// entry.
    private static func fixture(
        _ level: String, _ body: (AccountFixture, _ user: String, _ email: String) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            let fixture = try AccountFixture((level == "kit" ? kit : rest).get(), in: folder)
            try fixture.gateway.query("DELETE FROM watchlists; DELETE FROM hotspot; DELETE FROM bird")
            let email = try fixture.signUp()
            let user = try fixture.userID()
            try fixture.gateway.query(
                """
                INSERT INTO bird (id, common_name) VALUES (md5('owl')::uuid, 'Snowy Owl');
                INSERT INTO hotspot (id, name, lat, lon)
                SELECT md5('spot ' || n)::uuid, 'Spot ' || n, 42 + n / 1000.0, -76.5 FROM generate_series(1, 200) n;
                INSERT INTO watchlists (id, owner_id, title) VALUES (md5('list')::uuid, '\(user)', 'Secret Owls');
                INSERT INTO watchlist_entries (id, watchlist_id, bird_id, lat, lon)
                VALUES (md5('entry')::uuid, md5('list')::uuid, md5('owl')::uuid, 42, -76.5);
                """)
            try await body(fixture, user, email)
        }
    }

    @Test(arguments: ["kit", "rest"])
    func `a sync without a URL mirrors what the user may see, and what changes`(level: String) async throws {
        try await Self.fixture(level) { fixture, user, email in
            let first = try fixture.run("sync")
            #expect(first.status == 0, "\(first.errors)")
            #expect(try fixture.sql("SELECT count(*) FROM hotspot") == ["200"])
            #expect(try fixture.sql("SELECT title FROM watchlists") == ["Secret Owls"])
            let near = try fixture.run("near", "--lat", "42", "--lon", "-76.5", "--km", "5", "--count")
            #expect(near.output == "45\n", "\(near.errors)")
            let status = try fixture.run("sync", "status", "-f", "csv").output
            #expect(status.contains("\(fixture.gateway.url),\(email),\(user),\(level),hotspot,200,0,0,0,"), "\(status)")

            try fixture.gateway.query(
                """
                UPDATE hotspot SET lat = 80, updated_at = now() WHERE name = 'Spot 1'; DELETE FROM hotspot WHERE name = 'Spot 2';
                UPDATE watchlists SET title = 'Open Owls';
                """)
            let next = try fixture.run("sync", fixture.gateway.url + "/")
            #expect(next.status == 0 && !next.errors.contains("PGHOST"), "\(next.errors)")
            let chosen = try GeoqProcess(
                ["sync"], environment: fixture.environment.merging(["PGHOST": "127.0.0.1"]) { $1 })
            #expect(chosen.status == 0 && chosen.errors.contains("PGHOST is not used"), "\(chosen.errors)")
            #expect(try fixture.sql("SELECT title FROM watchlists") == ["Open Owls"])
            if level == "rest" {
                // Tables without the kit tell no deletions: large ones are read
                // whole once a day, or when that is asked for.
                #expect(try fixture.sql("SELECT count(*) FROM hotspot WHERE name = 'Spot 2'") == ["1"])
                #expect(try fixture.run("sync", "--verify-contents").status == 0)
            }
            #expect(try fixture.sql("SELECT count(*) FROM hotspot WHERE name = 'Spot 2'") == ["0"])
            let moved = try fixture.run("nearest", "--lat", "80", "--lon", "-76.5", "-k", "1", "-f", "csv")
            #expect(moved.output.contains("Spot 1,"), "\(moved.output)")
        }
    }

    @Test func `the status says who is logged in and what waits, offline, in a hundred columns`() async throws {
        try await Self.fixture("kit") { fixture, user, email in
            // Before the first sync, nothing is mirrored, and a list waits.
            #expect(try fixture.run("list", "add", "Ducks").status == 0)
            let early = try fixture.run("sync", "status", "-f", "ndjson")
            #expect(early.lines.count == 1, "\(early.output)")
            #expect(early.output.contains(#""table":"watchlists","rows":null,"unsent":1"#), "\(early.output)")
            // As if the project had got the kit after the login.
            _ = try fixture.sql("UPDATE geoq_account SET level = 'rest'")
            #expect(try fixture.run("sync").status == 0)
            try fixture.gateway.set(#"{"faults": [{"html": true}]}"#)
            #expect(try fixture.run("list", "edit", "Secret Owls", "--title", "Owls").status == 0)
            #expect(try fixture.run("entry", "add", "Ducks", "Snowy Owl").status == 0)
            #expect(try fixture.run("entry", "add", "Owls", "snowy owl").status == 0)
            #expect(try fixture.run("draft", "add", "Owls", "barn owl").status == 0)

            let status = try fixture.run("sync", "status", "-f", "ndjson")
            for (table, count) in [("watchlists", 1), ("watchlist_entries", 2), ("hotspot", 0)] {
                let line = try #require(status.lines.first { $0.contains(#""table":"\#(table)","#) })
                #expect(line.contains(#""unsent":\#(count),"failed":0,"conflicts":0"#), "\(line)")
                #expect(line.contains(#""email":"\#(email)","user_id":"\#(user)""#), "\(line)")
            }
            #expect(status.errors.contains("logged in to \(fixture.gateway.url) as \(email), level kit\n"))
            #expect(status.errors.contains("3 rows wait to be sent\n"), "\(status.errors)")
            #expect(status.errors.contains("1 draft waits for a bird"), "\(status.errors)")

            let screen = try TerminalRun(
                ["sync", "status"], terminal: [.output], columns: 100,
                environment: fixture.environment.merging(["NO_COLOR": "1"]) { $1 })
            #expect(screen.status == 0 && screen.lines.allSatisfy { $0.count <= 100 }, "\(screen.screen)")
            #expect(screen.lines.first?.contains("unsent") == true, "\(screen.screen)")
            #expect(!screen.screen.contains(user.prefix(8)), "\(screen.screen)")
            let entries = try #require(screen.lines.first { $0.contains("watchlist_entries") })
            #expect(entries.contains(#/watchlist_entries +3 +2 .*\d\dZ$/#), "\(entries)")

            // A draft is what remains when no bird is meant.
            let unknown = try fixture.run("entry", "add", "Owls", "Snowy Owls")
            #expect(
                unknown.status == 66
                    && unknown.errors.hasSuffix(
                        "the store has no bird called Snowy Owls; did you mean Snowy Owl? "
                            + "Otherwise keep the sighting until the bird is known with: geoq draft add LIST NAME\n"),
                "\(unknown.errors)")
            let far = try fixture.run("entry", "add", "Owls", "Dodo")
            #expect(far.status == 66 && far.errors.contains("called Dodo; keep the sighting"), "\(far.errors)")

            // A login that may not be read hides nothing else.
            _ = try fixture.sql("UPDATE geoq_draft SET watchlist_id = '0000000f-0000-4000-8000-000000000001'")
            let vault = fixture.folder + "/state/geoq"
            for name in try FileManager.default.contentsOfDirectory(atPath: vault) where name.hasSuffix(".json") {
                chmod("\(vault)/\(name)", 0o644)
            }
            let loose = try fixture.run("sync", "status", "-f", "ndjson")
            #expect(loose.status == 0 && loose.output.contains(#""unsent":2"#), "\(loose.output)")
            #expect(loose.errors.contains("\(user) at \(fixture.gateway.url): other users can"), "\(loose.errors)")
            #expect(
                loose.errors.contains("1 draft is of a list that is gone") && !loose.errors.contains("for a bird"),
                "\(loose.errors)")
        }
    }

    @Test func `a quiet watch says what keeps the mirror from being equal`() async throws {
        try await Self.fixture("kit") { fixture, _, _ in
            #expect(try fixture.run("sync", "-q").errors == "")
            try fixture.gateway.query("ALTER TABLE trajectory_path RENAME TO paths")
            defer { _ = try? fixture.gateway.query("ALTER TABLE paths RENAME TO trajectory_path") }
            let (watch, said) = try fixture.staying(["sync", "--watch", "--quiet"])
            defer { if watch.isRunning { watch.terminate() } }
            try await eventually { !watch.isRunning || !said().isEmpty }
            watch.interrupt()
            watch.waitUntilExit()
            #expect(said().hasPrefix("geoq: trajectory_path was left as it is: "), "\(said())")
        }
    }

    @Test func `a watch of the login says which relations it leaves alone`() async throws {
        try await Self.fixture("kit") { fixture, _, _ in
            try fixture.gateway.query("CREATE TABLE nests (id int PRIMARY KEY, geom geometry(point, 4326))")
            defer { _ = try? fixture.gateway.query("DROP TABLE nests") }
            let nests = try fixture.run("sync", fixture.gateway.database, "--table", "nests", "--as", "hotspots")
            #expect(nests.status == 0, "\(nests.errors)")
            let (watch, said) = try fixture.staying(["sync", "--watch"])
            defer { if watch.isRunning { watch.terminate() } }
            try await eventually { !watch.isRunning || said().contains("listening") }
            watch.interrupt()
            watch.waitUntilExit()
            #expect(
                said().contains("following the project alone; a relation that the store remembers is synced by"),
                "\(said())")
        }
    }

    @Test func `another user sees nothing of the first, and a logout leaves none of it`() async throws {
        try await Self.fixture("kit") { fixture, _, _ in
            #expect(try fixture.run("sync").status == 0)
            #expect(try !fixture.files(with: "Secret Owls").isEmpty)
            let out = try fixture.run("logout")
            #expect(out.status == 0 && out.errors.contains("3 rows of yours have left the store"), "\(out.errors)")
            #expect(try fixture.files(with: "Secret Owls").isEmpty)
            #expect(try fixture.sql("SELECT count(*) FROM hotspot") == ["200"], "What is of everyone stays.")
            let left = try fixture.run("sync", "status")
            #expect(left.status == 0 && left.errors.isEmpty, "\(left.errors)")
            let nothing = try fixture.run("sync")
            #expect(nothing.status == 77 && nothing.errors.contains("geoq sync postgresql://"), "\(nothing.errors)")
            #expect(nothing.errors.contains("geoq login URL"), "\(nothing.errors)")
            let proof = try fixture.run("prove")
            #expect(proof.status == 77 && proof.errors.contains("geoq prove postgresql://"), "\(proof.errors)")
            _ = try fixture.signUp()
            let sync = try fixture.run("sync")
            #expect(sync.status == 0, "\(sync.errors)")
            #expect(try fixture.sql("SELECT count(*) FROM watchlists") == ["0"])
            #expect(try fixture.sql("SELECT count(*) FROM hotspot") == ["200"])
            #expect(try fixture.files(with: "Secret Owls").isEmpty)
        }
    }

    @Test func `a bad network loses nothing, and a session that has ended is said`() async throws {
        try await Self.fixture("kit") { fixture, user, _ in
            #expect(try fixture.run("sync").status == 0)
            try fixture.gateway.set(#"{"faults": [{"html": true}]}"#)
            let portal = try fixture.run("sync", "--no-wait")
            #expect(portal.status == 69, "\(portal.errors)")
            #expect(try fixture.sql("SELECT count(*) FROM hotspot") == ["200"])
            try fixture.gateway.set(#"{"faults": []}"#)
            #expect(try fixture.run("sync").status == 0)

            try fixture.gateway.query("DELETE FROM auth.sessions WHERE user_id = '\(user)'")
            try fixture.expire()
            let ended = try fixture.run("sync", "--no-wait")
            #expect(ended.status == 77 && ended.errors.contains("log in again"), "\(ended.errors)")
            #expect(try fixture.sql("SELECT title FROM watchlists") == ["Secret Owls"])
        }
    }

    @Test(arguments: ["kit", "rest"])
    func `a proof compares distances, and fails when a row lies elsewhere in the mirror alone`(level: String)
        async throws
    {
        try await Self.fixture(level) { fixture, _, _ in
            #expect(try fixture.run("sync").status == 0)
            func prove() throws -> GeoqProcess {
                // No row is compared value by value: only questions can find it.
                try fixture.run("prove", "--queries", "35", "--rows", "0", "--seed", "5", "-f", "ndjson")
            }
            let equal = try prove()
            #expect(equal.status == 0, "\(equal.errors)")
            #expect(equal.errors.contains("the server tells no distances; those of "), "\(equal.errors)")
            #expect(equal.errors.contains("no rows were compared column by column\n"), "\(equal.errors)")
            let sampled = try fixture.run("prove", "--queries", "7", "--rows", "5")
            #expect(sampled.errors.contains(/all columns of a sample of [1-9]\d* rows were/), "\(sampled.errors)")
            let asked = try #require(equal.lines.first { $0.contains(#""questions_about":"hotspots_near""#) })
            #expect(asked.contains(/"differences":0.*"distances":[1-9]/), "\(asked)")

            // As a broken disk would do it: the row keeps its version.
            _ = try fixture.sql(
                """
                UPDATE geoq_store SET bulk = 1; UPDATE hotspot SET lat = -lat; UPDATE geoq_store SET bulk = 0;
                """)
            #expect(try fixture.run("index", "build").status == 0)
            let wrong = try prove()
            #expect(wrong.status == 1, "\(wrong.errors)")
            #expect(wrong.errors.contains("the mirror does not give the server's answers"), "\(wrong.errors)")
        }
    }

    @Test func `what is no sync of the login is refused, and says what to do`() async throws {
        try await Self.fixture("kit") { fixture, _, _ in
            let other = try fixture.run("sync", "https://abc.supabase.co")
            #expect(other.status == 75 && other.errors.contains("log out first"), "\(other.errors)")
            let unproven = try fixture.run("prove", fixture.gateway.url)
            #expect(unproven.status == 74 && unproven.errors.contains("geoq sync"), "\(unproven.errors)")
            #expect(try fixture.run("sync").status == 0)
            let proof = try fixture.run("prove", "--queries", "20", "--seed", "1")
            #expect(proof.status == 0 && proof.errors.contains("gives the server's answers"), "\(proof.errors)")
            let someone = try fixture.run("sync", "--no-wait", "--as", "00000000-0000-4000-8000-000000000001")
            #expect(someone.status == 69 && someone.errors.contains("only the rows of the user"), "\(someone.errors)")
            _ = try fixture.run("logout")
            let absent = try fixture.run("sync", fixture.gateway.url)
            #expect(absent.status == 77 && absent.errors.contains("geoq login"), "\(absent.errors)")
        }
    }
}
