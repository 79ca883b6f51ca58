import Foundation
import TestSupport
import Testing

/// The command is killed at each moment after which it must be able to go on
/// (`CrashPoint`), and the next one ends what it had begun.
@Suite(.waits, .serialized, .needsGateway)
struct CrashPointTests {
    private static let gateway = Result { try GatewayProcess() }
    private static let rounds = ProcessInfo.processInfo.environment["GEOQ_SOAK"] == nil ? 1 : 20

    private static func fixture(_ body: (AccountFixture) throws -> Void) async throws {
        try await withFolder { folder in
            let fixture = try AccountFixture(gateway.get(), in: folder)
            try fixture.gateway.query("DELETE FROM watchlists; DELETE FROM bird; DELETE FROM hotspot")
            try body(fixture)
        }
    }

    /// Runs a command that ends at a crash point.
    private static func crash(_ fixture: AccountFixture, at point: String, _ words: String..., input: String = "")
        throws
    {
        let environment = fixture.environment.merging(["GEOQ_CRASH": point]) { $1 }
        let run = try GeoqProcess(words, input: input, environment: environment)
        #expect(run.status == SIGKILL, "\(point) was not reached: \(run.status) \(run.errors)")
        if FileManager.default.fileExists(atPath: fixture.store) {
            #expect(try fixture.sql("PRAGMA integrity_check") == ["ok"], "\(point)")
        }
    }

    @Test func `a draft whose entry a killed command was making is a draft still, and then one entry (C22)`()
        async throws
    {
        try await Self.fixture { fixture in
            _ = try fixture.signUp()
            try fixture.gateway.query(
                "INSERT INTO bird (id, common_name) VALUES (md5('owl')::uuid, 'Snowy Owl')")
            #expect(try fixture.run("list", "add", "Owls").status == 0)
            #expect(try fixture.run("sync", "--quiet").status == 0)
            for round in 1...Self.rounds {
                try Self.crash(fixture, at: "C22", "draft", "add", "Owls", "snowy owl")
                #expect(try fixture.sql("SELECT species FROM geoq_draft") == ["snowy owl"])
                #expect(try fixture.sql("SELECT count(*) FROM watchlist_entries") == ["\(round - 1)"])
                let next = try fixture.run("sync", "--quiet")
                #expect(next.status == 0, "\(next.errors)")
                #expect(try fixture.sql("SELECT count(*) FROM geoq_draft") == ["0"])
                #expect(try fixture.sql("SELECT count(*) FROM watchlist_entries") == ["\(round)"])
                #expect(try fixture.gateway.query("SELECT count(*) FROM watchlist_entries") == "\(round)")
            }
        }
    }

    @Test(arguments: ["C3", "C4", "C5", "C6", "C7", "C8", "C9"])
    func `a sync that is killed is finished by the next one, and each change comes once (F26)`(point: String)
        async throws
    {
        try await Self.fixture { fixture in
            _ = try fixture.signUp()
            let user = try fixture.userID()
            try fixture.gateway.query(
                """
                INSERT INTO watchlists (id, owner_id, title) VALUES
                    (md5('a')::uuid, '\(user)', 'Owls'), (md5('b')::uuid, '\(user)', 'Hawks')
                """)
            let first = try fixture.run("sync", "--quiet")
            #expect(first.status == 0, "\(first.errors)")
            for round in 1...Self.rounds {
                _ = try fixture.sql(
                    """
                    INSERT INTO watchlists (id, owner_id, title, source) VALUES (
                        lower(hex(randomblob(4))) || '-0000-4000-8000-00000000000a', '\(user)', 'New \(round)',
                        '\(fixture.gateway.url)');
                    UPDATE watchlists SET type = 'mine \(round)' WHERE title IN ('Owls', 'Hawks')
                    """)
                try fixture.gateway.query(
                    """
                    UPDATE watchlists SET location = 'theirs \(round)', row_version = row_version + 1, updated_at = now()
                    WHERE title = 'Hawks';
                    UPDATE hotspot SET name = 'n' WHERE false
                    """)
                if point == "C4" {
                    try fixture.gateway.set(#"{"faults": [{"path": "geoq_push", "delay": 0.5, "times": 1}]}"#)
                }
                try Self.crash(fixture, at: point, "sync", "--quiet")
                // The gateway may still work at what it was sent.
                while try fixture.gateway.counts().running > 0 { usleep(20_000) }
                let next = try fixture.run("sync", "--quiet")
                #expect(next.status == 0, "\(next.errors)")
                #expect(
                    try fixture.gateway.query(
                        "SELECT title, type, location, row_version FROM watchlists WHERE title NOT LIKE 'New%' ORDER BY 1"
                    )
                        == "Hawks|mine \(round)|theirs \(round)|\(2 * round + 1)\nOwls|mine \(round)||\(round + 1)",
                    "round \(round)")
                #expect(
                    try fixture.gateway.query(
                        "SELECT count(*), max(row_version) FROM watchlists WHERE title LIKE 'New%'")
                        == "\(round)|1")
                let query = "SELECT title, type, location FROM watchlists ORDER BY title, id"
                #expect(
                    try fixture.sql(query)
                        == fixture.gateway.query(query).split(separator: "\n").map(String.init), "round \(round)")
                #expect(try fixture.sql("SELECT count(*) FROM geoq_edit") == ["0"])
                #expect(try fixture.sql("SELECT count(*) FROM geoq_conflict") == ["0"])
            }
        }
    }

    @Test(arguments: ["C10", "C11", "C12"])
    func `a refresh that is killed leaves the login good (F32)`(point: String) async throws {
        try await Self.fixture { fixture in
            _ = try fixture.signUp()
            for _ in 1...Self.rounds {
                try fixture.expire()
                try Self.crash(fixture, at: point, "whoami")
                let (fields, run) = try fixture.whoami()
                #expect(run.status == 0 && fields["confirmed"] == "yes" && fields["state"] == "active", "\(run.errors)")
            }
        }
    }

    @Test(arguments: ["C13", "C14"])
    func `a guest whose login is killed becomes the account's once (F18, F36)`(point: String) async throws {
        for _ in 1...Self.rounds {
            try await Self.fixture { fixture in
                let email = try fixture.signUp()
                #expect(try fixture.run("logout").status == 0)
                let added = try fixture.run("list", "add", "Ducks")
                #expect(added.status == 0, "\(added.errors)")
                try Self.crash(
                    fixture, at: point, "login", fixture.gateway.url, "--email", email, "--password-file", "-",
                    "--key-file", fixture.folder + "/key", input: AccountFixture.password + "\n")
                #expect(try fixture.gateway.query("SELECT count(*) FROM watchlists") == "0")
                #expect(try fixture.logIn(email).status == 0)
                // Another device has a copy of what the guest made.
                let copy = fixture.folder + "/copy.sqlite"
                #expect(try Tool.sqlite3(fixture.store, "VACUUM INTO '\(copy)'").status == 0)
                let sync = try fixture.run("sync", "--quiet")
                #expect(sync.status == 0, "\(sync.errors)")
                #expect(try fixture.gateway.query("SELECT title, row_version FROM watchlists") == "Ducks|1")
                let other = try GeoqProcess(
                    ["sync", "--quiet"], environment: fixture.environment.merging(["GEOQ_DB": copy]) { $1 })
                #expect(other.status == 0, "\(other.errors)")
                #expect(try fixture.gateway.query("SELECT title, row_version FROM watchlists") == "Ducks|1")
            }
        }
    }

    @Test func `a login that was killed is said until it is done, and is no other user's (F36)`() async throws {
        try await Self.fixture { fixture in
            let email = try fixture.signUp()
            #expect(try fixture.run("logout").status == 0)
            #expect(try fixture.run("list", "add", "Ducks").status == 0)
            let words = "1 row that you made here waits for a login"
            #expect(try fixture.run("outbox", "list", "-f", "table").errors.contains(words))
            #expect(try fixture.run("sync", "status").errors.contains(words))
            try Self.crash(
                fixture, at: "C13", "login", fixture.gateway.url, "--email", email, "--password-file", "-",
                "--key-file", fixture.folder + "/key", input: AccountFixture.password + "\n")
            #expect(try fixture.run("outbox", "list", "-f", "table").errors.contains(words))
            #expect(try fixture.run("list", "list").output.contains(#""waits":"pendingOwner""#))
            // The session is kept, but nobody is logged in.
            let (fields, whoami) = try fixture.whoami()
            #expect(whoami.status == 77 && whoami.errors.contains("was not finished"), "\(whoami.errors)")
            #expect(fields["state"] == "joining", "\(whoami.output)")
            let status = try fixture.run("sync", "status").errors
            #expect(status.contains("was not finished") && status.contains(words), "\(status)")
            #expect(!status.contains("logged in to") && !status.contains("all changes are sent"), "\(status)")
            #expect(try fixture.run("list", "add", "Geese").status == 0)
            for command in ["push", "sync"] {
                let run = try fixture.run(command)
                #expect(run.status == 77 && run.errors.contains("was not finished"), "\(command): \(run.errors)")
            }
            let other = try fixture.run(
                "signup", fixture.gateway.url, "--email", fixture.newAddress(), "--password-file", "-", "--key-file",
                fixture.folder + "/key", input: AccountFixture.password + "\n")
            #expect(other.status == 75 && other.errors.contains("another user"), "\(other.errors)")
            #expect(try fixture.logIn(email).status == 0)
            #expect(try fixture.run("sync", "--quiet").status == 0)
            #expect(try fixture.gateway.query("SELECT title FROM watchlists ORDER BY title") == "Ducks\nGeese")
        }
    }

    @Test(
        arguments: ["C15", "C16"],
        [
            "sync", "near --lat 42.4 --lon -76.5 --km 5", "list list", "list add Ducks", "whoami", "sync status",
            "logout",
        ])
    func `a logout that is killed is finished at the next start of any command (F34)`(point: String, next: String)
        async throws
    {
        for _ in 1...Self.rounds {
            try await Self.fixture { fixture in
                _ = try fixture.signUp()
                let user = try fixture.userID()
                try fixture.gateway.query(
                    "INSERT INTO watchlists (id, owner_id, title) VALUES (md5('a')::uuid, '\(user)', 'Secret Garden')")
                #expect(try fixture.run("sync", "--quiet").status == 0)
                #expect(try !fixture.files(with: "Secret Garden").isEmpty)
                try Self.crash(fixture, at: point, "logout")
                let run = try GeoqProcess(next.split(separator: " ").map(String.init), environment: fixture.environment)
                let needsUser = ["sync", "whoami"].contains(next)
                #expect(run.status == (needsUser ? 77 : 0), "\(run.errors)")
                #expect(run.errors.contains(next == "logout" ? "logged out of" : "finished the logout from"))
                #expect(!run.output.contains("Secret Garden"))
                #expect(try fixture.sql("SELECT count(*) FROM geoq_account") == ["0"])
                #expect(try fixture.kept().isEmpty)
                #expect(try fixture.files(with: "Secret Garden") == [])
                #expect(try fixture.files(with: user) == [])
                #expect(try fixture.whoami().run.status == 77)
            }
        }
    }
}
