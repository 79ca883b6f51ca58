import ArgumentParser
import Foundation
import GeoqFormats
import GeoqSupabase
import Synchronization
import TestSupport
import Testing

@testable import GeoqCLI

/// Files and pipes that commands read are waited for on threads of their own.
@Suite(.waits) struct WaitingForInputTests {
    @Test func `commands that wait for areas hold up no other task`() async throws {
        let area = #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}"#
        try await Self.wait(writing: area) { pipe in
            let file = try await AreaFile.read(pipe, AreaReading())
            #expect(file.areas.count == 1)
        }
    }

    @Test func `commands that wait for a route hold up no other task`() async throws {
        try await Self.wait(writing: #"{"type":"LineString","coordinates":[[0,0],[1,0]]}"#) { pipe in
            var route = RouteArgument()
            (route.route, route.precision) = (pipe, nil)
            let corridor = try await route.read()
            #expect(corridor.positionCount == 2)
        }
    }

    @Test func `commands say that a pipe of areas, a route or changes gives nothing yet`() async throws {
        try await withFolder { folder in
            let (db, pipe) = (folder + "/s.sqlite", folder + "/late")
            try CityStore.copy(to: db)
            try #require(mkfifo(pipe, 0o600) == 0)
            let commands = [
                ["areas", "add", pipe], ["near", "--area", pipe], ["along", pipe, "--km", "5"],
                ["outbox", "import", pipe],
            ]
            var running: [(process: Process, words: Pipe)] = []
            defer {
                for (process, _) in running {
                    process.terminate()
                    process.waitUntilExit()
                }
            }
            for command in commands {
                let (process, words) = (GeoqProcess.prepared(command + ["--db", db]), Pipe())
                process.standardError = words
                try process.run()
                running.append((process, words))
            }
            for (command, (_, words)) in zip(commands, running) {
                let said = String(decoding: words.fileHandleForReading.availableData, as: UTF8.self)
                #expect(said == "geoq: waiting for \(pipe)\n", "\(command)")
            }
        }
    }

    @Test func `a secret ends with its line, in a pipe that stays open and in a long file`() async throws {
        try await withFolder { folder in
            let (pipe, file) = (folder + "/pipe", folder + "/file")
            try #require(mkfifo(pipe, 0o600) == 0)
            // Open in both directions, so that it waits for no reader.
            let writer = open(pipe, O_RDWR | O_CLOEXEC)
            try #require(writer >= 0)
            _ = "S3cret\r\nmore\n".withCString { write(writer, $0, strlen($0)) }
            let read = Mutex<String?>(nil)
            Thread {
                let secret = try? SecretInput.read(pipe, question: "", option: "--key-file")
                read.withLock { $0 = secret?.reveal() ?? "nothing" }
            }.start()
            let isRead = try await eventually(within: .seconds(30)) { read.withLock { $0 != nil } }
            // Then a reader that waits for the end of the input has it.
            close(writer)
            let secret = read.withLock { $0 }
            #expect(isRead && secret == "S3cret", "\(secret ?? "")")
            let rest = String(repeating: "x", count: 70_000)
            try Data("S3cret\n\(rest)".utf8).write(to: URL(filePath: file))
            #expect(try SecretInput.read(file, question: "", option: "--key-file").reveal() == "S3cret")
            try Data(rest.utf8).write(to: URL(filePath: file))
            #expect(throws: CredentialError.tooLong(file)) {
                try SecretInput.read(file, question: "", option: "--key-file")
            }
        }
    }

    /// Runs more tasks than there are threads for them, each with a pipe that is written
    /// when all of them have begun.
    private static func wait(
        writing text: String, _ body: @escaping @Sendable (_ pipe: String) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            let count = 4 * ProcessInfo.processInfo.activeProcessorCount
            let begun = Atomic(0)
            let pipes = (0..<count).map { "\(folder)/\($0).geojson" }
            let isLate = Atomic(false)
            for pipe in pipes {
                try #require(mkfifo(pipe, 0o600) == 0)
                Thread {
                    // After fifteen minutes it goes on, and the test fails instead of hanging.
                    let start = ContinuousClock.now
                    while begun.load(ordering: .relaxed) < count {
                        if ContinuousClock.now - start > .seconds(900) {
                            isLate.store(true, ordering: .relaxed)
                            break
                        }
                        usleep(5_000)
                    }
                    let file = open(pipe, O_WRONLY | O_CLOEXEC)
                    _ = text.withCString { write(file, $0, strlen($0)) }
                    close(file)
                }.start()
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for pipe in pipes {
                    group.addTask { @Sendable in
                        begun.add(1, ordering: .relaxed)
                        try await body(pipe)
                    }
                }
                try await group.waitForAll()
            }
            let wasLate = isLate.load(ordering: .relaxed)
            #expect(!wasLate, "Tasks waited on the threads of all tasks.")
        }
    }
}
