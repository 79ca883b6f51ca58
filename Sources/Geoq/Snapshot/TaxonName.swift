/// A scientific name, as far as it tells what it names.
enum TaxonName {
    /// Whether a name is that of a species, or of a part of one.
    ///
    /// eBird's names that are no species are left: slashes (`Larus
    /// argentatus/fuscus`), spuhs (`Larus sp.`) and hybrids (`Anas
    /// platyrhynchos x rubripes`); others write hybrids with `×`. An empty name
    /// tells nothing against it.
    static func isSpecies(_ scientificName: String) -> Bool {
        let words = scientificName.split(separator: " ")
        return !words.dropFirst().contains { word in
            word == "sp." || word == "spp." || word == "x" || word.contains("/") || word.hasPrefix("×")
        } && !(words.first?.contains("/") ?? false)
    }
}
