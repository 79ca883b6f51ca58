import Foundation
import Geoq
import GeoqIndex
import GeoqStore
import Synchronization
import TestSupport
import Testing

@testable import GeoqSupabase
@testable import GeoqSync

/// What is asked of a project, as text, and what its answers mean: those that
/// were recorded of a real PostgREST first.
@Suite(.waits) struct ProjectWireTests {
    // MARK: - Requests

    private static let key = Secret("sb_publishable_abc")

    private static func text(_ request: WireRequest) throws -> String {
        var request = request
        request.asker = .application
        let project = try SupabaseProject(url: "https://abc.supabase.co", key: key)
        let message = request.message(to: project, token: nil)
        let prefer = message.headers.filter { $0.name == "prefer" }.map { " [\($0.value)]" }.joined()
        let body = message.body.isEmpty ? "" : " " + String(decoding: message.body, as: UTF8.self)
        return "\(message.method) \(message.url.dropFirst(23))\(prefer)\(body)"
    }

    @Test func `requests to the kit`() throws {
        let region = try JSONValue(
            parsing: Region.box(try BoundingBox(west: 170, south: -1.5, east: -170, north: 0.1)).stored)
        let wanted = [
            KitCall.Wanted(table: "bird", since: "817:820:818"), KitCall.Wanted(table: "hotspot", since: nil),
        ]
        #expect(
            try Self.text(KitCall.changes(wanted, limit: 2_000, region: region)) == """
                POST /rest/v1/rpc/geoq_changes {"p_tables":{"bird":true,\
                "hotspot":{"since":null,"digest":true}},"p_limit":2000,"p_since":"817:820:818",\
                "p_region":{"east":-170,"north":0.1,"south":-1.5,"west":170}}
                """)
        let id = try #require(FeatureID("c0000000-0000-4000-8000-000000000001"))
        let place = KitPage.Place(transaction: "851", id: id)
        #expect(
            try Self.text(KitCall.page(of: wanted[0], upto: "900:902:900", after: place, limit: 10, region: nil)) == """
                POST /rest/v1/rpc/geoq_pull {"p_table":"bird","p_since":"817:820:818","p_upto":"900:902:900",\
                "p_after_xid":"851","p_after_id":"c0000000-0000-4000-8000-000000000001","p_limit":10}
                """)
        #expect(
            try Self.text(KitCall.digest(of: "bird", bucket: 255, region: nil))
                == #"POST /rest/v1/rpc/geoq_digest {"p_table":"bird","p_bucket":255}"#)
        #expect(try Self.text(KitCall.boot()) == "POST /rest/v1/rpc/geoq_boot {}")
    }

    @Test func `requests to tables`() throws {
        let id = try #require(FeatureID("c0000000-0000-4000-8000-000000000001"))
        #expect(
            try Self.text(
                TableCall.page(
                    of: "hotspot", select: "id,name", id: "id", after: id, limit: 1_000,
                    filters: [("updated_at", "gte.2026-01-01T00:00:00Z")], isCounted: true)) == """
                    GET /rest/v1/hotspot?select=id,name&updated_at=gte.2026-01-01T00:00:00Z\
                    &id=gt.c0000000-0000-4000-8000-000000000001&order=id.asc&limit=1000 [count=exact]
                    """)
        #expect(
            try Self.text(TableCall.rows(of: "bird", id: "id", ids: [id]))
                == "GET /rest/v1/bird?select=*&id=in.(c0000000-0000-4000-8000-000000000001)")
        let box = RestRegion(region: .box(try BoundingBox(west: 170, south: -1.5, east: -170, north: 0.1)))
        #expect(
            box.filters(latitude: "lat", longitude: "lon").map { "\($0.name)=\($0.value)" } == [
                "lat=gte.-1.5", "lat=lte.0.1",
                "or=(lon.gte.170.0,lon.lte.-170.0,lat.eq.90,lat.eq.-90,lon.eq.180,lon.eq.-180)",
            ])
    }

    // MARK: - Recorded answers

    private struct Recorded {
        var method: String
        var answer: TransportAnswer
        var rows: Int?
        /// What PostgREST 12 answered, if that is something else.
        var older: TransportAnswer?
    }

    private static func recorded() throws -> [String: Recorded] {
        let run = try Tool.run("/usr/bin/gzip", ["-dc", Excerpts.path + "/postgrest/vectors.jsonl.gz"])
        var all: [String: Recorded] = [:]
        for line in run.lines {
            let vector = try #require(try JSONValue(parsing: line).object)
            let name = try #require(vector["name"]?.string)
            guard let response = vector["response"]?.object, let answer = answer(response) else { continue }
            all[name] = Recorded(
                method: vector["request"]?.object?["method"]?.string ?? "", answer: answer,
                rows: response["body"]?.array?.count,
                older: vector["other"]?.object?["12.2.12"]?.object.flatMap(Self.answer))
        }
        return all
    }

    private static func answer(_ response: JSONObject) -> TransportAnswer? {
        guard case .integer(let status) = response["status"] else { return nil }
        let headers = response["headers"]?.object?.members.compactMap { member in
            member.value.string.map { (name: member.name.lowercased(), value: $0) }
        }
        return TransportAnswer(
            status: Int(status), headers: headers ?? [], body: Array((response["body"] ?? .null).text.utf8))
    }

    @Test func `every recorded list is read, with as many rows as it has`() throws {
        var count = 0
        for (name, vector) in try Self.recorded()
        where vector.method == "GET" && [200, 206].contains(vector.answer.status) {
            guard let rows = vector.rows else { continue }
            let read = try TableAnswer(vector.answer)
            #expect(read.rows.count == rows, "\(name)")
            #expect(name != "page.count_exact_part" || read.count == 5)
            #expect(name != "maxrows.table" || read.count == nil)
            count += 1
        }
        #expect(count == 53)
    }

    @Test(arguments: [
        ("0-1/5", false), ("0-2/5", true), ("*/0", false), ("3-5/*", true), ("0-999/1000", false), ("rows", false),
        ("5-2/*", false), ("*/*", false), ("0-2", false), ("0-9223372036854775807/*", false),
    ])
    func `a range that is not that of the rows is refused`(range: String, isRight: Bool) throws {
        let answer = TransportAnswer(
            status: 200, headers: [("content-range", range)], body: Array(#"[{"id":1},{"id":2},{"id":3}]"#.utf8))
        #expect(((try? TableAnswer(answer)) != nil) == isRight)
    }

    private static func begin(
        _ transport: ScriptedTransport, _ state: VaultContents.State? = nil, as user: FeatureID? = nil,
        needsUser: Bool = false
    ) async throws -> RemoteMoment {
        let project = try SupabaseProject(url: "https://abc.supabase.co", key: key)
        let vault = MemoryVault()
        if let state { _ = try await vault.update { _ in VaultContents(state: state, generation: 1) } }
        let keeper = SessionKeeper(project, transport: transport, vault: vault, clock: WallClock { 1_800_000_000 })
        let client = ProjectClient(project, transport: transport, sessions: keeper, pause: { _ in })
        let session = try await SupabaseRemote(client, needsUser: needsUser, pause: { _ in }).open(as: user)
        return try await session.begin(RemoteRequest())
    }

    @Test func `a project that does not know the kit is read by its tables`() async throws {
        let recorded = try Self.recorded()
        let absent = try #require(recorded["rpc.kit_absent"]).answer
        let empty = try #require(recorded["page.count_exact_empty"]).answer
        let transport = ScriptedTransport { $0.contains("/rpc/") ? absent : empty }
        let moment = try await Self.begin(transport)
        #expect(moment.tables.count == 10 && moment.problems.isEmpty && !moment.lasts)
        #expect(moment.tables[.hotspot]?.delta == .hints && moment.tables[.watchlistRules]?.delta == .nothing)
        #expect(moment.cursor.text.hasPrefix("rest 20"))
        #expect(
            transport.asked.map { $0.prefix { $0 != "?" } } == [
                "POST /rest/v1/rpc/geoq_changes", "GET /rest/v1/bird", "GET /rest/v1/hotspot",
                "GET /rest/v1/watchlists",
                "GET /rest/v1/watchlist_entries", "GET /rest/v1/watchlist_rules",
                "GET /rest/v1/hotspot_species_presence", "GET /rest/v1/migration_session",
                "GET /rest/v1/trajectory_path", "GET /rest/v1/community_observation",
                "GET /rest/v1/observed_bird_photos",
            ])
    }

    /// A watch that goes on after a logout would read what everybody may see, and with it the user's own sightings.
    @Test func `an account without a user asks its project nothing`() async throws {
        let transport = ScriptedTransport { _ in TransportAnswer(status: 500) }
        for state in [nil, VaultContents.State.out] {
            let error = await #expect(throws: SyncError.self) {
                _ = try await Self.begin(transport, state, needsUser: true)
            }
            #expect(error?.kind == .login && error?.retryMayHelp == false)
        }
        #expect(transport.asked.isEmpty)
    }

    @Test func `a table that the project does not have is missing in every version's words`() async throws {
        let recorded = try Self.recorded()
        let absent = try #require(recorded["rpc.kit_absent"]).answer
        let missing = try #require(recorded["get.unknown_table"])
        for answer in [missing.answer, try #require(missing.older)] {
            let moment = try await Self.begin(ScriptedTransport { $0.contains("/rpc/") ? absent : answer })
            #expect(moment.tables.isEmpty && moment.problems[.hotspot] == .noTable("hotspot"))
        }
    }

    @Test(arguments: [
        ("rpc.statement_timeout_anon_3s", SyncError.Kind.unreachable, true), ("jwt.expired", .refused, true),
        ("sqlstate.XX000", .refused, false), ("sqlstate.53300", .unreachable, true),
        ("sqlstate.42501_anon", .refused, false), ("rpc.overloaded_ambiguous", .schema, false),
    ])
    func `a recorded failure says whether a retry may help`(
        name: String, kind: SyncError.Kind, retryMayHelp: Bool
    ) async throws {
        let failure = try #require(try Self.recorded()[name] ?? Self.recorded().first { $0.key.hasPrefix(name) }?.value)
        let error = await #expect(throws: SyncError.self) {
            _ = try await Self.begin(ScriptedTransport { _ in failure.answer })
        }
        #expect(error?.kind == kind && error?.retryMayHelp == retryMayHelp, "\(String(describing: error))")
    }

    // MARK: - Wrong answers

    private static let server = #""server":"7/1/2","run":"run""#

    private static func changes(_ table: String) -> String {
        let tables = MirrorTable.allCases.filter { $0 != .observation }.map { "\"\($0)\":\(table)" }
            .joined(separator: ",")
        return #"{"kit":2,\#(server),"upto":"5:5:","now":"2026-01-01T00:00:00+00:00","tables":{\#(tables)}}"#
    }

    private static let nothing =
        #"{"oid":3,"rows":[],"deleted":[],"left":[],"next":null,"count":0,"sum":"0"}"#

    @Test(arguments: [nothing, #"{"oid":3,"count":0,"sum":"0"}"#])
    func `an answer of the kit is read`(table: String) async throws {
        let moment = try await Self.begin(ScriptedTransport(json: Self.changes(table)))
        #expect(moment.tables.count == 10 && moment.cursor.text == "kit 5:5:" && moment.tables[.bird]?.origin == "3")
        #expect(moment.serverTime == "2026-01-01T00:00:00Z" && moment.position.memory(after: nil) == "kit 7/1/2 run")
    }

    private static let ann = "a0000000-0000-4000-8000-00000000000a"

    private static func session(until expiry: Double) -> VaultContents.State {
        .active(
            Session(userID: ann, accessToken: Secret("access"), refreshToken: Secret("refresh"), expiresAt: expiry))
    }

    @Test func `the rows are those of the user who is logged in, or of no user`() async throws {
        let transport = ScriptedTransport(json: Self.changes(Self.nothing))
        #expect(try await Self.begin(transport).identity.user == nil)
        let session = Self.session(until: 1_800_003_600)
        #expect(try await Self.begin(transport, session).identity.user == Self.ann)
        #expect(try await Self.begin(transport, session, as: FeatureID(Self.ann)).isOfAccount)
        let error = await #expect(throws: SyncError.self) {
            _ = try await Self.begin(transport, session, as: FeatureID("b0000000-0000-4000-8000-00000000000b"))
        }
        #expect(error?.kind == .refused && error?.retryMayHelp == false)
    }

    @Test func `a session that has ended asks for a login, and a network that fails does not`() async throws {
        let ended = VaultContents.State.ended(userID: Self.ann, email: nil, reason: "session_expired")
        let transport = ScriptedTransport(json: Self.changes(Self.nothing))
        let dead = await #expect(throws: SyncError.self) { _ = try await Self.begin(transport, ended) }
        #expect(dead?.kind == .login && dead?.retryMayHelp == false && transport.asked == [])
        let portal = ScriptedTransport { _ in
            TransportAnswer(status: 200, headers: [("content-type", "text/html")], body: Array("<p>Log in".utf8))
        }
        for expiry in [1_800_003_600.0, 1_700_000_000] {
            let lost = await #expect(throws: SyncError.self) {
                _ = try await Self.begin(portal, Self.session(until: expiry))
            }
            #expect(lost?.kind == .unreachable && lost?.retryMayHelp == true)
        }
    }

    @Test(arguments: [
        "", "null", "[]", "{", "{}", #"{"kit":2}"#, #"{"kit":3,"upto":"1","now":"n","tables":{}}"#,
        changes("null"), changes("{}"), changes(nothing.replacing(#""count":0"#, with: #""count":-1"#)),
        changes(nothing.replacing(#""sum":"0""#, with: #""sum":"-1""#)), changes(nothing.replacing("null", with: "{}")),
        changes(nothing.replacing(#""deleted":[]"#, with: #""deleted":["x"]"#)),
        changes(nothing).replacing("7/1/2", with: "7/1"), changes(nothing).replacing(#","run":"run""#, with: ""),
        changes(nothing.replacing(#""oid":3,"#, with: "")), changes(nothing.replacing(#","sum":"0""#, with: "")),
        changes(nothing.replacing(#""rows":[]"#, with: #""rows":[5]"#)),
        String(repeating: "[", count: 1_000) + String(repeating: "]", count: 1_000),
    ])
    func `an answer that is not what was asked for is refused`(json: String) async throws {
        let error = await #expect(throws: SyncError.self) { _ = try await Self.begin(ScriptedTransport(json: json)) }
        #expect(error?.kind == .protocol && error?.retryMayHelp == true, "\(String(describing: error))")
    }
}

/// Answers from a script.
private final class ScriptedTransport: Transport {
    private let script: @Sendable (String) -> TransportAnswer
    private let log = Mutex<[String]>([])

    init(_ script: @escaping @Sendable (String) -> TransportAnswer) {
        self.script = script
    }

    convenience init(json: String) {
        self.init { _ in
            TransportAnswer(status: 200, headers: [("content-type", "application/json")], body: Array(json.utf8))
        }
    }

    var asked: [String] { log.withLock { $0 } }

    func answer(to request: TransportRequest) async throws -> TransportAnswer {
        let line = "\(request.method) \(request.url.dropFirst("https://abc.supabase.co".count))"
        log.withLock { $0.append(line) }
        return script(line)
    }
}
