import GRDB

extension Database {
    /// How much of a store a connection that writes keeps in memory, in KiB: enough for the pages that an edit, or
    /// a batch of changes that is sent, comes back to.
    static let usualPageCache = 4_096

    /// The same for a write of many rows: their ids are random, so that each row comes to another page of the index.
    static let largePageCache = 131_072

    /// Runs `body` with a cache of up to `kibibytes` for the pages of the store itself, not of a database that
    /// is attached. Afterwards the limit is what it was; SQLite frees what is above it as it needs pages.
    func withPageCache<Value>(kibibytes: Int, _ body: () throws -> Value) throws -> Value {
        let before = try Int.fetchOne(self, sql: "PRAGMA main.cache_size") ?? -Self.usualPageCache
        try execute(sql: "PRAGMA main.cache_size = \(-kibibytes)")
        defer { setBack("PRAGMA main.cache_size = \(before)") }
        return try body()
    }
}
