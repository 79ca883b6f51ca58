package import GeoqStore

/// The result of a push.
package struct PushReport: Sendable {
    /// Operations that took effect on the server.
    package var applied = 0
    /// Operations that took effect on the server after their changes were taken back here: only a pull shows what it
    /// has.
    package var takenBack = 0
    /// Of those that took effect, operations that had gone before without an answer.
    package var replayed = 0
    /// Changes of a row that the server had changed, too; what was left of them
    /// was sent on the server's version.
    package var merged = 0
    /// Operations that are refused, and wait for a person.
    package var failed = 0
    /// Conflicts that were found.
    package var conflicts = 0
    /// How often the remote was asked to take operations.
    package var batches = 0
    /// What became of pictures; nil for a remote that keeps none.
    package var photos: PhotoReport?
    /// What is left: see `OutboxCounts`.
    package var left = OutboxCounts()
    /// Why the remote took no more; nil when it took all that could be sent.
    package var obstacle: SyncError?
    /// Whether deletes were left, because what they take along is to be read once more before.
    var needsReading = false

    package init() {}

    /// Whether anything was changed, here or there.
    package var didAnything: Bool {
        applied + takenBack + merged + failed + conflicts
            + (photos.map { $0.sent + $0.deleted + $0.failed + $0.conflicts } ?? 0) > 0
    }

    /// Adds what a later push of the same sync did.
    mutating func add(_ other: PushReport) {
        applied += other.applied
        takenBack += other.takenBack
        replayed += other.replayed
        merged += other.merged
        failed += other.failed
        conflicts += other.conflicts
        batches += other.batches
        (left, obstacle, needsReading) = (other.left, other.obstacle, other.needsReading)
    }

    /// Adds what became of pictures. Where they could not be sent, what is left
    /// waits for the same reason.
    mutating func add(_ other: PhotoReport?) {
        guard let other else { return }
        obstacle = obstacle ?? other.obstacle
        var all = photos ?? PhotoReport()
        all.tried += other.tried
        all.sent += other.sent
        all.deleted += other.deleted
        all.failed += other.failed
        all.conflicts += other.conflicts
        (all.waiting, all.obstacle) = (other.waiting, other.obstacle)
        photos = all
    }
}
