import Foundation
import TestSupport

/// Writers that change relations at the same time, in the manner of `WriterLoad`.
struct RelationWriters {
    private var processes: [Process] = []

    init(_ relations: [WildRelation], _ manner: WriterLoad.Manner, on fixture: SyncFixture, seed: UInt64) throws {
        for writer in 0..<manner.writers {
            var generator = SeededGenerator(seed: seed &* 1000 &+ UInt64(writer))
            let script = Self.script(relations, manner, writer, seed, &generator)
            let file = FileManager.default.temporaryDirectory.appending(path: "geoq-writer-\(UUID().uuidString).sql")
            try Data(script.utf8).write(to: file)
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = [
                PostgresCluster.binaries + "/psql", "-X", "-q", "-h", fixture.cluster.folder, "-U", "postgres", "-d",
                fixture.database,
            ]
            process.currentDirectoryURL = URL(filePath: "/")
            process.standardInput = try FileHandle(forReadingFrom: file)
            try FileManager.default.removeItem(at: file)
            (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
            try process.run()
            processes.append(process)
        }
    }

    var isRunning: Bool { processes.contains(where: \.isRunning) }

    func wait() { for process in processes { process.waitUntilExit() } }

    /// Each transaction holds for a random time, so a script of enough of them lasts for the manner's seconds.
    private static func script(
        _ relations: [WildRelation], _ manner: WriterLoad.Manner, _ writer: Int, _ seed: UInt64,
        _ generator: inout SeededGenerator
    ) -> String {
        var text = "SET statement_timeout = '20s'; SET lock_timeout = '5s'; SET TimeZone = 'UTC';\n"
        var (time, number) = (0.0, 0)
        while time < manner.seconds {
            number += 1
            text += "BEGIN;\n"
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let relation = relations[Int.random(in: 0..<relations.count, using: &generator)]
                let change = relation.changes[Int.random(in: 0..<relation.changes.count, using: &generator)]
                let hasSavepoint = Int.random(in: 0..<10, using: &generator) < 3
                if hasSavepoint { text += "SAVEPOINT s;\n" }
                text +=
                    change.replacing(":n", with: "\(Int.random(in: 1...60, using: &generator))")
                    .replacing(":m", with: "\(writer * 10_000 + number)")
                    .replacing(":x", with: "\(Double.random(in: -80...80, using: &generator))") + ";\n"
                if hasSavepoint {
                    text += Bool.random(using: &generator) ? "ROLLBACK TO SAVEPOINT s;\n" : "RELEASE SAVEPOINT s;\n"
                }
            }
            let hold = Double.random(in: 0...manner.longestHold, using: &generator)
            time += hold + 0.005
            text += "SELECT pg_sleep(\(hold));\n"
            switch Int.random(in: 0..<100, using: &generator) {
            case 0..<7: text += "ROLLBACK;\n"
            case 7..<20 where manner.usesPrepared:
                let name = "'r\(seed)-\(writer)-\(number)'"
                text += "PREPARE TRANSACTION \(name); SELECT pg_sleep(\(hold)); COMMIT PREPARED \(name);\n"
            default: text += "COMMIT;\n"
            }
        }
        return text
    }
}
