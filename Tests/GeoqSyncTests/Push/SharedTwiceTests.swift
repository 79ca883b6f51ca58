import Geoq
import GeoqStore
import TestSupport
import Testing

@testable import GeoqSync

/// Two devices share one list with one user.
@Suite(.waits, .serialized, .needsGateway)
struct SharedTwiceTests {
    @Test(arguments: ["kit", "rest"], [false, true])
    func `one share is left, and another permission is a conflict`(level: String, canEdit: Bool) async throws {
        try await ProjectFixture.run(level) { fixture in
            let first = try await fixture.device()
            let second = try await fixture.device(isNew: false)
            try first.makeLists(1)
            try await first.sync()
            try await second.sync()
            let (list, friend) = (try #require(FeatureID(Device.list(1))), try #require(FeatureID(fixture.user)))
            let kept = try await Repository(first.store).add(WatchlistShare(of: list, with: friend))
            _ = try await Repository(second.store).add(WatchlistShare(of: list, with: friend, canEdit: canEdit))
            try await first.sync()
            let report = try await second.sync()
            #expect(report.push?.failed == 0 && report.push?.left.unsent == 0, "\(report)")
            #expect(try await second.counts() == "0 pending, 0 failed, \(canEdit ? 1 : 0) conflicts")
            for device in [first, second] {
                let shares = try await device.store.lists.shares(of: list)
                #expect(shares.map(\.id) == [kept.id] && shares.first?.canEdit == false)
                #expect((shares.first?.rowVersion ?? 0) > 0)
            }
            let there = try fixture.gateway.query(
                "SELECT id, permission FROM watchlist_shares WHERE deleted_at IS NULL")
            #expect(there == "\(kept.id)|view")
        }
    }
}
