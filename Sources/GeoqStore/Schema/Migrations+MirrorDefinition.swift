import Foundation
import GRDB

extension Migrations {
    /// What a sync also remembers: how the remote's tables were defined, which
    /// run of the server it met, and when contents were last compared.
    ///
    /// An older mirror has none of this: the next sync compares its contents
    /// with the remote's. Rows that wait go over into a table that allows one more
    /// reason.
    static func describeMirror(_ db: Database) throws {
        try db.execute(sql: mirrorDefinition)
        let waits = try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM geoq_remote_waiting)") == true
        if waits { try db.execute(sql: "CREATE TEMP TABLE geoq_was_waiting AS SELECT * FROM geoq_remote_waiting") }
        try db.execute(sql: waitingTable)
        if waits {
            try db.execute(
                sql: """
                    INSERT INTO geoq_remote_waiting SELECT * FROM temp.geoq_was_waiting;
                    DROP TABLE temp.geoq_was_waiting;
                    """)
        }
        // A place needs no name any more: rows that waited for one are read
        // again.
        try db.execute(
            sql: "DELETE FROM geoq_remote_waiting WHERE table_name = 'hotspot' AND detail = 'name is NULL'")
        for row in try Row.fetchAll(db, sql: "SELECT name, region FROM geoq_remote WHERE region IS NOT NULL") {
            guard let region = row["region"] as String?, let value = regionValue(region) else { continue }
            try db.execute(
                sql: "UPDATE geoq_remote SET region = ? WHERE name = ?", arguments: [value, row["name"] as String])
        }
    }

    private static let mirrorDefinition = """
        ALTER TABLE geoq_remote ADD COLUMN tables TEXT;
        ALTER TABLE geoq_remote ADD COLUMN started_at TEXT;
        ALTER TABLE geoq_remote ADD COLUMN log_position INTEGER;
        ALTER TABLE geoq_remote ADD COLUMN verified_at TEXT;
        ALTER TABLE geoq_remote ADD COLUMN erasing INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE geoq_remote_table ADD COLUMN definition TEXT;
        """

    private static let waitingTable = """
        DROP TABLE geoq_remote_waiting;
        CREATE TABLE geoq_remote_waiting (
            remote TEXT NOT NULL REFERENCES geoq_remote (name) ON DELETE CASCADE,
            table_name TEXT NOT NULL,
            row_id TEXT NOT NULL,
            token INTEGER NOT NULL,
            reason TEXT NOT NULL CHECK (reason IN ('parent', 'taken', 'unusable', 'doubled')),
            parent_table TEXT,
            parent_id TEXT,
            detail TEXT,
            PRIMARY KEY (remote, table_name, row_id)
        ) WITHOUT ROWID;
        """

    /// Regions used to be kept as options of the command: `--region w,s,e,n` or
    /// `--near lat,lon --km radius`.
    ///
    /// - Returns: the same region as a JSON object; nil for another text.
    private static func regionValue(_ text: String) -> String? {
        let words = text.split(separator: " ")
        let numbers = words.dropFirst().first?.split(separator: ",").compactMap { Double($0) } ?? []
        if words.count == 2, words[0] == "--region", numbers.count == 4 {
            return #"{"east":\#(numbers[2]),"north":\#(numbers[3]),"south":\#(numbers[1]),"west":\#(numbers[0])}"#
        }
        guard words.count == 4, words[0] == "--near", words[2] == "--km", numbers.count == 2,
            let radius = Double(words[3])
        else { return nil }
        return #"{"latitude":\#(numbers[0]),"longitude":\#(numbers[1]),"radiusMeters":\#(radius * 1000)}"#
    }
}
