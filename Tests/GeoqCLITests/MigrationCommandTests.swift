import Foundation
import TestSupport
import Testing

/// A store that could not be brought up to date, as a person meets it.
@Suite(.waits) struct MigrationCommandTests {
    @Test func `an older store that its user may not write is not called damaged, and can be brought up to date later`()
        async throws
    {
        try await withFolder { folder in
            let store = folder + "/birds.sqlite"
            let environment = ["HOME=\(folder)", "GEOQ_DB=\(store)"]
            #expect(try GeoqProcess(["list", "add", "Ducks", "--db", store]).status == 0)
            // The last step is made once more.
            let before = try Tool.sqlite3(store, "SELECT count(*) FROM sqlite_master").lines
            _ = try Tool.sqlite3(store, "PRAGMA user_version = 18; PRAGMA wal_checkpoint(TRUNCATE)")
            for suffix in ["-wal", "-shm", ".index"] { try? FileManager.default.removeItem(atPath: store + suffix) }
            func give(_ mode: Int) throws {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: store)
            }
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder)
            try give(0o444)
            for _ in 0..<2 {
                let run = try GeoqProcess.asNobody(["rules", "list"], environment: environment)
                #expect(run.status == 74 && run.errors.contains("was written by an older geoq"), "\(run.errors)")
                #expect(!run.errors.contains("damaged"), "\(run.errors)")
            }
            for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: store + suffix) }
            try give(0o600)
            let mended = try GeoqProcess(["list", "list", "--db", store])
            #expect(mended.status == 0 && mended.output.contains("Ducks"), "\(mended.errors)")
            #expect(try Tool.sqlite3(store, "SELECT count(*) FROM sqlite_master").lines == before)
            // What is made beside a store has its rights.
            #expect(try GeoqProcess(["near", "--lat", "1", "--lon", "2", "--km", "5", "--db", store]).status == 0)
            let index = try FileManager.default.attributesOfItem(atPath: store + ".index")[.posixPermissions] as? Int
            #expect(index == 0o600)
        }
    }

    @Test func `a store with a failed step is read, says what helps, and is tried again when asked`() async throws {
        try await withFolder { folder in
            let environment = ["HOME": folder, "GEOQ_DB": folder + "/birds.sqlite"]
            func run(_ words: String...) throws -> GeoqProcess { try GeoqProcess(words, environment: environment) }
            func sql(_ statement: String) throws { _ = try Tool.sqlite3(folder + "/birds.sqlite", statement) }
            #expect(try run("list", "add", "Ducks").status == 0)
            // The step that makes the drafts finds them there; the one after it can be made.
            try sql(
                """
                DROP TRIGGER geoq_watchlists_handwritten_arrive; DROP TRIGGER geoq_watchlists_handwritten_refer;
                DROP TRIGGER geoq_watchlists_handwritten_rename; DROP TRIGGER geoq_watchlists_handwritten_return;
                DROP TRIGGER geoq_watchlists_handwritten_text; DROP TRIGGER geoq_watchlist_entries_handwritten_arrive;
                DROP TRIGGER geoq_watchlist_entries_handwritten_refer; DROP TRIGGER geoq_watchlist_entries_handwritten_rename;
                DROP TRIGGER geoq_watchlist_entries_handwritten_return; DROP TRIGGER geoq_watchlist_entries_handwritten_text;
                DROP TRIGGER geoq_watchlist_rules_handwritten_arrive; DROP TRIGGER geoq_watchlist_rules_handwritten_refer;
                DROP TRIGGER geoq_watchlist_rules_handwritten_rename; DROP TRIGGER geoq_watchlist_rules_handwritten_return;
                DROP TRIGGER geoq_watchlist_rules_handwritten_text;
                DROP TABLE geoq_deleted;
                DROP TABLE identification_candidate; DROP TABLE geoq_base_identification_candidate;
                DROP TABLE identification_result; DROP TABLE geoq_base_identification_result;
                DROP TABLE identification_mark; DROP TABLE geoq_base_identification_mark;
                DROP TABLE identification_session; DROP TABLE geoq_base_identification_session;
                DROP TABLE community_observation; DROP TABLE geoq_base_community_observation;
                DROP TABLE trajectory_path;
                DROP TABLE migration_session;
                DROP TABLE hotspot_species_presence;
                DROP TABLE watchlist_shares; DROP TABLE geoq_base_watchlist_shares;
                DROP TABLE users; DROP TABLE geoq_base_users;
                DROP TABLE geoq_setting;
                DROP TRIGGER geoq_watchlists_picture_delete; DROP TRIGGER geoq_watchlists_picture_update;
                DROP TABLE geoq_upload; DROP TABLE observed_bird_photos; DROP TABLE geoq_base_observed_bird_photos;
                DROP TRIGGER geoq_observation_forget; DROP TRIGGER geoq_hotspot_forget;
                ALTER TABLE observation DROP COLUMN kept; ALTER TABLE hotspot DROP COLUMN kept;
                ALTER TABLE geoq_remote_table DROP COLUMN kept;
                ALTER TABLE observation DROP COLUMN deleted_at; ALTER TABLE observation DROP COLUMN sync_token;
                ALTER TABLE geoq_remote DROP COLUMN connection; ALTER TABLE geoq_remote_table DROP COLUMN cost;
                ALTER TABLE geoq_remote_waiting DROP COLUMN source_id;
                PRAGMA user_version = 10
                """)
            for _ in 0..<2 {
                let list = try run("rules", "list")
                #expect(list.status == 0 && list.output.contains("Ducks"), "\(list.errors)")
                #expect(list.errors.contains("(drafts of entries, 2026-11)"), "\(list.errors)")
                #expect(list.errors.contains("geoq doctor --migrate"), "\(list.errors)")
            }
            let refused = try run("list", "add", "Geese")
            #expect(refused.status == 74 && !refused.errors.contains("CREATE TABLE"), "\(refused.errors)")
            #expect(
                refused.errors.hasSuffix(
                    "export --all\ngeoq: nothing was changed: the store can only be read\n"), "\(refused.errors)")
            #expect(try run("outbox", "export", "--all").status == 0)
            let doctor = try run("doctor")
            #expect(doctor.status == 65 && doctor.output.contains("could not be brought up to date"))
            #expect(try run("doctor", "--migrate").status == 74)
            try sql("DROP TABLE geoq_draft")
            #expect(try run("list", "add", "Geese").status == 74, "It is not tried by itself.")
            let mended = try run("doctor", "--migrate")
            #expect(mended.status == 0, "\(mended.errors)\(mended.output)")
            let added = try run("list", "add", "Geese")
            #expect(added.status == 0 && added.errors.isEmpty, "\(added.errors)")
        }
    }
}
