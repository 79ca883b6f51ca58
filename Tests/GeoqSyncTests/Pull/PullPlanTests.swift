import GeoqFormats
import Testing

@testable import GeoqPostgres
@testable import GeoqStore
@testable import GeoqSync

/// What is read, from what is known: without a server and without a store.
@Suite struct PullPlanTests {
    private static func identity(
        system: String = "7", timeline: Int64 = 1, user: String? = nil, mapping: String = "m"
    ) -> MirrorIdentity {
        MirrorIdentity(
            system: system, timeline: timeline, database: "5", address: "here", user: user, region: nil,
            mapping: mapping)
    }

    private static func moment(
        _ identity: MirrorIdentity = identity(), xmin: UInt64 = 1_000, relation: UInt32 = 42, isStandby: Bool = false
    ) -> RemoteMoment {
        RemoteMoment(
            identity: identity, cursor: MirrorCursor(xmin: xmin, xmax: xmin), isStandby: isStandby, logPosition: nil,
            serverTime: "", tables: [.hotspot: RemoteTable(relation: relation, name: "hotspot", rings: false)],
            problems: [:])
    }

    private static func state(xmin: UInt64? = 900, rows: Int = 10) -> MirrorState {
        MirrorState(
            name: "here", identity: identity(),
            tables: [
                .hotspot: MirrorState.Table(
                    relation: 42, cursor: xmin.map { MirrorCursor(xmin: $0, xmax: $0) }, rows: rows, stopped: nil)
            ], syncedAt: nil, digestedAt: nil)
    }

    private static func mode(_ state: MirrorState?, _ moment: RemoteMoment) throws -> PullPlan.Mode? {
        try PullPlan(state, moment).modes[.hotspot]
    }

    @Test func `a known server gives a delta, anything else all of it`() throws {
        let since = MirrorCursor(xmin: 900, xmax: 900)
        #expect(try Self.mode(Self.state(), Self.moment()) == .delta(since: since))
        #expect(try Self.mode(nil, Self.moment()) == .full)
        #expect(try Self.mode(Self.state(xmin: nil), Self.moment()) == .full)
        #expect(try Self.mode(Self.state(rows: 0), Self.moment()) == .delta(since: since), "there was nothing to read")
        #expect(try Self.mode(Self.state(), Self.moment(relation: 43)) == .full)
        for other in [Self.identity(system: "8"), Self.identity(timeline: 2), Self.identity(mapping: "n")] {
            #expect(try Self.mode(Self.state(), Self.moment(other)) == .full)
        }
        let asUser = try PullPlan(Self.state(), Self.moment(Self.identity(user: "u")))
        #expect(asUser.modes[.hotspot] == .delta(since: since) && asUser.mustCompare)
    }

    @Test func `numbers of transactions that came round are not compared`() throws {
        let limit = UInt64(1) << 31
        #expect(
            try Self.mode(Self.state(), Self.moment(xmin: 900 + limit - 1))
                == .delta(since: MirrorCursor(xmin: 900, xmax: 900)))
        #expect(try Self.mode(Self.state(), Self.moment(xmin: 900 + limit)) == .full)
    }

    @Test func `a standby that is behind is refused, a primary that is behind was restored`() throws {
        let error = #expect(throws: SyncError.self) {
            try Self.mode(Self.state(), Self.moment(xmin: 899, isStandby: true))
        }
        #expect(error?.retryMayHelp == true)
        #expect(try PullPlan(Self.state(), Self.moment(xmin: 899)).reason?.contains("restored") == true)
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
}
