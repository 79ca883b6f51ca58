import Geoq
import Synchronization
import Testing

@testable import GeoqSupabase

/// A server, or a proxy before it, that repeats the request in its refusal.
@Suite struct SecretEchoTests {
    private struct Echo: Transport {
        func answer(to request: TransportRequest) async throws -> TransportAnswer {
            let head = [request.url] + request.headers.map { "\($0.name): \($0.value)" }
            let words = (head + [String(decoding: request.body, as: UTF8.self)]).joined(separator: " ")
            var body: [UInt8] = []
            body.appendJSON(
                .object(JSONObject([.init("code", .string("validation_failed")), .init("message", .string(words))])))
            return TransportAnswer(status: 422, headers: [("content-type", "application/json")], body: body)
        }
    }

    private static let password = #"Correct "Horse" 7/ä"#
    private static let secrets = [
        password, "identity-token", "nonce-of-it", "code-of-a-browser", "refresh-token", "access-token", "other-token",
        "sb_publishable_abcdef",
    ]

    @Test func `no fault and no log has a secret of the request`() async throws {
        let project = try SupabaseProject(url: "https://abc.supabase.co", key: Secret("sb_publishable_abcdef"))
        let vault = MemoryVault()
        let keeper = SessionKeeper(project, transport: Echo(), vault: vault, clock: WallClock { 1_800_000_000 })
        var session = Session(
            userID: FakeAuth.user, accessToken: Secret("access-token"), refreshToken: Secret("refresh-token"),
            expiresAt: 1_900_000_000)
        try await keeper.begin(session)
        let log = Mutex<[String]>([])
        let client = ProjectClient(
            project, transport: Echo(), sessions: keeper, waits: [], log: { line in log.withLock { $0.append(line) } })
        let proof = CodeProof { count in (0..<count).map { UInt8($0) } }
        let verifier = proof.verifier.reveal()
        let quoted = #"Correct \"Horse\" 7"#
        func check(_ said: String, _ name: String) {
            for secret in Self.secrets + [verifier, quoted] { #expect(!said.contains(secret), "\(name): \(said)") }
        }
        let requests = [
            AuthCall.password(email: "a@example.org", password: Secret(Self.password)),
            AuthCall.signUp(email: "a@example.org", password: Secret(Self.password)),
            AuthCall.identityToken(Secret("identity-token"), provider: "google", nonce: Secret("nonce-of-it")),
            AuthCall.code(Secret("code-of-a-browser"), verifier: proof.verifier),
            AuthCall.logout(Secret("other-token")), AuthCall.user(),
            WireRequest(.rest, "GET", "watchlists", mayRepeat: true),
            WireRequest(.storage, "GET", "object", mayRepeat: true),
        ]
        for request in requests {
            let fault = await #expect(throws: RemoteFault.self) { try await client.send(request) }
            var dumped = ""
            dump(fault, to: &dumped)
            #expect(fault?.message.contains("https://abc.supabase.co") == true)
            check("\(fault?.message ?? "") \(dumped)", request.loggedName)
        }
        // The renewal, whose reason a sync keeps in the store.
        session.expiresAt = 1
        try await keeper.begin(session)
        let error = await #expect(throws: SessionError.self) { try await keeper.session() }
        check("\(String(describing: error))", "refresh")
        check(log.withLock { $0.joined(separator: "\n") }, "log")
    }

    @Test func `what a success repeats of token and key is neither shown nor kept`() throws {
        let token = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl"
        let echo = "Bearer \(token) sb_publishable_abcdef"
        // A table that the kit refuses, in an answer with the status 200.
        let changes = try KitChanges(
            Array(
                """
                {"kit": 2, "upto": "1:1:", "now": "2026-01-01T00:00:00Z", "server": "1/1/1", "run": "1", "tables":
                {"bird": {"error": {"code": "42501 \(echo)", "message": "told: \(echo)"}}}}
                """.utf8))
        guard case .refused(let code, let message)? = changes.tables["bird"] else {
            Issue.record("the table is not refused")
            return
        }
        #expect(code == "42501 Bearer … …" && message == "told: Bearer … …")
        // A change that it refuses.
        let fault = RemoteFault(refusedBy: "P0001 \(echo)", message: "told: \(echo)")
        #expect(fault.code == "P0001 Bearer … …" && fault.message == "told: Bearer … …")
    }

    @Test func `an address that repeats the password of its login is not taken`() throws {
        let request = AuthCall.password(email: "a@example.org", password: Secret(Self.password))
        let said = [
            "A@example.org": "A@example.org", "b@example.org": "b@example.org", Self.password: "a@example.org",
            "\(Self.password)@example.org": "a@example.org",
        ]
        for (email, kept) in said {
            let user = JSONObject([.init("id", .string(FakeAuth.user)), .init("email", .string(email))])
            var body: [UInt8] = []
            body.appendJSON(
                .object(
                    JSONObject([
                        .init("access_token", .string("access-token")), .init("refresh_token", .string("r")),
                        .init("expires_in", .integer(3_600)), .init("user", .object(user)),
                    ])))
            guard case .session(let session) = try AuthAnswer(body, to: request, now: 0) else {
                Issue.record("no session")
                return
            }
            #expect(session.email == kept)
        }
        // A renewal has no address of its own: the one of the login stays.
        let renewal = AuthCall.refresh(Secret("refresh-token"))
        let body = """
            {"access_token": "access-token", "refresh_token": "r", "expires_in": 3600,
            "user": {"id": "\(FakeAuth.user)", "email": "refresh-token"}}
            """
        guard case .session(let session) = try AuthAnswer(Array(body.utf8), to: renewal, now: 0) else {
            Issue.record("no session")
            return
        }
        #expect(session.email == nil)
    }

    @Test func `a secret that is cut is hidden, and other words stay`() {
        let fault = RemoteFault(.permanent, code: "refresh-token", message: "no refresh-token, a refresh-tok")
        let hidden = fault.hiding(["refresh-token", "no"])
        #expect(hidden.message == "no …, a …")
        #expect(hidden.code == "…")
        #expect(hidden.class == .permanent)
    }

    @Test(arguments: ["\"", "'", "`", "\\\""])
    func `a short password is hidden where it is quoted, and words that have it stay`(mark: String) {
        let said = "a birdbath is no \(mark)bird\(mark), and a bird is none"
        let fault = RemoteFault(.permanent, code: "bird", message: said)
        let hidden = fault.hiding(["bird", ""])
        #expect(hidden.message == "a birdbath is no \(mark)…\(mark), and a bird is none")
        #expect(hidden.code == "bird")
    }
}
