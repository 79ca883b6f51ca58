import GRDB

extension Migrations {
    /// Rows of a relation keep further columns as a JSON object, and a mirror
    /// notes the names and types of these.
    static func keepColumns(_ db: Database) throws {
        try db.execute(sql: "ALTER TABLE geoq_remote_table ADD COLUMN kept TEXT")
        for table in ["hotspot", "observation"] {
            try db.execute(
                sql: "ALTER TABLE \(table) ADD COLUMN kept TEXT; DROP TRIGGER IF EXISTS geoq_\(table)_forget")
            let columns = try db.columns(in: table).map(\.name).filter { !unmirrored.contains($0) }
            try db.execute(sql: forgetTrigger(table, columns))
        }
    }

    /// The columns of hotspots and observations that a mirror does not copy.
    private static let unmirrored: Set<String> = ["fid", "geom", "source_id", "withheld", "sync_token"]
}
