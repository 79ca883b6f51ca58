import GRDB

extension Store.Outbox {
    /// The words by which a person knows a row: its own title or name, or else the name
    /// of its bird, of its place, or of the row that it belongs to.
    ///
    /// - Parameter text: the text of a column; nil for a blank one.
    static func label(_ rows: OpenRows, _ text: (_ column: String) -> String?) throws -> String? {
        if rows.table == .watchlistShares {
            guard let user = text("user_id") else { return nil }
            let list = try text("watchlist_id").flatMap { try name(.watchlists, "title", $0, rows.db) } ?? "a list"
            return "\(list), with \(user)"
        }
        if rows.table == .observedBirdPhotos, let entry = text("watchlist_entry_id"),
            let bird = try birdName(ofEntry: entry, rows.db)
        {
            return bird
        }
        let names = ["title", "nickname", "rule_type", "name", "email", "species_text", "area", "image_path"]
        if let named = names.compactMap(text).first { return named }
        if let bird = try text("bird_id").flatMap({ try name(.bird, "common_name", $0, rows.db) }) { return bird }
        let places = ["location_display_name", "shape_id", "observed_at", "notes"]
        if let place = places.compactMap(text).first { return place }
        // What came out of an identification, of which no bird is known.
        guard rows.table == .identificationResult, let session = text("session_id") else { return nil }
        return try name(.identificationSession, "location_display_name", session, rows.db)
            ?? name(.identificationSession, "shape_id", session, rows.db)
    }

    /// What an entry is called, or its bird; also of one that was deleted here.
    private static func birdName(ofEntry entry: String, _ db: Database) throws -> String? {
        if let nickname = try name(.watchlistEntries, "nickname", entry, db) { return nickname }
        return try name(.watchlistEntries, "bird_id", entry, db).flatMap { try name(.bird, "common_name", $0, db) }
    }

    /// The name of a row, also of one that was deleted here and that the server has.
    private static func name(_ table: MirrorTable, _ column: String, _ id: String, _ db: Database) throws -> String? {
        // The names are literals of this file.
        let kept = MirrorTable.written.contains(table) ? ["\(table)", "geoq_base_\(table)"] : ["\(table)"]
        for table in kept {
            let name = try String.fetchOne(
                db, sql: "SELECT CAST(\(column) AS TEXT) FROM \(table) WHERE id = ?", arguments: [id])
            if let name, !name.allSatisfy(\.isWhitespace) { return name }
        }
        return nil
    }
}
