import Geoq
import GeoqIndex
import GeoqStore
import TestSupport
import Testing

@testable import GeoqSync

/// A remote in memory lives through random edits, faults, copies put back and
/// moves; after each pull the mirror equals the dictionary.
@Suite(.waits) struct MemoryHistoryTests {
    @Test(
        arguments: [
            (11, []), (12, [.digesting]), (13, [.durability]), (14, [.digesting, .durability]),
        ] as [(UInt64, Set<MemoryRemote.Ability>)])
    func `a mirror equals its remote after each pull`(
        seed: UInt64, abilities: Set<MemoryRemote.Ability>
    ) async throws {
        print("seed \(seed)")
        try await MemoryFixture.run(abilities, rows: 40, seed: seed) { fixture in
            func random(_ range: Range<Int>) -> Int { Int.random(in: range, using: &fixture.generator) }
            var copies = [fixture.server.content]
            var region: Region?
            var (cuts, restores, deltas, pulls) = (0, 0, 0, 0)
            for step in 0..<30 {
                for _ in 0..<random(0..<12) { fixture.edit() }
                switch random(0..<14) {
                case 0: copies.append(fixture.server.content)
                case 1, 13:
                    fixture.server.restore(copies[random(0..<copies.count)])
                    restores += 1
                case 2: fixture.server.content.name = "memory \(step)"
                case 3: fixture.server.content.made[.hotspot, default: 1] += 1
                case 4: fixture.server.manners.lack = "nothing is known"
                case 5: fixture.server.manners.asksUntilDurable = random(0..<200)
                case 6:
                    let west = Double(random(-170..<0))
                    region = .box(try BoundingBox(west: west, south: -80, east: west + 170, north: 80))
                case 7: region = nil
                case 8: fixture.server.manners.pageSize = random(1..<50)
                case 9...11: fixture.server.manners.pagesBeforeFault = random(0..<4)
                default: break
                }
                let compares = random(0..<3) > 0
                let wanted = region
                func pull() async throws -> SyncReport {
                    try await fixture.pull(compares: compares) { options in
                        (options.region, options.isEverything) = (wanted, wanted == nil)
                    }
                }
                let report: SyncReport
                do {
                    report = try await pull()
                } catch let error as SyncError where error.kind == .unreachable {
                    cuts += 1
                    fixture.server.manners.pagesBeforeFault = nil
                    if random(0..<2) == 0 { fixture.edit() }
                    report = try await pull()
                }
                pulls += 1
                if random(0..<2) == 0 { fixture.server.manners.lack = nil }
                if report.tables.values.allSatisfy({ $0.mode == .delta }) { deltas += 1 }
                let difference = try await fixture.difference(in: region)
                #expect(difference == nil, "seed \(seed), step \(step): \(difference ?? "")")
                #expect(report.problem == nil && report.waiting == 0, "seed \(seed), step \(step)")
            }
            #expect(
                cuts > 0 && restores > 0 && deltas > 5 && pulls == 30, "seed \(seed): \(cuts), \(restores), \(deltas)")
            #expect(try await fixture.store.health.checks().allSatisfy(\.isSound))
        }
    }
}
