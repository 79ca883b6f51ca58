package import GeoqIndex

extension Snapshot {
    /// A feature as a sighting, which rules can be asked about.
    ///
    /// A snapshot has no uncertainties; hotspots have neither species nor date.
    ///
    /// - Precondition: the position is an item's.
    /// - Complexity: O(1).
    package func sighting(at position: Int, in layer: Layer) throws(IndexError) -> Sighting {
        let (columns, own) = self.layer(layer).columns(at: position)
        var sighting = Sighting(coordinate: try columns.tree.coordinate(at: own), date: try columns.date(at: own))
        let code = Int(try columns.species?.categories.value(at: own) ?? 0)
        if code > 0 {
            let names = try columns.speciesName(code)
            sighting.scientificName = names.scientific.isEmpty ? nil : names.scientific
            sighting.commonName = names.common.isEmpty ? nil : names.common
        }
        return sighting
    }
}

extension LayerColumns {
    /// When an item was seen; nil when that is not known.
    func date(at position: Int) throws(IndexError) -> ObservedDate? {
        let first = try firstDays?.value(at: position) ?? Self.undated
        if first == Self.undated { return nil }
        let last = try lastDays?.value(at: position) ?? first
        return ObservedDate(Day(number: first), through: Day(number: max(first, last)))
    }
}
