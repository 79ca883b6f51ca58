package import Geoq

extension Store.Outbox {
    /// Begins a push: operations that were sent by a process that ended before
    /// the answer become ready again, with the same ids.
    package func begin() async throws { preconditionFailure() }

    /// Freezes edits, and gives the operations that can be sent now: parents
    /// before children, then in the order in which they were frozen.
    ///
    /// - Parameters:
    ///   - limit: at most so many operations.
    ///   - bytes: at most so many bytes of values, but one operation at least.
    ///   - now: seconds since 1970.
    /// - Returns: nil when nothing can be sent now.
    package func nextBatch(limit: Int = 100, bytes: Int = 256 << 10, now: Double) async throws -> [PendingOperation]? {
        preconditionFailure()
    }

    /// Notes that a request with these operations is about to be written.
    package func markSent(_ ids: [FeatureID]) async throws { preconditionFailure() }

    /// Applies the answers, all in one transaction. An answer to an operation
    /// that is not there any more is ignored.
    @discardableResult
    package func apply(
        _ answers: [(operation: FeatureID, answer: OperationAnswer)], policy: ConflictPolicy = .server, now: Double
    ) async throws -> AnswerReport { preconditionFailure() }

    /// When the next operation can be sent that has to wait for a moment; nil
    /// when none has.
    package func nextMoment() async throws -> Double? { preconditionFailure() }

    /// Makes dead and delayed operations edits again, which are sent as new
    /// operations. Returns the number of rows.
    @discardableResult
    package func retry(_ selection: OutboxSelection) async throws -> Int { preconditionFailure() }

    /// Undoes changes that were not sent: each row becomes what the server
    /// last said. A row that was made here is removed, with what belongs to it.
    /// Returns the number of rows.
    @discardableResult
    package func discard(_ selection: OutboxSelection) async throws -> Int { preconditionFailure() }

    package func counts() async throws -> OutboxCounts { preconditionFailure() }

    /// All rows with open changes, by rank and id.
    package func list() async throws -> [OutboxItem] { preconditionFailure() }

    /// The row with an id, or the row of an operation with that id.
    package func show(_ id: FeatureID) async throws -> OutboxItem? { preconditionFailure() }

    /// The selected rows as lines of JSON (`geoq.outbox` objects): what was
    /// changed and the row's present values; nothing is removed.
    package func export(_ selection: OutboxSelection) async throws -> [String] { preconditionFailure() }

    /// This device's id, which is made when first asked for.
    package func deviceID() async throws -> FeatureID { preconditionFailure() }

    /// Notes how far the server's clock is ahead of this device's, in seconds.
    package func noteClockOffset(_ seconds: Double) async throws { preconditionFailure() }

    /// Conflicts, oldest first.
    package func conflicts(includingSettled: Bool = false) async throws -> [OutboxConflict] { preconditionFailure() }

    package func conflict(_ number: Int64) async throws -> OutboxConflict? { preconditionFailure() }

    /// Makes what lost a new edit, and settles the conflicts.
    ///
    /// - Throws: `StoreError.noRow` when the row, or the row that it belongs to,
    ///   is not there any more; then nothing is changed.
    package func takeMine(_ numbers: [Int64]) async throws { preconditionFailure() }

    /// Settles conflicts: the server's values stay.
    package func dismiss(_ numbers: [Int64]) async throws { preconditionFailure() }
}
