import Foundation
import Geoq
import GeoqStore
import Synchronization
import TestSupport
import Testing

@testable import GeoqPostgres
@testable import GeoqSync

/// A cursor is kept only when everything that was read is on the server's disk.
/// The tests simulate the server's disk, and the clock.
@Suite(.waits) struct FlushGateTests {
    private static let position = PostgresPosition(
        system: "7", database: "5", timeline: 1, snapshot: PostgresCursor(xmin: 900, xmax: 905),
        log: LogPosition(bytes: 4_096))
    private static let moment = RemoteMoment(
        identity: MirrorIdentity(origin: position.origin, address: "here", user: nil, region: nil, mapping: "m"),
        position: position, serverTime: "")

    private static func gate(_ disk: ServerDisk, _ clock: ManualClock) -> FlushGate {
        FlushGate(session: SlowDiskSession(nil, disk), clock: clock)
    }

    @Test func `what is on disk passes at once`() async throws {
        let (disk, clock) = (ServerDisk(flushed: [4_096]), ManualClock())
        #expect(try await Self.gate(disk, clock).passes(Self.moment, within: .seconds(1)))
        #expect(disk.asked == 1 && clock.elapsed == .zero)
    }

    @Test func `a remote that does not know what survives passes at once`() async throws {
        let clock = ManualClock()
        #expect(try await FlushGate(session: nil, clock: clock).passes(Self.moment, within: .seconds(1)))
        #expect(clock.elapsed == .zero)
    }

    @Test func `a log that stays behind holds back until the time is over, and no longer`() async throws {
        let (disk, clock) = (ServerDisk(flushed: [4_095]), ManualClock())
        #expect(try await !Self.gate(disk, clock).passes(Self.moment, within: .seconds(1)))
        #expect(clock.elapsed == .seconds(1) && disk.asked == 51)
    }

    @Test func `a log that catches up lets go`() async throws {
        let (disk, clock) = (ServerDisk(flushed: [0, 100, 4_095, 4_096]), ManualClock())
        #expect(try await Self.gate(disk, clock).passes(Self.moment, within: .seconds(1)))
        #expect(disk.asked == 4 && clock.elapsed == .milliseconds(60))
    }

    @Test func `a server that was waited for in vain is asked, and not waited for again`() async throws {
        let (disk, clock) = (ServerDisk(flushed: [4_095]), ManualClock())
        let gate = Self.gate(disk, clock)
        #expect(try await !gate.passes(Self.moment, within: .seconds(1)))
        // The gate of the next relation.
        var next = Self.gate(disk, clock)
        next.patience = gate.patience
        #expect(try await !next.passes(Self.moment, within: .seconds(1)))
        #expect(clock.elapsed == .seconds(1) && disk.asked == 52)
        // After a push it is waited for, and a little later, too.
        #expect(try await !next.passes(Self.moment, within: .seconds(1), isHurried: true))
        #expect(clock.elapsed == .seconds(2))
        try await clock.sleep(for: .seconds(10))
        #expect(try await !next.passes(Self.moment, within: .seconds(1)))
        #expect(clock.elapsed == .seconds(13))
        // What is on its disk ends that.
        let mended = FlushGate(
            session: SlowDiskSession(nil, ServerDisk(flushed: [4_096])), clock: clock, patience: gate.patience)
        #expect(try await mended.passes(Self.moment, within: .seconds(1)))
        #expect(try await !next.passes(Self.moment, within: .seconds(1)))
        #expect(clock.elapsed == .seconds(14))
    }

    @Test func `a cursor waits for the disk, rows do not`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(ServerSchema.hotspots(50))
            // The other tables are empty, and read before: that holds nothing back.
            try await fixture.pull()
            func cursor() throws -> [String] {
                try fixture.local("SELECT cursor FROM geoq_remote_table WHERE table_name = 'hotspot'")
            }
            func pull(_ disk: ServerDisk) async throws -> SyncReport {
                var options = SyncOptions()
                (options.retry, options.clock) = (.never, ManualClock())
                let remote = SlowDiskRemote(try PostgresRemote(fixture.url), disk)
                return try await SyncClient(remote: remote, store: fixture.store, options: options).pull()
            }
            let before = try cursor()
            try fixture.sql("UPDATE hotspot SET name = 'Changed' WHERE id = md5('1 7')::uuid")
            let held = try await pull(ServerDisk(flushed: [0]))
            #expect(!held.isCursorKept && held.changed == 1)
            #expect(try cursor() == before)
            #expect(try MirrorCheck(fixture, tables: [.hotspot]).isClean)
            // The row comes again, and changes nothing; then the log is on disk.
            let kept = try await pull(ServerDisk(flushed: [0, 0, .max]))
            #expect(kept.isCursorKept && kept.tables[.hotspot]?.sent ?? 0 >= 1 && kept.changed == 0)
            #expect(try cursor() != before)
        }
    }

    /// A reader's pruning is logged without a commit that would flush it: an
    /// idle server's background writer flushes it at some time, and here never.
    @Test func `a first read has a server hurry that leaves its log where it is`() async throws {
        let server = try PostgresCluster.copied(["fsync=off", "autovacuum=off", "jit=off"])
        try await SyncFixture.run(on: server) { fixture in
            try fixture.sql(ServerSchema.hotspots(500))
            let writer = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'background writer'"
            let process = try #require(Int32(try fixture.sql(writer)))
            #expect(kill(process, SIGSTOP) == 0)
            defer { kill(process, SIGCONT) }
            // What a first session prunes of the catalog, it has flushed.
            let opened = try await PostgresRemote(fixture.url).open(as: nil)
            let session = try #require(opened as? any RemoteDurability)
            _ = try await session.begin(RemoteRequest())
            try await session.hurry()
            await session.close()
            try fixture.sql("DELETE FROM hotspot WHERE id < '80000000-0000-0000-0000-000000000000'")
            try fixture.sql("BEGIN; SELECT count(*) FROM hotspot; ROLLBACK")
            #expect(try fixture.sql("SELECT pg_current_wal_flush_lsn() < pg_current_wal_insert_lsn()") == "t")
            let report = try await fixture.pull()
            #expect(report.isCursorKept)
            #expect(try MirrorCheck(fixture, tables: [.hotspot]).isClean)
        }
        try server.stop()
    }
}

/// How far a server's log is on its disk, in bytes; the last number stays.
private final class ServerDisk: Sendable {
    private let state: Mutex<(flushed: [UInt64], asked: Int)>

    init(flushed: [UInt64]) {
        state = Mutex((flushed, 0))
    }

    var asked: Int { state.withLock { $0.asked } }

    func hasFlushed(_ position: LogPosition?) -> Bool {
        state.withLock { state in
            let now = state.flushed[min(state.asked, state.flushed.count - 1)]
            state.asked += 1
            return position.map { LogPosition(bytes: now) >= $0 } ?? true
        }
    }
}

/// A remote whose disk the test controls.
private struct SlowDiskRemote: Remote {
    private let base: any Remote
    private let disk: ServerDisk

    init(_ base: any Remote, _ disk: ServerDisk) {
        (self.base, self.disk) = (base, disk)
    }

    func open(as user: FeatureID?) async throws -> any RemoteSession {
        SlowDiskSession(try await base.open(as: user), disk)
    }
}

private struct SlowDiskSession: RemoteDigesting, RemoteDurability {
    /// nil for a session that is only asked about its disk.
    private let base: (any Base)?
    private let disk: ServerDisk

    typealias Base = RemoteDigesting & RemoteDurability

    init(_ base: (any RemoteSession)?, _ disk: ServerDisk) {
        (self.base, self.disk) = (base as? any Base, disk)
    }

    private var session: any Base {
        get throws { try #require(base) }
    }

    func isDurable(_ moment: RemoteMoment) async throws -> Bool {
        disk.hasFlushed((moment.position as? PostgresPosition)?.log)
    }

    func hurry() async throws { try await session.hurry() }

    func begin(_ request: RemoteRequest) async throws -> RemoteMoment { try await session.begin(request) }
    func findings(_ mapping: TableMapping) async throws -> [SchemaFinding] { try await session.findings(mapping) }
    func rows(
        of table: MirrorTable, _ selection: RowSelection, _ take: @escaping @Sendable (RowBatch) throws -> Void
    ) async throws -> Int { try await session.rows(of: table, selection, take) }
    func digest(
        of table: MirrorTable, by measure: RowMeasure, hiding hidden: Set<FeatureID>
    ) async throws -> TableDigest { try await session.digest(of: table, by: measure, hiding: hidden) }
    func fineSums(
        of table: MirrorTable, by measure: RowMeasure, in firstBytes: [UInt8], hiding hidden: Set<FeatureID>
    ) async throws -> [UInt16: UInt32] {
        try await session.fineSums(of: table, by: measure, in: firstBytes, hiding: hidden)
    }
    func tokens(
        of table: MirrorTable, by measure: RowMeasure, in ranges: [IDRange], hiding hidden: Set<FeatureID>
    ) async throws -> [RowToken] {
        try await session.tokens(of: table, by: measure, in: ranges, hiding: hidden)
    }
    func address() async throws -> String { try await session.address() }
    func ids(of table: MirrorTable) async throws -> [FeatureID] { try await session.ids(of: table) }
    func count(of table: MirrorTable) async throws -> Int { try await session.count(of: table) }
    func finish() async throws { try await session.finish() }
    func bytesReceived() async -> Int { await base?.bytesReceived() ?? 0 }
    func close() async { await base?.close() }
}
