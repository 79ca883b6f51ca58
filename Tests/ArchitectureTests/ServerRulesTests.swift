import Foundation
import Testing

/// What the server does once for each snapshot, and not for each request.
@Suite struct ServerRulesTests {
    private static let server = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources/GeoqServer").standardizedFileURL

    /// A store may have 100 000 rules. Their conditions are parsed when a snapshot's rules
    /// are prepared; a request looks them up there.
    @Test func `rules are parsed in one place of the server`() throws {
        let walk = try #require(FileManager.default.enumerator(atPath: Self.server.path))
        var parsers: [String] = []
        for case let path as String in walk where path.hasSuffix(".swift") {
            let text = try String(contentsOf: Self.server.appending(path: path), encoding: .utf8)
            if text.contains(".condition()") { parsers.append(path) }
        }
        #expect(parsers == ["Matching/RuleCache.swift"])
    }
}
