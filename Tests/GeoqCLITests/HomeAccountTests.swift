import Foundation
import TestSupport
import Testing

/// A guest's home place, sightings and identifications, when the guest logs in and
/// out again.
@Suite(.waits, .serialized) struct HomeAccountTests {
    private static let bird = "b0000000-0000-4000-8000-000000000001"

    private static let gateway = Result { try GatewayProcess() }

    private static func account(_ body: (AccountFixture) throws -> Void) async throws {
        try await withFolder { folder in
            let fixture = try AccountFixture(gateway.get(), in: folder)
            try fixture.gateway.query(
                """
                DELETE FROM community_observation; DELETE FROM identification_session; DELETE FROM watchlists;
                DELETE FROM bird; DELETE FROM hotspot;
                INSERT INTO bird (id, common_name) VALUES ('\(bird)', 'Snowy Owl');
                INSERT INTO community_observation (id, source_type, species_text)
                    VALUES ('d0000000-0000-4000-8000-000000000009', 'system', 'a seed of the data');
                """)
            try body(fixture)
            try fixture.gateway.query("DELETE FROM community_observation; DELETE FROM identification_session")
        }
    }

    /// What a guest makes with an application: a session, a mark, a result and two
    /// candidates; and by the command a sighting and a home.
    private static func makeRows(_ fixture: AccountFixture) throws {
        _ = try fixture.sql(
            """
            INSERT INTO geoq_source (name, kind) VALUES ('shell', 'file') ON CONFLICT DO NOTHING;
            INSERT INTO identification_session (id, location_display_name, is_completed, source)
                VALUES ('10000000-0000-4000-8000-000000000001', 'below the third willow', 1, 'shell');
            INSERT INTO identification_mark (id, session_id, area, variant, source) VALUES
                ('20000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000001', 'breast', 'barred', 'shell');
            INSERT INTO identification_result (id, session_id, source) VALUES
                ('30000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000001', 'shell');
            INSERT INTO identification_candidate (id, result_id, bird_id, rank, confidence, source)
                SELECT '40000000-0000-4000-8000-00000000000' || column1, '30000000-0000-4000-8000-000000000001', '\(bird)',
                    column1, column2, 'shell' FROM (VALUES (1, 0.25), (2, 0.75));
            """)
        #expect(try fixture.run("community", "add", "a gull", "--notes", "over the secret pond").status == 0)
        #expect(
            try fixture.run("home", "set", "--lat", "42.46", "--lon", "-76.5", "--name", "the hidden garden").status
                == 0)
    }

    private static let counts = """
        SELECT (SELECT count(*) FROM identification_session) || ' ' || (SELECT count(*) FROM identification_mark) || ' '
            || (SELECT count(*) FROM identification_result) || ' ' || (SELECT count(*) FROM identification_candidate)
            || ' ' || (SELECT count(*) FROM community_observation WHERE source_type = 'user')
        """

    @Test(
        .needsGateway,
        arguments: ["C13", "C14"])
    func `a guest whose login is killed brings all of an identification along once`(point: String) async throws {
        try await Self.account { fixture in
            let email = try fixture.signUp()
            #expect(try fixture.run("sync", "--quiet").status == 0)
            #expect(try fixture.run("logout").status == 0)
            #expect(try fixture.sql("SELECT species_text FROM community_observation") == ["a seed of the data"])
            try Self.makeRows(fixture)
            let guest = try fixture.run("identify", "list")
            #expect(guest.output.contains(#""waits":"pendingOwner""#), "\(guest.output)")
            let crash = try GeoqProcess(
                [
                    "login", fixture.gateway.url, "--email", email, "--password-file", "-", "--key-file",
                    fixture.folder + "/key",
                ], input: AccountFixture.password + "\n",
                environment: fixture.environment.merging(["GEOQ_CRASH": point]) { $1 })
            #expect(crash.status == SIGKILL, "\(crash.errors)")
            #expect(try fixture.gateway.query(Self.counts) == "0 0 0 0 0")
            #expect(try fixture.logIn(email).status == 0)
            for _ in 1...2 {
                let sync = try fixture.run("sync", "--quiet")
                #expect(sync.status == 0, "\(sync.errors)")
                #expect(try fixture.gateway.query(Self.counts) == "1 1 1 2 1")
            }
            let user = try fixture.userID()
            #expect(
                try fixture.gateway.query(
                    """
                    SELECT DISTINCT owner_id FROM (SELECT owner_id FROM identification_session
                        UNION ALL SELECT owner_id FROM community_observation WHERE source_type = 'user') o
                    """) == user)
            let shown = try fixture.run("identify", "show", "10000000-0000-4000-8000-000000000001")
            #expect(shown.lines.count == 2 && shown.lines[0].contains(#""confidence":0.75"#), "\(shown.output)")
            #expect(try fixture.run("home").output.contains("the hidden garden"))
        }
    }

    @Test(.needsGateway)
    func `after a logout no byte is left, and the next user sees nothing of the first`() async throws {
        try await Self.account { fixture in
            let email = try fixture.signUp()
            #expect(try fixture.run("sync", "--quiet").status == 0)
            try Self.makeRows(fixture)
            // The application's rows are a guest's until the next login takes them.
            #expect(try fixture.logIn(email).status == 0)
            let sync = try fixture.run("sync", "--quiet")
            #expect(sync.status == 0, "\(sync.errors)")
            #expect(try fixture.gateway.query(Self.counts) == "1 1 1 2 1")
            let user = try fixture.userID()
            let traces = [
                "below the third willow", "over the secret pond", "the hidden garden", email, user,
                "30000000-0000-4000", "40000000-0000-4000",
            ]
            for trace in traces { #expect(try !fixture.files(with: trace, except: ["key"]).isEmpty, "\(trace)") }
            let logout = try fixture.run("logout")
            #expect(logout.status == 0, "\(logout.errors)")
            for trace in traces { #expect(try fixture.files(with: trace, except: ["key"]) == [], "\(trace)") }
            #expect(try fixture.sql("SELECT species_text FROM community_observation") == ["a seed of the data"])
            #expect(try fixture.sql("SELECT common_name FROM bird") == ["Snowy Owl"])
            _ = try fixture.signUp()
            #expect(try fixture.run("sync", "--quiet").status == 0)
            #expect(try fixture.run("identify", "list", "--open", "-e").status == 1)
            #expect(try fixture.run("home", "show", "-e").status == 1)
            #expect(try fixture.run("community", "list", "--mine", "-e").status == 1)
            // The first user shows it to all; it can be read.
            #expect(try fixture.run("community", "list").lines.count == 2)
            #expect(try fixture.sql("SELECT count(*) FROM users") == ["1"])
            #expect(try fixture.run("doctor").status == 0)
            let status = try fixture.run("sync", "status", "-f", "table")
            #expect(status.output.contains("community_observation") && !status.errors.contains("does not have"))
        }
    }
}
