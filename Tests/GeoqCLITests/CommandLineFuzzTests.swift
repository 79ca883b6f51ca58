import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import GeoqCLI

/// Random command lines, of all options and of difficult values. Each must end
/// with an exit code that the help lists, and with at most one sentence about
/// the mistake, free of control characters.
///
/// A debug build takes a second for each, most of it in the parser: `make fuzz`
/// makes 100 000 of them.
@Suite(.waits, .serialized) struct CommandLineFuzzTests {
    private static let count = Fuzz.rounds(short: 40)
    private static let seed =
        ProcessInfo.processInfo.environment["GEOQ_FUZZ_SEED"].flatMap { UInt64($0) } ?? 4711
    private static let codes: Set<Int32> = [0, 1, 64, 65, 66, 74, 75]

    @Test func `any words end with a code and a sentence, in process`() async throws {
        print("seed \(Self.seed), \(Self.count) command lines")
        var seen: [Int32: Int] = [:]
        try await withLines { lines, environment, folder in
            let before = try Self.listing(of: folder)
            for number in 0..<Self.count {
                let words = lines.next()
                let run = await Self.run(words, environment, isRun: lines.isHarmless(words))
                seen[run.code, default: 0] += 1
                let problem = Self.problem(of: run, words)
                #expect(problem == nil, "line \(number) of seed \(Self.seed): \(words): \(problem ?? "")")
                if problem != nil { break }
            }
            let after = try Self.listing(of: folder)
            let isOutside = after.subtracting(before).filter { !$0.hasPrefix("store/") && !$0.hasPrefix("written/") }
            #expect(isOutside.isEmpty, "written elsewhere")
            #expect(before.subtracting(after).filter { !$0.hasPrefix("store/") }.isEmpty, "removed")
        }
        print("exit codes: \(seen.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", "))")
        #expect(seen[0, default: 0] > 0 && seen[64, default: 0] > 0, "\(seen)")
        guard Self.count >= 2_000 else { return }
        // The generator reaches what it should: answers, mistakes, missing files.
        for code in [0, 1, 64, 65, 66] as [Int32] { #expect(seen[code, default: 0] > 0, "\(seen)") }
        #expect(seen[0, default: 0] > Self.count / 20, "\(seen)")
    }

    @Test func `the same as processes`() async throws {
        let count = max(10, Self.count / 200)
        print("seed \(Self.seed + 1), \(count) processes")
        try await withLines(seed: Self.seed + 1) { lines, environment, _ in
            var made = 0
            while made < count {
                let words = lines.next()
                // A process is given no word with a NUL, and must not wait.
                guard lines.isHarmless(words), !words.contains(where: { $0.contains("\0") }) else { continue }
                made += 1
                let process = try GeoqProcess(words, environment: environment)
                let run = Run(code: process.status, output: process.output, errors: process.errors)
                let problem = Self.problem(of: run, words)
                #expect(problem == nil, "process \(made) of seed \(Self.seed + 1): \(words): \(problem ?? "")")
            }
        }
    }

    private struct Run {
        let code: Int32
        let output: String
        let errors: String
    }

    private static func run(_ words: [String], _ environment: [String: String], isRun: Bool) async -> Run {
        let recorder = Recorder()
        let code = await Terminal.$recorder.withValue(recorder) {
            await Invocation.$environment.withValue(environment) {
                if isRun { return await Invocation.run(words) }
                do {
                    _ = try await Invocation.command(words)
                    return 0
                } catch {
                    return Invocation.end(with: error, words)
                }
            }
        }
        return Run(code: code, output: recorder.output, errors: recorder.errors)
    }

    /// What is wrong with a run; nil when it is right.
    private static func problem(of run: Run, _ words: [String]) -> String? {
        guard codes.contains(run.code) else { return "exit code \(run.code): \(run.errors.prefix(500))" }
        if run.code == 64, !run.output.isEmpty { return "a mistake has results" }
        let lines = run.errors.split(separator: "\n")
        if run.code != 0, run.code != 1, lines.isEmpty, !run.output.contains("check") { return "not a word" }
        if run.code == 64 {
            let sentences = lines.filter { $0.hasPrefix("geoq: ") || $0.hasPrefix(#"{"error":"#) }
            if sentences.count != 1 { return "\(sentences.count) sentences: \(run.errors.prefix(500))" }
            if lines.count > 5 { return "\(lines.count) lines: \(run.errors.prefix(500))" }
        }
        if let long = lines.first(where: { $0.count > 2_100 }) { return "a line of \(long.count)" }
        for word in ["Fatal error", "Internal error", "ParserError", "CommandError", "Swift.", "SQLite error"]
        where run.errors.contains(word) {
            return "\(word): \(run.errors.prefix(500))"
        }
        let isControl = { (scalar: Unicode.Scalar) in
            scalar.value < 0x20 && scalar != "\n" || (0x7F...0x9F).contains(scalar.value)
                || (0x202A...0x202E).contains(scalar.value) || scalar.value == 0x200B
        }
        if run.errors.unicodeScalars.contains(where: isControl) {
            return "control characters: \(run.errors.debugDescription)"
        }
        return nil
    }

    /// Every file below a folder.
    private static func listing(of folder: String) throws -> Set<String> {
        Set(try FileManager.default.subpathsOfDirectory(atPath: folder))
    }

    private func withLines(
        seed: UInt64 = seed, _ body: (RandomCommandLines, [String: String], String) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            for name in ["store", "written", "home", "files"] {
                try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: false)
            }
            let files = [
                "places.csv": "id,name,locality,lat,lon\n1,Ithaca,US-NY,42.44,-76.5\n2,Pole,,90,0\n3,Fiji,FJ,-17,180\n",
                "seen.csv":
                    "id,species,date,lat,lon,uncertainty_m,withheld\n1,Parus major,2024-05-03,42.44,-76.5,,\n2,Anas,2024,42.5,-76.5,30000,place\n",
                "list.json": #"{"title":"Ducks","lat":42.44,"lon":-76.5,"radius_km":5,"rules":[]}"#,
                "empty": "", "binary": "\u{0}\u{1}\u{2}", "broken.json": "{\"a\":",
            ]
            for (name, text) in files {
                try text.write(toFile: "\(folder)/files/\(name)", atomically: true, encoding: .utf8)
            }
            let db = folder + "/store/a.sqlite"
            let environment = ["GEOQ_DB": db, "HOME": folder + "/home"]
            for (file, kind) in [("places.csv", "hotspots"), ("seen.csv", "observations"), ("list.json", "watchlists")]
            {
                let run = await Self.run(["import", "\(folder)/files/\(file)", "--as", kind], environment, isRun: true)
                try #require(run.code == 0, "\(run.errors)")
            }
            try await body(RandomCommandLines(seed: seed, folder: folder), environment, folder)
        }
    }
}
