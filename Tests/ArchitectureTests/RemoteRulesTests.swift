import Foundation
import Testing

/// What the sync and the store know of a remote: nothing of PostgreSQL, and no
/// words of the command line.
@Suite struct RemoteRulesTests {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources")
        .standardizedFileURL

    private static func files(_ folders: [String]) throws -> [(path: String, text: String)] {
        var files: [(String, String)] = []
        for folder in folders {
            let walk = try #require(FileManager.default.enumerator(atPath: sources.appending(path: folder).path))
            for case let path as String in walk where path.hasSuffix(".swift") {
                let file = sources.appending(path: "\(folder)/\(path)")
                files.append(("\(folder)/\(path)", try String(contentsOf: file, encoding: .utf8)))
            }
        }
        #expect(files.count > 20, "The sources were found.")
        return files
    }

    /// Words of PostgreSQL's that a remote over HTTP has no answer for.
    private static func foreignWords(_ text: String) -> [String] {
        let words =
            /(?i)\b(xmin|xmax|xid\d*|w?lsn|walfile|timeline|oid|relfilenode|postmaster|pg_\w+|libpq)\b/
        let joined = /cursor_x|systemIdentifier|system_identifier|logPosition|LogPosition/
        return text.matches(of: words).map { String($0.0) } + text.matches(of: joined).map { String($0.0) }
    }

    /// The steps of the schema stay as they shipped, and the newest one reads
    /// what they made. SpatiaLite's R*Tree has columns of these names, too.
    private static let exempt: Set<String> = [
        "GeoqStore/Schema/Migrations+Mirror.swift", "GeoqStore/Schema/Migrations+Remotes.swift",
        "GeoqStore/Schema/Migrations+Places.swift",
        "GeoqStore/SpatialIndex/SpatialIndexWriter.swift",
    ]

    @Test func `the sync and the store have no words of PostgreSQL`() throws {
        var used: Set<String> = []
        for (path, text) in try Self.files(["GeoqSync", "GeoqStore"]) {
            let words = Self.foreignWords(text)
            if Self.exempt.contains(path) {
                if !words.isEmpty { used.insert(path) }
            } else {
                #expect(words == [], "\(path)")
            }
        }
        #expect(used == Self.exempt, "An exemption that is not needed.")
    }

    @Test(arguments: [
        "let xmin = 5", "the oid of", "pg_current_snapshot()", "WHERE cursor_xmin = 1", "var timeline: Int64",
        "an LSN", "LogPosition(bytes: 5)",
    ])
    func `words of PostgreSQL are found`(line: String) {
        #expect(!Self.foreignWords(line).isEmpty)
        #expect(Self.foreignWords("avoid void droid -wal relational, paged_row; the log's position").isEmpty)
    }

    /// Options and commands in text that a person may read. Comments may name
    /// them.
    private static func hints(_ text: String) -> [String] {
        let code = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
        let options = code.matches(of: /[" ](--[a-z][a-z-]+)/).map { String($0.1) }
        let commands = code.matches(of: /"[^"\n]*\bgeoq (sync|prove|sources|near|nearest|import|serve|index)\b/)
        return options + commands.map { String($0.0) }
    }

    @Test func `no sentence of the sync names an option or a command`() throws {
        for (path, text) in try Self.files(["GeoqSync", "GeoqPostgres"]) {
            let hints = Self.hints(text)
            #expect(hints == [], "\(path)")
        }
    }

    @Test(arguments: [#"throw E("name it with --tables")"#, #"note = "run geoq sync first""#, #""--as \(user)""#])
    func `names of options and commands are found`(line: String) {
        #expect(!Self.hints(line).isEmpty)
        #expect(Self.hints("    /// `--tables` and \"geoq sync\"\nlet a = b - -c").isEmpty)
    }

    /// An app that links the library gets a client, an account, a repository, an
    /// agent, options, results and its errors. What is only for geoq's own modules is `package`.
    @Test func `the sync shows few types`() throws {
        var types: [String: [String]] = [:]
        for (path, text) in try Self.files(["GeoqSync", "GeoqPostgres", "GeoqStore/Mirror"]) {
            let module = String(path.prefix { $0 != "/" })
            let found = text.matches(of: /public (?:final )?(?:struct|class|enum|protocol|actor|typealias) (\w+)/)
            types[module, default: []] += found.map { String($0.1) }
        }
        #expect(types["GeoqSync"]?.count ?? 0 <= 20, "\(types["GeoqSync"]?.sorted() ?? [])")
        #expect(types["GeoqPostgres"] == ["PostgresRemote"])
        #expect(types["GeoqStore"]?.sorted() == ["MirrorTable"])
    }
}
