import Foundation
package import GeoqIndex

/// Where questions are answered that are not answered where their bytes arrive.
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
    /// For what no client waits for: indexes of tiles, rules, new matches.
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

    /// The threads on which streams are made: line by line, each line is little
    /// work.
    var streams: WorkThreads { much.threads }

    /// Runs `body` where questions of its cost are answered.
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

/// What tests hear of a server's inner life, and may hold up.
package struct ServerHooks: Sendable {
    /// Called on a thread of its lane before a question is answered; what it
    /// throws is how the answer fails.
    package var whenAnswering: (@Sendable (_ operation: String, _ interruption: Interruption) async throws -> Void)?
    package init() {}
}
