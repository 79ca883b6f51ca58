import Foundation
import TestSupport
import Testing

/// `geoq agent`, and drafts, as a person uses them.
@Suite(.waits, .serialized, .needsGateway)
struct AgentCommandTests {
    private static let gateway = Result { try GatewayProcess() }

    private static func fixture(_ body: (AccountFixture) async throws -> Void) async throws {
        try await withFolder { folder in
            let fixture = try AccountFixture(gateway.get(), in: folder)
            try fixture.gateway.query("DELETE FROM watchlists; DELETE FROM bird")
            _ = try fixture.signUp()
            try await body(fixture)
        }
    }

    @Test func `once, it sends and reads, makes entries of drafts, and says what needs a person`() async throws {
        try await Self.fixture { fixture in
            #expect(try fixture.run("list", "add", "Ducks").status == 0)
            let draft = try fixture.run("draft", "add", "Ducks", "goldeneye", "--notes", "a pair")
            #expect(draft.status == 0 && draft.errors.contains("waits as a draft"), "\(draft.errors)")
            #expect(try fixture.run("draft", "list").output.contains(#""species":"goldeneye""#))
            #expect(try fixture.run("logout").status == 75, "A draft would be lost.")
            try fixture.gateway.query(
                """
                INSERT INTO bird (id, common_name) VALUES ('b0000000-0000-4000-8000-000000000001', 'Common Goldeneye')
                """)
            let once = try fixture.run("agent", "--once", "--within", "300s")
            #expect(once.status == 0 && once.errors.contains("1 draft has become an entry"), "\(once.errors)")
            #expect(try fixture.gateway.query("SELECT notes FROM watchlist_entries") == "a pair")
            #expect(try fixture.run("draft", "list", "-e").status == 1)

            _ = try fixture.run("list", "add", "Bad")
            try fixture.gateway.query("ALTER TABLE watchlists ADD CONSTRAINT good CHECK (title <> 'Bad') NOT VALID")
            defer { _ = try? fixture.gateway.query("ALTER TABLE watchlists DROP CONSTRAINT good") }
            let refused = try fixture.run("agent", "--once")
            #expect(refused.status == 65 && refused.errors.contains("the server refuses 1 change"), "\(refused.errors)")
            #expect(try fixture.run("agent", "--within", "5s").status == 64)
        }
    }

    @Test func `once, it says why nothing is sent, with that exit code`() async throws {
        try await Self.fixture { fixture in
            #expect(try fixture.run("list", "add", "Ducks").status == 0)
            try fixture.gateway.query("REVOKE EXECUTE ON FUNCTION geoq_push(jsonb) FROM authenticated")
            defer { _ = try? fixture.gateway.query("GRANT EXECUTE ON FUNCTION geoq_push(jsonb) TO authenticated") }
            let refused = try fixture.run("agent", "--once")
            #expect(
                refused.status == 77 && refused.errors.contains("push as a user who may write"), "\(refused.errors)")
        }
    }

    @Test func `an agent waits for a login, also when the session had ended before`() async throws {
        try await Self.fixture { fixture in
            let email = try #require(try fixture.whoami().fields["email"])
            try fixture.gateway.query("DELETE FROM auth.sessions")
            try fixture.expire()
            #expect(try fixture.run("agent", "--once").status == 77)
            #expect(try fixture.run("list", "add", "Ducks").status == 0)
            let (agent, said) = try fixture.staying(["agent"])
            defer { if agent.isRunning { agent.terminate() } }
            try await eventually { !agent.isRunning || said().contains("log in again") }
            #expect(said().contains("log in again"), "\(said())")
            #expect(try fixture.logIn(email).status == 0)
            try await eventually { try fixture.gateway.query("SELECT count(*) FROM watchlists") == "1" }
            #expect(agent.isRunning)
            #expect(try fixture.gateway.query("SELECT title FROM watchlists") == "Ducks")
            agent.interrupt()
            agent.waitUntilExit()
            #expect(agent.terminationStatus == 0 && said().hasSuffix("stopped\n"), "\(said())")
        }
    }

    @Test(arguments: [["agent"], ["sync", "--watch"]])
    func `a process that stays hears of all tables that the project has, from the first sync on`(words: [String])
        async throws
    {
        try await Self.fixture { fixture in
            // A project without a table that it need not have.
            try fixture.gateway.query("ALTER TABLE trajectory_path RENAME TO paths")
            defer { _ = try? fixture.gateway.query("ALTER TABLE paths RENAME TO trajectory_path") }
            let (process, said) = try fixture.staying(words)
            defer { if process.isRunning { process.terminate() } }
            try await eventually { !process.isRunning || said().contains("listening") }
            #expect(said().contains("listening to changes; the server is asked every 300 s besides"), "\(said())")
            let user = try fixture.userID()
            try fixture.gateway.query("UPDATE users SET name = 'Ann of the marsh' WHERE id = '\(user)'")
            try await eventually { try fixture.sql("SELECT name FROM users") == ["Ann of the marsh"] }
            #expect(try fixture.sql("SELECT name FROM users") == ["Ann of the marsh"])
            process.interrupt()
            process.waitUntilExit()
        }
    }

    @Test(arguments: [["agent", "--quiet"], ["sync", "--watch", "--quiet"]])
    func `a process that stays says what the server refuses, once`(words: [String]) async throws {
        try await Self.fixture { fixture in
            _ = try fixture.run("list", "add", "Bad")
            try fixture.gateway.query("ALTER TABLE watchlists ADD CONSTRAINT good CHECK (title <> 'Bad') NOT VALID")
            defer { _ = try? fixture.gateway.query("ALTER TABLE watchlists DROP CONSTRAINT good") }
            let (process, said) = try fixture.staying(words)
            defer { if process.isRunning { process.terminate() } }
            try await eventually { !process.isRunning || !said().isEmpty }
            #expect(said() == "geoq: 1 change cannot be sent; see geoq outbox list\n")
            // The next sync finds the same, and repeats nothing.
            try fixture.gateway.query("INSERT INTO bird (id, common_name) VALUES (md5('owl')::uuid, 'Snowy Owl')")
            try await eventually { try !process.isRunning || fixture.sql("SELECT count(*) FROM bird") == ["1"] }
            process.interrupt()
            process.waitUntilExit()
            #expect(said() == "geoq: 1 change cannot be sent; see geoq outbox list\n")
        }
    }

    @Test func `an agent stays, sends what others write, and ends when it is interrupted`() async throws {
        try await Self.fixture { fixture in
            let (agent, said) = try fixture.staying(["agent"])
            defer { if agent.isRunning { agent.terminate() } }
            let lock = fixture.store + ".agent"
            try await eventually { FileManager.default.contents(atPath: lock)?.isEmpty == false }
            let second = try fixture.run("agent", "--once")
            #expect(second.status == 74 && second.errors.contains("runs already"), "\(second.errors)")
            #expect(try fixture.run("list", "add", "Ducks").status == 0)
            try await eventually { !agent.isRunning || said().contains("1 change sent") }
            #expect(said().contains("1 change sent"), "\(said())")
            #expect(try fixture.gateway.query("SELECT title FROM watchlists") == "Ducks")
            agent.interrupt()
            agent.waitUntilExit()
            #expect(agent.terminationStatus == 0 && said().hasSuffix("stopped\n"), "\(said())")
        }
    }
}
