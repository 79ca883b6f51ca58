import GRDB
import Geoq

/// Birds of the server that are also in the store under another id, with a file:
/// the server takes no row that names the file's. Lives inside one transaction.
struct BirdTwins {
    private let db: Database
    private let remote: String
    /// The server's birds by their folded scientific names; nil for a name that
    /// several of them have.
    private var known: [String: String?]?

    init(_ db: Database, remote: String) {
        (self.db, self.remote) = (db, remote)
    }

    /// The server's bird of the same scientific name.
    ///
    /// - Returns: nil for a bird of the server, for one without a scientific name,
    ///   and when the server has none of the name, or several.
    /// - Complexity: O(birds) for the first bird of a file, then O(log *n*).
    mutating func twin(of bird: String) throws -> String? {
        let name = try String.fetchOne(
            try db.cachedStatement(
                sql: """
                    SELECT scientific_name FROM bird
                    WHERE id = ? AND source <> ? AND typeof(scientific_name) = 'text'
                    """), arguments: [bird, remote])
        guard let folded = name?.foldedName, !folded.isEmpty else { return nil }
        let known = try known ?? servers()
        self.known = known
        return known[folded] ?? nil
    }

    /// Lets a row name the server's bird instead of a file's, as it travels.
    ///
    /// - Returns: the position of the column that has changed; nil when none has.
    mutating func translate(_ values: inout [FieldValue], _ rows: OpenRows) throws -> Int? {
        guard let position = rows.position("bird_id"), case .text(let named) = values[position],
            let twin = try twin(of: named)
        else { return nil }
        values[position] = .text(twin)
        return position
    }

    private func servers() throws -> [String: String?] {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT scientific_name, id FROM bird
                WHERE source = ? AND deleted_at IS NULL AND typeof(scientific_name) = 'text'
                """, arguments: [remote])
        var known: [String: String?] = [:]
        while let row = try rows.next() {
            let name = (row[0] as String).foldedName
            known.updateValue(known[name] == nil ? row[1] as String : nil, forKey: name)
        }
        return known
    }
}
