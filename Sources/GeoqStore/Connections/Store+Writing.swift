import GRDB

extension Store {
    /// Runs `body` on the connection that writes.
    ///
    /// - Throws: `StoreError.closed` after `close()`, also when it came before the turn of `body`; what `body` throws.
    func writing<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) async throws -> Value {
        try await writer().writeWithoutTransaction { [self] db in
            guard db.sqliteConnection != nil else { throw StoreError.closed(path: path) }
            return try SystemRefusal.told(db, path) { try body(db) }
        }
    }

    /// Whether this process has the right to write to the store: another user may have made its folder one in which
    /// nothing can be written. What a failed step forbids is `failedMigration`.
    package func mayWrite() async -> Bool {
        (try? await work.run { [path] in ReadOnlyPlace.mayWrite(path) }) ?? false
    }

    /// Opens the connection for the next `note` on another thread, unless one that
    /// writes is open. No caller waits for it.
    func prepareNote() {
        guard openedWriter() == nil else { return }
        work.start { [self] in
            if (try? checkFile()) != nil { notes.prepare() }
        }
    }

    /// Writes what geoq notes for itself, where no trigger and nothing spatial is
    /// needed: SpatiaLite is not loaded for it. It does not wait for the disk: a
    /// power cut may undo it, and leaves the store sound.
    func note(_ body: @Sendable @escaping (Database) throws -> Void) async throws {
        if openedWriter() != nil { return try await write(body) }
        do {
            try await work.run { [self] in
                try checkOpen()
                try checkFile()
                try notes.write(body)
            }
        } catch {
            throw Self.described(error, path: path)
        }
    }

    /// Runs a transaction that writes. One that runs when the store is closed comes to its end.
    ///
    /// - Throws: `StoreError.closed` after `close()`; nothing is written then.
    func write<Value: Sendable>(_ body: @Sendable @escaping (Database) throws -> Value) async throws -> Value {
        do {
            let value = try await writing { db in
                var result: Value?
                try db.inTransaction {
                    result = try body(db)
                    return .commit
                }
                return result!
            }
            commits.ring()
            return value
        } catch {
            throw Self.described(error, path: path)
        }
    }
}
