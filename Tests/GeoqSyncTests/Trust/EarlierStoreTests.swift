import GeoqStore
import TestSupport
import Testing

@testable import GeoqPostgres
@testable import GeoqSync

/// A store whose mirror an earlier program has made, in columns for PostgreSQL.
@Suite(.waits) struct EarlierStoreTests {
    @Test func `an existing mirror goes on from its cursor`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(ServerSchema.hotspots(300))
            try await fixture.pull()
            try fixture.local(Self.earlierForm)
            #expect(try fixture.local("SELECT count(*) FROM geoq_remote_table WHERE cursor_xmin > 0") == ["5"])
            let store = try Store(path: fixture.store.path)
            var options = SyncOptions()
            options.retry = .never
            let client = SyncClient(remote: try PostgresRemote(fixture.url), store: store, options: options)
            try fixture.sql("UPDATE hotspot SET name = 'New' WHERE id = md5('1 7')::uuid")
            let report = try await client.pull()
            #expect(report.reason == nil && report.verification == nil && report.isCursorKept)
            #expect(report.tables.count == 5 && report.tables.values.allSatisfy { $0.mode == .delta && $0.healed == 0 })
            // Other tests write on this server meanwhile: what they hold open is sent again.
            #expect(report.changed == 1 && report.added + report.removed == 0)
            #expect(try MirrorCheck(fixture).isClean)
        }
    }

    /// Back to the columns of the seventh step of the schema.
    private static let earlierForm = """
        DROP TRIGGER geoq_watchlists_handwritten_arrive;;
        DROP TRIGGER geoq_watchlists_handwritten_refer;;
        DROP TRIGGER geoq_watchlists_handwritten_rename;;
        DROP TRIGGER geoq_watchlists_handwritten_return;;
        DROP TRIGGER geoq_watchlists_handwritten_text;;
        DROP TRIGGER geoq_watchlist_entries_handwritten_arrive;;
        DROP TRIGGER geoq_watchlist_entries_handwritten_refer;;
        DROP TRIGGER geoq_watchlist_entries_handwritten_rename;;
        DROP TRIGGER geoq_watchlist_entries_handwritten_return;;
        DROP TRIGGER geoq_watchlist_entries_handwritten_text;;
        DROP TRIGGER geoq_watchlist_rules_handwritten_arrive;;
        DROP TRIGGER geoq_watchlist_rules_handwritten_refer;;
        DROP TRIGGER geoq_watchlist_rules_handwritten_rename;;
        DROP TRIGGER geoq_watchlist_rules_handwritten_return;;
        DROP TRIGGER geoq_watchlist_rules_handwritten_text;;
        DROP TABLE geoq_deleted;;
        DROP TABLE identification_candidate;;
        DROP TABLE geoq_base_identification_candidate;;
        DROP TABLE identification_result;;
        DROP TABLE geoq_base_identification_result;;
        DROP TABLE identification_mark;;
        DROP TABLE geoq_base_identification_mark;;
        DROP TABLE identification_session;;
        DROP TABLE geoq_base_identification_session;;
        DROP TABLE community_observation;;
        DROP TABLE geoq_base_community_observation;;
        DROP TABLE trajectory_path;;
        DROP TABLE migration_session;;
        DROP TABLE hotspot_species_presence;;
        DROP TABLE watchlist_shares;;
        DROP TABLE geoq_base_watchlist_shares;;
        DROP TABLE users;;
        DROP TABLE geoq_base_users;;
        DROP TABLE geoq_setting;;
        DROP TRIGGER geoq_watchlists_picture_delete;;
        DROP TRIGGER geoq_watchlists_picture_update;;
        DROP TABLE geoq_upload;;
        DROP TABLE observed_bird_photos;;
        DROP TABLE geoq_base_observed_bird_photos;;
        DROP TRIGGER geoq_observation_forget;;
        DROP TRIGGER geoq_hotspot_forget;;
        ALTER TABLE observation DROP COLUMN kept;;
        ALTER TABLE hotspot DROP COLUMN kept;;
        ALTER TABLE geoq_remote_table DROP COLUMN kept;;
        ALTER TABLE observation DROP COLUMN deleted_at;;
        ALTER TABLE observation DROP COLUMN sync_token;;
        ALTER TABLE geoq_remote DROP COLUMN connection;;
        ALTER TABLE geoq_remote_table DROP COLUMN cost;;
        ALTER TABLE geoq_remote_waiting DROP COLUMN source_id;;
        DROP TABLE geoq_draft;;
        DROP TABLE geoq_account;;
        DROP TABLE geoq_device;;
        DROP TABLE geoq_edit;;
        DROP TABLE geoq_operation;;
        DROP TABLE geoq_conflict;;
        DROP TABLE geoq_base_watchlists;;
        DROP TABLE geoq_base_watchlist_entries;;
        DROP TABLE geoq_base_watchlist_rules;;
        ALTER TABLE geoq_remote ADD COLUMN system TEXT;;
        ALTER TABLE geoq_remote ADD COLUMN timeline INTEGER;;
        ALTER TABLE geoq_remote ADD COLUMN database TEXT;;
        ALTER TABLE geoq_remote ADD COLUMN started_at TEXT;;
        ALTER TABLE geoq_remote ADD COLUMN log_position INTEGER;;
        UPDATE geoq_remote SET system = substr(origin, 1, instr(origin, '/') - 1),
            database = substr(origin, instr(origin, '/') + 1), timeline = json_extract(memory, '$.timeline'),
            started_at = json_extract(memory, '$.startedAt'), log_position = json_extract(memory, '$.logPosition');;
        ALTER TABLE geoq_remote DROP COLUMN origin;;
        ALTER TABLE geoq_remote DROP COLUMN memory;;
        ALTER TABLE geoq_remote_table ADD COLUMN relation INTEGER;;
        ALTER TABLE geoq_remote_table ADD COLUMN cursor_xmin INTEGER;;
        ALTER TABLE geoq_remote_table ADD COLUMN cursor_xmax INTEGER;;
        UPDATE geoq_remote_table SET relation = CAST(origin AS INTEGER), cursor_xmin = CAST(cursor AS INTEGER),
            cursor_xmax = CAST(substr(cursor, instr(cursor, ':') + 1) AS INTEGER);;
        ALTER TABLE geoq_remote_table DROP COLUMN origin;;
        ALTER TABLE geoq_remote_table DROP COLUMN cursor;;
        PRAGMA user_version = 7
        """
}
