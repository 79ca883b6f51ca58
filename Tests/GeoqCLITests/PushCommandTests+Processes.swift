import Foundation
import TestSupport
import Testing

/// Pushes beside other processes, and pushes that are killed.
extension PushCommandTests {
    @Test func `edits and syncs go on while another process imports, and only one of two sends (F47)`() async throws {
        try await Self.fixture { fixture, user in
            let rows = ProcessInfo.processInfo.environment["GEOQ_SOAK"] == nil ? 60_000 : 1_000_000
            var text = "id,name,lat,lon\n"
            for row in 0..<rows { text += "\(row),Place \(row),\(Double(row % 170) - 85),\(Double(row % 350) - 175)\n" }
            let file = fixture.folder + "/many.csv"
            try text.write(toFile: file, atomically: false, encoding: .utf8)
            let (importing, _) = try fixture.started(["import", file, "--as", "hotspots"])
            var (edits, longest) = (0, Duration.zero)
            var last: String?
            repeat {
                edits += 1
                let start = ContinuousClock.now
                let edit = try Tool.sqlite3(
                    fixture.store, "PRAGMA busy_timeout = 10000; UPDATE watchlists SET type = 'edit \(edits)'")
                // It waits for ten seconds at most, and says why.
                #expect(edit.status == 0 || edit.errors.contains("database is locked"), "\(edit.errors)")
                if edit.status == 0 { last = "edit \(edits)" }
                longest = max(longest, ContinuousClock.now - start)
                let (first, _) = try fixture.started(["sync", "--quiet", "--no-wait"])
                let second = try fixture.run("sync", "--no-wait")
                first.waitUntilExit()
                // Done, or said why not: the other one syncs, or the import writes.
                #expect(
                    [0, 74].contains(second.status) && [0, 74].contains(first.terminationStatus), "\(second.errors)")
                if second.status != 0 { #expect(!second.errors.isEmpty) }
            } while importing.isRunning || last == nil
            importing.waitUntilExit()
            #expect(importing.terminationStatus == 0)
            // SQLite waits for ten seconds; the start of its program takes time on a machine with much to do.
            #expect(longest < .seconds(30))
            print("F47: \(edits) edits, the longest waited \(longest)")
            let sync = try fixture.run("sync", "--quiet")
            #expect(sync.status == 0, "\(sync.errors)")
            let there = try fixture.gateway.query("SELECT type, row_version <= \(edits + 1) FROM watchlists")
            #expect(there == "\(last ?? "")|t", "Each edit came once at most.")
            #expect(try fixture.sql("SELECT count(*) FROM hotspot WHERE source LIKE 'many%'") == ["\(rows)"])
            #expect(try fixture.sql("SELECT count(*) FROM geoq_edit") == ["0"])
        }
    }

    /// The command is killed while the server works, or before it has read the
    /// answer.
    @Test func `a push that is killed is finished by the next one, and nothing comes twice`() async throws {
        try await Self.fixture { fixture, user in
            let seed = UInt64.random(in: .min ... .max)
            print("seed \(seed)")
            var random = SeededGenerator(seed: seed)
            var killed = 0
            for turn in 1...6 {
                // A request that is held has no answer yet when the command is killed; another one may have it.
                let isHeld = turn % 2 == 1
                try Self.insert(fixture, user, "Turn \(turn)")
                _ = try fixture.sql("UPDATE watchlists SET type = 'turn \(turn)' WHERE title = 'Owls'")
                let fault = isHeld ? #""hold": true"# : #""delay": 0.2"#
                try fixture.gateway.set(#"{"faults": [{"path": "geoq_push", "times": 1, \#(fault)}]}"#)
                let (process, _) = try fixture.started(["push", "--quiet"])
                let start = ContinuousClock.now
                // Until the request was sent, and some time more.
                while process.isRunning, start.duration(to: .now) < .seconds(10),
                    try !fixture.gateway.set("{}").contains(#""hit":1"#)
                {
                    usleep(5_000)
                }
                usleep(UInt32.random(in: 0...250_000, using: &random))
                if process.isRunning { kill(process.processIdentifier, SIGKILL) }
                process.waitUntilExit()
                if process.terminationReason == .uncaughtSignal { killed += 1 }
                // The gateway works at what it was sent all the same.
                try fixture.gateway.set(#"{"faults": []}"#)
                while try fixture.gateway.counts().running > 0 { usleep(20_000) }
                #expect(try fixture.sql("PRAGMA integrity_check") == ["ok"])
                let push = try fixture.run("push")
                #expect(push.status == 0, "seed \(seed), turn \(turn): \(push.errors)")
                #expect(
                    try fixture.gateway.query(
                        "SELECT type, row_version FROM watchlists WHERE title = 'Owls'") == "turn \(turn)|\(turn + 1)",
                    "seed \(seed)")
                #expect(try fixture.gateway.query("SELECT count(*) FROM watchlists") == "\(turn + 1)", "seed \(seed)")
            }
            #expect(killed >= 3, "seed \(seed)")
        }
    }
}
