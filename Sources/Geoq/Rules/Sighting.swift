public import GeoqIndex

/// A bird at a place and time, as far as they are known. Rules are asked about
/// it.
public struct Sighting: Hashable, Sendable {
    /// Where the bird was, as the sighting says.
    public var coordinate: Coordinate
    /// The true place lies at most this far from the given one; nil when no
    /// uncertainty is known.
    public var uncertainty: Distance?
    /// A box of less than a degree with the given place, in which the true one lies:
    /// the cell of an obscured record. nil when there is none.
    public var cell: BoundingBox?
    /// The bird's id; nil when it is not known.
    public var bird: FeatureID?
    /// Compared without regard to case, accents and punctuation other than a slash; an
    /// empty name counts as no name.
    public var scientificName: String?
    /// Compared in the same way, with the birds that have this name.
    public var commonName: String?
    /// The shape of the body, such as `duck-like`; nil when it is not known.
    public var shapeID: String?
    /// When the bird was seen; nil when it is not known.
    public var date: ObservedDate?

    /// A sighting; what is not given is not known.
    public init(
        coordinate: Coordinate, uncertainty: Distance? = nil, bird: FeatureID? = nil, scientificName: String? = nil,
        commonName: String? = nil, shapeID: String? = nil, date: ObservedDate? = nil,
        cell: BoundingBox? = nil
    ) {
        (self.coordinate, self.uncertainty, self.bird) = (coordinate, uncertainty, bird)
        (self.scientificName, self.commonName) = (scientificName, commonName)
        (self.shapeID, self.date, self.cell) = (shapeID, date, cell)
    }
}

extension Sighting {
    /// Notes that iNaturalist has hidden the place, when a source says so.
    ///
    /// - Parameter withheld: why the place is not exact, in the source's words.
    package mutating func obscure(_ withheld: String?) {
        if ObscuredCell.isMeant(by: withheld, uncertainty: uncertainty?.meters) { obscure() }
    }

    package mutating func obscure() { cell = ObscuredCell.box(of: coordinate) }
}

/// What rules do with a sighting without species, or without a date that is
/// known to the day.
public enum UnknownPolicy: String, Hashable, Sendable, CaseIterable {
    /// The sighting meets no rule that asks for what is unknown.
    case fails
    /// The sighting meets every rule that asks for what is unknown and that
    /// some sighting could meet; the match is only possible.
    case matches
}

extension Sighting {
    /// Reads a name as that of a bird: as its id, or as a common name that a
    /// bird has, when no bird has it as its scientific name; or else as a
    /// scientific name.
    ///
    /// - Complexity: O(birds).
    package mutating func name(_ name: String, among birds: [Bird]) {
        self.name(name, among: FoldedBirdNames(birds))
    }

    /// - Complexity: O(1).
    package mutating func name(_ name: String, among names: FoldedBirdNames) {
        if let id = FeatureID(name) {
            bird = id
        } else if names.isCommonAlone(name) {
            commonName = name
        } else {
            scientificName = name
        }
    }
}

/// The names of birds, to tell which kind of name a text is.
package struct FoldedBirdNames: Sendable {
    private var scientific: Set<String> = []
    private var common: Set<String> = []

    /// - Complexity: O(birds).
    package init(_ birds: [Bird]) {
        for bird in birds {
            if let name = bird.scientificName { scientific.insert(name.foldedName) }
            if let name = bird.commonName { common.insert(name.foldedName) }
        }
    }

    /// Whether a text is the common name of a bird, and the scientific name of none.
    fileprivate func isCommonAlone(_ name: String) -> Bool {
        let folded = name.foldedName
        return common.contains(folded) && !scientific.contains(folded)
    }
}
