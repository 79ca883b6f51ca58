import Foundation
import GeoqPostgres
import GeoqStore
import GeoqSync
import TestSupport
import Testing

extension FaultTests {
    /// F15: a store that another program has changed, damaged or put back.
    @Suite(.serialized) struct LocalDamageTests {
        @Test(arguments: [
            "DELETE FROM hotspot WHERE rowid % 3 = 0", "DELETE FROM hotspot",
            "UPDATE hotspot SET name = 'someone else' WHERE rowid % 5 = 0",
            "UPDATE hotspot SET sync_token = sync_token + 1 WHERE rowid % 7 = 0",
            "UPDATE hotspot SET sync_token = -9000000000000000000 WHERE rowid = 1",
            "UPDATE hotspot SET sync_token = 9000000000000000000 WHERE rowid = 1",
            "UPDATE hotspot SET id = 'damaged ' || rowid WHERE rowid % 50 = 0",
            "UPDATE hotspot SET id = upper(id) WHERE rowid % 50 = 0",
            "UPDATE geoq_remote_table SET cursor = NULL", "UPDATE geoq_remote_table SET cursor = 'no cursor'",
            "UPDATE geoq_remote_table SET cursor = '5:4'", "UPDATE geoq_remote SET memory = '{'",
            "DELETE FROM geoq_remote_table", "UPDATE geoq_remote_table SET row_count = 0",
            "UPDATE geoq_remote_table SET cursor = '1:9000000000000000'",
        ]) func `an empty or damaged mirror heals`(damage: String) async throws {
            try await SyncFixture.run { fixture in
                try fixture.sql(ServerSchema.hotspots(400))
                try await fixture.pull()
                try fixture.local(damage)
                let report = try await fixture.pull()
                #expect(try MirrorCheck(fixture).isClean, "\(damage)")
                #expect(report.problem == nil)
                let again = try await fixture.pull()
                #expect(again.added + again.changed + again.removed == 0 && again.tables[.hotspot]?.healed == 0)
            }
        }

        @Test func `an old copy of the store comes to the present`() async throws {
            try await SyncFixture.run { fixture in
                try fixture.sql(ServerSchema.hotspots(300))
                try await fixture.pull()
                let copy = fixture.folder + "/old.sqlite"
                try fixture.local("VACUUM INTO '\(copy)'")
                try fixture.sql(
                    "UPDATE hotspot SET name = 'x' WHERE id::text < '3'; DELETE FROM hotspot WHERE id::text > 'd'")
                try await fixture.pull()
                let old = try Store(path: copy)
                var options = SyncOptions()
                options.retry = .never
                _ = try await SyncClient(remote: try PostgresRemote(fixture.url), store: old, options: options).pull()
                #expect(try MirrorCheck(fixture, path: copy).isClean)
            }
        }

        @Test func `a file that is damaged or cut short is reported, and nothing is made of it`() async throws {
            try await SyncFixture.run { fixture in
                try fixture.sql(ServerSchema.hotspots(2_000))
                try await fixture.pull()
                let copy = fixture.folder + "/cut.sqlite"
                try fixture.local("VACUUM INTO '\(copy)'")
                let bytes = try #require(FileManager.default.contents(atPath: copy))
                try bytes.prefix(bytes.count / 2).write(to: URL(filePath: copy))
                var options = SyncOptions()
                options.retry = .never
                do {
                    let store = try Store(path: copy)
                    _ = try await SyncClient(remote: try PostgresRemote(fixture.url), store: store, options: options)
                        .pull()
                    Issue.record("a store without half of its pages was taken for whole")
                } catch let error as SyncError {
                    #expect(error.kind == .local && !error.retryMayHelp)
                } catch is StoreError {}
            }
        }
    }
}
