import Synchronization

/// Counts the requests whose bodies are being read, so that there are never more
/// than a limit, and of one client never more than a quarter of it: its bodies may
/// come as slowly as they may, and shut out no other client.
final class ClientGate: Sendable {
    let limit: Int
    let limitOfClient: Int

    private let running = Mutex<(count: Int, ofClient: [String: Int])>((0, [:]))

    init(limit: Int) {
        (self.limit, limitOfClient) = (limit, max(1, limit / 4))
    }

    /// Takes a place; false when all are taken, or as many as one client may have.
    ///
    /// - Parameter client: its address; nil for one that may have all places.
    func enter(_ client: String?) -> Bool {
        running.withLock { running in
            guard running.count < limit else { return false }
            if let client {
                let own = running.ofClient[client] ?? 0
                guard own < limitOfClient else { return false }
                running.ofClient[client] = own + 1
            }
            running.count += 1
            return true
        }
    }

    /// Gives the place back.
    func leave(_ client: String?) {
        running.withLock { running in
            running.count -= 1
            guard let client, let own = running.ofClient[client] else { return }
            running.ofClient[client] = own > 1 ? own - 1 : nil
        }
    }
}
