import Geoq
import GeoqFormats
import GeoqStore
import GeoqSync

/// Begins a transaction with one snapshot, and reads where the server stands
/// and which of its tables can be read.
struct MomentReader {
    let connection: PostgresConnection
    let request: RemoteRequest
    let user: FeatureID?
    /// Parents come before children.
    private let wanted: [(table: MirrorTable, names: TableMapping.Table)]
    /// The relation that alone is read; nil for geoq's tables.
    let part: String?

    init(_ connection: PostgresConnection, _ request: RemoteRequest, _ user: FeatureID?, part: String? = nil) {
        (self.connection, self.request, self.user, self.part) = (connection, request, user, part)
        let mapping = request.mapping
        // What concerns one user alone is left out where the rows of all users are seen.
        let isOfUser = (request.user ?? user) != nil
        wanted = mapping.tables.filter { isOfUser || !$0.key.isPersonal || mapping.names($0.key) }
            .sorted { $0.key.rank < $1.key.rank }.map { ($0.key, $0.value) }
    }

    private func begin(_ isolation: ServerTransaction.Isolation) -> String {
        ServerTransaction.begin(
            isolation, as: user, version: connection.serverVersion, isPatient: request.isPatient,
            takesBytes: connection.hasNoEncoding)
    }

    /// Locks are taken before the snapshot: a table that is rebuilt or
    /// truncated after the snapshot is empty for it, and an empty table looks
    /// like one whose rows were all removed (PostgreSQL 15, "13.5. Caveats").
    /// `ACCESS SHARE` is the lock that every SELECT takes.
    func read() throws -> (RemoteMoment, [MirrorTable: TableQuery]) {
        // Ask first which tables exist and what the user may do: a SELECT after
        // the second BEGIN would take the snapshot.
        try connection.begin(begin(.readCommitted))
        var before: [MirrorTable: TableDescription] = [:]
        for (table, names) in wanted {
            let description = try describe(table, names)
            if description?.obstacle(to: request.purpose) == nil { before[table] = description }
        }
        let rights = try request.purpose == .mirror ? ServerRights(connection) : nil
        try connection.begin("COMMIT; \(begin(.repeatableRead))")
        for (table, _) in wanted {
            if let description = before[table], description.isLockable, "rpv".contains(description.kind) {
                try lock(description)
            }
        }
        let (position, time, postgis) = try position(rights)
        let traits = try PostgresSession.traits(connection, postgis: postgis)
        var moment = moment(position, serverTime: time)
        moment.isUTF8 = traits.isUTF8
        var queries: [MirrorTable: TableQuery] = [:]
        var parents: [MirrorTable: TableDescription] = [:]
        let known = Set(before.values.map(\.relation))
        for (table, names) in wanted {
            do {
                guard let description = try describe(table, names, since: before[table]) else {
                    throw names.key == nil
                        ? SyncError.noTable(names.name) : try NearNames.error(for: names.name, connection)
                }
                if let obstacle = description.obstacle(to: request.purpose) { throw obstacle }
                guard try known.contains(description.relation) && isWhole(description) else {
                    throw SyncError(.refused, "\(description.fullName) is being changed", retryMayHelp: true)
                }
                if request.purpose == .mirror { try ForeignPatience.connect(forAllOf: description, connection) }
                if description.isRelation {
                    let query = try RelationReader(connection, description, traits).query(
                        region: request.region, source: request.source ?? connection.place, for: request.purpose)
                    (queries[table], moment.tables[table]) = (query, description.remoteTable(query))
                    continue
                }
                // To look for ids that several rows share, the server reads all rows:
                // a question finds them only among the rows that it gets.
                let ids =
                    try request.purpose == .mirror
                    ? PostgresSession.sureIDs(connection, description) : (doubled: [], missing: 0)
                func query(_ region: Region?, border: String? = nil) throws -> TableQuery {
                    try TableQuery(
                        description, region: region, server: traits, parents: parents, doubled: ids.doubled,
                        border: border, for: request.purpose)
                }
                let border = try PostgresSession.border(connection, query(nil), request.region)
                queries[table] = try query(request.region, border: border)
                parents[table] = description
                moment.tables[table] = description.remoteTable(doubled: ids.doubled, withoutID: ids.missing)
            } catch let error as SyncError where connection.isAlive && connection.isInTransaction {
                moment.problems[table] = error
            }
        }
        // A statement that fails from here on is rolled back to this point.
        let limit = request.limit.map { "SET LOCAL statement_timeout = \($0 / .milliseconds(1)); " } ?? ""
        try connection.execute("\(limit)SAVEPOINT geoq")
        return (moment, queries)
    }

    /// What the server lacks. Leaves the transaction open.
    func findings() throws -> [SchemaFinding] {
        try connection.begin(begin(.readCommitted))
        var findings = try wanted.flatMap { table, names in
            guard let description = try describe(table, names) else {
                if names.key != nil {
                    let error = try NearNames.error(for: names.name, connection)
                    return [SchemaFinding(table, .obstacle, error.message, cost: "nothing of it is mirrored")]
                }
                let isMissed = !table.isOptional || request.mapping.names(table)
                return [
                    SchemaFinding(
                        table, isMissed ? .loss : .note, "no table \(names.name)", cost: "nothing of it is mirrored")
                ]
            }
            let found = try inRows(of: description)
            return found.contains(where: \.isObstacle) ? found : description.findings + found
        }
        let row = try PostgresSession.row(
            connection,
            """
            SELECT pg_catalog.pg_is_in_recovery(), pg_catalog.pg_backend_pid(),
                pg_catalog.current_setting('max_standby_streaming_delay')
            """)
        let isStandby = try row.column(0) == "t"
        // A pooler gives its clients process numbers that it makes up.
        if try row.column(1) != "\(connection.processID)" {
            findings.append(
                SchemaFinding(
                    nil, .note, "a connection pooler stands before the server",
                    cost: "a watch asks every few seconds; a time limit of the pooler itself ends a long sync"))
        }
        if isStandby {
            findings.append(
                SchemaFinding(
                    nil, .note, "the server is a standby",
                    cost: "changes come when it has replayed them, and it ends what reads longer than "
                        + "max_standby_streaming_delay (\(try row.column(2) ?? "unknown")) if a change must wait"))
        }
        let lacks = try ServerRights(connection).lacks(isStandby: isStandby)
        if !lacks.isEmpty {
            let functions = lacks.sorted().flatMap(\.functions).joined(separator: ", ")
            findings.append(
                SchemaFinding(
                    nil, .loss, "no right to execute \(functions)",
                    cost: "the server does not say where it stands: everything is read at each sync"))
        }
        return findings
    }

    /// What only the rows of a relation show.
    private func inRows(of description: TableDescription) throws -> [SchemaFinding] {
        guard description.isRelation, description.obstacle(to: .mirror) == nil else { return [] }
        try ForeignPatience.connect(forAllOf: description, connection)
        let postgis = try connection.query(PostgresRemote.postgisQuestion).first?.column(0)
        let traits = try PostgresSession.traits(connection, postgis: postgis)
        return try RelationReader(connection, description, traits).findings()
    }

    // MARK: - Tables

    /// A relation that is asked may be named with its accents written otherwise than the server has them. A mirror is
    /// called by its relation's name, so that is written as the server has it before.
    ///
    /// - Parameter earlier: is returned when nothing has changed since.
    /// - Returns: nil when there is no such table.
    private func describe(
        _ table: MirrorTable, _ names: TableMapping.Table, since earlier: TableDescription? = nil
    ) throws -> TableDescription? {
        let found = try describe(table, exactly: names, since: earlier)
        guard found == nil, names.key != nil, request.purpose == .questions else { return found }
        var names = names
        let spelled = try PostgresRemote.spelled(RelationName(schema: names.schema, table: names.table), connection)
        (names.schema, names.table) = (spelled.schema, spelled.table)
        return try describe(table, exactly: names, since: earlier)
    }

    private func describe(
        _ table: MirrorTable, exactly names: TableMapping.Table, since earlier: TableDescription?
    ) throws -> TableDescription? {
        let name = (names.schema.map { SQLText.name($0) + "." } ?? "") + SQLText.name(names.table)
        guard try hasLetters(of: name) else { return nil }
        let columns = (names.key ?? [names.column("id")]).map {
            "\"\($0.replacingScalars("\\", with: "\\\\").replacingScalars("\"", with: "\\\""))\""
        }.joined(separator: ",")
        // A column that cannot be there is missed when the description is read.
        let isWritable = try hasLetters(of: columns)
        let parameters = [name, "{\(isWritable ? columns : "")}"]
        if let earlier,
            try connection.query(TableDescription.digestQuestion(deep: earlier.isDeep), parameters) == [
                [earlier.digest]
            ]
        {
            return earlier
        }
        func description(deep: Bool) throws -> TableDescription? {
            let found: (row: [String?], hasBytes: Bool)?
            do {
                found = try connection.names(TableDescription.question(deep: deep), parameters).first
            } catch let error as SyncError {
                // Nothing can be asked in a transaction that has failed, and nothing else would be read in it.
                if connection.isAlive, error.code != nil { try? connection.execute("ROLLBACK") }
                throw SchemaGrant.error(for: error, schema: names.schema, connection)
            }
            guard let found else { return nil }
            if found.hasBytes { throw NameOfBytes.obstacle(names.name) }
            return try TableDescription(table, names, found.row, isDeep: deep)
        }
        let outer = try description(deep: false)
        return try outer?.needsDeepQuestion == true ? description(deep: true) : outer
    }

    /// Whether the database's encoding has all letters of a name; without them nothing has the name.
    private func hasLetters(of name: String) throws -> Bool {
        if connection.hasEveryLetter || name.utf8.allSatisfy({ $0 < 128 }) { return true }
        try connection.execute("SAVEPOINT geoq_name")
        do {
            try connection.query("SELECT $1::pg_catalog.text", [name])
            return true
        } catch let error as SyncError where error.code == "22P05" && connection.isAlive {
            try connection.execute("ROLLBACK TO SAVEPOINT geoq_name")
            return false
        }
    }

    private func lock(_ description: TableDescription) throws {
        try connection.execute("SAVEPOINT geoq")
        do {
            try connection.execute("LOCK TABLE \(description.sqlName) IN ACCESS SHARE MODE")
        } catch let error as SyncError where error.code != nil && connection.isAlive {
            // The table is gone, or the user may not read it; its description
            // says so below.
            if error.retryMayHelp { throw description.locked(error) }
            try connection.execute("ROLLBACK TO SAVEPOINT geoq")
        }
    }

    /// Whether the table holds the rows of the snapshot.
    ///
    /// A user who may read only single columns cannot lock the table before the
    /// snapshot. A SELECT locks it afterwards. If the table was rebuilt or
    /// truncated between the two, its file, or the file of a partition, is not the
    /// one that the snapshot's catalog names. `pg_relation_filenode()` gives
    /// the present file.
    private func isWhole(_ description: TableDescription) throws -> Bool {
        if description.isLockable { return true }
        do {
            try connection.execute("SELECT FROM \(description.sqlName) LIMIT 0")
        } catch let error as SyncError {
            throw description.locked(description.named(error))
        }
        let rebuilt = try connection.query(
            """
            WITH RECURSIVE part (oid) AS (
                SELECT $1::pg_catalog.oid UNION
                SELECT i.inhrelid FROM pg_catalog.pg_inherits i JOIN part ON i.inhparent = part.oid)
            SELECT 1 FROM part JOIN pg_catalog.pg_class c ON c.oid = part.oid
            WHERE c.relkind = 'r' AND c.relfilenode IS DISTINCT FROM pg_catalog.pg_relation_filenode(c.oid)
            """, ["\(description.relation)"])
        return rebuilt.isEmpty
    }
}
