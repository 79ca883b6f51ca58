import GRDB
import Geoq

/// Pictures that are sent once more.
extension Store.Photos {
    /// Sends a refused or delayed picture again, by its user's word, and lets a delayed
    /// deletion of an object be tried at once.
    ///
    /// - Parameter row: a photo, or a profile or list with a picture.
    /// - Returns: whether it was refused or delayed.
    static func retry(_ db: Database, _ row: RowKey) throws -> Bool {
        let column = PictureColumn.all.first { $0.table == row.table }
        guard row.table == .observedBirdPhotos || column != nil else { return false }
        let isOfRow = column == nil ? "photo_id = ?1 AND ?2 IS NULL" : "row_id = ?1 AND purpose = ?2"
        try db.execute(
            sql: """
                UPDATE geoq_upload SET attempts = 0, not_before = NULL, code = NULL, message = NULL,
                    state = CASE WHEN state <> 'dead' THEN state WHEN sha256 IS NULL THEN 'local' ELSE 'sending' END
                WHERE \(isOfRow) AND (state = 'dead' OR not_before IS NOT NULL)
                """, arguments: [row.id.description, column?.purpose.rawValue])
        return db.changesCount > 0
    }

    /// Has a picture whose object is not at the project sent once more.
    ///
    /// - Parameter row: a photo, or a profile or list that names the picture.
    /// - Returns: whether its picture is on this device.
    package func sendAgain(_ row: RowKey) async throws -> Bool {
        if row.table == .observedBirdPhotos { return try await sendAgain(row.id) }
        let upload = try await read { db in try Self.upload(db, of: row) }
        guard let upload, upload.state == .stored else { return upload != nil }
        return try await sendAgain(upload.photo)
    }

    /// - Returns: whether the photo's picture is on this device.
    func sendAgain(_ photo: FeatureID) async throws -> Bool {
        let isHere = try await store.work.run { [files] in files.size(photo.description) != nil }
        guard isHere else { return false }
        try await write { db in try Self.sendAgain(db, photo) }
        return true
    }

    /// Has the next sync send the picture that lies beside the store, whether it was sent before or not.
    static func sendAgain(_ db: Database, _ photo: FeatureID) throws {
        try db.execute(
            sql: """
                INSERT INTO geoq_upload (photo_id, state) SELECT ?1, 'local'
                WHERE NOT EXISTS (SELECT 1 FROM geoq_upload WHERE photo_id = ?1);
                """, arguments: [photo.description])
        try db.execute(
            sql: """
                UPDATE geoq_upload SET state = 'local', attempts = 0, not_before = NULL, code = NULL, message = NULL
                WHERE photo_id = ? AND state IN ('stored', 'dead')
                """,
            arguments: [photo.description])
    }
}
