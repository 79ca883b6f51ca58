public import GeoqIndex

/// One species among the hits of a question.
public struct SpeciesSummary: Hashable, Sendable {
    /// The bird's id, for entries of watchlists; nil in layers that know
    /// species only by their names.
    public let bird: FeatureID?
    /// Empty when the records have only a common name.
    public let scientificName: String
    /// Empty when the records have only a scientific name.
    public let commonName: String
    /// How many observations there are.
    public let observations: Int
    /// The latest observation: the one whose last possible day is the latest;
    /// of several, the one known most precisely. nil when none has a date.
    public let lastSeen: ObservedDate?
    /// The nearest observation.
    public let nearest: Distance?
}

extension Snapshot {
    /// The distinct species among the hits of a question about observations
    /// or entries: most observations first, ties by scientific and then common name.
    ///
    /// Observations with one scientific name are one species, even with several
    /// common names; those without a scientific name are one species for each
    /// common name, unless the store's birds know one scientific name for it.
    /// Case does not count. Of the names and spellings of a species, the one
    /// with the most of these observations is given; of several, the first in
    /// the order of their bytes. Observations without any name are left out, and so are names of
    /// no species (`TaxonName`).
    ///
    /// Entries of watchlists are counted by their bird's id, even when its
    /// names differ; the remote's `birds_near` gives the same.
    ///
    /// - Throws: `QueryError` for another layer, or as `answer(_:)` does.
    /// - Complexity: that of `answer(_:)`.
    public func species(_ query: Query) throws -> [SpeciesSummary] {
        try species(query, positions: nil)
    }

    /// The distinct species among the hits of a question that may have a filter.
    package func species(_ query: Query, positions: PositionSet?) throws -> [SpeciesSummary] {
        let layer = layer(query.layer)
        guard layer.base.species != nil else { throw QueryError.notInLayer("species", query.layer) }
        var statistics = SearchStatistics()
        // The same pair of names has another number in the added columns.
        var tallies: [Bool: [UInt32: SpeciesTally]] = [:]
        for (position, distance) in try self.positions(query, positions, &statistics) {
            try query.interruption?.check()
            let isAdded = position >= layer.base.tree.count
            let (columns, position) = layer.columns(at: position)
            guard let code = try columns.species?.categories.value(at: position), code > 0 else { continue }
            let first = try columns.firstDays?.value(at: position) ?? LayerColumns.undated
            // An end without a beginning says nothing of when.
            let last = first == LayerColumns.undated ? first : try columns.lastDays?.value(at: position) ?? first
            tallies[isAdded, default: [:]][code, default: SpeciesTally()].add(first...max(first, last), distance)
        }
        var species: [String: NamedTally] = [:]
        for (isAdded, tallies) in tallies {
            guard let columns = isAdded ? layer.added : layer.base else { continue }
            for (code, tally) in tallies {
                let names = try columns.speciesName(Int(code))
                let bird = try columns.bird(Int(code))
                guard bird != nil || TaxonName.isSpecies(names.scientific) else { continue }
                if let bird {
                    species[bird.description, default: NamedTally(bird)].add(tally, names.scientific, names.common)
                } else {
                    let (name, scientific, common) = try counted(names.scientific, names.common)
                    species[name, default: NamedTally(nil)].add(tally, scientific, common)
                }
            }
        }
        return species.values.map(\.summary).sorted {
            ($1.observations, $0.scientificName, $0.commonName, $0.order)
                < ($0.observations, $1.scientificName, $1.commonName, $1.order)
        }
    }
}

extension Snapshot {
    /// The species under which a record's names are counted, and what they tell of its names.
    private func counted(
        _ scientific: String, _ common: String
    ) throws(IndexError) -> (species: String, scientific: String, common: String) {
        let own = scientific.foldedName
        let found = try birds.scientificNames(scientific: scientific, common: common)
        if found.count == 1, let name = found.first, name != own {
            // What stands in the place of the scientific name is a common one.
            return (name, "", common.isEmpty ? scientific : common)
        }
        // No folded name begins with a line end.
        return (own.isEmpty ? "\n" + common.foldedName : own, scientific, common)
    }
}

extension SpeciesSummary {
    /// Two birds may have the same names.
    fileprivate var order: FeatureID { bird ?? FeatureID(key: ItemKey(high: 0, low: 0)) }
}

/// The sums for each pair of names.
private struct SpeciesTally {
    private(set) var count = 0
    private var days = LayerColumns.undated...LayerColumns.undated
    private var nearestMeters = Double.infinity

    mutating func add(_ seen: ClosedRange<Int32>, _ distance: Distance?) {
        count += 1
        consider(seen, distance?.meters ?? .infinity)
    }

    mutating func add(_ other: SpeciesTally) {
        count += other.count
        consider(other.days, other.nearestMeters)
    }

    /// Of two observations with the same last day, the one with fewer possible
    /// days wins.
    private mutating func consider(_ seen: ClosedRange<Int32>, _ meters: Double) {
        if (days.upperBound, days.lowerBound) < (seen.upperBound, seen.lowerBound) { days = seen }
        nearestMeters = min(nearestMeters, meters)
    }

    var lastSeen: ObservedDate? {
        guard days.lowerBound > LayerColumns.undated else { return nil }
        return ObservedDate(spanning: Day(number: days.lowerBound), through: Day(number: days.upperBound))
    }

    var nearest: Distance? {
        nearestMeters.isFinite ? .meters(nearestMeters) : nil
    }
}

/// A species with all the names that it was recorded under.
private struct NamedTally {
    private let bird: FeatureID?
    private var tally = SpeciesTally()
    private var scientificNames: [ByteText: Int] = [:]
    private var commonNames: [ByteText: Int] = [:]

    init(_ bird: FeatureID?) {
        self.bird = bird
    }

    mutating func add(_ other: SpeciesTally, _ scientificName: String, _ commonName: String) {
        tally.add(other)
        if !scientificName.isEmpty { scientificNames[ByteText(scientificName), default: 0] += other.count }
        if !commonName.isEmpty { commonNames[ByteText(commonName), default: 0] += other.count }
    }

    /// The most frequent of some names, of several the first in the order of their bytes.
    private static func chosen(_ names: [ByteText: Int]) -> String {
        let first = names.min { one, other in
            guard one.value == other.value else { return one.value > other.value }
            return one.key.text.utf8.lexicographicallyPrecedes(other.key.text.utf8)
        }
        return first?.key.text ?? ""
    }

    var summary: SpeciesSummary {
        SpeciesSummary(
            bird: bird, scientificName: Self.chosen(scientificNames), commonName: Self.chosen(commonNames),
            observations: tally.count, lastSeen: tally.lastSeen, nearest: tally.nearest)
    }
}
