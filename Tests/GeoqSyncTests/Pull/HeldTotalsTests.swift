import Geoq
import GeoqIndex
import GeoqStore
import TestSupport
import Testing

@testable import GeoqSync

@Suite(.waits) struct HeldTotalsTests {
    @Test func `totals of a mirror are those of its rows, also when they were begun early`() async throws {
        try await MemoryFixture.run([.digesting], rows: 300) { fixture in
            let name = try await fixture.pull().name
            let expected = try Self.expected(fixture)
            #expect(expected[.hotspot]?.bucket.count == 300)
            let tables = Set(expected.keys)
            let held = HeldTotals(fixture.store)
            #expect(try await held.totals(of: tables, in: name) == expected)
            held.start(tables.union([.profile]), of: name)
            let early = try await held.totals(of: tables, in: name)
            #expect(early.filter { tables.contains($0.key) } == expected)
            // Of another mirror nothing was begun, and it holds no rows.
            let other = try await held.totals(of: tables, in: "another")
            #expect(other.values.allSatisfy { $0 == HeldTotals.Total() } && other.count == tables.count)

            fixture.remove(.hotspot)
            try await fixture.pull()
            held.stop()
            #expect(try await held.totals(of: tables, in: name) == Self.expected(fixture))
            held.start(tables, of: name)
            held.stop()
            #expect(try await held.totals(of: [.bird], in: name)[.bird] == expected[.bird])
            try fixture.store.close()
        }
    }

    /// As the file has them, by another reader.
    private static func expected(_ fixture: MemoryFixture) throws -> [MirrorTable: HeldTotals.Total] {
        var totals: [MirrorTable: HeldTotals.Total] = [:]
        for table in MemoryServer.tables {
            var digest = TableDigest()
            let lines = try SyncFixture.sqlite(fixture.store.path, "SELECT id || ' ' || sync_token FROM \(table)")
            for line in lines {
                let words = line.split(separator: " ")
                let id = try #require(FeatureID(String(words[0])))
                digest.add(id.key, token: try #require(Int64(words[1])))
            }
            totals[table] = HeldTotals.Total(bucket: digest.total)
        }
        return totals
    }
}
