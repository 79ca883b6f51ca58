import GeoqIndex

/// One layer of a snapshot: the tree and, by its positions, what questions and
/// hits need.
struct LayerColumns: Sendable {
    let tree: PackedTree
    /// The index of each item's name among the texts.
    let names: MappedColumn<UInt32>
    /// The index of each item's species, counted from 1; 0 for none. nil in
    /// layers without species.
    let species: CategoryColumn?
    /// The first day it can have been seen, as `Day.number`; `undated` for none.
    let firstDays: MappedColumn<Int32>?
    /// The last day; nil when every item's last day is its first.
    let lastDays: MappedColumn<Int32>?
    let texts: TextPool
    /// The scientific and the common name of each species, as texts.
    let speciesNames: MappedColumn<UInt32>?
    /// The id of each species, as a text; nil in layers that know species only
    /// by their names.
    let speciesIDs: MappedColumn<UInt32>?
    /// The words by which hotspots are found; nil in other layers.
    let nameIndex: NameIndex?

    /// A day outside every range that a question can name.
    static let undated = Int32.min

    /// The kinds of sections that a layer has.
    enum Kind: UInt32 {
        case tree = 1
        case names, species, firstDays, lastDays, textOffsets, textBytes, speciesNames, speciesIDs
        case speciesStarts, speciesSites
        case nameItems, namePlaces
    }

    init(_ sections: [SectionID: Section], group: UInt32) throws(IndexError) {
        func section(_ kind: Kind) -> Section? {
            sections[SectionID(group: group, kind: kind.rawValue)]
        }
        func needed(_ kind: Kind) throws(IndexError) -> Section {
            guard let found = section(kind) else {
                throw .notAnIndex(reason: "section \(group).\(kind.rawValue) is missing")
            }
            return found
        }
        tree = try needed(.tree).tree()
        names = try needed(.names).column(of: UInt32.self)
        texts = TextPool(
            offsets: try needed(.textOffsets).column(of: UInt64.self),
            bytes: try needed(.textBytes).column(of: UInt8.self))
        let postings: CategoryPostings? =
            if let starts = section(.speciesStarts), let sites = section(.speciesSites) {
                CategoryPostings(starts: try starts.column(of: UInt32.self), sites: try sites.column(of: UInt32.self))
            } else {
                nil
            }
        species =
            if let species = section(.species) {
                CategoryColumn(try species.column(of: UInt32.self), postings: postings)
            } else {
                nil
            }
        firstDays = try section(.firstDays)?.column(of: Int32.self)
        lastDays = try section(.lastDays)?.column(of: Int32.self)
        speciesNames = try section(.speciesNames)?.column(of: UInt32.self)
        speciesIDs = try section(.speciesIDs)?.column(of: UInt32.self)
        nameIndex =
            group == Layer.hotspots.sectionGroup
            ? try NameIndex(
                items: try needed(.nameItems).column(of: UInt32.self),
                places: try needed(.namePlaces).column(of: UInt16.self)) : nil
        let counts = [names.count, species?.categories.count, firstDays?.count, lastDays?.count].compactMap { $0 }
        for count in counts where count != tree.count {
            throw .notAnIndex(reason: "columns of \(count) and \(tree.count) items")
        }
    }

    /// How many species there are.
    var speciesCount: Int { (speciesNames?.count ?? 0) / 2 }

    /// The names of a species, counted from 1.
    func speciesName(_ code: Int) throws(IndexError) -> (scientific: String, common: String) {
        guard let speciesNames, code >= 1, code <= speciesCount else {
            throw .damaged(offset: 0, expected: "a species up to \(speciesCount)", found: "\(code)")
        }
        return (
            try texts.text(Int(try speciesNames.value(at: 2 * code - 2))),
            try texts.text(Int(try speciesNames.value(at: 2 * code - 1)))
        )
    }
}

extension LayerColumns {
    /// The bird of a species, counted from 1; nil when only its names are
    /// known.
    func bird(_ code: Int) throws(IndexError) -> FeatureID? {
        guard let speciesIDs else { return nil }
        guard code >= 1, code <= speciesIDs.count else {
            throw .damaged(offset: 0, expected: "a species up to \(speciesIDs.count)", found: "\(code)")
        }
        return FeatureID(try texts.text(Int(try speciesIDs.value(at: code - 1))))
    }
}

/// Texts, each once, by index.
struct TextPool: Sendable {
    let offsets: MappedColumn<UInt64>
    let bytes: MappedColumn<UInt8>

    func text(_ index: Int) throws(IndexError) -> String {
        try bytes.texts([index], offsets: offsets)[0]
    }
}
