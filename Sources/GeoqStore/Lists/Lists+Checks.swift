import GRDB
import Geoq

/// What a change of a row needs, before it is made.
extension Store.Lists {
    /// - Throws: `StoreError.leaving` while a logout is unfinished.
    static func checkStaying(_ db: Database) throws {
        if let url = try String.fetchOne(db, sql: "SELECT url FROM geoq_account WHERE state = 'leaving'") {
            throw StoreError.leaving(url: url)
        }
    }

    /// Makes sure that a person may change a row.
    ///
    /// - Throws: `StoreError.noRow`; `StoreError.mirrored` for a row of a remote
    ///   to which nothing is sent; `StoreError.leaving` when that is so because a
    ///   logout is unfinished; `StoreError.ofAnother` for what another user
    ///   shows to all, or came with the data, and for what belongs to a list that is
    ///   shared with this user for viewing.
    static func checkWritable(_ db: Database, _ row: RowKey, to change: Change = .edit) throws {
        try checkOwner(db, row)
        let source = try Row.fetchOne(
            db,
            sql: """
                SELECT s.kind, s.name, s.name IS (SELECT captures FROM geoq_device)
                FROM \(row.table) AS t JOIN geoq_source AS s ON s.name = t.source
                WHERE t.id = ? AND t.deleted_at IS NULL
                """, arguments: [row.id.description])
        guard let source else { throw StoreError.noRow(row.description) }
        if source[0] == "remote", !(source[2] as Bool) {
            try checkStaying(db)
            throw StoreError.mirrored(row.description, source: WrittenRow(source)[1] ?? "")
        }
        try checkRight(db, row, to: change)
    }

    /// - Throws: `StoreError.ofAnother` for a sighting of the community that is another user's, or came with the data.
    private static func checkOwner(_ db: Database, _ row: RowKey) throws {
        guard row.table == .communityObservation else { return }
        let isOfAnother = try Bool.fetchOne(
            db,
            sql: """
                SELECT source_type = 'system' OR owner_id IS NOT NULL
                    AND owner_id IS NOT (SELECT user_id FROM geoq_account)
                FROM community_observation WHERE id = ? AND deleted_at IS NULL
                """, arguments: [row.id.description])
        if isOfAnother == true { throw StoreError.ofAnother(row.description) }
    }

    /// - Throws: `StoreError.noRow` when the store has no such bird.
    static func checkBird(_ db: Database, _ values: [FieldValue], _ rows: OpenRows) throws {
        guard let position = rows.position("bird_id"), case .text(let bird) = values[position] else { return }
        let isThere = try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM bird WHERE id = ?)", arguments: [bird])
        if isThere != true { throw StoreError.noRow("bird/\(bird)") }
    }
}
