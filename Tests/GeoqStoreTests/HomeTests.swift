import Geoq
import GeoqIndex
import TestSupport
import Testing

@testable import GeoqStore

/// What a user finds at home: presence, the home place, shares and sightings of
/// the community, without an account and with one.
@Suite struct HomeTests {
    static func store(_ body: (Store) async throws -> Void) async throws {
        try await withFolder { folder in try await body(Store.blank(folder + "/birds.sqlite")) }
    }

    @Test func `a guest's home becomes the user's, and goes with the logout`() async throws {
        try await Self.store { store in
            let garden = HomePlace(try Coordinate(latitude: 42.45, longitude: -76.5), name: "the \"garden\"")
            #expect(try await store.settings.home() == nil)
            try await store.settings.setHome(garden)
            #expect(try await store.settings.home() == garden)
            try await store.account.note(OutboxFixture.account)
            #expect(try await store.settings.home() == garden)
            _ = try await store.account.erase(OutboxFixture.remote)
            #expect(try await store.settings.home() == nil)
            _ = try await store.account.forget(OutboxFixture.remote)
            #expect(try await store.settings.home() == nil, "nor is it a guest's again")
            try await store.settings.setHome(garden)
            try await store.settings.setHome(nil)
            #expect(try await store.settings.home() == nil)
        }
    }

    @Test func `a guest's home is the guest's until a login that was killed is finished`() async throws {
        try await Self.store { store in
            let garden = HomePlace(try Coordinate(latitude: 42.45, longitude: -76.5), name: "garden")
            let lake = HomePlace(try Coordinate(latitude: 42.46, longitude: -76.5), name: "lake")
            try await store.settings.setHome(garden)
            var account = OutboxFixture.account
            account.state = .joining
            #expect(try await store.account.begin(account, insteadOf: nil))
            #expect(try await store.settings.home() == garden)
            try await store.settings.setHome(lake)
            #expect(try await store.settings.home() == lake)
            account.state = .active
            #expect(try await store.account.finish(account, adopting: [], email: nil))
            #expect(try await store.settings.home() == lake)
            // A login anew, which is killed, too: the user has a home.
            try await store.account.note(OutboxFixture.account)
            account.state = .joining
            #expect(try await store.account.begin(account, insteadOf: OutboxFixture.account))
            #expect(try await store.settings.home() == lake)
        }
    }

    @Test func `sightings that came with the data are never sent, and their damage heals`() async throws {
        try await withFolder { folder in
            let fixture = try await OutboxFixture(folder)
            let (own, system) = (OutboxFixture.id(1), OutboxFixture.id(2))
            try await fixture.sql(
                """
                UPDATE geoq_device SET captures = NULL;
                INSERT INTO community_observation (id, source_type, species_text, source, sync_token) VALUES
                    ('\(system)', 'system', 'a gull', '\(OutboxFixture.remote)', 7);
                INSERT INTO community_observation (id, owner_id, species_text, source, sync_token) VALUES
                    ('\(own)', '\(OutboxFixture.user)', 'a tern', '\(OutboxFixture.remote)', 8);
                UPDATE geoq_device SET captures = '\(OutboxFixture.remote)';
                """)
            try await fixture.sql(
                """
                UPDATE community_observation SET notes = 'mine' WHERE id = '\(system)';
                INSERT INTO community_observation (id, source_type, species_text, source)
                    VALUES ('\(OutboxFixture.id(3))', 'system', 'forged', '\(OutboxFixture.remote)');
                """)
            #expect(try await fixture.frozen() == [])
            // Without its token the next sync fetches the row again.
            #expect(
                try await fixture.sql("SELECT sync_token FROM community_observation WHERE id = '\(system)'") == ["NULL"]
            )
            try await fixture.sql("UPDATE community_observation SET notes = 'mine' WHERE id = '\(own)'")
            #expect(try await fixture.frozen() == ["update community_observation/\(own) notes"])
            #expect(
                try await fixture.sql("SELECT sync_token FROM community_observation WHERE id = '\(own)'") == ["8"])
            try await fixture.sql("DELETE FROM community_observation WHERE id = '\(system)'")
            #expect(try await fixture.frozen() == ["update community_observation/\(own) notes"])
            let row = RowKey(.communityObservation, OutboxFixture.id(3))
            await #expect(throws: StoreError.ofAnother(row.description)) { try await fixture.store.lists.delete(row) }
        }
    }

    @Test func `a sighting of another user can only be read`() async throws {
        try await withFolder { folder in
            let fixture = try await OutboxFixture(folder)
            let birds = Repository(fixture.store)
            let mine = try await birds.add(CommunityObservation(bird: OutboxFixture.bird, notes: "a pair"))
            #expect(mine.owner?.description == OutboxFixture.user && !mine.isOfSystem)
            #expect(try await birds.edit(mine) { $0.notes = "three" }.notes == "three")
            try await fixture.sql(
                """
                UPDATE geoq_device SET captures = NULL;
                INSERT INTO community_observation (id, owner_id, species_text, source)
                    VALUES ('\(OutboxFixture.id(4))', '\(OutboxFixture.id(5))', 'a tern', '\(OutboxFixture.remote)');
                UPDATE geoq_device SET captures = '\(OutboxFixture.remote)';
                """)
            let other = RowKey(.communityObservation, OutboxFixture.id(4))
            await #expect(throws: StoreError.ofAnother(other.description)) {
                try await fixture.store.lists.edit(other, [ColumnValue("notes", .text("x"))])
            }
            #expect(try await fixture.store.community.all(isMine: true).map(\.observation.id) == [mine.id])
            #expect(try await fixture.store.community.all(isMine: false).map(\.isMine).filter { $0 }.count == 1)
            try await birds.delete(mine)
            #expect(try await fixture.store.outbox.counts().unsent == 0)
        }
    }

    @Test func `a list is shared once with a user, by its owner alone`() async throws {
        try await withFolder { folder in
            let fixture = try await OutboxFixture(folder)
            let (birds, friend) = (Repository(fixture.store), OutboxFixture.id(9))
            let list = try await birds.add(Watchlist(title: "Ducks"))
            let share = try await birds.add(WatchlistShare(of: list.id, with: friend))
            #expect(try await birds.add(WatchlistShare(of: list.id, with: friend, canEdit: true)).id == share.id)
            #expect(try await fixture.store.lists.shares(of: list.id).map(\.canEdit) == [true])
            #expect(try await fixture.store.outbox.counts().pending == 2)
            await #expect(throws: StoreError.self) {
                try await birds.add(WatchlistShare(of: list.id, with: FeatureID(OutboxFixture.user)!))
            }
            await #expect(throws: StoreError.self) {
                try await fixture.store.lists.unshare(list.id, with: OutboxFixture.id(10))
            }
            try await fixture.store.lists.unshare(list.id, with: friend)
            #expect(try await fixture.store.outbox.counts().pending == 1)
            // As two devices make them: this one's was refused, and the other's came by a sync.
            let own = try await birds.add(WatchlistShare(of: list.id, with: friend, canEdit: true))
            let served = OutboxFixture.id(11)
            let columns = "INSERT INTO watchlist_shares (watchlist_id, user_id, source, id, sync_token)"
            let values = "VALUES ('\(list.id)', '\(friend)', '\(OutboxFixture.remote)'"
            try await fixture.sql(
                """
                UPDATE geoq_device SET captures = NULL;
                \(columns) \(values), '\(served)', 1);
                UPDATE geoq_device SET captures = '\(OutboxFixture.remote)';
                """)
            #expect(try await birds.add(WatchlistShare(of: list.id, with: friend, canEdit: true)).id == served)
            #expect(try await fixture.store.lists.shares(of: list.id).map(\.id) == [served] && own.id != served)
            try await fixture.sql("\(columns) \(values), '\(OutboxFixture.id(12))', NULL)")
            #expect(try await fixture.store.lists.shares(of: list.id).count == 2)
            try await fixture.store.lists.unshare(list.id, with: friend)
            #expect(try await fixture.store.lists.shares(of: list.id).isEmpty)
            try await fixture.sql(
                """
                UPDATE geoq_device SET captures = NULL;
                INSERT INTO watchlists (id, owner_id, title, source)
                    VALUES ('\(OutboxFixture.id(6))', '\(friend)', 'Lent', '\(OutboxFixture.remote)');
                UPDATE geoq_device SET captures = '\(OutboxFixture.remote)';
                """)
            await #expect(throws: StoreError.ofAnother(RowKey(.watchlists, OutboxFixture.id(6)).description)) {
                try await birds.add(WatchlistShare(of: OutboxFixture.id(6), with: OutboxFixture.id(7)))
            }
        }
    }

    @Test func `the profile is made once, where the server has none`() async throws {
        try await withFolder { folder in
            let fixture = try await OutboxFixture(folder)
            let store = fixture.store
            try await store.account.note(OutboxFixture.account, email: "anna.k@example.org")
            try await store.account.makeProfile()
            #expect(try await fixture.sql("SELECT count(*) FROM users") == ["0"], "the server was not asked yet")
            try await fixture.sql(
                """
                INSERT INTO geoq_remote (name, address, mapping, origin) VALUES ('\(OutboxFixture.remote)', 'a', 'm', 'o');
                INSERT INTO geoq_remote_table (remote, table_name, origin, row_count)
                    VALUES ('\(OutboxFixture.remote)', 'users', '1', 0);
                """)
            // A user who came by another service may have no address.
            let address = "UPDATE geoq_setting SET value = 'X' WHERE name = 'email'"
            try await fixture.sql(address.replacing("'X'", with: "''"))
            try await store.account.makeProfile()
            #expect(try await fixture.sql("SELECT count(*) FROM users") == ["0"], "no name is known")
            try await fixture.sql(address.replacing("X", with: "anna.k@example.org"))
            for _ in 1...2 { try await store.account.makeProfile() }
            #expect(
                try await fixture.sql("SELECT id, name, email FROM users")
                    == ["\"\(OutboxFixture.user)\"|\"anna.k\"|\"anna.k@example.org\""])
            #expect(try await fixture.frozen().count == 1)
            await #expect(throws: (any Error).self, "It ends with its user.") {
                try await fixture.sql("DELETE FROM users")
            }
        }
    }
}
