import Synchronization

/// Counts the rows and bytes that were read, and reports them.
final class PullMeter: Sendable {
    /// Held while it is told, so that what is told never goes back.
    private let state = Mutex(SyncProgress(phase: .connecting, rows: 0, rowsInAll: nil, bytes: 0))
    private let tell: @Sendable (SyncProgress) -> Void

    init(_ tell: @escaping @Sendable (SyncProgress) -> Void) {
        self.tell = tell
    }

    /// Tells each second how far it is while the work goes on: a page may be on its way for long, and a person sees that
    /// nothing has stopped.
    ///
    /// - Parameter clock: its sleep throws when the task is cancelled.
    func telling<Value: Sendable>(
        each pause: Duration = .seconds(1), of clock: any Clock<Duration> & Sendable = ContinuousClock(),
        while work: () async throws -> Value
    ) async throws -> Value {
        let telling = Task { [self] in
            while (try? await clock.sleep(for: pause)) != nil { update { _ in } }
        }
        let result: Result<Value, any Error>
        do { result = .success(try await work()) } catch { result = .failure(error) }
        telling.cancel()
        // Nothing is told any more when this returns.
        await telling.value
        return try result.get()
    }

    func enter(_ phase: SyncProgress.Phase) {
        update { $0.phase = phase }
    }

    /// Adds rows to the number expected at the end.
    func expect(_ rows: Int) {
        update { $0.rowsInAll = ($0.rowsInAll ?? $0.rows) + rows }
    }

    func count(_ batch: RowBatch) {
        update { progress in
            progress.rows += batch.rows.count
            progress.bytes += batch.bytes
        }
    }

    private func update(_ change: (inout SyncProgress) -> Void) {
        state.withLock { progress in
            change(&progress)
            tell(progress)
        }
    }
}
