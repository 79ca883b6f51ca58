import Foundation
import Testing

/// The Swift that documents show is Swift that a program outside may write: the
/// compiler takes it, with nothing but the public symbols of the libraries.
@Suite struct ArticleTests {
    @Test(arguments: try articles())
    func `the examples of a document compile`(document: String) throws {
        let text = try String(contentsOf: Self.package.appending(path: document), encoding: .utf8)
        let blocks = text.matches(of: /```swift\n([\s\S]*?)```/).map { $0.1 }
        #expect(!blocks.isEmpty, "The examples were found.")
        let lines = blocks.flatMap { $0.split(separator: "\n") }
        let imports = lines.filter { $0.hasPrefix("import ") }
        let program = """
            \(imports.joined(separator: "\n"))
            func article() async throws {
            \(lines.filter { !$0.hasPrefix("import ") }.joined(separator: "\n"))
            }

            """
        let said = try Self.complaints(about: program)
        #expect(!said.contains("error:"), "\(said)\n\(program)")
    }

    @Test func `an example with a wrong name does not compile`() throws {
        let said = try Self.complaints(about: "import Geoq\nlet place = Place()\n")
        #expect(said.contains("cannot find 'Place' in scope"), "\(said)")
    }

    /// Modules that `make check` does not build.
    private static var notChecked: Regex<(Substring, Substring)> { /import Geoq(Sync|Postgres|Supabase|HTTP|Server)\b/ }

    private static let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        .standardizedFileURL

    /// The documents that have Swift in them, as paths in the package.
    private static func articles() throws -> [String] {
        let walk = FileManager.default.enumerator(atPath: package.appending(path: "Sources").path)
        let paths = (walk?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".md") }.map { "Sources/\($0)" }
        let isCheck = ProcessInfo.processInfo.environment["GEOQ_CHECK"] != nil
        let articles = try (paths.sorted() + ["README.md"]).filter { path in
            let text = try String(contentsOf: package.appending(path: path), encoding: .utf8)
            return text.contains("```swift") && !(isCheck && text.contains(notChecked))
        }
        precondition(articles.count >= (isCheck ? 3 : 8), "The documents were found.")
        return articles
    }

    /// What the compiler says of a program that imports the libraries, as they
    /// were built for these tests.
    private static func complaints(about program: String) throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "geoq-article-\(UUID()).swift")
        try program.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let built = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
        let modules = built.appending(path: "Modules")
        try #require(FileManager.default.fileExists(atPath: modules.path), "The modules lie beside the tests.")
        let compiler = Process()
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        compiler.arguments =
            ["swiftc", "-typecheck", "-parse-as-library", "-swift-version", "6"]
            + ["-enable-upcoming-feature", "MemberImportVisibility", "-I", modules.path]
            + moduleMaps(built).flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] } + [file.path]
        let output = Pipe()
        compiler.standardError = output
        try compiler.run()
        let said = try output.fileHandleForReading.readToEnd() ?? Data()
        compiler.waitUntilExit()
        return String(decoding: said, as: UTF8.self)
    }

    /// The C modules below the libraries: those of the package, of its
    /// dependencies, and those that the build has written.
    private static func moduleMaps(_ built: URL) -> [String] {
        let checkouts = package.appending(path: ".build/checkouts")
        let dependencies = subfolders(of: checkouts).map { $0.appending(path: "Sources") }
        let targets = ([package.appending(path: "Sources")] + dependencies).flatMap { subfolders(of: $0) }
        let folders = targets + targets.map { $0.appending(path: "include") } + subfolders(of: built)
        return folders.map { $0.appending(path: "module.modulemap").path }
            .filter { FileManager.default.fileExists(atPath: $0) }
    }

    private static func subfolders(of folder: URL) -> [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().map { folder.appending(path: $0) }
    }
}
