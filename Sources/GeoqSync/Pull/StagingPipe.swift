import Foundation
import GeoqStore
import Synchronization

/// Writes batches into the staging file while the next ones are read.
///
/// Batches are written in the order of `push`. The first error ends the
/// writing; the next `push`, or else `finish()`, throws it.
final class StagingPipe: Sendable {
    private let staging: MirrorStaging
    private let table: MirrorTable
    private let meter: PullMeter
    private let queue = DispatchQueue(label: "geoq.staging-pipe")
    /// How many batches may wait; all of them are in memory.
    private let room = DispatchSemaphore(value: 2)
    private let failure = Mutex<(any Error)?>(nil)

    init(_ staging: MirrorStaging, _ table: MirrorTable, _ meter: PullMeter) {
        (self.staging, self.table, self.meter) = (staging, table, meter)
    }

    /// Hands a batch over; waits while too many batches do. A session calls it
    /// on the thread of its connection.
    func push(_ batch: RowBatch) throws {
        try rethrow()
        room.wait()
        queue.async { [self] in
            defer { room.signal() }
            guard failure.withLock({ $0 == nil }) else { return }
            do {
                try staging.write(batch.rows, to: table)
                meter.count(batch)
            } catch {
                failure.withLock { $0 = error }
            }
        }
    }

    /// Waits until all batches are written.
    func finish() async throws {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume() }
        }
        try rethrow()
    }

    private func rethrow() throws {
        if let error = failure.withLock({ $0 }) { throw error }
    }
}
