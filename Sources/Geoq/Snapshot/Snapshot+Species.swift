public import GeoqIndex

/// One species among the hits of a question.
public struct SpeciesSummary: Hashable, Sendable {
    /// Empty when the records have only a common name.
    public let scientificName: String
    public let commonName: String
    /// How many observations there are.
    public let observations: Int
    /// The last day that the latest observation can have been: the end of the
    /// year when only the year is known. nil when none has a date.
    public let lastSeen: Day?
    /// The nearest observation.
    public let nearest: Distance?
}

extension Snapshot {
    /// The distinct species among the hits of a question about observations:
    /// most observations first, ties by scientific and then common name.
    ///
    /// Observations without a species are left out. A species counts once for
    /// each pair of names that it was recorded under.
    public func species(_ query: Query, positions: PositionSet? = nil) throws -> [SpeciesSummary] {
        guard columns(query.layer).species != nil else { throw QueryError.notInLayer("species", query.layer) }
        let columns = columns(query.layer)
        var statistics = SearchStatistics()
        var found: [UInt32: (count: Int, last: Int32, nearest: Double)] = [:]
        for (position, distance) in try self.positions(query, positions, &statistics) {
            guard let code = try columns.species?.value(at: position), code > 0 else { continue }
            let last = try (columns.lastDays ?? columns.firstDays)?.value(at: position) ?? LayerColumns.undated
            let meters = distance?.meters ?? .infinity
            var entry = found[code] ?? (0, LayerColumns.undated, .infinity)
            entry = (entry.count + 1, max(entry.last, last), min(entry.nearest, meters))
            found[code] = entry
        }
        var summaries: [SpeciesSummary] = []
        for (code, entry) in found {
            let names = try columns.speciesName(Int(code))
            summaries.append(
                SpeciesSummary(
                    scientificName: names.scientific, commonName: names.common, observations: entry.count,
                    lastSeen: entry.last == LayerColumns.undated ? nil : Day(number: entry.last),
                    nearest: entry.nearest.isFinite ? .meters(entry.nearest) : nil))
        }
        return summaries.sorted {
            ($1.observations, $0.scientificName, $0.commonName) < ($0.observations, $1.scientificName, $1.commonName)
        }
    }
}
