import Synchronization

/// Counts the open connections of each address.
final class ConnectionCounter: Sendable {
    private let open = Mutex<[String: Int]>([:])
    let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    /// Takes a place for a connection; false when the address has too many.
    func enter(_ address: String) -> Bool {
        open.withLock { open in
            let count = open[address] ?? 0
            guard count < limit else { return false }
            open[address] = count + 1
            return true
        }
    }

    /// Gives the place back.
    func leave(_ address: String) {
        open.withLock { open in
            guard let count = open[address] else { return }
            open[address] = count > 1 ? count - 1 : nil
        }
    }
}
