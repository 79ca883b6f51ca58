import Geoq
import GeoqStore
import GeoqSync

/// Rows with texts that UTF-8 does not have, as the byte 0x81 of WIN1252. A server with such an encoding refuses the
/// whole statement that sends one.
extension TableQuery {
    /// What is known of such a row.
    struct UnreadableRow {
        /// Its id, or its key.
        var key: String
        /// The remote's name of the column.
        var column: String
    }

    /// The row's problem, for a column.
    static func unreadable(_ column: String) -> String { "\(column): a text that cannot become UTF-8" }

    /// SQL: whether a row is one of those; nil when none is known.
    private var isUnreadable: String? {
        if unreadable.isEmpty { return nil }
        let keys = unreadable.values.map(\.key).sorted()
        return key?.isOne(of: keys) ?? "\(id) = ANY (\(SQLText.array(unreadable.keys.sorted())))"
    }

    /// SQL for a value, or another in its stead where the row is one of those.
    func readable(_ value: String, or other: String = "NULL") -> String {
        isUnreadable.map { "CASE WHEN \($0) THEN \(other) ELSE \(value) END" } ?? value
    }

    /// SQL: whether a row has one of some ids or keys.
    fileprivate func isNamed(_ names: [String]) -> String {
        key?.isOne(of: names) ?? "\(id) = ANY (\(SQLText.array(names.compactMap { FeatureID($0) })))"
    }

    /// The columns of texts that are sent.
    fileprivate var texts: [(name: String, value: String)] {
        table.columns.filter { $0.kind == .text || $0.kind == .texts }.compactMap { column in
            value(column).map { (description.remoteName(of: column.name), "(\($0))::pg_catalog.text") }
        }
    }
}

extension RelationReader {
    /// Among more rows than these, all of the table are looked at: the statement has the names in it.
    private static let mostNames = 10_000

    /// The rows of a table or a relation with texts that UTF-8 does not have. Each row is tried by itself, in a block
    /// that changes nothing.
    ///
    /// - Parameter names: the ids or keys of the rows that matter; nil for all.
    /// - Throws: `SyncError` when there are too many, and for such a key, by which no row can be named.
    /// - Complexity: O(rows), or of the names where an index serves.
    func unreadable(
        _ query: TableQuery, among names: [String]? = nil
    ) throws -> [FeatureID: TableQuery.UnreadableRow] {
        let columns = query.texts
        let isMeant = names.flatMap { $0.count > Self.mostNames ? nil : query.isNamed($0) } ?? "true"
        // Rows on other servers are read, perhaps of more of them than before.
        try ForeignPatience.connect(forAllOf: description, connection)
        // In the question no alias has the name of a variable.
        let body = """
            DECLARE geoq_row record; bad text[] := '{}'; BEGIN
            FOR geoq_row IN SELECT (\(query.id))::pg_catalog.text AS key,
                ARRAY[\(columns.map(\.value).joined(separator: ", "))]::pg_catalog.text[] AS texts
                FROM \(query.source) WHERE \(query.belongs ?? "true") AND \(isMeant) LOOP
                BEGIN PERFORM pg_catalog.convert_to(pg_catalog.array_to_string(geoq_row.key || geoq_row.texts, ''), 'UTF8');
                EXCEPTION WHEN untranslatable_character THEN
                    FOR n IN 0..pg_catalog.cardinality(geoq_row.texts) LOOP
                        BEGIN PERFORM pg_catalog.convert_to(CASE n WHEN 0 THEN geoq_row.key ELSE geoq_row.texts[n] END, 'UTF8');
                        EXCEPTION WHEN untranslatable_character THEN
                            bad := bad || (n::pg_catalog.text || ':' || CASE n WHEN 0
                                THEN pg_catalog.regexp_replace(geoq_row.key COLLATE "C", '[^ -~]', '?', 'g') ELSE geoq_row.key END);
                            EXIT;
                        END;
                    END LOOP;
                    IF cardinality(bad) > \(PostgresSession.mostUnusable) THEN EXIT; END IF;
                END;
            END LOOP;
            PERFORM pg_catalog.set_config('geoq.unreadable', pg_catalog.array_to_json(bad)::text, true); END
            """
        let found = try texts(of: "geoq.unreadable", by: body, for: "read some texts of")
        var rows: [FeatureID: TableQuery.UnreadableRow] = [:]
        for text in found {
            guard let colon = text.firstIndex(of: ":"), let number = Int(text[..<colon]), number <= columns.count else {
                throw SyncError(.protocol, "the server does not say which texts are unreadable", retryMayHelp: true)
            }
            let key = String(text[text.index(after: colon)...])
            guard number > 0 else {
                throw SyncError.schema("a key of \(description.fullName) cannot become UTF-8: \(key)")
            }
            guard let id = query.featureID(key) else { continue }
            rows[id] = TableQuery.UnreadableRow(key: key, column: columns[number - 1].name)
        }
        guard found.count <= PostgresSession.mostUnusable else {
            let first = rows.first.map { "\($0.value.key): \(TableQuery.unreadable($0.value.column))" } ?? ""
            throw SyncError.schema(
                "more than \(PostgresSession.mostUnusable) rows of \(description.fullName) cannot be used; one is \(first)"
            )
        }
        return rows
    }
}
