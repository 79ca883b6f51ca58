import GeoqIndex

/// Finds the name that a misspelt one was meant to be.
///
///     var guess = NameSuggestion(for: "Ithica")
///     for name in names { guess.consider(name) }
///     guess.best      // "Ithaca"
package struct NameSuggestion {
    /// Longer names are not compared, in bytes.
    private static let longest = 64

    private let wanted: [UInt8]
    private var fewestEdits: Int
    /// What comes first among names that are as near as `best`, where an item had it.
    private var order: (folded: [UInt8], key: ItemKey)?

    /// The name with the fewest letters to change, add or drop, as
    /// `NameFolding` writes both; the first of several. nil when no name is
    /// near: at most a third of the letters may differ, or one in short names.
    package private(set) var best: String?
    /// How many letters `best` differs by; nil without one.
    package var edits: Int? { best == nil ? nil : fewestEdits }

    package init(for name: String) {
        let folded = name.utf8.count <= 2 * Self.longest ? name.foldedNameBytes : nil
        wanted = folded ?? []
        // The largest number of edits plus one. A wanted name that is too long
        // matches no name.
        fewestEdits = folded.map { $0.count <= Self.longest ? max(1, $0.count / 3) + 1 : 0 } ?? 0
    }

    /// Looks at one more name.
    ///
    /// - Complexity: O(64²), and O(1) when the lengths alone differ too much.
    package mutating func consider(_ name: String) {
        if let (edits, _) = near(name), edits < fewestEdits { (fewestEdits, best) = (edits, name) }
    }

    /// Looks at the name of an item. Of several that are as near the first by folded name and then by key is the best,
    /// in whatever order they come.
    ///
    /// - Complexity: As `consider(_:)`.
    mutating func consider(_ name: String, of key: ItemKey) {
        guard let (edits, folded) = near(name), edits <= fewestEdits else { return }
        if edits == fewestEdits {
            guard let order,
                folded != order.folded
                    ? folded.lexicographicallyPrecedes(order.folded) : key < order.key
            else { return }
        }
        (fewestEdits, best, order) = (edits, name, (folded, key))
    }

    /// A name's edits, and how it folds; nil when its length alone tells that it has more than the best one.
    private func near(_ name: String) -> (edits: Int, folded: [UInt8])? {
        guard name.utf8.count <= 2 * Self.longest else { return nil }
        let folded = name.foldedNameBytes
        guard folded.count <= Self.longest, abs(folded.count - wanted.count) <= fewestEdits else { return nil }
        return (Self.edits(from: wanted, to: folded), folded)
    }

    /// The best of some names.
    ///
    /// - Complexity: O(names · 64²).
    package static func nearest(to name: String, among names: [String]) -> String? {
        var suggestion = NameSuggestion(for: name)
        for name in names { suggestion.consider(name) }
        return suggestion.best
    }

    /// The Levenshtein distance, row by row.
    private static func edits(from source: [UInt8], to target: [UInt8]) -> Int {
        var row = Array(0...target.count)
        for (line, byte) in source.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for column in target.indices {
                let substituted = diagonal + (byte == target[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(substituted, row[column] + 1, diagonal + 1)
            }
        }
        return row[target.count]
    }
}
