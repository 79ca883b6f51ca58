import Foundation
import Testing

/// What a program outside sees of the libraries: how many types, and in which
/// words they speak.
@Suite struct SurfaceTests {
    /// How many public types all libraries have together. A type that only other
    /// modules of this package need is `package`.
    private static let mostPublicTypes = 140

    @Test func `the libraries have few public types`() throws {
        var counts: [String: Int] = [:]
        let type = /^\s*public (?:(?:final|indirect|nonisolated) )*(?:struct|class|enum|actor|protocol)\s\w/
        for (path, lines) in try Self.libraries() {
            counts[String(path.prefix { $0 != "/" }), default: 0] += lines.count { $0.text.contains(type) }
        }
        #expect(counts.count == Self.modules.count, "The sources were found.")
        let listed = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        #expect(counts.values.reduce(0, +) <= Self.mostPublicTypes, "\(listed)")
    }

    /// The catalog of a library is the list of what a program outside can name: it
    /// has each public type that stands by itself, and links to nothing else.
    @Test func `catalogs name the public types and no others`() throws {
        let type = /^public (?:(?:final|indirect|nonisolated) )*(?:struct|class|enum|actor|protocol) (\w+)/
        let function = /^public func (\w+)/
        var (types, names) = ([String: Set<String>](), Set(Self.modules))
        for (path, lines) in try Self.libraries() {
            let found = lines.compactMap { $0.text.firstMatch(of: type).map { String($0.1) } }
            types[String(path.prefix { $0 != "/" }), default: []].formUnion(found)
            names.formUnion(found)
            names.formUnion(lines.compactMap { $0.text.firstMatch(of: function).map { String($0.1) } })
        }
        for module in Self.modules where !Self.withoutCatalog.contains(module) {
            let texts = try Self.files(of: module, ending: ".md").map(\.text)
            let linked = Set(texts.flatMap { $0.matches(of: /``(\w+)[^`\s]*``/).map { String($0.1) } })
            #expect(types[module, default: []].subtracting(linked) == [], "\(module)'s catalog lacks them.")
            #expect(linked.subtracting(names) == [], "\(module)'s catalog links to them.")
        }
    }

    /// Modules of one public type, which the articles of other modules name.
    private static let withoutCatalog: Set = ["GeoqFiles", "GeoqImages", "GeoqHTTP"]

    /// A program that uses a library has neither the command's options nor its
    /// commands. An error has cases and values, and the command says what helps
    /// (`GeoqCLI/Output/Failure+Sentence.swift` and its siblings).
    @Test func `no library names an option or a command`() throws {
        let commands = try Self.commandNames()
        #expect(commands.count > 20 && commands.contains("import"), "The commands were found.")
        let words = try Regex("--[a-z][a-z-]+|geoq (?:\(commands.sorted().joined(separator: "|")))\\b")
        var used: Set<String> = []
        for (path, lines) in try Self.libraries() {
            for line in lines where line.text.contains(words) {
                if let allowed = Self.allowed.first(where: { $0.path == path && line.text.contains($0.words) }) {
                    used.insert(allowed.path + allowed.words)
                    continue
                }
                Issue.record("\(path):\(line.number): \(line.text.trimmingCharacters(in: .whitespaces))")
            }
        }
        for allowed in Self.allowed {
            #expect(used.contains(allowed.path + allowed.words), "\(allowed.path) no longer says \(allowed.words)")
        }
    }

    /// Words that look like an option and are none, and why.
    private static let allowed: [(path: String, words: String, reason: String)] = [
        ("Geoq/Rules/RuleParameters.swift", "write --mm-dd", "a day of every year, as ISO 8601 writes it"),
        (
            "GeoqStore/Schema/Migrations+MirrorDefinition.swift", "\"--region\"",
            "a shipped step reads what an earlier geoq stored"
        ),
        ("GeoqStore/Schema/Migrations+MirrorDefinition.swift", "\"--near\"", "the same"),
        ("Geoq/Rules/RuleParameters.swift", "write yyyy-mm-dd or --mm-dd", "the same"),
    ]

    private static let modules = [
        "GeoqIndex", "Geoq", "GeoqFormats", "GeoqFiles", "GeoqImages", "GeoqStore", "GeoqSupabase", "GeoqSync",
        "GeoqPostgres", "GeoqHTTP", "GeoqServer",
    ]

    private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources").standardizedFileURL

    /// The lines of a module's files, without comments.
    private static func libraries() throws -> [(path: String, lines: [(number: Int, text: Substring)])] {
        try read.get()
    }

    private static let read: Result<[(path: String, lines: [(number: Int, text: Substring)])], any Error> = Result {
        try modules.flatMap { try files(of: $0) }.map { path, text in
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap {
                number, line -> (number: Int, text: Substring)? in
                let code = line.firstRange(of: " // ").map { line[..<$0.lowerBound] } ?? line
                return code.drop { $0 == " " }.hasPrefix("//") ? nil : (number + 1, code)
            }
            return (path, lines)
        }
    }

    /// The first words of the command line, as `geoq --help` lists them.
    private static func commandNames() throws -> Set<String> {
        var names: Set<String> = ["help"]
        for (_, text) in try files(of: "GeoqCLI") {
            for match in text.matches(of: /commandName: "([a-z-]+)"/) { names.insert(String(match.1)) }
        }
        return names
    }

    private static func files(of module: String, ending: String = ".swift") throws -> [(path: String, text: String)] {
        let walk = try #require(FileManager.default.enumerator(atPath: sources.appending(path: module).path))
        var files: [(String, String)] = []
        for case let path as String in walk where path.hasSuffix(ending) {
            let file = sources.appending(path: "\(module)/\(path)")
            files.append(("\(module)/\(path)", try String(contentsOf: file, encoding: .utf8)))
        }
        return files
    }
}
