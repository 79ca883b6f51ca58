import Synchronization

/// Counts the rows and bytes that were read, and reports them.
final class PullMeter: Sendable {
    private let state = Mutex(SyncProgress(phase: .connecting, rows: 0, rowsInAll: nil, bytes: 0))
    private let tell: @Sendable (SyncProgress) -> Void

    init(_ tell: @escaping @Sendable (SyncProgress) -> Void) {
        self.tell = tell
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
        let now = state.withLock { progress in
            change(&progress)
            return progress
        }
        tell(now)
    }
}
