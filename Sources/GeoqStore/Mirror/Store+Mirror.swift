import GRDB

extension Store {
    /// The mirrors of remotes in a store, as a sync keeps them.
    ///
    ///     for table in try await store.mirror.status() { print(table.remote, table.rows) }
    package struct Mirror: StoreFacet {
        let store: Store
    }

    /// The mirrors of remotes.
    package var mirror: Mirror { Mirror(store: self) }
}

extension Store.Mirror {
    /// The remotes that the store mirrors.
    ///
    /// - Complexity: O(remotes), by three statements: a sync of each of hundreds of relations asks for all.
    package func all() async throws -> [MirrorState] {
        try await read { db in
            var tables: [String: [Row]] = [:]
            for row in try Row.fetchAll(db, sql: "SELECT * FROM geoq_remote_table") {
                let name: String = row["remote"]
                tables[name, default: []].append(row)
            }
            let ages = try Row.fetchAll(
                db, sql: "SELECT name, julianday('now') - julianday(verified_at) AS days FROM geoq_remote")
            var days: [String: Double] = [:]
            for row in ages {
                let name: String = row["name"]
                days[name] = row["days"] as Double?
            }
            return try Row.fetchAll(db, sql: "SELECT * FROM geoq_remote ORDER BY name").map { row in
                let name: String = row["name"]
                return Self.state(row, tables: tables[name] ?? [], daysSinceVerified: days[name])
            }
        }
    }

    /// The mirror of a remote. It is found by its origin, so that the remote may
    /// be reached at another address, or else by the address.
    ///
    /// - Parameter origin: nil when only the address is known.
    package func state(origin: String?, address: String) async throws -> MirrorState? {
        try await read { db in
            try Row.fetchOne(
                db,
                sql: """
                    SELECT * FROM geoq_remote WHERE origin = ?1 OR address = ?2
                    ORDER BY origin IS ?1 DESC LIMIT 1
                    """, arguments: [origin, address]
            ).map { try Self.state(db, $0) }
        }
    }

    /// The mirror of a name; nil when there is none.
    package func state(named name: String) async throws -> MirrorState? {
        try await read { db in
            try Row.fetchOne(db, sql: "SELECT * FROM geoq_remote WHERE name = ?", arguments: [name])
                .map { try Self.state(db, $0) }
        }
    }

    /// The mirror of the remote with this identity.
    package func state(of identity: MirrorIdentity) async throws -> MirrorState? {
        try await state(origin: identity.origin, address: identity.address)
    }

    private static func state(_ db: Database, _ row: Row) throws -> MirrorState {
        let name: String = row["name"]
        return state(
            row,
            tables: try Row.fetchAll(db, sql: "SELECT * FROM geoq_remote_table WHERE remote = ?", arguments: [name]),
            daysSinceVerified: try Double.fetchOne(
                db, sql: "SELECT julianday('now') - julianday(verified_at) FROM geoq_remote WHERE name = ?",
                arguments: [name]))
    }

    private static func state(_ row: Row, tables: [Row], daysSinceVerified: Double?) -> MirrorState {
        let name: String = row["name"]
        var state = MirrorState(
            name: name,
            identity: MirrorIdentity(
                origin: row["origin"], address: row["address"], user: row["user_id"], region: row["region"],
                mapping: row["mapping"]),
            tables: [:], syncedAt: row["synced_at"], digestedAt: row["digested_at"])
        (state.memory, state.verifiedAt) = (row["memory"], row["verified_at"])
        state.daysSinceVerified = daysSinceVerified
        (state.namesOfTables, state.isErasing) = (row["tables"], row["erasing"])
        state.connection = row["connection"]
        for row in tables {
            guard let table = MirrorTable(rawValue: row["table_name"]) else { continue }
            state.tables[table] = MirrorState.Table(
                origin: row["origin"], cursor: (row["cursor"] as String?).map { MirrorCursor($0) },
                rows: row["row_count"],
                stopped: row["stopped"], definition: row["definition"])
            state.tables[table]?.cost = row["cost"]
        }
        return state
    }
}
