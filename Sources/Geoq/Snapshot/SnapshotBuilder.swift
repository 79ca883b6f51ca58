public import GeoqIndex

/// Collects rows and makes the sections of a snapshot of them.
public struct SnapshotBuilder: Sendable {
    private var layers: [Layer: LayerBuilder] = [:]
    private var birds = BirdColumnsBuilder()

    /// A builder without rows.
    public init() {}

    /// Makes room for rows.
    ///
    /// - Complexity: O(`count` + rows of the layer that were added before).
    public mutating func begin(_ layer: Layer, expecting count: Int) {
        layers[layer, default: LayerBuilder(layer)].reserve(count)
    }

    /// Adds a feature.
    ///
    /// - Parameters:
    ///   - name: a hotspot's name; not used in other layers.
    ///   - scientificName: empty when unknown, as `commonName`; not used of hotspots.
    ///   - bird: the bird of an entry; not used in other layers.
    ///   - date: when an observation was made, or an entry observed; nil when
    ///     unknown.
    /// - Complexity: O(length of the names).
    public mutating func add(
        _ id: FeatureID, to layer: Layer, at coordinate: Coordinate, name: String = "", scientificName: String = "",
        commonName: String = "", bird: FeatureID? = nil, date: ObservedDate? = nil
    ) {
        let row = LayerRow(
            coordinate: coordinate, name: name, scientificName: scientificName, commonName: commonName, bird: bird,
            first: date?.first, last: date?.last)
        add(id, row, to: layer)
    }

    /// Adds a row of a layer.
    package mutating func add(_ id: FeatureID, _ row: LayerRow, to layer: Layer) {
        layers[layer, default: LayerBuilder(layer)].add(id.key, row)
    }

    /// Adds a bird of the store: questions find records by all names of their bird.
    package mutating func add(_ bird: Bird) {
        birds.add(bird)
    }

    /// Builds the trees and the columns; a layer without rows is empty. The
    /// builder gives up its rows: each is released once a section has it.
    ///
    /// - Complexity: O(*n* log *n*).
    package mutating func sections() throws(IndexError) -> [Section] {
        var sections: [Section] = []
        for layer in Layer.allCases {
            var builder = layers.removeValue(forKey: layer) ?? LayerBuilder(layer)
            sections += try builder.sections()
        }
        return sections + birds.sections()
    }
}

extension Layer {
    /// The layer's number in an index file; never changed, never used again.
    var sectionGroup: UInt32 {
        switch self {
        case .hotspots: 1
        case .observations: 2
        case .entries: 3
        }
    }
}

/// The columns of one layer while they grow, in the order of the rows.
struct LayerBuilder {
    private let layer: Layer
    private var coordinates: [Coordinate] = []
    private var keys: [ItemKey] = []
    private var names: [UInt32] = []
    private var species: [UInt32] = []
    private var firstDays: [Int32] = []
    private var lastDays: [Int32] = []
    private var texts = TextPoolBuilder()
    private var speciesNames: [UInt32] = []
    /// The index of each species' id among the texts; used for entries only.
    private var speciesIDs: [UInt32] = []
    private var speciesCodes: [SIMD3<UInt32>: UInt32] = [:]

    init(_ layer: Layer) {
        self.layer = layer
    }

    mutating func reserve(_ count: Int) {
        coordinates.reserveCapacity(count)
        keys.reserveCapacity(count)
        names.reserveCapacity(count)
        // Nearly every hotspot has a name of its own; observations share names.
        if layer == .hotspots { texts.reserve(count) }
    }

    mutating func add(_ key: ItemKey, _ row: LayerRow) {
        coordinates.append(row.coordinate)
        keys.append(key)
        guard layer != .hotspots else {
            names.append(texts.index(of: row.name))
            return
        }
        names.append(texts.index(of: row.commonName.isEmpty ? row.scientificName : row.commonName))
        species.append(speciesCode(row.scientificName, row.commonName, layer == .entries ? row.bird : nil))
        let firstNumber = row.first?.number ?? LayerColumns.undated
        firstDays.append(firstNumber)
        lastDays.append(row.last?.number ?? firstNumber)
    }

    private mutating func speciesCode(
        _ scientificName: String, _ commonName: String, _ bird: FeatureID?
    ) -> UInt32 {
        if bird == nil, scientificName.isEmpty && commonName.isEmpty { return 0 }
        let id = layer == .entries ? texts.index(of: bird?.description ?? "") : 0
        let species = SIMD3(texts.index(of: scientificName), texts.index(of: commonName), id)
        if let code = speciesCodes[species] { return code }
        speciesNames += [species.x, species.y]
        speciesIDs.append(species.z)
        let code = UInt32(speciesNames.count / 2)
        speciesCodes[species] = code
        return code
    }

    mutating func sections() throws(IndexError) -> [Section] {
        texts.endSearch()
        let built = PackedTree.build(coordinates: Self.taken(&coordinates), keys: Self.taken(&keys))
        func id(_ kind: LayerColumns.Kind) -> SectionID {
            SectionID(group: layer.sectionGroup, kind: kind.rawValue)
        }
        func ordered<Element: BitwiseCopyable>(_ column: [Element]) -> [Element] {
            built.order.map { column[Int($0)] }
        }
        var orderedNames = ordered(Self.taken(&names))
        // In other layers a name is that of a species, and there are few
        // species.
        if layer == .hotspots { texts.order(byUseIn: &orderedNames) }
        var sections = [
            Section(id(.tree), tree: built.tree),
            Section(id(.names), elements: orderedNames),
        ]
        let (offsets, bytes) = texts.take()
        if layer == .hotspots {
            let words = NameIndexBuilder.build(names: orderedNames, offsets: offsets, bytes: bytes)
            sections.append(Section(id(.nameItems), elements: words.items))
            sections.append(Section(id(.namePlaces), elements: words.places))
        }
        sections.append(Section(id(.textOffsets), elements: offsets))
        sections.append(Section(id(.textBytes), elements: bytes))
        if layer != .hotspots {
            let species = ordered(species)
            let postings = try built.tree.postings(of: species, count: speciesNames.count / 2 + 1)
            sections.append(Section(id(.species), elements: species))
            sections.append(Section(id(.speciesStarts), elements: postings.starts))
            sections.append(Section(id(.speciesSites), elements: postings.sites))
            sections.append(Section(id(.firstDays), elements: ordered(firstDays)))
            sections.append(Section(id(.speciesNames), elements: speciesNames))
            if firstDays != lastDays {
                sections.append(Section(id(.lastDays), elements: ordered(lastDays)))
            }
            if layer == .entries { sections.append(Section(id(.speciesIDs), elements: speciesIDs)) }
        }
        return sections
    }

    /// Takes an array out of its variable, which is empty afterwards.
    private static func taken<Element>(_ array: inout [Element]) -> [Element] {
        var taken: [Element] = []
        swap(&taken, &array)
        return taken
    }
}
