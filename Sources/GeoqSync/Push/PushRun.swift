import Geoq
import GeoqStore
import GeoqSupabase
import Logging

/// One push: sends what waits in the store's outbox until nothing is left that
/// can be sent now.
///
/// The caller holds the store's `MirrorLock`. A process that ends in the midst of
/// it loses nothing: operations that were sent are sent again by the next push,
/// with the same ids, and the remote knows them.
struct PushRun {
    let store: Store
    let writer: any RemoteWriter
    let options: SyncOptions
    /// Of the rows that others can belong to, those whose deletes are sent; nil for all. What they take along was read
    /// just before: after a wait, or a conflict, such a delete is left for another reading.
    var trees: Set<RowKey>?

    /// A row that others keep changing is left for the next push after so many
    /// conflicts.
    static let mostConflicts = 3

    private var now: Double { options.wallClock.now() }

    /// - Parameter waits: Whether to wait for changes that are to be sent again
    ///   some seconds later; if not, they stay for the next push.
    /// - Returns: what was done, and why the remote took no more.
    /// - Throws: `StoreError`, `CancellationError`.
    func run(waits: Bool) async throws -> PushReport {
        let outbox = store.outbox
        var report = PushReport()
        var conflicts: [RowKey: Int] = [:]
        var random = AnyGenerator(options.random())
        report.left = try await outbox.counts()
        guard report.left.pending > 0 else { return report }
        try await outbox.begin(now: now)
        var (known, trees): (Double?, Set<RowKey>?) = (nil, trees)
        let context = PushContext(mapping: try await mapping(), device: try await outbox.deviceID())
        while report.obstacle == nil {
            try Task.checkCancellation()
            guard let batch = try await outbox.nextBatch(now: now, deleting: trees, isFirst: report.batches == 0) else {
                guard waits, let moment = try await outbox.nextMoment(of: .operations), moment > now else { break }
                try await wait(until: moment)
                if trees?.isEmpty == false { (trees, report.needsReading) = ([], true) }
                continue
            }
            guard batch.contains(where: { conflicts[$0.row, default: 0] < Self.mostConflicts }) else { break }
            CrashPoint.frozen.reached()
            try await outbox.markSent(batch.map(\.id))
            report.batches += 1
            CrashPoint.requestWritten.reached(after: 0.15)
            let reply = try await writer.push(batch, context)
            CrashPoint.answerRead.reached()
            // Before the answers are applied: by it the moments of edits are compared. HTTP counts whole seconds.
            if let offset = await writer.clockOffset(), known.map({ abs(offset - $0) >= 1 }) ?? true {
                try await outbox.noteClockOffset(offset)
                known = offset
            }
            for (operation, answer) in zip(batch, reply.answers) {
                log(answer, to: operation)
                guard case .conflict = answer else { continue }
                conflicts[operation.row, default: 0] += 1
                if operation.kind == .delete, trees?.remove(operation.row) != nil { report.needsReading = true }
            }
            // Before the answers are applied, so that it is noted if the process ends in between. An operation that was
            // sent again in a smaller request may have got its answer there, and is not unanswered.
            let unanswered = reply.unanswered.filter { reply.answers[$0] == .unsent }
            if !unanswered.isEmpty { try await outbox.noteUnanswered(unanswered.sorted().map { batch[$0].id }) }
            let done = try await outbox.apply(
                zip(batch, reply.answers).map { ($0.id, $1) }, policy: options.conflictPolicy, now: now,
                jitter: .random(in: 1 - options.retry.jitter...1 + options.retry.jitter, using: &random))
            report.note(done)
            report.obstacle = reply.obstacle
            options.logger.info(
                "pushed",
                metadata: [
                    "operations": "\(batch.count)", "applied": "\(done.applied)", "failed": "\(done.failed)",
                    "conflicts": "\(done.conflicts)",
                ])
        }
        report.left = try await outbox.counts()
        return report
    }

    /// A line for each operation, to be found again in the server's ledger: which row it is of, in which try, and what
    /// came of it. The server's words are left out, because they may have the user's values.
    private func log(_ answer: OperationAnswer, to operation: PendingOperation) {
        let (kind, code) = answer.kindAndCode
        options.logger.log(
            level: kind == "applied" ? .debug : .info, "operation",
            metadata: [
                "id": "\(operation.id)", "row": "\(operation.row)", "does": "\(operation.kind.rawValue)",
                "try": "\(operation.attempts + 1)", "answer": "\(kind)", "code": "\(code ?? "none")",
            ])
    }

    /// The names that the mirror of the account was made with.
    func mapping() async throws -> TableMapping {
        if let mapping = options.mapping { return mapping }
        guard let account = try await store.account.stored(),
            let names = try await store.mirror.state(named: account.remote)?.namesOfTables
        else { return .standard }
        return try TableMapping(json: names)
    }

    private func wait(until moment: Double) async throws {
        let time = Duration.seconds(min(moment - now, Store.Outbox.longestWait))
        options.told(
            .tryingAgain(
                SyncError(.unreachable, "the server could not take a change", retryMayHelp: true), after: time))
        try await options.clock.sleep(for: time)
        try await store.outbox.shortenWaits(now: now)
    }
}

extension OperationAnswer {
    /// What came of an operation, in a word, and the server's code; nil when it gave none.
    fileprivate var kindAndCode: (kind: String, code: String?) {
        switch self {
        case .applied, .found: ("applied", nil)
        case .conflict: ("conflict", nil)
        case .gone, .unseen, .parentGone: ("gone", nil)
        case .waits: ("waiting", nil)
        case .refused(let isForbidden, let code, _): (isForbidden ? "forbidden" : "permanent", code)
        case .unusable: ("unusable", nil)
        case .transient(let code, _, _, _): ("transient", code)
        case .unsent: ("unsent", nil)
        }
    }
}

extension PushReport {
    fileprivate mutating func note(_ done: AnswerReport) {
        applied += done.applied
        takenBack += done.takenBack
        replayed += done.replayed
        merged += done.merged
        failed += done.failed
        conflicts += done.conflicts
    }
}
