import Foundation
import GeoqStore
import GeoqSync
import TestSupport
import Testing

/// Species and watchlists asked of a server, beside a mirror of it.
@Suite(.waits) struct RemoteSpeciesTests {
    private static let owner = "00000000-0000-4000-8000-00000000000a"
    private static let friend = "00000000-0000-4000-8000-00000000000b"

    /// Birds with doubtful names, lists of two users, entries that are seen and
    /// planned, marked as deleted, nowhere and on edges, and rules of all kinds.
    private static func lists(_ seed: UInt64) -> String {
        var generator = SeededGenerator(seed: seed)
        func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &generator) }
        let entries = (0..<400).map { index in
            let list = "md5('list \(index % 7)')::uuid"
            let (latitude, longitude) =
                index % 40 == 0
                ? ("NULL", "NULL")
                : ("\(number(-20...20))", "\(index % 3 == 0 ? number(175...180) : number(-180 ... -170))")
            let seen = index % 4 == 0 ? "NULL" : "'2026-0\(1 + index % 9)-1\(index % 10) 2\(index % 4):30:00+00'"
            let gone = index % 50 == 7 ? "now()" : "NULL"
            return """
                (md5('entry \(index)')::uuid, \(list), md5('bird \(index % 11)')::uuid, 'note \(index % 5)', \(seen), \
                \(latitude), \(longitude), \(index % 6), \(gone))
                """
        }
        return """
            INSERT INTO auth.users (id) VALUES ('\(owner)'), ('\(friend)');
            INSERT INTO bird (id, common_name, scientific_name, shape_id, deleted_at)
            SELECT md5('bird ' || n)::uuid, CASE WHEN n = 3 THEN 'bird 2' ELSE 'Bird ' || n END,
                CASE WHEN n = 4 THEN NULL WHEN n = 5 THEN 'aves 6' WHEN n = 7 THEN 'Aves sp.' ELSE 'Aves ' || n END,
                'shape ' || n % 3, CASE WHEN n = 8 THEN now() END
            FROM generate_series(0, 10) n;
            INSERT INTO watchlists (id, owner_id, title, deleted_at, location_rule_enabled, location_rule_lat,
                location_rule_lon, location_rule_radius_km, species_rule_enabled, species_rule_shape_id,
                date_rule_enabled, date_rule_start_date, date_rule_end_date)
            SELECT md5('list ' || n)::uuid, CASE WHEN n % 2 = 0 THEN '\(owner)' ELSE '\(friend)' END::uuid, 'List ' || n,
                CASE WHEN n = 6 THEN now() END, n < 3, 0.5 * n, 179.9, 400, n % 2 = 1, 'shape ' || n % 3, n = 2,
                '2026-03-01', '2026-05-31'
            FROM generate_series(0, 6) n;
            INSERT INTO watchlist_shares (id, watchlist_id, user_id)
            VALUES (md5('share')::uuid, md5('list 1')::uuid, '\(owner)');
            INSERT INTO watchlist_rules (id, watchlist_id, rule_type, parameters_json, is_active, priority, deleted_at)
            VALUES
                (md5('rule 1')::uuid, md5('list 3')::uuid, 'location', '{"lat": 1, "lon": -179.5, "radius_km": 300}', true, 4, NULL),
                (md5('rule 2')::uuid, md5('list 3')::uuid, 'species', '{"scientific_name": "aves 1"}', NULL, 2, NULL),
                (md5('rule 3')::uuid, md5('list 4')::uuid, 'date', '{"start": "--11-01", "end": "--06-01"}', true, 9, NULL),
                (md5('rule 4')::uuid, md5('list 5')::uuid, 'location', '{"area": "Tompkins County"}', true, 1, NULL),
                (md5('rule 5')::uuid, md5('list 0')::uuid, 'species', '{"shape_id": "shape 9"}', false, 1, NULL),
                (md5('rule 6')::uuid, md5('list 0')::uuid, 'species', '{"shape_id": "shape 9"}', true, 1, now()),
                (md5('rule 7')::uuid, md5('list 6')::uuid, 'species', '{"shape_id": "shape 0"}', true, 1, NULL),
                (md5('rule 8')::uuid, md5('list 4')::uuid, 'moon', 'no JSON', true, 1, NULL);
            INSERT INTO watchlist_entries (id, watchlist_id, bird_id, notes, observation_date, lat, lon, priority,
                deleted_at) VALUES \(entries.joined(separator: ","));
            """
    }

    private static let place = ["--lat", "0.5", "--lon", "179.9"]

    private static var questions: [[String]] {
        let species = [
            ["--km", "1500"], ["--km", "900", "--since", "2026-03-01", "--until", "2026-08-20"],
            ["--km", "30000"], ["--km", "2000", "--where", "place IS NULL AND date > '2026-04-01' AND lat > 0"],
            ["--km", "1800", "--layer", "entries"],
            ["--km", "1800", "--layer", "entries", "--where", "priority >= 3 AND notes = 'note 2' AND status IS NULL"],
            ["--km", "1800", "--layer", "entries", "--where", "common_name LIKE 'Bird 1%'"],
            ["--km", "0.001"],
        ].map { ["species"] + place + $0 + ["-f", "ndjson"] }
        // Over ±180°, with a hole; alone and with a circle.
        let area = "POLYGON ((175 -15, -168 -18, -176 12, 176 18, 175 -15), (178 -5, -179 -5, 180 4, 178 -5))"
        let inside = [[], place + ["--km", "1200"], ["--layer", "entries", "--where", "priority >= 2"]]
            .map { ["species", "--area", area] + $0 + ["-f", "ndjson"] }
        let match = [
            ["--species", "Aves 1", "--date", "2026-05-03"], ["--species", "Bird 4"], [],
            ["--uncertainty", "90000", "--near-miss", "200km", "--unknown", "matches"],
            ["--species", "Bird 1", "--date", "2026-12-31", "--count"],
        ].map { ["match"] + place + $0 + ["-f", "ndjson"] }
        let show = ["list 4", "List 0", "LIST 2"].map { ["rules", "show", $0, "-f", "ndjson"] }
        return species + inside + match + [["rules", "list", "-f", "ndjson"]] + show
    }

    @Test(arguments: [false, true]) func `a server answers as its mirror does`(asUser: Bool) async throws {
        let seed = UInt64.random(in: .min ... .max)
        print("seed \(seed)")
        try await SyncFixture.run(asUser ? .secured : .repaired) { fixture in
            try fixture.sql(Self.lists(seed))
            let user = asUser ? ["--as", Self.owner] : []
            let sync = try GeoqProcess(["sync", fixture.url, "--db", fixture.store.path] + user)
            #expect(sync.status == 0, "\(sync.errors)")
            var found = 0
            for question in Self.questions {
                let local = try GeoqProcess(question + ["--db", fixture.store.path])
                let remote = try GeoqProcess(question + ["--remote", fixture.url] + user)
                #expect(
                    remote.output == local.output && remote.status == local.status && local.status == 0,
                    "seed \(seed), \(question): \(remote.errors) \(remote.output) \(local.output)")
                found += local.lines.count
            }
            #expect(found > 40, "the questions have answers: \(found)")
        }
    }

    @Test func `sightings of a file match the lists of a server`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(Self.lists(1))
            try await fixture.pull()
            let file = fixture.folder + "/seen.csv"
            let rows = (0..<30).map {
                "Aves \($0 % 11),\(Double($0) / 10 - 1),\(179 + Double($0) / 40),2026-05-0\(1 + $0 % 9)"
            }
            try (["scientific_name,lat,lon,date"] + rows).joined(separator: "\n")
                .write(toFile: file, atomically: true, encoding: .utf8)
            let local = try GeoqProcess(["match", file, "--db", fixture.store.path])
            let remote = try GeoqProcess(["match", file, "--remote", fixture.url])
            #expect(remote.output == local.output && remote.status == 0 && local.lines.count > 20, "\(remote.errors)")
            let area = ["--area", "POLYGON ((179 -1, 179.4 -1, 179.4 1, 179 1, 179 -1))"]
            let cut = try GeoqProcess(["match", file, "--remote", fixture.url] + area)
            let mirrored = try GeoqProcess(["match", file, "--db", fixture.store.path] + area)
            #expect(cut.output == mirrored.output && cut.status == 0, "\(cut.errors)")
            #expect(!cut.lines.isEmpty && cut.lines.count < remote.lines.count)
        }
    }

    /// Entries on other servers, and a table of observations of another program's there.
    @Test func `species of a coordinator are those of one server`() async throws {
        try await SyncFixture.run { whole in
            try whole.sql(Self.lists(2))
            let observations = """
                CREATE TABLE seen (key bigint NOT NULL, species text, day date, lat float8, lon float8);
                INSERT INTO seen SELECT n, 'Turdus ' || n % 5, date '2026-01-01' + n % 200, n % 60 - 30, n % 360 - 180
                FROM generate_series(1, 900) n;
                """
            try whole.sql(observations)
            try await SyncFixture.run(.postgis) { cut in
                try cut.sql(
                    """
                    CREATE EXTENSION postgres_fdw;
                    CREATE SERVER one FOREIGN DATA WRAPPER postgres_fdw OPTIONS (
                        host '\(whole.cluster.folder)', dbname '\(whole.database)', extensions 'postgis');
                    CREATE USER MAPPING FOR CURRENT_USER SERVER one OPTIONS (user 'postgres', password_required 'false');
                    IMPORT FOREIGN SCHEMA public LIMIT TO (bird, watchlists, watchlist_rules) FROM SERVER one INTO public;
                    CREATE TABLE watchlist_entries (id uuid NOT NULL, watchlist_id uuid, bird_id uuid, notes text,
                        status text, observation_date timestamptz, lat float8, lon float8, priority int,
                        location_display_name text, deleted_at timestamptz) PARTITION BY RANGE (lon);
                    CREATE FOREIGN TABLE entries_west PARTITION OF watchlist_entries
                        FOR VALUES FROM (MINVALUE) TO (0) SERVER one OPTIONS (table_name 'watchlist_entries');
                    CREATE FOREIGN TABLE entries_east PARTITION OF watchlist_entries
                        FOR VALUES FROM (0) TO (MAXVALUE) SERVER one OPTIONS (table_name 'entries_east');
                    CREATE TABLE seen (key bigint NOT NULL, species text, day date, lat float8, lon float8)
                        PARTITION BY RANGE (lon);
                    CREATE FOREIGN TABLE seen_west PARTITION OF seen
                        FOR VALUES FROM (MINVALUE) TO (0) SERVER one OPTIONS (table_name 'seen_west');
                    CREATE FOREIGN TABLE seen_east PARTITION OF seen
                        FOR VALUES FROM (0) TO (MAXVALUE) SERVER one OPTIONS (table_name 'seen_east');
                    ALTER FOREIGN TABLE entries_west OPTIONS (SET table_name 'entries_west');
                    """)
                try whole.sql(
                    """
                    CREATE VIEW entries_west AS SELECT * FROM watchlist_entries WHERE lon < 0;
                    CREATE VIEW entries_east AS SELECT * FROM watchlist_entries WHERE lon >= 0;
                    CREATE VIEW seen_west AS SELECT * FROM seen WHERE lon < 0;
                    CREATE VIEW seen_east AS SELECT * FROM seen WHERE lon >= 0;
                    """)
                let mapping = cut.folder + "/tables.json"
                try """
                { "observation": { "table": "seen", "key": ["key"],
                    "columns": { "scientific_name": "species", "date": "day", "lat": "lat", "lon": "lon" } } }
                """.write(toFile: mapping, atomically: true, encoding: .utf8)
                let both = try Self.expectSame(
                    ["species"] + Self.place + ["--km", "3000", "--tables", mapping, "-f", "ndjson"], whole, cut)
                #expect(both.contains("Turdus 3") && both.contains("Aves 1"))
                for question in Self.questions { try Self.expectSame(question, whole, cut) }
                // A server with observations alone.
                try cut.sql("DROP TABLE watchlist_entries; DROP FOREIGN TABLE bird, watchlists, watchlist_rules")
                let alone = try GeoqProcess(
                    ["species"] + Self.place + [
                        "--km", "3000", "--tables", mapping, "-f", "ndjson", "--remote", cut.url,
                    ])
                #expect(alone.output.contains("Turdus 3") && !alone.output.contains("Aves"), "\(alone.errors)")
                let none = try GeoqProcess(["species"] + Self.place + ["--km", "3000", "--remote", cut.url])
                #expect(none.status == 65 && none.errors.contains("there is no table"), "\(none.errors)")
            }
        }
    }

    @discardableResult
    private static func expectSame(_ words: [String], _ whole: SyncFixture, _ cut: SyncFixture) throws -> String {
        let one = try GeoqProcess(words + ["--remote", whole.url])
        let several = try GeoqProcess(words + ["--remote", cut.url])
        #expect(
            several.output == one.output && several.status == one.status, "\(words): \(several.errors) \(one.errors)")
        #expect(one.status == 0, "\(words): \(one.errors)")
        return one.output
    }

    @Test(arguments: [
        (["species", "--area", "POLYGON ((0 0, 1 0, 1 1, 0 0))", "--db", "x"], "--db names a store"),
        (["species", "--at", "Ithaca", "--km", "3"], "--at looks up a name in the store"),
        (["species", "--km", "3"], "--lat"), (["match", "--all"], "--all is about the sightings of a store"),
        (["match", "--lat", "1", "--lon", "2", "--db", "x"], "--db names a store"),
        (["rules", "list", "--db", "x"], "--db names a store"),
        (["rules", "show", "x", "--db", "x"], "--db names a store"),
        (["explain", "match", "--lat", "1", "--lon", "2"], "--remote has none here"),
    ])
    func `what a server cannot answer is refused`(words: [String], sentence: String) throws {
        let run = try GeoqProcess(words + ["--remote", "host=/nowhere"])
        #expect(run.status == 64 && run.output.isEmpty && run.errors.contains(sentence), "\(run.errors)")
    }
}
