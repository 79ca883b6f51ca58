import GRDB
import GeoqFormats
import Synchronization

/// The purpose of a read. Each kind has connections of its own, so that the
/// read of one row by its id never waits behind a search through all rows.
package enum ReadUse: Sendable {
    /// Reads of rows by their ids, and of what a page of them needs.
    case lookup
    /// Reads of all rows, or many.
    case scan
}

/// The connections of a store that read. The first is opened with the store,
/// more when several reads run at once.
final class ReaderPool: Sendable {
    private struct Reader {
        let queue: DatabaseQueue
        /// How many reads run on it, or wait for it.
        var reads = 0
    }

    private struct State {
        var readers: [ReadUse: [Reader]] = [:]
    }

    private let state: Mutex<State>
    private let open: @Sendable () throws -> DatabaseQueue

    /// Connections for each use.
    static let most = 4

    /// - Parameters:
    ///   - first: the connection that is open already.
    ///   - open: opens another connection.
    init(_ first: DatabaseQueue, open: @escaping @Sendable () throws -> DatabaseQueue) {
        state = Mutex(State(readers: [.lookup: [Reader(queue: first)]]))
        self.open = open
    }

    /// Runs a read on the connection that is least busy. When its task is
    /// cancelled, SQLite stops, or does not begin.
    func read<Value: Sendable>(
        _ use: ReadUse, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        let (index, queue) = try take(use)
        defer { _ = state.withLock { $0.readers[use]?[index].reads -= 1 } }
        return try await queue.read(body)
    }

    private func take(_ use: ReadUse) throws -> (index: Int, queue: DatabaseQueue) {
        try state.withLock { state in
            var readers = state.readers[use] ?? []
            defer { state.readers[use] = readers }
            var index = readers.indices.min { readers[$0].reads < readers[$1].reads }
            if index.map({ readers[$0].reads > 0 }) ?? true, readers.count < Self.most {
                readers.append(Reader(queue: try open()))
                index = readers.count - 1
            }
            guard let index else { preconditionFailure("A reader was opened when there was none.") }
            readers[index].reads += 1
            return (index, readers[index].queue)
        }
    }
}
