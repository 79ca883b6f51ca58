import Foundation
import TestSupport
import Testing

/// The README shows what the program says, word for word.
@Suite(.waits) struct ReadmeTests {
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

    /// The second console block, against a gateway: its address, its ids and its
    /// picture stand for the README's, and the password comes from a file.
    @Test(.needsGateway)
    func `what the README shows of an account is what a project gives`() async throws {
        let gateway = try GatewayProcess()
        try gateway.query(
            """
            INSERT INTO bird (id, common_name, scientific_name) VALUES (md5('b')::uuid, 'Bufflehead', 'Bucephala albeola');
            INSERT INTO hotspot (id, name, lat, lon) VALUES (md5('s')::uuid, 'Stewart Park', 42.46, -76.5);
            INSERT INTO hotspot_species_presence (id, hotspot_id, bird_id, week, likelihood)
                SELECT md5('w' || week)::uuid, md5('s')::uuid, md5('b')::uuid, week,
                    round((0.4 + 0.35 * cos((week - 3) * 2 * pi() / 53))::numeric, 3) FROM generate_series(1, 53) AS week
            """)
        try await withFolder { folder in
            try "a long password\n".write(toFile: folder + "/password", atomically: true, encoding: .utf8)
            let paint = Checkout.root.appending(path: "Tests/OutsideClients/paint.py").path
            #expect(try Tool.run("/usr/bin/python3", [paint, folder + "/owl.png"]).status == 0)
            let address = gateway.url.replacing("http://", with: "")
            var stands = [
                "https://abc.supabase.co": gateway.url, "logged in to abc ": "logged in to \(address) ",
                "ann@example.org ": "ann@example.org --password-file password ", "bufflehead.jpg": "owl.png",
            ]
            func run(_ command: String) throws -> String {
                let shell = Process()
                shell.executableURL = URL(filePath: "/bin/bash")
                shell.arguments = ["-c", "geoq() { '\(GeoqProcess.executable.path)' \"$@\"; }; \(command)"]
                shell.currentDirectoryURL = URL(filePath: folder)
                shell.environment = [
                    "GEOQ_DB": folder + "/a.sqlite", "GEOQ_FORMAT": "table", "HOME": folder,
                    "GEOQ_KEY": gateway.anonymousKey,
                ]
                let words = Pipe()
                (shell.standardOutput, shell.standardError) = (words, words)
                try shell.run()
                defer { shell.waitUntilExit() }
                return String(decoding: try words.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            }
            func here(_ text: String) -> String {
                stands.sorted { $0.key.count > $1.key.count }.reduce(text) { $0.replacing($1.key, with: $1.value) }
            }
            let words = "\(gateway.url) --email ann@example.org --password-file password"
            let before = try run("geoq signup \(words); geoq list add 'Winter ducks'; geoq sync --quiet; geoq logout")
            #expect(before.contains("logged out"), "\(before)")
            let steps = try Self.steps(ofBlock: 1)
            #expect(steps.count == 5)
            for (command, shown) in steps {
                let text = try run(here(command))
                if let id = UUID(uuidString: shown.trimmingCharacters(in: .newlines)) {
                    let own = text.trimmingCharacters(in: .newlines)
                    #expect(UUID(uuidString: own) != nil, "\(command): \(text)")
                    stands[id.uuidString.lowercased()] = own
                } else {
                    #expect(text == here(shown), "\(command)")
                }
                // What the README says in words: a sync follows the login.
                if command.contains("geoq login") { #expect(try run("geoq sync --quiet").isEmpty) }
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

    /// The commands of a console block, each with the lines up to the next.
    private static func steps(ofBlock number: Int = 0) throws -> [(command: String, shown: String)] {
        let blocks = try lines().split(separator: "```console", omittingEmptySubsequences: false).dropFirst()
        let block = blocks[blocks.startIndex + number].prefix { $0 != "```" }
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
