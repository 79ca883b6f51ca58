import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import GeoqCLI

/// The help and the completion of every command, as the parser describes them.
@Suite(.waits) struct CompletionTests {
    /// One command of `--experimental-dump-help`.
    private struct Command: Decodable {
        struct Argument: Decodable {
            struct Name: Decodable {
                let kind: String
                let name: String
            }
            /// What a shell offers: `custom` is what the command itself says.
            struct Completion: Decodable {
                struct Custom: Decodable {}
                let custom: Custom?
            }
            let kind: String
            let names: [Name]?
            let valueName: String?
            let abstract: String?
            let completionKind: Completion?
        }
        let commandName: String
        let abstract: String?
        let discussion: String?
        let arguments: [Argument]?
        let subcommands: [Command]?

        /// This command and those below it, each with its words.
        func all(after words: [String] = []) -> [(words: [String], command: Command)] {
            let words = words + [commandName]
            return [(words, self)] + (subcommands ?? []).flatMap { $0.all(after: words) }
        }
    }

    private struct Help: Decodable {
        let command: Command
    }

    private static func commands() throws -> [(words: [String], command: Command)] {
        let dump = try GeoqProcess(["--experimental-dump-help"]).output
        // `help` is the parser's own.
        return try JSONDecoder().decode(Help.self, from: Data(dump.utf8)).command.all()
            .filter { $0.words.last != "help" }
    }

    @Test func `every command has an example, every option a sentence`() throws {
        let commands = try Self.commands()
        #expect(commands.count == 109)
        for (words, command) in commands {
            let line = words.joined(separator: " ")
            #expect(command.abstract?.isEmpty == false, "\(line)")
            #expect(command.discussion?.contains(line) == true, "an example of \(line)")
            for argument in command.arguments ?? [] {
                #expect(argument.abstract?.isEmpty == false, "\(line) \(argument.names?.first?.name ?? "argument")")
            }
        }
    }

    @Test func `a shell offers the titles of watchlists where one is to be named`() throws {
        let arguments = try Self.commands().flatMap { words, command in
            (command.arguments ?? []).filter { $0.valueName == "list" && $0.kind != "flag" }
                .map { (command: words.joined(separator: " "), argument: $0) }
        }
        #expect(arguments.count > 10)
        for (command, argument) in arguments { #expect(argument.completionKind?.custom != nil, "\(command)") }
    }

    /// The parser would derive a name from the type's, by reflection: each start of
    /// any command would search all conformances of the program for it.
    @Test func `every command states its name`() {
        var commands: [any ParsableCommand.Type] = [GeoqCommand.self]
        var count = 0
        while let command = commands.popLast() {
            count += 1
            #expect(command.configuration.commandName != nil, "\(command)")
            commands += command.configuration.subcommands
        }
        #expect(count > 100)
    }

    /// The tool that makes the manual page drops all other characters: it wrote
    /// "9090" for a range of degrees.
    @Test func `help is ASCII, so that the manual says the same`() throws {
        for words in try Self.commands().map({ $0.words.dropFirst() }) {
            let help = try GeoqProcess(words + ["--help"])
            #expect(help.status == 0)
            for line in help.lines { #expect(line.utf8.allSatisfy { $0 < 0x80 }, "\(words): \(line)") }
        }
    }

    @Test func `bash completes every command and option`() async throws {
        let commands = try Self.commands()
        let offered = try await Self.completions(commands.map { $0.words + ["--"] })
        for ((words, command), found) in zip(commands, offered) {
            let options = (command.arguments ?? []).flatMap { $0.names ?? [] }.filter { $0.kind == "long" }
                .map { "--" + $0.name }
            #expect(Set(found) == Set(options), "\(words.joined(separator: " "))")
        }
        let parents = commands.filter { $0.command.subcommands?.isEmpty == false }
        for ((words, command), found) in zip(parents, try await Self.completions(parents.map { $0.words + [""] })) {
            let names = Set((command.subcommands ?? []).map(\.commandName))
            #expect(names.isSubset(of: found), "\(words.joined(separator: " "))")
        }
    }

    @Test func `bash completes values: layers, formats, units, and files`() async throws {
        let layers = ["hotspots", "observations", "entries"]
        let kinds = ["hotspots", "observations", "birds", "watchlists", "presence", "areas"]
        let features = ["table", "json", "ndjson", "geojson", "geojsonseq", "csv", "ids"]
        let files = ["birds.csv", "birds.zip"]
        let cases: [(words: String, expected: [String])] = [
            ("near --layer ", layers + ["trajectories"]), ("along b --layer ", layers),
            ("nearest -k 3 --layer o", ["observations"]),
            ("near --lat 42.44 --lon -76.5 -f ", features), ("bbox --format g", ["geojson", "geojsonseq"]),
            ("species -f ", ["table", "json", "ndjson", "csv"]), ("dist --unit ", ["m", "km", "mi", "nmi", "ft"]),
            ("import ", files), ("import birds.c", ["birds.csv"]),
            ("import birds.csv --as ", kinds), ("import birds.csv --as birds --rejects b", files),
            ("export ", kinds), ("export hotspots -f ", ["geojson", "geojsonseq", "csv", "ndjson"]),
            ("near --db birds.z", ["birds.zip"]), ("index build --db ", files),
            ("explain ", ["near", "nearest", "bbox", "along", "species", "match", "export"]), ("sour", ["sources"]),
            ("near --at ", []), ("import birds.csv --hotspot ", []),
            ("along b", files), ("help sp", ["species"]), ("help i", ["identify", "import", "index"]),
        ]
        let lines = cases.map { ["geoq"] + $0.words.components(separatedBy: " ") }
        for ((words, expected), found) in zip(cases, try await Self.completions(lines, files: files)) {
            #expect(Set(found) == Set(expected), "geoq \(words)")
        }
    }

    /// zsh and fish are not there to be asked.
    @Test(arguments: [
        ("zsh", "'*:subcommands:(near nearest "), ("fish", "'__fish_seen_subcommand_from help' -fa 'near nearest "),
    ])
    func `other shells are told the commands after help`(_ shell: String, _ part: String) throws {
        let script = try GeoqProcess(["--generate-completion-script", shell]).output
        #expect(script.contains(part))
    }

    /// What bash offers for some lines, of which the last word is not finished.
    private static func completions(_ lines: [[String]], files: [String] = []) async throws -> [[String]] {
        try await withFolder { folder in
            let work = folder + "/work"
            try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: false)
            for file in files { #expect(FileManager.default.createFile(atPath: "\(work)/\(file)", contents: nil)) }
            let script = try GeoqProcess(["--generate-completion-script", "bash"]).output
            var shell = "source \(folder)/geoq.bash; cd \(work); complete -p geoq > \(folder)/registered || exit 1\n"
            for words in lines {
                let quoted = words.map { "'\($0)'" }.joined(separator: " ")
                shell += """
                    COMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count - 1); COMP_LINE=\"${COMP_WORDS[*]}\"
                    COMP_POINT=${#COMP_LINE}; COMPREPLY=()
                    _geoq geoq "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
                    echo "${COMPREPLY[@]}"

                    """
            }
            try script.write(toFile: folder + "/geoq.bash", atomically: true, encoding: .utf8)
            try shell.write(toFile: folder + "/lines.bash", atomically: true, encoding: .utf8)
            let bash = Process()
            bash.executableURL = URL(filePath: "/bin/bash")
            bash.arguments = ["--norc", folder + "/lines.bash"]
            let out = Pipe()
            bash.standardOutput = out
            try bash.run()
            let text = String(decoding: try out.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            bash.waitUntilExit()
            #expect(bash.terminationStatus == 0)
            let answers = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            #expect(answers.count == lines.count)
            return answers.map { $0.split(separator: " ").map(String.init) }
        }
    }
}
