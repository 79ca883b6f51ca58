import GRDB
import Geoq

/// The triggers that bring what a person or another program writes by hand into
/// the form in which rows travel, in the transaction that writes it: ids are
/// UUIDs in lower case, and what has the guest's source while a user is logged in
/// becomes the account's. What no server takes is refused with a sentence: a text
/// with a NUL, which PostgreSQL cannot hold, and the deletion of the user's profile,
/// which the project deletes with the account.
///
/// The triggers need only SQLite, and rest while `geoq_store.bulk`
/// is set. A row of another source keeps an id that is no UUID; one that travels,
/// or will after a login, is refused.
///
/// A new row has its rough id for a moment, until its trigger gives it another.
/// SQLite does not say which of two triggers of an event runs first, so those
/// that catch changes pass over rough ids and references (`CaptureTriggers`).
/// For the same reason an id is never made rough by an update.
enum HandwrittenRows {
    static let triggers = WrittenTriggers(
        family: "handwritten", events: ["arrive", "refer", "rename", "return", "text", "stay", "hide"])

    /// The triggers that make the guest's source with the first row of it, so that a
    /// program that checks references can write one before geoq has. They name no
    /// table that the first step of the schema has not made.
    private static let sources = WrittenTriggers(family: "guest", events: ["source"])

    static let captured = WrittenTriggers.captured
    static let guests = "'\(Store.Rules.handwrittenSource)'"

    // MARK: - Ids

    /// The columns that name rows and users.
    static func references(_ table: MirrorTable) -> [String] {
        table.travelingColumns.filter { $0.kind == .id }.map(\.name)
    }

    static func isRough(_ value: String) -> String {
        "(\(value) IS NOT NULL AND NOT \(IDText.isCanonical(value)))"
    }

    /// SQL: whether all that a row refers to is written as it travels, as far as
    /// it differs from another row's.
    static func hasFineReferences(_ table: MirrorTable, _ row: String, besides other: String) -> String {
        references(table).reduce("TRUE") { sql, name in
            sql + " AND (\(row).\(name) IS \(other).\(name) OR NOT \(isRough("\(row).\(name)")))"
        }
    }

    // MARK: - Sources

    /// SQL: whether a row of the guest's source is one that the account takes: it
    /// did not come with the data, and the row that it belongs to is of no other
    /// source. A profile is the user's own, and no guest's.
    static func isTaken(_ table: MirrorTable) -> String {
        let row = table.rawValue
        var sql =
            "(\(row).source = \(guests) AND \(captured) IS NOT NULL AND \(row).id <> '\(CaptureTriggers.virtualID)'"
        if let isOfSystem = CaptureTriggers.isOfSystem(table) { sql += " AND NOT \(isOfSystem(row))" }
        if table == .profile { sql += " AND FALSE" }
        if let parent = table.parentColumn {
            sql +=
                " AND NOT EXISTS (SELECT 1 FROM \(parent.table) AS p "
                + "WHERE p.id = \(row).\(parent.name) AND p.source <> \(captured))"
        }
        return sql + ")"
    }

    // MARK: - The statements

    /// The tables that a guest writes by hand. A program reads all triggers when it
    /// opens a store, so one without an account has no others.
    private static let ofGuests: Set<MirrorTable> = [.watchlists, .watchlistEntries, .watchlistRules]

    /// Makes the triggers of the tables that an account has, or a guest, and drops
    /// those of the others. Those that make the guest's source stay.
    static func followAccount(_ db: Database) throws {
        let hasAccount = try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM geoq_account)") ?? false
        let known = try String.fetchSet(db, sql: "SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for table in MirrorTable.written {
            let isWanted = hasAccount || ofGuests.contains(table)
            let present = triggers.names(of: table.rawValue).filter(known.contains)
            guard isWanted == present.isEmpty else { continue }
            for name in present { try db.execute(sql: "DROP TRIGGER \(name)") }
            if isWanted { try db.execute(sql: sql(table)) }
        }
        for table in MirrorTable.written
        where !known.isSuperset(of: sources.names(of: table.rawValue)) {
            // Before the row, for SQLite would search all tables for rows that a new source mends.
            try db.execute(
                sql: sources.sql(
                    table, "source", "BEFORE INSERT",
                    when: "NEW.source = \(guests) AND NOT EXISTS (SELECT 1 FROM geoq_source WHERE name = \(guests))",
                    ["INSERT INTO geoq_source (name, kind) VALUES (\(guests), 'file');"]))
        }
    }

    private static func sql(_ table: MirrorTable) -> String {
        let references = references(table)
        let texts = table.travelingColumns.filter { $0.kind == .text }.map(\.name)
        let isByHand = "NEW.source IN (\(guests), \(captured))"
        let isAnyRough = references.map { isRough("NEW.\($0)") }
        let corrections = references.map { "\($0) = \(IDText.corrected("NEW.\($0)"))" }
        let refused =
            "SELECT RAISE(ABORT, '\(table): the id of a row, and of one that it names, is a UUID') FROM \(table) AS t "
            + "WHERE fid = NEW.fid AND \(isByHand) AND (NOT \(IDText.isCanonical("t.id"))"
            + references.map { " OR \(isRough("t.\($0)"))" }.joined() + ");"
        let nul =
            texts.isEmpty
            ? []
            : [
                refuse(
                    "\(table): no server takes text with a NUL character",
                    "\(isByHand) AND (\(texts.map { hasNUL("NEW.\($0)") }.joined(separator: " OR ")))")
            ]
        func trigger(_ name: String, _ event: String, when condition: String, _ statements: [String]) -> String {
            triggers.sql(table, name, event, when: condition, statements)
        }
        var sql = trigger(
            "arrive", "AFTER INSERT",
            when: "("
                + (["NOT \(IDText.isCanonical("NEW.id"))"] + isAnyRough
                + ["NEW.source = \(guests) AND \(captured) IS NOT NULL"] + texts.map { hasNUL("NEW.\($0)") })
                .joined(separator: " OR ") + ")",
            nul + [
                "UPDATE \(table) SET \((["id = \(IDText.corrected("NEW.id"))"] + corrections).joined(separator: ", ")) "
                    + "WHERE fid = NEW.fid;",
                // INSERT OR IGNORE, which is the update's rule too, met the row of this id.
                "DELETE FROM \(table) WHERE fid = NEW.fid AND id = NEW.id "
                    + "AND NOT \(IDText.isCanonical("NEW.id")) AND \(IDText.isUUID("NEW.id"));",
                refused,
                "UPDATE \(table) SET source = \(captured) WHERE fid = NEW.fid AND \(isTaken(table));",
            ])
        if !references.isEmpty {
            let isChanged = references.map { "NEW.\($0) IS NOT OLD.\($0) AND \(isRough("NEW.\($0)"))" }
            sql += trigger(
                "refer", "AFTER UPDATE OF \(references.joined(separator: ", "))",
                when: "(\(isChanged.joined(separator: " OR ")))",
                ["UPDATE \(table) SET \(corrections.joined(separator: ", ")) WHERE fid = NEW.fid;", refused])
        }
        sql += trigger(
            "rename", "BEFORE UPDATE OF id",
            when: "NEW.id IS NOT OLD.id AND \(isByHand) AND NOT \(IDText.isCanonical("NEW.id"))",
            [refuse("\(table).id is a UUID in lower case, with hyphens and without braces", "TRUE")])
        let isRewritten = texts.map { "NEW.\($0) IS NOT OLD.\($0) AND \(hasNUL("NEW.\($0)"))" }
        if !texts.isEmpty {
            sql += trigger(
                "text", "AFTER UPDATE OF \(texts.joined(separator: ", "))",
                when: "(\(isRewritten.joined(separator: " OR ")))", nul)
        }
        if table == .profile {
            let sentence = "a profile ends with its user, at the project, and not here"
            sql += trigger(
                "stay", "BEFORE DELETE", when: "OLD.source = \(captured)", [refuse(sentence, "TRUE")])
            sql += trigger(
                "hide", "BEFORE UPDATE OF id, deleted_at",
                when: "OLD.source = \(captured) AND (NEW.id <> OLD.id OR NEW.deleted_at IS NOT NULL)",
                [refuse(sentence, "TRUE")])
        }
        return sql
            + trigger(
                "return", "BEFORE UPDATE OF source",
                when: "NEW.source = \(guests) AND OLD.source <> \(guests) AND \(captured) IS NOT NULL",
                [
                    refuse(
                        "while a user is logged in, no row gets the source \(Store.Rules.handwrittenSource)", "TRUE")
                ])
    }

    private static func hasNUL(_ text: String) -> String { "instr(\(text), char(0)) > 0" }

    private static func refuse(_ sentence: String, _ condition: String) -> String {
        "SELECT RAISE(ABORT, '\(sentence)') WHERE \(condition);"
    }
}
