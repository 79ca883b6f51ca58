import TestSupport
import Testing

@testable import GeoqSync

/// When an agent syncs, without a server and without waiting.
@Suite(.waits) struct AgentPlanTests {
    private static let offline = SyncError.unreachable("no network")

    /// What happens, at some second, and when the next sync is then due.
    private static func due(
        _ events: [(at: Double, AgentPlan.Event)], _ change: (inout AgentPlan.Times) -> Void = { _ in }
    ) -> [Double?] {
        var times = AgentPlan.Times()
        change(&times)
        var plan = AgentPlan(times, retry: RetryPolicy(attempts: nil, delays: [.seconds(1), .seconds(60)], jitter: 0))
        var random = SeededGenerator(seed: 1)
        return events.map { moment, event in
            plan.note(event, at: .seconds(moment), using: &random)
            return plan.due.map { ($0 / .milliseconds(1)).rounded() / 1000 }
        }
    }

    private static let synced = AgentPlan.Event.synced(compared: true, retryIn: nil)

    @Test func `an agent begins with a sync, and then looks at intervals`() {
        #expect(AgentPlan(AgentPlan.Times(), retry: .endless).due == .zero)
        #expect(Self.due([(1, Self.synced)]) == [61])
        #expect(Self.due([(1, .hears(true)), (2, Self.synced)]).last == 302)
        // What rang while it did not hear is looked for.
        let deaf = Self.due([(1, .hears(true)), (2, Self.synced), (100, .hears(false))])[2]
        #expect(deaf.map { $0 >= 100.2 && $0 <= 100.4 } == true)
    }

    @Test func `a write is sent a tenth of a second later, with those beside it`() {
        #expect(
            Self.due([(1, Self.synced), (10, .trigger(.wrote)), (10.05, .trigger(.wrote))]) == [61, 10.1, 10.1])
        // One who writes without end makes one sync a second.
        #expect(Self.due([(10, Self.synced), (10.3, .trigger(.wrote))]) == [70, 11])
    }

    @Test func `a project that asks to be left alone is, up to ten minutes`() {
        func busy(_ seconds: Int) -> AgentPlan.Event {
            .failed(SyncError(.unreachable, "busy", retryMayHelp: true, retryAfter: .seconds(seconds)))
        }
        #expect(Self.due([(1, busy(20)), (30, busy(20))]) == [21, 90])
        #expect(Self.due([(0, busy(1_000_000))]) == [600])
    }

    @Test func `rings are gathered at random, so that devices do not come together`() {
        for seed in UInt64(1)...20 {
            var plan = AgentPlan(AgentPlan.Times(), retry: .endless)
            var random = SeededGenerator(seed: seed)
            plan.note(Self.synced, at: .seconds(1), using: &random)
            plan.note(.trigger(.rang), at: .seconds(10), using: &random)
            #expect(plan.due.map { $0 >= .seconds(10.2) && $0 <= .seconds(10.4) } == true)
        }
    }

    @Test func `without a network it waits longer and longer, until it is there again`() {
        #expect(
            Self.due([
                (1, .failed(Self.offline)), (2, .failed(Self.offline)), (3, .trigger(.wrote)),
                (4, .trigger(.reconnected)), (4, .failed(Self.offline)), (70, Self.synced),
            ]) == [2, 62, 62, 4, 64, 130])
        // What is asked for comes at once, however often.
        #expect(Self.due([(1, Self.synced), (1.1, .trigger(.asked))]) == [61, 1.1])
        #expect(Self.due([(1, Self.synced), (1.1, .trigger(.activated))]) == [61, 2])
    }

    @Test func `an ended session waits for a login, and not for time`() {
        let due = Self.due([
            (1, .needsLogin), (2, .trigger(.wrote)), (3, .trigger(.rang)), (4, .hears(true)), (5, .trigger(.activated)),
        ])
        #expect(due == [nil, nil, nil, nil, 5])
    }

    @Test func `a change that waits for a moment is sent then`() {
        #expect(Self.due([(1, .synced(compared: true, retryIn: .seconds(5)))]) == [6])
        #expect(Self.due([(1, .synced(compared: true, retryIn: .seconds(-5)))]) == [2])
    }

    @Test func `rows are compared at first, every five minutes, and after a deaf time`() {
        var plan = AgentPlan(AgentPlan.Times(), retry: .endless)
        var random = SeededGenerator(seed: 1)
        #expect(plan.compares(at: .zero))
        plan.note(.hears(true), at: .zero, using: &random)
        plan.note(Self.synced, at: .seconds(1), using: &random)
        #expect(!plan.compares(at: .seconds(300)) && plan.compares(at: .seconds(301)))
        plan.note(.hears(false), at: .seconds(10), using: &random)
        #expect(plan.compares(at: .seconds(10)))
    }
}
