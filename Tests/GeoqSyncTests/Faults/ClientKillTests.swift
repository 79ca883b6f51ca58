import Foundation
import GeoqStore
import GeoqSync
import TestSupport
import Testing

extension FaultTests {
    /// F1 and F14: the command is killed, or its disk is full.
    @Suite(.serialized) struct ClientKillTests {
        @Test(arguments: Soak.seeds(4)) func `a client that is killed at any moment leaves a sound store`(
            seed: UInt64
        ) async throws {
            try await SyncFixture.run { fixture in
                var generator = SeededGenerator(seed: seed)
                try fixture.sql(ServerSchema.hotspots(6_000))
                let path = fixture.folder + "/killed.sqlite"
                let words = ["sync", fixture.url, "--db", path, "--quiet"]
                let kills = Soak.either(50, 8)
                var (killed, turn) = (0, 0)
                // As long as a sync takes on this machine: kills come before its end, but not long before.
                var longest: UInt32 = 1_200_000
                while killed < kills, turn < 8 * kills {
                    turn += 1
                    let process = GeoqProcess.prepared(words)
                    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
                    try process.run()
                    usleep(UInt32.random(in: 0...longest, using: &generator))
                    if process.isRunning {
                        kill(process.processIdentifier, SIGKILL)
                        killed += 1
                        longest += longest / 10
                    } else {
                        longest -= longest / 5
                    }
                    process.waitUntilExit()
                    if FileManager.default.fileExists(atPath: path) {
                        #expect(
                            try SyncFixture.sqlite(path, "PRAGMA integrity_check") == ["ok"],
                            "seed \(seed), turn \(turn)")
                    }
                    try fixture.sql(
                        """
                        UPDATE hotspot SET name = 'turn \(turn)' WHERE id::text LIKE '\(turn % 10)%';
                        DELETE FROM hotspot WHERE id::text LIKE '%\(turn % 7)ab';
                        """)
                }
                print("F1 seed \(seed): \(killed) of \(turn) killed")
                #expect(killed == kills)
                let last = try GeoqProcess(words)
                #expect(last.status == 0, "\(last.errors)")
                #expect(try MirrorCheck(fixture, path: path).isClean)
                #expect(try GeoqProcess(["doctor", "--db", path]).status == 0)
            }
        }

        @Test func `a sync makes the store of a file of no bytes, which a kill can leave`() async throws {
            try await SyncFixture.run { fixture in
                try fixture.sql(ServerSchema.hotspots(10))
                let path = fixture.folder + "/begun.sqlite"
                try Data().write(to: URL(filePath: path))
                let sync = try GeoqProcess(["sync", fixture.url, "--db", path, "--quiet"])
                #expect(sync.status == 0, "\(sync.errors)")
                #expect(try MirrorCheck(fixture, path: path).isClean)
            }
        }

        @Test func `a full disk is said, and what was there stays`() async throws {
            try await SyncFixture.run { fixture in
                try fixture.sql(ServerSchema.hotspots(3_000))
                try await fixture.pull()
                let stamp = try fixture.local("SELECT * FROM geoq_remote_table;; SELECT version FROM geoq_store")
                try fixture.sql(ServerSchema.hotspots(40_000, seed: 2))
                // No file may be larger than this many kilobytes: first the
                // staging file fails, then the store.
                for kilobytes in [2_000, 9_000] {
                    let process = Process()
                    process.executableURL = URL(filePath: "/bin/bash")
                    process.arguments = [
                        "-c", "trap '' XFSZ; ulimit -f \(kilobytes); exec \"$0\" sync \"$1\" --db \"$2\"",
                        GeoqProcess.executable.path, fixture.url, fixture.store.path,
                    ]
                    let words = Pipe()
                    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, words)
                    try process.run()
                    let text = String(decoding: try words.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
                    process.waitUntilExit()
                    #expect(process.terminationStatus == 74, "\(kilobytes): \(text)")
                    let reason = "the limit of this user or process for files"
                    #expect(text.hasPrefix("geoq: ") && text.contains(reason), "\(text)")
                    #expect(
                        try fixture.local("SELECT * FROM geoq_remote_table;; SELECT version FROM geoq_store") == stamp)
                }
                let report = try await fixture.pull()
                #expect(report.added == 40_000)
                #expect(try MirrorCheck(fixture).isClean)
            }
        }

        @Test func `a second sync says who runs`() async throws {
            try await SyncFixture.run { fixture in
                try fixture.sql(ServerSchema.hotspots(10))
                let lock = try MirrorLock(of: fixture.store)
                let second = try GeoqProcess(["sync", fixture.url, "--db", fixture.store.path, "--no-wait"])
                #expect(second.status == 74)
                #expect(second.errors.contains("is being synced by process \(getpid()), since 20"), "\(second.errors)")
                withExtendedLifetime(lock) {}
            }
        }
    }
}
