import Foundation
import GRDB
public import Geoq
import GeoqIndex
import Synchronization

extension Store {
    /// How an index file is used.
    public enum Verification: Sendable {
        /// The file is mapped, and a block is verified when a question first
        /// touches it: best for one question.
        case touched
        /// The whole file is read into memory and verified once: best for a
        /// process that keeps running. Later changes to the file do not matter
        /// to it.
        case everything
    }

    /// The store's present rows, ready to be asked.
    ///
    /// Rows that have changed since the last snapshot, or since the index file
    /// beside the store was written, are read and laid over it. The index is
    /// built anew from all rows when it is missing or damaged, or when too many
    /// rows have changed. When the file cannot be written, the snapshot lives
    /// in memory.
    ///
    /// - Throws: `StoreError` when the rows cannot be read; `CancellationError`.
    /// - Complexity: O(1) when nothing has changed (O(bytes) to verify
    ///   everything); a nanosecond or two a row of the layers that changed and
    ///   O(*m* log *n*) for *m* changes; O(*n* log *n*) to build.
    public func snapshot(verifying verification: Verification = .everything) async throws -> Snapshot {
        let stamp = try await read { db in try Self.stamp(db) }
        let latest = latestSnapshot.withLock { $0 }
        if let latest, latest.stamp == stamp { return latest }
        var current: Snapshot?
        if let latest { current = try await broughtUpToDate(latest, to: stamp) }
        if current == nil, let file = await indexed(verification) {
            current = try await broughtUpToDate(file, to: stamp)
        }
        guard let current else { return try await index.rebuild() }
        try await keep(current)
        if verification == .everything, Index.isWorthRebuilding(current) { index.startRebuilding() }
        return current
    }

    /// The newest snapshot that any task has taken; nil before the first. It is
    /// never replaced by an older one, unless the store itself goes back.
    package var newestSnapshot: Snapshot? { latestSnapshot.withLock { $0 } }

    /// Makes a snapshot the newest one, unless another task has stored a newer
    /// one meanwhile.
    func keep(_ snapshot: Snapshot) async throws {
        while true {
            let latest = latestSnapshot.withLock { $0 }
            if let latest, latest.stamp.store == snapshot.stamp.store, latest.version > snapshot.version,
                // A higher version may also be of rows that were lost when a
                // copy was put back.
                try await read({ db in try ChangeLog.reaches(db, latest.stamp) })
            {
                return
            }
            let isKept = latestSnapshot.withLock { current in
                guard current?.stamp == latest?.stamp else { return false }
                current = snapshot
                return true
            }
            if isKept { return }
        }
    }

    /// A snapshot with later changes laid over it; nil when it is of another
    /// store, of rows that the store has lost, or too many rows have changed.
    func broughtUpToDate(_ snapshot: Snapshot, to stamp: IndexStamp) async throws -> Snapshot? {
        if snapshot.stamp == stamp { return snapshot }
        guard snapshot.stamp.store == stamp.store else { return nil }
        let limit = Index.mostPendingChanges(in: snapshot) - snapshot.pendingChanges
        guard limit > 0 else { return nil }
        let (now, changes) = try await read { db in
            let now = try Self.stamp(db)
            guard try ChangeLog.reaches(db, snapshot.stamp) else { return (now, SnapshotChanges?.none) }
            return (now, try SnapshotRows.changes(db, since: snapshot, limit: limit))
        }
        guard let changes else { return nil }
        return try? snapshot.applying(changes, stamp: now)
    }

    /// The snapshot of the file, if there is a sound one.
    private func indexed(_ verification: Verification) async -> Snapshot? {
        let path = index.path
        return try? await work.run { try Self.indexed(path, verification) }
    }

    private static func indexed(_ path: String, _ verification: Verification) throws -> Snapshot {
        WaitingWork.willWait()
        return switch verification {
        case .touched: try Snapshot(IndexFile(opening: path))
        case .everything: try Snapshot(IndexFile(reading: path))
        }
    }

    /// The store's identity, its version, and the token that was drawn with the
    /// version.
    static func stamp(_ db: Database) throws -> IndexStamp {
        let row = try Row.fetchOne(db, sql: "SELECT identity, version, token FROM geoq_store").map { WrittenRow($0) }
        guard let row, let identity = row.id("identity"), let version = row.int64("version"),
            let token = row.int64("token")
        else {
            throw StoreError.notAStore(path: "the store", reason: "its identity or its version is missing or damaged")
        }
        return IndexStamp(store: identity.key, version: version, token: token)
    }
}
