import TestSupport
import Testing

/// The virtual list, of which each user has an own one.
extension LogoutTests {
    @Test func `what a user puts on the virtual list itself keeps a logout, and is not there for the next user (F35)`()
        async throws
    {
        try await Self.fixture { fixture in
            let email = try fixture.signUp()
            let id = "00000000-0000-0000-0000-000000000000"
            _ = try fixture.sql(
                """
                INSERT INTO geoq_source (name, kind) VALUES ('shell', 'file') ON CONFLICT DO NOTHING;
                INSERT INTO watchlists (id, title, type, source) VALUES ('\(id)', 'All birds', 'virtual', 'shell');
                """)
            let edited = try fixture.run(
                "list", "edit", "All birds", "--location", Self.marks[0], "--lat", "42.1234", "--lon=-76.4321", "--km",
                "2")
            #expect(edited.status == 0, "\(edited.errors)")
            for kept in [try fixture.run("logout"), try fixture.run("logout", "--export", "-")] {
                #expect(kept.status == 75 && kept.errors.contains("1 row on the list 00000000-"), "\(kept.errors)")
            }
            #expect(try fixture.whoami().fields["email"] == email)
            #expect(try fixture.run("logout", "--discard").status == 0)
            #expect(
                try fixture.sql(
                    """
                    SELECT title, type, location, location_display_name, location_rule_enabled, location_rule_lat,
                        location_rule_lon, location_rule_radius_km FROM watchlists
                    """) == ["All birds|virtual|||0|||"])
            #expect(try fixture.files(with: Self.marks[0], except: ["key"]) == [])
            // A list with nothing of its user keeps no logout.
            #expect(try fixture.logIn(email).status == 0)
            let plain = try fixture.run("logout")
            #expect(plain.status == 0, "\(plain.errors)")
        }
    }

    @Test func `the virtual list is called again as the application calls it (F35)`() async throws {
        try await Self.fixture { fixture in
            let email = try fixture.signUp()
            _ = try fixture.sql(
                """
                INSERT INTO geoq_source (name, kind) VALUES ('shell', 'file') ON CONFLICT DO NOTHING;
                INSERT INTO watchlists (id, title, source)
                    VALUES ('00000000-0000-0000-0000-000000000000', 'All birds', 'shell')
                """)
            for (name, title) in [("All birds", "Some birds"), ("Some birds", Self.marks[0])] {
                let edited = try fixture.run("list", "edit", name, "--title", title, "--type", "mine")
                #expect(edited.status == 0, "\(edited.errors)")
            }
            let kept = try fixture.run("logout")
            #expect(kept.status == 75 && kept.errors.contains("1 row on the list 00000000-"), "\(kept.errors)")
            #expect(try fixture.run("logout", "--discard").status == 0)
            #expect(try fixture.sql("SELECT title, type IS NULL FROM watchlists") == ["All birds|1"])
            #expect(try fixture.files(with: Self.marks[0], except: ["key"]) == [])
            // The same name again keeps no logout.
            #expect(try fixture.logIn(email).status == 0)
            for (name, title) in [("All birds", "Birds"), ("Birds", "All birds")] {
                #expect(try fixture.run("list", "edit", name, "--title", title).status == 0)
            }
            let plain = try fixture.run("logout")
            #expect(plain.status == 0, "\(plain.errors)")
            #expect(try fixture.sql("SELECT count(*) FROM geoq_setting") == ["0"])
        }
    }
}
