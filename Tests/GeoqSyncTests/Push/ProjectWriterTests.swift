import Geoq
import Testing

@testable import GeoqStore
@testable import GeoqSupabase
@testable import GeoqSync

/// What a project's answers mean for each of many operations: how many requests
/// go, which operations are blamed, and which are left for later.
@Suite struct ProjectWriterTests {
    // MARK: - Operations

    /// The list, or the entry, of a number.
    static func id(_ number: Int, _ first: String = "d") -> FeatureID {
        let digits = String(number)
        let text = "\(first)0000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
        guard let id = FeatureID(text) else { preconditionFailure("\(text) is no id") }
        return id
    }

    static func operation(
        _ number: Int, _ kind: PendingOperation.Kind = .insert, _ table: MirrorTable = .watchlists,
        version: Int64? = nil, _ values: [ColumnValue] = [ColumnValue("title", .text("Ducks"))]
    ) -> PendingOperation {
        PendingOperation(
            id: id(number, "a"), row: RowKey(table, id(number)), kind: kind, baseVersion: version, values: values,
            editedAt: "2026-05-03T05:42:00Z", state: .ready, waitsFor: nil, attempts: 0, notBefore: nil, failure: nil,
            sequence: Int64(number))
    }

    static func inserts(_ count: Int) -> [PendingOperation] { (0..<count).map { operation($0) } }

    static func push(
        _ operations: [PendingOperation], _ transport: PushScript, _ mapping: TableMapping = .standard
    ) async throws -> PushReply {
        let vault = MemoryVault()
        let session = Session(
            userID: id(7, "b").description, accessToken: Secret("access"), refreshToken: Secret("refresh"),
            expiresAt: 1_800_003_600)
        _ = try await vault.update { _ in VaultContents(state: .active(session), generation: 1) }
        let project = try SupabaseProject(url: "https://abc.supabase.co", key: Secret("sb_publishable_abc"))
        let keeper = SessionKeeper(project, transport: transport, vault: vault, clock: WallClock { 1_800_000_000 })
        let client = ProjectClient(project, transport: transport, sessions: keeper, waits: [], pause: { _ in })
        return try await SupabaseRemote(client, pause: { _ in }).push(
            operations, PushContext(mapping: mapping, device: id(9, "c")))
    }

    static let applied = OperationAnswer.applied(version: 1)

    // MARK: - The kit

    @Test func `a hundred operations are one request, with their device and moment`() async throws {
        let script = PushScript.kit { _ in nil }
        let reply = try await Self.push(Self.inserts(100), script)
        #expect(reply.answers == Array(repeating: Self.applied, count: 100) && reply.obstacle == nil)
        #expect(script.sizes == [100])
        let values = try #require(script.operations.first?["values"]?.object)
        #expect(values["edited_at"]?.string == "2026-05-03T05:42:00Z")
        #expect(values["edited_device"]?.string == Self.id(9, "c").description)
    }

    /// The refusal has to be found, though it comes without saying of which
    /// operation it is: a trigger of the server that fails is such a one.
    @Test func `an operation that breaks a whole batch is found, and the others go`() async throws {
        let script = PushScript.kit { operations in
            operations.contains(37) ? PushScript.fault(500, "XX000") : nil
        }
        let reply = try await Self.push(Self.inserts(100), script)
        var expected = Array(repeating: Self.applied, count: 100)
        expected[37] = .refused(isForbidden: false, code: "XX000", message: "told to")
        #expect(reply.answers == expected && reply.obstacle == nil)
        #expect(script.sizes.count <= 15, "\(script.sizes)")
    }

    @Test func `a statement that takes too long is halved, and later batches stay small`() async throws {
        let script = PushScript.kit { $0.count > 25 ? PushScript.fault(500, "57014") : nil }
        let reply = try await Self.push(Self.inserts(200), script)
        #expect(reply.answers == Array(repeating: Self.applied, count: 200))
        #expect(script.sizes == [100, 50, 25, 25, 50, 25, 25, 100, 50, 25, 25, 50, 25, 25])
        let slow = PushScript.kit { $0.contains(3) ? PushScript.fault(500, "57014") : nil }
        let last = try await Self.push(Self.inserts(6), slow)
        #expect(last.answers[3] == .transient(code: "57014", message: "told to"))
        #expect(last.answers.count { $0 == Self.applied } == 5 && last.obstacle == nil)
    }

    @Test func `a kit that is not shown any more has taken what it has answered`() async throws {
        let script = PushScript.kit { $0.contains(150) ? PushScript.fault(404, "PGRST202") : nil }
        let reply = try await Self.push(Self.inserts(250), script)
        #expect(reply.answers[..<100].allSatisfy { $0 == Self.applied })
        #expect(reply.answers[100...].allSatisfy { $0 == .unsent } && reply.obstacle?.retryMayHelp == true)
        #expect(script.sizes == [100, 100])
    }

    @Test(arguments: [
        (503, "PGRST002"), (503, "57P01"), (503, "53300"), (429, "PT429"), (405, "25006"), (504, "PGRST003"),
    ])
    func `a server that is not ready costs one try, of those that were sent`(status: Int, code: String) async throws {
        let script = PushScript.kit { $0.contains(150) ? PushScript.fault(status, code) : nil }
        let reply = try await Self.push(Self.inserts(250), script)
        #expect(reply.answers[..<100].allSatisfy { $0 == Self.applied })
        #expect(reply.answers[100..<200].allSatisfy { $0 == .transient(code: code, message: "told to") })
        #expect(reply.answers[200...].allSatisfy { $0 == .unsent })
        #expect(reply.obstacle?.retryMayHelp == true && reply.obstacle?.kind == .unreachable)
        #expect(script.sizes == [100, 100])
    }

    @Test func `a network that fails costs no try`() async throws {
        for answer in [PushScript.portal, nil] {
            let script = PushScript { _ in answer }
            let reply = try await Self.push(Self.inserts(3), script)
            #expect(reply.answers == [.unsent, .unsent, .unsent])
            #expect(reply.obstacle?.kind == .unreachable && reply.obstacle?.retryMayHelp == true)
        }
    }

    @Test func `operations whose request got no answer are told from those that were not sent`() async throws {
        let silent = try await Self.push(Self.inserts(150), PushScript { _ in nil })
        #expect(silent.unanswered == Set(0..<100) && silent.answers.allSatisfy { $0 == .unsent })
        let portal = try await Self.push(Self.inserts(150), PushScript { _ in PushScript.portal })
        #expect(portal.unanswered.isEmpty)
        for failure in [TransportFailure.notConnected, .nameUnknown, .untrusted] {
            let unsent = try await Self.push(Self.inserts(150), PushScript(failing: failure) { _ in nil })
            #expect(unsent.unanswered.isEmpty && unsent.answers.allSatisfy { $0 == .unsent }, "\(failure)")
            #expect(unsent.obstacle?.kind == .unreachable && unsent.obstacle?.retryMayHelp == true, "\(failure)")
        }
    }

    @Test func `an answer of a proxy, or of a server without its database, leaves open what was done`() async throws {
        for (status, body, isOpen) in [
            (502, "{}", true), (504, "<p>Gateway Timeout", true), (500, #"{"code":"","message":""}"#, true),
            (503, "{}", false), (503, #"{"code":"PGRST002","message":"m"}"#, false), (429, "{}", false),
        ] {
            let reply = try await Self.push(Self.inserts(1), PushScript { _ in PushScript.json(status, body) })
            guard case .transient(_, _, _, let mayBeTaken) = reply.answers[0] else {
                Issue.record("\(status): \(reply)")
                continue
            }
            #expect(mayBeTaken == isOpen, "\(status) \(body)")
        }
    }

    @Test func `a change of a row whose version has no next one is refused`() async throws {
        let changes = [
            Self.operation(1, .update, version: Int64.max), Self.operation(2, .delete, version: Int64.max, []),
            Self.operation(3, .update, version: 3),
        ]
        let changed = PushScript.json(200, #"[{"id":"\#(Self.id(3))","row_version":4}]"#)
        let reply = try await Self.push(changes, PushScript.tables(PushScript.json(200, "[]"), change: changed))
        let words = "row_version of the row is 9223372036854775807 there, and cannot be raised"
        let refused = OperationAnswer.refused(isForbidden: false, code: nil, message: words)
        #expect(reply.answers == [refused, refused, .applied(version: 4)] && reply.obstacle == nil, "\(reply)")
    }

    @Test func `a change to a table whose answer cannot be read may be done`() async throws {
        let script = PushScript.tables(PushScript.json(200, "[]"), change: PushScript.json(200, "7"))
        let reply = try await Self.push([Self.operation(1, .update, version: 3)], script)
        #expect(reply.answers == [.unsent] && reply.unanswered == [0] && reply.obstacle?.kind == .protocol, "\(reply)")
    }

    @Test(arguments: [(503, "PGRST002", true), (500, "XX000", false), (400, "22023", false)])
    func `a row that cannot be read after the answer leaves its own operation open, and no other`(
        status: Int, code: String, isObstacle: Bool
    ) async throws {
        let script = PushScript.answering(rows: PushScript.fault(status, code)) { number in
            #""status":"\#(number == 0 ? "exists" : "ok")","row_version":1"#
        }
        let reply = try await Self.push(Self.inserts(3), script)
        let open = OperationAnswer.transient(code: code, message: "told to")
        #expect(reply.answers == [open, Self.applied, Self.applied], "\(reply)")
        #expect(reply.unanswered == [0] && (reply.obstacle?.kind == .unreachable) == isObstacle, "\(reply)")
        #expect(script.sizes == [3, 0])
    }

    @Test func `the right to push that is missing is no operation's fault`() async throws {
        let script = PushScript.kit { _ in PushScript.fault(403, "42501") }
        let reply = try await Self.push(Self.inserts(3), script)
        #expect(reply.answers == [.unsent, .unsent, .unsent] && reply.obstacle?.kind == .refused)
        #expect(script.sizes == [3])
    }

    @Test func `answers that are of other operations are no answers`() async throws {
        let script = PushScript { _ in
            PushScript.json(200, #"{"kit":2,"now":"n","answers":[{"op_id":"x","status":"ok","row_version":1}]}"#)
        }
        let reply = try await Self.push(Self.inserts(1), script)
        #expect(reply.answers == [.unsent] && reply.obstacle?.kind == .protocol)
        #expect(reply.unanswered == [0])
    }

    static func entry(_ number: Int, of list: Int) -> PendingOperation {
        operation(
            number, .insert, .watchlistEntries,
            [
                ColumnValue("watchlist_id", .text(id(list).description)),
                ColumnValue("bird_id", .text(id(5, "e").description)),
            ])
    }

    @Test func `a child waits for its parent, and says for which`() async throws {
        let script = PushScript.answering { number in
            switch number {
            case 1: #""status":"rejected","code":"23502","message":"null value""#
            case 2: #""status":"rejected","code":"42501","message":"row-level security""#
            case 3: #""status":"rejected","code":"23503","message":"… \"watchlist_entries_bird_id_fkey\"""#
            case 4: #""status":"rejected","code":"42501","message":"row-level security""#
            default: #""status":"ok","row_version":1"#
            }
        }
        let reply = try await Self.push(
            [
                Self.operation(0), Self.operation(1), Self.entry(2, of: 1), Self.entry(3, of: 0), Self.entry(4, of: 8),
                Self.entry(5, of: 0),
            ], script)
        #expect(
            reply.answers == [
                Self.applied, .refused(isForbidden: false, code: "23502", message: "null value"),
                .waits(for: RowKey(.watchlists, Self.id(1))), .waits(for: RowKey(.bird, Self.id(5, "e"))),
                .refused(isForbidden: true, code: "42501", message: "row-level security"), Self.applied,
            ])
    }
}
