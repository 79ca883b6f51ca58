import GRDB
package import Geoq
import GeoqIndex
import Synchronization

extension Store.Index {
    /// Builds the index from the rows and writes it beside the store.
    ///
    /// When the file cannot be written, the snapshot lives in memory.
    @discardableResult
    package func rebuild() async throws -> Snapshot {
        let built = try await builtIndex()
        try await store.keep(built.snapshot)
        return built.snapshot
    }

    /// Builds the index from the rows and writes it beside the store.
    ///
    /// - Throws: `StoreError.failed`, with the index's path and the system's
    ///   reason, when the file cannot be written: a full disk, a folder that
    ///   cannot be written. An index that was there stays.
    @discardableResult
    package func write() async throws -> Snapshot {
        let built = try await builtIndex()
        try await store.keep(built.snapshot)
        switch built.failure {
        case .unreadable(_, let reason):
            throw StoreError.failed(path: path, reason: "it cannot be written: \(reason)")
        case .some(let other): throw other
        case nil: return built.snapshot
        }
    }

    /// Builds the index anew when there are so many changes over it that
    /// questions become slower. A command calls it after its answer.
    package func tend() async throws {
        guard let latest = store.latestSnapshot.withLock({ $0 }), Self.isWorthRebuilding(latest) else { return }
        try await rebuild()
    }

    /// Builds the index while the present snapshot answers questions, and lays
    /// the changes made meanwhile over it.
    func startRebuilding() {
        let isFirst = store.isRebuilding.withLock { isRunning in
            defer { isRunning = true }
            return !isRunning
        }
        guard isFirst else { return }
        Task.detached(priority: .utility) {
            defer { store.isRebuilding.withLock { $0 = false } }
            // When it fails, answers are still right, and the next change tries
            // again.
            guard let fresh = try? await builtIndex().snapshot, let stamp = try? await read({ try Store.stamp($0) }),
                let current = try? await store.broughtUpToDate(fresh, to: stamp)
            else { return }
            try? await store.keep(current)
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
        ProcessMemory.giveBack()
        let stamp: IndexStamp
        let sections: [Section]
        do {
            (stamp, sections) = try await Store.readApart(store.path, store.work) { db in
                (try Store.stamp(db), try SnapshotRows.sections(db))
            }
        } catch {
            throw Store.described(error, path: store.path)
        }
        let snapshot = try Snapshot(sections: sections, stamp: stamp)
        let failure = try await store.work.run { [self] in keep(sections, stamp) }
        return BuiltIndex(snapshot: snapshot, failure: failure)
    }

    /// Writes the file, and removes what it makes superfluous.
    ///
    /// - Returns: why it cannot be written.
    private func keep(_ sections: [Section], _ stamp: IndexStamp) -> IndexError? {
        WaitingWork.willWait()
        do throws(IndexError) {
            try IndexFile.write(sections, stamp: stamp, to: path, of: store.path)
        } catch {
            return error
        }
        IndexRemains.remove(of: path)
        if store.failedMigration == nil { try? ChangeLog.prune(store.path, indexed: stamp.version) }
        return nil
    }

    /// With more changes than this, building the index anew costs no more than
    /// laying them over it.
    static func mostPendingChanges(in snapshot: Snapshot) -> Int {
        max(4_000, min(100_000, Layer.allCases.reduce(0) { $0 + snapshot.count(of: $1) } / 4))
    }

    /// From a quarter of that number on, the index is built anew in the
    /// background; also when so many birds have changed that reading them
    /// delays each command that opens the index.
    static func isWorthRebuilding(_ snapshot: Snapshot) -> Bool {
        snapshot.pendingChanges > mostPendingChanges(in: snapshot) / 4 || snapshot.birds.changeCount > 200
    }
}
