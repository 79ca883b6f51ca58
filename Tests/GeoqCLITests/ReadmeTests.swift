import Foundation
import TestSupport
import Testing

/// The README shows what the program says, word for word.
@Suite struct ReadmeTests {
    private static func lines() throws -> [String] {
        try String(contentsOf: Checkout.root.appending(path: "README.md"), encoding: .utf8)
            .components(separatedBy: "\n")
    }

    @Test func `every command of the README gives the output that it shows`() async throws {
        let steps = try Self.steps()
        #expect(steps.count == 4)
        try await withFolder { folder in
            for (command, shown) in steps {
                let shell = Process()
                shell.executableURL = URL(filePath: "/bin/bash")
                shell.arguments = ["-c", "geoq() { '\(GeoqProcess.executable.path)' \"$@\"; }; \(command)"]
                shell.currentDirectoryURL = Checkout.root
                // A reader sits at a terminal.
                shell.environment = ["GEOQ_DB": folder + "/a.sqlite", "GEOQ_FORMAT": "table", "HOME": folder]
                let words = Pipe()
                (shell.standardOutput, shell.standardError) = (words, words)
                try shell.run()
                let text = String(decoding: try words.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
                shell.waitUntilExit()
                #expect(text == shown, "\(command)")
            }
        }
    }

    @Test func `the README's watchlist matches a duck`() async throws {
        let lines = try Self.lines()
        func command(_ start: String) throws -> String { try #require(lines.first { $0.hasPrefix(start) }) }
        let commands = [
            try command("$ geoq import data/cities15000.csv").dropFirst(2).description,
            try command("geoq import data/birds.csv"), try command("geoq rules add"), try command("geoq match --lat"),
        ]
        try await withFolder { folder in
            let shell = Process()
            shell.executableURL = URL(filePath: "/bin/bash")
            let script = commands.joined(separator: "\n")
            shell.arguments = ["-ec", "geoq() { '\(GeoqProcess.executable.path)' \"$@\"; }\n\(script)"]
            shell.currentDirectoryURL = Checkout.root
            shell.environment = ["GEOQ_DB": folder + "/a.sqlite", "GEOQ_FORMAT": "table", "HOME": folder]
            let words = Pipe()
            (shell.standardOutput, shell.standardError) = (words, words)
            try shell.run()
            let text = String(decoding: try words.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            shell.waitUntilExit()
            let last = try #require(text.split(separator: "\n").last)
            #expect(shell.terminationStatus == 0 && last.contains("Winter ducks"), "\(text)")
            #expect(!text.contains("matches nothing"))
        }
    }

    @Test func `the README is short and begins with what to type`() throws {
        let lines = try Self.lines()
        #expect(lines.count <= 150)
        let first = try #require(lines.firstIndex { $0.hasPrefix("```") })
        #expect(first < 35)
    }

    /// The commands of the console block, each with the lines up to the next.
    private static func steps() throws -> [(command: String, shown: String)] {
        let block = try lines().drop { $0 != "```console" }.dropFirst().prefix { $0 != "```" }
        var steps: [(command: String, shown: String)] = []
        for line in block {
            if line.hasPrefix("$ ") {
                steps.append((String(line.dropFirst(2)), ""))
            } else if !line.isEmpty, !steps.isEmpty {
                steps[steps.count - 1].shown += line + "\n"
            }
        }
        return steps
    }
}
