import GeoqStore
import GeoqSync
import TestSupport
import Testing

/// Crashes of the server, cursors that are too old, and answers that are lost or wrong.
extension ProjectTests.Kit {
    @Test func `a cursor older than the tombstones ends in a comparison (F24)`() async throws {
        try await ProjectFixture.run("kit") { project in
            try project.fill()
            try await project.pull()
            try project.gateway.query(
                """
                DELETE FROM hotspot WHERE id = md5('spot 20')::uuid;
                UPDATE hotspot SET name = 'Later' WHERE id = md5('spot 21')::uuid;
                DELETE FROM geoq.tombstone;
                """)
            try project.gateway.query("UPDATE geoq.horizon SET purged_upto = pg_current_xact_id()")
            try project.gateway.query(OpenTransactions.awaited)
            let report = try await project.pull(compares: false)
            #expect(report.tables[.hotspot]?.mode == .delta && report.isCompared)
            #expect(report.tables[.hotspot]?.healed == 2)
            #expect(try await project.difference() == nil)
            #expect(try await project.pull().tables[.hotspot]?.sent == 0)
        }
    }

    @Test func `after a crash everything is read (F20)`() async throws {
        try await ProjectFixture.run("kit") { project in
            try project.fill()
            try await project.pull()
            try project.gateway.query("DELETE FROM geoq.boot")
            let report = try await project.pull()
            #expect(report.reason == "the server has crashed since")
            #expect(report.tables.values.allSatisfy { $0.mode == .full })
            #expect(try project.gateway.query("SELECT count(*) FROM geoq.boot") == "1")
            #expect(try await project.pull().reason == nil)
            // A server that has forgotten what it gave.
            let state = try #require(try await project.store.mirror.all().first?.tables[.hotspot])
            #expect(state.cursor?.text.hasPrefix("kit ") == true)
            try Self.setCursors(project, "kit 900000000:900000000:")
            let behind = try await project.pull()
            #expect(behind.reason == "the server is behind the mirror: a backup was restored")
            #expect(try await project.difference() == nil)
        }
    }

    private static func setCursors(_ project: ProjectFixture, _ text: String) throws {
        _ = try SyncFixture.sqlite(project.store.path, "UPDATE geoq_remote_table SET cursor = '\(text)'")
    }

    @Test(arguments: [
        #"{"drop": true, "times": 1}"#, #"{"cut": 300, "times": 1}"#, #"{"status": 502, "times": 1}"#,
        #"{"status": 503, "times": 1, "body": {"code": "PGRST002", "message": "wait"}}"#,
        #"{"status": 400, "times": 1, "body": {"code": "", "message": ""}}"#, #"{"html": true, "times": 1}"#,
        #"{"cut": 40000, "skip": 1, "times": 2, "path": "geoq_pull"}"#,
        #"{"status": 500, "skip": 1, "times": 9, "body": {"code": "XX000", "message": "odd"}}"#,
    ])
    func `an answer that is lost or wrong loses nothing (F22)`(fault: String) async throws {
        try await ProjectFixture.run("kit") { project in
            // A fault of a later page needs three of them.
            try project.fill(hotspots: fault.contains("geoq_pull") ? 9_100 : 4_100)
            for step in 0..<2 {
                try project.gateway.set(#"{"faults": [\#(fault)]}"#)
                let before = try await ProjectFixture.rows(project.store)
                var error: SyncError?
                do {
                    let report = try await project.pull()
                    #expect(report.problem == nil || fault.contains("XX000"))
                } catch let failure as SyncError {
                    error = failure
                }
                if let error {
                    #expect(error.retryMayHelp || fault.contains("XX000"), "\(error)")
                    #expect(try await ProjectFixture.rows(project.store) == before)
                }
                #expect(try project.gateway.set("{}").contains(/"hit":[1-9]/), "step \(step)")
                try project.gateway.set(#"{"faults": []}"#)
                #expect(try await project.pull().problem == nil)
                #expect(try await project.difference() == nil)
                try project.gateway.query(
                    """
                    DELETE FROM hotspot WHERE id = md5('spot \(30 + step)')::uuid;
                    UPDATE hotspot SET name = name || '!' WHERE lat > 0;
                    """)
            }
        }
    }
}
