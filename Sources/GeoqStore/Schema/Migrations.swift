import GRDB
import Geoq

/// The schema, as the steps that lead to it. Append-only: a step that has
/// shipped is never changed.
enum Migrations {
    /// `PRAGMA application_id` of a store: "geoq".
    static let applicationID: Int32 = 0x6765_6F71

    /// All steps, in order. A step's number is `PRAGMA user_version` after it.
    static let all: [Migration] = [
        Migration(number: 1, name: "features, 2026-11", run: createFeatures),
        Migration(number: 2, name: "changed ids, 2026-11", run: logChangedIDs),
        Migration(number: 3, name: "watchlists, 2026-11", run: createWatchlists),
        Migration(number: 4, name: "mirrors of remotes, 2026-11", run: createMirror),
        Migration(number: 5, name: "tokens of contents; geometries and degrees agree, 2026-11") { db in
            try drawTokens(db)
            try joinPlaces(db)
        },
        Migration(number: 6, name: "definitions of mirrored tables, 2026-11", run: describeMirror),
        Migration(number: 7, name: "areas, 2026-11", run: createAreas),
        Migration(number: 8, name: "mirrors of any remote, 2026-11", run: concealRemotes),
        Migration(number: 9, name: "an account, 2026-11", run: createAccount),
        Migration(number: 10, name: "changes that wait for the server, 2026-11", run: createOutbox),
        Migration(number: 11, name: "drafts of entries, 2026-11", run: createDrafts),
        Migration(number: 12, name: "mirrors of any relation, 2026-11", run: mirrorRelations),
        Migration(number: 13, name: "home and identification, 2026-11", run: createHome),
        Migration(number: 14, name: "photos of entries, 2026-11", run: createPhotos),
        Migration(number: 15, name: "further columns of relations, 2026-11", run: keepColumns),
        Migration(number: 16, name: "pictures of profiles and lists, 2026-11", run: createRowPictures),
        Migration(number: 17, name: "an index of presence, 2026-11", run: indexPresence),
        Migration(number: 18, name: "rows that are written by hand, 2026-11", run: tendHandwriting),
        Migration(number: 19, name: "the guest's source for all tables, 2026-11", run: HandwrittenRows.followAccount),
    ]

    struct Migration: Sendable {
        let number: Int
        let name: String
        let run: @Sendable (Database) throws -> Void
    }

    /// Hotspots, observations and birds; where they come from; the version and
    /// the log of changes.
    private static func createFeatures(_ db: Database) throws {
        // Only the reference systems around WGS 84: 5 000 others would add 6 MB.
        guard try Int.fetchOne(db, sql: "SELECT InitSpatialMetadata(0, 'WGS84')") == 1 else {
            throw StoreError.spatialiteUnavailable(reason: "InitSpatialMetadata failed")
        }
        try db.execute(sql: tables)
        for table in ["hotspot", "observation"] {
            try addGeometry(db, table: table)
        }
        for table in ["hotspot", "observation", "bird"] {
            for (event, row) in [("INSERT", "NEW"), ("UPDATE", "NEW"), ("DELETE", "OLD")] {
                try db.execute(sql: changeTrigger(table: table, event: event, row: row))
            }
        }
        try db.execute(
            sql: "INSERT INTO geoq_store (one, identity, version, bulk, log_starts_after) VALUES (1, ?, 1, 0, 1)",
            arguments: [RecordUUID.random().description])
    }

    /// - Parameter table: a literal of a migration; no name from a user gets
    ///   here.
    static func addGeometry(_ db: Database, table: String) throws {
        let added = try Int.fetchOne(
            db, sql: "SELECT AddGeometryColumn(?, 'geom', 4326, 'POINT', 'XY')", arguments: [table])
        let indexed = try Int.fetchOne(db, sql: "SELECT CreateSpatialIndex(?, 'geom')", arguments: [table])
        guard added == 1, indexed == 1 else {
            throw StoreError.spatialiteUnavailable(reason: "no geometry column could be added to \(table)")
        }
    }

    static func changeTrigger(table: String, event: String, row: String) -> String {
        """
        CREATE TRIGGER geoq_\(table)_\(event.lowercased()) AFTER \(event) ON \(table)
        WHEN (SELECT bulk FROM geoq_store) = 0
        BEGIN
            UPDATE geoq_store SET version = version + 1;
            INSERT INTO geoq_change (version, table_name, row_id)
                VALUES ((SELECT version FROM geoq_store), '\(table)', \(row).id);
        END
        """
    }

    /// Logs every id that a write takes away, too: the old id of a row that
    /// gets another, and the id of a row that is replaced because of its row
    /// number (SQLite runs no delete trigger then). The log of earlier changes
    /// may lack some.
    private static func logChangedIDs(_ db: Database) throws {
        for table in ["hotspot", "observation", "bird"] {
            try db.execute(sql: "DROP TRIGGER geoq_\(table)_update")
            for trigger in idTriggers(table: table) { try db.execute(sql: trigger) }
        }
        try db.execute(sql: "UPDATE geoq_store SET log_starts_after = version")
    }

    /// The triggers that log ids which a write takes away.
    static func idTriggers(table: String) -> [String] {
        let update = """
            CREATE TRIGGER geoq_\(table)_update AFTER UPDATE ON \(table)
            WHEN (SELECT bulk FROM geoq_store) = 0
            BEGIN
                UPDATE geoq_store SET version = version + 1;
                INSERT INTO geoq_change (version, table_name, row_id)
                    VALUES ((SELECT version FROM geoq_store), '\(table)', NEW.id);
                INSERT INTO geoq_change (version, table_name, row_id)
                    SELECT version, '\(table)', OLD.id FROM geoq_store WHERE OLD.id <> NEW.id;
            END
            """
        let taken = [("replace", "INSERT"), ("renumber", "UPDATE OF fid")].map { name, event in
            """
            CREATE TRIGGER geoq_\(table)_\(name) BEFORE \(event) ON \(table)
            WHEN (SELECT bulk FROM geoq_store) = 0
                AND EXISTS (SELECT 1 FROM \(table) WHERE fid = NEW.fid AND id <> NEW.id)
            BEGIN
                UPDATE geoq_store SET version = version + 1;
                INSERT INTO geoq_change (version, table_name, row_id)
                    SELECT geoq_store.version, '\(table)', \(table).id FROM geoq_store, \(table)
                    WHERE \(table).fid = NEW.fid;
            END
            """
        }
        return [update] + taken
    }

    /// `hotspot` and `bird` have the columns of the remote; `fid` is the row
    /// number that the spatial index goes by, `source` and `source_id` say
    /// where a row came from.
    private static let tables = """
        CREATE TABLE geoq_store (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            identity TEXT NOT NULL,
            version INTEGER NOT NULL,
            bulk INTEGER NOT NULL,
            log_starts_after INTEGER NOT NULL
        );
        CREATE TABLE geoq_change (
            version INTEGER NOT NULL,
            table_name TEXT NOT NULL,
            row_id TEXT
        );
        CREATE INDEX geoq_change_version ON geoq_change (version);
        CREATE TABLE geoq_source (
            name TEXT PRIMARY KEY,
            kind TEXT NOT NULL CHECK (kind IN ('file', 'remote'))
        ) WITHOUT ROWID;
        CREATE TABLE geoq_import (
            number INTEGER PRIMARY KEY,
            source TEXT NOT NULL REFERENCES geoq_source (name) ON DELETE CASCADE,
            layer TEXT NOT NULL,
            file TEXT NOT NULL,
            format TEXT NOT NULL,
            imported_at TEXT NOT NULL,
            added INTEGER NOT NULL,
            changed INTEGER NOT NULL,
            unchanged INTEGER NOT NULL,
            rejected INTEGER NOT NULL
        );
        CREATE TABLE hotspot (
            fid INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            locality TEXT,
            lat REAL CHECK (lat BETWEEN -90 AND 90),
            lon REAL CHECK (lon BETWEEN -180 AND 180),
            image_name TEXT,
            row_version INTEGER NOT NULL DEFAULT 1,
            deleted_at TEXT,
            created_at TEXT,
            updated_at TEXT,
            source TEXT NOT NULL REFERENCES geoq_source (name),
            source_id TEXT,
            CHECK ((lat IS NULL) = (lon IS NULL))
        );
        CREATE TABLE bird (
            fid INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            common_name TEXT NOT NULL,
            scientific_name TEXT,
            static_image_name TEXT,
            family TEXT,
            order_name TEXT,
            description_text TEXT,
            conservation_status TEXT,
            rarity_level TEXT,
            migration_strategy TEXT,
            hemisphere TEXT,
            valid_locations TEXT,
            valid_months TEXT,
            shape_id TEXT,
            size_category INTEGER,
            row_version INTEGER NOT NULL DEFAULT 1,
            deleted_at TEXT,
            created_at TEXT,
            updated_at TEXT,
            source TEXT NOT NULL REFERENCES geoq_source (name),
            source_id TEXT
        );
        CREATE TABLE observation (
            fid INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            scientific_name TEXT,
            common_name TEXT,
            count INTEGER CHECK (count >= 0),
            date TEXT,
            date_end TEXT,
            date_precision TEXT CHECK (date_precision IN ('day', 'month', 'year')),
            time TEXT,
            lat REAL NOT NULL CHECK (lat BETWEEN -90 AND 90),
            lon REAL NOT NULL CHECK (lon BETWEEN -180 AND 180),
            uncertainty_m REAL CHECK (uncertainty_m >= 0),
            place TEXT,
            license TEXT,
            withheld TEXT,
            source TEXT NOT NULL REFERENCES geoq_source (name),
            source_id TEXT
        );
        """
}
