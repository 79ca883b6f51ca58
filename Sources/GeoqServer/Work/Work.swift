import Foundation
package import GeoqIndex

/// The threads that answer questions which are not answered directly.
final class Work: Sendable {
    /// What a question costs.
    enum Cost: Sendable {
        /// Microseconds, and no row of the store.
        case nothing
        /// Milliseconds: a row by its id, a tile, a page of rows.
        case little
        /// Up to seconds: an area feature by feature, a condition on all rows.
        case much
    }

    private let little: WorkLane
    private let much: WorkLane
    /// For work that no client waits for: indexes of tiles, rules, new matches.
    let background: WorkThreads
    private let seconds: Int64
    private let hooks: ServerHooks

    init(_ limits: ServerLimits, _ hooks: ServerHooks) {
        let cores = max(2, ProcessInfo.processInfo.activeProcessorCount)
        little = WorkLane(name: "geoq-short", width: cores, depth: limits.waitingShortQuestions, niceness: 0)
        much = WorkLane(name: "geoq-long", width: cores, depth: limits.waitingLongQuestions, niceness: 10)
        background = WorkThreads(name: "geoq-back", count: 2, niceness: 10)
        seconds = limits.querySeconds
        self.hooks = hooks
    }

    /// How many long questions are being answered, and how many wait.
    var longQuestions: (running: Int, waiting: Int) { much.counts }

    /// The same of short ones.
    var shortQuestions: (running: Int, waiting: Int) { little.counts }

    /// The threads that write streams: line by line, each line is little work.
    var streams: WorkThreads { much.threads }

    /// Runs `body` on the threads for questions of its cost.
    func run<Value: Sendable>(
        _ cost: Cost, _ operation: String, _ interruption: Interruption,
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let lane: WorkLane
        switch cost {
        case .nothing: return try await body()
        case .little: lane = little
        case .much: lane = much
        }
        return try await lane.run(interruption, seconds: seconds) { [hooks] in
            try await hooks.whenAnswering?(operation, interruption)
            return try await body()
        }
    }
}

/// Lets tests see, and delay, what a server does.
package struct ServerHooks: Sendable {
    /// Called on a thread of its lane before a question is answered; an error
    /// that it throws becomes the answer's.
    package var whenAnswering: (@Sendable (_ operation: String, _ interruption: Interruption) async throws -> Void)?
    package init() {}
}
