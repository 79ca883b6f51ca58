import Foundation
import TestSupport
import Testing

/// `geoq push`, `outbox` and `conflicts`, as a person uses them.
@Suite(.waits, .serialized, .needsGateway)
struct PushCommandTests {
    static let gateway = Result { try GatewayProcess() }

    /// A user who is logged in, with a list of the server's.
    static func fixture(_ body: (AccountFixture, _ user: String) throws -> Void) async throws {
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

    static func insert(_ fixture: AccountFixture, _ user: String, _ title: String, radius: String = "NULL")
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
}
