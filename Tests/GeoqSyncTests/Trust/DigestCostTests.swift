import Geoq
import GeoqIndex
import GeoqStore
import TestSupport
import Testing

@testable import GeoqSync

/// How many bytes a comparison sends: in proportion to the deletions.
@Suite(.waits) struct DigestCostTests {
    /// Bytes of a row of COPY: fields' number, then length and bytes of each.
    private static func rowBytes(_ fields: Int...) -> Int { 2 + fields.reduce(0) { $0 + 4 + $1 } }

    @Test func `deletes cost what they are worth`() async throws {
        try await SyncFixture.run { fixture in
            let rows = 40_000
            try fixture.sql(ServerSchema.hotspots(rows))
            try fixture.awaitOthers()
            try await fixture.pull()
            let nothing = try await fixture.pull().bytes
            #expect(nothing < 14_000)
            var removed = 0
            for count in [1, 10, 100] {
                try fixture.sql(
                    """
                    DELETE FROM hotspot WHERE id IN (
                        SELECT id FROM hotspot ORDER BY md5(id::text || 'seed \(count)') LIMIT \(count))
                    """)
                removed += count
                let report = try await fixture.pull()
                #expect(report.removed == count)
                // Of each bucket the sums of at most 256 parts, and a few rows.
                let parts = min(256, count) * Self.rowBytes(4, 6 * 256)
                let most = nothing + 1_000 + parts + count * 4 * Self.rowBytes(16, 4)
                #expect(report.bytes <= most, "\(count) deletes: \(report.bytes) bytes of \(most)")
            }
            #expect(try fixture.local("SELECT count(*) FROM hotspot") == ["\(rows - removed)"])
            #expect(try MirrorCheck(fixture, tables: [.hotspot]).isClean)
        }
    }

    /// The same arithmetic for a million rows.
    @Test(arguments: [(1_000, 2_000_000), (100, 250_000), (10, 45_000), (1, 20_000)])
    func `a thousand scattered deletes of a million are less than two megabytes`(deletes: Int, most: Int) {
        let seed: UInt64 = 41
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var rows = Array(repeating: 0, count: 65_536)
        for _ in 0..<1_000_000 { rows[Int(UInt16.random(in: .min ... .max, using: &generator))] += 1 }
        var changed: Set<Int> = []
        while changed.count < deletes { changed.insert(Int.random(in: 0..<65_536, using: &generator)) }
        let firstBytes = Set(changed.map { $0 >> 8 })
        let sums = firstBytes.reduce(0) { bytes, first in
            bytes + Self.rowBytes(4, 6 * rows[first << 8..<(first + 1) << 8].count { $0 > 0 })
        }
        let tokens = changed.reduce(0) { $0 + rows[$1] * Self.rowBytes(16, 4) }
        #expect(8_192 + sums + tokens < most)
    }
}
