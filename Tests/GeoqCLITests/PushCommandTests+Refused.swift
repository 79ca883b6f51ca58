import Foundation
import TestSupport
import Testing

/// Changes that the project refuses, that are not sent, or that wait for other rows.
extension PushCommandTests {
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
}
