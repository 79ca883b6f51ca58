import GRDB
import Geoq

/// A source of rows.
public struct SourceSummary: Hashable, Sendable {
    /// The source's name.
    public let name: String
    /// The name of the layer, or `birds`, `areas`, `watchlists`, `presence`,
    /// `migrations`, `community`, `identifications` or `profile`.
    public let layer: String
    /// How many rows of the layer the store has of it.
    public let rows: Int
    /// The last file that was imported for it.
    public let lastFile: String?
    /// The name of that file's format.
    public let format: String?
    /// When that was, as ISO 8601 in UTC.
    public let importedAt: String?
}

extension Store.Imports {
    /// Makes the source of rows that do not come from a remote, if no source has the name.
    static func register(_ source: String, _ db: Database) throws {
        try db.execute(
            sql: "INSERT INTO geoq_source (name, kind) VALUES (?, 'file') ON CONFLICT DO NOTHING", arguments: [source])
    }

    /// Where the rows of the store came from, the files and the remotes: the sources
    /// of all rows, by name and layer.
    ///
    ///     for source in try await store.imports.sources() { print(source.name, source.rows) }
    ///
    /// - Throws: `StoreError` when the rows cannot be read.
    /// - Complexity: O(rows).
    public func sources() async throws -> [SourceSummary] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    WITH counted(name, layer, amount) AS (
                        SELECT source, 'hotspots', count(*) FROM hotspot GROUP BY source
                        UNION ALL SELECT source, 'observations', count(*) FROM observation GROUP BY source
                        UNION ALL SELECT source, 'birds', count(*) FROM bird GROUP BY source
                        UNION ALL SELECT source, 'areas', count(*) FROM area GROUP BY source
                        UNION ALL SELECT source, 'watchlists', count(*) FROM (
                            SELECT source FROM watchlists UNION ALL SELECT source FROM watchlist_entries
                            UNION ALL SELECT source FROM watchlist_rules
                            UNION ALL SELECT source FROM watchlist_shares) GROUP BY source
                        UNION ALL SELECT source, 'presence', count(*) FROM hotspot_species_presence GROUP BY source
                        UNION ALL SELECT source, 'migrations', count(*) FROM (
                            SELECT source FROM migration_session UNION ALL SELECT source FROM trajectory_path)
                            GROUP BY source
                        UNION ALL SELECT source, 'community', count(*) FROM community_observation GROUP BY source
                        UNION ALL SELECT source, 'identifications', count(*) FROM (
                            SELECT source FROM identification_session UNION ALL SELECT source FROM identification_mark
                            UNION ALL SELECT source FROM identification_result
                            UNION ALL SELECT source FROM identification_candidate) GROUP BY source
                        UNION ALL SELECT source, 'profile', count(*) FROM users GROUP BY source)
                    SELECT counted.*, file, format, imported_at FROM counted
                    LEFT JOIN geoq_import ON geoq_import.number = (
                        SELECT max(number) FROM geoq_import
                        WHERE geoq_import.source = counted.name AND geoq_import.layer = counted.layer)
                    ORDER BY counted.name, counted.layer
                    """
            ).map { row in
                let written = WrittenRow(row)
                return SourceSummary(
                    name: written["name"] ?? "", layer: row["layer"], rows: row["amount"], lastFile: written["file"],
                    format: written["format"], importedAt: written["imported_at"])
            }
        }
    }

    /// - Throws: `StoreError.inUse` when entries, sightings or identifications of
    ///   another source, or presence of another file, refer to birds of this one.
    private static func refuseOrphans(ofBirdsFrom source: String, _ db: Database) throws {
        for (table, column) in MirrorTable.bird.children {
            // The names are literals of `MirrorTable`.
            let other = try String.fetchOne(
                db,
                sql: """
                    SELECT t.source FROM bird JOIN \(table) AS t ON t.\(column) = bird.id
                    WHERE bird.source = ?1 AND t.source <> ?1 LIMIT 1
                    """, arguments: [source])
            if let other { throw StoreError.inUse(source, by: other) }
        }
        // Presence of a remote may wait for birds of its own, which a file holds.
        let file = try String.fetchOne(
            db,
            sql: """
                SELECT p.source FROM hotspot_species_presence AS p JOIN bird ON bird.id = p.bird_id
                WHERE p.source IN (SELECT name FROM geoq_source WHERE kind = 'file') AND p.source <> ?1
                    AND p.deleted_at IS NULL AND bird.source = ?1 LIMIT 1
                """, arguments: [source])
        if let file { throw StoreError.inUse(source, by: file) }
    }

    /// Whether the store has a source of this name.
    ///
    /// - Throws: `StoreError`.
    package func hasSource(_ name: String) async throws -> Bool {
        try await read { db in try Self.hasSource(name, db) }
    }

    static func hasSource(_ name: String, _ db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM geoq_source WHERE name = ?)", arguments: [name])
            == true
    }

    /// Whether any row names a source, also one that another program has not made as such.
    ///
    /// - Complexity: O(rows).
    private static func hasRows(of name: String, _ db: Database) throws -> Bool {
        let tables = MirrorTable.allCases.map(\.rawValue) + ["area"]
        return try tables.contains { table in
            try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE source = ?)", arguments: [name]) == true
        }
    }

    /// Removes every row of a source. Rows of other sources go with the rows that
    /// they belong to: entries, rules and shares with their lists, presence of files with its hotspots.
    ///
    /// - Returns: how many rows of the source were removed.
    /// - Throws: `StoreError.noSuchSource`; `StoreError.inUse` when entries of
    ///   another source, or presence of another file, refer to its birds;
    ///   `StoreError.ofAccount`.
    /// - Complexity: O(rows · log *n*).
    public func removeSource(_ name: String) async throws -> Int { try await removal(of: name).rows }

    /// The same.
    ///
    /// - Returns: how many rows of the source were removed, and how many rows of presence of other files, because
    ///   they were of its hotspots.
    package func removal(of name: String) async throws -> (rows: Int, presence: Int) {
        let removed = try await write { db in
            guard try Self.hasSource(name, db) || Self.hasRows(of: name, db) else {
                throw StoreError.noSuchSource(name)
            }
            if try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM geoq_account WHERE remote = ?)", arguments: [name]) == true
            {
                throw StoreError.ofAccount(name)
            }
            return try db.withPageCache(kibibytes: Database.largePageCache) { try Self.remove(name, db) }
        }
        // The rows are removed, whatever becomes of the files: the next sweep removes what this one leaves.
        if removed.hadPictures { _ = try? await store.photos.sweepDeleted() }
        return (removed.rows, removed.presence)
    }

    /// The same in a transaction.
    private static func remove(
        _ name: String, _ db: Database
    ) throws -> (rows: Int, presence: Int, hadPictures: Bool) {
        try BulkWrite.run(db) {
            let pictures = try BulkRemovedPictures(db)
            // Children come before parents.
            let tables = MirrorTable.allCases.reversed().map(\.rawValue) + ["area"]
            var removed = 0
            try Self.refuseOrphans(ofBirdsFrom: name, db)
            var changed: [String] = []
            // What belongs to a removed row is removed with it, from any
            // source.
            let children = try MirrorTable.written.filter { table in
                guard let parent = table.parentColumn else { return false }
                return try Bool.fetchOne(
                    db,
                    sql: """
                        SELECT EXISTS (SELECT 1 FROM \(table) WHERE \(parent.name) IN
                            (SELECT id FROM \(parent.table) WHERE source = ?1) AND source <> ?1)
                        """, arguments: [name]) == true
            }.map(\.rawValue)
            // The source's own presence is removed with its other rows, and counted among them.
            let presence = try FilePresence.remove(atHotspotsWhere: "source = ?1", name, besides: name, db)
            for table in tables {
                try db.execute(sql: "DELETE FROM \(table) WHERE source = ?", arguments: [name])
                removed += db.changesCount
                let isPresenceRemoved = presence > 0 && table == MirrorTable.speciesPresence.rawValue
                if db.changesCount > 0 || children.contains(table) || isPresenceRemoved { changed.append(table) }
            }
            try db.execute(sql: "DELETE FROM geoq_source WHERE name = ?", arguments: [name])
            let hadPictures = try pictures.forgetGone(db)
            return (
                (rows: removed, presence: presence, hadPictures: hadPictures),
                removed > 0 ? .tables(changed) : .nothing
            )
        }
    }
}
