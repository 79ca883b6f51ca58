import GRDB
import Geoq
import GeoqIndex

/// The rows that one file has had so far: temporary tables, so that memory does
/// not grow with the file.
struct SeenRows {
    private let insert: PreparedStatement
    private let countContent: PreparedStatement
    private(set) var count = 0

    /// - Note: The tables last as long as the connection; they are emptied here.
    init(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TEMP TABLE IF NOT EXISTS seen (id TEXT PRIMARY KEY) WITHOUT ROWID;
                CREATE TEMP TABLE IF NOT EXISTS seen_content (
                    content TEXT PRIMARY KEY, ordinal INTEGER NOT NULL) WITHOUT ROWID;
                DELETE FROM temp.seen;
                DELETE FROM temp.seen_content;
                """)
        insert = try PreparedStatement(db, "INSERT OR IGNORE INTO temp.seen VALUES (?1)")
        countContent = try PreparedStatement(
            db,
            """
            INSERT INTO temp.seen_content VALUES (?1, 0)
            ON CONFLICT (content) DO UPDATE SET ordinal = ordinal + 1 RETURNING ordinal
            """)
    }

    /// - Returns: whether the id is new in this file.
    mutating func add(_ id: FeatureID) throws -> Bool {
        insert.bind(1, id.description)
        guard try insert.run() > 0 else { return false }
        count += 1
        return true
    }

    /// How many rows of the same content came before in this file.
    func ordinal(ofContent digest: FeatureID) throws -> Int64 {
        countContent.bind(1, digest.description)
        guard try countContent.step() else { preconditionFailure("RETURNING gives a row.") }
        let ordinal = countContent.int(0)
        while try countContent.step() {}
        countContent.reset()
        return ordinal
    }
}
