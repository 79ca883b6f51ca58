import Geoq
import GeoqStore
import TestSupport
import Testing

@testable import GeoqSync

/// A change that had its effect, and whose answer was lost, while another device changes the same row.
extension TwoDeviceTests {
    @Test func `a lost answer hides no column that another device has changed meanwhile (F27)`() async throws {
        try await Self.run("rest") { fixture, first, second in
            try first.makeLists(1)
            try await first.sync()
            try await second.sync()
            try first.sql("UPDATE watchlists SET title = 'First'")
            try fixture.gateway.set(
                #"{"faults": [{"path": "/rest/v1/watchlists", "method": "PATCH", "drop": true, "times": 1}]}"#)
            // A further try would have its answer before the other device's change.
            await #expect(throws: SyncError.self) { try await first.push { $0.retry = .never } }
            try fixture.gateway.set(#"{"faults": []}"#)
            try second.sql("UPDATE watchlists SET location = 'theirs'")
            try await second.sync()
            #expect(try fixture.gateway.query("SELECT title, location FROM watchlists") == "First|theirs")
            try first.sql("UPDATE watchlists SET location = 'mine'")
            for _ in 0..<2 { _ = try? await first.push() }
            try await first.sync()
            let conflicts = try await first.store.outbox.conflicts()
            #expect(conflicts.map(\.mine) == [[ColumnValue("location", .text("mine"))]], "\(conflicts)")
            #expect(try fixture.gateway.query("SELECT title, location FROM watchlists") == "First|theirs")
        }
    }

    @Test func `what another device puts back after a lost answer is not overwritten unseen (F27)`() async throws {
        try await Self.run("rest") { fixture, first, second in
            try first.makeLists(1)
            try await first.sync()
            try await second.sync()
            try first.sql("UPDATE watchlists SET title = 'First', type = 'mine'")
            try fixture.gateway.set(
                #"{"faults": [{"path": "/rest/v1/watchlists", "method": "PATCH", "drop": true, "times": 1}]}"#)
            _ = try? await first.push { $0.retry = .never }
            try fixture.gateway.set(#"{"faults": []}"#)
            try await second.sync()
            #expect(try second.sql("SELECT title, type FROM watchlists") == ["First|mine"])
            try second.sql("UPDATE watchlists SET title = 'List 1'")
            #expect(try await second.push().applied == 1)
            try await first.sync()
            let conflicts = try await first.store.outbox.conflicts()
            #expect(conflicts.map(\.mine) == [[ColumnValue("title", .text("First"))]], "\(conflicts)")
            for device in [first, second] {
                #expect(try device.sql("SELECT title, type FROM watchlists") == ["List 1|mine"])
            }
            #expect(try fixture.gateway.query("SELECT title, type, row_version FROM watchlists") == "List 1|mine|3")
        }
    }

    @Test func `what has its effect without an answer is no column that another device puts back (F27)`() async throws {
        try await Self.run("rest") { fixture, first, second in
            try first.makeLists(1)
            try await first.sync()
            try await second.sync()
            try first.sql("UPDATE watchlists SET title = 'First', type = 'mine'")
            try fixture.gateway.set(
                #"{"faults": [{"path": "/rest/v1/watchlists", "method": "PATCH", "drop": true, "times": 1}]}"#)
            _ = try? await first.push { $0.retry = .never }
            try fixture.gateway.set(#"{"faults": []}"#)
            try first.sql("UPDATE watchlists SET title = 'Once more'")
            try await second.sync()
            try second.sql("UPDATE watchlists SET type = 'theirs'")
            #expect(try await second.push().applied == 1)
            try await first.sync()
            let conflicts = try await first.store.outbox.conflicts()
            #expect(conflicts.map(\.mine) == [[ColumnValue("type", .text("mine"))]], "\(conflicts)")
            #expect(try fixture.gateway.query("SELECT title, type FROM watchlists") == "Once more|theirs")
        }
    }

    /// A list is deleted besides, so that the first device reads before it sends.
    @Test(arguments: ["kit", "rest"])
    func `a reading before the answer lets nothing overwrite what another device puts back (F27)`(level: String)
        async throws
    {
        try await Self.run(level) { fixture, first, second in
            try first.makeLists(2)
            try await first.sync()
            try await second.sync()
            try first.sql("UPDATE watchlists SET title = 'First' WHERE title = 'List 1'")
            let path = level == "kit" ? #""/rest/v1/rpc/geoq_push""# : #""/rest/v1/watchlists", "method": "PATCH""#
            try fixture.gateway.set(#"{"faults": [{"path": \#(path), "drop": true, "times": 1}]}"#)
            _ = try? await first.push { $0.retry = .never }
            try fixture.gateway.set(#"{"faults": []}"#)
            try await second.sync()
            try second.sql("UPDATE watchlists SET title = 'List 1', location = 'theirs' WHERE title = 'First'")
            #expect(try await second.push().applied == 1)
            try first.sql("DELETE FROM watchlists WHERE title = 'List 2'")
            try await first.sync()
            let conflicts = try await first.store.outbox.conflicts()
            // The ledger knows that the change had arrived before.
            let mine = level == "kit" ? [] : [[ColumnValue("title", .text("First"))]]
            #expect(conflicts.map(\.mine) == mine, "\(conflicts)")
            try await second.sync()
            for device in [first, second] {
                #expect(try device.sql("SELECT title, location FROM watchlists") == ["List 1|theirs"])
            }
            let there = try fixture.gateway.query(
                "SELECT title, row_version FROM watchlists WHERE deleted_at IS NULL")
            #expect(there == "List 1|3")
        }
    }

    @Test func `an old answer of the ledger is not what the store shows (F27)`() async throws {
        try await Self.run("kit") { fixture, first, second in
            try first.makeLists(1)
            try await first.sync()
            try await second.sync()
            try first.sql("UPDATE watchlists SET title = 'First'")
            func lose(_ times: Int) throws {
                try fixture.gateway.set(
                    #"{"faults": [{"path": "/rest/v1/rpc/geoq_push", "drop": true, "times": \#(times)}]}"#)
            }
            try lose(1)
            _ = try? await first.push { $0.retry = .never }
            try fixture.gateway.set(#"{"faults": []}"#)
            try await second.sync()
            try second.sql("UPDATE watchlists SET title = 'List 1'")
            #expect(try await second.push().applied == 1)
            // The answer is lost before and after what the other device wrote is read.
            try lose(2)
            let report = try await first.client { $0.retry = .never }.pull(compares: false)
            #expect(report.push?.obstacle != nil, "\(report)")
            try fixture.gateway.set(#"{"faults": []}"#)
            _ = try await first.client().pull(compares: false)
            #expect(try first.sql("SELECT title, row_version FROM watchlists") == ["List 1|3"])
            #expect(try await first.counts() == "0 pending, 0 failed, 0 conflicts")
        }
    }
}
