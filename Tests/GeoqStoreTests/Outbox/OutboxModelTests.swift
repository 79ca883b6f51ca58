import Foundation
import GRDB
import Geoq
import TestSupport
import Testing

@testable import GeoqStore

/// Edits, moves and deletes, pushes, pulls, lost answers, refusals, lists that are not shared any
/// more, another device, and a user who discards changes and settles conflicts, in random order: after
/// each step the layers are what they promise, each change of this device waits, has arrived, is told as a
/// conflict, or was taken back or written over by the user, and nothing of another device is overwritten
/// unseen, also where the later edit wins. `GEOQ_SOAK` runs more seeds, with more steps, and `GEOQ_SEED` one
/// alone.
@Suite struct OutboxModelTests {
    /// Whether one seed is tried: then its steps are printed.
    static let isAlone = ProcessInfo.processInfo.environment["GEOQ_SEED"] != nil
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
        /// What was deleted here, until the server has it as deleted, or the user was told.
        var deletes: [RowKey: Deletion] = [:]
        /// The conflicts that the user has settled by taking what lost.
        var taken: Set<Int64> = []
        var count = 0

        mutating func fresh(_ word: String) -> String {
            count += 1
            return "\(word) \(count)"
        }

        /// The next seed has other rows.
        mutating func forget() {
            (values, theirs, deletes, taken) = ([:], [:], [:], [])
        }
    }

    struct Deletion {
        /// The lists that the row belonged to, here and at the server as far as it was known here: the delete of one is
        /// told for all that it took along.
        var lists: Set<RowKey>
        /// Whether the row went with its list.
        var isOfList: Bool
        /// The latest conflict before it.
        var after: Int64
    }

    /// A check of the server refuses texts that begin so.
    static let refused = "refused"

    /// Another user, whose lists are shared with the one of this device.
    static let owner = "0000000c-0000-4000-8000-00000000000c"

    static let columns: [MirrorTable: [String]] = [
        .watchlists: ["title", "type", "location"], .watchlistEntries: ["notes", "nickname", "status"],
    ]

    /// The columns that the user sees of a row before it is deleted or replaced.
    static func seen(_ table: MirrorTable) -> [String] {
        (columns[table] ?? []) + (table == .watchlistEntries ? ["watchlist_id"] : [])
    }

    /// When another device has edited a row: lists before any edit of this device, and entries after all of them.
    static func moment(_ table: MirrorTable) -> String {
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
                (fixture.server.effects, fixture.server.refusedText) = ([:], Self.refused)
                let policy = seed.isMultiple(of: 3) ? ConflictPolicy.lastWrite : .server
                let first = Int(seed) * 8
                let owner = Int.random(in: 0..<3, using: &generator) > 0 ? Self.owner : OutboxFixture.user
                fixture.makeThere(first, entries: [first + 1, first + 2], owner: owner)
                // Else the user makes it.
                if Int.random(in: 0..<3, using: &generator) > 0 {
                    fixture.makeThere(first + 3, entries: [first + 4], owner: owner)
                }
                try await fixture.pull()
                // Short histories, too, from which a store comes to rest early.
                for step in 0..<(Self.isLong ? 8 + Int(seed % 17) : 4 + Int(seed % 13)) {
                    try await Self.step(&fixture, &written, first, policy, using: &generator)
                    try await fixture.checkLayers("seed \(seed), step \(step)")
                    try await Self.check(fixture, &written, policy, "seed \(seed), step \(step)")
                }
                try await Self.settle(&fixture, &written, policy, "seed \(seed)", using: &generator)
            }
        }
    }

    /// The lists are shared again, or all end to be; the check of the server is dropped; and the user tries all again.
    private static func settle(
        _ fixture: inout OutboxFixture, _ written: inout Written, _ policy: ConflictPolicy, _ seed: Comment,
        using generator: inout SeededGenerator
    ) async throws {
        let isShared = Bool.random(using: &generator)
        fixture.server.access = isShared ? [:] : fixture.server.access.mapValues { $0 == .edit ? .edit : .none }
        fixture.server.refusedText = nil
        if Bool.random(using: &generator) { try await fixture.pull(policy) }
        for _ in 0..<6 {
            fixture.now += 1_000
            try await push(&fixture, &written, policy)
            try await fixture.pull(policy)
            if try await fixture.store.outbox.counts().unsent == 0 { break }
            try await fixture.store.outbox.retry(.all)
        }
        if !isShared, try await fixture.store.outbox.counts().unsent > 0 {
            // What is left is of a list that is not shared: the server refuses it for ever, and the user sees that.
            try await discard(.all, fixture, &written)
            try await fixture.pull(policy)
        }
        try await fixture.checkEqual(seed)
        try await check(fixture, &written, policy, seed)
        // The next seed begins with an empty server.
        (fixture.server.rows, fixture.server.access) = ([:], [:])
        written.forget()
        try await fixture.pull()
        try await fixture.sql("DELETE FROM geoq_conflict")
    }
}
