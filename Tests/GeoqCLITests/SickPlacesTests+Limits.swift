import Foundation
import TestSupport
import Testing

/// Limits of a user or a process for files, and rights that a server's store has lost.
extension SickPlacesTests {
    /// First SQLite's memory beside the file is too large, then the empty store, then the rows.
    @Test(arguments: [16, 400, 4_000])
    func `a limit for files is told as one, and not as a disk that fails`(kilobytes: Int) async throws {
        try await withFolder { folder in
            let limited = "trap '' XFSZ; ulimit -f \(kilobytes); exec \"$0\" \"$@\""
            let words = ["import", CityStore.table, "--as", "hotspots", "--db", folder + "/new.sqlite"]
            let run = try Tool.run("/bin/bash", ["-c", limited, GeoqProcess.executable.path] + words)
            let reason = "the limit of this user or process for files is reached; make room there or raise it"
            #expect(run.status == 74 && run.errors.contains(reason), "\(run.errors)")
            #expect(!run.errors.contains("I/O") && !run.errors.contains("disk is full"), "\(run.errors)")
        }
    }

    @Test func `a page is told before a change and after it that the server's store cannot be written`() async throws {
        try await withStore { folder, store in
            _ = try Tool.sqlite3(store, "PRAGMA wal_checkpoint(TRUNCATE)")
            for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: store + suffix) }
            func setModes(_ folderMode: Int, _ fileMode: Int) throws {
                let files = try FileManager.default.contentsOfDirectory(atPath: folder).map { "\(folder)/\($0)" }
                for (path, mode) in files.map({ ($0, fileMode) }) + [(folder, folderMode)] {
                    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
                }
            }
            try setModes(0o777, 0o666)
            defer { try? setModes(0o777, 0o666) }
            // SQLite keeps 32 kB beside the file, and the log of three changes is longer than 36.
            let limited = ["/bin/bash", "-c", "trap '' XFSZ; ulimit -f 36; exec \"$0\" \"$@\""]
            let server = try ServeProcess(["--db", store], by: GeoqProcess.nobody + limited)
            defer { _ = server.stop() }
            func curl(_ words: String...) throws -> String {
                try Tool.run("/usr/bin/curl", ["-sS", "-w", "\n%{http_code}"] + words).lines.joined(separator: "\n")
            }
            let state = try curl("\(server.address)map/edits")
            let token = try #require(state.firstMatch(of: /"token":"([0-9a-f]+)"/)?.1, "\(state)")
            func add() throws -> String {
                try curl(
                    "-H", "Origin: \(server.address.dropLast())", "-H", "Geoq-Edit-Token: \(token)",
                    "-H", "Content-Type: application/json", "-d", #"{"title": "Ducks"}"#,
                    "\(server.address)collections/watchlists/items")
            }
            try setModes(0o555, 0o444)
            let refused = try curl("\(server.address)map/edits")
            #expect(refused.contains(#""allowed":false,"refusal":"The store can only be read"#), "\(refused)")
            let forbidden = try add()
            #expect(forbidden.hasSuffix("\n403") && forbidden.contains("no right to write"), "\(forbidden)")
            // The same server may write again, but not so much.
            try setModes(0o777, 0o666)
            #expect(try curl("\(server.address)map/edits").contains(#""allowed":true"#))
            let full = try (0..<3).map { _ in try add() }[2]
            #expect(full.hasSuffix("\n507") && full.contains("limit for files"), "\(full)")
            #expect(!(refused + forbidden + full).contains("birds.sqlite"))
        }
    }
}
