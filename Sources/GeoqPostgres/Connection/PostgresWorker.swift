import Foundation
import GeoqSync
import Synchronization

/// A connection on a thread of its own: a task that waits for it blocks no other.
///
/// Cancelling a task that waits ends the connection within a tenth of a second.
final class PostgresWorker: Sendable {
    private let queue = DispatchQueue(label: "geoq.postgres", qos: .userInitiated)
    private let isCancelled = Mutex(false)
    /// Only touched on the queue.
    private nonisolated(unsafe) var connection: PostgresConnection?

    /// - Parameter text: see `PostgresConnection`.
    init(connecting text: ConnectionText, silence: Duration, noticed: @escaping @Sendable (String) -> Void) async throws
    {
        try await onQueue { worker in
            worker.connection = try PostgresConnection(text, silence: silence, noticed: noticed) { worker.hasCancelled }
        }
    }

    private var hasCancelled: Bool { isCancelled.withLock { $0 } }

    /// Runs `body` with the connection.
    ///
    /// - Throws: `SyncError` when the worker is closed; `CancellationError`;
    ///   what `body` throws.
    func run<Value: Sendable>(_ body: @escaping @Sendable (PostgresConnection) throws -> Value) async throws -> Value {
        try await onQueue { worker in
            guard let connection = worker.connection else { throw SyncError.unreachable("the connection is closed") }
            return try body(connection)
        }
    }

    /// Whether it has a connection that was not lost.
    func isAlive() async -> Bool { (try? await onQueue { $0.connection?.isAlive ?? false }) ?? false }

    func close() async {
        // The connection is closed even if the task was cancelled.
        await withCheckedContinuation { continuation in
            queue.async { [self] in
                connection = nil
                continuation.resume()
            }
        }
    }

    private func onQueue<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresWorker) throws -> Value
    ) async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                queue.async { [self] in
                    continuation.resume(
                        with: Result {
                            if hasCancelled { throw CancellationError() }
                            return try body(self)
                        })
                }
            }
        } onCancel: {
            isCancelled.withLock { $0 = true }
        }
    }
}
