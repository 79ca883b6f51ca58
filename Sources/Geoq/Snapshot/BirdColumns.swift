import GeoqIndex

/// The names of a store's birds in an index, in their order: the birds of a name are
/// found without a look at the others.
struct BirdColumns: Sendable {
    /// The distinct names, folded (`NameFolding`), in the order of their bytes.
    private let texts: TextPool
    /// The scientific and the common name of each bird: the index among the texts plus
    /// one; 0 for none. Birds are in the order of these two, then of their keys.
    private let names: MappedColumn<UInt32>
    /// The birds in the order of their common names.
    private let byCommonName: MappedColumn<UInt32>
    private let keys: MappedColumn<ItemKey>

    /// The kinds of sections that birds have.
    enum Kind: UInt32 {
        case textOffsets = 1
        case textBytes, names, byCommonName, keys

        /// Layers have the other groups; never changed, never used again.
        private static let group: UInt32 = 4

        var id: SectionID { SectionID(group: Self.group, kind: rawValue) }
    }

    init(_ sections: [SectionID: Section]) throws(IndexError) {
        func needed(_ kind: Kind) throws(IndexError) -> Section {
            guard let found = sections[kind.id] else {
                throw .notAnIndex(reason: "section \(kind.id.group).\(kind.id.kind) is missing")
            }
            return found
        }
        texts = TextPool(
            offsets: try needed(.textOffsets).column(of: UInt64.self),
            bytes: try needed(.textBytes).column(of: UInt8.self))
        names = try needed(.names).column(of: UInt32.self)
        byCommonName = try needed(.byCommonName).column(of: UInt32.self)
        keys = try needed(.keys).column(of: ItemKey.self)
        for count in [names.count / 2, byCommonName.count] where count != keys.count {
            throw .notAnIndex(reason: "columns of \(count) and \(keys.count) birds")
        }
    }

    /// The birds whose scientific or common name is a folded one.
    ///
    /// - Complexity: O(log *n* + birds found).
    func birds(named name: String) throws(IndexError) -> [(key: ItemKey, name: BirdName)] {
        guard let number = try number(of: name) else { return [] }
        var found: [(key: ItemKey, name: BirdName)] = []
        for isCommon in [false, true] {
            var place = try firstPlace(of: number, isCommon)
            while place < keys.count {
                let bird = try bird(at: place, isCommon)
                let (scientific, common) = (try names.value(at: 2 * bird), try names.value(at: 2 * bird + 1))
                guard (isCommon ? common : scientific) == number else { break }
                // A bird with one name for both was found before.
                if !isCommon || scientific != number {
                    let name = BirdName(scientific: try text(scientific), common: try text(common))
                    found.append((try keys.value(at: bird), name))
                }
                place += 1
            }
        }
        return found
    }

    /// All birds, in their order.
    ///
    /// - Complexity: O(birds).
    func all() throws(IndexError) -> [(key: ItemKey, name: BirdName)] {
        var all: [(key: ItemKey, name: BirdName)] = []
        for bird in 0..<keys.count {
            let name = BirdName(
                scientific: try text(try names.value(at: 2 * bird)), common: try text(try names.value(at: 2 * bird + 1))
            )
            all.append((key: try keys.value(at: bird), name: name))
        }
        return all
    }

    /// Whether a bird has a folded name as its scientific one.
    ///
    /// - Complexity: O(log *n*).
    func hasScientificName(_ name: String) throws(IndexError) -> Bool {
        guard let number = try number(of: name) else { return false }
        let place = try firstPlace(of: number, false)
        guard place < keys.count else { return false }
        return try names.value(at: 2 * place) == number
    }

    /// The number of a name in the columns; nil when no bird has it.
    private func number(of name: String) throws(IndexError) -> UInt32? {
        let wanted = Array(name.utf8)
        var (low, high) = (0, texts.offsets.count - 1)
        while low < high {
            let middle = (low + high) / 2
            let (start, end) = (try texts.offsets.value(at: middle), try texts.offsets.value(at: middle + 1))
            guard start <= end, end <= UInt64(texts.bytes.count) else {
                throw .damaged(offset: 0, expected: "names that ascend", found: "\(start), \(end)")
            }
            let (isFound, isBefore) = try texts.bytes.withBytes(Int(start)..<Int(end)) {
                ($0.elementsEqual(wanted), $0.lexicographicallyPrecedes(wanted))
            }
            if isFound { return UInt32(middle) + 1 }
            if isBefore { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    /// The first place, in the order of the scientific or of the common names, whose
    /// bird's name has a number that is not smaller.
    private func firstPlace(of number: UInt32, _ isCommon: Bool) throws(IndexError) -> Int {
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = (low + high) / 2
            let bird = try bird(at: middle, isCommon)
            let found = try names.value(at: isCommon ? 2 * bird + 1 : 2 * bird)
            if found < number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func bird(at place: Int, _ isCommon: Bool) throws(IndexError) -> Int {
        if !isCommon { return place }
        let bird = Int(try byCommonName.value(at: place))
        guard bird < keys.count else {
            throw .damaged(offset: 0, expected: "a bird below \(keys.count)", found: "\(bird)")
        }
        return bird
    }

    private func text(_ number: UInt32) throws(IndexError) -> String {
        if number == 0 { return "" }
        return try texts.text(Int(number) - 1)
    }
}

/// The names of birds while they are collected for an index.
struct BirdColumnsBuilder {
    private var birds: [(key: ItemKey, name: BirdName)] = []

    mutating func add(_ bird: Bird) {
        let name = BirdName(bird)
        if !name.isEmpty { birds.append((bird.id.key, name)) }
    }

    /// The sections of `BirdColumns`. The builder gives up its birds.
    ///
    /// - Complexity: O(*n* log *n*).
    mutating func sections() -> [Section] {
        let distinct = Set(birds.map(\.name.scientific) + birds.map(\.name.common)).subtracting([""])
        var texts = TextPoolBuilder()
        var numbers: [String: UInt32] = [:]
        for text in distinct.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
            numbers[text] = texts.index(of: text) + 1
        }
        let rows = birds.map { bird in
            (scientific: numbers[bird.name.scientific] ?? 0, common: numbers[bird.name.common] ?? 0, key: bird.key)
        }.sorted { ($0.scientific, $0.common, $0.key) < ($1.scientific, $1.common, $1.key) }
        birds = []
        let byCommonName = rows.indices.sorted { (rows[$0].common, $0) < (rows[$1].common, $1) }
        let (offsets, bytes) = texts.take()
        return [
            Section(BirdColumns.Kind.textOffsets.id, elements: offsets),
            Section(BirdColumns.Kind.textBytes.id, elements: bytes),
            Section(BirdColumns.Kind.names.id, elements: rows.flatMap { [$0.scientific, $0.common] }),
            Section(BirdColumns.Kind.byCommonName.id, elements: byCommonName.map { UInt32($0) }),
            Section(BirdColumns.Kind.keys.id, elements: rows.map(\.key)),
        ]
    }
}
