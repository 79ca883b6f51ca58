import Geoq
import GeoqIndex
import TestSupport
import Testing

@testable import GeoqSync

@Suite(.waits) struct TableDigestTests {
    @Test func `a row's hash is what PostgreSQL computes`() throws {
        let server = try SyncFixture.server()
        let seed: UInt64 = 11
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let tokens: [Int64] = [0, 1, 3, 741, 4_294_967_295, -1, .max, .min]
        let rows = (0..<200).map { number in
            (
                id: FeatureID(key: ItemKey(high: generator.next(), low: generator.next())),
                token: number < tokens.count ? tokens[number] : Int64.random(in: 0...9_999_999_999, using: &generator)
            )
        }
        let values = rows.map { "('\($0.id)'::uuid, '\($0.token)'::bigint)" }.joined(separator: ", ")
        let answer = try server.query(
            "SELECT uuid_hash_extended(id, token) & 9223372036854775807 FROM (VALUES \(values)) AS row (id, token)")
        let expected = answer.split(separator: "\n").map(String.init)
        #expect(rows.map { "\(RowHash.lower63Bits(id: $0.id.key, token: $0.token))" } == expected)
    }

    @Test func `a server's counts do not overflow when they are added`() {
        var digest = TableDigest()
        let refused = [
            digest.set(17, count: .max, sum: 1), digest.set(17, count: -1, sum: 1), digest.set(256, count: 1, sum: 1),
        ]
        #expect(refused == [false, false, false])
        let isSet = (0..<256).map { digest.set($0, count: 1 << 40, sum: .max) }
        #expect(!isSet.contains(false))
        #expect(digest.count == 1 << 48 && digest.total.count == 1 << 48)
    }

    @Test func `buckets that differ are told as ranges`() {
        var (one, other) = (TableDigest(), TableDigest())
        func id(_ byte: UInt64) -> ItemKey { ItemKey(high: byte << 56, low: 1) }
        for byte in [0, 5, 6, 7, 255] as [UInt64] { one.add(id(byte), token: 9) }
        other.add(id(5), token: 9)
        other.add(id(6), token: 8)
        #expect(one.differences(from: other) == [0, 6, 7, 255])
        #expect(one.differences(from: one).isEmpty)
        #expect(one.count == 5)
        // A row that is taken back was never there.
        other = one
        other.add(id(5), token: 7)
        other.add(id(77), token: 1)
        other.remove(id(77), token: 1)
        #expect(one.differences(from: other) == [5])
        other.remove(id(5), token: 7)
        #expect(one == other)
        // What another program wrote into the store is a version of nothing.
        one.add(id(9), token: TableDigest.versionToken(.min))
        other.add(id(9), token: TableDigest.versionToken(-2))
        #expect(one.buckets[9] == other.buckets[9])
    }
}
