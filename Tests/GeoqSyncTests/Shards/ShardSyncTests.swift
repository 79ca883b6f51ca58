import GeoqStore
import TestSupport
import Testing

@testable import GeoqSync

/// A mirror of a `hotspot` whose rows lie on other servers. They have no versions
/// there that the coordinator could tell: `xmin` is 0 of all.
@Suite(.waits) struct ShardSyncTests {
    @Test func `changes on the shards reach a mirror of the coordinator`() async throws {
        try await SyncFixture.run(.repaired) { west in
            try await SyncFixture.run(.repaired) { east in
                let rows = (0..<300).map {
                    "(md5('spot \($0)')::uuid, 'Spot \($0)', \($0 % 80), \(Double($0) / 2 - 60))"
                }
                try west.sql(ShardTests.insert(rows, where: "lon < 20"))
                try east.sql(ShardTests.insert(rows, where: "lon >= 20"))
                let places = [west, west, east, east].map { (cluster: $0.cluster, database: $0.database) }
                try await SyncFixture.run(.postgis) { cut in
                    // One part for each server.
                    let sql = ShardTests.coordinator(places)
                    try cut.sql(sql)
                    try cut.sql("DROP FOREIGN TABLE hotspot_0, hotspot_3")
                    let first = try await cut.pull()
                    #expect(first.added == 300)
                    try Self.expectEqual(cut)

                    let idle = try await cut.pull()
                    #expect(idle.added + idle.changed + idle.removed == 0)
                    try west.sql("UPDATE hotspot SET name = 'Other' WHERE name = 'Spot 7'")
                    try east.sql("DELETE FROM hotspot WHERE name = 'Spot 290'")
                    try east.sql("UPDATE hotspot SET deleted_at = now() WHERE name = 'Spot 291'")
                    try east.sql("INSERT INTO hotspot (id, name, lat, lon) VALUES (md5('new')::uuid, 'New', 5, 50)")
                    // Without a comparison that was asked for: nothing else would show them.
                    let second = try await cut.pull(compares: false)
                    #expect((second.added, second.changed, second.removed) == (1, 1, 2))
                    try Self.expectEqual(cut)
                    #expect(try cut.local("SELECT count(*) FROM hotspot WHERE name = 'Other'") == ["1"])
                    #expect(try cut.local("SELECT count(*) FROM hotspot") == ["299"])

                    let status = try GeoqProcess(["sync", cut.url, "--check"])
                    #expect(
                        (status.output + status.errors).contains("reads and hashes all rows at each sync"),
                        "\(status.output) \(status.errors)")
                }
            }
        }
    }

    private static func expectEqual(_ cut: SyncFixture) throws {
        let question = ["near", "--lat", "20", "--lon", "0", "--km", "20000", "-f", "csv", "--fields", "name"]
        let local = try GeoqProcess(question + ["--db", cut.store.path])
        let remote = try GeoqProcess(question + ["--remote", cut.url])
        #expect(local.output == remote.output && local.lines.count > 290, "\(local.errors) \(remote.errors)")
    }
}
