import Synchronization
import TestSupport
import Testing

@testable import GeoqSync

/// One doorbell for the watches of many relations.
@Suite(.waits) struct SharedDoorbellTests {
    private static let crowded = SyncError(
        .unreachable, "too many connections", retryMayHelp: true, remedy: .connections)

    @Test func `one is opened for all, each hears each ring once, and the last one closes it`() async throws {
        let (shared, door) = (SharedDoorbell(), Door())
        let first = try await shared.doorbell { try door.open() }
        let second = try await shared.doorbell { try door.open() }
        #expect(door.opened == 1 && first.hearing == .hears && second.hearing == .hears)
        async let ofFirst = first.ring(within: .seconds(60))
        door.ring()
        #expect(try await ofFirst)
        // The second one did not listen then, and hears it all the same.
        #expect(try await second.ring(within: .seconds(60)))
        #expect(try await !first.ring(within: .milliseconds(5)))
        #expect(try await !second.ring(within: .milliseconds(5)))
        // One that comes later does not hear what rang before.
        let third = try await shared.doorbell { try door.open() }
        #expect(try await !third.ring(within: .milliseconds(5)))
        await first.close()
        await first.close()
        await second.close()
        #expect(door.openNow == 1 && third.hearing == .hears)
        await third.close()
        #expect(door.openNow == 0 && door.opened == 1)
    }

    @Test func `watches that begin at once open one together`() async throws {
        let (shared, door) = (SharedDoorbell(), Door())
        try await withThrowingTaskGroup { group in
            for _ in 0..<20 {
                group.addTask { _ = try await shared.doorbell { try await door.openSlowly() } }
            }
            try await group.waitForAll()
        }
        #expect(door.opened == 1)
    }

    @Test func `a connection that is lost is lost for all, and the next one is for all, too`() async throws {
        let (shared, door) = (SharedDoorbell(), Door())
        let bells = [
            try await shared.doorbell { try door.open() }, try await shared.doorbell { try door.open() },
        ]
        door.cut()
        for bell in bells {
            await #expect(throws: SyncError.self) { try await bell.ring(within: .seconds(60)) }
        }
        #expect(door.openNow == 0)
        let again = try await shared.doorbell { try door.open() }
        #expect(door.opened == 2 && again.hearing == .hears)
        // What rang between the two was not heard: the others must look anew.
        await #expect(throws: SyncError.self) { try await bells[0].ring(within: .seconds(60)) }
        door.ring()
        #expect(try await again.ring(within: .seconds(60)))
    }

    @Test func `it gives way to other connections, and is tried again after a while`() async throws {
        let clock = ManualClock()
        let (shared, door) = (SharedDoorbell(clock), Door())
        let bell = try await shared.doorbell { try door.open() }
        let other = try await shared.doorbell { try door.open() }
        async let heard = other.ring(within: .seconds(60))
        #expect(await shared.giveWay())
        #expect(try await !heard, "The one that listened is not told of an error.")
        #expect(await !shared.giveWay())
        #expect(door.openNow == 0 && bell.hearing == SharedDoorbell.crowding)
        #expect(other.hearing == SharedDoorbell.crowding)
        let late = try await shared.doorbell { try door.open() }
        #expect(door.opened == 1 && late.hearing == SharedDoorbell.crowding)
        var waited = clock.elapsed
        while door.opened == 1, clock.elapsed < .seconds(900) {
            #expect(try await !bell.ring(within: .seconds(20)))
        }
        #expect(clock.elapsed - waited >= .seconds(300) && clock.elapsed - waited < .seconds(330))
        #expect(bell.hearing == .hears && door.openNow == 1)
        #expect(try await !late.ring(within: .seconds(20)))
        #expect(late.hearing == .hears && door.opened == 2)
        // The second time it is left alone for longer.
        #expect(await shared.giveWay())
        door.refuse(Self.crowded)
        waited = clock.elapsed
        while door.refused == 0, clock.elapsed < .seconds(3_600) {
            #expect(try await !bell.ring(within: .seconds(20)))
        }
        #expect(clock.elapsed - waited >= .seconds(600) && clock.elapsed - waited < .seconds(630))
        #expect(bell.hearing == SharedDoorbell.crowding)
    }

    @Test func `where no connection is left for it, nothing fails; where it fails otherwise, that is thrown`()
        async throws
    {
        let (shared, door) = (SharedDoorbell(ManualClock()), Door())
        door.refuse(.unreachable("nothing listens there"))
        await #expect(throws: SyncError.self) { _ = try await shared.doorbell { try door.open() } }
        door.refuse(Self.crowded)
        for _ in 0..<3 {
            let bell = try await shared.doorbell { try door.open() }
            #expect(bell.hearing == SharedDoorbell.crowding)
        }
        #expect(door.refused == 2, "It is not tried for each.")
    }
}

/// What the doorbells of a test hang at.
private final class Door: Sendable {
    struct State {
        var open = 0
        var opened = 0
        var refused = 0
        var rings = 0
        var cuts = 0
        var refusal: SyncError?
    }

    let state = Mutex(State())

    var openNow: Int { state.withLock { $0.open } }
    var opened: Int { state.withLock { $0.opened } }
    var refused: Int { state.withLock { $0.refused } }

    func ring() { state.withLock { $0.rings += 1 } }
    func cut() { state.withLock { $0.cuts += 1 } }
    func refuse(_ error: SyncError) { state.withLock { $0.refusal = error } }

    func open() throws -> any RemoteDoorbell {
        let refusal = state.withLock { state -> SyncError? in
            if state.refusal == nil {
                (state.open, state.opened) = (state.open + 1, state.opened + 1)
            } else {
                state.refused += 1
            }
            return state.refusal
        }
        if let refusal { throw refusal }
        return Bell(self)
    }

    func openSlowly() async throws -> any RemoteDoorbell {
        try await Task.sleep(for: .milliseconds(20))
        return try open()
    }

    private final class Bell: RemoteDoorbell {
        private let door: Door
        private let cuts: Int
        private let heard: Mutex<Int>

        init(_ door: Door) {
            self.door = door
            let (rings, cuts) = door.state.withLock { ($0.rings, $0.cuts) }
            self.cuts = cuts
            heard = Mutex(rings)
        }

        var hearing: DoorbellHearing { .hears }

        func ring(within time: Duration) async throws -> Bool {
            let end = ContinuousClock.now + time
            while true {
                let (rings, cuts) = door.state.withLock { ($0.rings, $0.cuts) }
                if cuts > self.cuts { throw SyncError.unreachable("it was cut") }
                let isNews = heard.withLock { heard in
                    defer { heard = rings }
                    return rings > heard
                }
                if isNews { return true }
                if ContinuousClock.now >= end { return false }
                try await Task.sleep(for: .milliseconds(1))
            }
        }

        func close() async { door.state.withLock { $0.open -= 1 } }
    }
}
