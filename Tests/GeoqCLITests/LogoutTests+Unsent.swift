import Foundation
import TestSupport
import Testing

/// What was not sent: it keeps a logout from losing it.
extension LogoutTests {
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
}
