public import GeoqIndex

/// A bird at a place and time, as far as it is known: what rules are asked
/// about.
public struct Sighting: Hashable, Sendable {
    public var coordinate: Coordinate
    /// The true place lies no further away; nil when nothing is known against
    /// it.
    public var uncertainty: Distance?
    public var bird: FeatureID?
    /// Counts as `NameFolding` writes it; an empty name is none.
    public var scientificName: String?
    /// Counts by the birds that have it, as `NameFolding` writes it.
    public var commonName: String?
    public var shapeID: String?
    public var date: ObservedDate?

    public init(
        coordinate: Coordinate, uncertainty: Distance? = nil, bird: FeatureID? = nil, scientificName: String? = nil,
        commonName: String? = nil, shapeID: String? = nil, date: ObservedDate? = nil
    ) {
        (self.coordinate, self.uncertainty, self.bird) = (coordinate, uncertainty, bird)
        (self.scientificName, self.commonName) = (scientificName, commonName)
        (self.shapeID, self.date) = (shapeID, date)
    }
}

/// What rules make of a sighting without species, or without a date that is
/// known to the day.
public enum UnknownPolicy: String, Hashable, Sendable, CaseIterable {
    /// It meets no rule that asks for one.
    case fails
    /// It meets every rule that asks for one that can be met, and the match is
    /// only possible.
    case matches
}

extension Sighting {
    /// Takes a name for that of a bird: its id, or else its scientific name, or
    /// else its common name, if a bird of the store has it.
    package mutating func name(_ name: String, among birds: [Bird]) {
        let folded = name.foldedName
        if let id = FeatureID(name) {
            bird = id
        } else if !birds.contains(where: { $0.scientificName?.foldedName == folded }),
            birds.contains(where: { $0.commonName?.foldedName == folded })
        {
            commonName = name
        } else {
            scientificName = name
        }
    }
}
