import GRDB
import Geoq

/// Objects of the project that have to go.
extension Store.Photos {
    /// An object that has to go, because its photo is deleted at the project, too;
    /// nil when there is none. Its path is nil where another photo of the store has the object: only the note goes.
    ///
    /// - Complexity: O(photos) for one that has to go.
    package func nextDoomed(now: Double) async throws -> PhotoUpload? {
        try await read { db in
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT * FROM geoq_upload AS u
                    WHERE state = 'doomed' AND row_id IS NULL AND (not_before IS NULL OR not_before <= ?)
                        AND NOT EXISTS (SELECT 1 FROM observed_bird_photos WHERE id = photo_id)
                        AND NOT EXISTS (SELECT 1 FROM geoq_base_observed_bird_photos WHERE id = photo_id)
                    ORDER BY photo_id LIMIT 1
                    """, arguments: [now])
            guard var upload = row.flatMap({ PhotoUpload(WrittenRow($0)) }) else { return nil }
            let path = upload.path.flatMap { PhotoPath.path($0) }
            upload.path = path
            let named = try String.fetchCursor(
                db, sql: "SELECT storage_url FROM observed_bird_photos WHERE is_uploaded AND storage_url IS NOT NULL")
            while path != nil, let other = try named.next() {
                if PhotoPath.path(other) == path { upload.path = nil }
            }
            return upload
        }
    }

    /// Notes that an object is gone, or puts its deletion off.
    ///
    /// - Parameter later: when to try again; nil when the object is gone.
    package func noteDoomed(_ upload: PhotoUpload, later: Double? = nil) async throws {
        try await write { db in
            if let later {
                try db.execute(
                    sql: """
                        UPDATE geoq_upload SET attempts = attempts + 1, not_before = ?2, code = ?3, message = ?4
                        WHERE photo_id = ?1 AND state = 'doomed'
                        """, arguments: [upload.photo.description, later, upload.code, upload.message])
            } else {
                try db.execute(
                    sql: "DELETE FROM geoq_upload WHERE photo_id = ? AND state = 'doomed'",
                    arguments: [upload.photo.description])
            }
        }
    }
}
