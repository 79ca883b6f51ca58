import Foundation
import TestSupport
import Testing

/// The gateway that stands for a Supabase project in tests is itself tested by
/// what was recorded of a real one, and by clients that were written for real
/// ones.
@Suite(.waits, .serialized) struct GatewayTests {
    private static let hasPython = GatewayProcess.isInstalled

    @Test(.enabled(if: hasPython, "needs the clients that make tests-supplied fetches"))
    func `the gateway gives every recorded answer of a real PostgREST`() throws {
        let run = try Self.run("Tests/Gateway/vectors.py", "data/excerpts/postgrest")
        #expect(run.status == 0, "\(run.lines.joined(separator: "\n")) \(run.errors.suffix(2000))")
        #expect(run.lines.last == "231 of 231 recorded answers")
    }

    @Test(.enabled(if: hasPython, "needs the clients that make tests-supplied fetches"))
    func `Supabase's own Python clients do with it what they do`() throws {
        let run = try Self.run("Tests/OutsideClients/supabase_clients")
        #expect(run.status == 0, "\(run.lines.joined(separator: "\n")) \(run.errors.suffix(2000))")
        let words = run.lines.last?.split(separator: " ") ?? []
        #expect(words.count == 4 && words[0] == words[2] && (Int(words[0]) ?? 0) >= 100, "\(words)")
    }

    @Test(.enabled(if: hasPython, "needs the clients that make tests-supplied fetches"))
    func `the gateway misbehaves on command`() throws {
        let run = try Self.run("Tests/Gateway/misbehaving.py")
        #expect(run.status == 0, "\(run.lines.joined(separator: "\n")) \(run.errors.suffix(2000))")
    }

    @Test(.enabled(if: hasPython, "needs the clients that make tests-supplied fetches"))
    func `the kit loses no row under load, and applies each operation once`() throws {
        let run = try Self.run("Tests/Gateway/kit_load.py")
        #expect(run.status == 0, "\(run.lines.joined(separator: "\n")) \(run.errors.suffix(2000))")
    }

    @Test(.enabled(if: hasPython, "needs the clients that make tests-supplied fetches"))
    func `of many users over few connections, each sees own rows and own claims (F48)`() throws {
        let run = try Self.run("Tests/Gateway/many_users.py", words: ["\(Soak.either(100_000, 1_000))"])
        #expect(run.status == 0, "\(run.lines.joined(separator: "\n")) \(run.errors.suffix(2000))")
        #expect(run.lines.last?.hasSuffix(" requests of 50 users over 4 connections, 0 wrong") == true)
    }

    @Test(.enabled(if: hasPython, "needs the clients that make tests-supplied fetches"))
    func `a test starts one, asks it, and lets it misbehave`() throws {
        let gateway = try GatewayProcess(["--level", "rest", "--max-rows", "2"])
        try gateway.query("INSERT INTO bird (id, common_name) SELECT gen_random_uuid(), i FROM generate_series(1, 5) i")
        let birds = [
            "-s", "-w", " %{http_code}", "-H", "apikey: \(gateway.anonymousKey)",
            gateway.url + "/rest/v1/bird?select=common_name&order=common_name",
        ]
        #expect(
            try Tool.run("/usr/bin/curl", birds).lines == [#"[{"common_name":"1"}, "#, #" {"common_name":"2"}] 200"#])
        try gateway.set(#"{"faults": [{"path": "/bird", "status": 503, "times": 1}]}"#)
        #expect(try Tool.run("/usr/bin/curl", birds).lines == ["{} 503"])
        #expect(try Tool.run("/usr/bin/curl", birds).lines.count == 2)
        #expect(try gateway.set("{}").contains(#""hit":1"#))
        // Without the kit.
        #expect(try gateway.query("SELECT count(*) FROM pg_proc WHERE proname = 'geoq_push'") == "0")
        #expect(throws: PostgresError.self) { try gateway.set(#"{"fault": []}"#) }
    }

    private static func run(_ script: String, _ arguments: String..., words: [String] = []) throws -> Tool.Run {
        let paths = ([script] + arguments).map { Checkout.root.appending(path: $0).path }
        // The clusters of gateways are copies, as those of `GatewayProcess`.
        let templates = "GEOQ_TEMPLATES=\(LastingFolder.path)"
        return try Tool.run("/usr/bin/env", [templates, GatewayProcess.python, "-B"] + paths + words)
    }
}
