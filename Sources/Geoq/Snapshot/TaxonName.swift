/// What a scientific name names, as far as the name itself can tell.
enum TaxonName {
    /// Whether a name is that of a species, or of a part of one.
    ///
    /// In eBird's list the names of no species are slashes (`Larus
    /// argentatus/fuscus`), spuhs (`Larus sp.`) and hybrids (`Anas
    /// platyrhynchos x rubripes`); other lists write hybrids with `×`. An empty
    /// name counts as a species' name.
    static func isSpecies(_ scientificName: String) -> Bool {
        let words = scientificName.split(separator: " ")
        return !words.dropFirst().contains { word in
            word == "sp." || word == "spp." || word == "x" || word.contains("/") || word.hasPrefix("×")
        } && !(words.first?.contains("/") ?? false)
    }
}
