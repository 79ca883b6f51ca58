import Foundation
import Testing

/// Names in the documents for engineers must exist in the repository.
@Suite struct DocumentTests {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        .standardizedFileURL

    /// A name in backticks that begins with a capital letter is a type, a file or
    /// a folder of the sources or tests; one with a slash is a path.
    @Test(arguments: ["ARCHITECTURE.md", "CONTRIBUTING.md"])
    func `a document names what is there`(document: String) throws {
        let text = try String(contentsOf: Self.package.appending(path: document), encoding: .utf8)
        var (paths, sources) = (["Sources", "Tests"], "")
        for folder in ["Sources", "Tests"] {
            let walk = try #require(FileManager.default.enumerator(atPath: Self.package.appending(path: folder).path))
            for case let path as String in walk {
                paths.append("\(folder)/\(path)")
                if path.hasSuffix(".swift") {
                    sources += try String(
                        contentsOf: Self.package.appending(path: "\(folder)/\(path)"), encoding: .utf8)
                }
            }
        }
        let declared = Set(
            sources.matches(of: /\b(?:struct|class|enum|protocol|actor|typealias) ([A-Z]\w+)/).map { $0.1 })
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

    /// Words of SQL, HTTP and the files at the top.
    private static let foreign: Set<String> = [
        "ETag", "Sendable", "README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "ACCESS", "SELECT",
    ]
}
