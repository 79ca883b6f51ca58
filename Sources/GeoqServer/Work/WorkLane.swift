import Geoq
import GeoqFormats
import GeoqIndex
import HTTPTypes
import Synchronization

/// Answers questions of one kind of cost, a limited number at a time, on
/// threads of their own. A limited number of others wait for a place; a client
/// beyond that is told to try again later.
///
/// A question is told to stop when its client leaves, when its time is over,
/// and when its task is cancelled.
final class WorkLane: Sendable {
    private typealias Place = CheckedContinuation<Void, any Error>

    private struct State {
        var running = 0
        /// In the order of their arrival.
        var waiting: [(number: Int, place: Place)] = []
        var last = 0
    }

    /// How many are answered at the same time.
    let width: Int
    /// How many may wait.
    let depth: Int
    let threads: WorkThreads
    private let state = Mutex(State())

    init(name: String, width: Int, depth: Int, niceness: Int32) {
        (self.width, self.depth) = (width, depth)
        // One more: streams are written while other answers are found.
        threads = WorkThreads(name: name, count: width + 1, niceness: niceness)
    }

    /// How many are being answered, and how many wait.
    var counts: (running: Int, waiting: Int) { state.withLock { ($0.running, $0.waiting.count) } }

    /// Runs `body` on a thread of the lane, once there is a place.
    ///
    /// - Parameters:
    ///   - interruption: is set when the time is over; it tells `body` to stop.
    ///   - seconds: how long the question may wait and be answered.
    /// - Throws: 503 when too many wait; `CancellationError` when it was
    ///   interrupted before it had a place; what `body` throws.
    func run<Value: Sendable>(
        _ interruption: Interruption, seconds: Int64, _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let timer = Task {
            if (try? await Task.sleep(for: .seconds(seconds))) != nil { interruption.interrupt() }
        }
        defer { timer.cancel() }
        return try await withTaskCancellationHandler {
            try await enter(interruption)
            defer { leave() }
            let task = Task(executorPreference: threads) { try await body() }
            interruption.whenInterrupted { task.cancel() }
            return try await task.value
        } onCancel: {
            interruption.interrupt()
        }
    }

    private enum Entry {
        case now, waiting, full, interrupted
    }

    private func enter(_ interruption: Interruption) async throws {
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        interruption.whenInterrupted { [weak self] in self?.giveUp(number) }
        try await withCheckedThrowingContinuation { (place: Place) in
            let entry = state.withLock { state -> Entry in
                if interruption.isInterrupted { return .interrupted }
                if state.running < width {
                    state.running += 1
                    return .now
                }
                guard state.waiting.count < depth else { return .full }
                state.waiting.append((number, place))
                return .waiting
            }
            switch entry {
            case .now: place.resume()
            case .waiting: break
            case .interrupted: place.resume(throwing: CancellationError())
            case .full:
                place.resume(
                    throwing: Problem(
                        .serviceUnavailable,
                        "\(width + depth) questions of this kind are being answered or wait; try again in a second.",
                        headers: [.retryAfter: "1"]))
            }
        }
    }

    /// Takes a waiting question out of the queue.
    private func giveUp(_ number: Int) {
        let place = state.withLock { state -> Place? in
            guard let index = state.waiting.firstIndex(where: { $0.number == number }) else { return nil }
            return state.waiting.remove(at: index).place
        }
        place?.resume(throwing: CancellationError())
    }

    private func leave() {
        let next = state.withLock { state -> Place? in
            guard !state.waiting.isEmpty else {
                state.running -= 1
                return nil
            }
            return state.waiting.removeFirst().place
        }
        next?.resume()
    }
}
