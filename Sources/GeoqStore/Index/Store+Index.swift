import Foundation
import GRDB
import Geoq
import GeoqIndex

/// The present state of the index file beside a store.
package struct IndexInfo: Hashable, Sendable {
    /// `current`, `stale`, `missing`, `damaged: …`, `unreadable: …`, `of another format`, `of
    /// another store`, or `of other rows`: of a state that the store has never
    /// been in, or that its log does not reach, for example one that was lost
    /// when a copy was put back.
    package let state: String
    package let bytes: Int
    /// Features with a place, in all layers.
    package let items: Int
    /// Blocks with a checksum.
    package let blocks: Int
    /// The version of the rows that it was built from; nil when it cannot be
    /// read.
    package let version: Int64?
    package let storeVersion: Int64
}

extension Store {
    /// The index file beside a store, a cache that may be deleted at any time.
    /// Questions make it and keep it current by themselves; these methods are for
    /// a program that wants to choose the moment, or to look at it.
    ///
    ///     try await store.index.write()
    package struct Index: StoreFacet {
        let store: Store
    }

    /// The index file beside the store.
    package var index: Index { Index(store: self) }
}

extension Store.Index {
    /// Where the file is: beside the store.
    package var path: String { store.path + ".index" }

    /// The state of the index. Nothing is changed, and only the head of the
    /// file is verified.
    package func info() async throws -> IndexInfo {
        let (stamp, head) = try await read { [path] db in
            let stamp = try Store.stamp(db)
            return (stamp, try Self.indexHead(path, db, stamp))
        }
        return IndexInfo(
            state: head.state, bytes: head.file?.byteCount ?? 0, items: head.items,
            blocks: head.file?.blockCount ?? 0, version: head.file?.stamp.version, storeVersion: stamp.version)
    }

    private static func indexHead(
        _ path: String, _ db: Database, _ stamp: IndexStamp
    ) throws -> (state: String, file: IndexFile?, items: Int) {
        guard FileManager.default.fileExists(atPath: path) else { return ("missing", nil, 0) }
        let (file, items): (IndexFile, Int)
        do throws(IndexError) {
            file = try IndexFile(opening: path)
            items = count(try Snapshot(file))
        } catch {
            switch error {
            case .notAnIndex: return ("of another format", nil, 0)
            case .unreadable(_, let reason): return ("unreadable: \(reason)", nil, 0)
            case .damaged, .interrupted: return ("damaged: \(error)", nil, 0)
            }
        }
        let state =
            if file.stamp == stamp {
                "current"
            } else if file.stamp.store != stamp.store {
                "of another store"
            } else {
                try ChangeLog.reaches(db, file.stamp) ? "stale" : "of other rows"
            }
        return (state, file, items)
    }

    /// Verifies every byte of the index file and every invariant of its trees,
    /// and compares it with the rows, those of birds included, as questions would
    /// use it: with later changes laid over it.
    ///
    /// - Returns: the state of the index, and how many rows it was compared
    ///   with; nil for an index that questions would not use but build anew.
    /// - Throws: `IndexError`, naming the first thing that is wrong;
    ///   `StoreError.indexDiffers` when rows and index differ; `StoreError.failed`
    ///   when there is no index.
    /// - Complexity: O(rows · log rows).
    @discardableResult
    package func verify() async throws -> (info: IndexInfo, comparedRows: Int?) {
        let snapshot = try await store.work.run { [path] in try Self.verified(path) }
        let comparison = try await comparison(with: snapshot)
        if let comparison, comparison.differences > 0 {
            throw StoreError.indexDiffers(
                path: path, count: comparison.differences, examples: comparison.examples)
        }
        return (try await info(), comparison?.rows)
    }

    /// The snapshot of a sound file, every byte of it verified.
    private static func verified(_ path: String) throws -> Snapshot {
        WaitingWork.willWait()
        guard FileManager.default.fileExists(atPath: path) else {
            throw StoreError.failed(path: path, reason: "there is no index")
        }
        let file = try IndexFile(opening: path)
        try file.verifyAll()
        let snapshot = try Snapshot(file)
        for layer in Layer.allCases { try snapshot.tree(of: layer).checkInvariants() }
        return snapshot
    }

    /// Compares the rows with an index and the changes since it was built; nil
    /// when questions would build the index anew.
    func comparison(with snapshot: Snapshot) async throws -> IndexComparison? {
        try await read(.scan) { db in
            let now = try Store.stamp(db)
            if now == snapshot.stamp { return try IndexComparison(db, snapshot) }
            guard try ChangeLog.reaches(db, snapshot.stamp),
                let changes = try SnapshotRows.changes(
                    db, since: snapshot, limit: Self.mostPendingChanges(in: snapshot))
            else { return nil }
            return try IndexComparison(db, snapshot.applying(changes, stamp: now))
        }
    }

    private static func count(_ snapshot: Snapshot) -> Int {
        Layer.allCases.reduce(0) { $0 + snapshot.count(of: $1) }
    }
}
