import GeoqIndex

/// The names under which the records of one species are kept.
package struct SpeciesNames {
    /// The name that was asked for, folded (`NameFolding`).
    private let asked: String
    /// The scientific names, folded, of records under the common name
    /// that was asked for.
    private var scientific: Set<String> = []

    /// - Parameter name: a scientific or a common name. Learn the names of all
    ///   records before you ask whether one is included.
    package init(asked name: String) {
        asked = name.foldedName
    }

    /// Learns the two names of a record.
    package mutating func learn(scientific name: String, common: String) {
        if !name.isEmpty, common.foldedName == asked { scientific.insert(name.foldedName) }
    }

    /// Whether a record is of the species.
    package func include(scientific name: String, common: String) -> Bool {
        let name = name.foldedName
        return name == asked || common.foldedName == asked || scientific.contains(name)
    }
}

extension SnapshotLayer {
    /// All names of the species that a name means. A common name leads to the
    /// scientific names of its records; those lead to the records with other
    /// common names, with names in other languages, or with none.
    ///
    /// - Complexity: O(species).
    func names(ofSpecies name: String) throws(IndexError) -> SpeciesNames {
        var found = SpeciesNames(asked: name)
        for columns in parts {
            for code in stride(from: 1, through: columns.speciesCount, by: 1) {
                let names = try columns.speciesName(code)
                found.learn(scientific: names.scientific, common: names.common)
            }
        }
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
