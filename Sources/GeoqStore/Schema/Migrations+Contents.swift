import GRDB

extension Migrations {
    /// Each write draws a token, and the log keeps the token of each version.
    /// Two files with the same identity and version number hold the same rows
    /// only when they have the same token, too. So a copy that was put back,
    /// and written since, can be told from the store whose rows were lost.
    static func drawTokens(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE geoq_store ADD COLUMN token INTEGER;
                ALTER TABLE geoq_store ADD COLUMN log_token INTEGER;
                ALTER TABLE geoq_change ADD COLUMN token INTEGER;
                UPDATE geoq_store SET token = random(), log_starts_after = version;
                UPDATE geoq_store SET log_token = token;
                """)
        let tables = ["hotspot", "observation", "bird", "watchlists", "watchlist_entries", "watchlist_rules"]
        for table in tables {
            for trigger in tokenTriggers(table: table) {
                try db.execute(sql: "DROP TRIGGER geoq_\(table)_\(trigger.name)")
                try db.execute(sql: "CREATE TRIGGER geoq_\(table)_\(trigger.name) \(trigger.body)")
            }
        }
    }

    /// The triggers that log the rows that a write changes, and the ids that it
    /// takes away. They need only SQLite, so that they run in every program.
    static func tokenTriggers(table: String) -> [(name: String, body: String)] {
        let draw = "UPDATE geoq_store SET version = version + 1, token = random();"
        func log(_ id: String, _ rest: String = "FROM geoq_store") -> String {
            """
            INSERT INTO geoq_change (version, table_name, row_id, token)
                SELECT geoq_store.version, '\(table)', \(id), geoq_store.token \(rest);
            """
        }
        func trigger(_ event: String, _ statements: String..., when condition: String = "") -> String {
            """
            \(event) ON \(table) WHEN (SELECT bulk FROM geoq_store) = 0\(condition)
            BEGIN
                \(draw)
                \(statements.joined(separator: "\n    "))
            END
            """
        }
        let taken = " AND EXISTS (SELECT 1 FROM \(table) WHERE fid = NEW.fid AND id <> NEW.id)"
        let takenID = log("\(table).id", "FROM geoq_store, \(table) WHERE \(table).fid = NEW.fid")
        return [
            ("insert", trigger("AFTER INSERT", log("NEW.id"))),
            (
                "update",
                trigger("AFTER UPDATE", log("NEW.id"), log("OLD.id", "FROM geoq_store WHERE OLD.id <> NEW.id"))
            ),
            ("delete", trigger("AFTER DELETE", log("OLD.id"))),
            ("replace", trigger("BEFORE INSERT", takenID, when: taken)),
            ("renumber", trigger("BEFORE UPDATE OF fid", takenID, when: taken)),
        ]
    }
}
