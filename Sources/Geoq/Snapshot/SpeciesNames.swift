import GeoqIndex

/// The names by which the records of one species are known.
struct SpeciesNames {
    /// The name that was asked for, in lower case.
    let asked: String
    /// The scientific names, in lower case, of records under the common name
    /// that was asked for.
    var scientific: Set<String> = []

    func include(scientific name: String, common: String) -> Bool {
        let name = name.lowercased()
        return name == asked || common.lowercased() == asked || scientific.contains(name)
    }
}

extension SnapshotLayer {
    /// The names of a species of which one is given: a common name leads to the
    /// scientific names of whatever was recorded under it, and those to records
    /// with other common names, or in other languages, or with none.
    ///
    /// - Complexity: O(species).
    func names(ofSpecies name: String) throws(IndexError) -> SpeciesNames {
        var found = SpeciesNames(asked: name.lowercased())
        for columns in parts {
            for code in stride(from: 1, through: columns.speciesCount, by: 1) {
                let names = try columns.speciesName(code)
                if !names.scientific.isEmpty, names.common.lowercased() == found.asked {
                    found.scientific.insert(names.scientific.lowercased())
                }
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
