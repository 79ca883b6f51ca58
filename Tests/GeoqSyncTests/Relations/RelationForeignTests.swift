import Foundation
import GeoqStore
import GeoqSync
import TestSupport
import Testing

@testable import GeoqPostgres

/// Relations with rows on other servers, which fail there.
@Suite(.waits) struct RelationForeignTests {
    private static func geoq(_ fixture: SyncFixture, _ words: String...) throws -> GeoqProcess {
        try GeoqProcess(
            [words[0], fixture.url] + words.dropFirst() + ["--db", fixture.store.path, "--no-wait"],
            environment: ["HOME": fixture.folder])
    }

    @Test func `what makes a foreign table send all its rows is said with what mends it`() async throws {
        try await SyncFixture.run(.postgis) { far in
            try far.sql(
                """
                CREATE TABLE sites (id integer PRIMARY KEY, geom geometry(Point, 4326));
                INSERT INTO sites VALUES (1, 'SRID=4326;POINT(7 51)');
                """)
            try await SyncFixture.run(.postgis) { fixture in
                try fixture.sql(
                    """
                    CREATE EXTENSION postgres_fdw;
                    CREATE SERVER near FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '\(far.cluster.folder)', dbname '\(far.database)');
                    CREATE USER MAPPING FOR CURRENT_USER SERVER near OPTIONS (user 'postgres', password_required 'false');
                    CREATE FOREIGN TABLE sites (id integer, geom geometry(Point, 4326)) SERVER near;
                    """)
                let file = fixture.folder + "/sites.json"
                try Data(#"{"hotspot": [{"table": "public.sites", "key": ["id"], "location": "geom"}]}"#.utf8)
                    .write(to: URL(filePath: file))
                func explain() throws -> GeoqProcess {
                    let run = try GeoqProcess(
                        ["explain", "nearest", "--lat", "51", "--lon", "7", "-k", "1", "--remote", fixture.url]
                            + ["--tables", file])
                    #expect(run.status == 0 && run.output.contains("public.sites on near"), "\(run)")
                    return run
                }
                let (server, table) = (
                    #"ALTER SERVER "near" OPTIONS (ADD extensions 'postgis')"#, #"ANALYZE "public"."sites""#
                )
                let first = try explain()
                #expect(first.errors.contains(server) && first.errors.contains(table), "\(first)")
                try fixture.sql("\(server); \(table)")
                let mended = try explain()
                #expect(mended.errors.isEmpty, "\(mended)")
            }
        }
    }

    @Test func `a server that does not answer is named, and no other relation is missing`() async throws {
        // A database that waits for the silent one keeps its server from removing any.
        try await SyncFixture.run(.postgis, on: try PostgresCluster.copied(["fsync=off", "jit=off"])) { fixture in
            let (silent, mute) = (try SilentServer(), try SilentServer())
            defer {
                silent.close()
                mute.close()
            }
            try fixture.sql(
                """
                CREATE EXTENSION postgres_fdw;
                CREATE SERVER mute FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '\(mute.folder)', port '5432', dbname 'x');
                CREATE USER MAPPING FOR CURRENT_USER SERVER mute OPTIONS (user 'postgres', password_required 'false');
                CREATE FOREIGN TABLE yonder (id integer, geom geometry(Point, 4326)) SERVER mute;
                CREATE SERVER silent FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '\(silent.folder)', port '5432', dbname 'x');
                CREATE USER MAPPING FOR CURRENT_USER SERVER silent OPTIONS (user 'postgres', password_required 'false');
                CREATE FOREIGN TABLE away (id integer, geom geometry(Point, 4326)) SERVER silent;
                CREATE VIEW afar AS SELECT * FROM away;
                CREATE TABLE sites (id integer PRIMARY KEY, geom geometry(Point, 4326));
                CREATE VIEW zones AS SELECT id, geom FROM sites;
                """)
            let remote = try PostgresRemote(fixture.url, silence: .seconds(3))
            let relations = try await remote.relations()
            #expect(
                relations.map(\.fullName)
                    == ["public.afar", "public.away", "public.sites", "public.yonder", "public.zones"])
            let obstacles = try relations.map { try RelationProposal($0).obstacle?.message }
            func words(_ name: String, _ server: String) -> String {
                "public.\(name), with rows on the foreign server \(server), fails when it is read: "
                    + "the server has not answered for too long"
            }
            #expect(
                obstacles == [words("afar", "silent"), words("away", "silent"), nil, words("yonder", "mute"), nil],
                "\(obstacles)")
            let single = try RelationProposal(try await remote.relation(named: "away"))
            #expect(single.obstacle?.message == obstacles[1], "\(single)")
            // A question names it, too, and those of a view.
            try fixture.sql("CREATE VIEW pair AS SELECT * FROM away UNION ALL SELECT * FROM yonder")
            for (name, servers) in [("away", "server silent"), ("pair", "servers mute, silent")] {
                let file = "\(fixture.folder)/\(name).json"
                try Data(#"{"hotspot": [{"table": "public.\#(name)", "key": ["id"], "location": "geom"}]}"#.utf8)
                    .write(to: URL(filePath: file))
                let near = try GeoqProcess(
                    ["near", "--lat", "51", "--lon", "7", "--km", "1", "--remote", fixture.url]
                        + ["--tables", file, "--timeout", "2s"])
                #expect(near.status == 69 && near.errors.contains("on the foreign \(servers), fails"), "\(near)")
                #expect(near.errors.contains("OPTIONS (ADD connect_timeout '2')"), "\(near)")
            }
        }
    }

    @Test func `a silent server is waited for as long as one of geoq's own, where a statement asks it`() async throws {
        try await SyncFixture.run(.empty, on: try PostgresCluster.copied(["fsync=off", "jit=off"])) { fixture in
            let silent = try SilentServer()
            defer { silent.close() }
            try fixture.sql(
                """
                CREATE EXTENSION postgres_fdw;
                CREATE SERVER silent FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '\(silent.folder)', port '5432', dbname 'x');
                CREATE USER MAPPING FOR CURRENT_USER SERVER silent OPTIONS (user 'postgres', password_required 'false');
                CREATE TABLE sites (id integer, lon float8) PARTITION BY RANGE (lon);
                CREATE TABLE here PARTITION OF sites FOR VALUES FROM (0) TO (90);
                CREATE FOREIGN TABLE away PARTITION OF sites FOR VALUES FROM (90) TO (180) SERVER silent;
                """)
            let text = try ConnectionText(fixture.url)
            let worker = try await PostgresWorker(connecting: text, silence: .seconds(120)) { _ in }
            try await worker.run { connection in
                #expect(try ForeignPatience.isNeeded(connection))
                func sites(before end: Int) -> ParameterizedSQL {
                    ParameterizedSQL(text: "SELECT id FROM sites WHERE lon < $1::float8", parameters: ["\(end)"])
                }
                try ForeignPatience.connect(for: sites(before: 50), connection)
                #expect(connection.isAlive && connection.silence == .seconds(120))
                let error = #expect(throws: SyncError.self) {
                    try ForeignPatience.connect(for: sites(before: 150), connection, within: .milliseconds(300))
                }
                #expect(error == PostgresConnection.silent && !connection.isAlive)
            }
            await worker.close()
            // As the nearest of rows are asked for that no index orders: a SELECT within the other.
            let second = try await PostgresWorker(connecting: text, silence: .seconds(120)) { _ in }
            try await second.run { connection in
                let nearest = ParameterizedSQL(text: "SELECT coalesce((SELECT max(lon) FROM sites), 0)", parameters: [])
                let error = #expect(throws: SyncError.self) {
                    try ForeignPatience.connect(for: nearest, connection, within: .milliseconds(300))
                }
                #expect(error == PostgresConnection.silent)
            }
            await second.close()
            // Then the server gives up by itself, unless the number means that it waits for ever.
            try fixture.sql("ALTER SERVER silent OPTIONS (ADD connect_timeout '2')")
            let other = try await PostgresWorker(connecting: text, silence: .seconds(120)) { _ in }
            for (value, endless) in [("2", false), (" 030", false), ("0", true), ("-1", true), (" +00 ", true)] {
                try fixture.sql("ALTER SERVER silent OPTIONS (SET connect_timeout '\(value)')")
                let isNeeded = try await other.run { try ForeignPatience.isNeeded($0) }
                #expect(isNeeded == endless, "\(value)")
            }
            await other.close()
        }
    }

    @Test func `errors name the relation and its server, in the list, the check and the sync`() async throws {
        try await SyncFixture.run(.postgis) { far in
            try far.sql(
                """
                CREATE TABLE sites (id integer PRIMARY KEY, geom geometry(Point, 4326));
                INSERT INTO sites VALUES (1, 'SRID=4326;POINT(7 51)');
                """)
            try await SyncFixture.run(.postgis) { fixture in
                let columns = "(id integer, geom geometry(Point, 4326))"
                try fixture.sql(
                    """
                    CREATE EXTENSION postgres_fdw; CREATE EXTENSION file_fdw;
                    CREATE SERVER near FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '\(far.cluster.folder)', dbname '\(far.database)');
                    CREATE USER MAPPING FOR CURRENT_USER SERVER near OPTIONS (user 'postgres', password_required 'false');
                    CREATE SERVER gone FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '127.0.0.1', port '1', dbname 'x');
                    CREATE USER MAPPING FOR CURRENT_USER SERVER gone OPTIONS (user 'postgres', password_required 'false');
                    CREATE SERVER files FOREIGN DATA WRAPPER file_fdw;
                    CREATE FOREIGN TABLE unwritten \(columns) SERVER files OPTIONS (filename '/nonexistent/no.csv');
                    CREATE FOREIGN TABLE good \(columns) SERVER near OPTIONS (table_name 'sites');
                    CREATE FOREIGN TABLE missing \(columns) SERVER near OPTIONS (table_name 'nothing');
                    CREATE FOREIGN TABLE away \(columns) SERVER gone OPTIONS (table_name 'sites');
                    CREATE TABLE parts \(columns) PARTITION BY LIST (id);
                    CREATE FOREIGN TABLE part PARTITION OF parts FOR VALUES IN (1) SERVER gone OPTIONS (table_name 'sites');
                    CREATE VIEW over_parts AS SELECT p.id, p.geom FROM parts p;
                    CREATE VIEW over_view AS SELECT o.* FROM over_parts o;
                    CREATE VIEW over_file AS SELECT * FROM unwritten;
                    CREATE VIEW over_good AS SELECT id, geom FROM good WHERE 1 / (id - id) = 1;
                    """)
                let list = try Self.geoq(fixture, "sync", "--list")
                for (name, server, code, status) in [
                    ("missing", "near", "42P01", Int32(65)), ("away", "gone", "08001", 69),
                    ("parts", "gone", "08001", 69), ("unwritten", "files", "58P01", 69),
                    ("over_parts", "gone", "08001", 69), ("over_view", "gone", "08001", 69),
                    ("over_file", "files", "58P01", 69),
                ] {
                    let sentence =
                        "public.\(name), with rows on the foreign server \(server), fails when it is read: "
                    let line = list.lines.first { $0.contains("\"public.\(name)\"") } ?? ""
                    #expect(line.contains(sentence) && line.contains(code), "\(list)")
                    let file = "\(fixture.folder)/\(name).json"
                    try Data(#"{"hotspot": [{"table": "public.\#(name)", "key": ["id"], "location": "geom"}]}"#.utf8)
                        .write(to: URL(filePath: file))
                    let sync = try Self.geoq(fixture, "sync", "--tables", file)
                    #expect(sync.status == status && sync.errors.contains(sentence), "\(sync)")
                    #expect(sync.errors.contains("look at that server"), "\(sync)")
                    let near = [
                        "near", "--lat", "51", "--lon", "7", "--km", "1", "--remote", fixture.url, "--tables", file,
                    ]
                    let asked = try GeoqProcess(near)
                    #expect(asked.status == status && asked.errors.contains(sentence), "\(asked)")
                }
                #expect(list.lines.first { $0.contains("\"public.good\"") }?.contains("\"in_the_way\":null") == true)
                let own = list.lines.first { $0.contains("\"public.over_good\"") } ?? ""
                #expect(own.contains("public.over_good fails when it is read: ") && own.contains("22012"), "\(own)")
                #expect(try Self.geoq(fixture, "sync", "--table", "good").errors.contains("1 added"))
            }
        }
    }
}

/// A socket that takes connections and never says a word.
private struct SilentServer {
    let folder: String
    private let listener: Int32

    init() throws {
        folder = "/tmp/geoq-silent-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        // Programs that other tests start meanwhile would keep it open.
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        listener = descriptor
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: "\(folder)/.s.PGSQL.5432".utf8) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0 && listen(descriptor, 8) == 0)
        // The database's server may be another user.
        try #require(chmod(folder, 0o755) == 0 && chmod("\(folder)/.s.PGSQL.5432", 0o777) == 0)
    }

    /// Ends the connections that wait.
    func close() {
        Foundation.close(listener)
        try? FileManager.default.removeItem(atPath: folder)
    }
}
