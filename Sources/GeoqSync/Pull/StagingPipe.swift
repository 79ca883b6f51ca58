import Foundation
import GeoqStore
import Synchronization

/// Writes batches into the staging file while the next ones are read.
///
/// Batches are written in the order of `push`. The first error ends the
/// writing; the next `push`, or else `finish()`, throws it.
///
/// Rows whose ids have no order that the remote knows would each change another page
/// of the file's index of ids, and each batch would write nearly all of it. Such
/// rows are gathered, sorted, and written as few large batches.
final class StagingPipe: Sendable {
    private let staging: MirrorStaging
    private let table: MirrorTable
    private let meter: PullMeter
    private let queue = DispatchQueue(label: "geoq.staging-pipe")
    /// How many batches may wait; all of them are in memory.
    private let room: DispatchSemaphore
    private let failure = Mutex<(any Error)?>(nil)
    /// The rows to be sorted; nil where they come in order.
    private let gathered: Mutex<RowBatch?>
    /// How many rows are sorted and written together: some 30 MB.
    private static let mostGathered = 65_536

    /// - Parameter isOrdered: whether the rows come in the order of their ids.
    init(_ staging: MirrorStaging, _ table: MirrorTable, _ meter: PullMeter, isOrdered: Bool = true) {
        (self.staging, self.table, self.meter) = (staging, table, meter)
        room = DispatchSemaphore(value: isOrdered ? 2 : 1)
        gathered = Mutex(isOrdered ? nil : RowBatch(rows: [], bytes: 0))
    }

    /// Hands a batch over; waits while too many batches do. A session calls it
    /// on the thread of its connection.
    func push(_ batch: RowBatch) throws {
        try rethrow()
        guard let whole = gather(batch) else { return }
        room.wait()
        queue.async { [self] in
            defer { room.signal() }
            write(whole)
        }
    }

    /// What is to be written now: the batch itself, or many rows; nil while rows are
    /// gathered.
    private func gather(_ batch: RowBatch) -> RowBatch? {
        gathered.withLock { gathered in
            guard gathered != nil else { return batch }
            gathered!.rows += batch.rows
            gathered!.bytes += batch.bytes
            guard gathered!.rows.count >= Self.mostGathered else { return nil }
            defer { gathered = RowBatch(rows: [], bytes: 0) }
            return gathered
        }
    }

    /// Writes a batch, in the order of ids where the remote has none; of several rows of
    /// an id the last stays the last. Called on the queue.
    private func write(_ batch: RowBatch) {
        guard failure.withLock({ $0 == nil }) else { return }
        do {
            let isOrdered = gathered.withLock { $0 == nil }
            try staging.write(isOrdered ? batch.rows : batch.rows.sorted { $0.id < $1.id }, to: table)
            meter.count(batch)
        } catch {
            failure.withLock { $0 = error }
        }
    }

    /// Waits until all batches are written.
    func finish() async throws {
        await withCheckedContinuation { continuation in
            queue.async { [self] in
                let rest = gathered.withLock { gathered in
                    defer { if gathered != nil { gathered = RowBatch(rows: [], bytes: 0) } }
                    return gathered
                }
                if let rest, !rest.rows.isEmpty { write(rest) }
                continuation.resume()
            }
        }
        try rethrow()
    }

    private func rethrow() throws {
        if let error = failure.withLock({ $0 }) { throw error }
    }
}
