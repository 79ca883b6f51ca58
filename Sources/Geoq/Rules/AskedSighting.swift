import GeoqIndex

/// A sighting, prepared once for the questions about all lists.
struct AskedSighting {
    let place: Coordinate
    let uncertainty: Double
    let cell: BoundingBox?
    let species: SightingSpecies
    let date: TestedDate
    let options: MatchOptions

    init(_ sighting: Sighting, _ species: SightingSpecies, _ options: MatchOptions) {
        place = sighting.coordinate
        cell = sighting.cell
        var uncertainty = sighting.uncertainty?.meters ?? 0
        if let cell {
            // The true place lies in the cell, and within the uncertainty.
            let reach = ObscuredCell.reach(of: cell, from: place)
            uncertainty = sighting.uncertainty == nil ? reach : min(uncertainty, reach)
        }
        self.uncertainty = uncertainty
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
