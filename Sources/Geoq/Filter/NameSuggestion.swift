/// Finds what was meant by a misspelt name.
enum NameSuggestion {
    /// Longer names are not compared.
    private static let longest = 64

    /// The name with the fewest letters to change, add or drop, case aside; the
    /// first of several. Nil when none is near: at most a third of the letters
    /// may differ, or one in short names.
    ///
    /// - Complexity: O(names · 64²).
    static func nearest(to name: String, among names: [String]) -> String? {
        let wanted = Array(name.caseFolded.utf8.prefix(longest + 1))
        guard wanted.count <= longest else { return nil }
        let allowed = max(1, wanted.count / 3)
        let distances = names.filter { $0.utf8.count <= longest }.map {
            (name: $0, distance: edits(from: wanted, to: Array($0.caseFolded.utf8)))
        }
        guard let best = distances.min(by: { $0.distance < $1.distance }), best.distance <= allowed else { return nil }
        return best.name
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
