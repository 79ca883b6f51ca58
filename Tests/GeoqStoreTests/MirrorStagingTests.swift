import Foundation
import GRDB
import Geoq
import GeoqFormats
import GeoqIndex
import Synchronization
import TestSupport
import Testing

@testable import GeoqStore

/// Rows that are staged for an empty table are copied as a whole, and give the
/// same store as rows that are written one by one.
@Suite struct MirrorStagingTests {
    private static let cursor = MirrorCursor("900")
    private static let identity = MirrorIdentity(origin: "7", address: "here", user: nil, region: nil, mapping: "m")

    private static func staging(_ store: Store, _ plan: MirrorStaging.Plan?) throws -> MirrorStaging {
        try MirrorStaging(of: store, for: "here", plan, cursor: cursor)
    }

    private static func plan(_ key: String = "key") -> MirrorStaging.Plan {
        MirrorStaging.Plan(key: key, tables: [.bird, .hotspot, .watchlists])
    }

    @discardableResult
    private static func apply(
        _ staging: MirrorStaging, to store: Store
    ) async throws -> [MirrorTable: MirrorTableOutcome] {
        let tables = [MirrorTable.bird, .hotspot, .watchlists].map {
            MirrorUpdate.Table($0, origin: "42", isReplaced: true, cursor: cursor)
        }
        let update = MirrorUpdate(
            name: "here", identity: identity, tables: tables, isDigested: true, serverTime: "2026-11-21T00:00:00Z")
        return try await store.mirror.apply(update, from: staging)
    }

    private static func id(_ number: Int) -> FeatureID {
        FeatureID(key: ItemKey(high: UInt64(number) << 40, low: UInt64(number)))
    }

    /// Rows of every kind: usable, without a name, nowhere and beyond the earth.
    private static func rows(
        _ table: MirrorTable, _ numbers: some Sequence<Int>, using generator: inout SeededGenerator
    ) -> [MirrorRow] {
        numbers.map { number in
            var values = table.columns.map { column -> FieldValue in
                if Int.random(in: 0..<6, using: &generator) == 0 { return .null }
                switch column.kind {
                case .integer: return .integer(Int64.random(in: -3...9, using: &generator))
                case .real: return .real(Double.random(in: -80...80, using: &generator))
                case .bool: return .bool(Bool.random(using: &generator))
                default: return .text("\(column.name) \(number) é\u{0}" + (Bool.random(using: &generator) ? "'" : ""))
                }
            }
            if table == .hotspot {
                let places: [[FieldValue]] = [
                    [.null, .null], [.real(91), .real(5)], [.real(1), .null], [.null, .real(2)],
                ]
                let place = Int.random(in: 0..<12, using: &generator)
                let pair =
                    place < places.count
                    ? places[place] : [.real(Double(number % 160 - 80)), .real(Double(number % 350 - 175))]
                for (name, value) in zip(["lat", "lon"], pair) {
                    values[table.columns.firstIndex { $0.name == name }!] = value
                }
            }
            return MirrorRow(id: id(number), token: Int64(number), isGone: false, values: values)
        }
    }

    /// How many rows the staging file of a store has of a table.
    private static func count(_ table: MirrorTable, stagedFor store: Store) throws -> Int? {
        let queue = try DatabaseQueue(path: store.path + ".staging")
        defer { try? queue.close() }
        return try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM staged_\(table)") }
    }

    /// The store's rows as a reader sees them, without their row numbers.
    private static func content(_ store: Store) async throws -> [String] {
        try await store.read { db in
            try ["bird", "hotspot", "watchlists"].flatMap { table in
                try Row.fetchAll(db, sql: "SELECT * FROM \(table) ORDER BY id").map { row in
                    row.filter { $0.0 != "fid" }.map { "\($0.0)=\($0.1)" }.joined(separator: ";")
                }
            }
                + String.fetchAll(
                    db, sql: "SELECT row_id || reason || ifnull(detail, '') FROM geoq_remote_waiting ORDER BY 1")
                + String.fetchAll(db, sql: "SELECT table_name || ':' || row_count FROM geoq_remote_table ORDER BY 1")
                + String.fetchAll(db, sql: "SELECT name || sql FROM sqlite_master WHERE type = 'trigger' ORDER BY 1")
        }
    }

    @Test(arguments: [201, 202, 203] as [UInt64])
    func `rows that go over at once are those that were written one by one`(seed: UInt64) async throws {
        print("seed \(seed)")
        try await withFolder { folder in
            var contents: [[String]] = []
            var outcomes: [[MirrorTable: MirrorTableOutcome]] = []
            for isReady in [true, false] {
                var generator = SeededGenerator(seed: seed)
                let store = try Store.blank(folder + "/\(isReady).sqlite")
                let staging = try Self.staging(store, isReady ? Self.plan() : nil)
                #expect(staging.tables.ready == (isReady ? [.bird, .hotspot, .watchlists] : []))
                for table in [MirrorTable.bird, .hotspot, .watchlists] {
                    try staging.write(Self.rows(table, 0..<400, using: &generator), to: table)
                    // Some rows come again with other values; some are removed.
                    try staging.write(Self.rows(table, stride(from: 0, to: 400, by: 7), using: &generator), to: table)
                    try staging.write(
                        [MirrorRow(id: Self.id(21), token: 0, isGone: true, values: [])], to: table)
                    try await staging.writeGone([Self.id(22).description], to: table)
                }
                outcomes.append(try await Self.apply(staging, to: store))
                contents.append(try await Self.content(store))
                let unsound = try await store.health.checks().filter { !$0.isSound }
                #expect(unsound.isEmpty, "\(unsound)")
                let snapshot = try await store.snapshot()
                #expect(snapshot.count(of: .hotspots) > 200)
                #expect(try await store.read { try Row.fetchAll($0, sql: "PRAGMA foreign_key_check").isEmpty })
            }
            #expect(contents[0] == contents[1])
            #expect(outcomes[0] == outcomes[1])
            #expect(outcomes[0][.hotspot]?.unplaced ?? 0 > 20 && outcomes[0][.bird]?.waiting ?? 0 > 20)
            #expect(outcomes[0][.hotspot]?.waiting == 0, "a place needs no name")
        }
    }

    @Test func `a row of another program whose id is no text keeps the bird that it names`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/a.sqlite")
            var generator = SeededGenerator(seed: 208)
            let staging = try Self.staging(store, nil)
            try staging.write(Self.rows(.bird, 0..<40, using: &generator), to: .bird)
            try await Self.apply(staging, to: store)
            let bird = try await store.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO geoq_source (name, kind) VALUES ('other', 'file');
                        INSERT INTO community_observation (id, bird_id, source)
                            SELECT x'ff', min(id), 'other' FROM bird;
                        """)
                return try String.fetchOne(db, sql: "SELECT bird_id FROM community_observation")
            }
            // The server has no birds any more.
            try await Self.apply(try Self.staging(store, nil), to: store)
            let left = try await store.read { db in
                try String.fetchAll(db, sql: "SELECT id || (deleted_at IS NOT NULL) FROM bird")
            }
            #expect(left == [(bird ?? "") + "1"])
        }
    }

    @Test func `keys are enforced again afterwards, and changes are told`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/a.sqlite")
            var generator = SeededGenerator(seed: 204)
            let before = try await store.snapshot()
            let staging = try Self.staging(store, Self.plan())
            try staging.write(Self.rows(.hotspot, 0..<40, using: &generator), to: .hotspot)
            let outcome = try await Self.apply(staging, to: store)
            #expect(outcome[.hotspot]?.added ?? 0 > 20)
            let logged = try await store.read { try Int.fetchOne($0, sql: "SELECT count(row_id) FROM geoq_change") }
            #expect(logged == outcome[.hotspot]?.added, "a reader is told of each of a few rows")
            #expect(try await store.snapshot().version == before.version + 1)
            await #expect(throws: (any Error).self) {
                try await store.write { db in
                    try db.execute(sql: "INSERT INTO hotspot (id, name, source) VALUES ('x', 'y', 'no such source')")
                }
            }
        }
    }

    @Test func `an application that is cancelled leaves the connection ready for the next`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/a.sqlite")
            var generator = SeededGenerator(seed: 209)
            let staging = try Self.staging(store, Self.plan())
            try staging.write(Self.rows(.bird, 0..<40, using: &generator), to: .bird)
            try await store.write { try $0.execute(sql: "INSERT INTO geoq_source VALUES ('own', 'file')") }
            var configuration = Configuration()
            // Its transaction lasts from one access to the next.
            configuration.allowsUnsafeTransactions = true
            let other = try DatabaseQueue(path: store.path, configuration: configuration)
            defer { try? other.close() }
            try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
            /// How often this process has the staging file open.
            func count() throws -> Int {
                let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
                let files = descriptors.compactMap {
                    try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
                }
                return files.count { $0.hasSuffix("/a.sqlite.staging") && $0.hasPrefix(folder) }
            }
            let before = try count()
            let applying = Task { try await Self.apply(staging, to: store) }
            // It has attached what is staged, and waits for the other program.
            #expect(try await eventually { try count() > before })
            applying.cancel()
            try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
            await #expect(throws: CancellationError.self) { try await applying.value }
            let pages = try await store.writing { try Int.fetchOne($0, sql: "PRAGMA wal_autocheckpoint") }
            #expect(pages == 1_000)
            #expect(try await Self.apply(staging, to: store)[.bird]?.added ?? 0 > 20)
        }
    }

    @Test func `the log is copied into the file when that is asked for, and rows are seen before`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/a.sqlite")
            func bytes() throws -> Int {
                try FileManager.default.attributesOfItem(atPath: store.path)[.size] as? Int ?? 0
            }
            var generator = SeededGenerator(seed: 208)
            let staging = try Self.staging(store, Self.plan())
            try staging.write(Self.rows(.bird, 0..<8_000, using: &generator), to: .bird)
            await store.mirror.checkpoint()
            let before = try bytes()
            try await Self.apply(staging, to: store)
            #expect(try bytes() == before)
            #expect(try await store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM bird") ?? 0 } > 6_000)
            await store.mirror.checkpoint()
            #expect(try bytes() > before + 1_000_000)
        }
    }

    @Test func `a table that got rows meanwhile keeps them`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/a.sqlite")
            var generator = SeededGenerator(seed: 205)
            let staging = try Self.staging(store, Self.plan())
            try staging.write(Self.rows(.watchlists, 0..<40, using: &generator), to: .watchlists)
            try await store.write { db in
                try db.execute(sql: "INSERT INTO geoq_source VALUES ('own', 'file')")
                try db.execute(
                    sql: "INSERT INTO watchlists (id, title, source) VALUES (?, 'Own', 'own')",
                    arguments: [Self.id(7).description])
            }
            let outcome = try await Self.apply(staging, to: store)
            #expect(outcome[.watchlists]?.added == 39 && outcome[.watchlists]?.waiting == 1)
            let own = try await store.read {
                try String.fetchAll($0, sql: "SELECT id FROM watchlists WHERE source = 'own'")
            }
            #expect(own == [Self.id(7).description])
        }
    }

    @Test func `what was staged is of use to the same plan only`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/a.sqlite")
            var generator = SeededGenerator(seed: 206)
            func left(_ plan: MirrorStaging.Plan?, for remote: String = "here") throws -> FeatureID? {
                // The file as a killed process leaves it.
                try MirrorStaging(of: store, for: "here", Self.plan(), cursor: Self.cursor).remove()
                try Self.staging(store, Self.plan()).write(
                    Self.rows(.hotspot, 0..<50, using: &generator), to: .hotspot)
                return try MirrorStaging(of: store, for: remote, plan, cursor: Self.cursor).remains?.lastIDs[.hotspot]
            }
            #expect(try left(Self.plan()) == Self.id(49))
            #expect(try left(Self.plan("another")) == nil)
            #expect(try left(Self.plan(), for: "elsewhere") == nil, "rows have the name of their remote")
            #expect(try left(nil) == nil)
            _ = try left(Self.plan())
            let unusable = try MirrorStaging(of: store, for: "here", Self.plan(), cursor: Self.cursor) { remains in
                #expect(remains.cursor == Self.cursor)
                return false
            }
            #expect(unusable.remains == nil)
            #expect(try Self.count(.hotspot, stagedFor: store) == 0)
            // The machine has started anew since: perhaps after a power cut.
            _ = try left(Self.plan())
            let queue = try DatabaseQueue(path: store.path + ".staging")
            let boot = try #require(BootID.current)
            let changed = try await queue.write { db in
                try db.execute(
                    sql: "UPDATE staging SET key = replace(key, ?, 'another') WHERE instr(key, ?)",
                    arguments: [boot, boot])
                return db.changesCount
            }
            try queue.close()
            #expect(changed == 1)
            #expect(try Self.staging(store, Self.plan()).remains == nil)
        }
    }

    @Test func `a spoiled file is made anew`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/a.sqlite")
            let path = store.path + ".staging"
            for bytes in [Data("no database at all".utf8), Data(repeating: 0, count: 9_000), Data()] {
                try bytes.write(to: URL(filePath: path))
                let staging = try Self.staging(store, Self.plan())
                #expect(staging.remains == nil)
                var generator = SeededGenerator(seed: 207)
                try staging.write(Self.rows(.bird, 0..<5, using: &generator), to: .bird)
                #expect(try Self.count(.bird, stagedFor: store) == 5)
            }
        }
    }

    /// The functions that wait for the disk, while `body` runs.
    private static func waits(_ body: () throws -> Void) throws -> [String] {
        let names = Mutex<[String]>([])
        let note: @Sendable (String) -> Void = { name in names.withLock { $0.append(name) } }
        try WaitingWork.$misplaced.withValue(note, operation: body)
        return names.withLock { $0 }
    }

    @Test func `a plan opens no connection to see which tables are empty, while one is free`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/a.sqlite")
            let opening = "connectReader(_:)"
            let free = try Self.waits { try Self.staging(store, Self.plan()).remove() }
            #expect(!free.contains(opening))
            // It may be in the midst of a long read.
            let busy = try await store.read { _ in try store.readers.readIfFree { _ in true } }
            #expect(busy == nil)
            let again = try Self.waits { try Self.staging(store, Self.plan()).remove() }
            #expect(!again.contains(opening))
            try store.close()
            let closed = try Self.waits { try Self.staging(store, Self.plan()).remove() }
            #expect(closed.contains(opening))
        }
    }
}
