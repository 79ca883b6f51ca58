import GRDB

/// The methods of a store that serve one purpose. A facet holds nothing but
/// the store, so that making one costs nothing.
protocol StoreFacet: Sendable {
    var store: Store { get }
}

extension StoreFacet {
    /// Reads as `Store.read` does.
    func read<Value: Sendable>(_ body: @Sendable @escaping (Database) throws -> Value) async throws -> Value {
        try await store.read(.lookup, body)
    }

    func read<Value: Sendable>(
        _ use: ReadUse, _ body: @Sendable @escaping (Database) throws -> Value
    ) async throws -> Value {
        try await store.read(use, body)
    }

    /// Writes as `Store.write` does.
    func write<Value: Sendable>(_ body: @Sendable @escaping (Database) throws -> Value) async throws -> Value {
        try await store.write(body)
    }

    /// Runs `body` on the connection that writes, as `Store.writing` does.
    func writing<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) async throws -> Value {
        try await store.writing(body)
    }
}
