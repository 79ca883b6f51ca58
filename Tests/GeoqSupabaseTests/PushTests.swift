import Geoq
import TestSupport
import Testing

@testable import GeoqSupabase

/// How changes are sent, as text, and what answers mean: those that were recorded
/// of a real PostgREST first.
@Suite struct PushTests {
    private static func id(_ text: String) -> FeatureID {
        guard let id = FeatureID(text) else { preconditionFailure("\(text) is no id") }
        return id
    }

    private static let list = id("d0000000-0000-4000-8000-000000000001")
    private static let names = TablePush.Names()

    private static func operation(
        _ kind: PushedOperation.Kind, _ number: Int = 1, row: FeatureID = list, version: Int64? = nil,
        _ values: [(String, JSONValue)] = []
    ) -> PushedOperation {
        PushedOperation(
            id: id("10000000-0000-4000-8000-00000000000\(number)"), table: "watchlists", kind: kind, row: row,
            baseVersion: version, values: JSONObject(values.map { JSONObject.Member($0.0, $0.1) }))
    }

    private static func text(_ request: WireRequest) throws -> String {
        var request = request
        request.asker = .application
        let project = try SupabaseProject(url: "https://abc.supabase.co", key: Secret("sb_publishable_abc"))
        let message = request.message(to: project, token: nil)
        let prefer = message.headers.filter { $0.name == "prefer" }.map { " [\($0.value)]" }.joined()
        #expect(message.headers.contains { $0.name == "content-type" && $0.value == "application/json" })
        return
            "\(message.method) \(message.url.dropFirst(23))\(prefer) \(String(decoding: message.body, as: UTF8.self))"
    }

    // MARK: - Requests

    @Test func `operations for the kit`() throws {
        let operations = [
            Self.operation(
                .insert, 1, [("title", .string("A \"b\"")), ("location_rule_lat", .number(0.1)), ("type", .null)]),
            Self.operation(.update, 2, version: 3, [("location_rule_lon", .number(-1e-7))]),
            Self.operation(.delete, 3, version: 4, [("title", .string("not sent"))]),
        ]
        let list = "\"table\":\"watchlists\""
        #expect(
            try Self.text(KitPush.request(operations.map(KitPush.text))) == """
                POST /rest/v1/rpc/geoq_push {"p_ops":[\
                {"op_id":"10000000-0000-4000-8000-000000000001",\(list),"kind":"insert",\
                "id":"d0000000-0000-4000-8000-000000000001",\
                "values":{"title":"A \\"b\\"","location_rule_lat":0.1,"type":null}},\
                {"op_id":"10000000-0000-4000-8000-000000000002",\(list),"kind":"update",\
                "id":"d0000000-0000-4000-8000-000000000001","base_version":3,"values":{"location_rule_lon":-1e-07}},\
                {"op_id":"10000000-0000-4000-8000-000000000003",\(list),"kind":"delete",\
                "id":"d0000000-0000-4000-8000-000000000001","base_version":4}]}
                """)
        #expect(!KitPush.request([]).mayRepeat, "The sender counts tries.")
    }

    @Test func `operations for tables`() throws {
        let inserts = [
            Self.operation(.insert, 1, [("title", .string("A"))]),
            Self.operation(.insert, 2, row: Self.id("d0000000-0000-4000-8000-000000000002"), [("title", .null)]),
        ]
        #expect(
            try Self.text(
                TablePush.insert(inserts.map { TablePush.text($0, Self.names) }, into: "watchlists", Self.names)) == """
                    POST /rest/v1/watchlists?on_conflict=id&select=id,row_version \
                    [resolution=ignore-duplicates,return=representation] \
                    [{"id":"d0000000-0000-4000-8000-000000000001","title":"A"},\
                    {"id":"d0000000-0000-4000-8000-000000000002","title":null}]
                    """)
        let place = "PATCH /rest/v1/watchlists?id=eq.\(Self.list)&row_version=eq.3&deleted_at=is.null"
        let update = Self.operation(.update, version: 3, [("title", .string("B"))])
        #expect(
            try Self.text(TablePush.change(update, Self.names)) == """
                \(place)&select=id,row_version [return=representation] \
                {"title":"B","row_version":4,"updated_at":"now"}
                """)
        #expect(
            try Self.text(TablePush.change(Self.operation(.delete, version: 3), Self.names)) == """
                \(place)&select=id,row_version [return=representation] \
                {"deleted_at":"now","row_version":4,"updated_at":"now"}
                """)
        #expect(
            try Self.text(TablePush.change(Self.operation(.update, version: 3, [("deleted_at", .null)]), Self.names))
                == """
                PATCH /rest/v1/watchlists?id=eq.\(Self.list)&row_version=eq.3&deleted_at=not.is.null\
                &select=id,row_version [return=representation] \
                {"deleted_at":null,"row_version":4,"updated_at":"now"}
                """)
        #expect(
            try Self.text(
                TablePush.deleteChildren(of: [Self.list], in: "watchlist_entries", by: "watchlist_id", Self.names))
                    == """
                    PATCH /rest/v1/watchlist_entries?watchlist_id=eq.\(Self.list)&deleted_at=is.null \
                    [return=minimal] {"deleted_at":"now","updated_at":"now"}
                    """)
    }

    @Test func `batches keep the order and both bounds`() {
        let sizes = Array(repeating: 10, count: 250) + [300_000, 1] + Array(repeating: 100_000, count: 5)
        let batches = PushBatch.cut(sizes) { $0 }
        #expect(batches.flatMap(Array.init) == sizes)
        #expect(batches.map(\.count) == [100, 100, 50, 1, 3, 2, 1])
        #expect(PushBatch.cut([Int]()) { $0 }.isEmpty)
        #expect(PushBatch.cut([1, 2, 3], mostOperations: 2) { $0 }.map(Array.init) == [[1, 2], [3]])
    }

    // MARK: - Answers of the kit

    private static func answers(_ list: String, to operations: [PushedOperation]) throws -> [PushedAnswer] {
        try KitPush.answers(
            Array(#"{"kit":2,"now":"2026-01-01T00:00:00+00:00","answers":\#(list)}"#.utf8), to: operations)
    }

    @Test(arguments: [
        (#""status":"ok","row_version":4"#, PushedAnswer.done(version: 4)),
        (#""status":"ok","row_version":4,"replayed":true"#, .done(version: 4)),
        (
            #""status":"exists","row_version":2,"row":{"id":"x"}"#,
            .exists(version: 2, row: JSONObject([.init("id", .string("x"))]))
        ),
        (#""status":"exists","row_version":2,"replayed":true"#, .exists(version: 2, row: nil)),
        (
            #""status":"conflict","row_version":3,"row":{"title":null}"#,
            .conflict(version: 3, row: JSONObject([.init("title", .null)]))
        ),
        (#""status":"forbidden""#, .forbidden), (#""status":"gone""#, .gone),
        (
            #""status":"rejected","code":"23503","message":"m""#,
            .refused(RemoteFault(.order, code: "23503", message: "m"))
        ),
        (
            #""status":"rejected","code":"42501","message":"m""#,
            .refused(RemoteFault(.forbidden, code: "42501", message: "m"))
        ),
        (#""status":"rejected","code":"23502""#, .refused(RemoteFault(.permanent, code: "23502"))),
        (#""status":"rejected","code":"PT410""#, .refused(RemoteFault(.permanent, code: "PT410"))),
    ])
    func `an answer of the kit`(members: String, expected: PushedAnswer) throws {
        let operation = Self.operation(.insert)
        #expect(try Self.answers(#"[{"op_id":"\#(operation.id)",\#(members)}]"#, to: [operation]) == [expected])
    }

    @Test(arguments: [
        "[]", "null", "[5]", #"[{"status":"ok"}]"#, #"[{"op_id":"\#(list)","status":"ok"}]"#,
        #"[{"op_id":"10000000-0000-4000-8000-000000000001","status":"fine"}]"#,
        #"[{"op_id":"10000000-0000-4000-8000-000000000001","status":"rejected"}]"#,
        #"[{"op_id":"10000000-0000-4000-8000-000000000001","status":"ok"},{"op_id":"x","status":"ok"}]"#,
    ])
    func `answers to other operations are refused`(list: String) {
        let fault = #expect(throws: RemoteFault.self) { try Self.answers(list, to: [Self.operation(.insert)]) }
        #expect(fault?.class == .drift && fault?.status == 0)
    }

    // MARK: - Recorded answers

    /// The answer of each recorded request.
    private static func recorded() throws -> [String: TransportAnswer] {
        let run = try Tool.run("/usr/bin/gzip", ["-dc", Excerpts.path + "/postgrest/vectors.jsonl.gz"])
        var all: [String: TransportAnswer] = [:]
        for line in run.lines {
            let vector = try #require(try JSONValue(parsing: line).object)
            guard let name = vector["name"]?.string, let response = vector["response"]?.object,
                case .integer(let status) = response["status"]
            else { continue }
            let headers = response["headers"]?.object?.members.compactMap { member in
                member.value.string.map { (name: member.name.lowercased(), value: $0) }
            }
            all[name] = TransportAnswer(
                status: Int(status), headers: headers ?? [], body: Array((response["body"] ?? .null).text.utf8))
        }
        return all
    }

    @Test func `recorded answers to inserts and changes of tables`() throws {
        let recorded = try Self.recorded()
        func versions(_ name: String) throws -> [FeatureID: Int64?] {
            try TablePush.versions(try #require(recorded[name]), Self.names)
        }
        // Without a version in the answer: the request did not select it.
        #expect(try versions("upsert.ignore_new") == [Self.id("d0000000-0000-4000-8000-000000000009"): nil])
        #expect(try versions("upsert.ignore_existing").isEmpty)
        #expect(try versions("upsert.ignore_existing_of_another").isEmpty)
        #expect(try versions("patch.version_hit") == [Self.list: 4])
        #expect(try versions("race.two_patches_same_version_winner") == [Self.list: 4])
        for name in [
            "patch.version_miss", "patch.row_of_another", "patch.read_only_shared",
            "race.two_patches_same_version_loser",
        ] {
            #expect(try versions(name).isEmpty, "\(name)")
        }
    }

    @Test(arguments: [
        ("patch.unknown_column", PushFault.halve, PushFault.refuse), ("patch.give_away", .halve, .refuse),
        ("patch.foreign_key", .halve, .refuse), ("upsert.share_twice", .halve, .refuse),
        ("post.child_of_deleted_parent", .halve, .refuse), ("sqlstate.57014", .halve, .delay),
        ("sqlstate.55P03", .halve, .delay), ("sqlstate.53300", .wait, .wait), ("sqlstate.57P01", .wait, .wait),
        ("sqlstate.25006", .wait, .wait), ("sqlstate.XX000", .halve, .refuse), ("jwt.expired", .stop, .stop),
        ("sqlstate.40001_pool_taken_afterwards", .wait, .wait),
    ])
    func `what a recorded failure of a table asks for`(name: String, many: PushFault, alone: PushFault) throws {
        let recorded = try Self.recorded()
        let answer = try #require(recorded[name] ?? recorded.first { $0.key.hasPrefix(name) }?.value)
        let fault = try #require(RemoteFault(answer, of: .rest))
        #expect(PushFault(fault, isAlone: false, isOfTables: true) == many)
        #expect(PushFault(fault, isAlone: true, isOfTables: true) == alone)
    }

    @Test func `what a failure of the kit's function asks for`() throws {
        let recorded = try Self.recorded()
        func asks(_ name: String) throws -> PushFault {
            let answer = try #require(recorded[name])
            let fault = try #require(RemoteFault(answer, of: .rest))
            return PushFault(fault, isAlone: true, isOfTables: false)
        }
        #expect(try asks("kit.push_anon") == .stop, "The right to ask is missing; no operation is to blame.")
        #expect(try asks("rpc.kit_absent") == .stop)
        #expect(PushFault(RemoteFault(.notReached), isAlone: true, isOfTables: false) == .stop)
        #expect(PushFault(RemoteFault(.tooLarge), isAlone: false, isOfTables: false) == .halve)
        let crashed = RemoteFault(.transient, message: "", status: 400)
        #expect(PushFault(crashed, isAlone: false, isOfTables: false) == .halve, "A row may make its backend crash.")
        #expect(PushFault(crashed, isAlone: true, isOfTables: false) == .delay)
        for isAlone in [false, true] {
            let misplaced = RemoteFault(.drift, code: "PGRST202", message: "no function", status: 404)
            #expect(PushFault(misplaced, isAlone: isAlone, isOfTables: true) == .stop, "A table is no function.")
        }
        let unreadable = RemoteFault(.drift, message: "it is no list")
        #expect(PushFault(unreadable, isAlone: true, isOfTables: true) == .stop)
    }

    /// As a PostgREST over a standby answers each write. A trigger may have the same code.
    @Test func `a standby refuses no change, and a row's trigger with its code does (F20)`() {
        func fault(_ message: String) -> RemoteFault {
            let body = #"{"code":"0A000","details":null,"hint":null,"message":"\#(message)"}"#
            let type = (name: "content-type", value: "application/json")
            let answer = TransportAnswer(status: 400, headers: [type], body: Array(body.utf8))
            return RemoteFault(answer, of: .rest) ?? RemoteFault(.offline)
        }
        let standby = fault("cannot set transaction read-write mode during recovery")
        for isOfTables in [false, true] {
            for isAlone in [false, true] {
                #expect(PushFault(standby, isAlone: isAlone, isOfTables: isOfTables) == .wait)
            }
            let row = fault("not supported")
            #expect(PushFault(row, isAlone: true, isOfTables: isOfTables) == .refuse)
            #expect(PushFault(row, isAlone: false, isOfTables: isOfTables) == .halve)
        }
    }

    // MARK: - The second look

    private static func row(_ version: Int64, title: String = "B", deleted: Bool = false) -> JSONObject {
        JSONObject([
            .init("id", .string(list.description)), .init("row_version", .integer(version)),
            .init("title", .string(title)), .init("deleted_at", deleted ? .string("2026-01-01T00:00:00Z") : .null),
        ])
    }

    private static func look(_ operation: PushedOperation, _ row: JSONObject?) -> PushedAnswer {
        TablePush.secondLook(at: row, after: operation, names) { $0["title"] == operation.values["title"] }
    }

    @Test func `a second look tells one's own row from that of another`() {
        let insert = Self.operation(.insert, 1, [("title", .string("B"))])
        #expect(Self.look(insert, Self.row(1)) == .done(version: 1))
        #expect(Self.look(insert, Self.row(2)) == .found(version: 2, row: Self.row(2)), "It was changed since.")
        #expect(Self.look(insert, Self.row(1, title: "C")) == .exists(version: 1, row: Self.row(1, title: "C")))
        #expect(Self.look(insert, Self.row(1, deleted: true)) == .exists(version: 1, row: Self.row(1, deleted: true)))
        #expect(Self.look(insert, nil) == .forbidden)

        let update = Self.operation(.update, version: 3, [("title", .string("B"))])
        #expect(
            Self.look(update, Self.row(4)) == .found(version: 4, row: Self.row(4)),
            "Its own, or another device's, which has changed other columns, too: the store compares.")
        #expect(Self.look(update, Self.row(4, title: "C")) == .conflict(version: 4, row: Self.row(4, title: "C")))
        #expect(Self.look(update, Self.row(4, deleted: true)) == .conflict(version: 4, row: Self.row(4, deleted: true)))
        #expect(Self.look(update, Self.row(3, title: "C")) == .forbidden, "The row may be read and not written.")
        #expect(Self.look(update, nil) == .unseen)

        let delete = Self.operation(.delete, version: 3)
        #expect(Self.look(delete, Self.row(4, deleted: true)) == .done(version: 4))
        #expect(Self.look(delete, Self.row(4)) == .conflict(version: 4, row: Self.row(4)))
        #expect(Self.look(delete, Self.row(3)) == .forbidden)
        #expect(Self.look(delete, nil) == .unseen)
    }
}
