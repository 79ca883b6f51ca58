import GRDB
package import Geoq

/// What a sync asks and notes of pictures. One sync at a time: the caller holds
/// the store's `MirrorLock`. Moments are seconds since 1970.
extension Store.Photos {
    /// Begins a run. It forgets pictures that were sent with their rows, and keeps the
    /// objects of photos whose deletion was undone. It refuses a picture whose entry
    /// another device has deleted: the project would take no row for it.
    package func begin(now: Double) async throws {
        try await write { db in
            try db.execute(
                sql: """
                    UPDATE geoq_upload SET not_before = NULL WHERE not_before > ?
                    """, arguments: [now + Store.Outbox.longestWait])
            try db.execute(
                sql: """
                    DELETE FROM geoq_upload WHERE state = 'stored' AND row_id IS NULL AND NOT EXISTS (
                        SELECT 1 FROM geoq_base_observed_bird_photos AS b WHERE b.id = photo_id AND b.is_born);
                    """)
            try Self.settleUndone(db)
            try db.execute(
                sql: """
                    INSERT INTO geoq_upload (photo_id, state) SELECT id, 'local' FROM (\(Self.unlisted));
                    UPDATE geoq_upload SET state = 'dead', code = 'PT410',
                        message = 'the entry that the photo belongs to, or its list, is deleted'
                    WHERE state IN ('local', 'prepared', 'sending') AND row_id IS NULL AND EXISTS (
                        SELECT 1 FROM observed_bird_photos AS p
                        JOIN watchlist_entries AS e ON e.id = p.watchlist_entry_id
                        LEFT JOIN watchlists AS w ON w.id = e.watchlist_id
                        WHERE p.id = photo_id AND (e.deleted_at IS NOT NULL OR w.deleted_at IS NOT NULL));
                    """)
            try Self.settleRowPictures(db)
        }
    }

    /// Undoes the planned deletion of objects whose photos were deleted here and then put back. The object of a photo
    /// that was uploaded stays at the project; the picture of any other photo is sent again.
    static func settleUndone(_ db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM geoq_upload WHERE state = 'doomed' AND EXISTS (
                    SELECT 1 FROM observed_bird_photos AS p WHERE p.id = photo_id AND p.is_uploaded);
                UPDATE geoq_upload SET state = 'local' WHERE state = 'doomed' AND EXISTS (
                    SELECT 1 FROM observed_bird_photos AS p WHERE p.id = photo_id);
                """)
    }

    /// The path of an object of the bucket of photos that a row's text names; nil
    /// for a text that names none.
    package static func objectPath(_ text: String) -> String? { PhotoPath.path(text) }

    /// The paths of objects of a purpose that this device is about to store or to
    /// delete. The picture of a photo whose row the project has refused for good is none of them.
    package func uploading(_ purpose: PhotoPurpose) async throws -> [String] {
        let texts = try await read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT path FROM geoq_upload
                    WHERE path IS NOT NULL AND purpose = ? AND (row_id IS NULL OR state <> 'stored')
                        AND NOT (state = 'stored' AND EXISTS (
                            SELECT 1 FROM geoq_operation AS o
                            WHERE o.table_name = 'observed_bird_photos' AND o.row_id = photo_id AND o.kind = 'insert'
                                AND o.state = 'dead'))
                    """, arguments: [purpose.rawValue])
        }
        guard let column = PictureColumn(purpose) else { return texts }
        return texts.compactMap { PictureReference($0, of: column)?.path }
    }

    /// Whether a run would have anything to do, now or later.
    ///
    /// - Complexity: O(pictures on their way).
    package func isBusy() async throws -> Bool {
        try await read { db in
            try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (
                        SELECT 1 FROM geoq_upload WHERE state <> 'dead' AND (row_id IS NULL OR state <> 'stored'))
                    OR EXISTS (\(Self.unlisted)) OR \(Self.hasChangedElsewhere)
                    """) ?? false
        }
    }

    /// New photos of the account that another program has made, or that came back
    /// out of a conflict.
    private static let unlisted = """
        SELECT b.id FROM geoq_base_observed_bird_photos AS b JOIN observed_bird_photos AS p ON p.id = b.id
        WHERE b.is_born AND p.is_uploaded IS NOT 1 AND NOT EXISTS (SELECT 1 FROM geoq_upload WHERE photo_id = b.id)
        """

    /// A picture that can be sent now, with the entry that it belongs to: the
    /// project has the entry. Those that were begun come first, then in the order
    /// in which they were added.
    ///
    /// - Parameter isReady: whether only pictures count that were made ready before.
    /// - Returns: nil when there is none.
    package func next(now: Double, isReady: Bool = false) async throws -> (upload: PhotoUpload, row: FeatureID)? {
        try await read { db in
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT u.*, p.watchlist_entry_id FROM geoq_upload AS u
                    JOIN observed_bird_photos AS p ON p.id = u.photo_id
                    JOIN geoq_account AS a ON a.remote = p.source
                    JOIN watchlist_entries AS e ON e.id = p.watchlist_entry_id AND e.source = a.remote
                    WHERE u.state IN ('local', 'prepared', 'sending') AND (u.not_before IS NULL OR u.not_before <= ?)
                        AND p.deleted_at IS NULL AND NOT (?2 AND u.state = 'local') AND NOT EXISTS (
                            SELECT 1 FROM geoq_base_watchlist_entries AS b WHERE b.id = e.id AND b.is_born)
                    ORDER BY u.state <> 'sending', rtrim(p.created_at, 'Z'), p.fid LIMIT 1
                    """, arguments: [now, isReady])
            guard let row = row.map({ WrittenRow($0) }), let upload = PhotoUpload(row),
                let entry = row.id("watchlist_entry_id")
            else { return nil }
            return (upload, entry)
        }
    }

    /// Keeps what is sent of a picture, durably, so that each try sends the same
    /// bytes.
    ///
    /// - Returns: whether the picture is still wanted.
    package func keepReady(_ bytes: [UInt8], _ upload: PhotoUpload) async throws -> Bool {
        precondition(!bytes.isEmpty, "An empty picture is never sent.")
        let name = upload.photo.description + PhotoFiles.readyEnding
        let hold = try await store.work.run { [files] in
            let hold = try files.holdForWriting()
            try files.write(bytes, to: name)
            return hold
        }
        defer { withExtendedLifetime(hold) {} }
        CrashPoint.picturePrepared.reached()
        return try await note(upload)
    }

    /// What is sent of a picture.
    ///
    /// - Returns: nil when it is not there, or not as it was made.
    package func ready(_ upload: PhotoUpload) async throws -> [UInt8]? {
        try await store.work.run { [files] in
            let name = upload.photo.description + PhotoFiles.readyEnding
            let bytes = try? files.read(name, limit: Self.mostBytes)
            guard let bytes, bytes.count == upload.bytes, SHA256.hex(bytes) == upload.sha256 else { return nil }
            return bytes
        }
    }

    /// Notes how far a picture has come.
    ///
    /// - Returns: whether the picture is still wanted; if not, nothing is noted.
    @discardableResult
    package func note(_ upload: PhotoUpload) async throws -> Bool {
        try await write { db in
            try db.execute(
                sql: """
                    UPDATE geoq_upload SET state = ?2, path = ?3, content_type = ?4, bytes = ?5, sha256 = ?6,
                        resume_id = ?7, was_cut = ?8, attempts = ?9, not_before = ?10, code = ?11, message = ?12
                    WHERE photo_id = ?1 AND state <> 'doomed'
                    """,
                arguments: [
                    upload.photo.description, upload.state.rawValue, upload.path, upload.contentType, upload.bytes,
                    upload.sha256, upload.resumeID, upload.wasCut, upload.attempts, upload.notBefore, upload.code,
                    upload.message,
                ])
            return db.changesCount > 0
        }
    }

    /// Notes that the project has a picture: the photo's row can be sent, and the row
    /// of a profile or a list names the picture.
    ///
    /// - Parameter moment: when the project stored it, ISO 8601 in UTC.
    /// - Returns: whether the picture is still wanted.
    package func noteStored(_ upload: PhotoUpload, at moment: String) async throws -> Bool {
        let isWanted = try await write { db in
            try db.execute(
                sql: """
                    UPDATE geoq_upload SET state = 'stored', resume_id = NULL, not_before = NULL, code = NULL,
                        message = NULL WHERE photo_id = ? AND state = 'sending'
                    """, arguments: [upload.photo.description])
            guard db.changesCount > 0 else { return false }
            if upload.row != nil { return try Self.name(db, upload) }
            try db.execute(
                sql: """
                    UPDATE observed_bird_photos SET storage_url = ?2, is_uploaded = 1, uploaded_at = ?3 WHERE id = ?1
                    """, arguments: [upload.photo.description, upload.path, moment])
            return true
        }
        try await store.work.run { [files] in
            files.remove([upload.photo.description + PhotoFiles.readyEnding])
        }
        return isWanted
    }

    /// Notes a picture of a row that is to be sent.
    static func noteNew(_ db: Database, _ photo: FeatureID, _ column: PictureColumn, _ row: String) throws {
        try db.execute(
            sql: "INSERT INTO geoq_upload (photo_id, purpose, row_id, state) VALUES (?, ?, ?, 'local')",
            arguments: [photo.description, column.purpose.rawValue, row])
    }

    /// Nothing of a picture is on its way any more.
    static func forget(_ db: Database, _ photo: FeatureID) throws {
        try db.execute(sql: "DELETE FROM geoq_upload WHERE photo_id = ?", arguments: [photo.description])
    }

    /// A photo's row is at the project, and so is its picture: nothing of it is on
    /// its way.
    static func forgetStored(_ db: Database, _ photo: String) throws {
        try db.executeCached(
            sql: "DELETE FROM geoq_upload WHERE photo_id = ? AND state = 'stored'", arguments: [photo])
    }

    /// How the picture of a row stands; nil for a row without one on its way.
    static func upload(_ db: Database, of row: RowKey) throws -> PhotoUpload? {
        let id = row.id.description
        let found =
            if row.table == .observedBirdPhotos {
                try Row.fetchOne(db, sql: "SELECT * FROM geoq_upload WHERE photo_id = ?", arguments: [id])
            } else if let column = PictureColumn.all.first(where: { $0.table == row.table }) {
                try Row.fetchOne(
                    db, sql: "SELECT * FROM geoq_upload WHERE purpose = ? AND row_id = ? AND state <> 'doomed'",
                    arguments: [column.purpose.rawValue, id])
            } else {
                nil as Row?
            }
        return found.flatMap { PhotoUpload(WrittenRow($0)) }
    }
}
