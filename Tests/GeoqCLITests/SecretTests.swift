import Foundation
import TestSupport
import Testing

/// No message contains a password of the command line: not the parser's, which
/// finds the word in the wrong place, nor the command's, which took it for
/// something else.
@Suite(.waits) struct SecretTests {
    /// Wrong ways to give a URL; PASSWORD stands for the password, a bar for the
    /// end of a word.
    private static let shapes = [
        "sync|postgresql://r1:PASSWORD@%2Fnowhere/b|postgresql://r1:PASSWORD@%2Fnowhere/b",
        "sync|postgresql://r1:PASSWORD@%2Fnowhere/b|--no-wait", "sync|--check|x|postgresql://r1:PASSWORD@h/b",
        "prove|postgresql://r1:PASSWORD@%2Fnowhere/b|--no-wait|--db|/nowhere",
        "near|--lat|1|--lon|2|--km|3|--remote|postgresql://r1:PASSWORD@%2Fnowhere/b",
        "near|--lat|1|--lon|2|--km|3|--remote=postgresql://r1:PASSWORD@%2Fnowhere/b|--db=x",
        "near|postgresql://r1:PASSWORD@h/b|--km|3", "nearest|--at|postgresql://r1:PASSWORD@h/b|-k|3",
        "near|--lat|1|--lon|2|--km|postgresql://r1:PASSWORD@h/b", "postgresql://r1:PASSWORD@h/b",
        "import|postgresql://r1:PASSWORD@h/b|--as|hotspots", "stats|--db|postgresql://r1:PASSWORD@h/b",
        "sync|host=/nowhere|password=PASSWORD|user=r1", "sync|host=/nowhere password=PASSWORD user=r1|y|--no-wait",
        "sync|postgresql://r1@%2Fnowhere/b|--as|r1:PASSWORD@h", "find|postgresql://r1:PASSWORD@h/b|z",
        "sync|postgresql://r1@%2Fnowhere/b|--tables|postgresql://r1:PASSWORD@h/b",
        "near|--lat|1|--lon|2|--km|3|--where|postgresql://r1:PASSWORD@h/b", "help|postgresql://r1:PASSWORD@h/b",
        "sources|remove|postgresql://r1:PASSWORD@h/b", "serve|--port|postgresql://r1:PASSWORD@h/b",
        "near|--lat|1|--lon|2|--km|3|-f|postgresql://r1:PASSWORD@h/b", "bbox|--bbox|postgresql://r1:PASSWORD@h/b",
        "sync|postgrsql://r1:PASSWORD@h/b|a", "sync|status|postgresql://r1:PASSWORD@h/b",
        "species|--at|x|--since|postgresql://r1:PASSWORD@h/b", "near|--lat|1|--lon|2|--km|3|-f|json|--at|r1:PASSWORD@h",
        "rules|show|postgresql://r1:PASSWORD@h/b|--db|postgresql://r1:PASSWORD@h/b",
    ]

    @Test func `no stream shows a piece of a password`() async throws {
        let seed = UInt64.random(in: 0...999_999)
        print("passwords of seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        // None of the words that geoq says itself has four of these in a row.
        let letters = Array("Q7Z3X9J5@/:? %#=!'\u{1B}")
        try await withFolder { folder in
            var shown = 0
            for (number, shape) in Self.shapes.enumerated() {
                var password = String(
                    (0..<12).map { _ in letters[Int.random(in: 0..<letters.count, using: &generator)] })
                if number % 2 == 0 { password = "Z3X9" + password.replacing(" ", with: "Q") }
                var words: [String] = []
                for word in shape.split(separator: "|") {
                    let whole = word.replacing("PASSWORD", with: password)
                    // As a shell would that finds no quotes.
                    words += number % 3 == 1 ? whole.split(separator: " ").map(String.init) : [String(whole)]
                }
                let run = try GeoqProcess(
                    words, input: "", environment: ["HOME": folder, "XDG_DATA_HOME": folder, "PGHOST": ""])
                shown += run.errors.isEmpty ? 0 : 1
                let said = run.output + run.errors
                let pieces = Array(password)
                for start in 0...(pieces.count - 4) {
                    let piece = String(pieces[start..<start + 4])
                    // "the URL has more than one @: write …"
                    if piece == " @: " { continue }
                    #expect(!said.contains(piece), "\(piece) of \(words): \(said)")
                }
                #expect(!said.contains("\u{1B}"), "\(words)")
            }
            #expect(shown > 20, "they are mistakes, and said")
            // The files that they have left.
            let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
            for file in files {
                let bytes = FileManager.default.contents(atPath: folder + "/" + file) ?? Data()
                #expect(bytes.range(of: Data("Z3X9".utf8)) == nil, "\(file)")
            }
        }
    }

    @Test(arguments: ["postgresql://u@h:x/b", "host=h port=5432x"])
    func `a wrong port is refused at once, as a mistake`(url: String) async throws {
        try await withFolder { folder in
            let run = try GeoqProcess(["sync", url, "--db", folder + "/a.sqlite"])
            #expect(run.status == 64 && run.errors.contains("from 1 to 65535"), "\(run.errors)")
        }
    }

    @Test func `each failed try is one line with its reason`() async throws {
        try await withFolder { folder in
            let run = try GeoqProcess(
                ["sync", "host=/tmp/geoq-nowhere", "--db", folder + "/a.sqlite", "--no-wait", "-q"])
            #expect(run.status == 69 && run.errors.split(separator: "\n").count == 1)
            #expect(run.errors.contains("no connection to the server"))
        }
    }
}
