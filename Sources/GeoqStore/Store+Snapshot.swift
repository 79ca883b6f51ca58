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
    /// - Complexity: O(1) when nothing has changed (O(bytes) to verify
    ///   everything); a nanosecond or two a row of the layers that changed and
    ///   O(*m* log *n*) for *m* changes; O(*n* log *n*) to build.
    public func snapshot(verifying verification: Verification = .everything) async throws -> Snapshot {
        let stamp = try await read { db in try Self.stamp(db) }
        let latest = latestSnapshot.withLock { $0 }
        if let latest, latest.stamp == stamp { return latest }
        var current: Snapshot?
        if let latest { current = try await broughtUpToDate(latest, to: stamp) }
        if current == nil, let file = indexed(verification) { current = try await broughtUpToDate(file, to: stamp) }
        guard let current else { return try await rebuildIndex() }
        try await keep(current)
        if verification == .everything, Self.isWorthRebuilding(current) { startRebuilding() }
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
        let limit = Self.mostPendingChanges(in: snapshot) - snapshot.pendingChanges
        guard limit > 0 else { return nil }
        let (now, changes) = try await read { db in
            let now = try Self.stamp(db)
            guard try ChangeLog.reaches(db, snapshot.stamp) else { return (now, SnapshotChanges?.none) }
            return (now, try SnapshotRows.changes(db, since: snapshot.version, limit: limit))
        }
        guard let changes else { return nil }
        return try? snapshot.applying(changes, stamp: now)
    }

    /// The snapshot of the file, if there is a sound one.
    private func indexed(_ verification: Verification) -> Snapshot? {
        let file =
            switch verification {
            case .touched: try? IndexFile(opening: indexPath)
            case .everything: try? IndexFile(reading: indexPath)
            }
        return file.flatMap { try? Snapshot($0) }
    }

    /// Builds the index from the rows and writes it beside the store.
    ///
    /// When the file cannot be written, the snapshot lives in memory.
    @discardableResult
    public func rebuildIndex() async throws -> Snapshot {
        let built = try await builtIndex()
        try await keep(built.snapshot)
        return built.snapshot
    }

    /// Builds the index from the rows and writes it beside the store.
    ///
    /// - Throws: `StoreError.failed`, with the index's path and the system's
    ///   reason, when the file cannot be written: a full disk, a folder that
    ///   cannot be written. An index that was there stays.
    @discardableResult
    public func writeIndex() async throws -> Snapshot {
        let built = try await builtIndex()
        try await keep(built.snapshot)
        switch built.failure {
        case .unreadable(_, let reason):
            throw StoreError.failed(path: indexPath, reason: "it cannot be written: \(reason)")
        case .some(let other): throw other
        case nil: return built.snapshot
        }
    }

    /// Builds the index anew when there are so many changes over it that
    /// questions become slower. A command calls it after its answer.
    public func tendIndex() async throws {
        guard let latest = latestSnapshot.withLock({ $0 }), Self.isWorthRebuilding(latest) else { return }
        try await rebuildIndex()
    }

    /// Builds the index while the present snapshot answers questions, and lays
    /// the changes made meanwhile over it.
    private func startRebuilding() {
        let isFirst = isRebuilding.withLock { isRunning in
            defer { isRunning = true }
            return !isRunning
        }
        guard isFirst else { return }
        Task.detached(priority: .utility) { [self] in
            defer { isRebuilding.withLock { $0 = false } }
            // When it fails, answers are still right, and the next change tries
            // again.
            guard let fresh = try? await builtIndex().snapshot, let stamp = try? await read({ try Self.stamp($0) }),
                let current = try? await broughtUpToDate(fresh, to: stamp)
            else { return }
            try? await keep(current)
        }
    }

    /// An index of the rows as they are now, and why it could not be written
    /// beside the store.
    private struct BuiltIndex {
        /// The snapshot in the memory in which it was built, so that no byte of
        /// it needs verifying.
        let snapshot: Snapshot
        let failure: IndexError?
    }

    /// Builds an index of the rows as they are now and writes it beside the store.
    ///
    /// A connection of its own reads the rows, so no other reader waits for it.
    private func builtIndex() async throws -> BuiltIndex {
        FreedMemory.giveBack()
        let stamp: IndexStamp
        let sections: [Section]
        do {
            (stamp, sections) = try await Self.connectReader(path).read { db in
                (try Self.stamp(db), try SnapshotRows.sections(db))
            }
        } catch {
            throw Self.described(error, path: path)
        }
        let snapshot = try Snapshot(sections: sections, stamp: stamp)
        do throws(IndexError) {
            try IndexFile.write(sections, stamp: stamp, to: indexPath)
        } catch {
            return BuiltIndex(snapshot: snapshot, failure: error)
        }
        IndexRemains.remove(of: indexPath)
        try? await ChangeLog.prune(path, indexed: stamp.version)
        return BuiltIndex(snapshot: snapshot, failure: nil)
    }

    /// With more changes than this, building the index anew costs no more than
    /// laying them over it.
    static func mostPendingChanges(in snapshot: Snapshot) -> Int {
        max(4_000, min(100_000, Layer.allCases.reduce(0) { $0 + snapshot.count(of: $1) } / 4))
    }

    /// From a quarter of that number on, the index is built anew in the
    /// background.
    private static func isWorthRebuilding(_ snapshot: Snapshot) -> Bool {
        snapshot.pendingChanges > mostPendingChanges(in: snapshot) / 4
    }

    /// The store's identity, its version, and the token that was drawn with the
    /// version.
    static func stamp(_ db: Database) throws -> IndexStamp {
        guard let row = try Row.fetchOne(db, sql: "SELECT identity, version, token FROM geoq_store"),
            let identity = FeatureID(row["identity"] as String)
        else { throw StoreError.notAStore(path: "the store", reason: "its identity is missing") }
        return IndexStamp(store: identity.key, version: row["version"], token: row["token"])
    }
}
