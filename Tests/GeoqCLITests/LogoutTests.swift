import Foundation
import TestSupport
import Testing

/// After a logout nothing of the user is left, and what is of everyone is.
@Suite(.waits, .serialized, .needsGateway)
struct LogoutTests {
    private static let gateway = Result { try GatewayProcess() }

    static func fixture<Value>(_ body: (AccountFixture) async throws -> Value) async throws -> Value {
        try await withFolder { folder in try await body(AccountFixture(gateway.get(), in: folder)) }
    }

    static let marks = ["Wrens of the secret pond", "Below the third willow", "whose-rule-is-this"]

    /// Where the entries are. A node of SQLite's R*Tree has numbers in single precision, the largest byte first: these are
    /// letters, each number twice.
    private static let place = (latitude: 56.33639144897461, longitude: 60.82950973510742)
    private static let placeInTree = "BsQkBsQkBaXwBaXw"

    /// Rows as a sync writes them: 300 lists with an entry and a rule each, some
    /// of which change and go; and a hotspot and a bird.
    static func fill(_ fixture: AccountFixture) throws {
        let remote = try #require(try fixture.sql("SELECT remote FROM geoq_account").first)
        func id(_ kind: Int) -> String { "printf('0000000\(kind)-0000-4000-8000-%012d', n)" }
        let numbers = "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 300) "
        _ = try fixture.sql(
            """
            UPDATE geoq_device SET captures = NULL;
            INSERT INTO hotspot (id, name, lat, lon, source)
                VALUES ('00000009-0000-4000-8000-000000000001', 'Stewart Park', 42.46, -76.5, '\(remote)');
            INSERT INTO bird (id, common_name, source)
                VALUES ('00000008-0000-4000-8000-000000000001', 'Winter Wren', '\(remote)');
            \(numbers) INSERT INTO watchlists (id, title, source) SELECT \(id(1)), '\(marks[0]) ' || n, '\(remote)'
                FROM numbers;
            \(numbers) INSERT INTO watchlist_entries (id, watchlist_id, bird_id, notes, lat, lon, source)
                SELECT \(id(2)), \(id(1)), '00000008-0000-4000-8000-000000000001', '\(marks[1]) ' || n,
                    \(place.latitude), \(place.longitude), '\(remote)'
                FROM numbers;
            \(numbers) INSERT INTO watchlist_rules (id, watchlist_id, rule_type, parameters_json, source)
                SELECT \(id(3)), \(id(1)), 'x', '{"a": "\(marks[2])"}', '\(remote)' FROM numbers;
            UPDATE watchlist_entries SET notes = '\(marks[1])' || hex(randomblob(200)) WHERE fid % 3 = 0;
            DELETE FROM watchlist_rules WHERE fid % 5 = 0;
            INSERT INTO geoq_remote (name, address, user_id, mapping, origin)
                SELECT remote, url, user_id, 'm', 'o' FROM geoq_account;
            INSERT INTO geoq_remote_waiting (remote, table_name, row_id, token, reason, detail)
                VALUES ('\(remote)', 'watchlists', '00000007-0000-4000-8000-000000000001', 1, 'unusable', '\(marks[0])');
            UPDATE geoq_device SET captures = '\(remote)';
            """)
        // An index, which is a cache of these rows.
        #expect(try fixture.run("near", "--lat", "42.46", "--lon", "-76.5", "--km", "5").lines.count == 1)
    }

    @Test(arguments: [false, true])
    func `no byte of the user is left, and birds and hotspots stay (F35)`(isOffline: Bool) async throws {
        try await Self.fixture { fixture in
            let email = try fixture.signUp()
            try Self.fill(fixture)
            // As a process leaves it that is killed when it has brought the store up to date.
            _ = try fixture.sql("VACUUM INTO '\(fixture.store).before-migration'")
            // The same of a writer of the index; no process has so high a number.
            try FileManager.default.copyItem(
                atPath: fixture.store + ".index", toPath: fixture.store + ".index.2000000000.1.tmp")
            try Data(Self.marks[0].utf8).write(to: URL(fileURLWithPath: fixture.store + ".index.2000000000.2.tmp"))
            // And of a logout that was killed.
            let pictures = fixture.store + ".cache.2000000000.old"
            try FileManager.default.createDirectory(atPath: pictures, withIntermediateDirectories: false)
            try Data(Self.marks[0].utf8).write(to: URL(fileURLWithPath: pictures + "/picture"))
            let kept = try fixture.kept()
            var traces = Self.marks + [email, "00000001-0000-4000", "00000002-0000-4000", "00000007-0000-4000"]
            for name in ["user_id", "access_token", "refresh_token", "key"] {
                traces.append(try #require(kept[name] as? String))
            }
            traces.append(Self.placeInTree)
            for trace in traces { #expect(try !fixture.files(with: trace, except: ["key"]).isEmpty, "\(trace)") }
            if isOffline { try fixture.gateway.set(#"{"faults": [{"html": true}]}"#) }
            let run = try fixture.run("logout")
            #expect(run.status == 0 && run.errors.contains("840 rows of yours have left"), "\(run.errors)")
            #expect(run.errors.contains("was not told") == isOffline)
            #expect(run.errors.contains("its copy \(fixture.store).before-migration is removed"), "\(run.errors)")
            for trace in traces { #expect(try fixture.files(with: trace, except: ["key"]) == [], "\(trace)") }
            #expect(try fixture.sql("SELECT name FROM hotspot") == ["Stewart Park"])
            #expect(try fixture.sql("SELECT common_name FROM bird") == ["Winter Wren"])
            #expect(try fixture.run("near", "--lat", "42.46", "--lon", "-76.5", "--km", "5").lines.count == 1)
            #expect(try fixture.run("doctor").status == 0)
        }
    }

    @Test func `a logout that cannot remove a picture says so, and is finished later`() async throws {
        try await Self.fixture { fixture in
            try "id,common_name\n1,Wren\n".write(
                toFile: fixture.folder + "/birds.csv", atomically: true, encoding: .utf8)
            #expect(try fixture.run("import", fixture.folder + "/birds.csv", "--as", "birds").status == 0)
            _ = try fixture.signUp()
            #expect(try fixture.run("list", "add", "Garden").status == 0)
            let entry = try #require(try fixture.run("entry", "add", "Garden", "Wren").lines.first)
            let file = fixture.folder + "/a.png"
            try PhotoFixture.png.write(to: URL(filePath: file))
            let photo = try #require(try fixture.run("photo", "add", String(entry), file).lines.first)
            let pictures = fixture.store + ".photos"
            func give(_ path: String, mode: Int) throws {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
                if geteuid() == 0 { #expect(try Tool.run("/bin/chown", ["-R", "65534", path]).status == 0) }
            }
            try give(fixture.folder, mode: 0o700)
            try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: pictures)
            let environment = fixture.environment.map { "\($0)=\($1)" }
            let run = try GeoqProcess.asNobody(["logout", "--discard"], environment: environment)
            #expect(
                run.status == 74
                    && run.errors.contains(
                        "\(pictures)/\(photo), which may have something of the user, cannot be removed: Permission denied; "
                            + "see to that, then finish with: geoq logout"),
                "\(run)")
            try give(pictures, mode: 0o700)
            let next = try GeoqProcess.asNobody(["list", "list"], environment: environment)
            #expect(next.status == 0 && next.errors.contains("finished the logout"), "\(next)")
            #expect(!FileManager.default.fileExists(atPath: pictures))
        }
    }

    @Test func `a logout that does not find the login says where it may still be`() async throws {
        try await Self.fixture { fixture in
            _ = try fixture.signUp()
            let login = try FileManager.default.contentsOfDirectory(atPath: fixture.folder + "/state/geoq")
                .first { $0.hasSuffix(".json") }
            let name = try #require(login)
            let elsewhere = fixture.environment.merging(["XDG_STATE_HOME": fixture.folder + "/other"]) { $1 }
            let out = try GeoqProcess(["logout"], environment: elsewhere)
            #expect(out.status == 0 && out.errors.contains("the project was not told"), "\(out.errors)")
            #expect(out.errors.contains("\(fixture.folder)/other/geoq has no login of this store"), "\(out.errors)")
            let remedy = "HOME (its .local/state), the tokens are still there: remove geoq/\(name) of that folder\n"
            #expect(out.errors.contains(remedy), "\(out.errors)")
            // One that is found needs no word.
            _ = try fixture.signUp()
            let plain = try fixture.run("logout")
            #expect(plain.status == 0 && !plain.errors.contains("has no login"), "\(plain.errors)")
        }
    }

    @Test func `a logout that is interrupted at any moment is finished by what comes next (F34)`() async throws {
        try await Self.fixture { fixture in
            let email = try fixture.signUp()
            try Self.fill(fixture)
            for (round, delay) in [0, 30, 60, 90, 120, 150, 200, 300].enumerated() {
                let (process, _) = try fixture.started(["logout"])
                try await Task.sleep(for: .milliseconds(delay))
                kill(process.processIdentifier, SIGKILL)
                process.waitUntilExit()
                let state = try fixture.sql("SELECT state FROM geoq_account")
                if state == ["active"] { continue }
                if state == ["leaving"], round % 2 == 0 {
                    let (fields, run) = try fixture.whoami()
                    #expect(fields["email"] == nil && run.status == 77, "\(run.errors)")
                    #expect(run.errors.contains("finished the logout from \(fixture.gateway.url)"), "\(run.errors)")
                    #expect(try fixture.sql("SELECT count(*) FROM geoq_account") == ["0"])
                    for trace in Self.marks + [email] {
                        #expect(try fixture.files(with: trace, except: ["key"]) == [], "\(trace)")
                    }
                }
                let login = try fixture.logIn(email)
                #expect(login.status == 0, "\(login.errors)")
                #expect(try fixture.sql("SELECT count(*) FROM watchlists") == ["0"])
                let remote = try #require(try fixture.sql("SELECT remote FROM geoq_account").first)
                _ = try fixture.sql(
                    """
                    UPDATE geoq_device SET captures = NULL;
                    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 300)
                    INSERT INTO watchlists (id, title, source)
                        SELECT printf('00000001-0000-4000-8000-%012d', n), '\(Self.marks[0]) ' || n, '\(remote)'
                        FROM numbers;
                    UPDATE geoq_device SET captures = '\(remote)'
                    """)
            }
            let last = try fixture.run("logout")
            #expect(last.status == 0, "\(last.errors)")
            for trace in Self.marks + [email] {
                #expect(try fixture.files(with: trace, except: ["key"]) == [], "\(trace)")
            }
        }
    }

    @Test func `birds of a file that entries of an account are of go after a logout, as is said`() async throws {
        try await Self.fixture { fixture in
            let email = try fixture.signUp()
            let birds = "id,common_name\n00000008-0000-4000-8000-000000000001,Winter Wren\n"
            let added = try fixture.run("import", "-", "--as", "birds", "--source", "my birds", input: birds)
            #expect(added.status == 0, "\(added.errors)")
            let remote = try #require(try fixture.sql("SELECT remote FROM geoq_account").first)
            _ = try fixture.sql(
                """
                UPDATE geoq_device SET captures = NULL;
                INSERT INTO watchlists (id, title, source)
                    VALUES ('00000001-0000-4000-8000-000000000001', 'Wrens', '\(remote)');
                INSERT INTO watchlist_entries (id, watchlist_id, bird_id, source)
                    VALUES ('00000002-0000-4000-8000-000000000001', '00000001-0000-4000-8000-000000000001',
                        '00000008-0000-4000-8000-000000000001', '\(remote)');
                """)
            let refused = try fixture.run("sources", "remove", "my birds")
            #expect(refused.status == 64, "\(refused.errors)")
            #expect(
                refused.errors.contains(
                    "geoq logout, geoq sources remove 'my birds', geoq login \(fixture.gateway.url) --email ADDRESS"),
                "\(refused.errors)")
            #expect(try fixture.run("logout").status == 0)
            #expect(try fixture.run("sources", "remove", "my birds").status == 0)
            #expect(try fixture.logIn(email).status == 0)
        }
    }

    @Test func `the source of an account is removed by its logout alone`() async throws {
        try await Self.fixture { fixture in
            _ = try fixture.signUp()
            let refused = try fixture.run("sources", "remove", fixture.gateway.url)
            #expect(refused.status == 64 && refused.errors.contains("geoq logout"), "\(refused.errors)")
        }
    }
}
