import Geoq
import TestSupport
import Testing

@testable import GeoqStore

/// Exported changes come back, and overwrite nothing unseen.
@Suite struct OutboxImportTests {
    private static let list = OutboxFixture.list(1)
    private static let entry = OutboxFixture.entry(2)

    /// A list with two entries, on this device and the server.
    private static func fixture(_ body: (inout OutboxFixture) async throws -> Void) async throws {
        try await withFolder { folder in
            var fixture = try await OutboxFixture(folder)
            try await fixture.addShared(1, entries: [2, 3])
            try await body(&fixture)
        }
    }

    /// What is waiting, taken back after its export.
    private static func exported(_ fixture: OutboxFixture) async throws -> [String] {
        let lines = try await fixture.store.outbox.export(.all).lines
        try await fixture.store.outbox.discard(.all)
        return lines
    }

    private static func settle(_ fixture: inout OutboxFixture) async throws {
        for _ in 0..<3 {
            try await fixture.push()
            try await fixture.pull()
        }
        try await fixture.checkEqual("settled")
    }

    /// A line as geoq wrote it before it said on which values a change was made.
    private static func withoutBefore(_ line: String) throws -> String {
        var object = try #require(try JSONValue(parsing: line).object)
        object.members.removeAll { $0.name == "before" || $0.name == "base_version" }
        return JSONValue.object(object).text
    }

    @Test(arguments: [false, true], [false, true])
    func `a later value stays, and the file's is a conflict`(isFrozen: Bool, pullsFirst: Bool) async throws {
        try await Self.fixture { fixture in
            try await fixture.sql(
                "UPDATE watchlist_entries SET notes = 'old', status = 's' WHERE id = '\(Self.entry.id)'")
            if isFrozen { _ = try await fixture.frozen() }
            let lines = try await Self.exported(fixture)
            fixture.server.edit(Self.entry, ["notes": .text("newer")])
            if pullsFirst { try await fixture.pull() }
            let report = try await fixture.store.outbox.importLines(lines)
            #expect(report.changed == 1 && report.withoutBefore == 0)
            #expect(report.lost == (pullsFirst ? 1 : 0))
            try await Self.settle(&fixture)
            #expect(fixture.server.rows[Self.entry]?.values["notes"] == .text("newer"))
            #expect(
                fixture.server.rows[Self.entry]?.values["status"] == .text("s"), "What only we changed is taken.")
            let conflicts = try await fixture.store.outbox.conflicts()
            try #require(conflicts.count == 1)
            #expect(conflicts[0].reason == .edited && conflicts[0].mine == [ColumnValue("notes", .text("old"))])
            #expect(conflicts[0].theirs == [ColumnValue("notes", .text("newer"))])
            #expect(conflicts[0].base == [ColumnValue("notes", .text("n"))])
            let again = try await fixture.store.outbox.importLines(lines)
            #expect(again.unchanged == 1 && again.lost == 0, "The conflict is there already.")
            #expect(try await fixture.store.outbox.takeMine([conflicts[0].number]) == [])
            try await Self.settle(&fixture)
            #expect(fixture.server.rows[Self.entry]?.values["notes"] == .text("old"))
        }
    }

    @Test func `a value that was written here meanwhile stays, too`() async throws {
        try await Self.fixture { fixture in
            try await fixture.sql("UPDATE watchlists SET title = 'old'")
            let lines = try await fixture.store.outbox.export(.all).lines
            try await fixture.sql("UPDATE watchlists SET title = 'newer'")
            #expect(try await fixture.store.outbox.importLines(lines).lost == 1)
            #expect(try await fixture.value(Self.list, "title") == "newer")
            #expect(try await fixture.store.outbox.conflicts().first?.mine == [ColumnValue("title", .text("old"))])
        }
    }

    @Test func `a new row that is here and was changed since stays, and one that is not is made`() async throws {
        try await Self.fixture { fixture in
            let new = OutboxFixture.entry(7)
            try await fixture.sql(
                """
                INSERT INTO watchlist_entries (id, watchlist_id, bird_id, notes, source) VALUES
                    ('\(new.id)', '\(Self.list.id)', '\(OutboxFixture.bird)', 'old', '\(OutboxFixture.remote)')
                """)
            let lines = try await Self.exported(fixture)
            #expect(try await fixture.store.outbox.importLines(lines).made == 1)
            #expect(try await fixture.store.outbox.importLines(lines).unchanged == 1)
            try await Self.settle(&fixture)
            fixture.server.edit(
                new, ["notes": .text("newer"), "added_date": .text("2026-11-23T00:00:00Z")])
            try await fixture.pull()
            #expect(try await fixture.store.outbox.importLines(lines).lost == 1)
            let conflict = try #require(try await fixture.store.outbox.conflicts().first)
            #expect(
                conflict.mine == [ColumnValue("notes", .text("old"))], "A date that the server gives is no conflict.")
            try await Self.settle(&fixture)
            #expect(fixture.server.rows[new]?.values["notes"] == .text("newer"))
        }
    }

    @Test func `a device that knows only an earlier version takes the change without a conflict`() async throws {
        try await Self.fixture { fixture in
            fixture.server.edit(Self.entry, ["notes": .text("second"), "nickname": .text("there")])
            let server = fixture.server
            // The same user's other device, which has read the second version.
            let lines = try await withFolder { folder in
                var other = try await OutboxFixture(folder)
                other.server = server
                try await other.pull()
                try await other.sql("UPDATE watchlist_entries SET notes = 'mine' WHERE id = '\(Self.entry.id)'")
                return try await other.store.outbox.export(.all).lines
            }
            #expect(try await fixture.store.outbox.importLines(lines).changed == 1)
            try await fixture.checkLayers("imported")
            try await Self.settle(&fixture)
            #expect(try await fixture.store.outbox.conflicts(includingSettled: true) == [])
            #expect(fixture.server.rows[Self.entry]?.values["notes"] == .text("mine"))
            #expect(fixture.server.rows[Self.entry]?.values["nickname"] == .text("there"))
        }
    }

    @Test func `a deletion comes back, and what was changed since is told`() async throws {
        try await Self.fixture { fixture in
            try await fixture.sql("DELETE FROM watchlist_entries WHERE id = '\(Self.entry.id)'")
            let lines = try await Self.exported(fixture)
            fixture.server.edit(Self.entry, ["notes": .text("newer")])
            try await fixture.pull()
            let report = try await fixture.store.outbox.importLines(lines)
            #expect(report.removed == 1 && report.lost == 1)
            let conflict = try #require(try await fixture.store.outbox.conflicts().first)
            #expect(conflict.reason == .deletedHere && conflict.theirs == [ColumnValue("notes", .text("newer"))])
            try await Self.settle(&fixture)
            #expect(fixture.server.rows[Self.entry]?.deletedAt != nil)
        }
    }

    /// Its line comes after that of the list, which takes along what is in it.
    @Test func `an entry that was moved out of a list which the file deletes lives`() async throws {
        try await Self.fixture { fixture in
            let other = OutboxFixture.list(9)
            try await fixture.addShared(9)
            try await fixture.sql(
                """
                UPDATE watchlist_entries SET watchlist_id = '\(other.id)' WHERE id = '\(Self.entry.id)';
                DELETE FROM watchlists WHERE id = '\(Self.list.id)'
                """)
            let lines = try await Self.exported(fixture)
            #expect(try await fixture.value(Self.entry, "watchlist_id") == Self.list.id.description)
            let report = try await fixture.store.outbox.importLines(lines)
            #expect(report.changed == 1 && report.removed == 1 && report.left.isEmpty, "\(report)")
            try await Self.settle(&fixture)
            #expect(try await fixture.value(Self.entry, "watchlist_id") == other.id.description)
            #expect(fixture.server.rows[Self.entry]?.deletedAt == nil)
            #expect(fixture.server.rows[Self.list]?.deletedAt != nil)
        }
    }

    @Test func `a draft that was changed since its export stays, and one that is not here is added`() async throws {
        try await Self.fixture { fixture in
            let draft = Draft(species: "Dodo", on: Self.list.id, notes: "old")
            let drafts = fixture.store.drafts
            try await drafts.add(draft)
            let lines = try await drafts.all().map(\.json)
            #expect(try await fixture.store.outbox.importLines(lines).unchanged == 1)
            try await drafts.edit(draft.id) { $0.notes = "newer" }
            let report = try await fixture.store.outbox.importLines(lines)
            #expect(report.keptDrafts == 1 && report.drafts == 0 && report.unchanged == 0)
            #expect(try await drafts.all().map(\.notes) == ["newer"])
            try await drafts.delete(draft.id)
            #expect(try await fixture.store.outbox.importLines(lines).drafts == 1)
            #expect(try await drafts.all() == [draft])
            // Its list is gone meanwhile, here and at the project.
            let other = OutboxFixture.list(2)
            try await fixture.addShared(2)
            let kept = Draft(species: "Moa", on: other.id)
            try await fixture.sql("DELETE FROM watchlists WHERE id = '\(Self.list.id)'")
            #expect(
                try await fixture.store.outbox.importLines(lines).unchanged == 1, "A draft without a list is here, too."
            )
            #expect(try await drafts.countLost() == 1)
            try await drafts.delete(draft.id)
            let left = try await fixture.store.outbox.importLines(lines + [kept.json])
            #expect(left.drafts == 1 && left.left.map(\.line) == [1])
            #expect(left.left.first?.reason.contains("the list of the draft Dodo is not here") == true)
            #expect(try await drafts.all() == [kept])
            #expect(try await drafts.countLost() == 0)
        }
    }

    @Test func `what needs a row that is gone is left, and the rest is taken`() async throws {
        try await Self.fixture { fixture in
            let new = OutboxFixture.entry(7)
            try await fixture.addShared(8, title: "kept")
            try await fixture.sql(
                """
                INSERT INTO watchlist_entries (id, watchlist_id, bird_id, source)
                    VALUES ('\(new.id)', '\(Self.list.id)', '\(OutboxFixture.bird)', '\(OutboxFixture.remote)');
                UPDATE watchlists SET type = 'mine';
                """)
            let lines = try await Self.exported(fixture)
            fixture.server.delete(Self.list)
            try await fixture.pull()
            let report = try await fixture.store.outbox.importLines(lines)
            #expect(report.changed == 1 && report.made == 0)
            #expect(
                report.left.map(\.reason).sorted() == [
                    "it belongs to \(Self.list), which is not here", "it changes \(Self.list), which is not here",
                ])
            #expect(try await fixture.value(OutboxFixture.list(8), "type") == "mine")
        }
    }

    @Test func `a value that no server takes is left, and the rest is taken`() async throws {
        try await Self.fixture { fixture in
            let (new, other) = (OutboxFixture.entry(7), OutboxFixture.entry(3))
            try await fixture.sql(
                """
                UPDATE watchlist_entries SET lat = 95, lon = 1, notes = 'wrong' WHERE id = '\(Self.entry.id)';
                UPDATE watchlist_entries SET notes = 'right' WHERE id = '\(other.id)';
                INSERT INTO watchlist_entries (id, watchlist_id, bird_id, lat, lon, source) VALUES
                    ('\(new.id)', '\(Self.list.id)', '\(OutboxFixture.bird)', 95, 1, '\(OutboxFixture.remote)');
                """)
            let lines = try await Self.exported(fixture)
            let outbox = fixture.store.outbox
            await #expect(throws: OutboxImportProblem.self) { try await outbox.importLines(lines + ["no JSON"]) }
            #expect(try await fixture.value(other, "notes") == "n", "What is no export is refused as a whole.")
            let report = try await outbox.importLines(lines)
            #expect(report.changed == 1 && report.made == 0)
            #expect(report.left.map(\.reason) == Array(repeating: "lat: 95.0 is not from -90 to 90", count: 2))
            #expect(try await fixture.value(other, "notes") == "right")
            #expect(try await fixture.value(Self.entry, "notes") == "n")
            #expect(try await fixture.value(new, "id") == nil)
            try await Self.settle(&fixture)
        }
    }

    @Test func `a line of an earlier geoq counts as made on the row as it is`() async throws {
        try await Self.fixture { fixture in
            try await fixture.sql("UPDATE watchlist_entries SET notes = 'old' WHERE id = '\(Self.entry.id)'")
            let lines = try await Self.exported(fixture).map(Self.withoutBefore)
            fixture.server.edit(Self.entry, ["notes": .text("newer")])
            try await fixture.pull()
            let report = try await fixture.store.outbox.importLines(lines)
            #expect(report.changed == 1 && report.withoutBefore == 1 && report.lost == 0)
            try await Self.settle(&fixture)
            #expect(fixture.server.rows[Self.entry]?.values["notes"] == .text("old"))
        }
    }
}
