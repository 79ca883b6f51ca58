import Foundation
import GRDB
public import Geoq
import GeoqIndex
import Synchronization

extension Store {
    /// How much of an index file is verified before it is asked.
    public enum Verification: Sendable {
        /// Every block that a question touches, when it does: for one question.
        case touched
        /// All of it, once: for a process that stays.
        case everything
    }

    /// What the store holds now, ready to be asked.
    ///
    /// Rows that have changed since the last snapshot, or since the index file
    /// beside the store was written, are read and laid over it. The index is
    /// built anew from all rows when there is none, when it is damaged, or when
    /// too much has changed for that. When it cannot be written, the snapshot
    /// lives in memory.
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
        if current == nil, let file = mapped(verification) { current = try await broughtUpToDate(file, to: stamp) }
        guard let current else { return try await rebuildIndex() }
        latestSnapshot.withLock { $0 = current }
        if verification == .everything, Self.isWorthRebuilding(current) { startRebuilding() }
        return current
    }

    /// A snapshot with what has changed since laid over it; nil when it is of
    /// another store or too much has changed.
    private func broughtUpToDate(_ snapshot: Snapshot, to stamp: IndexStamp) async throws -> Snapshot? {
        if snapshot.stamp == stamp { return snapshot }
        guard snapshot.stamp.store == stamp.store, snapshot.version < stamp.version else { return nil }
        let limit = Self.mostPendingChanges(in: snapshot) - snapshot.pendingChanges
        guard limit > 0 else { return nil }
        let (now, changes) = try await read { db in
            (try Self.stamp(db), try SnapshotRows.changes(db, since: snapshot.version, limit: limit))
        }
        guard let changes, now.store == stamp.store else { return nil }
        return try? snapshot.applying(changes, stamp: now)
    }

    /// The snapshot of the file, if there is a sound one.
    private func mapped(_ verification: Verification) -> Snapshot? {
        guard let file = try? IndexFile(opening: indexPath) else { return nil }
        if verification == .everything, (try? file.verifyAll()) == nil { return nil }
        return try? Snapshot(file)
    }

    /// Builds the index from the rows and writes it beside the store.
    @discardableResult
    public func rebuildIndex() async throws -> Snapshot {
        let snapshot = try await builtIndex()
        latestSnapshot.withLock { $0 = snapshot }
        return snapshot
    }

    /// Builds the index anew when so many changes are laid over it that
    /// questions take notice: for a command that has answered its question.
    public func tendIndex() async throws {
        guard let latest = latestSnapshot.withLock({ $0 }), Self.isWorthRebuilding(latest) else { return }
        try await rebuildIndex()
    }

    /// Builds the index while questions are answered by the snapshot that there
    /// is, and lays what has changed meanwhile over it.
    private func startRebuilding() {
        let isFirst = isRebuilding.withLock { isRunning in
            defer { isRunning = true }
            return !isRunning
        }
        guard isFirst else { return }
        Task.detached(priority: .utility) { [self] in
            defer { isRebuilding.withLock { $0 = false } }
            // When it fails, answers stay right, and the next change tries again.
            guard let fresh = try? await builtIndex(), let stamp = try? await read({ try Self.stamp($0) }),
                let current = try? await broughtUpToDate(fresh, to: stamp)
            else { return }
            latestSnapshot.withLock { latest in
                if let newer = latest, newer.version > current.version { return }
                latest = current
            }
        }
    }

    /// An index of the rows as they are now, written beside the store.
    ///
    /// The rows are read by a connection of its own: nobody waits for it.
    private func builtIndex() async throws -> Snapshot {
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
        do {
            try IndexFile.write(sections, stamp: stamp, to: indexPath)
            IndexRemains.remove(of: indexPath)
            let snapshot = try Snapshot(try IndexFile(opening: indexPath))
            try? await ChangeLog.prune(path, indexed: stamp.version)
            return snapshot
        } catch {
            // A folder that cannot be written, a full disk: answers stay right.
            return try Snapshot(sections: sections, stamp: stamp)
        }
    }

    /// More changes than this are not laid over an index: building it anew is
    /// no dearer.
    private static func mostPendingChanges(in snapshot: Snapshot) -> Int {
        max(4_000, min(100_000, Layer.allCases.reduce(0) { $0 + snapshot.count(of: $1) } / 4))
    }

    /// From a quarter of that on the index is built anew when there is time.
    private static func isWorthRebuilding(_ snapshot: Snapshot) -> Bool {
        snapshot.pendingChanges > mostPendingChanges(in: snapshot) / 4
    }

    /// Whose rows, and of which version.
    static func stamp(_ db: Database) throws -> IndexStamp {
        guard let row = try Row.fetchOne(db, sql: "SELECT identity, version FROM geoq_store"),
            let identity = FeatureID(row["identity"] as String)
        else { throw StoreError.notAStore(path: "the store", reason: "its identity is missing") }
        return IndexStamp(store: identity.key, version: row["version"])
    }
}
