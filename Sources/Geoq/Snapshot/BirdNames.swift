package import GeoqIndex

/// The two names of a bird, folded (`NameFolding`); empty when unknown.
package struct BirdName: Hashable, Sendable {
    package let scientific: String
    package let common: String

    init(scientific: String, common: String) {
        (self.scientific, self.common) = (scientific, common)
    }

    package init(_ bird: Bird) {
        self.init(scientific: bird.scientificName?.foldedName ?? "", common: bird.commonName?.foldedName ?? "")
    }

    package var isEmpty: Bool { scientific.isEmpty && common.isEmpty }
}

/// What a store's birds are called, as a snapshot knows it: the columns that the index
/// was built with, and the birds that have changed since.
///
/// Questions take it for the species that a name means, as rules take the birds
/// themselves (`SpeciesVocabulary`).
package struct BirdNames: Sendable {
    /// nil when all birds are among the changed ones.
    private let columns: BirdColumns?
    /// By key; nil for a bird that is gone.
    private var changed: [ItemKey: BirdName?] = [:]

    init(_ columns: BirdColumns) {
        self.columns = columns
    }

    /// The names of some birds, without an index.
    package init(_ birds: [Bird]) {
        columns = nil
        for bird in birds { changed.updateValue(BirdName(bird), forKey: bird.id.key) }
    }

    /// How many birds have changed since the index was built.
    package var changeCount: Int { changed.count }

    /// The names with those of some birds replaced, added or gone.
    ///
    /// - Complexity: O(birds that have changed since the index was built).
    func applying(_ changes: [ItemKey: BirdName?]) -> BirdNames {
        var names = self
        names.changed.merge(changes) { $1 }
        return names
    }

    /// The birds that have a name, in no order.
    ///
    /// - Complexity: O(birds).
    package func all() throws(IndexError) -> [(key: ItemKey, name: BirdName)] {
        var all: [(key: ItemKey, name: BirdName)] = []
        if let columns {
            for bird in try columns.all() where changed[bird.key] == nil { all.append(bird) }
        }
        for case (let key, let bird?) in changed where !bird.isEmpty { all.append((key: key, name: bird)) }
        return all
    }

    /// The birds that have one of some folded names.
    ///
    /// - Complexity: O(names · log *n* + birds found + birds that have changed since the
    ///   index was built).
    package func birds(named names: Set<String>) throws(IndexError) -> Set<BirdName> {
        var found: Set<BirdName> = []
        let names = names.filter { !$0.isEmpty }
        if let columns {
            for name in names {
                for bird in try columns.birds(named: name) where changed[bird.key] == nil { found.insert(bird.name) }
            }
        }
        for case let bird? in changed.values where names.contains(bird.scientific) || names.contains(bird.common) {
            found.insert(bird)
        }
        return found
    }

    /// The keys of the birds that have a folded scientific name, in their order.
    ///
    /// - Complexity: that of `birds(named:)` for one name.
    package func keys(ofScientificName name: String) throws(IndexError) -> [ItemKey] {
        var keys: [ItemKey] = []
        if let columns {
            for bird in try columns.birds(named: name) where changed[bird.key] == nil && bird.name.scientific == name {
                keys.append(bird.key)
            }
        }
        for case (let key, let bird?) in changed where bird.scientific == name { keys.append(key) }
        return keys.sorted()
    }

    /// The scientific names, folded, of the species that a record is of.
    ///
    /// A record without a scientific name is of the birds with its common name. A
    /// scientific name that no bird has, and that some bird has as its common one, counts
    /// as a common name: people call a column of these "species", too.
    ///
    /// - Returns: the record's own name when no bird tells more; empty when it has no
    ///   scientific name, and no bird has its common one.
    /// - Complexity: that of `birds(named:)` for one name.
    package func scientificNames(scientific: String, common: String) throws(IndexError) -> Set<String> {
        let own = scientific.foldedName
        let name = own.isEmpty ? common.foldedName : own
        if name.isEmpty { return [] }
        if !own.isEmpty, try isScientificName(own) { return [own] }
        let named = try birds(named: [name]).filter { $0.common == name }
        let found = Set(named.map(\.scientific)).subtracting([""])
        return found.isEmpty && !own.isEmpty ? [own] : found
    }

    private func isScientificName(_ name: String) throws(IndexError) -> Bool {
        if changed.isEmpty, let columns { return try columns.hasScientificName(name) }
        return try birds(named: [name]).contains { $0.scientific == name }
    }
}
