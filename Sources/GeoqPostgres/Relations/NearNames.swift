import Geoq
import GeoqSync

/// Which relation a person may have meant who wrote a name that the server does not have.
enum NearNames {
    /// More relations than this are not looked at.
    private static let most = 20_000
    /// A name with fewer letters begins too many others.
    private static let fewestInFront = 3

    private static let question = """
        SELECT n.nspname, c.relname FROM pg_catalog.pg_class c
            JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
            AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')
        ORDER BY 1, 2 LIMIT \(most)
        """

    /// The error for a name that is not there.
    ///
    /// - Throws: `SyncError` when the server cannot be asked.
    /// - Complexity: O(relations).
    static func error(for name: String, _ connection: PostgresConnection) throws -> SyncError {
        let names = try connection.names(question).compactMap { row, hasBytes -> RelationName? in
            guard !hasBytes, row.count == 2, let table = row[1] else { return nil }
            return RelationName(schema: row[0], table: table)
        }
        let read = RelationName(name)
        let wanted = read?.table ?? name
        // A right name in another schema is nearer than any other name.
        if let same = names.first(where: { $0.table == wanted }) { return .noTable(name, like: same.description) }
        // Of a text that is no name, all of it is compared. The schema of a name would count as letters that are right.
        var guess = NameSuggestion(for: name)
        if read == nil {
            for near in names where near.schema == "public" || name.contains(".") { guess.consider(near.description) }
        }
        var bare = NameSuggestion(for: wanted)
        for near in names { bare.consider(near.table) }
        // One that goes on behind the name is nearer than one with two other letters.
        if bare.edits.map({ $0 > 1 }) ?? true, wanted.count >= fewestInFront {
            let longer = names.filter { $0.table.lowercased().hasPrefix(wanted.lowercased()) }
            if let first = longer.min(by: { $0.table.count < $1.table.count }) {
                return .noTable(name, like: first.description)
            }
        }
        let alike = names.filter { $0.table == bare.best }
        let found = (alike.first { $0.schema == read?.schema } ?? alike.first)?.description ?? guess.best
        return .noTable(name, like: found, remedy: found == nil ? .relationList : nil)
    }
}
