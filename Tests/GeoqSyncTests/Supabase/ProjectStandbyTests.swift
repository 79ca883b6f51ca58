import Foundation
import Geoq
import GeoqStore
import Synchronization
import TestSupport
import Testing

@testable import GeoqSupabase
@testable import GeoqSync

/// F20 over HTTP: a project whose REST is answered by a standby of its database,
/// and one whose primary is lost.
@Suite(.waits, .serialized, .needsGateway) struct ProjectStandbyTests {
    private static func rename(_ name: String, _ spot: Int) -> String {
        "UPDATE hotspot SET name = '\(name)' WHERE id = md5('spot \(spot)')::uuid"
    }

    private static let lists = "SELECT title FROM watchlists WHERE deleted_at IS NULL ORDER BY 1"

    @Test func `a standby is said, refused while it is behind, and promoted without a loss here (F20)`() async throws {
        try await ProjectFixture.runApart("kit") { project in
            // More than a page holds.
            try project.fill(hotspots: 2_300)
            try await project.pull()
            let device = try await project.device()
            for _ in 0..<2 { try await device.sync() }
            let standby = try ProjectStandby(of: project.gateway)
            try await Self.reads(project, standby)
            try await Self.keepsChanges(project, device, standby)
            try await Self.refuses(project, standby)
            try await Self.seesSwitch(project, standby)
            try await Self.follows(project, device, standby)
        }
    }

    /// What the standby shows is read, also of a transaction that was open when it was read last: its snapshot does not
    /// tell which those are.
    private static func reads(_ project: ProjectFixture, _ standby: ProjectStandby) async throws {
        try project.gateway.query(rename("one", 1))
        try standby.catchUp()
        try standby.answers()
        var report = try await project.pull()
        #expect(report.isStandby && report.reason == "a standby answers for the project now")
        #expect(report.changed == 1 && report.added == 0 && report.removed == 0)
        #expect(try await project.difference() == nil)

        let writer = try OpenWriter(project.gateway.database, rename("late", 2))
        try project.gateway.query(rename("early", 4))
        try standby.catchUp()
        report = try await project.pull()
        #expect(report.isStandby && report.reason == nil && report.changed == 1)
        try writer.commit()
        try standby.catchUp()
        report = try await project.pull()
        #expect(report.changed == 1 && report.tables[.hotspot]?.mode == .delta)
        #expect(report.tables[.hotspot]?.healed == 0, "The delta has it; no comparison had to find it.")
        #expect(try await project.difference() == nil)
    }

    /// A standby takes no writes. The changes wait for the primary, and none of them counts as refused.
    private static func keepsChanges(
        _ project: ProjectFixture, _ device: Device, _ standby: ProjectStandby
    ) async throws {
        try device.makeLists(2)
        let error = await #expect(throws: SyncError.self) { try await device.push { $0.retry = .never } }
        #expect(error?.retryMayHelp == true)
        let waiting = try await device.counts()
        #expect(waiting == "2 pending, 0 failed, 0 conflicts")
        _ = try? await device.sync { $0.retry = .never }
        #expect(try device.sql(lists) == ["List 1", "List 2"])
        try standby.leavesItToPrimary()
        #expect(try await device.push().applied == 2)
        try await device.sync()
        #expect(try device.sql(lists) == ["List 1", "List 2"])
        let settled = try await device.counts()
        #expect(settled == "0 pending, 0 failed, 0 conflicts")
    }

    /// The standby is behind what the primary has told: nothing goes back, at whichever try.
    private static func refuses(_ project: ProjectFixture, _ standby: ProjectStandby) async throws {
        try standby.catchUp()
        try standby.pause()
        try project.gateway.query(
            "\(rename("two", 5)); DELETE FROM hotspot WHERE id = md5('spot 6')::uuid; DELETE FROM watchlists WHERE title = 'List 6'"
        )
        try project.gateway.query("INSERT INTO hotspot (id, name, lat, lon) VALUES (md5('new')::uuid, 'New', 1, 2)")
        let report = try await project.pull()
        #expect(report.reason == "the primary answers for the project again" && !report.isStandby)
        #expect(try await project.difference() == nil)
        let held = try await ProjectFixture.rows(project.store)
        try standby.answers()
        for _ in 0..<2 {
            let refused = await #expect(throws: SyncError.self) { try await project.pull() }
            #expect(refused?.kind == .refused && refused?.retryMayHelp == true)
            #expect(refused?.message.contains("is behind what the mirror holds") == true)
            #expect(try await ProjectFixture.rows(project.store) == held)
        }
        try standby.leavesItToPrimary()
        #expect(try await project.pull().reason == nil, "The primary goes on where it was.")
        #expect(try await project.difference() == nil)
        try standby.resume()
        try standby.catchUp()
        try standby.answers()
        #expect(try await project.pull().isStandby)
        #expect(try await project.difference() == nil)
    }

    /// Two pages of hotspots are the primary's, and the answer after them the standby's.
    private static func seesSwitch(_ project: ProjectFixture, _ standby: ProjectStandby) async throws {
        try standby.leavesItToPrimary()
        let isFirst = Mutex(true)
        let (gateway, database) = (project.gateway, standby.database)
        project.transport.whenAnswered { exchange in
            guard exchange.target.contains("geoq_pull") else { return }
            let isTurn = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            if isTurn { try gateway.set(#"{"rest_database": "\#(database)"}"#) }
        }
        let error = await #expect(throws: SyncError.self) { try await project.pull() }
        project.transport.whenAnswered(nil)
        #expect(error?.message.contains("restarted or replaced") == true && error?.retryMayHelp == true)
        #expect(!isFirst.withLock { $0 })
        try standby.leavesItToPrimary()
        // The lists are there already; the hotspots' cursor is still the standby's, which means nothing to the primary.
        #expect(try await project.pull().reason == "the primary answers for the project again")
        #expect(try await project.difference() == nil)
    }

    /// The primary is lost with what it had not passed on. The same numbers of transactions stand for other rows.
    private static func follows(_ project: ProjectFixture, _ device: Device, _ standby: ProjectStandby) async throws {
        try standby.catchUp()
        try standby.part()
        try project.gateway.query(rename("lost", 8))
        try project.gateway.query("INSERT INTO hotspot (id, name, lat, lon) VALUES (md5('lost')::uuid, 'Lost', 1, 2)")
        #expect(try await project.pull().added == 1)
        try device.sql("UPDATE watchlists SET title = 'Renamed' WHERE title = 'List 1'")
        let server = "SELECT server FROM geoq.here()"
        let before = try standby.query(server)
        try standby.takesOver()
        // One and the same from the promotion on, and not only from the checkpoint on that follows it.
        let promoted = try standby.query(server)
        try standby.query("CHECKPOINT")
        #expect(try standby.query(server) == promoted && promoted != before)
        try standby.query(rename("other", 8))
        let report = try await project.pull()
        #expect(report.reason != nil && !report.isStandby)
        #expect(report.changed == 1 && report.added == 0 && report.removed == 1)
        #expect(try await project.difference(at: standby.database) == nil)
        #expect(try await device.push().applied == 1)
        try await device.sync()
        #expect(try device.sql(lists) == ["List 2", "Renamed"])
        #expect(
            try standby.query("SELECT title FROM watchlists WHERE owner_id = '\(device.user)' ORDER BY 1")
                == "List 2\nRenamed")
        try standby.query(rename("after", 9))
        try await project.pull()
        #expect(try await project.difference(at: standby.database) == nil)
    }
}
