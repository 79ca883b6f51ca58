import GRDB

extension Migrations {
    /// The one picture that a row may have: the photo of a profile, the cover of a list.
    /// `geoq_upload` has these beside the photos of entries, each with the id of its
    /// row.
    ///
    /// When a row is deleted, or its user gives it another picture or none, the project
    /// may still have the old object: triggers note it as `doomed`, whichever program
    /// wrote the row. A change that a sync brings dooms no object: the device that made
    /// the change deletes it.
    static func createRowPictures(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE geoq_upload ADD COLUMN purpose TEXT NOT NULL DEFAULT 'observation'
                    CHECK (purpose IN ('observation', 'profile', 'cover'));
                ALTER TABLE geoq_upload ADD COLUMN row_id TEXT;
                CREATE UNIQUE INDEX geoq_upload_row ON geoq_upload (purpose, row_id)
                    WHERE row_id IS NOT NULL AND state <> 'doomed';
                """)
        for (table, column, purpose) in [
            ("users", "profile_photo", "profile"), ("watchlists", "cover_image_path", "cover"),
        ] {
            try db.execute(sql: pictureTriggers(table, column, purpose))
        }
    }

    private static func pictureTriggers(_ table: String, _ column: String, _ purpose: String) -> String {
        let path = { (row: String) in "substr(\(row).\(column), 1, instr(\(row).\(column) || '?', '?') - 1)" }
        let id = """
            lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a' \
            || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))
            """
        // The user's own objects lie in a folder of the user's id.
        let doom = """
            INSERT INTO geoq_upload (photo_id, purpose, row_id, state, path)
                    SELECT \(id), '\(purpose)', OLD.id, 'doomed', OLD.\(column) FROM geoq_account AS a
                    WHERE a.remote = OLD.source AND OLD.source = (SELECT captures FROM geoq_device)
                        AND instr(OLD.\(column), a.user_id || '/') > 0;
            """
        return """
            CREATE TRIGGER geoq_\(table)_picture_delete AFTER DELETE ON \(table)
            WHEN (SELECT bulk FROM geoq_store) = 0
            BEGIN
                DELETE FROM geoq_upload WHERE purpose = '\(purpose)' AND row_id = OLD.id
                    AND (path IS NULL OR state = 'prepared');
                UPDATE geoq_upload SET state = 'doomed', attempts = 0, not_before = NULL, code = NULL, message = NULL
                    WHERE purpose = '\(purpose)' AND row_id = OLD.id AND state <> 'doomed';
                \(doom)
            END;
            CREATE TRIGGER geoq_\(table)_picture_update AFTER UPDATE OF \(column) ON \(table)
            WHEN (SELECT bulk FROM geoq_store) = 0 AND OLD.\(column) IS NOT NULL
                AND \(path("NEW")) IS NOT \(path("OLD"))
            BEGIN
                \(doom)
            END;
            """
    }
}
