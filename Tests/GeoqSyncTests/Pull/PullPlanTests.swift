import GeoqFormats
import Testing

@testable import GeoqPostgres
@testable import GeoqStore
@testable import GeoqSync

/// What is read, from what is known: without a server and without a store.
@Suite struct PullPlanTests {
    private static func position(
        system: String = "7", database: String = "5", timeline: Int64 = 1, xmin: UInt64 = 1_000,
        isStandby: Bool = false
    ) -> PostgresPosition {
        PostgresPosition(
            system: system, database: database, timeline: timeline, snapshot: PostgresCursor(xmin: xmin, xmax: xmin),
            isStandby: isStandby)
    }

    private static func moment(
        _ position: PostgresPosition = position(), relation: UInt32 = 42, user: String? = nil, mapping: String = "m"
    ) -> RemoteMoment {
        RemoteMoment(
            identity: MirrorIdentity(
                origin: position.origin, address: "here", user: user, region: nil, mapping: mapping),
            position: position, isStandby: position.isStandby, serverTime: "",
            tables: [.hotspot: RemoteTable(origin: "\(relation)", name: "hotspot", rings: false)])
    }

    private static func state(xmin: UInt64? = 900, rows: Int = 10) -> MirrorState {
        var state = MirrorState(
            name: "here", identity: moment().identity,
            tables: [
                .hotspot: MirrorState.Table(
                    origin: "42", cursor: xmin.map { PostgresCursor(xmin: $0, xmax: $0).stored }, rows: rows)
            ])
        state.memory = position().memory(after: nil)
        return state
    }

    private static func mode(_ state: MirrorState?, _ moment: RemoteMoment) throws -> PullPlan.Mode? {
        try PullPlan(state, moment).modes[.hotspot]
    }

    @Test func `a known server gives a delta, anything else all of it`() throws {
        let since = PostgresCursor(xmin: 900, xmax: 900).stored
        #expect(try Self.mode(Self.state(), Self.moment()) == .delta(since: since))
        #expect(try Self.mode(nil, Self.moment()) == .full)
        #expect(try Self.mode(Self.state(xmin: nil), Self.moment()) == .full)
        #expect(try Self.mode(Self.state(rows: 0), Self.moment()) == .delta(since: since), "there was nothing to read")
        #expect(try Self.mode(Self.state(), Self.moment(relation: 43)) == .full)
        let others = [
            (Self.moment(Self.position(system: "8")), "another server"),
            (Self.moment(Self.position(database: "6")), "another database"),
            (Self.moment(Self.position(timeline: 2)), "the server was promoted or restored"),
            (Self.moment(mapping: "n"), "other tables or columns"),
        ]
        for (other, reason) in others {
            let plan = try PullPlan(Self.state(), other)
            #expect(plan.modes[.hotspot] == .full && plan.reason == reason)
        }
        let asUser = try PullPlan(Self.state(), Self.moment(user: "u"))
        #expect(asUser.modes[.hotspot] == .delta(since: since) && asUser.mustCompare)
    }

    @Test func `numbers of transactions that came round are not compared`() throws {
        let limit = UInt64(1) << 31
        #expect(
            try Self.mode(Self.state(), Self.moment(Self.position(xmin: 900 + limit - 1)))
                == .delta(since: PostgresCursor(xmin: 900, xmax: 900).stored))
        #expect(try Self.mode(Self.state(), Self.moment(Self.position(xmin: 900 + limit))) == .full)
    }

    @Test func `a standby that is behind is refused, a primary that is behind was restored`() throws {
        let error = #expect(throws: SyncError.self) {
            try Self.mode(Self.state(), Self.moment(Self.position(xmin: 899, isStandby: true)))
        }
        #expect(error?.retryMayHelp == true)
        #expect(try PullPlan(Self.state(), Self.moment(Self.position(xmin: 899))).reason?.contains("restored") == true)
    }

    @Test func `texts that a damaged store has are no cursors and no memory`() throws {
        for text in ["", ":", "1", "1:", "2:1", "-1:5", "1:2:3", "x:5", "1:99999999999999999999"] {
            #expect(PostgresCursor(MirrorCursor(text)) == nil, "\(text)")
            var state = Self.state()
            state.tables[.hotspot]?.cursor = MirrorCursor(text)
            let plan = try PullPlan(state, Self.moment())
            #expect(plan.modes[.hotspot] == .full && plan.reason == "the cursor is lost", "\(text)")
        }
        for text in [nil, "", "{}", "{\"timeline\":\"1\"}"] {
            var state = Self.state()
            state.memory = text
            #expect(try Self.mode(state, Self.moment()) == .full)
        }
        let cursor = PostgresCursor(xmin: 900, xmax: .max)
        #expect(PostgresCursor(cursor.stored) == cursor)
    }

    @Test func `a standby keeps what is known of its primary's log`() {
        var position = Self.position(isStandby: true)
        position.startedAt = "one"
        let earlier = PostgresMemory(timeline: 1, startedAt: "noon", logPosition: 400).stored
        #expect(
            PostgresMemory(position.memory(after: earlier))
                == PostgresMemory(timeline: 1, startedAt: "one", logPosition: 400))
        (position.isStandby, position.log) = (false, LogPosition(bytes: 5))
        #expect(PostgresMemory(position.memory(after: earlier))?.logPosition == 5)
    }

    @Test func `an idle server's log counts as flushed at a page's edge`() {
        let segment: UInt64 = 16 << 20
        func needed(_ text: String) -> String? { LogPosition(text)?.withoutPageHeader(segment: segment).description }
        #expect(needed("0/1502018") == "0/1502000")
        #expect(needed("1/28") == "1/0")
        #expect(needed("0/1502028") == "0/1502028", "a record of sixteen bytes lies before it")
        #expect(needed("0/1502019") == "0/1502019")
        #expect(LogPosition("1/2/3") == nil && LogPosition("x/1") == nil && LogPosition("100000000/0") == nil)
    }

    @Test(
        arguments: [
            (nil, .unreachable, true), ("08006", .unreachable, true), ("57P01", .unreachable, true),
            ("40001", .refused, true), ("53300", .refused, true), ("55P03", .refused, true), ("57014", .refused, true),
            ("42501", .refused, false), ("42703", .schema, false), ("42P01", .schema, false), ("22P02", .schema, false),
            ("28P01", .refused, false),
        ] as [(String?, SyncError.Kind, Bool)])
    func `codes are of kinds`(code: String?, kind: SyncError.Kind, retryMayHelp: Bool) {
        let error = SQLState.error(code, "words")
        #expect(error.kind == kind && error.retryMayHelp == retryMayHelp)
    }

    @Test func `a pooler without transactions is not tried again, another of its errors is`() {
        let words = "transaction blocks not allowed in statement pooling mode"
        let error = SQLState.error("08P01", words)
        #expect(error.kind == .refused && !error.retryMayHelp && error.message.contains("in session or transaction"))
        #expect(SQLState.error("08P01", "query_wait_timeout").retryMayHelp)
    }

    @Test func `a limit of temporary files is not tried again, and how to raise it is said`() {
        let error = SQLState.error("53400", "temporary file size exceeds \"temp_file_limit\" (0kB)")
        #expect(error.kind == .refused && !error.retryMayHelp && error.message.contains("SET temp_file_limit ="))
        #expect(SQLState.error("53400", "all replication slots are in use").retryMayHelp)
    }
}
