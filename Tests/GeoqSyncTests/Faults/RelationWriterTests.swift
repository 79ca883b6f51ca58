import GeoqStore
import GeoqSync
import TestSupport
import Testing

extension FaultTests {
    /// F8 over a relation that a person names: keys of `bigint`, places in SRID 3857.
    @Suite(.serialized) struct RelationWriterTests {
        @Test(arguments: Soak.seeds(20)) func `nothing of a relation is lost under writers; a time cursor loses rows`(
            seed: UInt64
        ) async throws {
            try await FaultTests.withServer(["max_prepared_transactions=64"]) { server in
                try await SyncFixture.run(on: server) { fixture in
                    let relation = try #require(WildRelation.all.first { $0.name == "public.osm_points" })
                    try fixture.sql(
                        relation.setup + "ALTER TABLE osm_points ADD COLUMN updated_at timestamptz;"
                            + TimeCursor.trigger(on: "osm_points"))
                    try await fixture.pull(relation: relation.name, relation.wish)
                    var control = TimeCursor(table: "osm_points", key: "osm_id")
                    try control.pull(fixture)
                    var manner = WriterLoad.Manner()
                    manner.writers = 16
                    manner.seconds = Soak.either(60, 8)
                    manner.longestHold = Soak.either(2, 0.4)
                    manner.usesPrepared = true
                    var (pulls, mended, turn) = (0, 0, UInt64(0))
                    // On a busy machine the writers may end during the first pulls: then others write.
                    repeat {
                        let load = try RelationWriters([relation], manner, on: fixture, seed: seed &* 100 &+ turn)
                        while load.isRunning {
                            let report = try await fixture.pull(relation: relation.name, relation.wish)
                            mended += report.tables[.hotspot]?.mended ?? 0
                            try control.pull(fixture)
                            pulls += 1
                        }
                        load.wait()
                        turn += 1
                    } while pulls <= 3
                    let last = try await fixture.pull(relation: relation.name, relation.wish)
                    mended += last.tables[.hotspot]?.mended ?? 0
                    try control.pull(fixture)
                    let differences = try fixture.differences(relation)
                    #expect(differences == [], "seed \(seed)")
                    // The comparison mends rows that a delta has missed: there must be none.
                    #expect(mended == 0, "seed \(seed): the delta missed rows")
                    let lost = try control.lost(fixture)
                    print("F8 of a relation, seed \(seed): \(pulls) pulls; lost by updated_at > cursor: \(lost)")
                    #expect(lost > 0, "seed \(seed): a run that no cursor fails proves nothing")
                }
            }
        }
    }
}
