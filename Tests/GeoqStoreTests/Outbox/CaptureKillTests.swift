import Foundation
import TestSupport
import Testing

@testable import GeoqStore

/// A program that is killed while it writes leaves each row with its mark, or
/// without both.
@Suite(.waits) struct CaptureKillTests {
    private static let kills = ProcessInfo.processInfo.environment["GEOQ_SOAK"] == nil ? 12 : 200

    @Test func `a killed writer leaves rows and marks together (F25)`() async throws {
        try await withFolder { folder in
            let fixture = try await OutboxFixture(folder)
            var generator = SeededGenerator(seed: 25)
            var (number, killed) = (0, 0)
            for _ in 0..<Self.kills {
                var text = "PRAGMA synchronous = OFF;\n"
                // So many that it still writes when it is killed.
                for _ in 0..<2_000 {
                    number += 1
                    let id = OutboxFixture.id(number)
                    text += """
                        INSERT INTO watchlists (id, source, title) VALUES ('\(id)', '\(OutboxFixture.remote)', 't');
                        UPDATE watchlists SET title = 'u' WHERE id = '\(id)';
                        INSERT OR REPLACE INTO watchlists (id, source, title)
                            VALUES ('\(id)', '\(OutboxFixture.remote)', 'v');

                        """
                }
                let script = folder + "/script.sql"
                try text.write(toFile: script, atomically: false, encoding: .utf8)
                let process = Process()
                process.executableURL = URL(filePath: "/usr/bin/sqlite3")
                process.arguments = [fixture.store.path]
                process.standardInput = FileHandle(forReadingAtPath: script)
                (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
                let before = Self.written(fixture.store.path)
                try process.run()
                try await eventually(every: .milliseconds(1)) {
                    !process.isRunning || Self.written(fixture.store.path) != before
                }
                try await Task.sleep(for: .milliseconds(Int.random(in: 0...20, using: &generator)))
                kill(process.processIdentifier, SIGKILL)
                process.waitUntilExit()
                if process.terminationReason == .uncaughtSignal { killed += 1 }
                let torn = try await fixture.sql(
                    """
                    SELECT id FROM watchlists WHERE id NOT IN (SELECT id FROM geoq_base_watchlists)
                    UNION SELECT id FROM geoq_base_watchlists WHERE id NOT IN (SELECT id FROM watchlists)
                    UNION SELECT id FROM watchlists WHERE NOT EXISTS (
                        SELECT 1 FROM geoq_edit WHERE row_id = id AND column_name = '+')
                    """)
                #expect(torn == [])
            }
            #expect(killed > 0)
            #expect(try await fixture.store.outbox.counts().pending > 0)
        }
    }

    /// When the store was last written.
    private static func written(_ path: String) -> Date? {
        try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.modificationDate] as? Date
    }
}
