import TestSupport
import Testing

/// Changes that meet those of another device.
extension PushCommandTests {
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
}
