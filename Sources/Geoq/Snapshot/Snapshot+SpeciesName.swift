public import GeoqIndex

/// The names of species, as people give them.
extension Snapshot {
    /// Whether an observation of a layer is of this species, by one of its
    /// names, compared without regard to case, accents and punctuation other than
    /// a slash. Observations that were removed since the index was built count, too.
    ///
    /// - Throws: `IndexError` when the index is damaged.
    /// - Complexity: O(species).
    public func hasSpecies(named name: String, in layer: Layer) throws(IndexError) -> Bool {
        let layer = self.layer(layer)
        let names = try names(ofSpecies: name, in: layer)
        for columns in layer.parts where try columns.speciesCodes(names).count > 0 { return true }
        return false
    }

    /// A scientific name of the observations under a common name: of several
    /// the first in order; nil when there is none.
    ///
    /// - Complexity: O(species).
    package func scientificName(ofSpecies name: String) throws(IndexError) -> String? {
        let folded = name.foldedName
        // What records without a common name have.
        if folded.isEmpty { return nil }
        var found: String?
        for columns in self.layer(.observations).parts {
            for code in stride(from: 1, through: columns.speciesCount, by: 1) {
                let names = try columns.speciesName(code)
                guard !names.scientific.isEmpty, names.common.foldedName == folded else { continue }
                if found.map({ names.scientific < $0 }) ?? true { found = names.scientific }
            }
        }
        return found
    }

    /// The name of a species of a layer that is nearest to a perhaps misspelt
    /// one; nil when none is near.
    ///
    /// - Throws: `IndexError` when the index is damaged.
    /// - Complexity: O(species).
    public func species(like name: String, in layer: Layer) throws(IndexError) -> String? {
        var suggestion = NameSuggestion(for: name)
        for columns in self.layer(layer).parts {
            for code in stride(from: 1, through: columns.speciesCount, by: 1) {
                let names = try columns.speciesName(code)
                suggestion.consider(names.common)
                suggestion.consider(names.scientific)
            }
        }
        return suggestion.best
    }
}
