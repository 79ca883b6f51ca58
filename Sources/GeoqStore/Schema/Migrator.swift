import Foundation
import GRDB
import GeoqFiles
import GeoqFormats

/// Brings a store up to date, after a copy was made.
struct Migrator {
    let path: String
    var migrations = Migrations.all
    /// Called when the store is copied, before the first step; a test lets another program write then.
    var willBegin: () -> Void = {}

    private var latest: Int { migrations.last?.number ?? 0 }

    /// Creates the schema in an empty file, migrates an older store, and
    /// refuses a file that is not a store or is newer than this program.
    ///
    /// A file that has rows already is copied first (SQLite's backup API); when
    /// a migration fails, the copy is put back, and the failure is kept: it is
    /// not tried again by itself.
    ///
    /// - Throws: `StoreError.migrationFailed`, also for a failure that was kept; `StoreError.older` for a file that this
    ///   user may not write.
    func run(_ writer: DatabaseQueue) throws {
        let (isEmpty, schema) = try writer.read { db in
            // SQLite makes its memory beside a new file when it is first read.
            try SystemRefusal.told(db, path) { (try Self.isEmpty(db), try Self.check(db, path, latest)) }
        }
        guard schema < latest else { return }
        if let failure = MigrationFailure.kept(beside: path), failure.forbids(schema, latest) {
            throw failure.error(path)
        }
        if isEmpty {
            do { try apply(writer, from: 0) } catch let failure as StepFailure { throw failure.error }
            return
        }
        guard access(path, W_OK) == 0 else { throw StoreError.older(path: path, schema: schema, known: latest) }
        let backupPath = Self.copy(of: path)
        do {
            try DatabaseFiles.remove(backupPath)
            try checkRoom()
            try copy(writer, to: backupPath)
        } catch let error as DatabaseError where [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode) {
            try DatabaseFiles.remove(backupPath)
            throw error
        } catch {
            // No step was begun; the next command tries it again.
            try? DatabaseFiles.remove(backupPath)
            throw StoreError.migrationFailed(
                path: path, step: "copying it first", reason: Self.words(error), restored: true)
        }
        CrashPoint.migrationCopied.reached()
        willBegin()
        do {
            try apply(writer, from: schema)
        } catch let error as DatabaseError where [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode) {
            // Another process writes: no step was begun.
            try DatabaseFiles.remove(backupPath)
            throw error
        } catch StoreError.newer(let path, let schema, let known) {
            // A later program has brought the store up to date meanwhile: no step was begun.
            try? DatabaseFiles.remove(backupPath)
            throw StoreError.newer(path: path, schema: schema, known: known)
        } catch {
            throw restore(writer, from: backupPath, schema: schema, after: error)
        }
        CrashPoint.migrated.reached()
        // One that stays is removed when the store is opened the next time.
        try? DatabaseFiles.remove(backupPath)
        MigrationFailure.forget(beside: path)
    }

    /// Lets the steps be tried again that failed before.
    ///
    /// - Throws: `StoreError.migrationFailed` when the store is not what it was
    ///   before, and its copy must be put back first.
    static func retry(_ path: String) throws {
        if let failure = MigrationFailure.kept(beside: path), !failure.isRestored { throw failure.error(path) }
        MigrationFailure.forget(beside: path)
    }

    /// Removes the copy that was made of a store before it was brought up to date. It is needed only while the store is
    /// not; a process that was killed then leaves it.
    ///
    /// - Returns: whether there was one.
    /// - Throws: what the file manager throws.
    static func removeCopy(of path: String) throws -> Bool {
        let place = copy(of: path)
        guard FileManager.default.fileExists(atPath: place) else { return false }
        try DatabaseFiles.remove(place)
        return true
    }

    /// Removes the copy when the store is further than it: a program that was killed when it had brought the store up to
    /// date leaves it. A copy of the store as it is now may be of another program, which still needs it, and so may one beside a
    /// failure that was kept.
    ///
    /// - Complexity: O(1), unless there is a copy.
    static func removeOutdatedCopy(of path: String, schema: Int) {
        guard let copied = schemaOfCopy(of: path), copied < schema, MigrationFailure.kept(beside: path) == nil
        else { return }
        _ = try? removeCopy(of: path)
    }

    /// The schema number of the copy; nil when there is none, or only a part of one.
    private static func schemaOfCopy(of path: String) -> Int? {
        // "user_version" of https://www.sqlite.org/fileformat.html, 1.3, big-endian.
        guard let head = try? FileStream(path: copy(of: path)).first(100), head.count == 100, SQLiteHead.begins(head)
        else { return nil }
        return head[60..<64].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Where a store is copied to: no name that a person gives to a copy, for what has it is removed.
    static func copy(of path: String) -> String { path + ".before-migration" }

    /// The schema number of a store.
    ///
    /// - Throws: `StoreError` when it is not a store, or a newer one.
    static func check(_ db: Database, _ path: String, _ known: Int = Migrations.all.last?.number ?? 0) throws -> Int {
        if try isEmpty(db) { return 0 }
        guard try Int32.fetchOne(db, sql: "PRAGMA application_id") == Migrations.applicationID else {
            throw StoreError.notAStore(path: path, reason: "it is another program's database")
        }
        let schema = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        guard schema <= known else { throw StoreError.newer(path: path, schema: schema, known: known) }
        return schema
    }

    private static func isEmpty(_ db: Database) throws -> Bool {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0
    }

    /// Runs all outstanding steps in one transaction: all of them or none.
    private func apply(_ writer: DatabaseQueue, from schema: Int) throws {
        try writer.writeWithoutTransaction { db in
            try SystemRefusal.told(db, path) {
                try db.inTransaction(.immediate) {
                    try takeSteps(db, from: schema)
                    return .commit
                }
            }
        }
    }

    private func takeSteps(_ db: Database, from schema: Int) throws {
        // Two processes may have opened a new file at the same moment.
        let current = try Self.check(db, path, latest)
        for migration in migrations where migration.number > max(schema, current) {
            // Before the step: the number in the file tells whether SQLite has taken all of it back.
            try db.execute(sql: "PRAGMA user_version = \(migration.number)")
            do {
                try SystemRefusal.told(db, path) { try migration.run(db) }
            } catch {
                throw StepFailure(step: migration.name, error: error)
            }
        }
        try db.execute(sql: "PRAGMA application_id = \(Migrations.applicationID)")
    }

    /// Makes sure that the disk has room for the copy, before a part of it is written.
    private func checkRoom() throws {
        var disk = statvfs()
        guard statvfs(path, &disk) == 0, let size = FileStream.size(path) else { return }
        guard Double(disk.f_bavail) * Double(disk.f_frsize) < Double(size) else { return }
        throw StoreError.failed(
            path: Self.copy(of: path), reason: "its disk is full; make room there for \(size / 1_000_000 + 1) MB")
    }

    private func copy(_ writer: DatabaseQueue, to backupPath: String) throws {
        try DatabaseFiles.make(backupPath, readableAs: path)
        let backup = try DatabaseQueue(path: backupPath)
        try writer.backup(to: backup)
        try backup.close()
    }

    /// Puts the copy back where SQLite has not taken back all that was done: where a step has ended the transaction, or
    /// the file is damaged. Else it is what it was, and has besides what other programs have written since it was copied.
    private func restore(
        _ writer: DatabaseQueue, from backupPath: String, schema: Int, after error: any Error
    ) -> StoreError {
        let failed = error as? StepFailure
        var failure = MigrationFailure(
            schema: schema, known: latest, step: failed?.step ?? "the end", reason: Self.words(failed?.error ?? error),
            isRestored: true, at: Date.now.formatted(.iso8601))
        defer { failure.keep(beside: path) }
        if isAsBefore(writer, schema) {
            try? DatabaseFiles.remove(backupPath)
            return failure.error(path)
        }
        do {
            // SQLite would make an empty file of one that is gone, and an empty store of that.
            guard Self.schemaOfCopy(of: path) == schema else {
                throw StoreError.failed(path: backupPath, reason: "the copy is not there, or not whole")
            }
            let backup = try DatabaseQueue(path: backupPath)
            try backup.backup(to: writer)
            try backup.close()
            try DatabaseFiles.remove(backupPath)
        } catch {
            failure.isRestored = isAsBefore(writer, schema)
        }
        return failure.error(path)
    }

    /// Whether the steps were taken back by SQLite alone, and the file is sound.
    private func isAsBefore(_ writer: DatabaseQueue, _ schema: Int) -> Bool {
        let isAsBefore = try? writer.read { db in
            try Self.check(db, path, latest) == schema
                && String.fetchAll(db, sql: "PRAGMA quick_check(1)") == ["ok"]
        }
        return isAsBefore ?? false
    }

    /// What SQLite says, without the statement: that may be the whole of a table.
    private static func words(_ error: any Error) -> String {
        if case StoreError.refusedBySystem(_, _, let reason) = error { return reason }
        guard let failure = error as? DatabaseError else { return "\(error)" }
        return failure.resultCode == .SQLITE_FULL
            ? "the disk is full" : "SQLite error \(failure.resultCode.rawValue): \(failure.words)"
    }

    /// Why a step was not done, and which.
    private struct StepFailure: Error {
        let step: String
        let error: any Error
    }
}
