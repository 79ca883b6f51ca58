import GRDB

extension Store {
    /// Runs a read and turns SQLite's errors into the store's.
    ///
    /// - Throws: `StoreError.closed` after `close()`.
    func read<Value: Sendable>(_ body: @Sendable @escaping (Database) throws -> Value) async throws -> Value {
        try await read(.lookup, body)
    }

    /// The same, on a connection for this use.
    func read<Value: Sendable>(
        _ use: ReadUse, _ body: @Sendable @escaping (Database) throws -> Value
    ) async throws -> Value {
        do {
            try checkOpen()
            return try await readers.read(use) { [self] in
                try connectReaders()
            } _: { [self] db in
                try checkFile()
                let value = try body(db)
                if isImmutable { try checkFile() }
                return value
            }
        } catch let error as DatabaseError {
            try checkOpen()
            // SQLite may meet the change of the file first.
            try await work.run { [self] in try checkFile() }
            throw Self.described(error, path: path)
        }
    }
}
