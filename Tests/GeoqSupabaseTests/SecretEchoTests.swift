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

    @Test func `a secret that is cut is hidden, and other words stay`() {
        let fault = RemoteFault(.permanent, code: "refresh-token", message: "no refresh-token, a refresh-tok")
        let hidden = fault.hiding(["refresh-token", "no"])
        #expect(hidden.message == "no …, a …")
        #expect(hidden.code == "…")
        #expect(hidden.class == .permanent)
    }
}
