import GeoqIndex

/// The words of a layer's names in their order: what `NameIndexBuilder` makes.
struct NameIndex: Sendable {
    /// The item whose name the word is in, by position.
    let items: MappedColumn<UInt32>
    /// Where in the folded name the word begins.
    let places: MappedColumn<UInt16>

    init(items: MappedColumn<UInt32>, places: MappedColumn<UInt16>) throws(IndexError) {
        guard items.count == places.count else {
            throw .notAnIndex(reason: "columns of \(items.count) and \(places.count) words")
        }
        (self.items, self.places) = (items, places)
    }
}

extension LayerColumns {
    /// A name in which the wanted text was found.
    struct NamedItem {
        let position: Int
        let fit: NameFit
        /// The folded name, from the place of the fit on.
        let rest: ArraySlice<UInt8>
    }

    /// The names in which a folded text (`NameIndexBuilder.folded`) stands where a word begins, in the
    /// order of the names from that place on, then of the items.
    ///
    /// - Parameter visit: is given each name once, at the first place of its
    ///   best fit; it returns whether to go on.
    /// - Complexity: O(log *w*) names, and one for each that is visited.
    func forEachName(
        with wanted: [UInt8], _ visit: (NamedItem) throws(IndexError) -> Bool
    ) throws(IndexError) {
        guard let words = nameIndex else { return }
        var name: [UInt8] = []
        for entry in try firstWord(notBefore: wanted, in: words, &name)..<words.items.count {
            let (position, place) = try readName(of: entry, in: words, &name)
            guard NameFit(of: wanted, in: name, at: place) != nil else { return }
            // The text may stand in the name several times.
            guard let best = NameFit.best(of: wanted, in: name), best.place == place else { continue }
            let item = NamedItem(position: position, fit: best.fit, rest: name[place...])
            guard try visit(item) else { return }
        }
    }

    /// The first entry whose name, from its word on, is not before a text.
    private func firstWord(
        notBefore wanted: [UInt8], in words: NameIndex, _ name: inout [UInt8]
    ) throws(IndexError) -> Int {
        var (low, high) = (0, words.items.count)
        while low < high {
            let middle = (low + high) / 2
            let place = try readName(of: middle, in: words, &name).place
            if name[place...].lexicographicallyPrecedes(wanted) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Folds the name of an entry.
    private func readName(
        of entry: Int, in words: NameIndex, _ name: inout [UInt8]
    ) throws(IndexError) -> (position: Int, place: Int) {
        let (position, place) = (Int(try words.items.value(at: entry)), Int(try words.places.value(at: entry)))
        guard position < names.count else {
            throw .damaged(offset: 0, expected: "an item below \(names.count)", found: "\(position)")
        }
        try readName(at: position, &name)
        guard place < name.count else {
            throw .damaged(offset: 0, expected: "a word below byte \(name.count)", found: "\(place)")
        }
        return (position, place)
    }

    /// Folds what counts of the name of an item.
    func readName(at position: Int, _ name: inout [UInt8]) throws(IndexError) {
        let text = Int(try names.value(at: position))
        guard text + 1 < texts.offsets.count else {
            throw .damaged(offset: 0, expected: "a text below \(texts.offsets.count - 1)", found: "\(text)")
        }
        let (first, end) = (try texts.offsets.value(at: text), try texts.offsets.value(at: text + 1))
        guard first <= end, end <= UInt64(texts.bytes.count) else {
            throw .damaged(offset: 0, expected: "texts that ascend", found: "\(first), \(end)")
        }
        var bytes: [UInt8] = []
        swap(&bytes, &name)
        bytes.removeAll(keepingCapacity: true)
        try texts.bytes.withBytes(Int(first)..<Int(end)) {
            NameFolding.append(NameIndexBuilder.beginning(of: $0), to: &bytes)
        }
        swap(&bytes, &name)
    }
}
