import GRDB

/// What an application calls the virtual list. A user may call it otherwise; a logout gives back what it was called.
enum VirtualListName {
    /// The columns of the list that come with the application.
    static let columns = ["title", "type"]

    private static func setting(_ column: String) -> String { "virtual-\(column)" }

    /// Keeps what the list is called, before a user changes that for the first time.
    ///
    /// - Parameter names: the columns that are about to be changed.
    static func keep(_ db: Database, changing names: [String]) throws {
        for column in columns where names.contains(column) {
            guard try Store.Settings.value(db, of: setting(column)) == nil else { continue }
            let value = try String.fetchOne(
                db, sql: "SELECT \(column) FROM watchlists WHERE id = ?", arguments: [CaptureTriggers.virtualID])
            try Store.Settings.write(db, value ?? "", for: setting(column))
        }
    }

    /// SQL: what was kept of a column; NULL when nothing was.
    private static func kept(_ column: String) -> String {
        "(SELECT value FROM geoq_setting WHERE scope = 'user' AND name = '\(setting(column))')"
    }

    /// SQL: whether the list is called otherwise than it was.
    static let isChanged = columns.map { "ifnull(\(kept($0)) <> ifnull(\($0), ''), 0)" }.joined(separator: " OR ")

    /// SQL: gives a column what it was.
    static let restoring = columns.map { "\($0) = iif(\(kept($0)) IS NULL, \($0), nullif(\(kept($0)), ''))" }
        .joined(separator: ", ")
}
