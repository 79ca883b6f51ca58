import GRDB

/// A mirror that no sync has read yet, to be tried again.
package struct MirrorFailure: Sendable {
    /// The name that the source of its rows will have.
    package var name: String
    package var identity: MirrorIdentity
    /// The tables that could not be read, and why.
    package var stopped: [MirrorTable: String]
    /// The names that the remote's tables have, as JSON.
    package var namesOfTables: String
    /// How the remote is reached again, without secrets; nil to keep what is known.
    package var connection: String?

    package init(
        name: String, identity: MirrorIdentity, stopped: [MirrorTable: String], namesOfTables: String,
        connection: String?
    ) {
        (self.name, self.identity, self.stopped) = (name, identity, stopped)
        (self.namesOfTables, self.connection) = (namesOfTables, connection)
    }
}

extension Store.Mirror {
    /// Notes a remote whose first sync has failed: from where, what and how, and why it failed.
    ///
    /// - Throws: `StoreError`.
    package func noteFirstFailure(_ failure: MirrorFailure) async throws {
        do {
            try await writing { db in
                try db.inTransaction {
                    try Self.register(db, failure)
                    for (table, reason) in failure.stopped {
                        try db.execute(
                            sql: """
                                INSERT INTO geoq_remote_table (remote, table_name, origin, row_count, stopped)
                                VALUES (?, ?, '', 0, ?) ON CONFLICT DO UPDATE SET stopped = excluded.stopped
                                """, arguments: [failure.name, table.rawValue, reason])
                    }
                    return .commit
                }
            }
        } catch {
            throw Store.described(error, path: store.path)
        }
    }

    private static func register(_ db: Database, _ failure: MirrorFailure) throws {
        let identity = failure.identity
        try db.execute(
            sql: "INSERT INTO geoq_source (name, kind) VALUES (?, 'remote') ON CONFLICT DO NOTHING",
            arguments: [failure.name])
        try db.execute(
            sql: """
                INSERT INTO geoq_remote (name, address, origin, user_id, region, mapping, tables, connection, failed_at)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
                ON CONFLICT (name) DO UPDATE SET address = ?2, origin = ?3, user_id = ?4, region = ?5, mapping = ?6,
                    tables = ?7, connection = ifnull(?8, connection), failed_at = excluded.failed_at, failure = NULL
                """,
            arguments: [
                failure.name, identity.address, identity.origin, identity.user, identity.region, identity.mapping,
                failure.namesOfTables, failure.connection,
            ])
    }
}
