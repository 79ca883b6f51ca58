package import Geoq

/// The birds that are to be expected, beside those that were observed, by the week
/// of the year.
package struct SpeciesCalendar: Sendable {
    /// What was observed of a bird in a week.
    package struct Seen: Hashable, Sendable {
        package var count = 0
        package var last: Day?
    }

    /// One bird.
    package struct Line: Sendable {
        /// nil for a bird that is not to be expected. In a calendar of one week it has that week
        /// alone; it has no week when the bird was seen in that week but is to be expected only
        /// in others.
        package var presence: SpeciesPresence?
        package var scientificName: String?
        package var commonName: String?
        /// The store's bird of that name; nil when it has none.
        package var bird: FeatureID?
        /// By week.
        package var seen: [Int: Seen] = [:]

        package var name: String { commonName ?? scientificName ?? presence?.bird.id.description ?? "" }
        package var observations: Int { seen.values.reduce(0) { $0 + $1.count } }
    }

    /// The two names of an observation.
    private struct Names: Hashable {
        let scientific: String?
        let common: String?
    }

    /// The columns by which an observation is counted.
    package static let columns: Set<String> = [
        "scientific_name", "common_name", "date", "date_end", "date_precision",
    ]

    private let week: Int?
    private let names: BirdNames
    /// By the folded scientific name, or, of a bird without one, its common name or id.
    private var bySpecies: [String: Line] = [:]
    /// The keys of `bySpecies` for names of observations: there are few.
    private var species: [Names: String] = [:]
    /// Observations without a day or a name.
    package private(set) var undated = 0

    package var isEmpty: Bool { bySpecies.isEmpty }

    /// An observation is of the species that rules and questions take it for
    /// (`BirdNames.scientificNames`): one with a common name alone counts beside the bird
    /// with this name. When several birds have the name, the observation counts for the one of
    /// them that is to be expected; when none of them is, or more than one, the observation
    /// has a line of its own.
    ///
    /// - Parameters:
    ///   - birds: the birds that are to be expected. When any of the observations is of `week`, each bird must
    ///     have all of its weeks: one that was seen then, and is expected in others alone, takes its names from
    ///     them. An observation of another week has no part in the answer.
    ///   - observations: with the `columns` at least.
    ///   - names: the store's birds.
    ///   - week: only this week; nil for all.
    /// - Throws: `IndexError` when the index with the names is damaged.
    /// - Complexity: O(*n* log *n*) for *n* birds, O(observations), and O(log birds of the
    ///   store) for each pair of names.
    package init(
        _ birds: [SpeciesPresence], beside observations: [Feature], names: BirdNames, week: Int? = nil
    ) throws {
        (self.week, self.names) = (week, names)
        // Of two rows of one bird the one that has a scientific name is shown.
        let ordered = birds.sorted { first, second in
            let isFirstNamed = first.bird.scientificName != nil
            let isSecondNamed = second.bird.scientificName != nil
            return isFirstNamed == isSecondNamed ? first.bird.id < second.bird.id : isFirstNamed
        }
        for presence in ordered { try expect(presence) }
        for observation in observations { try count(observation) }
        if let week { leave(only: week) }
    }

    private mutating func expect(_ presence: SpeciesPresence) throws {
        let bird = presence.bird
        let isNamed = bird.scientificName != nil || bird.commonName != nil
        let key = try isNamed ? self.key(ofNames: bird.scientificName, bird.commonName) : bird.id.description
        guard bySpecies[key]?.presence != nil else {
            bySpecies[key] = Line(
                presence: presence, scientificName: bird.scientificName, commonName: bird.commonName)
            return
        }
        // One bird may have two rows: the project's, and one of a file.
        bySpecies[key]?.presence?.likelihoods.raise(to: presence.likelihoods)
    }

    /// Counts an observation: its number of birds does not matter.
    private mutating func count(_ feature: Feature) throws {
        let names = Names(
            scientific: Self.text(feature, "scientific_name"), common: Self.text(feature, "common_name"))
        guard let name = names.scientific ?? names.common, let day = Self.day(of: feature) else {
            undated += 1
            return
        }
        let key = try species[names] ?? self.key(ofNames: names.scientific, names.common)
        species[names] = key
        var line = bySpecies[key] ?? Line()
        if line.presence == nil {
            // When the line is of another species, the text in the column of scientific names is a common name.
            let isScientific = names.scientific?.foldedName == key
            if isScientific { line.scientificName = line.scientificName ?? names.scientific }
            line.commonName = line.commonName ?? names.common ?? (isScientific ? nil : name)
        }
        if week == nil || day.week == week {
            line.seen[day.week, default: Seen()].count += 1
            let last = max(day, line.seen[day.week]?.last ?? day)
            line.seen[day.week]?.last = last
        }
        bySpecies[key] = line
    }

    private static func text(_ feature: Feature, _ name: String) -> String? {
        if case .text(let text)? = feature[name], !text.isEmpty { text } else { nil }
    }

    /// The day of an observation; nil when no single day is known.
    static func day(of feature: Feature) -> Day? {
        let (date, end) = (text(feature, "date"), text(feature, "date_end"))
        let isDay = text(feature, "date_precision").map { $0 == "day" } ?? (end == nil || end == date)
        return isDay ? date.flatMap { Day(iso: $0) } : nil
    }

    /// Takes out what is known of other weeks, and the birds of which nothing is left.
    private mutating func leave(only week: Int) {
        bySpecies = bySpecies.compactMapValues { line in
            var line = line
            line.presence?.likelihoods.keep(only: week)
            return line.seen.isEmpty && line.presence?.likelihoods.isEmpty != false ? nil : line
        }
    }

    /// The key of the species that two names are of.
    private func key(ofNames scientific: String?, _ common: String?) throws -> String {
        let found = try names.scientificNames(scientific: scientific ?? "", common: common ?? "")
        let expected = found.filter { bySpecies[$0]?.presence != nil }
        let chosen = expected.count == 1 ? expected : found
        if chosen.count == 1, let species = chosen.first { return species }
        return (scientific ?? common ?? "").foldedName
    }

    /// The store's birds of the species that were seen and are not to be expected, by `bySpecies`.
    ///
    /// - Throws: `IndexError` when the index with the names is damaged.
    /// - Complexity: O(such species · log *n*), *n* the birds of the store.
    func unexpected() throws -> [String: FeatureID] {
        var found: [String: FeatureID] = [:]
        for (species, line) in bySpecies where line.presence == nil {
            found[species] = try names.keys(ofScientificName: species).first.map { FeatureID(key: $0) }
        }
        return found
    }

    /// Gives a species the names of the store's bird, where observations tell none.
    mutating func name(_ species: String, _ bird: Bird) {
        bySpecies[species]?.bird = bird.id
        let line = bySpecies[species]
        bySpecies[species]?.commonName = line?.commonName ?? bird.commonName
        bySpecies[species]?.scientificName = line?.scientificName ?? bird.scientificName
    }

    /// The likeliest bird first, then the one that was observed most often, then by name, and of species
    /// with one name by `bySpecies`: each run has the same order.
    package var lines: [Line] {
        bySpecies.map { (key: $0, line: $1, likeliest: $1.presence?.peak?.likelihood ?? -1, seen: $1.observations) }
            .sorted { first, second in
                if first.likeliest != second.likeliest { return first.likeliest > second.likeliest }
                if first.seen != second.seen { return first.seen > second.seen }
                let (name, other) = (first.line.name, second.line.name)
                return name != other ? name < other : first.key < second.key
            }
            .map(\.line)
    }
}
