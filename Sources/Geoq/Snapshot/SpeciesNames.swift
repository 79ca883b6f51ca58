package import GeoqIndex

/// The names under which the records of one species are kept.
///
/// A common name leads to the scientific names of its records, and of the store's birds
/// with this name; those lead to the records with other common names, with names in
/// other languages, or with none. A record without a scientific name is of the birds with
/// its common name, as it is for rules (`SpeciesVocabulary`).
package struct SpeciesNames {
    /// The name that was asked for, folded (`NameFolding`).
    private let asked: String
    /// The scientific names, folded, of records and birds under the common name that was
    /// asked for.
    private var scientific: Set<String> = []
    /// The common names, folded, of the birds of the species.
    private var common: Set<String> = []
    /// Those of them that are no bird's scientific name: in the column of scientific
    /// names they are common names all the same.
    private var onlyCommon: Set<String> = []

    /// - Parameter name: a scientific or a common name. Learn the names of all
    ///   records, and then those of the birds, before you ask whether one is included.
    package init(asked name: String) {
        asked = name.foldedName
    }

    /// Learns the two names of a record.
    package mutating func learn(scientific name: String, common: String) {
        if !name.isEmpty, common.foldedName == asked { scientific.insert(name.foldedName) }
    }

    /// Learns what the store's birds are called, after the names of all records.
    ///
    /// - Complexity: that of `BirdNames.birds(named:)` for the names of the species.
    package mutating func learn(_ birds: BirdNames) throws(IndexError) {
        for bird in try birds.birds(named: [asked]) where bird.common == asked && !bird.scientific.isEmpty {
            scientific.insert(bird.scientific)
        }
        let names = scientific.union([asked])
        for bird in try birds.birds(named: names) where names.contains(bird.scientific) && !bird.common.isEmpty {
            common.insert(bird.common)
        }
        onlyCommon = common
        for bird in try birds.birds(named: common) { onlyCommon.remove(bird.scientific) }
    }

    /// Whether a record is of the species. None is when a text of blanks was asked for: that
    /// is what a record without a name has.
    package func include(scientific name: String, common: String) -> Bool {
        if asked.isEmpty { return false }
        let (name, common) = (name.foldedName, common.foldedName)
        if name == asked || common == asked || scientific.contains(name) { return true }
        return name.isEmpty ? self.common.contains(common) : onlyCommon.contains(name)
    }
}

extension Snapshot {
    /// All names of the species that a name means in a layer.
    ///
    /// - Complexity: O(species), and O(log *n*) for *n* birds of the store.
    func names(ofSpecies name: String, in layer: SnapshotLayer) throws(IndexError) -> SpeciesNames {
        var found = SpeciesNames(asked: name)
        for columns in layer.parts {
            for code in stride(from: 1, through: columns.speciesCount, by: 1) {
                let names = try columns.speciesName(code)
                found.learn(scientific: names.scientific, common: names.common)
            }
        }
        try found.learn(birds)
        return found
    }
}

extension LayerColumns {
    /// The codes of a species.
    ///
    /// - Complexity: O(species).
    func speciesCodes(_ species: SpeciesNames) throws(IndexError) -> PositionSet {
        var codes = PositionSet(capacity: speciesCount + 1)
        for code in stride(from: 1, through: speciesCount, by: 1) {
            let names = try speciesName(code)
            if species.include(scientific: names.scientific, common: names.common) { codes.insert(code) }
        }
        return codes
    }
}
