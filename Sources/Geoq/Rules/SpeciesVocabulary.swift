/// Numbers for what species rules ask for, and which of them a sighting meets.
///
/// A sighting is of its own bird and names, of the names of that bird, of every
/// bird with one of these scientific names (the same species may have several
/// rows), and of the shapes of all of them. Its common name counts only when it
/// has neither a bird nor a scientific name. A scientific name that no bird has, and
/// that some bird has as its common one, counts as a common name: people call a column
/// of these "species", too.
struct SpeciesVocabulary: Sendable {
    private enum Term: Hashable {
        case bird(FeatureID)
        /// Folded (`NameFolding`).
        case name(String)
        case shape(String)
    }

    private var numbers: [Term: UInt32] = [:]
    private let birds: [Bird]
    private var byID: [FeatureID: [Int]] = [:]
    private var byScientificName: [String: [Int]] = [:]
    private var byCommonName: [String: [Int]] = [:]
    private var shapes: Set<String> = []

    init(_ birds: [Bird]) {
        self.birds = birds
        for (index, bird) in birds.enumerated() {
            byID[bird.id, default: []].append(index)
            if let name = bird.scientificName, !name.isEmpty {
                byScientificName[name.foldedName, default: []].append(index)
            }
            if let name = bird.commonName, !name.isEmpty { byCommonName[name.foldedName, default: []].append(index) }
            if let shape = bird.shapeID { shapes.insert(shape) }
        }
    }

    /// The number of a rule's condition; never 0.
    mutating func number(of condition: SpeciesCondition) -> UInt32 {
        let term: Term =
            switch condition {
            case .bird(let id): .bird(id)
            case .scientificName(let name): .name(name.foldedName)
            case .shape(let shape): .shape(shape)
            }
        if let known = numbers[term] { return known }
        let number = UInt32(numbers.count + 1)
        numbers[term] = number
        return number
    }

    /// Whether some known bird meets a condition, or could by its name.
    func isKnown(_ condition: SpeciesCondition) -> Bool {
        switch condition {
        case .bird(let id): byID[id] != nil
        case .scientificName(let name): byScientificName[name.foldedName] ?? byCommonName[name.foldedName] != nil
        case .shape(let shape): shapes.contains(shape)
        }
    }

    /// The numbers of the conditions that a sighting meets.
    ///
    /// - Complexity: O(names + birds of these names).
    func species(
        bird: FeatureID?, scientificName: String?, commonName: String?, shapeID: String?
    ) -> SightingSpecies {
        // A name of blanks is none.
        func folded(_ name: String?) -> String? { (name?.foldedName).flatMap { $0.isEmpty ? nil : $0 } }
        let (scientificName, commonName) = (folded(scientificName), folded(commonName))
        let shapeID = shapeID.flatMap { $0.isEmpty ? nil : $0 }
        var species = SightingSpecies()
        species.isUnknown = bird == nil && scientificName == nil && commonName == nil && shapeID == nil
        if species.isUnknown { return species }
        func add(_ term: Term) {
            if let number = numbers[term] { species.insert(number) }
        }
        var (found, names): ([Int], [String]) = ([], [])
        if let scientificName { names.append(scientificName) }
        if let bird {
            add(.bird(bird))
            found = byID[bird] ?? []
        } else if let scientificName {
            if byScientificName[scientificName] == nil { found = byCommonName[scientificName] ?? [] }
        } else if let commonName {
            found = byCommonName[commonName] ?? []
        }
        for index in found {
            if let name = birds[index].scientificName?.foldedName, !name.isEmpty, !names.contains(name) {
                names.append(name)
            }
        }
        for name in names {
            add(.name(name))
            for index in byScientificName[name] ?? [] where !found.contains(index) { found.append(index) }
        }
        for index in found {
            add(.bird(birds[index].id))
            if let shape = birds[index].shapeID { add(.shape(shape)) }
        }
        if let shapeID { add(.shape(shapeID)) }
        return species
    }
}

/// The species conditions that a sighting meets, in the numbers of one
/// `RuleMatcher`.
///
/// A stream of sightings has few species: find each one's value once
/// (`RuleMatcher.species(of:)`). It is valid until the matcher is given a rule.
package struct SightingSpecies: Sendable {
    private var first = SIMD4<UInt32>.zero
    private var more: [UInt32] = []
    private var count = 0
    /// Whether the sighting names no species at all.
    var isUnknown = true

    mutating func insert(_ number: UInt32) {
        if contains(number) { return }
        if count < 4 { first[count] = number } else { more.append(number) }
        count += 1
    }

    /// Whether the sighting meets the condition of this number.
    @inline(__always)
    func contains(_ number: UInt32) -> Bool {
        first.x == number || first.y == number || first.z == number || first.w == number
            || !more.isEmpty && more.contains(number)
    }

    /// All numbers, each once.
    var numbers: [UInt32] { (0..<min(count, 4)).map { first[$0] } + more }
}
