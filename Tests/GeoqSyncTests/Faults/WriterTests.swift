import Foundation
import GeoqStore
import GeoqSync
import TestSupport
import Testing

extension FaultTests {
    /// F8: many writers. The mirror loses nothing; what the usual cursor would
    /// have lost in the same run is counted beside it.
    @Suite(.serialized) struct WriterTests {
        @Test(arguments: Soak.seeds(20)) func `nothing is lost under writers; a time cursor loses rows`(
            seed: UInt64
        ) async throws {
            try await FaultTests.withServer(["max_prepared_transactions=64"]) { server in
                try await SyncFixture.run(on: server) { fixture in
                    try fixture.sql(ServerSchema.hotspots(400) + TimeCursor.trigger(on: "hotspot"))
                    try await fixture.pull()
                    var control = TimeCursor(table: "hotspot", key: "id")
                    try control.pull(fixture)
                    var manner = WriterLoad.Manner()
                    manner.writers = Soak.either(16, 8)
                    manner.seconds = Soak.either(60, 8)
                    manner.longestHold = Soak.either(2, 0.4)
                    manner.usesPrepared = true
                    var (pulls, mended, kept, turn) = (0, 0, 0, UInt64(0))
                    // On a busy machine the writers may end during the first pulls: then others write.
                    repeat {
                        let load = try WriterLoad(manner, on: server, fixture.database, seed: seed &* 100 &+ turn)
                        while load.isRunning {
                            let report = try await fixture.pull(compares: pulls % 5 == 0)
                            mended += report.tables[.hotspot]?.mended ?? 0
                            kept += report.isCursorKept ? 1 : 0
                            try control.pull(fixture)
                            pulls += 1
                        }
                        load.wait()
                        turn += 1
                    } while pulls <= 5
                    try fixture.sql("SELECT pg_advisory_lock(1)")
                    let last = try await fixture.pull()
                    try control.pull(fixture)
                    mended += last.tables[.hotspot]?.mended ?? 0
                    let check = try MirrorCheck(fixture, tables: [.hotspot])
                    #expect(check.isClean, "seed \(seed): \(check)")
                    // The comparison mends rows that a delta has missed: there
                    // must be none.
                    #expect(mended == 0, "seed \(seed): the delta missed rows")
                    let lost = try control.lost(fixture)
                    print("F8 seed \(seed): \(pulls) pulls, \(kept) cursors kept; lost by updated_at > cursor: \(lost)")
                    #expect(lost > 0, "seed \(seed): a run that no cursor fails proves nothing")
                }
            }
        }
    }
}
