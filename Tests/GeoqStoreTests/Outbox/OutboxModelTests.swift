import Foundation
import GRDB
import Geoq
import TestSupport
import Testing

@testable import GeoqStore

/// Edits, pushes, pulls, lost answers, another device, and a user who discards changes and
/// settles conflicts, in random order: what the layers promise holds after each step, and at
/// the end nothing is lost unseen, of either device, also where the later edit wins. `GEOQ_SOAK` runs
/// more seeds, with more steps, and `GEOQ_SEED` one alone.
@Suite struct OutboxModelTests {
    private static let isLong = ProcessInfo.processInfo.environment["GEOQ_SOAK"] != nil
    private static let seeds: ClosedRange<UInt64> = {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["GEOQ_SEED"].flatMap({ UInt64($0) }) { return seed...seed }
        if isLong { return 1...100_000 }
        // `make check` asks for few rounds.
        return 1...(Fuzz.asked == nil ? 1000 : 32)
    }()

    /// So many stores share the seeds, so that the processors do.
    private static let parts: UInt64 = 8

    /// What was last written here into each column, and not deleted since.
    struct Written {
        var values: [RowKey: [String: FieldValue]] = [:]
        /// What another device last wrote into each column, until the user has written over it here, or deleted it.
        var theirs: [RowKey: [String: FieldValue]] = [:]
        /// The conflicts that the user has settled by taking what lost.
        var taken: Set<Int64> = []
        var count = 0

        mutating func fresh() -> String {
            count += 1
            return "mine \(count)"
        }
    }

    static let columns: [MirrorTable: [String]] = [
        .watchlists: ["title", "type", "location"], .watchlistEntries: ["notes", "nickname", "status"],
    ]

    /// When another device has edited a row: lists before any edit of this device, and entries after all of them.
    private static func moment(_ table: MirrorTable) -> String {
        table == .watchlists ? "1990-01-01T00:00:00.000Z" : "2190-01-01T00:00:00.000Z"
    }

    @Test(arguments: 0..<parts)
    func `no edit is lost unseen, and none has its effect twice`(part: UInt64) async throws {
        try await withFolder { folder in
            var fixture = try await OutboxFixture(folder)
            var written = Written()
            for seed in Self.seeds where seed / 2 % Self.parts == part {
                var generator = SeededGenerator(seed: seed)
                fixture.server.ledger = seed.isMultiple(of: 2) ? [:] : nil
                fixture.server.effects = [:]
                let policy = seed.isMultiple(of: 3) ? ConflictPolicy.lastWrite : .server
                let first = Int(seed) * 8
                try await fixture.addShared(first, entries: [first + 1, first + 2])
                // Short histories, too, from which a store comes to rest early.
                for step in 0..<(Self.isLong ? 8 + Int(seed % 17) : 4 + Int(seed % 13)) {
                    try await Self.step(&fixture, &written, first, policy, using: &generator)
                    try await fixture.checkLayers("seed \(seed), step \(step)")
                    #expect(fixture.server.effects.values.allSatisfy { $0 == 1 }, "seed \(seed), step \(step)")
                }
                try await Self.settle(&fixture, &written, policy, "seed \(seed)")
            }
        }
    }

    private static func settle(
        _ fixture: inout OutboxFixture, _ written: inout Written, _ policy: ConflictPolicy, _ seed: Comment
    ) async throws {
        for _ in 0..<6 {
            fixture.now += 1_000
            try await fixture.push(policy)
            try await fixture.pull(policy)
            if try await fixture.store.outbox.counts().unsent == 0 { break }
        }
        try await fixture.checkEqual(seed)
        #expect(fixture.server.effects.values.allSatisfy { $0 == 1 }, seed)
        var kept: [RowKey: [String: Set<FieldValue>]] = [:]
        var overwritten: [RowKey: [String: Set<FieldValue>]] = [:]
        for conflict in try await fixture.store.outbox.conflicts(includingSettled: true) {
            if conflict.settled == "mine", !written.taken.contains(conflict.number) {
                // This device has won, which only the later edit does.
                let isLater = conflict.theirs.contains { $0.value.isTheirs } && conflict.row.table == .watchlistEntries
                #expect(policy == .lastWrite && !isLater, "\(conflict), \(seed)")
            }
            for column in conflict.mine {
                kept[conflict.row, default: [:]][column.name, default: []].insert(column.value)
            }
            for column in conflict.theirs {
                overwritten[conflict.row, default: [:]][column.name, default: []].insert(column.value)
            }
        }
        for (key, values) in written.values {
            for (name, value) in values {
                let isThere = fixture.server.history[key]?[name]?.contains(value) == true
                #expect(isThere || kept[key]?[name]?.contains(value) == true, "\(key) \(name) \(value), \(seed)")
            }
        }
        for (key, values) in written.theirs {
            guard let row = fixture.server.rows[key], row.deletedAt == nil else { continue }
            for (name, value) in values {
                #expect(
                    row.values[name] == value || overwritten[key]?[name]?.contains(value) == true,
                    "\(key) \(name) \(value) was overwritten unseen, \(seed)")
            }
        }
        // The next seed begins with an empty server.
        fixture.server.rows = [:]
        (written.values, written.theirs, written.taken) = ([:], [:], [])
        try await fixture.pull()
        try await fixture.sql("DELETE FROM geoq_conflict")
    }

    /// The user is about to write over columns of a row, or to delete it, and sees what is there.
    static func see(
        _ key: RowKey, _ names: [String], _ fixture: OutboxFixture, _ written: inout Written
    ) async throws {
        for name in names {
            let seen = try await fixture.value(key, name).map { FieldValue.text($0) }
            if seen != nil, written.theirs[key]?[name] == seen { written.theirs[key]?[name] = nil }
        }
    }

    private static func step(
        _ fixture: inout OutboxFixture, _ written: inout Written, _ first: Int, _ policy: ConflictPolicy,
        using generator: inout SeededGenerator
    ) async throws {
        let lists = [OutboxFixture.list(first), OutboxFixture.list(first + 3)]
        let entries = (1...4).map { OutboxFixture.entry(first + $0) }
        let key = (Int.random(in: 0..<3, using: &generator) == 0 ? lists : entries).randomElement(using: &generator)!
        let column = columns[key.table]!.randomElement(using: &generator)!
        let (id, text) = (key.id.description, written.fresh())
        switch Int.random(in: 0..<23, using: &generator) {
        case 0...5:
            try await see(key, [column], fixture, &written)
            let changed = try await fixture.sql(
                "UPDATE \(key.table) SET \(column) = '\(text)' WHERE id = '\(id)' RETURNING id")
            if !changed.isEmpty { written.values[key, default: [:]][column] = .text(text) }
        case 6, 7:
            let list = lists.randomElement(using: &generator)!
            let isThere = try await fixture.value(list, "id") != nil
            let wasThere = try await fixture.value(key, "id") != nil
            let isOld = fixture.server.rows[key] != nil
            // A row that the server has buried is not made again: its id is of a
            // row that is gone.
            guard key.table == .watchlists || isThere, wasThere || !isOld else { return }
            let owner =
                key.table == .watchlists ? ("owner_id", OutboxFixture.user) : ("watchlist_id", list.id.description)
            let more = key.table == .watchlists ? "" : ", bird_id"
            let bird = key.table == .watchlists ? "" : ", '\(OutboxFixture.bird)'"
            let verb = wasThere ? "INSERT OR REPLACE" : "INSERT"
            try await see(key, columns[key.table]!, fixture, &written)
            try await fixture.sql(
                """
                PRAGMA defer_foreign_keys = ON;
                \(verb) INTO \(key.table) (id, source, \(owner.0), \(column)\(more))
                    VALUES ('\(id)', '\(OutboxFixture.remote)', '\(owner.1)', '\(text)'\(bird))
                """)
            // What was in the other columns is gone by the user's own word.
            written.values[key] = [column: .text(text)]
            if wasThere, key.table == .watchlists { for entry in entries { written.values[entry] = nil } }
        case 8:
            try await see(key, columns[key.table]!, fixture, &written)
            try await fixture.sql("DELETE FROM \(key.table) WHERE id = '\(id)'")
            written.values[key] = nil
            if key.table == .watchlists { for entry in entries { written.values[entry] = nil } }
        case 9...11:
            if fixture.server.rows[key]?.deletedAt == nil, fixture.server.rows[key] != nil {
                fixture.server.edit(key, [column: .text("theirs \(text)")], at: moment(key.table))
                written.theirs[key, default: [:]][column] = .text("theirs \(text)")
            }
        case 12:
            fixture.server.delete(key)
        case 13, 14: try await fixture.pull(policy)
        case 15:
            _ = try await fixture.store.outbox.nextBatch(now: fixture.now)
        case 16:
            // The process ends before any answer comes.
            try await fixture.push(policy) { _ in true }
        case 17:
            try await fixture.push(policy) { operation in operation.sequence.isMultiple(of: 2) }
        case 18: try await discard(fixture, &written, using: &generator)
        case 19: try await settleConflict(fixture, &written, using: &generator)
        default:
            fixture.now += 100
            try await fixture.push(policy)
        }
    }
}

extension FieldValue {
    /// Whether another device has written it.
    fileprivate var isTheirs: Bool {
        if case .text(let text) = self { return text.hasPrefix("theirs ") }
        return false
    }
}
