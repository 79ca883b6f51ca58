import Foundation
import Geoq
import GeoqStore
import TestSupport
import Testing

@testable import GeoqSync

/// Two devices of one user change the same rows: they converge, and no value is
/// overwritten that is not among the conflicts.
@Suite(.waits, .serialized, .needsGateway)
struct TwoDeviceTests {
    static func run(_ level: String, _ body: (ProjectFixture, Device, Device) async throws -> Void) async throws {
        try await ProjectFixture.run(level) { fixture in
            let first = try await fixture.device()
            let second = try await fixture.device(isNew: false)
            try await body(fixture, first, second)
        }
    }

    @Test(arguments: ["kit", "rest"])
    func `columns of both are kept, and of one column the loser is a conflict (F27)`(level: String) async throws {
        try await Self.run(level) { fixture, first, second in
            try first.makeLists(1)
            try await first.sync()
            try await second.sync()
            try first.sql("UPDATE watchlists SET title = 'First', type = 'a'")
            try second.sql("UPDATE watchlists SET title = 'Second', location = 'b'")
            #expect(try await first.push().applied == 1)
            let report = try await second.push()
            #expect(report.merged == 1 && report.conflicts == 1 && report.applied == 1, "\(report)")
            try await first.sync()
            for device in [first, second] {
                #expect(try device.sql("SELECT title, type, location FROM watchlists") == ["First|a|b"])
            }
            let conflict = try #require(try await second.store.outbox.conflicts().first)
            #expect(conflict.mine == [ColumnValue("title", .text("Second"))] && conflict.reason == .edited)
            #expect(try await second.store.outbox.takeMine([conflict.number]) == [])
            #expect(try await second.push().applied == 1)
            #expect(try fixture.gateway.query("SELECT title, row_version FROM watchlists") == "Second|4")
        }
    }

    @Test func `the later edit wins where that is asked for`() async throws {
        try await Self.run("kit") { fixture, first, second in
            try first.makeLists(1)
            try await first.sync()
            try await second.sync()
            try second.sql("UPDATE watchlists SET title = 'Earlier'")
            try await Task.sleep(for: .milliseconds(20))
            try first.sql("UPDATE watchlists SET title = 'Later'")
            try await second.push { $0.conflictPolicy = .lastWrite }
            try await first.push { $0.conflictPolicy = .lastWrite }
            #expect(try fixture.gateway.query("SELECT title FROM watchlists") == "Later")
            try first.sql("UPDATE watchlists SET title = 'Third'")
            try await Task.sleep(for: .milliseconds(20))
            try await second.sync()
            try second.sql("UPDATE watchlists SET title = 'Fourth'")
            try await second.push { $0.conflictPolicy = .lastWrite }
            try await first.push { $0.conflictPolicy = .lastWrite }
            #expect(
                try fixture.gateway.query("SELECT title FROM watchlists") == "Fourth", "The earlier edit came later.")
            try await second.sync()
            #expect(try second.sql("SELECT title FROM watchlists") == ["Fourth"])
        }
    }

    @Test func `what the user deletes elsewhere leaves without a question, however much it is`() async throws {
        try await Self.run("kit") { _, first, second in
            try first.makeLists(150)
            try await first.sync()
            try await second.sync()
            try first.sql("DELETE FROM watchlists")
            try await first.sync()
            try await second.sync { $0.mayRemove = { _, _ in false } }
            #expect(try second.sql("SELECT count(*) FROM watchlists") == ["0"])
        }
    }

    @Test(arguments: ["kit", "rest"])
    func `an edit of what the other has deleted is a conflict, and nothing rises again (F29)`(level: String)
        async throws
    {
        try await Self.run(level) { fixture, first, second in
            try first.makeLists(2)
            try await first.sync()
            try await second.sync()
            try first.sql("DELETE FROM watchlists WHERE title = 'List 1'")
            try second.sql("UPDATE watchlists SET type = 'edited'")
            try await first.sync()
            let report = try await second.sync()
            #expect(report.push?.conflicts == 1 && report.push?.applied == 1, "\(report)")
            try await first.sync()
            for device in [first, second] {
                #expect(try device.sql("SELECT title, type FROM watchlists") == ["List 2|edited"])
            }
            #expect(try fixture.gateway.query("SELECT count(*) FROM watchlists WHERE deleted_at IS NULL") == "1")
            #expect(try await second.store.outbox.conflicts().map(\.reason) == [.deletedThere])
        }
    }

    private static func rule(_ number: Int, of list: Int, _ parameters: String = "{}") -> String {
        """
        INSERT INTO watchlist_rules (id, watchlist_id, rule_type, parameters_json, source)
        SELECT 'f0000000-0000-4000-8000-00000000000\(number)', id, 'date', '\(parameters)', source FROM watchlists
        WHERE title = 'List \(list)';
        """
    }

    @Test(arguments: ["kit", "rest"])
    func `what is put into a list that the other has deleted is refused and kept (F29)`(level: String) async throws {
        try await Self.run(level) { fixture, first, second in
            try first.makeLists(2)
            try await first.sync()
            try await second.sync()
            try first.sql("DELETE FROM watchlists WHERE title = 'List 1'")
            #expect(try await first.push().applied == 1)
            try second.sql(Self.rule(1, of: 1) + Self.rule(2, of: 2))
            let report = try await second.sync()
            #expect(report.push?.applied == 1 && report.push?.failed == 1 && report.waiting == 0, "\(report)")
            let item = try #require(try await second.store.outbox.list().first)
            #expect(item.failure?.code == "PT410" && item.failure?.kind == "permanent", "\(item)")
            #expect(item.failure?.message == "the server has the list that it belongs to as deleted", "\(item)")
            #expect(
                try fixture.gateway.query("SELECT id FROM watchlist_rules") == "f0000000-0000-4000-8000-000000000002")
            #expect(try await first.sync().waiting == 0)
            #expect(try await second.store.outbox.discard(.all).rows == 1)
            #expect(try await second.sync().waiting == 0)
            #expect(try await second.counts() == "0 pending, 0 failed, 0 conflicts")
            for device in [first, second] {
                #expect(try device.sql("SELECT title FROM watchlists") == ["List 2"])
                #expect(try device.sql("SELECT count(*) FROM watchlist_rules") == ["1"])
            }
        }
    }

    @Test func `a rule that is moved into a deleted list stays where it was, as a conflict (F29)`() async throws {
        for level in ["kit", "rest"] {
            try await Self.run(level) { fixture, first, second in
                try first.makeLists(2)
                try first.sql(Self.rule(1, of: 1))
                try await first.sync()
                try await second.sync()
                try first.sql("DELETE FROM watchlists WHERE title = 'List 2'")
                #expect(try await first.push().applied == 1)
                try second.sql("UPDATE watchlist_rules SET watchlist_id = '\(Device.list(2))'")
                let report = try await second.sync()
                #expect(report.push?.conflicts == 1 && report.push?.failed == 0, "\(level): \(report)")
                #expect(try await second.counts() == "0 pending, 0 failed, 1 conflicts", "\(level)")
                #expect(try await second.store.outbox.conflicts().map(\.reason) == [.parentGone], "\(level)")
                #expect(try second.sql("SELECT watchlist_id FROM watchlist_rules") == [Device.list(1)], "\(level)")
                #expect(try second.sql("SELECT title FROM watchlists") == ["List 1"], "\(level)")
                #expect(
                    try fixture.gateway.query("SELECT watchlist_id FROM watchlist_rules") == Device.list(1), "\(level)")
            }
        }
    }

    @Test func `the parents of new and of changed rows are asked for once in a push`() async throws {
        try await Self.run("rest") { fixture, first, _ in
            func questions() -> Int {
                first.transport.exchanges.count { $0.target.hasPrefix("GET /rest/v1/watchlists?") }
            }
            try first.makeLists(3)
            try await first.sync()
            try first.sql(Self.rule(1, of: 1) + Self.rule(2, of: 2))
            try first.sql("UPDATE watchlists SET type = 'x' WHERE title = 'List 3'")
            first.transport.forget()
            #expect(try await first.push().applied == 3)
            #expect(questions() == 1)

            try first.sql("UPDATE watchlist_rules SET parameters_json = '{\"a\": 1}'")
            first.transport.forget()
            #expect(try await first.push().applied == 2)
            #expect(questions() == 1)

            // What belongs to a row of the same push needs no question.
            try first.sql(
                """
                INSERT INTO watchlists (id, owner_id, title, source) SELECT '\(Device.list(4))', owner_id, 'List 4', source
                FROM watchlists LIMIT 1;
                """ + Self.rule(4, of: 4))
            first.transport.forget()
            #expect(try await first.push().applied == 2)
            #expect(questions() == 0)
            #expect(try fixture.gateway.query("SELECT count(*) FROM watchlist_rules") == "3")
        }
    }

    /// Every value is one that was written once, so what was lost can be found.
    @Test(arguments: ["kit", "rest"])
    func `after rounds of edits both have the same, and each lost value is known (F27)`(level: String) async throws {
        let seed = UInt64.random(in: .min ... .max)
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        try await Self.run(level) { fixture, first, second in
            let devices = [first, second]
            let rows = Soak.either(1_000, 20)
            try first.makeLists(rows)
            try await first.sync()
            try await second.sync()
            var latest: [String: [String: String]] = [:]
            var written: Set<String> = []
            let columns = ["title", "type", "location"]
            for round in 0..<Soak.either(16, 4) {
                var statements = ["", ""]
                for number in 1...rows {
                    for (device, _) in devices.enumerated() where random.next() % 3 > 0 {
                        let column = columns[Int(random.next() % 3)]
                        let value = "\(round)-\(number)-\(device)-\(column)"
                        statements[device] +=
                            "UPDATE watchlists SET \(column) = '\(value)' WHERE id = '\(Device.list(number))';"
                        written.insert(value)
                        latest["\(number) \(column)", default: [:]][value] = column
                    }
                }
                for (device, statement) in zip(devices, statements) { try device.sql(statement) }
                if random.next() % 2 == 0 {
                    async let one = first.sync()
                    async let two = second.sync()
                    _ = try await (one, two)
                } else {
                    try await second.sync()
                    try await first.sync()
                }
                try await second.sync()
                try await first.sync()
            }
            for device in devices { #expect(try await device.store.outbox.counts().unsent == 0, "seed \(seed)") }
            let query = "SELECT id, title, type, location FROM watchlists ORDER BY id"
            let lines = try first.sql(query)
            #expect(try lines == second.sql(query), "seed \(seed)")
            #expect(try lines == fixture.gateway.query(query).split(separator: "\n").map(String.init), "seed \(seed)")

            // A value is there, or was overwritten by a later round, or lost in its
            // own round: then it is among the conflicts.
            var known: Set<String> = []
            for device in devices {
                for conflict in try await device.store.outbox.conflicts() {
                    for column in conflict.mine { if case .text(let text) = column.value { known.insert(text) } }
                }
            }
            let present = Set(lines.flatMap { $0.split(separator: "|").dropFirst().map(String.init) })
            for (cell, values) in latest {
                let rounds = Dictionary(grouping: values.keys) { $0.prefix { $0 != "-" } }
                for (round, rivals) in rounds where rivals.count == 2 {
                    let lost = rivals.filter { known.contains($0) }
                    #expect(lost.count == 1, "seed \(seed), \(cell) in round \(round): \(rivals), lost \(lost)")
                }
                guard let last = rounds.keys.max(), let rivals = rounds[last] else { continue }
                let winner = rivals.filter { !known.contains($0) }
                #expect(winner.allSatisfy(present.contains), "seed \(seed), \(cell): \(winner)")
            }
            #expect(known.isSubset(of: written))
        }
    }
}
