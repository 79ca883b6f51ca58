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
                let name: String? = WrittenRow(row)["remote"]
                if let name { tables[name, default: []].append(row) }
            }
            let ages = try Row.fetchAll(
                db, sql: "SELECT name, julianday('now') - julianday(verified_at) AS days FROM geoq_remote")
            var days: [String: Double] = [:]
            for row in ages {
                let row = WrittenRow(row)
                let name: String? = row["name"]
                if let name { days[name] = row["days"] as Double? }
            }
            return try Row.fetchAll(db, sql: "SELECT * FROM geoq_remote ORDER BY name").map { row in
                let name: String? = WrittenRow(row)["name"]
                return Self.state(
                    row, tables: name.flatMap { tables[$0] } ?? [], daysSinceVerified: name.flatMap { days[$0] })
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
        let name: String? = WrittenRow(row)["name"]
        return state(
            row,
            tables: try Row.fetchAll(db, sql: "SELECT * FROM geoq_remote_table WHERE remote = ?", arguments: [name]),
            daysSinceVerified: try Double.fetchOne(
                db, sql: "SELECT julianday('now') - julianday(verified_at) FROM geoq_remote WHERE name = ?",
                arguments: [name]))
    }

    private static func state(_ row: Row, tables: [Row], daysSinceVerified: Double?) -> MirrorState {
        let row = WrittenRow(row)
        func text(_ column: String) -> String { row[column] ?? "" }
        var state = MirrorState(
            name: text("name"),
            identity: MirrorIdentity(
                origin: text("origin"), address: text("address"), user: row["user_id"], region: row["region"],
                mapping: text("mapping")),
            tables: [:], syncedAt: row["synced_at"], digestedAt: row["digested_at"])
        (state.memory, state.verifiedAt) = (row["memory"], row["verified_at"])
        state.daysSinceVerified = daysSinceVerified
        (state.namesOfTables, state.isErasing) = (row["tables"], row.isTrue("erasing"))
        state.connection = row["connection"]
        for row in tables.map(WrittenRow.init) {
            guard let table: MirrorTable = row.word("table_name") else { continue }
            let (origin, cursor): (String?, String?) = (row["origin"], row["cursor"])
            let count: Int? = row["row_count"]
            state.tables[table] = MirrorState.Table(
                origin: origin ?? "", cursor: cursor.map { MirrorCursor($0) }, rows: count ?? 0,
                stopped: row["stopped"], definition: row["definition"])
            state.tables[table]?.cost = row["cost"]
        }
        return state
    }
}
