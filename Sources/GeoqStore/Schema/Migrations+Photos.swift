import GRDB

extension Migrations {
    /// Photos of entries, and what a device remembers of each picture that it
    /// sends: `geoq_upload`. The pictures are files beside the store (`PhotoFiles`).
    ///
    /// A photo that is deleted leaves what the project may have of it: a trigger
    /// marks its upload as `doomed`, in every program, until the object is deleted
    /// there, too.
    static func createPhotos(_ db: Database) throws {
        try db.execute(sql: photoTables)
        for trigger in tokenTriggers(table: "observed_bird_photos") {
            try db.execute(sql: "CREATE TRIGGER geoq_observed_bird_photos_\(trigger.name) \(trigger.body)")
        }
        let unmirrored: Set<String> = ["fid", "source_id", "sync_status", "last_synced_at", "sync_token"]
        let columns = try db.columns(in: "observed_bird_photos").map(\.name).filter { !unmirrored.contains($0) }
        try db.execute(sql: forgetTrigger("observed_bird_photos", columns))
        try CaptureTriggers.followAccount(db)
    }

    private static let photoTables = """
        CREATE TABLE observed_bird_photos (
            fid INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            watchlist_entry_id TEXT REFERENCES watchlist_entries (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
            image_path TEXT,
            storage_url TEXT,
            is_uploaded INTEGER DEFAULT 0 CHECK (is_uploaded IN (0, 1)),
            captured_at TEXT,
            uploaded_at TEXT,
            sync_status TEXT,
            row_version INTEGER DEFAULT 1,
            last_synced_at TEXT,
            deleted_at TEXT,
            created_at TEXT,
            updated_at TEXT,
            source TEXT NOT NULL REFERENCES geoq_source (name),
            source_id TEXT,
            sync_token INTEGER
        );
        CREATE INDEX observed_bird_photos_entry ON observed_bird_photos (watchlist_entry_id);
        CREATE TABLE geoq_base_observed_bird_photos (
            id TEXT PRIMARY KEY,
            is_born INTEGER NOT NULL DEFAULT 0,
            is_gone INTEGER NOT NULL DEFAULT 0,
            watchlist_entry_id TEXT,
            image_path TEXT,
            storage_url TEXT,
            is_uploaded INTEGER,
            captured_at TEXT,
            uploaded_at TEXT,
            row_version INTEGER,
            deleted_at TEXT,
            created_at TEXT,
            updated_at TEXT,
            sync_token INTEGER
        ) WITHOUT ROWID;
        CREATE TABLE geoq_upload (
            photo_id TEXT PRIMARY KEY,
            state TEXT NOT NULL CHECK (state IN ('local', 'prepared', 'sending', 'stored', 'dead', 'doomed')),
            path TEXT,
            content_type TEXT,
            bytes INTEGER,
            sha256 TEXT,
            resume_id TEXT,
            was_cut INTEGER NOT NULL DEFAULT 0,
            attempts INTEGER NOT NULL DEFAULT 0,
            not_before REAL,
            code TEXT,
            message TEXT
        ) WITHOUT ROWID;
        CREATE TRIGGER geoq_observed_bird_photos_doom AFTER DELETE ON observed_bird_photos
        WHEN (SELECT bulk FROM geoq_store) = 0
        BEGIN
            DELETE FROM geoq_upload WHERE photo_id = OLD.id AND (path IS NULL OR state = 'prepared');
            UPDATE geoq_upload SET state = 'doomed', attempts = 0, not_before = NULL, code = NULL, message = NULL
                WHERE photo_id = OLD.id AND state <> 'doomed';
            INSERT INTO geoq_upload (photo_id, state, path)
                SELECT OLD.id, 'doomed', OLD.storage_url
                WHERE OLD.is_uploaded AND OLD.storage_url IS NOT NULL
                    AND OLD.source = (SELECT captures FROM geoq_device)
                    AND NOT EXISTS (SELECT 1 FROM geoq_upload WHERE photo_id = OLD.id);
        END;
        """
}
