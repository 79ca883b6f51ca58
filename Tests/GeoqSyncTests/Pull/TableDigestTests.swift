import Geoq
import GeoqIndex
import TestSupport
import Testing

@testable import GeoqSync

@Suite struct TableDigestTests {
    @Test func `a row's hash is what PostgreSQL computes`() throws {
        let server = try SyncFixture.server()
        var generator = SeededGenerator(seed: 11)
        var hash = RowHash()
        for token in [0, 1, 3, 4_294_967_295, -1, 741]
            + (0..<40).map({ _ in Int64.random(in: 0...9_999_999_999, using: &generator) })
        {
            let id = FeatureID(key: ItemKey(high: generator.next(), low: generator.next()))
            let expected = try server.query("SELECT ('x' || substr(md5('\(id):\(token)'), 1, 15))::bit(60)::bigint")
            #expect("\(hash.first60Bits(id: id.key, token: token))" == expected)
        }
    }

    @Test func `buckets that differ are told as ranges`() {
        var (one, other) = (TableDigest(), TableDigest())
        func id(_ byte: UInt64) -> ItemKey { ItemKey(high: byte << 56, low: 1) }
        for byte in [0, 5, 6, 7, 255] as [UInt64] { one.add(id(byte), token: 9) }
        other.add(id(5), token: 9)
        other.add(id(6), token: 8)
        #expect(one.differences(from: other) == [0...0, 6...7, 255...255])
        #expect(one.differences(from: one).isEmpty)
        #expect(one.count == 5)
        // What someone else wrote into the store is a version of nothing.
        one.add(id(9), token: .min)
        other.add(id(9), token: .max)
        #expect(one.buckets[9] == other.buckets[9])
    }
}
