public import Foundation
import GRDB
import Geoq
import GeoqFiles
import Synchronization

/// One SpatiaLite file of hotspots, observations, birds and watchlists.
///
///     let store = try Store(path: "birds.sqlite")
///     try await store.imports.run("hotspots.csv", as: .hotspots)
///     let birds = try await store.snapshot()
///
/// Any number of processes may read while one writes; a second writer waits up
/// to `busyTimeout`. A store may be used from any thread.
public final class Store: Sendable {
    /// Where the file is, behind symbolic links.
    public let path: String
    /// The name that it was opened by.
    private let name: String

    /// How long a writer waits for another, in seconds.
    public static let busyTimeout: TimeInterval = 10

    /// The identity of the open file.
    private let file: StoreFile?
    /// Whether SQLite opened it as a file that does not change
    /// (`ReadOnlyPlace`).
    let isImmutable: Bool
    /// Why the store can only be read: a step that brings it up to date has
    /// failed, now or before, and is not tried again by itself. nil for a store
    /// that can be written.
    ///
    /// What an earlier schema lacks cannot be read, either. Unsent changes can be
    /// exported.
    public let failedMigration: StoreError?
    /// Whether this store made the file when it opened it.
    let isNew: Bool
    /// Read-only, without SpatiaLite; they answer questions.
    let readers: Readers
    /// With SpatiaLite; opened when first needed.
    private let openWriter = Mutex<DatabaseQueue?>(nil)
    /// Writes without SpatiaLite.
    let notes: NoteConnection
    /// Held while the connection that writes is opened.
    let opening = Mutex<Void>(())
    /// For all that waits for the disk, besides reads and writes of rows:
    /// these run on the threads of their connections.
    package let work = WaitingWork("geoq.store")
    /// The newest snapshot that was taken.
    let latestSnapshot = Mutex<Snapshot?>(nil)
    /// Whether a task is building the index anew.
    let isRebuilding = Mutex(false)
    /// Rings after each write by `write`.
    let commits = CommitSignal()
    /// Whether the connections were closed, or are about to be.
    let isClosed = Atomic<Bool>(false)

    /// Opens a store. It waits for the disk, and for another process that
    /// brings the store up to date, so it should not be called where a thread
    /// must not wait.
    ///
    /// - Parameters:
    ///   - path: the file, or a symbolic link to it. It is always a file's name: SQLite's
    ///     other ones, such as `:memory:`, mean nothing here.
    ///   - create: makes an empty store when there is no file, or one of no bytes;
    ///     otherwise `StoreError.missing` or `StoreError.notAStore` is thrown.
    /// - Throws: `StoreError` when the file is missing, not a store, newer than
    ///   this program, or was damaged when it was brought up to date. A store
    ///   that is as it was before such a failure is opened, to be read
    ///   (`failedMigration`).
    /// - Complexity: O(1) for a store of this version; O(bytes of the store) for
    ///   one that is brought up to date, of which a copy is made before.
    public convenience init(path: String, create: Bool = true) throws {
        try self.init(path: path, create: create, migrations: Migrations.all)
    }

    /// Tries once more to bring a store up to date for which that has failed.
    ///
    /// - Throws: `StoreError.migrationFailed`; as `init`.
    package static func retryMigration(of path: String) throws {
        try Migrator.retry(StorePlace.path(of: path))
        let store = try Store(path: path, create: false)
        defer { try? store.close() }
        if let failure = store.failedMigration { throw failure }
    }

    init(path name: String, create: Bool = true, migrations: [Migrations.Migration]) throws {
        let path = StorePlace.path(of: name)
        (self.path, self.name) = (path, name)
        StorePlace.gatherPictures(of: name, at: path)
        notes = NoteConnection(path)
        let exists = FileManager.default.fileExists(atPath: path)
        isNew = !exists
        guard exists || create else { throw StoreError.missing(path: path) }
        guard !exists || FileStream.isFile(path) else {
            throw StoreError.notAStore(path: path, reason: "it is no regular file")
        }
        guard create || FileStream.size(path) != 0 else {
            throw StoreError.notAStore(path: path, reason: "it is empty")
        }
        do {
            var made: DatabaseQueue?
            // Before the identity of the file is read: a file of no bytes has none.
            if !exists || FileStream.size(path) == 0 {
                made = try Self.connectWriter(path)
                try Migrator(path: path, migrations: migrations).run(made!)
            }
            // Read before the file is opened, so that a replacement in between
            // is noticed.
            let found = (StoreFile(path: path, isImmutable: false), StoreFile(path: path, isImmutable: true))
            let reader = try Self.connectReader(path)
            isImmutable = ReadOnlyPlace.isImmutable(reader.path)
            file = isImmutable ? found.1 : found.0
            readers = Readers(reader, work)
            let schema = try reader.read { db in try Migrator.check(db, path, migrations.count) }
            var failure: StoreError?
            if schema < migrations.count {
                guard !isImmutable else {
                    throw StoreError.older(path: path, schema: schema, known: migrations.count)
                }
                made = try made ?? Self.connectWriter(path)
                do {
                    try Migrator(path: path, migrations: migrations).run(made!)
                } catch let error as StoreError {
                    guard case .migrationFailed(_, _, _, restored: true) = error else { throw error }
                    failure = error
                    try made?.close()
                    made = nil
                }
            }
            failedMigration = failure
            if failure == nil, !isImmutable {
                Migrator.removeOutdatedCopy(of: path, schema: max(schema, migrations.count))
            }
            let opened = made
            openWriter.withLock { $0 = opened }
        } catch {
            throw Self.described(error, path: path)
        }
    }

    /// Makes sure that the name still leads to the open file. Otherwise writes
    /// would be lost with the old file, and reads would be outdated.
    ///
    /// - Throws: `StoreError.replaced`.
    /// - Complexity: O(1), one call of the system.
    func checkFile() throws {
        guard StoreFile(path: name, isImmutable: isImmutable) == file else { throw StoreError.replaced(path: name) }
    }

    /// Whether rows of another store are answered here than by the store that was open before: another file is open, or
    /// another store was written into the same one. It is none when the file was only opened anew, such as one that SQLite
    /// had opened as a file that does not change, and that was then written to.
    ///
    /// - Throws: `StoreError`.
    package func isAnother(than former: Store) async throws -> Bool {
        guard let file, let before = former.file, file.isInPlace(of: before) else { return true }
        guard let known = former.newestSnapshot?.stamp.store else { return false }
        return try await read { db in try Self.stamp(db).store } != known
    }

    /// The connection that writes.
    func writer() async throws -> DatabaseQueue {
        try await work.run { [self] in try connectedWriter() }
    }

    /// The same; the caller waits until it is open.
    func connectedWriter() throws -> DatabaseQueue {
        try checkOpen()
        if let failedMigration { throw failedMigration }
        try checkFile()
        return try opening.withLock { _ in
            // `close()` may have come meanwhile, and would not close what is opened now.
            try checkOpen()
            if let opened = openedWriter() { return opened }
            let made = try Self.connectWriter(path)
            // SQLite opens a file without the right to write to it as one that is read, and stays with that when there is
            // the right again.
            if ReadOnlyPlace.mayWrite(path) { openWriter.withLock { $0 = made } }
            return made
        }
    }

    /// The connection that writes, if it has been opened.
    func openedWriter() -> DatabaseQueue? {
        openWriter.withLock { $0 }
    }
}
