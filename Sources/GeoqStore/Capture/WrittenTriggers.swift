import Geoq

/// What the triggers of `CaptureTriggers` and of `HandwrittenRows` have in common:
/// their names, `geoq_TABLE_FAMILY_EVENT`, the form in which they are written, and
/// when they rest.
struct WrittenTriggers {
    /// `capture` or `handwritten`.
    let family: String
    /// The last words of the names, also of triggers that only some tables have.
    let events: [String]

    /// SQL: the source of the account's rows; null while there is no account.
    static let captured = "(SELECT captures FROM geoq_device)"
    private static let isAwake = "(SELECT bulk FROM geoq_store) = 0"

    /// The names of a table's triggers; none for a table that no user writes.
    func names(of table: String) -> [String] {
        MirrorTable(rawValue: table).map { $0.isReference } == false ? events.map { name(of: table, $0) } : []
    }

    private func name(of table: String, _ event: String) -> String { "geoq_\(table)_\(family)_\(event)" }

    /// The SQL that makes a trigger.
    ///
    /// - Parameters:
    ///   - event: the last word of its name.
    ///   - time: when it runs: `AFTER INSERT`.
    ///   - statements: each with its semicolon.
    func sql(
        _ table: MirrorTable, _ event: String, _ time: String, when condition: String, _ statements: [String]
    ) -> String {
        """
        CREATE TRIGGER \(name(of: table.rawValue, event)) \(time) ON \(table)
        WHEN \(Self.isAwake) AND \(condition)
        BEGIN
            \(statements.joined(separator: "\n    "))
        END;

        """
    }
}
