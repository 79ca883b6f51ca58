import GRDB
package import Geoq

/// A row that has one picture.
package enum PictureOwner: Hashable, Sendable {
    /// The profile of the user who is logged in.
    case profile
    /// A list, with its cover.
    case list(FeatureID)

    package var column: PictureColumn {
        switch self {
        case .profile: .profile
        case .list: .cover
        }
    }
}

/// Pictures of which a row has one. A picture that is set is in the folder beside
/// the store at once; its row names it only when the project has it, so no row
/// names an object that is not there. A picture that is cleared is no longer
/// named at once, and its object goes when the project has taken that.
extension Store.Photos {
    /// Sets the picture of the user's profile, or of a list. When it returns, the
    /// picture is on the disk. The one before it is replaced.
    ///
    /// - Parameter picture: a JPEG, PNG, WebP, HEIC or AVIF; what else it is shows when it
    ///   is made ready to be sent.
    /// - Returns: what was removed of the pictures before it.
    /// - Throws: `StoreError.invalidValue` for an empty or too large picture, and
    ///   for another user's list; `StoreError.noRow`, `StoreError.mirrored`,
    ///   `StoreError.failed`.
    @discardableResult
    package func set(_ picture: [UInt8], of owner: PictureOwner) async throws -> PhotoSweep {
        guard !picture.isEmpty else { throw Self.invalid("it is empty") }
        guard picture.count <= Self.mostBytes else {
            throw Self.invalid("it has \(picture.count) bytes, and \(Self.mostBytes) is the most")
        }
        _ = try await read { db in try Self.writableRow(db, owner) }
        let id = FeatureID.random()
        try await keep(picture, as: id) { db in
            let row = try Self.writableRow(db, owner)
            try Self.noteBefore(db, owner.column, row, of: id)
            try Self.retire(db, owner.column, row)
            try Self.noteNew(db, id, owner.column, row)
        }
        return try await sweep()
    }

    /// Takes the picture from the user's profile, or from a list.
    ///
    /// - Returns: whether there was one, and what was removed of the pictures.
    /// - Throws: As `set`.
    @discardableResult
    package func clear(_ owner: PictureOwner) async throws -> (wasThere: Bool, sweep: PhotoSweep) {
        let wasThere = try await write { db in
            let (row, column) = (try Self.writableRow(db, owner), owner.column)
            let hadNew = try Self.retire(db, column, row)
            // The names are literals of `PictureColumn`.
            try db.execute(
                sql: """
                    UPDATE \(column.table) SET \(column.name) = NULL,
                        updated_at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now') WHERE id = ? AND \(column.name) IS NOT NULL
                    """, arguments: [row])
            return db.changesCount > 0 || hadNew
        }
        return (wasThere, try await sweepDeleted())
    }

    // MARK: Small parts

    /// The id of the row that has the picture.
    static func row(_ db: Database, _ owner: PictureOwner) throws -> String {
        if case .list(let list) = owner { return list.description }
        let user = try String.fetchOne(
            db,
            sql: """
                SELECT u.id FROM users AS u JOIN geoq_account AS a ON a.user_id = u.id AND a.remote = u.source
                WHERE u.deleted_at IS NULL
                """)
        guard let user else {
            throw StoreError.noRow("profile of the user who is logged in, which a sync brings or makes")
        }
        return user
    }

    /// The same, of a row that the user may change.
    private static func writableRow(_ db: Database, _ owner: PictureOwner) throws -> String {
        let (row, column) = (try row(db, owner), owner.column)
        guard let id = FeatureID(row), row != CaptureTriggers.virtualID else {
            throw StoreError.invalidValue(column: column.name, reason: "a list that never leaves a device has none")
        }
        let isOfOther = try Bool.fetchOne(
            db,
            sql: """
                SELECT w.owner_id IS NOT NULL AND w.owner_id <> a.user_id
                FROM watchlists AS w JOIN geoq_account AS a ON a.remote = w.source WHERE w.id = ?
                """, arguments: [row])
        if column == .cover, isOfOther == true {
            throw StoreError.invalidValue(column: column.name, reason: "the list is another user's")
        }
        try Store.Lists.checkWritable(db, RowKey(column.table, id))
        return row
    }

    /// A new picture that was set before is wanted no more. What the project may
    /// have of it goes, unless the next one replaces it.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    static func retire(_ db: Database, _ column: PictureColumn, _ row: String) throws -> Bool {
        let arguments: StatementArguments = [column.purpose.rawValue, row]
        // The row names what is stored; the trigger dooms that when it names it no more.
        try db.execute(
            sql: """
                DELETE FROM geoq_upload WHERE purpose = ? AND row_id = ?
                    AND (state IN ('local', 'prepared', 'stored') OR state = 'dead' AND path IS NULL)
                """, arguments: arguments)
        let dropped = db.changesCount
        try db.execute(
            sql: """
                UPDATE geoq_upload SET state = 'doomed', attempts = 0, not_before = NULL, resume_id = NULL,
                    code = NULL, message = NULL WHERE purpose = ? AND row_id = ? AND state <> 'doomed'
                """, arguments: arguments)
        return dropped + db.changesCount > 0
    }

    /// Drops a new picture, by its user's word, unless the project may have it.
    static func drop(_ db: Database, _ row: RowKey) throws {
        guard let column = PictureColumn.all.first(where: { $0.table == row.table }) else { return }
        try db.execute(
            sql: """
                DELETE FROM geoq_upload WHERE purpose = ? AND row_id = ? AND state IN ('local', 'prepared', 'dead')
                """, arguments: [column.purpose.rawValue, row.id.description])
    }

    /// SQL: the table and the id of each row whose picture is open at the project.
    ///
    /// - Parameter condition: of `u`, a row of `geoq_upload`; a literal.
    static func rows(_ condition: String) -> String {
        """
        SELECT CASE u.purpose WHEN 'profile' THEN 'users' WHEN 'cover' THEN 'watchlists'
            ELSE 'observed_bird_photos' END AS table_name, ifnull(u.row_id, u.photo_id) AS row_id
        FROM geoq_upload AS u JOIN geoq_account AS a
        WHERE (\(condition)) AND (u.purpose <> 'cover' OR u.state = 'doomed'
            OR a.remote = (SELECT source FROM watchlists WHERE id = u.row_id))
        """
    }
}
