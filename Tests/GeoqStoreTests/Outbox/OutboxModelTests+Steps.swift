import Geoq
import TestSupport

@testable import GeoqStore

extension OutboxModelTests {
    /// One thing that the user, another device, the owner of the lists or the network does.
    static func step(
        _ fixture: inout OutboxFixture, _ written: inout Written, _ first: Int, _ policy: ConflictPolicy,
        using generator: inout SeededGenerator
    ) async throws {
        let lists = [OutboxFixture.list(first), OutboxFixture.list(first + 3)]
        let entries = (1...4).map { OutboxFixture.entry(first + $0) }
        let key = (Int.random(in: 0..<3, using: &generator) == 0 ? lists : entries).randomElement(using: &generator)!
        let column = columns[key.table]!.randomElement(using: &generator)!
        let list = lists.randomElement(using: &generator)!
        let text = written.fresh(Int.random(in: 0..<12, using: &generator) == 0 ? refused : "mine")
        let number = Int.random(in: 0..<32, using: &generator)
        if isAlone { print("step \(number): \(key) \(column) \(text), \(list)") }
        switch number {
        case 0...5:
            try await see(key, [column], fixture, &written)
            let changed = try await fixture.sql(
                "UPDATE \(key.table) SET \(column) = '\(text)' WHERE id = '\(key.id)' RETURNING id")
            if !changed.isEmpty { written.values[key, default: [:]][column] = .text(text) }
        case 6, 7: try await replace(key, column, text, in: list, fixture, &written)
        case 8, 9:
            try await deleting(key, isReplaced: false, fixture, &written) {
                try await fixture.sql("DELETE FROM \(key.table) WHERE id = '\(key.id)'")
            }
        case 10, 15: try await move(entries.randomElement(using: &generator)!, to: list, fixture, &written)
        case 11...13:
            if fixture.server.rows[key]?.deletedAt == nil, fixture.server.rows[key] != nil {
                fixture.server.edit(key, [column: .text("theirs \(text)")], at: moment(key.table))
                written.theirs[key, default: [:]][column] = .text("theirs \(text)")
            }
        case 14:
            fixture.server.delete(key)
            // It has seen what it deletes.
            for key in lists + entries where fixture.server.rows[key]?.deletedAt != nil { written.theirs[key] = nil }
        case 16, 17: try await fixture.pull(policy)
        case 18:
            _ = try await fixture.store.outbox.nextBatch(now: fixture.now)
        case 19:
            // The process ends before any answer comes.
            try await push(&fixture, &written, policy) { _ in true }
        case 20:
            try await push(&fixture, &written, policy) { operation in operation.sequence.isMultiple(of: 2) }
        case 21: try await discard(fixture, &written, using: &generator)
        case 22: try await settleConflict(fixture, &written, using: &generator)
        case 23: try await fixture.store.outbox.retry(.all)
        case 24, 25:
            // The owner shares a list for viewing, not at all, or for editing again.
            guard fixture.server.rows[list]?.values["owner_id"] == .text(owner) else { return }
            fixture.server.access[list] = OutboxServer.Access.allCases.randomElement(using: &generator)!
        case 30, 31:
            // Another device moves an entry.
            let entry = entries.randomElement(using: &generator)!
            guard let row = fixture.server.rows[entry], row.deletedAt == nil,
                let new = fixture.server.rows[list], new.deletedAt == nil,
                row.values["watchlist_id"] != .text(list.id.description)
            else { return }
            fixture.server.edit(entry, ["watchlist_id": .text(list.id.description)], at: moment(entry.table))
            written.theirs[entry, default: [:]]["watchlist_id"] = .text(list.id.description)
        default:
            fixture.now += 100
            try await push(&fixture, &written, policy)
        }
    }

    /// Pushes. Stock tables do not tell a row that the user may not see any more from one that is not there, so the delete
    /// of a row that the last pull saw counts as done, and the row comes back when it is shared again.
    static func push(
        _ fixture: inout OutboxFixture, _ written: inout Written, _ policy: ConflictPolicy,
        loses: (PendingOperation) -> Bool = { _ in false }
    ) async throws {
        let gone =
            fixture.server.ledger == nil
            ? try await fixture.sql(
                """
                SELECT id FROM geoq_base_watchlists WHERE is_gone
                UNION SELECT id FROM geoq_base_watchlist_entries WHERE is_gone
                """) : []
        fixture.server.unseenDeletes = []
        try await fixture.push(policy, loses: loses)
        for key in fixture.server.unseenDeletes where !gone.contains(where: { $0.contains(key.id.description) }) {
            written.deletes = written.deletes.filter { $0.key != key && !$0.value.lists.contains(key) }
        }
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

    /// The user makes a row, or writes another one in its place.
    private static func replace(
        _ key: RowKey, _ column: String, _ text: String, in list: RowKey, _ fixture: OutboxFixture,
        _ written: inout Written
    ) async throws {
        let isThere = try await fixture.value(list, "id") != nil
        let wasThere = try await fixture.value(key, "id") != nil
        let isOld = fixture.server.rows[key] != nil
        // A row that the server has buried, or does not show, is not made again: its id is of that row.
        guard key.table == .watchlists || isThere, wasThere || !isOld else { return }
        let id = key.id.description
        let owner =
            key.table == .watchlists
            ? ("owner_id", "ifnull((SELECT owner_id FROM watchlists WHERE id = '\(id)'), '\(OutboxFixture.user)')")
            : ("watchlist_id", "'\(list.id)'")
        let more = key.table == .watchlists ? "" : ", bird_id"
        let bird = key.table == .watchlists ? "" : ", '\(OutboxFixture.bird)'"
        let verb = wasThere ? "INSERT OR REPLACE" : "INSERT"
        try await deleting(key, isReplaced: true, fixture, &written) {
            try await fixture.sql(
                """
                PRAGMA defer_foreign_keys = ON;
                \(verb) INTO \(key.table) (id, source, \(owner.0), \(column)\(more))
                    VALUES ('\(id)', '\(OutboxFixture.remote)', \(owner.1), '\(text)'\(bird))
                """)
        }
        written.values[key] = [column: .text(text)]
        if key.table == .watchlistEntries { written.values[key]?["watchlist_id"] = .text(list.id.description) }
        written.deletes[key] = nil
    }

    /// Deletes a row, or writes another one in its place: what belongs to it goes along.
    private static func deleting(
        _ key: RowKey, isReplaced: Bool, _ fixture: OutboxFixture, _ written: inout Written,
        _ body: () async throws -> Void
    ) async throws {
        let isOfList = key.table == .watchlists
        try await see(key, seen(key.table), fixture, &written)
        var doomed: [(key: RowKey, lists: Set<RowKey>)] = []
        if isOfList, try await fixture.value(key, "id") != nil { doomed.append((key, [])) }
        let entries = try await fixture.sql(
            """
            SELECT t.id, t.watchlist_id, b.watchlist_id FROM watchlist_entries AS t
            LEFT JOIN geoq_base_watchlist_entries AS b ON b.id = t.id
            WHERE t.\(isOfList ? "watchlist_id" : "id") = '\(key.id)' AND t.deleted_at IS NULL
            """)
        for line in entries {
            let ids = line.split(separator: "|").map { FeatureID($0.filter { $0 != "\"" }) }
            guard let id = ids.first ?? nil else { continue }
            doomed.append(
                (RowKey(.watchlistEntries, id), Set(ids.dropFirst().compactMap { $0.map { RowKey(.watchlists, $0) } })))
        }
        let last = try await fixture.sql("SELECT ifnull(max(number), 0) FROM geoq_conflict").first
        try await body()
        for (row, lists) in doomed where row != key || !isReplaced {
            // What was in its columns is gone by the user's own word.
            written.values[row] = nil
            guard try await fixture.value(row, "id") == nil else { continue }
            written.deletes[row] = Deletion(
                lists: lists, isOfList: isOfList && row != key, after: last.flatMap { Int64($0) } ?? 0)
        }
    }

    /// The user moves an entry to another list.
    private static func move(
        _ entry: RowKey, to list: RowKey, _ fixture: OutboxFixture, _ written: inout Written
    ) async throws {
        try await see(entry, ["watchlist_id"], fixture, &written)
        let moved = try await fixture.sql(
            """
            UPDATE watchlist_entries SET watchlist_id = '\(list.id)'
            WHERE id = '\(entry.id)' AND watchlist_id <> '\(list.id)'
                AND EXISTS (SELECT 1 FROM watchlists WHERE id = '\(list.id)' AND deleted_at IS NULL)
            RETURNING id
            """)
        if !moved.isEmpty { written.values[entry, default: [:]]["watchlist_id"] = .text(list.id.description) }
    }
}
