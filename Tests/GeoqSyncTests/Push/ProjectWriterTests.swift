import Geoq
import Synchronization
import Testing

@testable import GeoqStore
@testable import GeoqSupabase
@testable import GeoqSync

/// What a project's answers mean for each of many operations: how many requests
/// go, which operations are blamed, and which are left for later.
@Suite struct ProjectWriterTests {
    // MARK: - Operations

    /// The list, or the entry, of a number.
    private static func id(_ number: Int, _ first: String = "d") -> FeatureID {
        let digits = String(number)
        let text = "\(first)0000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
        guard let id = FeatureID(text) else { preconditionFailure("\(text) is no id") }
        return id
    }

    private static func operation(
        _ number: Int, _ kind: PendingOperation.Kind = .insert, _ table: MirrorTable = .watchlists,
        version: Int64? = nil, _ values: [ColumnValue] = [ColumnValue("title", .text("Ducks"))]
    ) -> PendingOperation {
        PendingOperation(
            id: id(number, "a"), row: RowKey(table, id(number)), kind: kind, baseVersion: version, values: values,
            editedAt: "2026-05-03T05:42:00Z", state: .ready, waitsFor: nil, attempts: 0, notBefore: nil, failure: nil,
            sequence: Int64(number))
    }

    private static func inserts(_ count: Int) -> [PendingOperation] { (0..<count).map { operation($0) } }

    private static func push(
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

    private static let applied = OperationAnswer.applied(version: 1)

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

    private static func entry(_ number: Int, of list: Int) -> PendingOperation {
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

    @Test func `a text that is no day is not sent, and costs no other row`() async throws {
        let values = [ColumnValue("title", .text("Ducks")), ColumnValue("start_date", .text("today"))]
        let operations = [Self.operation(0), Self.operation(1, .insert, .watchlists, values), Self.operation(2)]
        let kit = PushScript.kit { _ in nil }
        for script in [kit, .tables(PushScript.json(200, "[]"))] {
            let reply = try await Self.push(operations, script)
            #expect(
                reply.answers == [
                    Self.applied,
                    .unusable(
                        "not sent: start_date of watchlists/\(Self.id(1)) is \"today\", which is no day (yyyy-mm-dd)"),
                    Self.applied,
                ])
        }
        #expect(kit.sizes == [2])
        let right = [
            "2026-02-28", "2026-05-03T05:42:00Z", "2026-05-03 05:42:00", "2026-05-03T05:42:00.123456789+02:00",
            "2026-05-03 05:42+02", "0044-03-15 BC", "-0044-03-15", "+10000-01-01T00:00:00Z", "10000-01-01", "infinity",
        ]
        for text in right { #expect(WrittenTime.isDayOrMoment(text), "\(text)") }
        let wrong = [
            "", "soon", "now", "1/2/2026", "31.12.2020", "2026-02-30", "2026-13-01", "2026-5-3", "20260503",
            "2026-05-03T25:00:00Z", "2026-05-03T05:42:00 CET", "2026-05-03x", "05:42", "1780000000",
        ]
        for text in wrong { #expect(!WrittenTime.isDayOrMoment(text), "\(text)") }
    }

    // MARK: - Tables alone

    @Test func `without the kit, what belongs to a deleted row is refused as the kit refuses it`() async throws {
        let entries = [Self.entry(1, of: 8), Self.entry(2, of: 9)]
        let deleted = PushScript.json(200, #"[{"id":"\#(Self.id(8))"}]"#)
        let refused = OperationAnswer.refused(
            isForbidden: false, code: "PT410", message: "the row in watchlists that this one belongs to is deleted")
        #expect(try await Self.push(entries, .tables(deleted)).answers == [refused, Self.applied])

        // Who may not see the lists is told by the policies of the entries.
        let hidden = try await Self.push(entries, .tables(PushScript.fault(403, "42501")))
        #expect(hidden.answers == [Self.applied, Self.applied] && hidden.obstacle == nil)
        // Without an answer nothing is sent, and no try is counted.
        let busy = try await Self.push(entries, .tables(PushScript.fault(503, "PGRST002")))
        #expect(busy.answers == [.unsent, .unsent] && busy.obstacle?.retryMayHelp == true)

        let revival = Self.operation(8, .update, version: 3, [ColumnValue("deleted_at", .null)])
        let later = try await Self.push([revival] + entries, .tables(deleted, change: PushScript.fault(500, "57014")))
        #expect(
            later.answers == [
                .transient(code: "57014", message: "told to"), .waits(for: RowKey(.watchlists, Self.id(8))),
                Self.applied,
            ])
    }

    @Test func `a project that answers of functions for its tables refuses no operation`() async throws {
        let script = PushScript { _ in PushScript.fault(404, "PGRST202") }
        let change = Self.operation(4, .update, version: 3)
        let reply = try await Self.push(Self.inserts(3) + [change], script)
        #expect(reply.answers == Array(repeating: .unsent, count: 4))
        let obstacle = try #require(reply.obstacle)
        #expect(obstacle.retryMayHelp && "\(obstacle)" == "the project takes no changes now: told to", "\(obstacle)")
    }

    @Test func `without the kit, what belongs to a row of a deleted row is refused, too`() async throws {
        let script = PushScript { request in
            if request.url.contains("/rpc/geoq_push") { return PushScript.fault(404, "PGRST202") }
            guard request.method == "GET" else { return PushScript.json(201, "[]") }
            guard request.url.contains("/watchlist_entries") else {
                return PushScript.json(200, #"[{"id":"\#(Self.id(9))"}]"#)
            }
            let list = #""deleted_at":null,"watchlist_id":"\#(Self.id(9))""#
            return PushScript.json(200, #"[{"id":"\#(Self.id(8))",\#(list)}]"#)
        }
        let photo = Self.operation(
            1, .insert, .observedBirdPhotos, [ColumnValue("watchlist_entry_id", .text(Self.id(8).description))])
        let message = "the row in watchlist_entries that this one belongs to is deleted"
        #expect(
            try await Self.push([photo], script).answers == [
                .refused(isForbidden: false, code: "PT410", message: message)
            ])
    }

    /// Such as after an answer that was lost: the rows are there, and PostgREST tells of none of them.
    @Test func `without the kit, all rows are looked at again, however few the server sends at once`() async throws {
        let script = PushScript { request in
            if request.url.contains("/rpc/geoq_push") { return PushScript.fault(404, "PGRST202") }
            guard request.method == "GET" else { return PushScript.json(201, "[]") }
            let asked = (0..<5).map { Self.id($0).description }.filter { request.url.contains($0) }
            let rows = asked.prefix(2).map { #"{"id":"\#($0)","title":"Ducks","row_version":1}"# }
            return PushScript.json(200, "[\(rows.joined(separator: ","))]")
        }
        let reply = try await Self.push(Self.inserts(5), script)
        #expect(reply.answers == Array(repeating: .applied(version: 1), count: 5) && reply.obstacle == nil)
    }

    @Test func `a row of an answer has the store's forms`() async throws {
        let script = PushScript.answering { _ in
            #"""
            "status":"conflict","row_version":4,"row":{"id":"x","title":null,"row_version":4,"deleted_at":null,
            "start_date":"2026-02-28","location_rule_lat":1,"species_rule_enabled":true,"observed_count":3,
            "updated_at":"2026-05-03T07:42:00.5+02:00","edited_at":"2026-05-03T07:42:00.5+02:00",
            "edited_device":"e","of_tomorrow":1}
            """#
        }
        let operation = Self.operation(1, .update, version: 3, [ColumnValue("title", .text("Ducks"))])
        let reply = try await Self.push([operation], script)
        guard case .conflict(let row) = reply.answers[0] else {
            Issue.record("\(reply.answers)")
            return
        }
        #expect(row.version == 4 && row.deletedAt == nil && row.editedAt == "2026-05-03T05:42:00.500000Z")
        #expect(row.editedDevice == "e")
        #expect(
            row.values == [
                ColumnValue("title", .null), ColumnValue("start_date", .text("2026-02-28")),
                ColumnValue("observed_count", .integer(3)), ColumnValue("species_rule_enabled", .bool(true)),
                ColumnValue("location_rule_lat", .real(1)),
            ])
    }

    @Test func `the names of the mirror's tables and columns are those of the requests`() async throws {
        let script = PushScript.kit { _ in nil }
        let mapping = try TableMapping(json: #"{"watchlists":{"table":"lists","columns":{"title":"name"}}}"#)
        _ = try await Self.push([Self.operation(1)], script, mapping)
        let sent = try #require(script.operations.first)
        #expect(sent["table"]?.string == "lists" && sent["values"]?.object?["name"]?.string == "Ducks")
        let without = try TableMapping(json: #"{"watchlists":null}"#)
        let reply = try await Self.push([Self.operation(1)], script, without)
        guard case .refused(false, nil, _) = reply.answers[0] else {
            Issue.record("\(reply.answers)")
            return
        }
    }

    @Test func `a real keeps its bits, a number that JSON lacks is a text`() {
        let values: [(FieldValue, String)] = [
            (.real(0.1 + 0.2), "0.30000000000000004"), (.real(-0.0), "0"), (.real(.nan), "\"NaN\""),
            (.real(-.infinity), "\"-Infinity\""), (.bool(true), "true"), (.integer(.min), "\(Int64.min)"),
            (.text("a\"\u{7}"), #""a\"\u0007""#), (.null, "null"),
        ]
        for (value, text) in values { #expect(JSONValue(column: value).text == text) }
    }
}

/// Answers requests from a script, and remembers what was sent.
final class PushScript: Transport {
    private let script: @Sendable (TransportRequest) -> TransportAnswer?
    private let failure: TransportFailure
    private let sent = Mutex<[[JSONObject]]>([])

    /// - Parameters:
    ///   - failure: how a connection fails.
    ///   - script: gives nil for a connection that fails.
    init(
        failing failure: TransportFailure = .notReached,
        _ script: @escaping @Sendable (TransportRequest) -> TransportAnswer?
    ) {
        (self.failure, self.script) = (failure, script)
    }

    /// How many operations each request had.
    var sizes: [Int] { sent.withLock { $0.map(\.count) } }
    /// The operations of the last request.
    var operations: [JSONObject] { sent.withLock { $0.last ?? [] } }

    func answer(to request: TransportRequest) async throws -> TransportAnswer {
        sent.withLock { $0.append(Self.operations(of: request)) }
        guard let answer = script(request) else { throw failure }
        return answer
    }

    static func json(_ status: Int, _ body: String) -> TransportAnswer {
        TransportAnswer(status: status, headers: [("content-type", "application/json")], body: Array(body.utf8))
    }

    static func fault(_ status: Int, _ code: String) -> TransportAnswer {
        json(status, #"{"code":"\#(code)","message":"told to","details":null,"hint":null}"#)
    }

    static let portal = TransportAnswer(
        status: 200, headers: [("content-type", "text/html")], body: Array("<p>Log in".utf8))

    private static func operations(of request: TransportRequest) -> [JSONObject] {
        let body = try? JSONValue(parsing: request.body)
        return (body?.object?["p_ops"]?.array ?? body?.array)?.compactMap(\.object) ?? []
    }

    /// The kit, which takes everything; a batch for which `fault` gives an answer
    /// gets that. Operations are told by their numbers.
    static func kit(_ fault: @escaping @Sendable ([Int]) -> TransportAnswer?) -> PushScript {
        PushScript { request in
            let operations = operations(of: request)
            if let answer = fault(operations.map(number)) { return answer }
            return answers(operations) { _ in #""status":"ok","row_version":1"# }
        }
    }

    /// Tables without the kit, which take every new row.
    ///
    /// - Parameters:
    ///   - rows: the answer to each question for rows.
    ///   - change: the answer to each change of a row.
    static func tables(_ rows: TransportAnswer, change: TransportAnswer? = nil) -> PushScript {
        PushScript { request in
            if request.url.contains("/rpc/geoq_push") { return fault(404, "PGRST202") }
            if request.method != "POST" { return request.method == "GET" ? rows : change }
            let made = operations(of: request).map { #"{"id":"\#($0["id"]?.string ?? "")","row_version":1}"# }
            return json(201, "[\(made.joined(separator: ","))]")
        }
    }

    /// The kit, which answers to an operation with these members.
    ///
    /// - Parameter rows: the answer to each question for rows.
    static func answering(
        rows: TransportAnswer? = nil, _ members: @escaping @Sendable (Int) -> String
    ) -> PushScript {
        PushScript { request in
            if request.method == "GET", let rows { return rows }
            return answers(operations(of: request), members)
        }
    }

    private static func answers(_ operations: [JSONObject], _ members: (Int) -> String) -> TransportAnswer {
        let list = operations.map { #"{"op_id":"\#($0["op_id"]?.string ?? "")",\#(members(number($0)))}"# }
        return json(200, #"{"kit":2,"now":"n","answers":[\#(list.joined(separator: ","))]}"#)
    }

    private static func number(_ operation: JSONObject) -> Int {
        operation["op_id"]?.string.flatMap { Int($0.suffix(12)) } ?? -1
    }
}
