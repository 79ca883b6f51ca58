import Foundation
import GeoqFormats
import TestSupport

@testable import GeoqCLI

/// Makes command lines of all commands and options that the parser describes,
/// with values that fit, values that nearly fit, and values that hurt.
final class RandomCommandLines {
    private var generator: SeededGenerator
    private let paths: [String]
    private let commands: [(path: [String], command: CommandWords.Command)]

    /// - Parameter folder: has the folders `store`, `written` and `files`; only
    ///   the first two are written to.
    init(seed: UInt64, folder: String) {
        generator = SeededGenerator(seed: seed)
        paths =
            ["places.csv", "seen.csv", "list.json", "empty", "binary", "broken.json", "missing"]
            .map { "\(folder)/files/\($0)" } + ["\(folder)/files"]
        stores = [
            "\(folder)/store/a.sqlite", "\(folder)/store/b.sqlite", "\(folder)/files/binary", "\(folder)/missing/x",
        ]
        written = ["\(folder)/written/a", "\(folder)/written/b", "\(folder)/missing/y"]
        func leaves(_ command: CommandWords.Command, _ path: [String]) -> [(
            path: [String], command: CommandWords.Command
        )] {
            [(path, command)]
                + (command.subcommands ?? []).compactMap { command.subcommand($0.commandName) }
                .flatMap { leaves($0, path + [$0.commandName]) }
        }
        commands = leaves(CommandWords.root, [])
    }

    private let stores: [String]
    private let written: [String]

    /// Commands that only read and write the store and the files that they name.
    private static let local: Set<String> = [
        "near", "nearest", "bbox", "along", "species", "match", "find", "dist", "explain", "import", "export",
        "sources",
        "rules",
        "index", "stats", "doctor",
    ]

    /// Whether a line may be run: it neither waits for input, nor asks a server,
    /// nor writes to a file that this generator did not choose.
    func isHarmless(_ words: [String]) -> Bool {
        guard let first = words.first else { return true }
        guard Self.local.contains(first) || first.hasPrefix("-") || first == "help" else { return false }
        if words.contains(where: { $0 == "-" || $0.hasPrefix("--follow") || $0.hasPrefix("--remote") }) { return false }
        for (index, word) in words.enumerated() {
            for (option, known) in [("--db", stores), ("--next", written), ("--rejects", written)] {
                if word == option, index + 1 < words.count, !known.contains(words[index + 1]) {
                    // An empty name is refused, and must be.
                    if option != "--db" || !words[index + 1].isEmpty { return false }
                }
                if word.hasPrefix(option + "="), !known.contains(String(word.dropFirst(option.count + 1))) {
                    return false
                }
            }
        }
        // What is imported or matched is a file of this test.
        let isReading = first == "import" || first == "match"
        return !isReading
            || words.dropFirst().allSatisfy { !$0.contains("/") || (paths + stores + written).contains($0) }
    }

    /// The next command line.
    func next() -> [String] {
        let (path, command) = pick(commands)
        var words = path
        if chance(70) { words += typical(path) }
        for _ in 0..<number(0...3) { words += option(of: command) }
        if chance(25) { words.append(value(of: "", in: path)) }
        if chance(35) { mutate(&words) }
        return words
    }

    // MARK: - Words that fit

    /// What the command needs to answer.
    private func typical(_ path: [String]) -> [String] {
        let center = pick([
            ["--lat", "42.44", "--lon", "-76.5"], ["--at", "Ithaca"], ["--lat", "90", "--lon", "360"],
        ])
        switch path.first {
        case "near", "species": return center + ["--km", pick(["0", "5", "30000"])]
        case "nearest": return center + pick([["-k", "3"], ["-k1"]])
        case "bbox": return ["--bbox", pick(["-77,42,-76,43", "170,-90,-170,90"])]
        case "along": return [pick(["42,-76;43,-77", "-1,2;3,4", "_p~iF~ps|U_ulLnnqC", pick(paths)]), "--km", "5"]
        case "explain": return pick([["near"] + center + ["--km", "5"], ["nearest"] + center + ["-k", "1"]])
        case "match": return pick([center, ["--all"], [pick(paths)]])
        case "find": return [pick(["Ith", "x", "Fiji"])]
        case "dist": return ["--from", "42.44,-76.5", "--to", pick(["90,0", "-42,103", "42.44,-76.5"])]
        case "import": return [pick(paths), "--as", pick(["hotspots", "observations", "birds", "watchlists"])]
        case "export": return [pick(["hotspots", "observations", "birds", "watchlists"])]
        case "rules" where path.count > 1:
            switch path[1] {
            case "show", "sightings", "hotspots": return ["Ducks"]
            case "add": return [pick(["Ducks", "New"])] + center + ["--km", "5"]
            default: return []
            }
        case "sources" where path.last == "remove": return [pick(["list", "nope"])]
        default: return []
        }
    }

    /// One option with a value.
    private func option(of command: CommandWords.Command) -> [String] {
        let command = command.commandName == "geoq" ? pick(commands).command : command
        guard
            let argument = (command.arguments ?? []).filter({ $0.kind != "positional" }).randomElement(
                using: &generator),
            let name = argument.names?.randomElement(using: &generator)
        else { return [] }
        let option = (name.kind == "short" ? "-" : "--") + name.name
        if argument.kind == "flag" { return [option] }
        let value = value(of: name.name, in: [])
        return chance(80) ? [option, value] : [option + (name.kind == "short" ? "" : "=") + value]
    }

    private func value(of option: String, in path: [String]) -> String {
        switch option {
        case "db": return pick(stores + [""])
        case "next", "rejects": return pick(written)
        case "tables", "token-file", "around": return pick(paths)
        default: break
        }
        if chance(50) { return pick(Self.fitting) }
        return chance(80)
            ? pick(Self.hostile)
            : String(decoding: (0..<number(0...12)).map { _ in UInt8(number(0x20...0xFF)) }, as: UTF8.self)
    }

    private static let fitting = [
        "0", "1", "3", "-1", "42.44", "-76.5", "180", "-180", "360", "5mi", "800m", "2km", "table", "json", "ndjson",
        "geojson", "geojsonseq", "csv", "ids", "hotspots", "observations", "entries", "birds", "watchlists", "km", "mi",
        "2024-05-03", "--05-03", "none", "name", "locality", "date,count", "Parus major", "Ducks", "Ithaca",
        "locality = 'US-NY'", "count > 1", "name LIKE 'I%'", "-77,42,-76,43", "42.44,-76.5", "fails", "matches",
        "lat=Y",
        "12.5,5f5572c1-19f9-53cc-9e8c-0c6b5eaf20bd,1", "-,5f5572c1-19f9-53cc-9e8c-0c6b5eaf20bd,1", "near", "nearest",
    ]

    private static let hostile = [
        "", " ", "\u{1B}[2J", "\u{1B}]0;title\u{7}", "\u{9B}31m", "\u{202E}drib", "a\nb", "\r", "\t", "\u{7F}",
        "\u{200B}",
        "\u{FEFF}", "e\u{301}", "鳥", "👩‍👩‍👧", "nan", "inf", "-inf", "0x10", "1e300", "-1e300", "1e-400", "1e15", "1,5",
        "١٢",
        "9223372036854775807", "9223372036854775808", "-9223372036854775809", "18446744073709551616", "%s%n", "$HOME",
        "`id`",
        "'", "\"", "\\", "--", "---", "-", "=", "-=", "--=", "--limt", "--limit", "-z", "-kk", "-f", "-fjson", "-e",
        "--help",
        "-h", "--version", "-V", "--json-usage", "--count=1", "--km=", "null", "NaN,NaN", "91,0", "0,181", ",", ",,,",
        "-180,-90,180,90", "1,2,3,4,5", "180,90,-180,-90", "name != 'x'", "name == 'x'", "name ILIKE 'x'", "((((",
        "NOT",
        "count > ", "'", "2024-02-30", "0000-00-00", "5", "mi", "1e30mi", "-5mi", "5 parsecs", "/dev/full", "..", "~",
        String(repeating: "a", count: 5_000), String(repeating: "(", count: 3_000),
        String(repeating: "鳥", count: 2_000),
    ]

    // MARK: - Words that do not fit

    private func mutate(_ words: inout [String]) {
        for _ in 0..<number(1...2) where !words.isEmpty {
            let index = number(0...(words.count - 1))
            switch number(0...7) {
            case 0: words.remove(at: index)
            case 1: words.insert(words[index], at: index)
            case 2: words[index] = pick(Self.hostile)
            case 3: words.insert(pick(Self.hostile), at: index)
            case 4: words.swapAt(index, number(0...(words.count - 1)))
            case 5 where words[index].count > 3:
                // A slip of the finger.
                let place = words[index].index(words[index].startIndex, offsetBy: number(2...(words[index].count - 1)))
                words[index].remove(at: place)
            case 6: words[index] += pick(["x", "=", "=1", "\u{1B}"])
            default: words.append(pick(Self.fitting))
            }
        }
    }

    // MARK: - Chance

    private func chance(_ percent: Int) -> Bool { number(1...100) <= percent }

    private func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

    private func pick<Element>(_ all: [Element]) -> Element { all[number(0...(all.count - 1))] }
}
