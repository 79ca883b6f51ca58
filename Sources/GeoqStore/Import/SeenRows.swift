import GRDB
import Geoq

/// The rows that occurred in one file so far.
struct SeenRows {
    private var rows = RowSet()
    /// The rows that occurred more than once.
    private(set) var repeated = RowSet()
    var count: Int { rows.count }
    private let countContent: PreparedStatement

    /// - Note: The temporary table lasts as long as the connection; it is
    ///   emptied here.
    init(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TEMP TABLE IF NOT EXISTS repeated_content (
                    content TEXT PRIMARY KEY, ordinal INTEGER NOT NULL) WITHOUT ROWID;
                DELETE FROM temp.repeated_content;
                """)
        countContent = try PreparedStatement(
            db,
            """
            INSERT INTO temp.repeated_content VALUES (?1, 1)
            ON CONFLICT (content) DO UPDATE SET ordinal = ordinal + 1 RETURNING ordinal
            """)
    }

    /// - Parameter row: the row's number in its table, positive.
    /// - Returns: whether the row is new in this file.
    mutating func insert(_ row: Int64) -> Bool {
        if rows.insert(row) { return true }
        repeated.insert(row)
        return false
    }

    func contains(_ row: Int64) -> Bool { rows.contains(row) }

    /// The ordinal of a row whose content has occurred in this file before: 1
    /// for the first repetition.
    func ordinal(ofRepeated digest: FeatureID) throws -> Int64 {
        countContent.bind(1, digest.description)
        guard let ordinal = try countContent.firstRow() else { preconditionFailure("RETURNING gives a row.") }
        return ordinal
    }
}
