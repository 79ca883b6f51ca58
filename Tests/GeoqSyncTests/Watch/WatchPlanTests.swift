import GeoqSupabase
import TestSupport
import Testing

@testable import GeoqSync

/// What a watch does next, without a server and without waiting.
@Suite(.waits) struct WatchPlanTests {
    private var random = SeededGenerator(seed: 5)

    @Test mutating func `a watch listens before it pulls, and compares when it has not listened`() {
        var plan = WatchPlan(WatchOptions())
        #expect(plan.next(.connected(.hears), at: .zero, using: &random) == .pull(after: .zero, compares: true))
        #expect(
            plan.next(.pulled(rings: true, compared: true), at: .seconds(1), using: &random) == .listen(.seconds(300)))
        #expect(
            plan.next(.pulled(rings: false, compared: false), at: .seconds(2), using: &random) == .listen(.seconds(10)))
    }

    @Test mutating func `what cannot ring is asked again and again`() {
        var plan = WatchPlan(WatchOptions())
        #expect(
            plan.next(.connected(.deaf(because: "no", forEver: true)), at: .zero, using: &random)
                == .pull(after: .zero, compares: true))
        // Though every table has a trigger that notifies.
        #expect(
            plan.next(.pulled(rings: true, compared: true), at: .seconds(1), using: &random) == .listen(.seconds(10)))
        #expect(plan.next(.silence, at: .seconds(11), using: &random) == .pull(after: .zero, compares: false))
    }

    @Test mutating func `a login that is refused is not tried again, however long it worked`() {
        var plan = WatchPlan(WatchOptions())
        _ = plan.next(.pulled(rings: true, compared: true), at: .seconds(1), using: &random)
        let refused = SyncError.login("the password was changed", code: "28P01")
        #expect(plan.next(.failed(refused), at: .seconds(2), using: &random) == .give(refused))
    }

    @Test mutating func `rings are gathered, and pulls are a second apart`() {
        var plan = WatchPlan(WatchOptions())
        _ = plan.next(.pulled(rings: true, compared: true), at: .seconds(10), using: &random)
        guard case .pull(let soon, false) = plan.next(.rang, at: .seconds(10) + .milliseconds(100), using: &random)
        else {
            Issue.record("a ring is a reason to pull")
            return
        }
        #expect(soon >= .milliseconds(900))
        guard case .pull(let later, false) = plan.next(.rang, at: .seconds(60), using: &random) else {
            Issue.record("a ring after a silence is a reason to pull")
            return
        }
        #expect(later >= .milliseconds(200) && later <= .milliseconds(400))
        #expect(plan.next(.silence, at: .seconds(20), using: &random) == .listen(.seconds(290)))
        #expect(plan.next(.silence, at: .seconds(311), using: &random) == .pull(after: .zero, compares: true))
    }

    @Test mutating func `a watch comes back for ever, ever later, and never at the same moment`() {
        var plan = WatchPlan(WatchOptions())
        let lost = SyncError.unreachable("gone")
        var delays: [Duration] = []
        for _ in 0..<50 {
            guard case .connect(let delay) = plan.next(.failed(lost), at: .zero, using: &random) else {
                Issue.record("it gave up")
                return
            }
            delays.append(delay)
        }
        #expect(delays[0] <= .milliseconds(1_250) && delays[9] >= .seconds(45) && delays[49] <= .seconds(75))
        #expect(Set(delays.suffix(40)).count > 30)
        let wrong = SyncError(.refused, "no", retryMayHelp: false)
        var fresh = WatchPlan(WatchOptions())
        #expect(fresh.next(.failed(wrong), at: .zero, using: &random) == .give(wrong))
        _ = fresh.next(.pulled(rings: true, compared: true), at: .zero, using: &random)
        if case .connect = fresh.next(.failed(wrong), at: .zero, using: &random) {
        } else {
            Issue.record("what worked once is tried again")
        }
    }

    @Test mutating func `a name that the network does not know is tried again only where tries have no end`() {
        let unknown = SyncError(.unreachable, "no such name", retryMayHelp: true, isNameUnknown: true)
        #expect(RetryPolicy.usual.delay(after: 1, unknown, using: &random) == nil)
        for error in [RemoteFault(.nameUnknown), SessionError.nameUnknown] as [any Error] {
            #expect((SyncError.ofProject(error) as? SyncError)?.isNameUnknown == true, "\(error)")
        }
        #expect(RetryPolicy.endless.delay(after: 1, unknown, using: &random) != nil)
        var plan = WatchPlan(WatchOptions())
        guard case .connect = plan.next(.failed(unknown), at: .zero, using: &random) else {
            Issue.record("a watch that begins before the network does gives up")
            return
        }
    }

    @Test func `a key that the project does not take is no network that is away, and needs a person`() {
        for error in [
            RemoteFault(.offline, message: "Invalid API key", status: 401),
            SessionError.keyRefused(reason: "Invalid API key"),
        ] as [any Error] {
            let problem = SyncError.ofProject(error) as? SyncError
            #expect(problem?.kind == .login && problem?.retryMayHelp == false && problem?.remedy == .key, "\(error)")
            #expect(problem?.message.contains("Invalid API key") == true)
        }
        let other = SyncError.ofProject(SessionError.refused(reason: "no such form")) as? SyncError
        #expect(other?.retryMayHelp == true && other?.message.contains("no such form") == true)
    }

    @Test
    mutating func `a watch that has worked goes on after a key was refused for a moment, and ends after five times`() {
        let refusal = SyncError.ofProject(SessionError.keyRefused(reason: "Invalid API key"))
        guard let refused = refusal as? SyncError else {
            Issue.record("it is no error of a sync")
            return
        }
        var fresh = WatchPlan(WatchOptions())
        #expect(fresh.next(.failed(refused), at: .zero, using: &random) == .give(refused))
        var plan = WatchPlan(WatchOptions())
        let pulled = WatchPlan.Event.pulled(rings: true, compared: true)
        for between in [pulled, .failed(.unreachable("gone")), pulled] {
            _ = plan.next(between, at: .zero, using: &random)
            for round in 1...4 {
                guard case .connect = plan.next(.failed(refused), at: .seconds(round), using: &random) else {
                    Issue.record("it gave up after \(round)")
                    return
                }
            }
        }
        #expect(plan.next(.failed(refused), at: .seconds(60), using: &random) == .give(refused))
    }

    @Test mutating func `a watch asks seldom while it hears of all tables, and soon after that has changed`() {
        var plan = WatchPlan(WatchOptions())
        #expect(plan.next(.connected(.opening), at: .zero, using: &random) == .pull(after: .zero, compares: true))
        let pulled = WatchPlan.Event.pulled(rings: false, compared: true)
        #expect(plan.next(pulled, at: .seconds(1), using: &random) == .listen(.seconds(10)))
        // What changed before it heard was not told.
        for (at, hearing) in [(5, DoorbellHearing.hearsAll(except: [])), (50, .deaf(because: "no", forEver: false))] {
            guard case .pull(let delay, true) = plan.next(.hears(hearing), at: .seconds(at), using: &random) else {
                Issue.record("it does not look")
                return
            }
            #expect(delay >= .milliseconds(200) && delay <= .milliseconds(400))
            let wait = hearing.isHearing ? 300 : 10
            #expect(plan.next(pulled, at: .seconds(at + 1), using: &random) == .listen(.seconds(wait)))
        }
        // No pull follows another at once, whatever comes and goes.
        guard
            case .pull(let delay, true) = plan.next(
                .hears(.hearsAll(except: ["bird"])), at: .seconds(51) + .milliseconds(1), using: &random)
        else {
            Issue.record("it does not look")
            return
        }
        #expect(delay >= .milliseconds(999))
        #expect(
            plan.next(pulled, at: .seconds(60), using: &random) == .listen(.seconds(10)), "Of birds it does not hear.")
    }
}
