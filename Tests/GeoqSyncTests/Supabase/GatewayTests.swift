import Foundation
import TestSupport
import Testing

/// The gateway that stands for a Supabase project in tests is itself tested by
/// what was recorded of a real one, and by clients that were written for real
/// ones.
@Suite(.serialized) struct GatewayTests {
    /// A Python with the clients; `make test` makes it.
    private static let python = Repository.root.appending(path: ".build/outside-clients/bin/python").path
    private static let hasPython = FileManager.default.isExecutableFile(atPath: python)

    @Test(.enabled(if: hasPython)) func `it gives every recorded answer of a real PostgREST`() throws {
        let run = try Self.run("Tests/Gateway/vectors.py", "data/excerpts/postgrest")
        #expect(run.status == 0, "\(run.lines.joined(separator: "\n")) \(run.errors.suffix(2000))")
        #expect(run.lines.last == "231 of 231 recorded answers")
    }

    @Test(.enabled(if: hasPython)) func `Supabase's own Python clients do with it what they do`() throws {
        let run = try Self.run("Tests/OutsideClients/supabase_clients")
        #expect(run.status == 0, "\(run.lines.joined(separator: "\n")) \(run.errors.suffix(2000))")
        let words = run.lines.last?.split(separator: " ") ?? []
        #expect(words.count == 4 && words[0] == words[2] && (Int(words[0]) ?? 0) >= 100, "\(words)")
    }

    @Test(.enabled(if: hasPython)) func `it misbehaves on command`() throws {
        let run = try Self.run("Tests/Gateway/misbehaving.py")
        #expect(run.status == 0, "\(run.lines.joined(separator: "\n")) \(run.errors.suffix(2000))")
    }

    @Test(.enabled(if: hasPython))
    func `the kit loses no row under load, and applies each operation once`() throws {
        let run = try Self.run("Tests/Gateway/kit_load.py")
        #expect(run.status == 0, "\(run.lines.joined(separator: "\n")) \(run.errors.suffix(2000))")
    }

    private static func run(_ script: String, _ arguments: String...) throws -> Tool.Run {
        try Tool.run(
            python,
            ["-B", Repository.root.appending(path: script).path]
                + arguments.map { Repository.root.appending(path: $0).path })
    }
}
