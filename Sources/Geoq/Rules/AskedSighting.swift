import GeoqIndex

/// A sighting, prepared once for the questions about all lists.
struct AskedSighting {
    let place: Coordinate
    let uncertainty: Double
    let species: SightingSpecies
    let date: TestedDate
    let options: MatchOptions

    init(_ sighting: Sighting, _ species: SightingSpecies, _ options: MatchOptions) {
        place = sighting.coordinate
        uncertainty = sighting.uncertainty?.meters ?? 0
        (self.species, date, self.options) = (species, TestedDate(sighting.date), options)
    }

    @inline(__always)
    func accepts(_ fit: DateRange.Fit) -> Bool {
        switch fit {
        case .inside, .partly: true
        case .outside: false
        case .unknown: options.unknown == .matches
        }
    }
}
