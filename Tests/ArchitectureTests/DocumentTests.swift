import Foundation
import Testing

/// What the documents for engineers say of the repository is so.
@Suite struct DocumentTests {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        .standardizedFileURL

    /// What is below the folders of sources and tests, and the types that are declared there.
    private static let sources: Result<(paths: [String], declared: Set<Substring>), any Error> = Result {
        var (paths, sources) = (["Sources", "Tests"], "")
        for folder in ["Sources", "Tests"] {
            let walk = try #require(FileManager.default.enumerator(atPath: package.appending(path: folder).path))
            for case let path as String in walk {
                paths.append("\(folder)/\(path)")
                if path.hasSuffix(".swift") {
                    sources += try String(contentsOf: package.appending(path: "\(folder)/\(path)"), encoding: .utf8)
                }
            }
        }
        let declared = sources.matches(of: /\b(?:struct|class|enum|protocol|actor|typealias) ([A-Z]\w+)/).map { $0.1 }
        return (paths, Set(declared))
    }

    /// A name in backticks that begins with a capital letter is a type, a file or
    /// a folder of the sources or tests; one with a slash is a path.
    @Test(arguments: ["ARCHITECTURE.md", "CONTRIBUTING.md"])
    func `a document names what is there`(document: String) throws {
        let text = try String(contentsOf: Self.package.appending(path: document), encoding: .utf8)
        let (paths, declared) = try Self.sources.get()
        let files = Set(paths.compactMap { $0.split(separator: "/").last })
        let names = text.matches(of: /`([A-Z][A-Za-z0-9+\/.]*)\/?`/).map { $0.1 }
        #expect(names.count > 10, "The names were found.")
        for name in names where !Self.foreign.contains(String(name)) {
            let path = name.hasSuffix("/") ? name.dropLast() : name
            let isThere =
                declared.contains(path.prefix { $0 != "." }) || files.contains(path) || files.contains(path + ".swift")
                || paths.contains { $0 == path || $0.hasSuffix("/\(path)") || $0.hasSuffix("/\(path).swift") }
            #expect(isThere, "\(document) names \(name)")
        }
    }

    /// The table of abilities has a row for each protocol that a remote or its sessions may conform to.
    @Test func `the architecture names each ability of a remote`() throws {
        let text = try String(contentsOf: Self.package.appending(path: "ARCHITECTURE.md"), encoding: .utf8)
        let files = try Self.sources.get().paths.filter { $0.hasPrefix("Sources/GeoqSync/") && $0.hasSuffix(".swift") }
        let abilities = try files.flatMap { path in
            try String(contentsOf: Self.package.appending(path: path), encoding: .utf8)
                .matches(of: /\bprotocol (Remote\w+): Remote/).map { String($0.1) }
        }
        #expect(abilities.count > 8, "The protocols were found.")
        for ability in abilities { #expect(text.contains("\n| `\(ability)` |"), "\(ability)") }
    }

    @Test func `each fault in the name of a test is explained, and each that is explained has a test`() throws {
        let text = try String(contentsOf: Self.package.appending(path: "Tests/FAULTS.md"), encoding: .utf8)
        let explained = text.matches(of: /\n\| (F\d+) \|/).map { String($0.1) }
        let files = try Self.sources.get().paths.filter { $0.hasPrefix("Tests/") && $0.hasSuffix(".swift") }
        let named = try files.flatMap { path in
            try String(contentsOf: Self.package.appending(path: path), encoding: .utf8)
                .matches(of: /\(([^()`\n]*)\)`\(/).flatMap { $0.1.matches(of: /\bF\d+/).map { String($0.0) } }
        }
        #expect(explained.count > 30 && Set(explained).count == explained.count, "The rows were found.")
        #expect(Set(explained) == Set(named), "\(Set(explained).symmetricDifference(named).sorted())")
    }

    /// DocC shows a link to a case or a function with other labels as a plain text.
    @Test func `an article links cases and functions by the labels that they have`() throws {
        let sources = Self.package.appending(path: "Sources")
        let walk = try #require(FileManager.default.enumerator(atPath: sources.path))
        var declared: Set<String> = []
        var links: [(article: String, name: String)] = []
        for case let path as String in walk where path.hasSuffix(".swift") || path.hasSuffix(".md") {
            let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
            if path.hasSuffix(".md") {
                links += text.matches(of: /``[^`\n]*?\b(\w+\([\w:]*\))``/).map { (article: path, name: String($0.1)) }
            } else if text.contains("public ") {
                declared.formUnion(Self.signatures(in: text))
            }
        }
        #expect(links.count > 20, "The links were found.")
        for link in links { #expect(declared.contains(link.name), "\(link.article) links \(link.name)") }
    }

    /// The cases, functions and initializers of a source with their labels, such as `near(_:within:)`.
    private static func signatures(in source: String) -> [String] {
        source.matches(of: /\b(?:case|func) (\w+)(?:<[^>]*>)?\(|\b(init)\(/).map { match in
            var (depth, parameters) = (0, [""])
            for character in source[match.range.upperBound...] {
                if "([{".contains(character) { depth += 1 }
                if ")]}".contains(character) { depth -= 1 }
                if depth < 0 { break }
                if character == ",", depth == 0 {
                    parameters.append("")
                } else {
                    parameters[parameters.count - 1].append(character)
                }
            }
            let labels = parameters.filter { !$0.allSatisfy(\.isWhitespace) }.map { parameter in
                parameter.prefixMatch(of: /\s*(\w+)(?:\s+\w+)?\s*:/).map { String($0.1) } ?? "_"
            }
            return "\(match.1 ?? match.2 ?? "")(\(labels.map { "\($0):" }.joined()))"
        }
    }

    /// Every file under `data/`, but for texts, programs and the picture, has its
    /// SHA-256 in `data/README.md`, and is the file that the checksum is of.
    @Test func `data files are those of the checksums in their README`() throws {
        let folder = Self.package.appending(path: "data")
        let text = try String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
        let rows = text.matches(of: /\| `([^`|]+)` \| `([0-9a-f]{64})` \|/)
        let stated = Dictionary(rows.map { (String($0.1), String($0.2)) }) { first, _ in first }
        #expect(stated.count == rows.count, "A file has two checksums.")
        let walk = try #require(FileManager.default.enumerator(atPath: folder.path))
        let files = Set(walk.compactMap { $0 as? String }).filter { path in
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: folder.appending(path: path).path, isDirectory: &isFolder)
            return !isFolder.boolValue && !Self.withoutChecksum.contains { path.hasSuffix($0) }
        }
        #expect(files.count > 10, "The data files were found.")
        #expect(files.subtracting(stated.keys) == [], "They have no checksum.")
        #expect(Set(stated.keys).subtracting(files) == [], "They are not there.")
        for path in files.sorted() {
            #expect(try Self.sha256(folder.appending(path: path)) == stated[path], "data/\(path)")
        }
    }

    private static let withoutChecksum = ["README.md", "LICENSES.txt", ".py", "map.png", "photos.png"]

    /// A file's SHA-256, as `sha256sum` says it.
    private static func sha256(_ file: URL) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["sha256sum", file.path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let line = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: line.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
    }

    /// Words of SQL, HTTP and the files at the top.
    private static let foreign: Set<String> = [
        "ETag", "Sendable", "DatabasePool", "PT410", "README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "ACCESS",
        "SELECT",
    ]
}
