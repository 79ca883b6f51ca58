import GeoqStore
import Testing

@testable import GeoqSync

/// What is read of a project, from what is known: without a server and without
/// a store.
@Suite struct ProjectPlanTests {
    private static func position(_ level: SupabasePosition.Level = .kit, run: String = "one") -> SupabasePosition {
        SupabasePosition(project: "https://a", level: level, server: "7/1/2", run: run, upto: "5:5:")
    }

    private static func moment(
        _ position: SupabasePosition = position(), _ delta: RemoteTable.Delta = .whole, user: String? = nil
    ) -> RemoteMoment {
        var table = RemoteTable(origin: "3", name: "hotspot", rings: false)
        table.delta = delta
        return RemoteMoment(
            identity: MirrorIdentity(
                origin: position.project, address: position.project, user: user, region: nil, mapping: "m"),
            position: position, serverTime: "", tables: [.hotspot: table])
    }

    private static func state(_ position: SupabasePosition = position(), days: Double = 0.1) -> MirrorState {
        var state = MirrorState(
            name: "a", identity: moment(position).identity,
            tables: [.hotspot: MirrorState.Table(origin: "3", cursor: position.cursor, rows: 10)])
        (state.memory, state.daysSinceVerified) = (position.memory(after: nil), days)
        return state
    }

    @Test func `a known project gives a delta`() throws {
        let plan = try PullPlan(Self.state(), Self.moment())
        #expect(plan.modes == [.hotspot: .delta(since: MirrorCursor("kit 5:5:"))])
        #expect(!plan.mustCompare && plan.reason == nil && plan.verification == nil)
        #expect(try PullPlan(Self.state(), Self.moment(user: "b")).mustCompare)
    }

    @Test func `what is told of a table decides how it is read`() throws {
        let expired = try PullPlan(Self.state(), Self.moment(Self.position(), .expired))
        #expect(expired.mustCompare && !expired.readsWhole)
        let hinted = try PullPlan(Self.state(), Self.moment(Self.position(), .hints))
        #expect(!hinted.mustCompare && !hinted.readsWhole)
        let whole = try PullPlan(Self.state(), Self.moment(Self.position(), .nothing))
        #expect(whole.modes == [.hotspot: .full] && whole.reason == nil)
    }

    @Test func `another project, server, run or level is read whole`() throws {
        var project = Self.position()
        project.project = "https://b"
        var server = Self.position()
        server.server = "7/2/2"
        var behind = Self.position()
        behind.isBehind = true
        let others = [
            (project, "another project"), (server, "another database, or one that was promoted or restored"),
            (Self.position(run: "two"), "the server has crashed since"),
            (Self.position(.rest), "the project has no kit of geoq's any more"),
            (behind, "the server is behind the mirror: a backup was restored"),
        ]
        for (position, reason) in others {
            let plan = try PullPlan(Self.state(), Self.moment(position))
            #expect(plan.modes == [.hotspot: .full] && plan.reason == reason)
        }
        let rest = Self.state(Self.position(.rest))
        #expect(try PullPlan(rest, Self.moment()).reason == "the project has geoq's kit now")
        behind.isStandby = true
        let error = #expect(throws: SyncError.self) { try PullPlan(Self.state(), Self.moment(behind)) }
        #expect(error?.retryMayHelp == true)
    }

    /// The mirror was read from the primary, whose run a standby does not know.
    @Test func `a standby in the primary's place is read whole, and not when it is behind (F20)`() throws {
        var standby = Self.position(run: "standby")
        standby.isStandby = true
        let plan = try PullPlan(Self.state(), Self.moment(standby))
        #expect(plan.modes == [.hotspot: .full] && plan.reason == "a standby answers for the project now")
        let back = try PullPlan(Self.state(standby), Self.moment())
        #expect(back.modes == [.hotspot: .full] && back.reason == "the primary answers for the project again")
        let again = try PullPlan(Self.state(standby), Self.moment(standby))
        #expect(again.modes == [.hotspot: .delta(since: MirrorCursor("kit 5:5:"))])
        standby.isBehind = true
        var others = Self.state()
        others.identity.mapping = "other columns"
        for state in [Self.state(), Self.state(standby), others] {
            let error = #expect(throws: SyncError.self) { try PullPlan(state, Self.moment(standby)) }
            #expect(error?.kind == .refused && error?.retryMayHelp == true)
        }
    }

    @Test(arguments: ["", "kit", "kit ", "rest 5:5:", "5:5:", "900:900", "kit5:5:"])
    func `a cursor that the kit did not write counts as lost`(text: String) throws {
        var state = Self.state()
        state.tables[.hotspot]?.cursor = MirrorCursor(text)
        let plan = try PullPlan(state, Self.moment())
        #expect(plan.modes == [.hotspot: .full] && plan.reason == "the cursor is lost")
    }

    @Test func `without the kit, a reading of all is due after a day`() throws {
        let position = Self.position(.rest)
        let moment = Self.moment(position, .hints)
        #expect(try PullPlan(Self.state(position, days: 0.9), moment).verification == nil)
        #expect(try PullPlan(Self.state(position, days: 1.2), moment).verification != nil)
        #expect(try PullPlan(Self.state(days: 1.2), Self.moment()).verification == nil)
        #expect(try PullPlan(Self.state(days: 7.1), Self.moment()).verification != nil)
    }
}
