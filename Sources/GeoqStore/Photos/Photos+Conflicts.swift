import GRDB
import Geoq

/// Pictures of profiles and lists that were set here, while the project's row got
/// another picture.
///
/// The project's picture stays, and its object with it. The one that was set here
/// is kept among the conflicts, with its file, until its user takes or dismisses
/// it; only then it is sent or forgotten. A setting says which picture it is, by
/// the conflict's number.
extension Store.Photos {
    private static let lostSetting = "lost_picture/"

    /// SQL: the names of the files of pictures that lost.
    static let lostFiles = "SELECT value FROM geoq_setting WHERE name GLOB '\(lostSetting)*'"

    /// Lets the project's picture stay: the row names it here, too, and the picture
    /// that was set here is kept among the conflicts.
    ///
    /// - Parameter there: the row as the project has it now.
    /// - Returns: false when nothing is done, because this picture wins by the policy,
    ///   or is wanted no more.
    package func lose(_ upload: PhotoUpload, to there: ServerRow, policy: ConflictPolicy) async throws -> Bool {
        guard let column = PictureColumn(upload.purpose), let row = upload.row?.description, let path = upload.path,
            let sha256 = upload.sha256
        else { return false }
        let mine = FieldValue.text(PictureReference.text(path, sha256: sha256))
        return try await write { db in
            let isWanted = try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM geoq_upload WHERE photo_id = ? AND state <> 'doomed')",
                arguments: [upload.photo.description])
            guard isWanted == true, let remote = try Store.Account.remote(db) else { return false }
            var merging = try Merging(db, remote: remote, policy: policy)
            let (rows, theirs) = (merging.rows(column.table), merging.theirs(there, column.table))
            let note = try Self.before(db, upload.photo.description)
            guard let position = rows.position(column.name), let named = theirs.values[position],
                var values = try rows.visible(row), !merging.isLater(note?.moment, than: theirs)
            else { return false }
            let known: FieldValue =
                if let note { note.named.map { FieldValue.text($0) } ?? .null } else { values[position] }
            try CaptureTriggers.resting(db) {
                try merging.note(
                    row, rows, .edited, base: [ColumnValue(column.name, known)],
                    mine: [ColumnValue(column.name, mine)], theirs: [ColumnValue(column.name, named)],
                    version: theirs.version)
                try Self.hold(db, upload.photo, number: db.lastInsertedRowID)
                if values[position] != named {
                    values[position] = named
                    try rows.write(row, values, at: [position])
                }
                if var base = try rows.base(row) {
                    // An earlier picture of this device, and changes of other columns.
                    var edits = try rows.thaw(row)
                    edits[column.name] = nil
                    base.values[position] = named
                    try merging.settle(row, rows, base, edits)
                }
            }
            try Self.forget(db, upload.photo)
            try Self.forgetBefore(db, upload.photo)
            return true
        }
    }

    private static func hold(_ db: Database, _ photo: FeatureID, number: Int64) throws {
        try Store.Settings.write(db, photo.description, for: "\(lostSetting)\(number)")
    }

    /// Keeps a stored picture that its row names no more, if it lost in a conflict that
    /// no person has settled.
    static func holdIfLost(_ db: Database, _ upload: PhotoUpload) throws {
        guard let column = PictureColumn(upload.purpose), let row = upload.row, let path = upload.path,
            let sha256 = upload.sha256
        else { return }
        let mine = ColumnValue(column.name, .text(PictureReference.text(path, sha256: sha256)))
        let conflicts = try Row.fetchAll(
            db,
            sql: """
                SELECT * FROM geoq_conflict WHERE table_name = ? AND row_id = ? AND reason = 'edited'
                    AND settled IS NULL ORDER BY number DESC
                """, arguments: [column.table.rawValue, row.description]
        ).compactMap { OutboxConflict($0) }
        guard let number = conflicts.first(where: { $0.mine.contains(mine) })?.number else { return }
        try hold(db, upload.photo, number: number)
    }

    /// Has the picture that lost in a conflict sent, by its user's word. The row names it
    /// when it is there.
    ///
    /// - Returns: the name of the column that it is of; nil for a conflict in which no
    ///   picture lost.
    static func takeLost(_ db: Database, _ conflict: OutboxConflict) throws -> String? {
        guard let column = PictureColumn.all.first(where: { $0.table == conflict.row.table }),
            let photo = try dropLost(db, conflict.number)
        else { return nil }
        let row = conflict.row.id.description
        try noteBefore(db, column, row, of: photo)
        try retire(db, column, row)
        // Its object may have been on its way out.
        try forget(db, photo)
        try noteNew(db, photo, column, row)
        return column.name
    }

    /// Keeps the picture that lost in a conflict no longer.
    ///
    /// - Returns: the picture; nil for a conflict in which none lost.
    static func dropLost(_ db: Database, _ number: Int64) throws -> FeatureID? {
        let name = "\(lostSetting)\(number)"
        guard let photo = try Store.Settings.value(db, of: name).flatMap({ FeatureID($0) }) else { return nil }
        try Store.Settings.write(db, nil, for: name)
        return photo
    }
}
