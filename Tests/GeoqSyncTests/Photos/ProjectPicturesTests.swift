import Geoq
import GeoqStore
import GeoqSupabase
import Synchronization
import TestSupport
import Testing

@testable import GeoqSync

/// Addresses, downloads and lists of a project's pictures, by answers that are
/// given.
@Suite(.waits) struct ProjectPicturesTests {
    /// Answers each request by its place in the order.
    private final class Transport: GeoqSupabase.Transport {
        private let answers: Mutex<[TransportAnswer]>
        private let log = Mutex<[String]>([])

        init(_ bodies: [String]) {
            answers = Mutex(
                bodies.map {
                    TransportAnswer(status: 200, headers: [("content-type", "application/json")], body: Array($0.utf8))
                })
        }

        init(_ all: [TransportAnswer]) {
            answers = Mutex(all)
        }

        var asked: [String] { log.withLock { $0 } }

        func answer(to request: TransportRequest) async throws -> TransportAnswer {
            let line =
                "\(request.method) \(request.url.dropFirst("https://abc.supabase.co/storage/v1".count)) "
                + String(decoding: request.body, as: UTF8.self)
            log.withLock { $0.append(line) }
            return try answers.withLock { answers in
                guard !answers.isEmpty else { throw TransportFailure.notReached }
                return answers.removeFirst()
            }
        }
    }

    private static let clock = WallClock { 1_800_000_000 }

    private static func project() throws -> SupabaseProject {
        try SupabaseProject(url: "https://abc.supabase.co", key: Secret("sb_publishable_abc"))
    }

    /// A vault with a login.
    private static func vault() async throws -> MemoryVault {
        let vault = MemoryVault()
        let session = Session(
            userID: "a0000000-0000-4000-8000-00000000000a", accessToken: Secret("access"),
            refreshToken: Secret("refresh"), expiresAt: 1_900_000_000)
        _ = try await vault.update { _ in VaultContents(state: .active(session), generation: 1) }
        return vault
    }

    /// Notes in a store whose login the vault has.
    private static func note(_ user: String, in store: Store) async throws {
        let url = "https://abc.supabase.co"
        try await store.account.note(
            StoredAccount(remote: url, url: url, userID: user, level: .kit, state: .active))
    }

    private static func pictures(_ transport: Transport) async throws -> ProjectPictures {
        let project = try project()
        let keeper = SessionKeeper(project, transport: transport, vault: try await vault(), clock: clock)
        return ProjectPictures(
            ProjectClient(project, transport: transport, sessions: keeper, waits: [], pause: { _ in }))
    }

    @Test func `a single call of a library goes on after a project that is busy for a moment (S1.7)`() async throws {
        try await withFolder { folder in
            func answer(_ status: Int, _ body: String) -> TransportAnswer {
                TransportAnswer(
                    status: status, headers: [("content-type", "application/json")], body: Array(body.utf8))
            }
            let user = "a0000000-0000-4000-8000-00000000000a"
            let renewed = #"{"access_token":"b","refresh_token":"s","expires_in":3600,"user":{"id":"\#(user)"}}"#
            let signed = #"{"signedURL":"/object/sign/watchlist-photos/a?token=1"}"#
            // The renewal of the token, then the call itself.
            let transport = Transport([answer(503, "{}"), answer(200, renewed), answer(503, "{}"), answer(200, signed)])
            let vault = MemoryVault()
            let session = Session(
                userID: user, accessToken: Secret("access"), refreshToken: Secret("refresh"), expiresAt: 1_700_000_000)
            _ = try await vault.update { _ in VaultContents(state: .active(session), generation: 1) }
            let store = try Store(path: folder + "/birds.sqlite")
            try await Self.note(user, in: store)
            let account = Account(
                try SupabaseProject(url: "https://abc.supabase.co", key: Secret("sb_publishable_abc")),
                store: store, transport: transport, vault: vault,
                clock: WallClock { 1_800_000_000 }, waits: [.zero, .zero])
            let address = try await account.addresses.address(of: "a")
            #expect(address.reveal().hasSuffix("token=1"))
            #expect(transport.asked.count == 4)
        }
    }

    /// Who has a signed address has the picture.
    @Test func `no log and no error has a signed address`() async throws {
        let secret = "eyJ-of-a-picture"
        let bodies = [
            #"{"signedURL":"/object/sign/watchlist-photos/a?token=\#(secret)"}"#,
            #"{"signedURL":"https://elsewhere.example.org/object/sign/a?token=\#(secret)"}"#,
        ]
        let transport = Transport(bodies)
        let log = Mutex<[String]>([])
        let keeper = SessionKeeper(
            try Self.project(), transport: transport, vault: try await Self.vault(), clock: Self.clock)
        let client = ProjectClient(
            try Self.project(), transport: transport, sessions: keeper, waits: [], pause: { _ in },
            log: { line in log.withLock { $0.append(line) } })
        let pictures = ProjectPictures(client)
        let address = try await pictures.sign("a", seconds: 60)
        #expect(address.reveal().hasSuffix(secret))
        var said = "\(address) \(String(reflecting: address))"
        dump(address, to: &said)
        // An answer that leads elsewhere is an error, which may repeat none of it.
        let error = await #expect(throws: SyncError.self) { try await pictures.sign("b", seconds: 60) }
        dump(error, to: &said)
        said += log.withLock { $0.joined(separator: "\n") }
        #expect(log.withLock { $0.count } == 2 && !said.contains(secret), "\(said)")
    }

    @Test func `an address is used again until a minute before it ends`() async throws {
        func signed(_ token: String) -> String { #"{"signedURL":"/object/sign/watchlist-photos/a?token=\#(token)"}"# }
        let transport = Transport([signed("1"), signed("2"), signed("3")])
        let now = Mutex(1_000.0)
        let addresses = SignedAddresses(try await Self.pictures(transport)) { now.withLock { $0 } }
        let first = try await addresses.address(of: "a")
        #expect(first.reveal() == "https://abc.supabase.co/storage/v1/object/sign/watchlist-photos/a?token=1")
        now.withLock { $0 += 3_539 }
        #expect(try await addresses.address(of: "a") == first)
        #expect(try await addresses.address(of: "b").reveal().hasSuffix("token=2"), "Another object.")
        now.withLock { $0 += 1 }
        #expect(try await addresses.address(of: "a").reveal().hasSuffix("token=3"))
        #expect(transport.asked.count == 3 && transport.asked[0].hasSuffix(#"{"expiresIn":3600}"#))
    }

    @Test func `addresses are asked for anew when the clock was set back, and the oldest of many`() async throws {
        let transport = Transport(
            (0..<1_003).map { #"{"signedURL":"/object/sign/watchlist-photos/a?token=\#($0)"}"# })
        // The clock is a day ahead at first.
        let now = Mutex(90_000.0)
        let addresses = SignedAddresses(try await Self.pictures(transport)) { now.withLock { $0 } }
        #expect(try await addresses.address(of: "0").reveal().hasSuffix("token=0"))
        now.withLock { $0 -= 86_400 }
        #expect(try await addresses.address(of: "0").reveal().hasSuffix("token=1"), "It may have ended.")
        now.withLock { $0 += 1 }
        for number in 1...1_000 { _ = try await addresses.address(of: "\(number)") }
        #expect(try await addresses.address(of: "1000").reveal().hasSuffix("token=1001"))
        #expect(transport.asked.count == 1_002)
        #expect(try await addresses.address(of: "0").reveal().hasSuffix("token=1002"))
    }

    @Test func `an address that has ended is not given again when the clock was set back by less than its age`()
        async throws
    {
        let transport = Transport((1...3).map { #"{"signedURL":"/object/sign/watchlist-photos/a?token=\#($0)"}"# })
        let now = Mutex(90_000.0)
        let uptime = Mutex(10.0)
        let addresses = SignedAddresses(
            try await Self.pictures(transport), now: { now.withLock { $0 } }, uptime: { uptime.withLock { $0 } })
        #expect(try await addresses.address(of: "a").reveal().hasSuffix("token=1"))
        // Nearly an hour has passed, and the clock went back by 49 minutes in it.
        now.withLock { $0 += 600 }
        uptime.withLock { $0 += 3_539 }
        #expect(try await addresses.address(of: "a").reveal().hasSuffix("token=1"))
        uptime.withLock { $0 += 1 }
        #expect(try await addresses.address(of: "a").reveal().hasSuffix("token=2"))
        // A virtual machine was stopped: only the machine's clock went on.
        now.withLock { $0 += 3_540 }
        #expect(try await addresses.address(of: "a").reveal().hasSuffix("token=3"))
    }

    @Test func `no address is given of a photo that has left the store, as at a logout`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/birds.sqlite")
            let photo = try #require(FeatureID("0000000d-0000-4000-8000-000000000001"))
            let made = try Tool.sqlite3(
                store.path,
                """
                INSERT INTO geoq_source (name, kind) VALUES ('shell', 'file') ON CONFLICT DO NOTHING;
                INSERT INTO bird (id, common_name, source) VALUES ('0000000e-0000-4000-8000-000000000001', 'Wren', 'shell');
                INSERT INTO watchlists (id, title, source) VALUES ('0000000a-0000-4000-8000-000000000001', 'Small', 'shell');
                INSERT INTO watchlist_entries (id, watchlist_id, bird_id, source)
                    SELECT '0000000b-0000-4000-8000-000000000001', w.id, b.id, 'shell' FROM watchlists AS w, bird AS b WHERE w.title = 'Small';
                INSERT INTO observed_bird_photos (id, watchlist_entry_id, image_path, is_uploaded, storage_url, source)
                    SELECT '\(photo)', id, 'a.jpg', 1, 'u/e/a.jpg', 'shell' FROM watchlist_entries
                """)
            #expect(made.status == 0, "\(made.errors)")
            let transport = Transport([#"{"signedURL":"/object/sign/watchlist-photos/u/e/a.jpg?token=1"}"#])
            let vault = try await Self.vault()
            try await Self.note("a0000000-0000-4000-8000-00000000000a", in: store)
            let account = Account(
                try Self.project(), store: store, transport: transport, vault: vault, clock: Self.clock)
            let kept = try await store.photos.photo(photo).photo
            #expect(try await account.address(of: kept)?.reveal().hasSuffix("token=1") == true)
            try await store.photos.delete([photo])
            await #expect(throws: StoreError.self) { _ = try await account.address(of: kept) }
            #expect(transport.asked.count == 1)
        }
    }

    @Test func `objects are listed folder by folder, and long folders page by page`() async throws {
        let full = (0..<1_000).map { #"{"name":"\#($0).jpg","id":"i","metadata":{"size":2}}"# }.joined(separator: ",")
        let transport = Transport([
            #"[{"name":"e1","id":null},{"name":"e2","id":null}]"#, "[\(full)]",
            #"[{"name":"last.jpg","id":"i","metadata":{"size":5}}]"#, "[]",
        ])
        let objects = try await Self.pictures(transport).objects(of: "u")
        #expect(objects.count == 1_001 && objects["u/e2/last.jpg"] == 5 && objects["u/e2/7.jpg"] == 2)
        #expect(transport.asked.count == 4 && transport.asked[2].contains(#""offset":1000"#))
    }

    @Test func `a project that cannot name a picture is told from one that cannot be asked`() async throws {
        func refusal(_ code: String) -> TransportAnswer {
            TransportAnswer(
                status: 400, headers: [("content-type", "application/json")],
                body: Array(#"{"code":"\#(code)","message":"m","details":null,"hint":null}"#.utf8))
        }
        let all = TransportAnswer(status: 200, headers: [("content-type", "application/json")], body: Array("[]".utf8))
        let transport = Transport([all, refusal("42703"), refusal("PGRST205")])
        let pictures = try await Self.pictures(transport)
        #expect(try await pictures.has(.profile))
        #expect(try await !pictures.has(.profile), "no column")
        #expect(try await !pictures.has(.cover), "no table")
        await #expect(throws: (any Error).self) { _ = try await pictures.has(.cover) }
    }

    @Test func `the object of a row goes only while it is the picture that has to go`() async throws {
        func info(_ sha256: String) -> String { #"{"size":1,"created_at":"t","metadata":{"sha256":"\#(sha256)"}}"# }
        let transport = Transport([info("ab12"), "[]", info("cd34")])
        let pictures = try await Self.pictures(transport)
        #expect(try await pictures.delete("u/avatar.jpg", in: .profilePhotos, ifIs: "ab"))
        #expect(transport.asked.last == #"DELETE /object/profile-photos {"prefixes":["u/avatar.jpg"]}"#)
        #expect(try await !pictures.delete("u/avatar.jpg", in: .profilePhotos, ifIs: "ab"), "It was replaced.")
        #expect(transport.asked.count == 3)
    }

    @Test func `what is not there, and what is not reached, are told apart`() async throws {
        let missing = TransportAnswer(
            status: 400, headers: [("content-type", "application/json")],
            body: Array(#"{"statusCode":"404","error":"not_found","message":"Object not found"}"#.utf8))
        let transport = Transport([missing, missing])
        let pictures = try await Self.pictures(transport)
        #expect(try await pictures.object("a/b") == nil)
        let absent = await #expect(throws: SyncError.self) { _ = try await pictures.download("a/b") }
        #expect(absent?.kind == .refused && absent?.retryMayHelp == false)
        let offline = await #expect(throws: SyncError.self) { _ = try await pictures.download("a/b") }
        #expect(offline?.kind == .unreachable)
    }
}
