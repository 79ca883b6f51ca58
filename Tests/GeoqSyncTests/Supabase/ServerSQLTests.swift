import Foundation
import Geoq
import TestSupport
import Testing

/// What `geoq server-sql` prints, run on a server and tested there by pgTAP.
/// One after the other: the files make roles, which all databases share.
@Suite(.waits, .serialized) struct ServerSQLTests {
    private static let files = ["schema", "kit", "storage", "home"]

    @Test(arguments: [files, ["schema", "home", "storage", "kit"]])
    func `each file can be run twice, in either order`(_ order: [String]) throws {
        try Self.withDatabase { server, database in
            for name in order + order {
                try server.query(try Self.printed(name), in: database)
            }
            #expect(try server.query("SELECT count(*) FROM geoq.synced", in: database) == "16")
        }
    }

    @Test(arguments: ["kit", "storage", "home"])
    func `a part that comes before the schema says what to run first`(_ name: String) throws {
        try Self.withDatabase { server, database in
            let sentence =
                "this database has no tables of geoq yet: run geoq server-sql schema first, then \(name) again"
            let error = #expect(throws: PostgresError.self) {
                try server.query(try Self.printed(name), in: database)
            }
            #expect(error?.words.contains(sentence) == true, "\(String(describing: error))")
            #expect(try server.query("SELECT to_regnamespace('geoq') IS NULL", in: database) == "t")
            for name in ["schema", name] { try server.query(try Self.printed(name), in: database) }
        }
    }

    @Test func `policies, checks and the kit hold from every side`() throws {
        try Self.withDatabase { server, database in
            for name in Self.files { try server.query(try Self.printed(name), in: database) }
            var count = 0
            for name in ["schema", "policies", "storage", "kit"] {
                let run = try Self.psql(server, database, file: "Tests/ServerSQL/\(name).sql")
                #expect(run.status == 0, "\(name): \(run.errors)")
                #expect(!run.lines.contains { $0.hasPrefix("not ok") }, "\(name): \(Self.failures(run.lines))")
                let passed = run.lines.count { $0.hasPrefix("ok ") }
                // A plan for each transaction of the file: a test that did not run is missed.
                let planned = run.lines.compactMap { $0.hasPrefix("1..") ? Int($0.dropFirst(3)) : nil }
                #expect(!planned.isEmpty && passed == planned.reduce(0, +), "\(name)")
                count += passed
            }
            #expect(count >= 490)
        }
    }

    @Test func `devices are told of what changes a row, and of nothing else`() throws {
        try Self.withDatabase { server, database in
            for name in Self.files { try server.query(try Self.printed(name), in: database) }
            let (id, user) = ("d0000000-0000-4000-8000-000000000001", "a0000000-0000-4000-8000-000000000001")
            func push(_ version: Int) -> String {
                """
                SELECT set_config('request.jwt.claims', '{"sub": "\(user)"}', false);
                SELECT geoq_push('[{"op_id": "\(FeatureID.random())", "kind": "update", "table": "watchlists",
                    "id": "\(id)", "base_version": \(version), "values": {"title": "B"}}]')
                """
            }
            for (statement, isHeard) in [
                ("INSERT INTO auth.users (id, email) VALUES ('\(user)', 'a@example.org')", true),
                ("INSERT INTO watchlists (id, owner_id, title) VALUES ('\(id)', '\(user)', 'A')", true),
                ("UPDATE watchlists SET title = 'B' WHERE false", false),
                ("UPDATE watchlists SET title = title", false), (push(7), false), (push(1), true),
                ("UPDATE watchlists SET deleted_at = now()", true), ("DELETE FROM watchlists", true),
            ] {
                // psql tells what it hears behind the last statement.
                let heard = try server.query("LISTEN geoq; COMMIT; \(statement)", in: database)
                #expect(heard.contains("Asynchronous notification") == isHeard, "\(statement): \(heard)")
            }
        }
    }

    @Test func `the first kit becomes the second`() throws {
        try Self.withDatabase { server, database in
            for name in ["schema", "kit"] {
                let run = try Self.psql(server, database, file: "Tests/Gateway/recorded/\(name).sql")
                #expect(run.status == 0, "\(run.errors)")
            }
            for name in Self.files { try server.query(try Self.printed(name), in: database) }
            // One function of each name: another would make calls ambiguous.
            let functions = try server.query(
                "SELECT string_agg(proname, ',' ORDER BY proname) FROM pg_proc WHERE proname LIKE 'geoq!_%' ESCAPE '!'",
                in: database)
            #expect(functions == "geoq_boot,geoq_changes,geoq_digest,geoq_owns,geoq_pull,geoq_push")
            #expect(try server.query("SELECT geoq_pull('bird') -> 'kit'", in: database) == "2")
        }
    }

    /// As on Supabase: the project's owner owns neither the schema of Auth nor
    /// the extensions.
    @Test func `an owner who is no superuser runs them, too`() throws {
        try Self.withDatabase { server, database in
            let path = Checkout.root.appending(path: "Tests/Gateway/gateway/sql/supabase.sql")
            try server.query(try String(contentsOf: path, encoding: .utf8), in: database)
            try server.query(
                """
                CREATE ROLE keeper LOGIN CREATEROLE BYPASSRLS;
                ALTER DATABASE \(database) OWNER TO keeper;
                ALTER SCHEMA public OWNER TO keeper;
                ALTER PUBLICATION supabase_realtime OWNER TO keeper;
                CREATE SCHEMA extensions;
                CREATE EXTENSION postgis SCHEMA extensions;
                GRANT USAGE ON SCHEMA extensions TO public;
                GRANT USAGE ON SCHEMA auth TO keeper;
                GRANT SELECT, REFERENCES, TRIGGER ON auth.users TO keeper;
                ALTER DATABASE \(database) SET search_path = "$user", public, extensions;
                """, in: database)
            for name in ["schema", "kit", "home", "schema", "kit", "home"] {
                try server.query(try Self.printed(name), in: database, user: "keeper")
            }
            let published = try server.query(
                "SELECT count(*) FROM pg_publication_tables WHERE pubname = 'supabase_realtime'", in: database)
            #expect(published == "16")
            try server.query("INSERT INTO auth.users (email) VALUES ('ann@example.org')", in: database)
            #expect(try server.query("SELECT name FROM public.users", in: database) == "ann")
            let near = "SET ROLE anon; SELECT count(*) FROM hotspots_near(1, 1, 1)"
            #expect(try server.query(near, in: database) == "0")
        }
    }

    /// A user who may edit a list could else bring a photo below it that names a picture of its owner: by two
    /// transactions that do not see each other.
    @Test func `a photo and the move of its entry wait for each other`() throws {
        try Self.withDatabase { server, database in
            for name in ["schema", "kit"] { try server.query(try Self.printed(name), in: database) }
            func id(_ number: Int) -> String { "'00000000-0000-4000-8000-00000000000\(number)'" }
            try server.query(
                """
                INSERT INTO auth.users (id, email) VALUES (\(id(1)), 'o@example.org'), (\(id(2)), 'e@example.org');
                INSERT INTO watchlists (id, owner_id) VALUES (\(id(3)), \(id(1))), (\(id(4)), \(id(2)));
                INSERT INTO watchlist_shares (id, watchlist_id, user_id, permission)
                    VALUES (\(id(5)), \(id(3)), \(id(2)), 'edit');
                INSERT INTO bird (id, common_name) VALUES (\(id(6)), 'Wren');
                INSERT INTO watchlist_entries (id, watchlist_id, bird_id) VALUES (\(id(7)), \(id(4)), \(id(6)));
                INSERT INTO observed_bird_photos (id, watchlist_entry_id, image_path) VALUES (\(id(8)), \(id(7)), 'p.jpg');
                """, in: database)
            let asEditor = """
                SET lock_timeout = '200ms'; SET ROLE authenticated;
                SELECT set_config('request.jwt.claims', '{"sub": \(id(2).replacing("'", with: "\""))}', false);

                """
            let photo = "UPDATE observed_bird_photos SET storage_url = \(id(1)) || '/x/p.jpg';"
            let move = "UPDATE watchlist_entries SET watchlist_id = \(id(3));"
            for (first, second) in [(photo, move), (move, photo)] {
                let holder = Process()
                holder.executableURL = URL(filePath: PostgresCluster.binaries + "/psql")
                holder.arguments = [
                    "-X", "-q", "-h", server.folder, "-U", "postgres", "-d", database, "-c",
                    "\(asEditor) BEGIN; \(first) SELECT pg_sleep(60); ROLLBACK",
                ]
                (holder.standardOutput, holder.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
                try holder.run()
                let sleeping = "FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = '\(database)'"
                while try server.query("SELECT count(*) \(sleeping)", in: database) == "0", holder.isRunning {}
                let error = #expect(throws: PostgresError.self) { try server.query(asEditor + second, in: database) }
                #expect(error?.words.contains("lock timeout") == true, "\(String(describing: error))")
                try server.query("SELECT pg_terminate_backend(pid) \(sleeping)", in: database)
                holder.waitUntilExit()
            }
        }
    }

    /// What the command prints of each file. It is run once for each.
    private static let texts: Result<[String: String], any Error> = Result {
        var texts: [String: String] = [:]
        for name in files {
            let run = try GeoqProcess(["server-sql", name])
            try #require(run.status == 0 && run.output.hasPrefix("-- geoq's remote"), "\(run.errors)")
            texts[name] = run.output
        }
        return texts
    }

    private static func printed(_ name: String) throws -> String {
        try #require(try texts.get()[name])
    }

    private static func failures(_ lines: [String]) -> String {
        lines.filter { $0.hasPrefix("not ok") || $0.hasPrefix("#") }.joined(separator: "\n")
    }

    private static func psql(_ server: PostgresCluster, _ database: String, file: String) throws -> Tool.Run {
        try Tool.run(
            PostgresCluster.binaries + "/psql",
            [
                "-X", "-q", "-v", "ON_ERROR_STOP=1", "-h", server.folder, "-U", "postgres", "-d", database, "-f",
                Checkout.root.appending(path: file).path,
            ])
    }

    /// A server of its own, whose roles no other test makes.
    private static let server = Result { try PostgresCluster(["fsync=off", "jit=off", "wal_level=logical"]) }

    private static func withDatabase(_ body: (PostgresCluster, String) throws -> Void) throws {
        let server = try Self.server.get()
        let database = "remote_" + UUID().uuidString.prefix(8).lowercased()
        try server.query("CREATE DATABASE \(database)")
        defer { _ = try? server.query("DROP DATABASE \(database) WITH (FORCE)") }
        try body(server, database)
    }
}
