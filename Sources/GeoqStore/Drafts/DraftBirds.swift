import GRDB
import Geoq

/// Finds the birds that a name may mean.
enum DraftBirds {
    /// The birds of exactly a name, scientific or common, as `NameFolding` writes
    /// it; when there is none, those one of whose names holds all of its words.
    /// A bird of a file that the account has, too, is the account's. An id means its bird.
    ///
    /// - Returns: at most one more than `Draft.mostCandidates`, by id.
    /// - Complexity: O(birds).
    static func meant(by name: String, _ db: Database) throws -> [FeatureID] {
        let folded = name.foldedName
        let words = folded.split(separator: " ").map(String.init)
        guard !words.isEmpty else { return [] }
        if let id = FeatureID(name) {
            let isThere = try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM bird WHERE id = ? AND deleted_at IS NULL)",
                arguments: [id.description])
            if isThere == true { return [id] }
        }
        var exact: [Found] = []
        var partial: [Found] = []
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT id, CAST(scientific_name AS TEXT), CAST(common_name AS TEXT), source IS (SELECT remote FROM geoq_account) AS is_known
                FROM bird WHERE deleted_at IS NULL ORDER BY id
                """)
        while let row = try rows.next() {
            guard let id = FeatureID(row[0] as String) else { continue }
            let names = [row[1] as String?, row[2] as String?].compactMap { $0?.foldedName }
            let found = Found(id: id, isKnown: row[3], name: names.first ?? "")
            if names.contains(folded) {
                exact.append(found)
            } else if names.contains(where: { Self.holds($0, words) }) {
                partial.append(found)
            }
        }
        let found = exact.isEmpty ? partial : exact
        // The same bird may have come with a file, too.
        let known = Set(found.filter(\.isKnown).map(\.name))
        return found.filter { $0.isKnown || !known.contains($0.name) }.prefix(Draft.mostCandidates + 1).map(\.id)
    }

    private struct Found {
        let id: FeatureID
        let isKnown: Bool
        /// The scientific name, or else the common one, folded.
        let name: String
    }

    /// Whether each word begins a word of a name.
    private static func holds(_ name: String, _ words: [String]) -> Bool {
        let parts = name.split(separator: " ")
        return words.allSatisfy { word in parts.contains { $0.hasPrefix(word) } }
    }
}
