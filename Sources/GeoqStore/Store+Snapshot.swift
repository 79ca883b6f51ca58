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
    /// The index file beside the store is mapped when it is of this version;
    /// otherwise, or when it is damaged, it is built anew from the rows. When it
    /// cannot be written, the snapshot lives in memory.
    ///
    /// - Complexity: O(1) when nothing has changed (O(bytes) to verify
    ///   everything); O(*n* log *n*) to build.
    public func snapshot(verifying verification: Verification = .everything) async throws -> Snapshot {
        let stamp = try await read { db in try Self.stamp(db) }
        if let latest = latestSnapshot.withLock({ $0 }), latest.stamp == stamp { return latest }
        guard let snapshot = mapped(stamp, verification) else { return try await rebuildIndex() }
        latestSnapshot.withLock { $0 = snapshot }
        return snapshot
    }

    /// The snapshot of the file, if there is a sound one of this version.
    private func mapped(_ stamp: IndexStamp, _ verification: Verification) -> Snapshot? {
        guard let file = try? IndexFile(opening: indexPath), file.stamp == stamp else { return nil }
        if verification == .everything, (try? file.verifyAll()) == nil { return nil }
        return try? Snapshot(file)
    }

    /// Builds the index from the rows and writes it beside the store.
    @discardableResult
    public func rebuildIndex() async throws -> Snapshot {
        let (stamp, sections) = try await read { db in
            (try Self.stamp(db), try Self.sections(db))
        }
        let snapshot: Snapshot
        do {
            try IndexFile.write(sections, stamp: stamp, to: indexPath)
            snapshot = try Snapshot(try IndexFile(opening: indexPath))
        } catch {
            // A folder that cannot be written, a full disk: answers stay right.
            snapshot = try Snapshot(sections: sections, stamp: stamp)
        }
        latestSnapshot.withLock { $0 = snapshot }
        return snapshot
    }

    /// Whose rows, and of which version.
    static func stamp(_ db: Database) throws -> IndexStamp {
        guard let row = try Row.fetchOne(db, sql: "SELECT identity, version FROM geoq_store"),
            let identity = FeatureID(row["identity"] as String)
        else { throw StoreError.notAStore(path: "the store", reason: "its identity is missing") }
        return IndexStamp(store: identity.key, version: row["version"])
    }

    private static func sections(_ db: Database) throws -> [Section] {
        var builder = SnapshotBuilder()
        try addHotspots(db, to: &builder)
        try addObservations(db, to: &builder)
        return builder.sections()
    }

    private static func addHotspots(_ db: Database, to builder: inout SnapshotBuilder) throws {
        builder.begin(.hotspots, expecting: try Int.fetchOne(db, sql: "SELECT count(*) FROM hotspot") ?? 0)
        let rows = try PreparedStatement(
            db, "SELECT id, lat, lon, name FROM hotspot WHERE lat IS NOT NULL AND deleted_at IS NULL")
        while try rows.step() {
            guard let id = FeatureID(rows.text(0)),
                let place = try? Coordinate(strictLatitude: rows.double(1), longitude: rows.double(2))
            else { continue }
            builder.addHotspot(id: id, coordinate: place, name: rows.text(3))
        }
    }

    private static func addObservations(_ db: Database, to builder: inout SnapshotBuilder) throws {
        builder.begin(.observations, expecting: try Int.fetchOne(db, sql: "SELECT count(*) FROM observation") ?? 0)
        let rows = try PreparedStatement(
            db, "SELECT id, lat, lon, scientific_name, common_name, date, date_end FROM observation")
        while try rows.step() {
            guard let id = FeatureID(rows.text(0)),
                let place = try? Coordinate(strictLatitude: rows.double(1), longitude: rows.double(2))
            else { continue }
            builder.addObservation(
                id: id, coordinate: place, scientificName: rows.text(3), commonName: rows.text(4),
                first: Day(iso: rows.text(5)), last: Day(iso: rows.text(6)))
        }
    }
}
