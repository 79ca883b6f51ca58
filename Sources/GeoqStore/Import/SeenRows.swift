import GRDB
import Geoq

/// The rows that one file has had so far: one bit for each row of the table,
/// so that memory hardly grows with the file.
struct SeenRows {
    private var words: [UInt64] = []
    private(set) var count = 0
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
        let (word, bit) = (Int(row >> 6), UInt64(1) << UInt64(row & 63))
        if word >= words.count {
            words.append(contentsOf: repeatElement(0, count: max(1024, word - words.count + 1)))
        }
        guard words[word] & bit == 0 else { return false }
        words[word] |= bit
        count += 1
        return true
    }

    func contains(_ row: Int64) -> Bool {
        let word = Int(row >> 6)
        return word < words.count && words[word] >> UInt64(row & 63) & 1 == 1
    }

    /// The ordinal of a row whose content came before in this file: 1 for the
    /// first repetition.
    func ordinal(ofRepeated digest: FeatureID) throws -> Int64 {
        countContent.bind(1, digest.description)
        guard let ordinal = try countContent.firstRow() else { preconditionFailure("RETURNING gives a row.") }
        return ordinal
    }
}
