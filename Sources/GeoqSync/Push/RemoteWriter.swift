package import Geoq
package import GeoqStore

/// A remote that takes changes.
///
/// Each operation must have its effect once at most, however often it comes: a
/// process may end between a request and its answer, and then the same
/// operations come again, with the same ids.
package protocol RemoteWriter: Sendable {
    /// Sends operations, parents before children.
    ///
    /// What is wrong with one operation costs the others nothing: each has an
    /// answer of its own. When the remote takes no more of them, the answers to
    /// those that were not sent are `unsent`, and the reply says why.
    ///
    /// - Throws: `CancellationError` alone.
    func push(_ operations: [PendingOperation], _ context: PushContext) async throws -> PushReply

    /// How far the remote's clock is ahead of this device's, in seconds; nil
    /// while that is not known.
    func clockOffset() async -> Double?

    /// Whether the account's rows are read from it, too; if not, a push to it that fails
    /// says nothing of the mirror.
    var isMirrored: Bool { get }
}

extension RemoteWriter {
    package var isMirrored: Bool { true }
}

/// What a push knows of the store besides the operations.
package struct PushContext: Sendable {
    /// The remote's names.
    package var mapping: TableMapping
    /// The device that made the changes.
    package var device: FeatureID

    package init(mapping: TableMapping, device: FeatureID) {
        (self.mapping, self.device) = (mapping, device)
    }
}

/// What became of some operations.
package struct PushReply: Sendable {
    /// One for each operation, in their order.
    package var answers: [OperationAnswer]
    /// The positions of operations that were sent, perhaps, and to which no answer came.
    package var unanswered: Set<Int> = []
    /// Why the remote takes no more operations now; nil when it does.
    package var obstacle: SyncError?

    package init(_ answers: [OperationAnswer], obstacle: SyncError? = nil) {
        (self.answers, self.obstacle) = (answers, obstacle)
    }
}
