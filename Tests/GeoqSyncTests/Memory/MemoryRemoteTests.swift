import Foundation
import Geoq
import GeoqIndex
import GeoqStore
import Synchronization
import TestSupport
import Testing

@testable import GeoqSync

/// A remote that is no PostgreSQL, with and without each ability: the same
/// mirror in the end.
@Suite(.waits) struct MemoryRemoteTests {
    static let abilities: [Set<MemoryRemote.Ability>] = [
        [], [.digesting], [.answering], [.digesting, .durability, .answering],
    ]

    @Test(arguments: MemoryRemoteTests.abilities)
    func `a first pull reads all, a second one nothing`(abilities: Set<MemoryRemote.Ability>) async throws {
        try await MemoryFixture.run(abilities) { fixture in
            let first = try await fixture.pull()
            #expect(first.reason == "first sync" && first.added == 77 && first.isCursorKept && first.waiting == 0)
            #expect(first.tables.values.allSatisfy { $0.mode == .full })
            #expect(try await fixture.difference() == nil)
            let second = try await fixture.pull()
            #expect(second.tables.values.allSatisfy { $0.mode == .delta && $0.sent == 0 && $0.healed == 0 })
            #expect(second.added + second.changed + second.removed == 0)
            #expect(try await fixture.store.health.checks().allSatisfy(\.isSound))
        }
    }

    @Test(arguments: MemoryRemoteTests.abilities, [true, false])
    func `a delta sends what has changed, and finds what is gone`(
        abilities: Set<MemoryRemote.Ability>, compares: Bool
    ) async throws {
        try await MemoryFixture.run(abilities) { fixture in
            try await fixture.pull()
            fixture.insert(.hotspot)
            let changed = try #require(fixture.id(of: .bird))
            fixture.server.put(.bird, changed, fixture.server.content.tables[.bird]![changed]!.values.withOtherTexts)
            let report = try await fixture.pull(compares: compares)
            #expect(report.tables.values.reduce(0) { $0 + $1.sent } == 2)
            #expect(report.added == 1 && report.changed == 1 && report.removed == 0)
            // As many come as go: only a comparison of the ids shows it.
            fixture.remove(.hotspot)
            fixture.remove(.watchlists)
            fixture.insert(.hotspot)
            let gone = try await fixture.pull(compares: compares)
            #expect(gone.added == 1 && gone.tables[.hotspot]?.removed == 1 && gone.tables[.watchlists]?.removed == 1)
            #expect(gone.tables[.hotspot]?.dropped == 1)
            #expect(try await fixture.difference() == nil)
        }
    }

    @Test(arguments: MemoryRemoteTests.abilities)
    func `another region brings rows that have not changed, and takes others`(
        abilities: Set<MemoryRemote.Ability>
    ) async throws {
        try await MemoryFixture.run(abilities, rows: 200) { fixture in
            let west = Region.box(try BoundingBox(west: -170, south: -80, east: 10, north: 80))
            let north = Region.box(try BoundingBox(west: -100, south: 0, east: 170, north: 80))
            try await fixture.pull { $0.region = west }
            #expect(try await fixture.difference(in: west) == nil)
            let report = try await fixture.pull(compares: false) { $0.region = north }
            #expect(report.tables[.hotspot]?.mode == .delta && report.isCompared)
            #expect(report.added > 20 && report.removed > 20)
            #expect(try await fixture.difference(in: north) == nil)
            // A row leaves the region by being moved; one that is not asked for stays away.
            for _ in 0..<30 { fixture.change(.hotspot) }
            #expect(try await fixture.pull().isPartRemembered)
            #expect(try await fixture.difference(in: north) == nil)
            try await fixture.pull { $0.isEverything = true }
            #expect(try await fixture.difference() == nil)
        }
    }

    @Test(arguments: MemoryRemoteTests.abilities)
    func `a read that was cut goes on where it ended`(abilities: Set<MemoryRemote.Ability>) async throws {
        try await MemoryFixture.run(abilities, rows: 500) { fixture in
            fixture.server.manners.pageSize = 50
            fixture.server.manners.pagesBeforeFault = 6
            let error = await #expect(throws: SyncError.self) { try await fixture.pull() }
            #expect(error?.kind == .unreachable && error?.retryMayHelp == true)
            // Rows before and behind the cut change and go meanwhile.
            for _ in 0..<20 { fixture.change(.hotspot) }
            for _ in 0..<20 { fixture.remove(.hotspot) }
            for _ in 0..<20 { fixture.insert(.hotspot) }
            let report = try await fixture.pull()
            let hotspots = try #require(report.tables[.hotspot])
            #expect(hotspots.mode == .resumed && hotspots.sent > 100 && hotspots.sent < 400)
            #expect(try await fixture.difference() == nil)
            // A delta that is cut changes nothing, and begins anew.
            for _ in 0..<200 { fixture.change(.hotspot) }
            fixture.server.manners.pagesBeforeFault = 1
            await #expect(throws: SyncError.self) { try await fixture.pull() }
            #expect(try await fixture.difference() != nil)
            try await fixture.pull()
            #expect(try await fixture.difference() == nil)
        }
    }

    @Test(arguments: MemoryRemoteTests.abilities)
    func `another server, or a table made anew, is read as a whole`(
        abilities: Set<MemoryRemote.Ability>
    ) async throws {
        try await MemoryFixture.run(abilities) { fixture in
            try await fixture.pull()
            // The same versions, and other rows.
            let writes = fixture.server.content.writes
            for id in fixture.server.content.tables[.hotspot]!.keys.sorted().prefix(30) {
                fixture.server.content.tables[.hotspot]![id]!.values =
                    fixture.server.content.tables[.hotspot]![id]!
                    .values.withOtherTexts
            }
            fixture.server.content.name = "another"
            let report = try await fixture.pull()
            #expect(report.reason == "another server" && report.changed == 30)
            #expect(fixture.server.content.writes == writes)
            #expect(try await fixture.difference() == nil)
            fixture.server.content.made[.bird] = 2
            let anew = try await fixture.pull()
            #expect(anew.reason == "bird was made anew" && anew.tables[.bird]?.mode == .full)
            #expect(anew.tables[.hotspot]?.mode == .delta)
        }
    }

    /// An earlier state is put back, and writes go on: behind what the mirror
    /// has seen, and beyond it, so that each number is given twice.
    @Test(arguments: MemoryRemoteTests.abilities, [10, 500])
    func `a server that was put back to an earlier state is found out`(
        abilities: Set<MemoryRemote.Ability>, writes: Int
    ) async throws {
        try await MemoryFixture.run(abilities) { fixture in
            let earlier = fixture.server.content
            for _ in 0..<100 { fixture.edit() }
            try await fixture.pull()
            #expect(try await fixture.difference() == nil)
            fixture.server.restore(earlier)
            for _ in 0..<writes { fixture.edit() }
            let report = try await fixture.pull(compares: false)
            #expect(
                writes == 10
                    ? report.reason == "an earlier state was put back"
                    : report.verification == "the server was started anew")
            #expect(try await fixture.difference() == nil)
            let again = try await fixture.pull()
            #expect(again.reason == nil && again.verification == nil && again.added + again.changed == 0)
        }
    }

    @Test(arguments: MemoryRemoteTests.abilities)
    func `rows that another program has changed or removed here come again`(
        abilities: Set<MemoryRemote.Ability>
    ) async throws {
        try await MemoryFixture.run(abilities) { fixture in
            try await fixture.pull()
            _ = try SyncFixture.sqlite(
                fixture.store.path,
                """
                UPDATE hotspot SET name = 'someone else' WHERE fid % 5 = 0;;
                DELETE FROM hotspot WHERE fid % 7 = 0;;
                UPDATE hotspot SET id = 'damaged ' || fid WHERE fid % 11 = 0
                """)
            let report = try await fixture.pull()
            #expect(report.tables[.hotspot]?.mended ?? 0 > 15 && report.tables[.hotspot]?.dropped ?? 0 > 3)
            #expect(try await fixture.difference() == nil)
            let damaged = try SyncFixture.sqlite(
                fixture.store.path, "SELECT count(*) FROM hotspot WHERE id LIKE 'damaged%'")
            #expect(damaged == ["0"])
        }
    }

    @Test(arguments: MemoryRemoteTests.abilities)
    func `contents are compared when that is asked for`(abilities: Set<MemoryRemote.Ability>) async throws {
        try await MemoryFixture.run(abilities) { fixture in
            try await fixture.pull()
            _ = try SyncFixture.sqlite(
                fixture.store.path,
                """
                UPDATE geoq_store SET bulk = 1;; UPDATE hotspot SET locality = 'x' WHERE fid % 3 = 0;;
                UPDATE geoq_store SET bulk = 0
                """)
            try await fixture.pull()
            #expect(try await fixture.difference() != nil, "the versions are the same")
            let report = try await fixture.pull { $0.verifiesContents = true }
            #expect(report.verification == "asked for" && report.changed == 20)
            #expect(report.tables[.hotspot]?.mode == (abilities.contains(.digesting) ? .delta : .full))
            #expect(try await fixture.difference() == nil)
        }
    }

    @Test func `a list of ids that is not sound removes nothing`() async throws {
        try await MemoryFixture.run { fixture in
            try await fixture.pull()
            fixture.server.manners.doublesAnID = true
            fixture.remove(.hotspot)
            let error = await #expect(throws: SyncError.self) { try await fixture.pull() }
            #expect(error?.kind == .protocol && error?.retryMayHelp == true)
            fixture.server.manners.doublesAnID = false
            #expect(try await fixture.pull().removed == 1)
            #expect(try await fixture.difference() == nil)
        }
    }

    // MARK: - Durability

    @Test func `a cursor waits until its moment is durable, where the remote knows`() async throws {
        try await MemoryFixture.run([.durability]) { fixture in
            // A first read waits, and asks for hurry.
            fixture.server.manners.asksUntilDurable = 120
            #expect(try await fixture.pull().isCursorKept)
            fixture.change(.hotspot)
            fixture.server.manners.asksUntilDurable = .max
            let held = try await fixture.pull()
            #expect(!held.isCursorKept && held.changed == 1)
            #expect(try await fixture.difference() == nil)
            fixture.server.manners.asksUntilDurable = 3
            let kept = try await fixture.pull()
            #expect(kept.isCursorKept && kept.changed == 0 && kept.tables[.hotspot]?.sent == 1)
            #expect(try await fixture.pull().tables[.hotspot]?.sent == 0)
            // Without the ability there is nothing to wait for.
            fixture.server.manners.asksUntilDurable = .max
            fixture.abilities = []
            fixture.change(.hotspot)
            #expect(try await fixture.pull().isCursorKept)
            #expect(try await fixture.pull().tables[.hotspot]?.sent == 0)
        }
    }

    @Test(arguments: MemoryRemoteTests.abilities)
    func `a remote that cannot say where it stands is read as a whole, and says so`(
        abilities: Set<MemoryRemote.Ability>
    ) async throws {
        try await MemoryFixture.run(abilities) { fixture in
            fixture.server.manners.lack = "it keeps no numbers"
            fixture.server.manners.asksUntilDurable = .max
            for _ in 0..<2 {
                let report = try await fixture.pull()
                #expect(report.lack == "it keeps no numbers" && !report.isCursorKept)
                #expect(report.tables.values.allSatisfy { $0.mode == .full })
                #expect(try await fixture.difference() == nil)
                for _ in 0..<10 { fixture.edit() }
            }
        }
    }

    // MARK: - Watching

    @Test(arguments: [true, false])
    func `a watch hears a doorbell, and looks at intervals without one`(rings: Bool) async throws {
        try await MemoryFixture.run { fixture in
            let notices = Mutex<[SyncNotice]>([])
            var options = SyncOptions()
            options.told = { notice in notices.withLock { $0.append(notice) } }
            let remote: any Remote = rings ? RingingMemoryRemote(base: fixture.remote) : fixture.remote
            let client = SyncClient(remote: remote, store: fixture.store, options: options)
            var watch = WatchOptions()
            (watch.gathering, watch.pause) = (.milliseconds(1), .zero)
            // Where a ring is needed, no interval can stand in for it.
            watch.pollingInterval = rings ? .seconds(3600) : .milliseconds(20)
            let pulls = Mutex(0)
            let task = Task { [watch] in
                try await client.watch(watch) { if case .success = $0 { pulls.withLock { $0 += 1 } } }
            }
            func comesTrue(_ question: () async throws -> Bool) async throws -> Bool {
                try await eventually(every: .milliseconds(5), question)
            }
            let hasPulled = try await comesTrue { pulls.withLock { $0 } > 0 }
            #expect(hasPulled)
            #expect(try await fixture.difference() == nil)
            for _ in 0..<3 {
                for _ in 0..<5 { fixture.edit() }
                if rings { fixture.server.ring() }
                #expect(try await comesTrue { try await fixture.difference() == nil })
            }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            let polling = SyncNotice.polling(
                because: "the server does not say when it changes", every: .milliseconds(20))
            #expect(notices.withLock { $0 } == (rings ? [] : [polling]))
        }
    }

    // MARK: - Answering

    @Test func `a proof asks where the remote answers, and compares rows everywhere`() async throws {
        for abilities in Self.abilities {
            try await MemoryFixture.run(abilities) { fixture in
                try await fixture.pull()
                let options = ProofOptions(queries: 60, rows: 50, seed: 7)
                let report = try await fixture.client().prove(options)
                #expect(report.verdict == .equal, "\(report.examples)")
                let answers = abilities.contains(.answering)
                #expect(report.total.questions == (answers ? 60 : 0))
                #expect((report.kinds[.radius]?.note == nil) == answers)
                let table = try #require(report.tables[.hotspot])
                #expect(table.hashed == (abilities.contains(.digesting) ? 60 : 0) && table.read == 50)
                fixture.remove(.hotspot)
                fixture.change(.hotspot)
                let behind = try await fixture.client().prove(options)
                #expect(behind.verdict == .behind && behind.tables[.hotspot]?.gone == 1, "\(behind.examples)")
                // A row that was removed here is wrong, not behind.
                try await fixture.pull()
                _ = try SyncFixture.sqlite(
                    fixture.store.path, "DELETE FROM hotspot WHERE fid = (SELECT min(fid) FROM hotspot)")
                let wrong = try await fixture.client().prove(options)
                #expect(wrong.verdict == .different && wrong.tables[.hotspot]?.lost == 1, "\(wrong.examples)")
            }
        }
    }

    @Test func `a remote is asked itself, and its size, where it can answer`() async throws {
        try await MemoryFixture.run([.answering]) { fixture in
            try await fixture.pull()
            let query = Query.nearest(10, to: try Coordinate(latitude: 10, longitude: 20))
            let theirs = try await RemoteHotspots(AskedRemote(fixture.remote)).features(answering: query)
            let ours = try await fixture.store.features.answer(query)
            #expect(theirs.hits.map(\.id) == ours.hits.map(\.id) && theirs.hits.count == 10)
            let region = Region.box(try BoundingBox(west: -170, south: -80, east: 10, north: 80))
            let estimate = try await fixture.client { $0.region = region }.estimate()
            #expect(estimate?.mirrored == .everywhere && (1..<60).contains(estimate?.all.rows ?? 0))
            fixture.abilities = []
            let refused = await #expect(throws: SyncError.self) {
                try await RemoteHotspots(AskedRemote(fixture.remote)).features(answering: query)
            }
            #expect(refused?.kind == .refused && refused?.retryMayHelp == false)
            #expect(try await fixture.client { $0.region = region }.estimate() == nil)
        }
    }
}

extension [FieldValue] {
    /// The same values with other texts.
    fileprivate var withOtherTexts: [FieldValue] {
        map { value in
            guard case .text(let text) = value, text.contains(" ") else { return value }
            return .text(text + "!")
        }
    }
}
