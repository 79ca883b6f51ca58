import Foundation
import TestSupport
import Testing

/// `geoq push` by a user who may not write.
@Suite(.waits, .serialized, .needsGateway)
struct PushRightsTests {
    private static let gateway = Result { try GatewayProcess() }

    /// A user with a list that waits to be sent.
    private static func fixture(_ body: (AccountFixture) throws -> Void) async throws {
        try await withFolder { folder in
            let fixture = try AccountFixture(gateway.get(), in: folder)
            _ = try fixture.signUp()
            let sync = try fixture.run("sync", "--quiet")
            #expect(sync.status == 0, "\(sync.errors)")
            #expect(try fixture.run("list", "add", "Ducks").status == 0)
            try body(fixture)
            #expect(try fixture.run("outbox", "list").output.contains("Ducks"), "Nothing is lost.")
            let push = try fixture.run("push", "--quiet")
            #expect(push.status == 0, "\(push.errors)")
        }
    }

    @Test func `a login of the database that may not take the user's role ends with 77`() async throws {
        try await Self.fixture { fixture in
            let role = "reader_\(UUID().uuidString.prefix(8).lowercased())"
            try fixture.gateway.query("CREATE ROLE \(role) LOGIN")
            defer { _ = try? fixture.gateway.query("DROP ROLE \(role)") }
            // Of a word that comes twice libpq takes the last.
            let push = try fixture.run("push", fixture.gateway.database + " user=\(role)", "--no-wait")
            #expect(push.status == 77, "\(push.status): \(push.errors)")
            #expect(push.errors.contains("(42501)") && push.errors.contains("push as a user who may"), "\(push.errors)")
        }
    }

    @Test(arguments: ["push", "sync"])
    func `a project that refuses the kit's function to the user ends with 77`(word: String) async throws {
        try await Self.fixture { fixture in
            try fixture.gateway.set(
                #"{"faults": [{"path": "geoq_push", "status": 403, "body": {"code": "42501", "message": "permission denied"}}]}"#
            )
            defer { _ = try? fixture.gateway.set(#"{"faults": []}"#) }
            let run = try fixture.run(word, "--no-wait")
            #expect(run.status == 77 && run.errors.contains("push as a user who may"), "\(run.status): \(run.errors)")
        }
    }
}
