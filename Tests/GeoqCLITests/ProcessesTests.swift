import Foundation
import TestSupport
import Testing

/// Several processes at one store, and what ends them.
@Suite(.waits, .serialized) struct ProcessesTests {
    private static let near = ["near", "--lat", "1", "--lon", "2", "--km", "1", "-f", "ids"]

    /// Many at once: when the system is busy, connections close in an order that
    /// differs from run to run.
    @Test func `a store is one file when a command that wrote to it has ended`() async throws {
        try await withFolder { folder in
            try "id,name,lat,lon\n1,Pond,42.44,-76.5\n".write(
                toFile: folder + "/one.csv", atomically: true, encoding: .utf8)
            let stores = (0..<24).map { folder + "/\($0).sqlite" }
            let imports = stores.map { store in
                GeoqProcess.prepared(["import", folder + "/one.csv", "--as", "hotspots", "--db", store, "--quiet"])
            }
            for process in imports { try process.run() }
            for (process, store) in zip(imports, stores) {
                process.waitUntilExit()
                #expect(process.terminationStatus == 0)
                let size = try? FileManager.default.attributesOfItem(atPath: store + "-wal")[.size] as? Int
                #expect((size ?? 0) == 0, "rows are outside of \(store)")
            }
        }
    }

    @Test func `two can read while a third imports; a second writer waits, or says so`() async throws {
        try await withStore { db, small in
            let before = try GeoqProcess(["stats", "--db", db]).output
            let slow = try await SlowImport(into: db, rows: 0..<4000)
            #expect(try SlowImport.isWriteLocked(db), "the import is in its transaction")
            // Readers answer from the version before, and do not wait.
            for _ in 0..<3 {
                let near = try GeoqProcess(Self.near + ["--db", db])
                #expect(near.status == 0 && near.lines.count == 1, "\(near.errors)")
                let stats = try GeoqProcess(["stats", "--db", db])
                #expect(stats.status == 0 && Self.counts(stats.output) == Self.counts(before), "\(stats.errors)")
            }
            // A writer that has waited long enough gives up.
            let start = ContinuousClock.now
            let refused = try GeoqProcess(["import", small, "--as", "hotspots", "--db", db])
            #expect(ContinuousClock.now - start >= .seconds(10), "Store.busyTimeout")
            #expect(refused.status == 74)
            #expect(refused.errors == "geoq: another process is writing to \(db); try again when it is done\n")
            // One that need not wait so long gets its turn.
            let second = GeoqProcess.prepared(["import", small, "--as", "hotspots", "--db", db, "--source", "second"])
            let words = Pipe()
            second.standardError = words
            try second.run()
            // Not Task.sleep: other tests keep its threads busy.
            usleep(500_000)
            #expect(second.isRunning)
            let first = try slow.finish()
            #expect(first.status == 0 && first.errors.contains("4000 added"), "\(first.errors)")
            second.waitUntilExit()
            let summary = String(decoding: try words.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            #expect(second.terminationStatus == 0 && summary.contains("1 added"), "\(summary)")
            #expect(try GeoqProcess(["stats", "--db", db]).output.contains(#""hotspots":4002,"#))
        }
    }

    @Test func `an import that is interrupted leaves the store as it was`() async throws {
        try await withStore { db, small in
            let before = try GeoqProcess(["stats", "--db", db]).output
            for signal in [SIGINT, SIGTERM] {
                let slow = try await SlowImport(into: db, rows: 0..<4000)
                #expect(kill(slow.id, signal) == 0)
                let end = try slow.end()
                // A shell makes 128 + the signal's number of it: 130 for Ctrl-C.
                #expect(slow.wasSignalled && end.status == signal, "\(end)")
                let stats = try GeoqProcess(["stats", "--db", db])
                #expect(stats.status == 0 && Self.counts(stats.output) == Self.counts(before))
                #expect(try !SlowImport.isWriteLocked(db))
                #expect(try GeoqProcess(Self.near + ["--db", db]).lines.count == 1)
            }
            #expect(try GeoqProcess(["doctor", "--db", db]).status == 0)
            let after = try GeoqProcess(["import", small, "--as", "hotspots", "--db", db, "--source", "after"])
            #expect(after.status == 0 && after.errors.contains("1 added"))
        }
    }

    @Test(arguments: ["", "trap '' PIPE; "])
    func `a reader that has seen enough ends the command quietly`(trap: String) async throws {
        try await withFolder { folder in
            let db = folder + "/a.sqlite"
            try CityStore.copy(to: db)
            let shell = Process()
            shell.executableURL = URL(filePath: "/bin/bash")
            // The inner shell may have the signal ignored, as some parents do.
            shell.arguments = [
                "-c",
                "(\(trap)exec \"$0\" export hotspots --db \"$1\") | head -n 1; echo \"${PIPESTATUS[0]}\"",
                GeoqProcess.executable.path, db,
            ]
            let (out, err) = (Pipe(), Pipe())
            (shell.standardOutput, shell.standardError) = (out, err)
            try shell.run()
            let text = String(decoding: try out.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            let errors = String(decoding: try err.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            shell.waitUntilExit()
            let lines = text.split(separator: "\n")
            #expect(lines.count == 2 && lines[0].hasPrefix(#"{"id":""#))
            #expect(lines.last == "141", "128 + SIGPIPE")
            #expect(errors.isEmpty, "\(errors)")
        }
    }

    /// What `stats` says of the rows; the log beside the file may grow.
    private static func counts(_ stats: String) -> String {
        stats.components(separatedBy: #""version""#).last?.components(separatedBy: #","bytes""#).first ?? stats
    }

    private func withStore(_ body: (_ db: String, _ small: String) async throws -> Void) async throws {
        try await withFolder { folder in
            let (db, small) = (folder + "/a.sqlite", folder + "/small.csv")
            try "id,name,lat,lon\n1,Pond,1,2\n".write(toFile: small, atomically: true, encoding: .utf8)
            let run = try GeoqProcess(["import", small, "--as", "hotspots", "--db", db])
            #expect(run.status == 0, "\(run.errors)")
            try await body(db, small)
        }
    }
}
