import Foundation
import Geoq
import GeoqStore
import TestSupport
import Testing

@testable import GeoqSupabase
@testable import GeoqSync

/// Copies that are put back: of a device's store, and of the server.
@Suite(.waits, .serialized, .needsGateway)
struct RestoredTests {
    private static let query =
        "SELECT id, title, ifnull(type, ''), ifnull(location, ''), row_version FROM watchlists WHERE deleted_at IS NULL ORDER BY 1"

    private static func expectEqual(_ device: Device, _ fixture: ProjectFixture, _ when: Comment) throws {
        let there = try fixture.gateway.query(query.replacing("ifnull", with: "coalesce"))
        #expect(try device.sql(query) == there.split(separator: "\n").map(String.init), when)
    }

    @Test(arguments: ["kit", "rest"])
    func `an old copy of a store doubles no effect (F45)`(level: String) async throws {
        try await ProjectFixture.run(level) { fixture in
            let device = try await fixture.device()
            try device.makeLists(3)
            try await device.sync()
            // What the copy has not sent: an edit, a new list, and a delete.
            try device.sql(
                """
                UPDATE watchlists SET title = 'Renamed' WHERE title = 'List 1';
                DELETE FROM watchlists WHERE title = 'List 2';
                INSERT INTO watchlists (id, owner_id, title, source)
                VALUES ('\(Device.list(4))', '\(device.user)', 'Four', '\(device.account.project.origin)')
                """)
            let copy = try Device(copyOf: device, "\(fixture.folder)/copy.sqlite")
            #expect(try await device.push().applied == 3)
            try device.sql("UPDATE watchlists SET type = 'later' WHERE title = 'Renamed'")
            try await device.sync()
            let before = try fixture.gateway.query(Self.query.replacing("ifnull", with: "coalesce"))

            try await copy.sync()
            try await copy.sync()
            #expect(try fixture.gateway.query(Self.query.replacing("ifnull", with: "coalesce")) == before)
            try Self.expectEqual(copy, fixture, "the copy")
            #expect(try await copy.counts() == "0 pending, 0 failed, 0 conflicts")
        }
    }

    /// By what a device finds that the server's rows are those of yesterday again.
    enum Sign: CaseIterable {
        /// It is another run of the server.
        case run
        /// The server's transactions are behind the device's cursor.
        case cursor
        /// Stock tables have no sign: each sync compares all rows, and has nothing to say but what it changes.
        case rows
    }

    @Test(arguments: Sign.allCases)
    func `a server that is put back is said, leaves no ghost, and takes what was open (F44)`(sign: Sign) async throws {
        try await ProjectFixture.run(sign == .rows ? "rest" : "kit") { fixture in
            let device = try await fixture.device()
            try device.makeLists(3)
            try await device.sync()
            try fixture.gateway.query(
                "DROP TABLE IF EXISTS geoq.yesterday; CREATE TABLE geoq.yesterday AS SELECT * FROM watchlists")
            try device.sql(
                """
                UPDATE watchlists SET title = 'Today' WHERE title = 'List 1';
                DELETE FROM watchlists WHERE title = 'List 2';
                INSERT INTO watchlists (id, owner_id, title, source)
                VALUES ('\(Device.list(4))', '\(device.user)', 'Ghost', '\(device.account.project.origin)')
                """)
            try await device.sync()
            try device.sql("UPDATE watchlists SET location = 'Open' WHERE title = 'List 3'")
            try fixture.gateway.query(
                """
                SET session_replication_role = replica;
                DELETE FROM watchlists; INSERT INTO watchlists SELECT * FROM geoq.yesterday;
                DROP TABLE geoq.yesterday;
                \(sign == .rows ? "" : "DELETE FROM geoq.tombstone;")
                \(sign == .run ? "DELETE FROM geoq.boot" : "")
                """)
            if sign == .cursor {
                try device.sql("UPDATE geoq_remote_table SET cursor = 'kit 4000000000:4000000000:'")
            }
            let report = try await device.sync()
            #expect(sign == .rows || report.reason != nil, "It is said why all rows are read.")
            #expect(sign != .rows || report.tables[.watchlists]?.removed == 1, "The ghost.")
            #expect(report.push?.applied == 1)
            try await device.sync()
            try Self.expectEqual(device, fixture, "\(sign)")
            #expect(
                try device.sql("SELECT title, location FROM watchlists ORDER BY 1") == [
                    "List 1|", "List 2|", "List 3|Open",
                ]
            )
            #expect(try await device.counts() == "0 pending, 0 failed, 0 conflicts")
        }
    }
}
