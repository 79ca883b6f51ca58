import Foundation
import GRDB
import Geoq
import GeoqFormats
import GeoqIndex
import TestSupport
import Testing

@testable import GeoqStore

/// An index is trusted because of the rows that it was built of, not because of
/// their version's number: a store may be put back from a copy and written
/// since.
@Suite struct RestoredCopyTests {
    @Test(arguments: [1, 2, 3]) func `the index of rows that were lost is not trusted`(writes: Int) async throws {
        try await withFolder { folder in
            let (path, backup) = (folder + "/birds.sqlite", folder + "/backup.sqlite")
            try await Self.importRows(50, "a", path)
            try await Self.copy(path, to: backup)
            try await Self.importRows(30, "b", path)
            // Built of 80 rows, of version 3.
            try await Store(path: path).index.write()
            try Self.restore(path, from: backup)
            // To version 3 again, or beyond.
            for number in 1...writes { try await Self.importRows(1, "c\(number)", path) }

            let store = try Store(path: path)
            #expect(try await store.index.info().state == "of other rows")
            let checks = try await store.health.checks()
            #expect(checks.first { $0.name == "index" }?.isSound == false)
            for verification in [Store.Verification.touched, .everything] {
                let fresh = try Store(path: path)
                #expect(try await fresh.features.count(Self.everywhere, verifying: verification) == 50 + writes)
            }
            // And a change is laid over what is right now.
            try await Self.importRows(1, "d", path)
            #expect(try await Store(path: path).features.count(Self.everywhere) == 51 + writes)
        }
    }

    @Test func `a snapshot in memory is not trusted either when its rows were lost`() async throws {
        try await withFolder { folder in
            let (path, backup) = (folder + "/birds.sqlite", folder + "/backup.sqlite")
            try await Self.importRows(50, "a", path)
            try await Self.copy(path, to: backup)
            try await Self.importRows(30, "b", path)
            let lost = try await Store(path: path).snapshot()
            try Self.restore(path, from: backup)
            try await Self.importRows(2, "c", path)
            let store = try Store(path: path)
            let older = try await store.snapshot()
            #expect(lost.version == older.version && lost.stamp != older.stamp)
            #expect(try await store.broughtUpToDate(lost, to: older.stamp) == nil)
            await #expect(throws: StoreError.snapshotOutdated) {
                try await store.features.rows(of: try lost.answer(Self.everywhere), at: lost.stamp)
            }
        }
    }

    @Test func `an index of an earlier version of the same rows is laid over`() async throws {
        try await withFolder { folder in
            let path = folder + "/birds.sqlite"
            try await Self.importRows(50, "a", path)
            try await Store(path: path).index.write()
            try await Self.importRows(3, "b", path)
            let store = try Store(path: path)
            #expect(try await store.index.info().state == "stale")
            #expect(try await store.snapshot(verifying: .touched).pendingChanges == 3)
            #expect(try await store.index.info().state == "stale", "It was not built anew.")
        }
    }

    @Test func `every way to write draws a token, and the log keeps it`() async throws {
        try await withFolder { folder in
            let path = folder + "/birds.sqlite"
            try await Self.importRows(50, "a", path)
            let store = try Store(path: path)
            var seen: Set<Int64> = [try await store.snapshot().stamp.token]
            let queue = try DatabaseQueue(path: path)
            for sql in [
                "UPDATE hotspot SET name = 'New' WHERE fid = 1", "DELETE FROM hotspot WHERE fid = 2",
                "INSERT INTO bird (id, common_name, source) VALUES ('x', 'Great Tit', 'a')",
                "UPDATE hotspot SET fid = 1000 WHERE fid = 4", "INSERT INTO watchlists (id, source) VALUES ('l', 'a')",
                "INSERT OR REPLACE INTO bird (fid, id, common_name, source) VALUES (1, 'y', 'Blue Tit', 'a')",
            ] {
                try await queue.write { db in try db.execute(sql: sql) }
                let isNew = seen.insert(try await store.snapshot().stamp.token).inserted
                #expect(isNew, "\(sql)")
            }
            try await Self.importRows(1, "b", path)
            let imported = try await store.snapshot().stamp.token
            _ = try await store.imports.removeSource("b")
            let last = try await store.snapshot().stamp
            let areNew = seen.insert(imported).inserted && seen.insert(last.token).inserted
            #expect(areNew)
            let count = seen.count
            try await store.read { db in
                let logged = try Int64.fetchSet(db, sql: "SELECT token FROM geoq_change")
                #expect(logged.count >= count - 1 && logged.contains(last.token))
                let doubled = try Int.fetchOne(
                    db,
                    sql:
                        "SELECT count(*) FROM (SELECT 1 FROM geoq_change GROUP BY version HAVING count(DISTINCT token) <> 1)"
                )
                #expect(doubled == 0)
            }
        }
    }

    @Test func `a store whose file is replaced or deleted says so, and writes nothing`() async throws {
        try await withFolder { folder in
            let (path, other) = (folder + "/birds.sqlite", folder + "/other.sqlite")
            try await Self.importRows(5, "a", path)
            try await Self.importRows(9, "a", other)
            let store = try Store(path: path)
            #expect(try await store.snapshot().count(of: .hotspots) == 5)
            #expect(rename(other, path) == 0)
            await #expect(throws: StoreError.replaced(path: path)) { try await store.snapshot() }
            await #expect(throws: StoreError.replaced(path: path)) { try await store.imports.removeSource("a") }
            #expect(try await Store(path: path).snapshot().count(of: .hotspots) == 9)
            try FileManager.default.removeItem(atPath: path)
            await #expect(throws: StoreError.replaced(path: path)) { try await store.snapshot() }
            try Data().write(to: URL(filePath: path))
            #expect(throws: StoreError.notAStore(path: path, reason: "it is empty")) {
                try Store(path: path, create: false)
            }
        }
    }

    @Test func `a store that is opened anew is another one when its file or its identity is`() async throws {
        try await withFolder { folder in
            let (path, other) = (folder + "/birds.sqlite", folder + "/other.sqlite")
            for path in [path, other] {
                try await Self.importRows(5, "a", path)
                _ = try Tool.sqlite3(path, "PRAGMA wal_checkpoint(TRUNCATE)")
            }
            let store = try Store(path: path)
            _ = try await store.snapshot()
            try await Self.importRows(1, "b", path)
            let anew = try Store(path: path)
            #expect(try await !anew.isAnother(than: store), "Rows were written into the same file.")
            for store in [store, anew] { try store.close() }
            _ = try Tool.sqlite3(path, "PRAGMA wal_checkpoint(TRUNCATE)")
            for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
            // Into the same file.
            let file = try FileHandle(forWritingTo: URL(filePath: path))
            let bytes = try #require(FileManager.default.contents(atPath: other))
            try file.write(contentsOf: bytes)
            try file.truncate(atOffset: UInt64(bytes.count))
            try file.close()
            #expect(try await Store(path: path).isAnother(than: store))
            let former = try Store(path: path)
            // A file of its own, with the rows and the identity of the one that it replaces.
            try Self.restore(path, from: other)
            #expect(try await Store(path: path).isAnother(than: former))
        }
    }

    @Test func `the newest snapshot never goes back`() async throws {
        try await withFolder { folder in
            let path = folder + "/birds.sqlite"
            try await Self.importRows(5, "a", path)
            let store = try Store(path: path)
            let older = try await store.snapshot()
            try await Self.importRows(1, "b", path)
            let newer = try await store.snapshot()
            // A task that was slower comes with what it has read before.
            try await store.keep(older)
            #expect(store.newestSnapshot?.stamp == newer.stamp)
        }
    }

    @Test func `after a copy was put back the newest snapshot is that of the copy`() async throws {
        try await withFolder { folder in
            let path = folder + "/birds.sqlite"
            try await Self.importRows(5, "a", path)
            let store = try Store(path: path)
            let older = try await store.snapshot()
            var lost = older.stamp
            lost.version += 5
            try await store.keep(try older.applying(SnapshotChanges(), stamp: lost))
            try await store.keep(older)
            #expect(store.newestSnapshot?.stamp == older.stamp, "No log tells of version \(lost.version).")
        }
    }

    @Test func `an index that was just built is as fast to ask as one that was verified`() async throws {
        try await withFolder { folder in
            let path = folder + "/birds.sqlite"
            try await Self.importRows(50, "a", path)
            let store = try Store(path: path)
            #expect(try await store.index.rebuild().isVerified)
            #expect(try await Store(path: path).snapshot(verifying: .everything).isVerified)
            #expect(try await Store(path: path).snapshot(verifying: .touched).isVerified == false)
        }
    }

    @Test func `an index that cannot be written is an error for its caller, and answers go on`() async throws {
        try await withFolder { folder in
            let path = folder + "/birds.sqlite"
            try await Self.importRows(50, "a", path)
            let store = try Store(path: path)
            try FileManager.default.createDirectory(
                atPath: store.index.path + "/full", withIntermediateDirectories: true)
            let error = await #expect(throws: StoreError.self) { try await store.index.write() }
            #expect(error?.description.contains(store.index.path) == true, "\(error as Any)")
            #expect(try await store.features.count(Self.everywhere) == 50)
        }
    }

    @Test func `200 random histories give what the rows say`() async throws {
        let template = try await Self.histories(200, seed: 20_261_122)
        #expect(template.mistakes.isEmpty, "\(template.mistakes.prefix(3))")
        #expect(template.answers > 1_000 && template.restores > 50)
    }

    /// The same histories with a token that never changes: what a program that
    /// goes by version numbers alone would do.
    @Test func `without tokens some of the histories go wrong`() async throws {
        let control = try await Self.histories(80, seed: 20_261_122) { db in
            try db.execute(
                sql: """
                    CREATE TRIGGER no_token AFTER UPDATE OF token ON geoq_store WHEN NEW.token <> 0
                        BEGIN UPDATE geoq_store SET token = 0; END;
                    CREATE TRIGGER no_logged_token AFTER INSERT ON geoq_change WHEN NEW.token <> 0
                        BEGIN UPDATE geoq_change SET token = 0 WHERE rowid = NEW.rowid; END;
                    UPDATE geoq_store SET token = 0, log_token = 0;
                    """)
        }
        print("\(control.mistakes.count) of \(control.answers) answers were wrong without tokens")
        #expect(!control.mistakes.isEmpty)
    }

    private static func histories(
        _ count: Int, seed: UInt64, prepare: @Sendable @escaping (Database) throws -> Void = { _ in }
    ) async throws -> (mistakes: [String], answers: Int, restores: Int) {
        print("seeds from \(seed)")
        return try await withFolder { folder in
            let (first, template) = (folder + "/first.sqlite", folder + "/template.sqlite")
            try await Store(path: first).write { db in try prepare(db) }
            try await Self.copy(first, to: template)
            var all: (mistakes: [String], answers: Int, restores: Int) = ([], 0, 0)
            for number in 0..<UInt64(count) {
                try await withFolder { folder in
                    let history = try StoreHistory(template: template, in: folder, seed: seed + number)
                    try await history.run(steps: 12)
                    all.mistakes += history.mistakes.map { "seed \(seed + number): \($0)" }
                    all.answers += history.answers
                    all.restores += history.restores
                }
            }
            return all
        }
    }

    private static let everywhere = Query.inside(try! BoundingBox(west: -180, south: -90, east: 180, north: 90))

    private static func importRows(_ count: Int, _ source: String, _ path: String) async throws {
        let file = path + "." + source + ".csv"
        let text = (0..<count).reduce(into: "id,name,lat,lon\n") {
            $0 += "\($1),\(source) \($1),\($1 % 80),\($1 % 170)\n"
        }
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        var settings = ImportSettings(.hotspots)
        settings.source = source
        let store = try FileManager.default.fileExists(atPath: path) ? Store(path: path) : Store.blank(path)
        try await store.imports.run(file, settings)
    }

    private static func copy(_ path: String, to copy: String) async throws {
        try await Store(path: path).writer().writeWithoutTransaction { db in
            try db.execute(sql: "VACUUM INTO ?", arguments: [copy])
        }
    }

    private static func restore(_ path: String, from copy: String) throws {
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        try FileManager.default.copyItem(atPath: copy, toPath: path)
    }
}
