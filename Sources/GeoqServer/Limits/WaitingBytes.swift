import Synchronization

/// Bytes of answers, of all connections, that clients have not taken yet.
final class WaitingBytes: Sendable {
    private let total = Atomic(0)

    var count: Int { total.load(ordering: .relaxed) }

    func add(_ bytes: Int) { total.add(bytes, ordering: .relaxed) }

    func remove(_ bytes: Int) { total.subtract(bytes, ordering: .relaxed) }
}
