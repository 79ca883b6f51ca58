import GRDB
import Geoq

/// The birds that a name may mean.
struct DraftBirds {
    /// By id, at most one more than `Draft.mostCandidates`.
    let candidates: [FeatureID]
    /// The bird that is meant: the only candidate, if all words of the name are words of its name. One whose words
    /// only begin so (`a gull` and Audouin's Gull) is for the user to choose.
    let bird: FeatureID?

    /// The birds that have exactly this name, scientific or common, as `NameFolding`
    /// writes it. When no bird has, the birds with a name in which each word of this
    /// one begins a word. A bird of a file that the account has, too, is the account's. An id means its bird.
    ///
    /// - Complexity: O(birds).
    init(meantBy name: String, _ db: Database) throws {
        let folded = name.foldedName
        let words = folded.split(separator: " ").map(String.init)
        guard !words.isEmpty else {
            (candidates, bird) = ([], nil)
            return
        }
        if let id = FeatureID(name) {
            let isThere = try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM bird WHERE id = ? AND deleted_at IS NULL)",
                arguments: [id.description])
            if isThere == true {
                (candidates, bird) = ([id], id)
                return
            }
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
            var found = Found(id: id, isKnown: row[3], name: names.first ?? "", hasWords: true)
            if names.contains(folded) {
                exact.append(found)
            } else if names.contains(where: { Self.begins($0, words) }) {
                found.hasWords = names.contains { Set($0.split(separator: " ").map(String.init)).isSuperset(of: words) }
                partial.append(found)
            }
        }
        let found = exact.isEmpty ? partial : exact
        // The same bird may have come with a file, too.
        let known = Set(found.filter(\.isKnown).map(\.name))
        let several = found.filter { $0.isKnown || !known.contains($0.name) }.prefix(Draft.mostCandidates + 1)
        candidates = several.map(\.id)
        bird = several.count == 1 && several[0].hasWords ? several[0].id : nil
    }

    private struct Found {
        let id: FeatureID
        let isKnown: Bool
        /// The scientific name, or else the common one, folded.
        let name: String
        /// Whether one of its names has all words that were asked for.
        var hasWords: Bool
    }

    /// Whether each word begins a word of a name.
    private static func begins(_ name: String, _ words: [String]) -> Bool {
        let parts = name.split(separator: " ")
        return words.allSatisfy { word in parts.contains { $0.hasPrefix(word) } }
    }
}
