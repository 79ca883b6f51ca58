import Foundation
import GRDB
import Geoq
import GeoqIndex

/// The index file beside a store, as it is.
public struct IndexInfo: Hashable, Sendable {
    /// `current`, `stale`, `missing`, `damaged: …` or `of another store`.
    public let state: String
    public let bytes: Int
    /// Features with a place, in all layers.
    public let items: Int
    /// Blocks with a checksum.
    public let blocks: Int
    /// The version of the rows that it was built from; nil when it cannot be
    /// read.
    public let version: Int64?
    public let storeVersion: Int64
}

extension Store {
    /// How the index is, without changing it. Only its head is verified.
    public func indexInfo() async throws -> IndexInfo {
        let stamp = try await read { db in try Self.stamp(db) }
        guard FileManager.default.fileExists(atPath: indexPath) else {
            return IndexInfo(
                state: "missing", bytes: 0, items: 0, blocks: 0, version: nil, storeVersion: stamp.version)
        }
        do throws(IndexError) {
            let file = try IndexFile(opening: indexPath)
            let snapshot = try Snapshot(file)
            let isOfStore = file.stamp.store == stamp.store
            let state = isOfStore ? (file.stamp.version == stamp.version ? "current" : "stale") : "of another store"
            return IndexInfo(
                state: state, bytes: file.byteCount, items: Self.count(snapshot), blocks: file.blockCount,
                version: file.stamp.version, storeVersion: stamp.version)
        } catch {
            return IndexInfo(
                state: "damaged: \(error)", bytes: 0, items: 0, blocks: 0, version: nil, storeVersion: stamp.version)
        }
    }

    /// Verifies every byte of the index file and every invariant of its trees.
    ///
    /// - Throws: `IndexError`, naming the first thing that is wrong;
    ///   `StoreError.failed` when there is no index.
    @discardableResult
    public func verifyIndex() async throws -> IndexInfo {
        guard FileManager.default.fileExists(atPath: indexPath) else {
            throw StoreError.failed(path: indexPath, reason: "there is no index; build it with: geoq index build")
        }
        let file = try IndexFile(opening: indexPath)
        try file.verifyAll()
        let snapshot = try Snapshot(file)
        for layer in Layer.allCases { try snapshot.tree(of: layer).checkInvariants() }
        return try await indexInfo()
    }

    private static func count(_ snapshot: Snapshot) -> Int {
        Layer.allCases.reduce(0) { $0 + snapshot.count(of: $1) }
    }
}
