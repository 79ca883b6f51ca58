import Foundation
import TestSupport
import Testing

/// After a logout nothing of the user is left, and what is of everyone is.
@Suite(.waits, .serialized, .needsGateway)
struct LogoutTests {
    private static let gateway = Result { try GatewayProcess() }

    private static func fixture<Value>(_ body: (AccountFixture) async throws -> Value) async throws -> Value {
        try await withFolder { folder in try await body(AccountFixture(gateway.get(), in: folder)) }
    }

    private static let marks = ["Wrens of the secret pond", "Below the third willow", "whose-rule-is-this"]

    /// Rows as a sync writes them: 300 lists with an entry and a rule each, some
    /// of which change and go; and a hotspot and a bird.
    private static func fill(_ fixture: AccountFixture) throws {
        let remote = try #require(try fixture.sql("SELECT remote FROM geoq_account").first)
        func id(_ kind: Int) -> String { "printf('0000000\(kind)-0000-4000-8000-%012d', n)" }
        let numbers = "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 300) "
        _ = try fixture.sql(
            """
            UPDATE geoq_device SET captures = NULL;
            INSERT INTO hotspot (id, name, lat, lon, source)
                VALUES ('00000009-0000-4000-8000-000000000001', 'Stewart Park', 42.46, -76.5, '\(remote)');
            INSERT INTO bird (id, common_name, source)
                VALUES ('00000008-0000-4000-8000-000000000001', 'Winter Wren', '\(remote)');
            \(numbers) INSERT INTO watchlists (id, title, source) SELECT \(id(1)), '\(marks[0]) ' || n, '\(remote)'
                FROM numbers;
            \(numbers) INSERT INTO watchlist_entries (id, watchlist_id, bird_id, notes, source)
                SELECT \(id(2)), \(id(1)), '00000008-0000-4000-8000-000000000001', '\(marks[1]) ' || n, '\(remote)'
                FROM numbers;
            \(numbers) INSERT INTO watchlist_rules (id, watchlist_id, rule_type, parameters_json, source)
                SELECT \(id(3)), \(id(1)), 'x', '{"a": "\(marks[2])"}', '\(remote)' FROM numbers;
            UPDATE watchlist_entries SET notes = '\(marks[1])' || hex(randomblob(200)) WHERE fid % 3 = 0;
            DELETE FROM watchlist_rules WHERE fid % 5 = 0;
            INSERT INTO geoq_remote (name, address, user_id, mapping, origin)
                SELECT remote, url, user_id, 'm', 'o' FROM geoq_account;
            INSERT INTO geoq_remote_waiting (remote, table_name, row_id, token, reason, detail)
                VALUES ('\(remote)', 'watchlists', '00000007-0000-4000-8000-000000000001', 1, 'unusable', '\(marks[0])');
            UPDATE geoq_device SET captures = '\(remote)';
            """)
        // An index, which is a cache of these rows.
        #expect(try fixture.run("near", "--lat", "42.46", "--lon", "-76.5", "--km", "5").lines.count == 1)
    }

    @Test(arguments: [false, true])
    func `no byte of the user is left, and birds and hotspots stay (F35)`(isOffline: Bool) async throws {
        try await Self.fixture { fixture in
            let email = try fixture.signUp()
            try Self.fill(fixture)
            // As a process leaves it that is killed when it has brought the store up to date.
            _ = try fixture.sql("VACUUM INTO '\(fixture.store).before-migration'")
            // The same of a writer of the index; no process has so high a number.
            try FileManager.default.copyItem(
                atPath: fixture.store + ".index", toPath: fixture.store + ".index.2000000000.1.tmp")
            try Data(Self.marks[0].utf8).write(to: URL(fileURLWithPath: fixture.store + ".index.2000000000.2.tmp"))
            // And of a logout that was killed.
            let pictures = fixture.store + ".cache.2000000000.old"
            try FileManager.default.createDirectory(atPath: pictures, withIntermediateDirectories: false)
            try Data(Self.marks[0].utf8).write(to: URL(fileURLWithPath: pictures + "/picture"))
            let kept = try fixture.kept()
            var traces = Self.marks + [email, "00000001-0000-4000", "00000002-0000-4000", "00000007-0000-4000"]
            for name in ["user_id", "access_token", "refresh_token", "key"] {
                traces.append(try #require(kept[name] as? String))
            }
            for trace in traces { #expect(try !fixture.files(with: trace, except: ["key"]).isEmpty, "\(trace)") }
            if isOffline { try fixture.gateway.set(#"{"faults": [{"html": true}]}"#) }
            let run = try fixture.run("logout")
            #expect(run.status == 0 && run.errors.contains("840 rows of yours have left"), "\(run.errors)")
            #expect(run.errors.contains("was not told") == isOffline)
            #expect(run.errors.contains("its copy \(fixture.store).before-migration is removed"), "\(run.errors)")
            for trace in traces { #expect(try fixture.files(with: trace, except: ["key"]) == [], "\(trace)") }
            #expect(try fixture.sql("SELECT name FROM hotspot") == ["Stewart Park"])
            #expect(try fixture.sql("SELECT common_name FROM bird") == ["Winter Wren"])
            #expect(try fixture.run("near", "--lat", "42.46", "--lon", "-76.5", "--km", "5").lines.count == 1)
            #expect(try fixture.run("doctor").status == 0)
        }
    }

    @Test func `a logout that cannot remove a picture says so, and is finished later`() async throws {
        try await Self.fixture { fixture in
            try "id,common_name\n1,Wren\n".write(
                toFile: fixture.folder + "/birds.csv", atomically: true, encoding: .utf8)
            #expect(try fixture.run("import", fixture.folder + "/birds.csv", "--as", "birds").status == 0)
            _ = try fixture.signUp()
            #expect(try fixture.run("list", "add", "Garden").status == 0)
            let entry = try #require(try fixture.run("entry", "add", "Garden", "Wren").lines.first)
            let file = fixture.folder + "/a.png"
            try PhotoFixture.png.write(to: URL(filePath: file))
            let photo = try #require(try fixture.run("photo", "add", String(entry), file).lines.first)
            let pictures = fixture.store + ".photos"
            func give(_ path: String, mode: Int) throws {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
                if geteuid() == 0 { #expect(try Tool.run("/bin/chown", ["-R", "65534", path]).status == 0) }
            }
            try give(fixture.folder, mode: 0o700)
            try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: pictures)
            let environment = fixture.environment.map { "\($0)=\($1)" }
            let run = try GeoqProcess.asNobody(["logout", "--discard"], environment: environment)
            #expect(
                run.status == 74
                    && run.errors.contains(
                        "\(pictures)/\(photo), which may have something of the user, cannot be removed: Permission denied; "
                            + "see to that, then finish with: geoq logout"),
                "\(run)")
            try give(pictures, mode: 0o700)
            let next = try GeoqProcess.asNobody(["list", "list"], environment: environment)
            #expect(next.status == 0 && next.errors.contains("finished the logout"), "\(next)")
            #expect(!FileManager.default.fileExists(atPath: pictures))
        }
    }

    @Test func `unsent changes keep a logout from taking them, until the user says so (F34)`() async throws {
        try await Self.fixture { fixture in
            // Made by a guest, and adopted by the sign-up.
            let made = try fixture.run("list", "add", "Winter ducks", "--start", "2026-11-01")
            #expect(made.status == 0 && made.lines.count == 1, "\(made.errors)")
            _ = try fixture.signUp()
            #expect(try fixture.sql("SELECT count(*) FROM geoq_edit WHERE column_name = '+'") == ["1"])
            #expect(try fixture.run("list", "edit", "winter ducks", "--title", "Ducks").status == 0)
            let wrong = try fixture.run("list", "edit", "Ducks", "--end", "2026-10-01")
            #expect(wrong.status == 64 && wrong.errors.contains("--end: the last day"), "\(wrong.errors)")
            #expect(try fixture.run("sync", "status").errors.contains("1 row waits to be sent"))
            let refused = try fixture.run("logout")
            #expect(
                refused.status == 75 && refused.errors.contains("changes of 1 row were not sent"), "\(refused.errors)")
            let file = fixture.folder + "/unsent.ndjson"
            #expect(try fixture.run("logout", "--export", file).status == 0)
            let text = try String(contentsOfFile: file, encoding: .utf8)
            #expect(text.contains(#""status":"pendingCreate""#) && text.contains(#""title":"Ducks""#), "\(text)")
            #expect(try fixture.files(with: "Ducks", except: ["unsent.ndjson"]) == [])
            _ = try fixture.signUp()
            #expect(try fixture.run("list", "add", "Other").status == 0)
            #expect(try fixture.run("list", "delete", "Other").status == 0)
            #expect(try fixture.run("list", "add", "Another").status == 0)
            #expect(try fixture.run("push").status == 0)
            #expect(try fixture.run("draft", "add", "Another", "Dodo").status == 0)
            let draft = try fixture.run("logout")
            #expect(
                draft.status == 75 && draft.errors.contains("1 draft is in this store alone")
                    && !draft.errors.contains("not sent"), "\(draft.errors)")
            #expect(try fixture.run("logout", "--discard").status == 0)
        }
    }

    @Test func `what a logout exported comes back by an import, once (F34)`() async throws {
        try await Self.fixture { fixture in
            let email = try fixture.signUp()
            for title in ["Owls", "Gulls", "Terns"] { #expect(try fixture.run("list", "add", title).status == 0) }
            #expect(try fixture.run("sync", "-q").status == 0)
            #expect(try fixture.run("list", "edit", "Owls", "--title", "Open owls").status == 0)
            #expect(try fixture.run("list", "delete", "Gulls").status == 0)
            #expect(try fixture.run("list", "add", "Ducks").status == 0)
            #expect(try fixture.run("draft", "add", "Ducks", "Dodo").status == 0)
            // Standard output, then a new file; one that exists is not written over, and nothing is lost.
            let file = fixture.folder + "/unsent.ndjson"
            try Data("mine".utf8).write(to: URL(fileURLWithPath: file))
            let there = try fixture.run("logout", "--export", file)
            #expect(there.status == 74 && there.errors.contains("it exists; give the name of a new file"))
            try FileManager.default.removeItem(atPath: file)
            let gone = try fixture.run("logout", "--export", "-")
            #expect(gone.status == 0 && gone.lines.count == 4, "\(gone.errors)")
            try Data(gone.output.utf8).write(to: URL(fileURLWithPath: file))
            for words in [["import", file], ["import", file, "--as", "watchlists"]] {
                let wrong = try GeoqProcess(words, environment: fixture.environment)
                #expect(wrong.status == 65 && wrong.errors.contains("geoq outbox import FILE"), "\(wrong.errors)")
            }
            #expect(try fixture.sql("SELECT count(*) FROM watchlists") == ["0"])
            // Of another user, and without an account.
            #expect(try fixture.run("outbox", "import", file).status == 77)
            _ = try fixture.signUp()
            let other = try fixture.run("outbox", "import", file)
            #expect(other.status == 65 && other.errors.contains("nothing is changed"), "\(other.errors)")
            #expect(try fixture.sql("SELECT count(*) FROM watchlists") == ["0"])
            #expect(try fixture.run("logout").status == 0)
            #expect(try fixture.logIn(email).status == 0)
            #expect(try fixture.run("sync", "-q").status == 0)
            let taken = try fixture.run("outbox", "import", file)
            #expect(
                taken.status == 0 && taken.errors == "1 made, 1 changed, 1 deleted, 1 draft added\n", "\(taken.errors)")
            #expect(try fixture.run("outbox", "import", file).errors == "4 already here\n")
            // As an editor of Windows writes it.
            let windows = "\u{FEFF}" + gone.output.replacing("\n", with: "\r\n")
            try Data(windows.utf8).write(to: URL(fileURLWithPath: file))
            let again = try fixture.run("outbox", "import", file)
            #expect(again.errors == "4 already here\n")
            // A draft of a list that is gone keeps nothing else from being taken.
            let ids = try fixture.sql("SELECT id FROM geoq_draft UNION ALL SELECT watchlist_id FROM geoq_draft")
            let draft = try #require(gone.lines.first { $0.contains(#""table":"draft""#) })
            var orphan = String(draft).replacing("Dodo", with: "Moa")
            for id in ids { orphan = orphan.replacing(id, with: UUID().uuidString.lowercased()) }
            try Data("\(orphan)\n\(gone.output)".utf8).write(to: URL(fileURLWithPath: file))
            let left = try fixture.run("outbox", "import", file)
            #expect(
                left.status == 65 && left.errors.hasPrefix("4 already here\n1 line is left in unsent.ndjson")
                    && left.errors.contains("  line 1: the list of the draft Moa is not here"), "\(left.errors)")
            #expect(try fixture.sql("SELECT title FROM watchlists ORDER BY title") == ["Ducks", "Open owls", "Terns"])
            #expect(try fixture.run("push").status == 0)
            #expect(
                try fixture.gateway.query(
                    "SELECT title FROM watchlists WHERE deleted_at IS NULL AND title <> 'Mine' ORDER BY title"
                )
                .hasSuffix("Ducks\nOpen owls\nTerns"))
            let bad = fixture.folder + "/bad.ndjson"
            try Data((gone.lines[0] + "\n{\"table\":\"hotspot\"}\n").utf8).write(to: URL(fileURLWithPath: bad))
            let refused = try fixture.run("outbox", "import", bad)
            #expect(refused.status == 65 && refused.errors.contains("line 2:"), "\(refused.errors)")
        }
    }

    @Test func `open conflicts and pictures that were not sent keep a logout from losing them`() async throws {
        try await Self.fixture { fixture in
            _ = try fixture.signUp()
            try fixture.gateway.query(
                "INSERT INTO bird (id, common_name) VALUES (gen_random_uuid(), 'Wren') ON CONFLICT DO NOTHING")
            #expect(try fixture.run("list", "add", "Owls").status == 0)
            #expect(try fixture.run("sync", "-q").status == 0)
            #expect(try fixture.run("list", "edit", "Owls", "--title", "My owls").status == 0)
            try fixture.gateway.query("UPDATE watchlists SET title = 'Their owls' WHERE title = 'Owls'")
            #expect(try fixture.run("sync", "-q").status == 65)
            let refused = try fixture.run("logout")
            #expect(
                refused.status == 75 && refused.errors.contains("what lost in 1 open conflict is in this store alone"),
                "\(refused.errors)")
            // A picture that waits is in no export.
            let bird = try #require(try fixture.sql("SELECT id FROM bird").first)
            let entry = try #require(
                try fixture.run("entry", "add", "Their owls", bird).lines.first.map(String.init))
            let picture = fixture.folder + "/p.pdf"
            try Data(PhotoFixture.pdf(700)).write(to: URL(filePath: picture))
            #expect(try fixture.run("photo", "add", entry, picture).status == 0)
            let export = try fixture.run("logout", "--export", "-")
            #expect(
                export.status == 75 && export.errors.contains("1 picture is not at the project"), "\(export.errors)")
            #expect(try fixture.run("sync", "-q").status == 65)
            let gone = try fixture.run("logout", "--export", "-")
            #expect(gone.status == 0 && gone.lines.count == 1, "\(gone.errors)")
            #expect(gone.output.contains(#""table":"conflict""#) && gone.output.contains("My owls"))
        }
    }

    @Test func `rows that were made here keep a logout from taking them`() async throws {
        try await Self.fixture { fixture in
            _ = try fixture.signUp()
            try Self.fill(fixture)
            let file = fixture.folder + "/rules.csv"
            let row = "rule,00000001-0000-4000-8000-000000000001,x"
            try Data("record,watchlist_id,rule_type\n\(row)\n".utf8).write(to: URL(fileURLWithPath: file))
            let taken = try fixture.run("import", file, "--as", "watchlists", "--source", "ducks.csv")
            #expect(
                taken.status == 0 && taken.errors.contains("are not sent to your project")
                    && taken.errors.contains("--adopt 'ducks.csv'\n"), "\(taken.errors)")
            let refused = try fixture.run("logout")
            #expect(refused.status == 75 && refused.errors.contains("1 of ducks.csv"), "\(refused.errors)")
            #expect(try fixture.whoami().fields["state"] == "active")
            // The virtual list stays on the device, and so would its entries, for the next user.
            _ = try fixture.sql(
                """
                DELETE FROM watchlist_rules WHERE source = 'ducks.csv';
                INSERT INTO geoq_source (name, kind) VALUES ('shell', 'file') ON CONFLICT DO NOTHING;
                INSERT INTO watchlists (id, title, source)
                    VALUES ('00000000-0000-0000-0000-000000000000', 'All birds', 'shell');
                INSERT INTO watchlist_entries (id, watchlist_id, bird_id, notes, source)
                    VALUES ('00000007-0000-4000-8000-000000000001', '00000000-0000-0000-0000-000000000000',
                        '00000008-0000-4000-8000-000000000001', '\(Self.marks[1])', 'shell')
                """)
            for kept in [try fixture.run("logout"), try fixture.run("logout", "--export", "-")] {
                #expect(
                    kept.status == 75 && kept.errors.contains("1 row on the list 00000000-")
                        && kept.errors.contains("geoq logout --discard"), "\(kept.errors)")
            }
            #expect(try fixture.run("logout", "--discard").status == 0)
            #expect(try fixture.sql("SELECT title FROM watchlists") == ["All birds"])
            #expect(try fixture.files(with: Self.marks[1], except: ["rules.csv"]) == [])
        }
    }

    @Test func `what a user puts on the virtual list itself keeps a logout, and is not there for the next user (F35)`()
        async throws
    {
        try await Self.fixture { fixture in
            let email = try fixture.signUp()
            let id = "00000000-0000-0000-0000-000000000000"
            _ = try fixture.sql(
                """
                INSERT INTO geoq_source (name, kind) VALUES ('shell', 'file') ON CONFLICT DO NOTHING;
                INSERT INTO watchlists (id, title, type, source) VALUES ('\(id)', 'All birds', 'virtual', 'shell');
                """)
            let edited = try fixture.run(
                "list", "edit", "All birds", "--location", Self.marks[0], "--lat", "42.1234", "--lon=-76.4321", "--km",
                "2")
            #expect(edited.status == 0, "\(edited.errors)")
            for kept in [try fixture.run("logout"), try fixture.run("logout", "--export", "-")] {
                #expect(kept.status == 75 && kept.errors.contains("1 row on the list 00000000-"), "\(kept.errors)")
            }
            #expect(try fixture.whoami().fields["email"] == email)
            #expect(try fixture.run("logout", "--discard").status == 0)
            #expect(
                try fixture.sql(
                    """
                    SELECT title, type, location, location_display_name, location_rule_enabled, location_rule_lat,
                        location_rule_lon, location_rule_radius_km FROM watchlists
                    """) == ["All birds|virtual|||0|||"])
            #expect(try fixture.files(with: Self.marks[0], except: ["key"]) == [])
            // A list with nothing of its user keeps no logout.
            #expect(try fixture.logIn(email).status == 0)
            let plain = try fixture.run("logout")
            #expect(plain.status == 0, "\(plain.errors)")
        }
    }

    @Test func `a logout that does not find the login says where it may still be`() async throws {
        try await Self.fixture { fixture in
            _ = try fixture.signUp()
            let login = try FileManager.default.contentsOfDirectory(atPath: fixture.folder + "/state/geoq")
                .first { $0.hasSuffix(".json") }
            let name = try #require(login)
            let elsewhere = fixture.environment.merging(["XDG_STATE_HOME": fixture.folder + "/other"]) { $1 }
            let out = try GeoqProcess(["logout"], environment: elsewhere)
            #expect(out.status == 0 && out.errors.contains("the project was not told"), "\(out.errors)")
            #expect(out.errors.contains("\(fixture.folder)/other/geoq has no login of this store"), "\(out.errors)")
            let remedy = "HOME (its .local/state), the tokens are still there: remove geoq/\(name) of that folder\n"
            #expect(out.errors.contains(remedy), "\(out.errors)")
            // One that is found needs no word.
            _ = try fixture.signUp()
            let plain = try fixture.run("logout")
            #expect(plain.status == 0 && !plain.errors.contains("has no login"), "\(plain.errors)")
        }
    }

    @Test func `the virtual list is called again as the application calls it (F35)`() async throws {
        try await Self.fixture { fixture in
            let email = try fixture.signUp()
            _ = try fixture.sql(
                """
                INSERT INTO geoq_source (name, kind) VALUES ('shell', 'file') ON CONFLICT DO NOTHING;
                INSERT INTO watchlists (id, title, source)
                    VALUES ('00000000-0000-0000-0000-000000000000', 'All birds', 'shell')
                """)
            for (name, title) in [("All birds", "Some birds"), ("Some birds", Self.marks[0])] {
                let edited = try fixture.run("list", "edit", name, "--title", title, "--type", "mine")
                #expect(edited.status == 0, "\(edited.errors)")
            }
            let kept = try fixture.run("logout")
            #expect(kept.status == 75 && kept.errors.contains("1 row on the list 00000000-"), "\(kept.errors)")
            #expect(try fixture.run("logout", "--discard").status == 0)
            #expect(try fixture.sql("SELECT title, type IS NULL FROM watchlists") == ["All birds|1"])
            #expect(try fixture.files(with: Self.marks[0], except: ["key"]) == [])
            // The same name again keeps no logout.
            #expect(try fixture.logIn(email).status == 0)
            for (name, title) in [("All birds", "Birds"), ("Birds", "All birds")] {
                #expect(try fixture.run("list", "edit", name, "--title", title).status == 0)
            }
            let plain = try fixture.run("logout")
            #expect(plain.status == 0, "\(plain.errors)")
            #expect(try fixture.sql("SELECT count(*) FROM geoq_setting") == ["0"])
        }
    }

    /// No login adopts such rows, and no command shows them.
    @Test func `what an application had marked as deleted before the login holds up no logout, and goes`()
        async throws
    {
        try await Self.fixture { fixture in
            #expect(try fixture.run("list", "add", "Winter ducks").status == 0)
            let bird = "00000008-0000-4000-8000-000000000001"
            _ = try fixture.sql(
                """
                INSERT INTO geoq_source (name, kind) VALUES ('birds', 'file');
                INSERT INTO bird (id, common_name, source) VALUES ('\(bird)', 'Winter Wren', 'birds');
                INSERT INTO watchlists (id, title, deleted_at, source) VALUES
                    ('10000001-0000-4000-8000-000000000001', '\(Self.marks[0])', '2026-01-01T00:00:00Z', 'shell');
                INSERT INTO watchlist_entries (id, watchlist_id, bird_id, notes, source) VALUES
                    ('10000002-0000-4000-8000-000000000001', '10000001-0000-4000-8000-000000000001', '\(bird)',
                        '\(Self.marks[1])', 'shell');
                INSERT INTO watchlist_entries (id, watchlist_id, bird_id, notes, deleted_at, source)
                    SELECT '10000002-0000-4000-8000-000000000002', id, '\(bird)', '\(Self.marks[2])',
                        '2026-01-01T00:00:00Z', 'shell' FROM watchlists WHERE title = 'Winter ducks'
                """)
            _ = try fixture.signUp()
            let sync = try fixture.run("sync", "-q")
            #expect(sync.status == 0, "\(sync.errors)")
            let run = try fixture.run("logout")
            #expect(run.status == 0, "\(run.errors)")
            #expect(try fixture.sql("SELECT count(*) FROM watchlists") == ["0"])
            #expect(try fixture.sql("SELECT count(*) FROM watchlist_entries") == ["0"])
            for trace in Self.marks { #expect(try fixture.files(with: trace) == [], "\(trace)") }
        }
    }

    @Test func `a logout that is interrupted at any moment is finished by what comes next (F34)`() async throws {
        try await Self.fixture { fixture in
            let email = try fixture.signUp()
            try Self.fill(fixture)
            for (round, delay) in [0, 30, 60, 90, 120, 150, 200, 300].enumerated() {
                let (process, _) = try fixture.started(["logout"])
                try await Task.sleep(for: .milliseconds(delay))
                kill(process.processIdentifier, SIGKILL)
                process.waitUntilExit()
                let state = try fixture.sql("SELECT state FROM geoq_account")
                if state == ["active"] { continue }
                if state == ["leaving"], round % 2 == 0 {
                    let (fields, run) = try fixture.whoami()
                    #expect(fields["email"] == nil && run.status == 77, "\(run.errors)")
                    #expect(run.errors.contains("finished the logout from \(fixture.gateway.url)"), "\(run.errors)")
                    #expect(try fixture.sql("SELECT count(*) FROM geoq_account") == ["0"])
                    for trace in Self.marks + [email] {
                        #expect(try fixture.files(with: trace, except: ["key"]) == [], "\(trace)")
                    }
                }
                let login = try fixture.logIn(email)
                #expect(login.status == 0, "\(login.errors)")
                #expect(try fixture.sql("SELECT count(*) FROM watchlists") == ["0"])
                let remote = try #require(try fixture.sql("SELECT remote FROM geoq_account").first)
                _ = try fixture.sql(
                    """
                    UPDATE geoq_device SET captures = NULL;
                    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 300)
                    INSERT INTO watchlists (id, title, source)
                        SELECT printf('00000001-0000-4000-8000-%012d', n), '\(Self.marks[0]) ' || n, '\(remote)'
                        FROM numbers;
                    UPDATE geoq_device SET captures = '\(remote)'
                    """)
            }
            let last = try fixture.run("logout")
            #expect(last.status == 0, "\(last.errors)")
            for trace in Self.marks + [email] {
                #expect(try fixture.files(with: trace, except: ["key"]) == [], "\(trace)")
            }
        }
    }

    @Test func `birds of a file that entries of an account are of go after a logout, as is said`() async throws {
        try await Self.fixture { fixture in
            let email = try fixture.signUp()
            let birds = "id,common_name\n00000008-0000-4000-8000-000000000001,Winter Wren\n"
            let added = try fixture.run("import", "-", "--as", "birds", "--source", "my birds", input: birds)
            #expect(added.status == 0, "\(added.errors)")
            let remote = try #require(try fixture.sql("SELECT remote FROM geoq_account").first)
            _ = try fixture.sql(
                """
                UPDATE geoq_device SET captures = NULL;
                INSERT INTO watchlists (id, title, source)
                    VALUES ('00000001-0000-4000-8000-000000000001', 'Wrens', '\(remote)');
                INSERT INTO watchlist_entries (id, watchlist_id, bird_id, source)
                    VALUES ('00000002-0000-4000-8000-000000000001', '00000001-0000-4000-8000-000000000001',
                        '00000008-0000-4000-8000-000000000001', '\(remote)');
                """)
            let refused = try fixture.run("sources", "remove", "my birds")
            #expect(refused.status == 64, "\(refused.errors)")
            #expect(
                refused.errors.contains(
                    "geoq logout, geoq sources remove 'my birds', geoq login \(fixture.gateway.url) --email ADDRESS"),
                "\(refused.errors)")
            #expect(try fixture.run("logout").status == 0)
            #expect(try fixture.run("sources", "remove", "my birds").status == 0)
            #expect(try fixture.logIn(email).status == 0)
        }
    }

    @Test func `the source of an account is removed by its logout alone`() async throws {
        try await Self.fixture { fixture in
            _ = try fixture.signUp()
            let refused = try fixture.run("sources", "remove", fixture.gateway.url)
            #expect(refused.status == 64 && refused.errors.contains("geoq logout"), "\(refused.errors)")
        }
    }
}
