import Foundation
import TestSupport
import Testing

/// `geoq push`, `outbox` and `conflicts`, as a person uses them.
@Suite(.waits, .serialized, .needsGateway)
struct PushCommandTests {
    private static let gateway = Result { try GatewayProcess() }

    /// A user who is logged in, with a list of the server's.
    private static func fixture(_ body: (AccountFixture, _ user: String) throws -> Void) async throws {
        try await withFolder { folder in
            let fixture = try AccountFixture(gateway.get(), in: folder)
            try fixture.gateway.query("DELETE FROM watchlists; DELETE FROM bird")
            _ = try fixture.signUp()
            let user = try fixture.userID()
            try fixture.gateway.query(
                "INSERT INTO watchlists (id, owner_id, title) VALUES (md5('list')::uuid, '\(user)', 'Owls')")
            let sync = try fixture.run("sync", "--quiet")
            #expect(sync.status == 0, "\(sync.errors)")
            try body(fixture, user)
        }
    }

    private static func insert(_ fixture: AccountFixture, _ user: String, _ title: String, radius: String = "NULL")
        throws
    {
        _ = try fixture.sql(
            """
            INSERT INTO watchlists (id, owner_id, title, location_rule_radius_km, source) VALUES (
                lower(hex(randomblob(4))) || '-0000-4000-8000-00000000000a', '\(user)', '\(title)', \(radius),
                '\(fixture.gateway.url)')
            """)
    }

    @Test func `what another program wrote is listed, sent once, and then gone from the list`() async throws {
        try await Self.fixture { fixture, user in
            let empty = try fixture.run("outbox", "list", "-f", "table")
            #expect(empty.status == 0 && empty.errors == "nothing waits\n", "\(empty.errors)")
            #expect(try fixture.run("outbox", "list", "-e").status == 1)
            try Self.insert(fixture, user, "Ducks")
            _ = try fixture.sql("UPDATE watchlists SET type = 'x' WHERE title = 'Owls'")
            let list = try fixture.run("outbox", "list")
            #expect(list.output.contains(#""status":"pendingCreate""#) && list.output.contains(#""label":"Ducks""#))
            #expect(list.output.contains(#""status":"pendingUpdate""#) && list.output.split(separator: "\n").count == 2)
            let push = try fixture.run("push")
            #expect(push.status == 0 && push.errors == "2 changes sent\n", "\(push.errors)")
            #expect(
                try fixture.gateway.query("SELECT title, type, row_version FROM watchlists ORDER BY title")
                    == "Ducks||1\nOwls|x|2")
            let again = try fixture.run("push")
            #expect(again.status == 0 && again.errors == "nothing waits to be sent\n", "\(again.errors)")
            #expect(try fixture.run("outbox", "list", "-f", "ndjson").output.isEmpty)
        }
    }

    @Test func `a push says that the project took what was taken back meanwhile`() async throws {
        try await Self.fixture { fixture, _ in
            #expect(try fixture.run("list", "edit", "Owls", "--title", "Hens").status == 0)
            try fixture.gateway.set(#"{"faults": [{"path": "/rpc/geoq_push", "hold": true}]}"#)
            let (process, errors) = try fixture.started(["push"])
            while process.isRunning, try fixture.sql("SELECT state FROM geoq_operation") != ["sent"] {
                Thread.sleep(forTimeInterval: 0.05)
            }
            let discard = try fixture.run("outbox", "discard", "--all")
            #expect(discard.errors.contains("the server may have taken them"), "\(discard.errors)")
            try fixture.gateway.set(#"{"faults": []}"#)
            let said = String(decoding: errors.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            #expect(
                said
                    == "the project took 1 change that was taken back here meanwhile: the next geoq sync shows what it has\n"
            )
            #expect(try fixture.sql("SELECT title FROM watchlists") == ["Owls"])
            #expect(try fixture.run("sync").status == 0)
            #expect(try fixture.sql("SELECT title FROM watchlists") == ["Hens"])
        }
    }

    @Test func `a sync sends first, and then reads`() async throws {
        try await Self.fixture { fixture, user in
            try Self.insert(fixture, user, "Ducks")
            try fixture.gateway.query("UPDATE watchlists SET title = 'Open Owls'")
            let sync = try fixture.run("sync")
            #expect(sync.status == 0 && sync.errors.hasPrefix("1 change sent\n"), "\(sync.errors)")
            #expect(try fixture.sql("SELECT title FROM watchlists ORDER BY 1") == ["Ducks", "Open Owls"])
            #expect(try fixture.gateway.query("SELECT count(*) FROM watchlists") == "2")
        }
    }

    @Test func `what the server refuses is said, shown, exported, and discarded`() async throws {
        try await Self.fixture { fixture, user in
            try Self.insert(fixture, user, "Bad", radius: "-5")
            try Self.insert(fixture, user, "Good")
            let push = try fixture.run("push")
            #expect(push.status == 65, "\(push.errors)")
            #expect(push.errors.contains("1 change sent") && push.errors.contains("(23514)"), "\(push.errors)")
            #expect(push.errors.contains("Bad"), "\(push.errors)")
            let sync = try fixture.run("sync")
            #expect(sync.status == 65 && sync.errors.contains("the server refuses 1 change"), "\(sync.errors)")

            let list = try fixture.run("outbox", "list")
            let item = try #require(try JSONSerialization.jsonObject(with: Data(list.output.utf8)) as? [String: Any])
            let id = try #require(item["id"] as? String)
            #expect(item["status"] as? String == "failed" && item["code"] as? String == "23514")
            let show = try fixture.run("outbox", "show", id, "-f", "ndjson")
            #expect(show.output.contains(#""row_location_rule_radius_km":-5"#), "\(show.output)\(show.errors)")
            let export = try fixture.run("outbox", "export", "--all")
            #expect(export.status == 0 && export.output.contains("Bad") && export.output.hasSuffix("\n"))
            #expect(try fixture.run("outbox", "discard").status == 64)
            #expect(try fixture.run("outbox", "discard", "x").status == 64)
            let unknown = try fixture.run("outbox", "discard", "00000000-0000-4000-8000-000000000001")
            #expect(unknown.status == 66, "\(unknown.errors)")
            // One of two is unknown: neither is touched.
            let both = try fixture.run("outbox", "discard", id, "00000000-0000-4000-8000-000000000001")
            #expect(both.status == 66 && both.errors.contains("nothing of 00000000"), "\(both.errors)")
            #expect(try fixture.sql("SELECT count(*) FROM watchlists WHERE title = 'Bad'") == ["1"])
            let discard = try fixture.run("outbox", "discard", id)
            #expect(
                discard.status == 0 && discard.errors == "the changes of 1 row are taken back\n", "\(discard.errors)")
            #expect(try fixture.sql("SELECT count(*) FROM watchlists WHERE title = 'Bad'") == ["0"])
            #expect(try fixture.run("push").status == 0)
        }
    }

    @Test func `a store that could not be brought up to date says so once, and exports what waits`() async throws {
        try await Self.fixture { fixture, user in
            try Self.insert(fixture, user, "Ducks")
            // The steps after the tenth find what they would make.
            _ = try fixture.sql("PRAGMA user_version = 10")
            for word in ["push", "sync"] {
                let run = try fixture.run(word)
                #expect(run.status == 74, "\(run.errors)")
                let times = run.errors.components(separatedBy: "could not be brought up to date").count - 1
                #expect(times == 1, "\(run.errors)")
                #expect(
                    run.errors.hasSuffix("geoq: nothing was changed: the store can only be read\n"), "\(run.errors)")
            }
            let export = try fixture.run("outbox", "export", "--all")
            #expect(export.status == 0 && export.output.contains("Ducks"), "\(export.errors)")
        }
    }

    @Test func `a change that is taken back on its way may have arrived, which is said`() async throws {
        try await Self.fixture { fixture, user in
            for title in ["Ducks", "Geese"] { try Self.insert(fixture, user, title) }
            try fixture.gateway.set(#"{"faults": [{"path": "/rest/v1/", "status": 503}]}"#)
            #expect(try fixture.run("push", "--no-wait").status == 69)
            try fixture.gateway.set(#"{"faults": []}"#)
            // As while a push waits for its answer, or after one was killed.
            _ = try fixture.sql(
                """
                UPDATE geoq_operation SET state = 'sent'
                WHERE row_id = (SELECT id FROM watchlists WHERE title = 'Ducks')
                """)
            let discard = try fixture.run("outbox", "discard", "--all")
            #expect(
                discard.errors
                    == "the changes of 2 rows are taken back\nthose of 1 row were on their way, and the server may have "
                    + "taken them: the next geoq sync shows what it has\n", "\(discard.errors)")
        }
    }

    @Test func `a change that a push sends while another command takes it back is said, too`() async throws {
        try await Self.fixture { fixture, user in
            try Self.insert(fixture, user, "Ducks")
            try fixture.gateway.set(#"{"faults": [{"path": "/rest/v1/", "status": 503}]}"#)
            #expect(try fixture.run("push", "--no-wait").status == 69)
            try fixture.gateway.set(#"{"faults": []}"#)
            // As a push that comes to the store after the command has looked, and before it takes anything back.
            _ = try fixture.sql(
                """
                CREATE TRIGGER meanwhile AFTER UPDATE OF captures ON geoq_device WHEN NEW.captures IS NULL
                BEGIN UPDATE geoq_operation SET state = 'sent'; END
                """)
            let discard = try fixture.run("outbox", "discard", "--all")
            _ = try fixture.sql("DROP TRIGGER meanwhile")
            #expect(
                discard.errors
                    == "the changes of 1 row are taken back\nthose of 1 row were on their way, and the server may have "
                    + "taken them: the next geoq sync shows what it has\n", "\(discard.errors)")
        }
    }

    @Test func `a text that is no UTF-8 is exported with a word, and keeps a logout from losing its bytes`()
        async throws
    {
        try await Self.fixture { fixture, _ in
            _ = try fixture.sql("UPDATE watchlists SET title = CAST(x'41FF42' AS TEXT), type = 'A\u{FFFD}B'")
            let id = try #require(try fixture.sql("SELECT id FROM watchlists").first)
            let words = "title of watchlists/\(id) has bytes that are no text (UTF-8)"
            // Before a push has marked the row, and after it.
            for _ in 0..<2 {
                for selection in ["--all", id] {
                    let export = try fixture.run("outbox", "export", selection)
                    #expect(export.status == 65 && export.lines.count == 1, "\(export.errors)")
                    #expect(export.errors == "geoq: \(words): the line has U+FFFD in their place\n", "\(export.errors)")
                }
                #expect(try fixture.run("push").status == 65)
            }
            // The row is named once.
            let push = try fixture.run("push")
            let said = "watchlists/\(id) A\u{FFFD}B: not sent: title has bytes that are no text (UTF-8)"
            #expect(push.errors.hasSuffix("\n  \(said)\n"), "\(push.errors)")
            let file = fixture.folder + "/unsent.ndjson"
            let refused = try fixture.run("logout", "--export", file)
            #expect(
                refused.status == 75 && refused.errors.hasPrefix("geoq: \(words), and would be lost"),
                "\(refused.errors)")
            #expect(!FileManager.default.fileExists(atPath: file))
            #expect(try fixture.sql("SELECT hex(title) FROM watchlists") == ["41FF42"])
            _ = try fixture.sql("UPDATE watchlists SET title = 'A\u{FFFD}B'")
            #expect(try fixture.run("outbox", "export", "--all").status == 0)
            #expect(try fixture.run("logout", "--export", file).status == 0)
            #expect(try String(contentsOfFile: file, encoding: .utf8).contains(#""title":"A\#u{FFFD}B""#))
        }
    }

    @Test func `a push of an account that another program has given another remote is refused`() async throws {
        try await Self.fixture { fixture, _ in
            #expect(try fixture.run("list", "edit", "Owls", "--title", "Hens").status == 0)
            _ = try fixture.sql("UPDATE geoq_account SET remote = 'https://x.supabase.co'")
            for word in ["push", "sync"] {
                let refused = try fixture.run(word)
                let words = "the account is of https://x.supabase.co, and changes are noted of rows of"
                #expect(refused.status == 74 && refused.errors.contains(words), "\(refused.errors)")
                #expect(try fixture.gateway.query("SELECT title FROM watchlists") == "Owls")
            }
            _ = try fixture.sql("UPDATE geoq_account SET remote = url")
            let push = try fixture.run("push")
            #expect(push.status == 0 && push.errors == "1 change sent\n", "\(push.errors)")
            #expect(try fixture.gateway.query("SELECT title FROM watchlists") == "Hens")
        }
    }

    @Test func `a log names the operation, its row, the try and the kind of fault`() async throws {
        try await Self.fixture { fixture, user in
            try Self.insert(fixture, user, "Bad", radius: "-5")
            let push = try fixture.run("push", "--verbose")
            #expect(push.status == 65, "\(push.errors)")
            let operation = try #require(
                try fixture.sql("SELECT op_id || ' row=watchlists/' || row_id FROM geoq_operation").first)
            #expect(
                push.errors.contains(
                    "sync: operation answer=permanent code=23514 does=insert id=\(operation) try=1\n"), "\(push.errors)"
            )
        }
    }

    @Test func `what is no day is told as not sent, and goes after it was mended`() async throws {
        try await Self.fixture { fixture, user in
            try Self.insert(fixture, user, "Soon")
            _ = try fixture.sql("UPDATE watchlists SET start_date = 'soon' WHERE title = 'Soon'")
            let push = try fixture.run("push")
            #expect(push.status == 65 && push.errors.contains("1 change cannot be sent"), "\(push.errors)")
            #expect(push.errors.contains("is \"soon\", which is no day"), "\(push.errors)")
            #expect(!push.errors.contains("refuses"), "\(push.errors)")
            _ = try fixture.sql("UPDATE watchlists SET start_date = '2026-05-03' WHERE title = 'Soon'")
            #expect(try fixture.run("outbox", "retry", "--all").status == 0)
            let again = try fixture.run("push")
            #expect(again.status == 0, "\(again.errors)")
            #expect(try fixture.gateway.query("SELECT start_date FROM watchlists") == "2026-05-03")
        }
    }

    @Test func `a refused change goes after it was mended and retried`() async throws {
        try await Self.fixture { fixture, user in
            try fixture.gateway.query("ALTER TABLE watchlists ADD CONSTRAINT short CHECK (length(title) < 6)")
            try Self.insert(fixture, user, "Long title")
            let early = try fixture.run("outbox", "retry", "--all")
            #expect(early.status == 0 && early.errors.contains("nothing of it had failed"), "\(early.errors)")
            #expect(try fixture.run("push", "--quiet").status == 65)
            try fixture.gateway.query("ALTER TABLE watchlists DROP CONSTRAINT short")
            #expect(try fixture.run("push", "--quiet").status == 65, "It is not sent again by itself.")
            let retry = try fixture.run("outbox", "retry", "--all")
            #expect(retry.errors == "1 row will be sent by the next geoq push\n", "\(retry.errors)")
            #expect(try fixture.run("push").status == 0)
            #expect(try fixture.run("outbox", "retry", "--all").errors == "nothing waits\n")
            let discard = try fixture.run("outbox", "discard", "--all")
            #expect(discard.status == 0 && discard.errors == "nothing waits\n", "\(discard.errors)")
        }
    }

    @Test func `a retry says what a row waits for that cannot be sent`() async throws {
        try await Self.fixture { fixture, user in
            let bird = "b0000000-0000-4000-8000-00000000000f"
            _ = try fixture.sql(
                """
                INSERT INTO geoq_source VALUES ('birds.csv', 'file');
                INSERT INTO bird (id, common_name, source) VALUES ('\(bird)', 'Wren', 'birds.csv');
                """)
            let list = try #require(try fixture.sql("SELECT id FROM watchlists").first)
            let entry = try fixture.run("entry", "add", list, bird)
            let id = try #require(entry.lines.first)
            _ = try fixture.run("push", "--quiet")
            for word in [String(id), "--all"] {
                let retry = try fixture.run("outbox", "retry", word)
                #expect(
                    retry.errors
                        == "watchlist_entries/\(id), Wren, waits for bird/\(bird): geoq sync sends it once the project has that row\n",
                    "\(retry.errors)")
                #expect(retry.status == 0)
            }
        }
    }

    @Test func `a push before the first sync does not say that the project lacks a bird`() async throws {
        try await withFolder { folder in
            let fixture = try AccountFixture(Self.gateway.get(), in: folder)
            let bird = "b0000000-0000-4000-8000-000000000001"
            try fixture.gateway.query(
                """
                DELETE FROM watchlists; DELETE FROM bird;
                INSERT INTO bird (id, common_name, scientific_name) VALUES ('\(bird)', 'Mallard', 'Anas platyrhynchos')
                """)
            _ = try fixture.signUp()
            let file = folder + "/birds.csv"
            try "common_name,scientific_name\nMallard,Anas platyrhynchos\n"
                .write(toFile: file, atomically: true, encoding: .utf8)
            #expect(try fixture.run("import", file, "--as", "birds").status == 0)
            #expect(try fixture.run("list", "add", "Ducks").status == 0)
            #expect(try fixture.run("entry", "add", "Ducks", "Mallard").status == 0)
            let push = try fixture.run("push")
            #expect(push.status == 0 && push.errors.contains("1 change names a bird of a file, and"), "\(push.errors)")
            #expect(!push.errors.contains("the server has no"), "\(push.errors)")
            let sync = try fixture.run("sync", "--quiet")
            #expect(sync.status == 0, "\(sync.errors)")
            #expect(try fixture.gateway.query("SELECT bird_id FROM watchlist_entries") == bird)
        }
    }

    @Test func `what is put into a list that another device has deleted says so, and how to keep it`() async throws {
        try await Self.fixture { fixture, user in
            try fixture.gateway.query(
                "INSERT INTO bird (id, common_name) VALUES ('b0000000-0000-4000-8000-000000000001', 'Mallard')")
            #expect(try fixture.run("sync", "--quiet").status == 0)
            let entry = try fixture.run("entry", "add", "Owls", "Mallard")
            let id = try #require(entry.lines.first)
            try fixture.gateway.query("UPDATE watchlists SET deleted_at = now()")
            let push = try fixture.run("push")
            #expect(push.status == 65, "\(push.errors)")
            #expect(
                push.errors.contains(
                    "Mallard: the server has the list that it belongs to as deleted (PT410); keep what it says with: "
                        + "geoq outbox export \(id), then: geoq outbox discard \(id)"), "\(push.errors)")
        }
    }

    @Test func `what waits for a row goes out as it was changed since, or not at all`() async throws {
        try await Self.fixture { fixture, user in
            try fixture.gateway.query(
                "INSERT INTO bird (id, common_name) VALUES ('b0000000-0000-4000-8000-000000000001', 'Mallard')")
            #expect(try fixture.run("sync", "--quiet").status == 0)
            _ = try fixture.sql(
                """
                INSERT INTO geoq_source VALUES ('birds.csv', 'file');
                INSERT INTO bird (id, common_name, source)
                    VALUES ('b0000000-0000-4000-8000-00000000000f', 'Wren', 'birds.csv');
                """)
            let entries = try (0..<2).map { _ in
                try #require(try fixture.run("entry", "add", "Owls", "Wren").lines.first.map(String.init))
            }
            let push = try fixture.run("push")
            #expect(push.errors.contains("geoq entry edit \(entries[0]) --bird NAME"), "\(push.errors)")
            #expect(try fixture.run("entry", "edit", entries[0], "--bird", "Mallard").status == 0)
            #expect(try fixture.run("entry", "delete", entries[1]).status == 0)
            let again = try fixture.run("push")
            #expect(again.status == 0 && again.errors == "1 change sent\n", "\(again.errors)")
            #expect(try fixture.gateway.query("SELECT id FROM watchlist_entries") == entries[0])
            // A share with a user whom the project does not have.
            let nobody = "8f14e45f-ceea-4e7a-9b3c-0c1d2e3f4a5b"
            #expect(try fixture.run("list", "share", "Owls", nobody).status == 0)
            let sharing = try fixture.run("push")
            #expect(sharing.errors.contains("if it has no user \(nobody), take the share back"), "\(sharing.errors)")
            #expect(try fixture.run("list", "unshare", "Owls", nobody).status == 0)
            #expect(try fixture.run("push").status == 0)
            #expect(try fixture.run("outbox", "list", "-e").status == 1)
        }
    }

    @Test func `a value that was changed a third time is told before it is overwritten`() async throws {
        try await Self.fixture { fixture, _ in
            _ = try fixture.sql("UPDATE watchlists SET title = 'Mine'")
            try fixture.gateway.query("UPDATE watchlists SET title = 'Theirs'")
            #expect(try fixture.run("push").status == 65)
            try fixture.gateway.query("UPDATE watchlists SET title = 'A third one'")
            _ = try fixture.run("sync", "--quiet")
            let told = try fixture.run("conflicts", "take-mine", "--all")
            #expect(told.status == 65 && told.errors.contains("conflict 1 was changed once more"), "\(told.errors)")
            let show = try fixture.run("conflicts", "show", "1").output
            #expect(
                show.contains(#""mine_title":"Mine","theirs_title":"A third one","before_title":"Owls""#), "\(show)")
            _ = try fixture.run("sync", "--quiet")
            #expect(try fixture.gateway.query("SELECT title FROM watchlists") == "A third one")
            #expect(try fixture.run("conflicts", "take-mine", "--all").status == 0)
            #expect(try fixture.run("push").status == 0)
            #expect(try fixture.gateway.query("SELECT title FROM watchlists") == "Mine")
            for way in ["take-mine", "dismiss"] {
                #expect(try fixture.run("conflicts", way, "--all").errors == "no conflicts\n")
            }
            // One conflict is of a row that is there, and one of a row that is gone.
            _ = try fixture.sql(
                """
                UPDATE geoq_conflict SET settled = NULL;
                INSERT INTO geoq_conflict (at, table_name, row_id, reason, base, mine, theirs)
                    SELECT at, table_name, '0000000f-0000-4000-8000-000000000001', reason, base, mine, theirs
                    FROM geoq_conflict
                """)
            // The one that is gone has the name that its conflict keeps.
            let names = try fixture.run("conflicts", "list").lines.map { $0.contains(#""label":"Mine""#) }
            #expect(names == [true, true])
            let left = try fixture.run("conflicts", "take-mine", "--all")
            #expect(
                left.status == 66 && left.errors.contains("your values of 1 conflict will be sent")
                    && left.errors.contains("conflict 2 (list 0000000f-0000-4000-8000-000000000001 is gone): read"),
                "\(left.errors)")
            let none = try fixture.run("conflicts", "take-mine", "2")
            #expect(none.status == 66 && none.errors.contains("is gone); nothing is taken: read"), "\(none.errors)")
        }
    }

    @Test func `a conflict is said until it is taken or dismissed`() async throws {
        try await Self.fixture { fixture, _ in
            for (turn, way) in ["take-mine", "dismiss"].enumerated() {
                _ = try fixture.sql("UPDATE watchlists SET title = 'Mine \(turn)'")
                try fixture.gateway.query("UPDATE watchlists SET title = 'Theirs \(turn)'")
                let push = try fixture.run("push")
                #expect(push.status == 65 && push.errors.contains("1 conflict of your changes"), "\(push.errors)")
                let list = try fixture.run("conflicts", "list")
                #expect(list.output.contains("title=Mine \(turn)") && list.output.contains("title=Theirs \(turn)"))
                #expect(list.output.contains(#""label":"Theirs \#(turn)""#), "\(list.output)")
                let number = "\(turn + 1)"
                #expect(try fixture.run("conflicts", "show", number).output.contains(#""reason":"edited""#))
                #expect(try fixture.run("conflicts", way, "99").status == 66)
                #expect(try fixture.run("conflicts", way).status == 64)
                let settled = try fixture.run("conflicts", way, number)
                #expect(settled.status == 0, "\(settled.errors)")
                #expect(try fixture.run("push").status == 0)
                let winner = way == "dismiss" ? "Theirs \(turn)" : "Mine \(turn)"
                #expect(try fixture.gateway.query("SELECT title FROM watchlists") == winner)
                #expect(try fixture.sql("SELECT title FROM watchlists") == [winner])
            }
            #expect(try fixture.run("conflicts", "list", "-e").status == 1)
            #expect(try fixture.run("conflicts", "list", "--settled").output.split(separator: "\n").count == 2)
        }
    }

    @Test func `each way to fail has its exit code, and loses nothing`() async throws {
        try await Self.fixture { fixture, user in
            try Self.insert(fixture, user, "Ducks")
            try fixture.gateway.set(#"{"faults": [{"path": "", "html": true}]}"#)
            let offline = try fixture.run("push", "--no-wait")
            #expect(offline.status == 69 && offline.errors.contains("reached"), "\(offline.errors)")
            try fixture.gateway.set(#"{"faults": [{"path": "geoq_push", "status": 503}]}"#)
            let busy = try fixture.run("push", "--no-wait")
            #expect(busy.status == 69, "\(busy.errors)")
            try fixture.gateway.set(
                #"{"faults": [{"path": "/auth/v1/token", "status": 400, "body": {"code": "session_expired", "message": "m"}}]}"#
            )
            try fixture.expire()
            let ended = try fixture.run("push", "--no-wait")
            #expect(ended.status == 77 && ended.errors.contains("log in again"), "\(ended.errors)")
            try fixture.gateway.set(#"{"faults": []}"#)
            #expect(try fixture.run("outbox", "list").output.contains("Ducks"))
            #expect(try fixture.gateway.query("SELECT count(*) FROM watchlists") == "1")
        }
        try await withFolder { folder in
            let fixture = try AccountFixture(Self.gateway.get(), in: folder)
            let stranger = try fixture.run("push")
            #expect(stranger.status == 77 && stranger.errors.contains("geoq login"), "\(stranger.errors)")
        }
    }

    @Test func `edits and syncs go on while another process imports, and only one of two sends (F47)`() async throws {
        try await Self.fixture { fixture, user in
            let rows = ProcessInfo.processInfo.environment["GEOQ_SOAK"] == nil ? 60_000 : 1_000_000
            var text = "id,name,lat,lon\n"
            for row in 0..<rows { text += "\(row),Place \(row),\(Double(row % 170) - 85),\(Double(row % 350) - 175)\n" }
            let file = fixture.folder + "/many.csv"
            try text.write(toFile: file, atomically: false, encoding: .utf8)
            let (importing, _) = try fixture.started(["import", file, "--as", "hotspots"])
            var (edits, longest) = (0, Duration.zero)
            var last: String?
            repeat {
                edits += 1
                let start = ContinuousClock.now
                let edit = try Tool.sqlite3(
                    fixture.store, "PRAGMA busy_timeout = 10000; UPDATE watchlists SET type = 'edit \(edits)'")
                // It waits for ten seconds at most, and says why.
                #expect(edit.status == 0 || edit.errors.contains("database is locked"), "\(edit.errors)")
                if edit.status == 0 { last = "edit \(edits)" }
                longest = max(longest, ContinuousClock.now - start)
                let (first, _) = try fixture.started(["sync", "--quiet", "--no-wait"])
                let second = try fixture.run("sync", "--no-wait")
                first.waitUntilExit()
                // Done, or said why not: the other one syncs, or the import writes.
                #expect(
                    [0, 74].contains(second.status) && [0, 74].contains(first.terminationStatus), "\(second.errors)")
                if second.status != 0 { #expect(!second.errors.isEmpty) }
            } while importing.isRunning || last == nil
            importing.waitUntilExit()
            #expect(importing.terminationStatus == 0)
            // SQLite waits for ten seconds; the start of its program takes time on a machine with much to do.
            #expect(longest < .seconds(30))
            print("F47: \(edits) edits, the longest waited \(longest)")
            let sync = try fixture.run("sync", "--quiet")
            #expect(sync.status == 0, "\(sync.errors)")
            let there = try fixture.gateway.query("SELECT type, row_version <= \(edits + 1) FROM watchlists")
            #expect(there == "\(last ?? "")|t", "Each edit came once at most.")
            #expect(try fixture.sql("SELECT count(*) FROM hotspot WHERE source LIKE 'many%'") == ["\(rows)"])
            #expect(try fixture.sql("SELECT count(*) FROM geoq_edit") == ["0"])
        }
    }

    /// The command is killed while the server works, or before it has read the
    /// answer.
    @Test func `a push that is killed is finished by the next one, and nothing comes twice`() async throws {
        try await Self.fixture { fixture, user in
            let seed = UInt64.random(in: .min ... .max)
            print("seed \(seed)")
            var random = SeededGenerator(seed: seed)
            for turn in 1...6 {
                try Self.insert(fixture, user, "Turn \(turn)")
                _ = try fixture.sql("UPDATE watchlists SET type = 'turn \(turn)' WHERE title = 'Owls'")
                try fixture.gateway.set(#"{"faults": [{"path": "geoq_push", "delay": 0.2, "times": 1}]}"#)
                let (process, _) = try fixture.started(["push", "--quiet"])
                let start = ContinuousClock.now
                // Until the request was sent, and some time more.
                while process.isRunning, start.duration(to: .now) < .seconds(10),
                    try !fixture.gateway.set("{}").contains(#""hit":1"#)
                {
                    usleep(5_000)
                }
                usleep(UInt32.random(in: 0...250_000, using: &random))
                if process.isRunning { kill(process.processIdentifier, SIGKILL) }
                process.waitUntilExit()
                // The gateway may still work at what it was sent.
                while try fixture.gateway.counts().running > 0 { usleep(20_000) }
                #expect(try fixture.sql("PRAGMA integrity_check") == ["ok"])
                let push = try fixture.run("push")
                #expect(push.status == 0, "seed \(seed), turn \(turn): \(push.errors)")
                #expect(
                    try fixture.gateway.query(
                        "SELECT type, row_version FROM watchlists WHERE title = 'Owls'") == "turn \(turn)|\(turn + 1)",
                    "seed \(seed)")
                #expect(try fixture.gateway.query("SELECT count(*) FROM watchlists") == "\(turn + 1)", "seed \(seed)")
            }
        }
    }
}
