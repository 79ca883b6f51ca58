import Foundation
import GRDB
import Geoq

/// The triggers that note what changes in rows of the account, in the
/// transaction that changes them, in every program.
///
/// Each keeps the row as the server last had it, once, and the names of the
/// changed columns. They need only SQLite. They rest while `geoq_store.bulk` is
/// set, and for rows of all sources but `geoq_device.captures`.
///
/// Three things would break them:
/// - A statement in a trigger takes the rule for conflicts of the statement
///   that runs it (`INSERT OR REPLACE`), so nothing here may meet a conflict:
///   `WHERE NOT EXISTS`, never `OR IGNORE`.
/// - REPLACE runs no triggers of deletes, so a row that an insert is going to
///   replace is kept before the insert. An insert that then does nothing leaves
///   a base without a change, which the next freeze drops.
/// - SQLite's JSON writes fifteen digits of a number, so a base is a row of a
///   table, and not JSON.
///
/// Ids and references that are not written as they travel are passed over:
/// `HandwrittenRows` corrects them, and the corrected row is caught.
enum CaptureTriggers {
    /// The virtual list of older clients, which never leaves a device.
    static let virtualID = "00000000-0000-0000-0000-000000000000"

    static let triggers = WrittenTriggers(
        family: "capture", events: ["replace", "insert", "renumber", "update", "move", "delete"])

    /// Makes the triggers when the store has an account, drops them when it has
    /// none, and says whose rows they catch.
    static func followAccount(_ db: Database) throws {
        let hasAccount = try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM geoq_account)") ?? false
        try db.execute(
            sql: "UPDATE geoq_device SET captures = (SELECT remote FROM geoq_account WHERE state <> 'leaving')")
        let known = try String.fetchSet(db, sql: "SELECT name FROM sqlite_master WHERE type IN ('table', 'trigger')")
        // Steps of the schema come here, too, before later ones have made their tables.
        for table in MirrorTable.written where known.contains("geoq_base_\(table)") {
            guard hasAccount != known.contains("geoq_\(table)_capture_insert") else { continue }
            let sql =
                !hasAccount
                ? triggers.names(of: table.rawValue).map { "DROP TRIGGER \"\($0)\";" }.joined()
                : CaptureTriggers.sql(table) + (try forgetful(db, table))
            try db.execute(sql: sql)
        }
    }

    /// Makes the triggers anew that an earlier geoq has made.
    static func renew(_ db: Database) throws {
        for table in MirrorTable.written {
            for name in triggers.names(of: table.rawValue) { try db.execute(sql: "DROP TRIGGER IF EXISTS \(name)") }
        }
        try followAccount(db)
    }

    /// Runs `body` while nothing is caught, inside a transaction: what it
    /// writes is what the server said.
    static func resting<Value>(_ db: Database, _ body: () throws -> Value) throws -> Value {
        precondition(db.isInsideTransaction, "Triggers rest only inside a transaction.")
        let captured = try String.fetchOne(db, sql: "SELECT captures FROM geoq_device")
        try db.execute(sql: "UPDATE geoq_device SET captures = NULL")
        let value = try body()
        try db.execute(sql: "UPDATE geoq_device SET captures = ?", arguments: [captured])
        return value
    }

    /// The trigger that drops the token of a changed row, for rows of other
    /// sources: a row of the account has a base, and keeps its token.
    private static func forgetful(_ db: Database, _ table: MirrorTable) throws -> String {
        let name = "geoq_\(table)_forget"
        guard
            let sql = try String.fetchOne(
                db, sql: "SELECT sql FROM sqlite_master WHERE name = ?", arguments: [name]),
            !sql.contains("geoq_device")
        else { return "" }
        let isKept = isOfSystem(table).map { " AND NOT \($0("OLD"))" } ?? ""
        let narrowed = sql.replacingOccurrences(
            of: "WHEN ", with: "WHEN NOT (NEW.source IS (SELECT captures FROM geoq_device)\(isKept)) AND ")
        return "DROP TRIGGER \(name);\n\(narrowed);\n"
    }

    // MARK: - The statements

    private static let captured = WrittenTriggers.captured
    private static let now = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"

    /// Whether a row came with the data: no user writes it, and it is never sent.
    ///
    /// - Returns: SQL for a row of a name; nil for a table without such rows.
    static func isOfSystem(_ table: MirrorTable) -> ((_ row: String) -> String)? {
        table == .communityObservation ? { "(\($0).source_type IS 'system')" } : nil
    }

    /// SQL: whether a row of a name is one whose changes are caught.
    private static func isCaught(_ table: MirrorTable, _ row: String) -> String {
        "\(row).source = \(captured)" + (isOfSystem(table).map { " AND NOT \($0(row))" } ?? "")
    }

    private static func sql(_ table: MirrorTable) -> String {
        let columns = table.travelingColumns.map(\.name) + ["deleted_at"]
        func trigger(_ name: String, _ event: String, when condition: String, _ statements: [String]) -> String {
            triggers.sql(table, name, event, when: condition, statements)
        }
        let isTaken = "(r.fid = NEW.fid OR r.id = NEW.id) AND \(isCaught(table, "r"))"
        let isOther = "(r.fid = NEW.fid OR r.id = NEW.id) AND r.fid <> OLD.fid AND \(isCaught(table, "r"))"
        let values = { (row: String) in "(\(columns.map { "\(row).\($0)" }.joined(separator: ", ")))" }
        let differs = columns.map { "('\($0)', NEW.\($0) IS NOT OLD.\($0))" }.joined(separator: ", ")
        let cases = columns.map { "WHEN '\($0)' THEN NEW.\($0) IS NOT OLD.\($0)" }.joined(separator: " ")
        return trigger(
            "replace", "BEFORE INSERT", when: "EXISTS (SELECT 1 FROM \(table) AS r WHERE \(isTaken))",
            [
                keep(table, "r", from: "FROM \(table) AS r WHERE \(isTaken) AND"),
                mark(table, "'-'", "r", from: "FROM \(table) AS r WHERE r.id <> NEW.id AND \(isTaken) AND"),
            ])
            + trigger(
                "insert", "AFTER INSERT",
                when: "\(captured) IS NOT NULL AND \(IDText.isCanonical("NEW.id")) "
                    + "AND ((\(isCaught(table, "NEW"))) OR EXISTS (SELECT 1 FROM geoq_base_\(table) WHERE id = NEW.id))",
                arrive(table, columns))
            + trigger(
                "renumber", "BEFORE UPDATE OF fid, id", when: "EXISTS (SELECT 1 FROM \(table) AS r WHERE \(isOther))",
                [
                    keep(table, "r", from: "FROM \(table) AS r WHERE \(isOther) AND"),
                    mark(table, "'-'", "r", from: "FROM \(table) AS r WHERE r.id <> NEW.id AND \(isOther) AND"),
                ])
            + trigger(
                "update", "AFTER UPDATE OF \(columns.joined(separator: ", "))",
                when: "\(isCaught(table, "OLD")) AND OLD.source = NEW.source AND OLD.id = NEW.id "
                    + "AND \(values("NEW")) IS NOT \(values("OLD")) "
                    + "AND \(HandwrittenRows.hasFineReferences(table, "OLD", besides: "NEW"))",
                [
                    keep(table, "OLD", from: "WHERE"),
                    "UPDATE geoq_edit SET edited_at = \(now) WHERE table_name = '\(table)' AND row_id = NEW.id "
                        + "AND CASE column_name \(cases) END;",
                    mark(table, "column1", "NEW", from: "FROM (VALUES \(differs)) WHERE column2 AND"),
                ])
            + trigger(
                "move", "AFTER UPDATE OF id, source",
                when: "\(captured) IS NOT NULL AND (OLD.id <> NEW.id OR OLD.source <> NEW.source) "
                    + "AND \(captured) IN (OLD.source, NEW.source)",
                leave(table) + arrive(table, columns))
            + trigger("delete", "AFTER DELETE", when: isCaught(table, "OLD"), leave(table))
    }

    /// Keeps a row as it is, unless it has been kept.
    ///
    /// - Parameter from: SQL up to the condition that is added.
    private static func keep(_ table: MirrorTable, _ row: String, from: String) -> String {
        let columns = ["id"] + table.baseColumns + ["sync_token"]
        return """
            INSERT INTO geoq_base_\(table) (\(columns.joined(separator: ", ")))
                    SELECT \(columns.map { "\(row).\($0)" }.joined(separator: ", "))
                    \(from) \(row).id <> '\(virtualID)'
                        AND NOT EXISTS (SELECT 1 FROM geoq_base_\(table) WHERE id = \(row).id);
            """
    }

    /// Notes a change of a row that has a base.
    private static func mark(_ table: MirrorTable, _ name: String, _ row: String, from: String) -> String {
        """
        INSERT INTO geoq_edit (table_name, row_id, column_name, edited_at)
                SELECT '\(table)', \(row).id, \(name), \(now)
                \(from) EXISTS (SELECT 1 FROM geoq_base_\(table) WHERE id = \(row).id)
                    AND NOT EXISTS (SELECT 1 FROM geoq_edit
                        WHERE table_name = '\(table)' AND row_id = \(row).id AND column_name = \(name));
        """
    }

    /// A row of `NEW` is there: it is new, or is again in the place of a row
    /// that was kept.
    private static func arrive(_ table: MirrorTable, _ columns: [String]) -> [String] {
        let isOurs = isCaught(table, "NEW")
        return [
            "DELETE FROM geoq_edit WHERE table_name = '\(table)' AND row_id = NEW.id AND column_name = '-' AND \(isOurs);",
            mark(
                table, "column1", "NEW",
                from: "FROM (VALUES \(columns.map { "('\($0)')" }.joined(separator: ", "))) WHERE \(isOurs) AND"),
            """
            INSERT INTO geoq_base_\(table) (id, is_born)
                    SELECT NEW.id, 1 WHERE \(isOurs) AND NEW.id <> '\(virtualID)'
                        AND NOT EXISTS (SELECT 1 FROM geoq_base_\(table) WHERE id = NEW.id);
            """,
            mark(
                table, "'+'", "NEW",
                from: """
                    WHERE \(isOurs) AND (SELECT is_born FROM geoq_base_\(table) WHERE id = NEW.id) AND NOT EXISTS (
                                SELECT 1 FROM geoq_operation WHERE table_name = '\(table)' AND row_id = NEW.id) AND
                    """),
            mark(
                table, "'-'", "NEW",
                from: "WHERE NEW.source <> \(captured) AND NOT EXISTS ("
                    + "SELECT 1 FROM \(table) WHERE id = NEW.id AND source = \(captured)) AND"),
        ]
    }

    /// The row `OLD` is not there any more.
    private static func leave(_ table: MirrorTable) -> [String] {
        let isOurs = "\(isCaught(table, "OLD")) AND \(IDText.isCanonical("OLD.id"))"
        return [
            keep(table, "OLD", from: "WHERE \(isOurs) AND"),
            "DELETE FROM geoq_edit WHERE table_name = '\(table)' AND row_id = OLD.id AND \(isOurs);",
            """
            DELETE FROM geoq_base_\(table) WHERE id = OLD.id AND is_born AND \(isOurs) AND NOT EXISTS (
                    SELECT 1 FROM geoq_operation WHERE table_name = '\(table)' AND row_id = OLD.id);
            """,
            mark(table, "'-'", "OLD", from: "WHERE \(isOurs) AND"),
        ]
    }
}
