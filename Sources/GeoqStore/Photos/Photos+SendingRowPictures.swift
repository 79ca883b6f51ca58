import GRDB
package import Geoq

/// What a sync asks and notes of the pictures of profiles and lists, besides what
/// it does of all pictures. The caller holds the store's `MirrorLock`.
extension Store.Photos {
    /// A picture that can be sent now: the project has its row. Those that were
    /// begun come first.
    ///
    /// - Parameters:
    ///   - now: seconds since 1970.
    ///   - isReady: whether only pictures count that were made ready before.
    /// - Returns: nil when there is none.
    package func nextRowPicture(now: Double, isReady: Bool) async throws -> (upload: PhotoUpload, row: FeatureID)? {
        try await read { db in
            for column in PictureColumn.all {
                let row = try Row.fetchOne(
                    db,
                    sql: """
                        SELECT u.* FROM geoq_upload AS u JOIN \(column.table) AS t ON t.id = u.row_id
                        JOIN geoq_account AS a ON a.remote = t.source
                        WHERE u.purpose = ?1 AND u.state IN ('local', 'prepared', 'sending')
                            AND (u.not_before IS NULL OR u.not_before <= ?2) AND t.deleted_at IS NULL
                            AND NOT (?3 AND u.state = 'local') AND NOT EXISTS (
                                SELECT 1 FROM geoq_base_\(column.table) AS b WHERE b.id = t.id AND b.is_born)
                        ORDER BY u.state <> 'sending', u.photo_id LIMIT 1
                        """, arguments: [column.purpose.rawValue, now, isReady])
                if let row, let upload = PhotoUpload(WrittenRow(row)), let id = upload.row { return (upload, id) }
            }
            return nil
        }
    }

    /// Has the row of a stored picture name it.
    ///
    /// - Returns: whether it is the picture of a row, and the row is there.
    static func name(_ db: Database, _ upload: PhotoUpload) throws -> Bool {
        guard let column = PictureColumn(upload.purpose), let row = upload.row, let path = upload.path,
            let sha256 = upload.sha256
        else { return false }
        try db.execute(
            sql: """
                UPDATE \(column.table) SET \(column.name) = ?2, updated_at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
                WHERE id = ?1 AND source = (SELECT remote FROM geoq_account)
                """, arguments: [row.description, PictureReference.text(path, sha256: sha256)])
        let isThere = db.changesCount > 0
        try forgetBefore(db, upload.photo)
        try dropNamed(db)
        return isThere
    }

    // MARK: Pictures that were changed elsewhere

    private static func changed(_ column: PictureColumn) -> String {
        """
        FROM geoq_upload AS u LEFT JOIN \(column.table) AS t ON t.id = u.row_id
        WHERE u.purpose = '\(column.purpose.rawValue)' AND u.state = 'stored'
            AND t.\(column.name) IS NOT \(PictureReference.sql("u"))
        """
    }

    /// SQL: whether a row names another picture than the one that this device has
    /// stored, or is gone.
    static let hasChangedElsewhere = PictureColumn.all.map { "EXISTS (SELECT 1 \(changed($0)))" }
        .joined(separator: " OR ")

    /// A picture that this device has stored, and whose row names another one since, or
    /// is gone, although its user changed nothing here; nil when there is no such
    /// picture.
    ///
    /// - Returns: the picture, and whether its row names the same object in another
    ///   version.
    package func nextChangedElsewhere() async throws -> (upload: PhotoUpload, isReplaced: Bool)? {
        try await read { db in
            for column in PictureColumn.all {
                let row = try Row.fetchOne(
                    db, sql: "SELECT u.*, t.\(column.name) AS picture_text \(Self.changed(column)) LIMIT 1")
                guard let row = row.map({ WrittenRow($0) }), let upload = PhotoUpload(row) else { continue }
                let path = row["picture_text"].flatMap { PictureReference($0, of: column)?.path }
                return (upload, path == upload.path)
            }
            return nil
        }
    }

    /// Settles such a picture.
    ///
    /// - If `isThere` is true, the row names this picture again: a row names the
    ///   picture that its object is. If the row is gone, the picture is forgotten.
    /// - If it is false, the picture is forgotten.
    /// - If it is nil, the object is deleted, when it is still this picture.
    ///
    /// A picture that lost in a conflict keeps its file while the conflict is open.
    ///
    /// - Parameter isThere: whether the project's object is this picture; nil when
    ///   the row names another object or none.
    package func settle(_ upload: PhotoUpload, isThere: Bool?) async throws {
        try await write { db in
            if isThere == true, try Self.name(db, upload) { return }
            try Self.holdIfLost(db, upload)
            try db.execute(
                sql: isThere == nil
                    ? "UPDATE geoq_upload SET state = 'doomed' WHERE photo_id = ?"
                    : "DELETE FROM geoq_upload WHERE photo_id = ?", arguments: [upload.photo.description])
        }
    }

    // MARK: Objects that have to go

    /// What happens to a doomed object.
    private enum Doom {
        case waits, goes, stays
    }

    /// At the begin of a run: pictures of rows that a sync has taken away are doomed,
    /// and those are not that their rows name again.
    static func settleRowPictures(_ db: Database) throws {
        for column in PictureColumn.all {
            let isGone = """
                purpose = '\(column.purpose.rawValue)' AND state <> 'doomed'
                    AND NOT EXISTS (SELECT 1 FROM \(column.table) AS t WHERE t.id = row_id)
                    AND NOT EXISTS (SELECT 1 FROM geoq_base_\(column.table) AS b WHERE b.id = row_id)
                """
            try db.execute(
                sql: """
                    DELETE FROM geoq_upload WHERE \(isGone) AND (path IS NULL OR state = 'prepared');
                    UPDATE geoq_upload SET state = 'doomed', attempts = 0, not_before = NULL WHERE \(isGone);
                    """)
        }
        try dropNamed(db)
        try forgetBefore(db)
    }

    /// Keeps doomed objects that their rows name again, and those that are not this user's.
    private static func dropNamed(_ db: Database) throws {
        for upload in try doomed(db) where try doom(db, upload) == .stays {
            try forget(db, upload.photo)
        }
    }

    /// An object that has to go, because the project's row names it no more.
    ///
    /// - Parameter now: seconds since 1970.
    /// - Returns: nil when there is no such object. `path` is the object's. `sha256`
    ///   has at least the first digits of the SHA-256 of the picture that has to go;
    ///   nil when any picture at this path has to go.
    package func nextDoomedRowPicture(now: Double) async throws -> PhotoUpload? {
        try await read { db in
            for var upload in try Self.doomed(db) where upload.notBefore.map({ $0 <= now }) ?? true {
                guard try Self.doom(db, upload) == .goes, let object = Self.object(of: upload) else { continue }
                upload.path = object.path
                upload.sha256 = upload.sha256 ?? object.digest
                return upload
            }
            return nil
        }
    }

    private static func doomed(_ db: Database) throws -> [PhotoUpload] {
        try Row.fetchAll(
            db, sql: "SELECT * FROM geoq_upload WHERE state = 'doomed' AND row_id IS NOT NULL ORDER BY photo_id"
        ).compactMap { PhotoUpload(WrittenRow($0)) }
    }

    /// An object of an earlier picture of a row, which has to be deleted at the project; of
    /// several, the one whose deletion was tried most often. nil when there is no such object.
    static func doomed(_ db: Database, of row: RowKey) throws -> PhotoUpload? {
        guard let column = PictureColumn.all.first(where: { $0.table == row.table }) else { return nil }
        return try Row.fetchOne(
            db,
            sql: """
                SELECT * FROM geoq_upload WHERE purpose = ? AND row_id = ? AND state = 'doomed'
                ORDER BY attempts DESC, photo_id LIMIT 1
                """, arguments: [column.purpose.rawValue, row.id.description]
        ).flatMap { PhotoUpload(WrittenRow($0)) }
    }

    private static func object(of upload: PhotoUpload) -> PictureReference? {
        guard let column = PictureColumn(upload.purpose), let path = upload.path else { return nil }
        return PictureReference(path, of: column)
    }

    private static func doom(_ db: Database, _ upload: PhotoUpload) throws -> Doom {
        let user = try Store.Account.user(db) ?? ""
        guard let column = PictureColumn(upload.purpose), let row = upload.row?.description,
            let object = object(of: upload), !user.isEmpty, object.path.hasPrefix(user + "/")
        else { return .stays }
        func names(_ table: String, _ condition: String) throws -> Bool {
            try String.fetchOne(
                db, sql: "SELECT \(column.name) FROM \(table) WHERE id = ?\(condition)", arguments: [row]
            ).flatMap { PictureReference($0, of: column)?.path } == object.path
        }
        // The next picture replaces it.
        let isReplaced = try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (SELECT 1 FROM geoq_upload
                    WHERE purpose = ? AND row_id = ? AND state IN ('local', 'prepared', 'sending'))
                """, arguments: [column.purpose.rawValue, row])
        if isReplaced == true { return .waits }
        if try names(column.table.rawValue, " AND deleted_at IS NULL") { return .stays }
        return try names("geoq_base_\(column.table)", "") ? .waits : .goes
    }
}
