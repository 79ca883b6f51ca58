import Foundation

/// Writers that change hotspots at the same time, in ways that make the order of
/// commits differ from every clock and number: transactions that wait, savepoints,
/// rollbacks, prepared transactions, deletes.
package struct WriterLoad {
    private var processes: [Process] = []

    /// How the writers write.
    package struct Manner: Sendable {
        package var writers = 8
        package var seconds = 8.0
        package var longestHold = 0.4
        package var usesPrepared = false
        package init() {}
    }

    /// Starts the writers.
    package init(_ manner: Manner, on cluster: PostgresCluster, _ database: String, seed: UInt64) throws {
        for writer in 0..<manner.writers {
            var generator = SeededGenerator(seed: seed &* 1000 &+ UInt64(writer))
            let script = Self.script(manner, writer, &generator)
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = [
                PostgresCluster.binaries + "/psql", "-X", "-q", "-h", cluster.folder, "-U", "postgres", "-d", database,
            ]
            process.currentDirectoryURL = URL(filePath: "/")
            let file = FileManager.default.temporaryDirectory.appending(path: "geoq-writer-\(UUID().uuidString).sql")
            try Data(script.utf8).write(to: file)
            process.standardInput = try FileHandle(forReadingFrom: file)
            try FileManager.default.removeItem(at: file)
            (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
            try process.run()
            processes.append(process)
        }
    }

    package var isRunning: Bool { processes.contains(where: \.isRunning) }

    package func wait() {
        for process in processes { process.waitUntilExit() }
    }

    /// Each transaction holds for a random time, so a script of enough of them
    /// lasts for the manner's seconds.
    private static func script(_ manner: Manner, _ writer: Int, _ generator: inout SeededGenerator) -> String {
        var text = "SET statement_timeout = '20s'; SET lock_timeout = '5s';\n"
        var time = 0.0
        var number = 0
        func row(_ generator: inout SeededGenerator) -> String {
            "md5('1 \(Int.random(in: 1...400, using: &generator))')::uuid"
        }
        while time < manner.seconds {
            number += 1
            text += "BEGIN;\n"
            for statement in 0..<Int.random(in: 1...4, using: &generator) {
                let savepoint = Int.random(in: 0..<10, using: &generator) < 3
                if savepoint { text += "SAVEPOINT s;\n" }
                let (lat, lon) = (
                    Double.random(in: -89...89, using: &generator), Double.random(in: -179...179, using: &generator)
                )
                switch Int.random(in: 0..<10, using: &generator) {
                case 0..<5:
                    text +=
                        "UPDATE hotspot SET lat = \(lat), lon = \(lon), name = 'w\(writer) \(number)' "
                        + "WHERE id = \(row(&generator));\n"
                case 5..<8:
                    text +=
                        "INSERT INTO hotspot (id, name, lat, lon) VALUES (md5('w \(writer) \(number) \(statement)')::uuid, "
                        + "'new', \(lat), \(lon)) ON CONFLICT DO NOTHING;\n"
                case 8: text += "DELETE FROM hotspot WHERE id = \(row(&generator));\n"
                default: text += "UPDATE hotspot SET deleted_at = now() WHERE id = \(row(&generator));\n"
                }
                if savepoint {
                    text += Bool.random(using: &generator) ? "ROLLBACK TO SAVEPOINT s;\n" : "RELEASE SAVEPOINT s;\n"
                }
            }
            let hold = Double.random(in: 0...manner.longestHold, using: &generator)
            time += hold + 0.005
            text += "SELECT pg_sleep(\(hold));\n"
            switch Int.random(in: 0..<100, using: &generator) {
            case 0..<7: text += "ROLLBACK;\n"
            case 7..<20 where manner.usesPrepared:
                text +=
                    "PREPARE TRANSACTION 'w\(writer)-\(number)'; SELECT pg_sleep(\(hold)); "
                    + "COMMIT PREPARED 'w\(writer)-\(number)';\n"
            default: text += "COMMIT;\n"
            }
        }
        return text
    }
}
