import Foundation
import GeoqStore
import Synchronization
import TestSupport
import Testing

@testable import GeoqSupabase
@testable import GeoqSync

/// F7: a device's clock that is set while a push and a pull run, or that stands
/// still.
@Suite(.waits, .serialized, .needsGateway) struct ClockJumpTests {
    /// A clock that is wrong by the next of some seconds after each answer, or that stands still.
    private final class SetTime: Sendable {
        private struct State {
            var wrong = 0.0
            var coming: [Double] = []
            var jumps = 0
            var still: Double?
            /// How many more readings have the time of before; nil when no jump is due.
            var readings: Int?

            mutating func jump() {
                guard !coming.isEmpty else { return }
                wrong = coming.removeFirst()
                jumps += 1
            }
        }

        private let state = Mutex(State())

        var clock: WallClock {
            WallClock { [self] in
                state.withLock { state in
                    if let readings = state.readings {
                        state.readings = readings == 0 ? nil : readings - 1
                        if readings == 0 { state.jump() }
                    }
                    return state.still ?? Date().timeIntervalSince1970 + state.wrong
                }
            }
        }

        /// How often it was set.
        var jumps: Int { state.withLock { $0.jumps } }

        func begin(_ coming: [Double]?) {
            state.withLock { state in
                state = State()
                state.coming = coming ?? []
                if coming == nil { state.still = Date().timeIntervalSince1970 - 7_200 }
            }
        }

        /// The client measures the project's clock at an answer. The clock is set after that, before the next request.
        func jumpAfterNext() { state.withLock { $0.readings = 1 } }
    }

    private static let day = 86_400.0
    private static let query = "SELECT id, title, row_version FROM watchlists WHERE deleted_at IS NULL ORDER BY 1"

    @Test(arguments: ["kit", "rest"])
    func `a clock that is set on and back, or stands still, loses nothing and loops nowhere (F7)`(
        level: String
    ) async throws {
        let day = Self.day
        try await ProjectFixture.run(level) { fixture in
            let time = SetTime()
            let device = try await Device(
                fixture.gateway, "bea@example.org", fixture.folder + "/bea.sqlite", isNew: true, wallClock: time.clock)
            try device.makeLists(3)
            for _ in 0..<2 { try await device.sync() }
            let clock: (inout SyncOptions) -> Void = { $0.wallClock = time.clock }
            let manners: [[Double]?] = [[day, -day, day, 0, -day, 3_000], [-day, day, 0, -3_000, day, 0], nil]
            for (number, coming) in manners.enumerated() {
                time.begin(coming)
                device.transport.forget()
                device.transport.whenAnswered { _ in time.jumpAfterNext() }
                try device.sql("UPDATE watchlists SET title = title || '!' WHERE title LIKE 'List%'")
                try fixture.gateway.query(
                    """
                    INSERT INTO watchlists (id, owner_id, title)
                    VALUES (gen_random_uuid(), '\(device.user)', 'Theirs \(number)');
                    """)
                #expect(try await device.push(clock).applied == 3, "manner \(number)")
                for _ in 0..<2 { try await device.sync(clock) }
                device.transport.whenAnswered(nil)
                #expect(coming == nil || time.jumps >= 3, "manner \(number): the clock was set.")
                let exchanges = device.transport.exchanges
                let renewals = exchanges.count { $0.target.contains("grant_type=refresh_token") }
                // Each manner begins with a clock that is set.
                #expect(renewals <= time.jumps + 1, "manner \(number): \(exchanges.map(\.target))")
                #expect(exchanges.count < 80, "manner \(number): \(exchanges.map(\.target))")
                let there = try fixture.gateway.query(Self.query).split(separator: "\n").map(String.init)
                #expect(try device.sql(Self.query) == there && there.count == 4 + number, "manner \(number)")
                let counts = try await device.counts()
                #expect(counts == "0 pending, 0 failed, 0 conflicts", "manner \(number)")
            }
            #expect(try await device.account.sessions.userID() == device.user, "No session is lost.")
            #expect(try await device.store.health.checks().allSatisfy(\.isSound))
        }
    }
}
