import GeoqIndex

/// Sorts the words of names, so that a name is found by any of its words.
///
/// For each word of each name there is an entry: the item, and where in the
/// folded name (`NameFolding`) the word begins. Entries are in the order of the
/// folded name from that place on, as bytes, then of the items. So entries that
/// begin with the same words lie together.
enum NameIndexBuilder {
    /// Of a longer name these bytes count, as far as the last whole character: an import takes no longer one, but a
    /// mirror does. Words are compared up to the end of their names, so one of very many equal words would take a
    /// time that grows with the square of its length. Folded such a name has fewer bytes than `UInt16` counts.
    private static let longest = 1_000

    /// The bytes of a name that count.
    static func beginning(of name: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        guard name.count > longest else { return name }
        var end = longest
        while end > 0, name[end] & 0xC0 == 0x80 { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: name[..<end])
    }

    /// What counts of a name, folded.
    static func folded(_ name: String) -> [UInt8] {
        var (text, bytes) = (name, [UInt8]())
        text.withUTF8 { NameFolding.append(beginning(of: UnsafeRawBufferPointer($0)), to: &bytes) }
        return bytes
    }

    /// - Parameter names: the index of each item's name among the texts.
    /// - Returns: the item and the place in its name of each entry.
    /// - Complexity: O(*w* log *w*) for *w* words; memory for a copy of all names
    ///   and 32 bytes a word.
    static func build(
        names: [UInt32], offsets: [UInt64], bytes: [UInt8]
    ) -> (items: [UInt32], places: [UInt16]) {
        var folded: [UInt8] = []
        folded.reserveCapacity(bytes.count + 2 * names.count)
        var words: [Word] = []
        words.reserveCapacity(names.count * 2)
        for (item, name) in names.enumerated() {
            let start = folded.count
            bytes.withUnsafeBytes { texts in
                let range = Int(offsets[Int(name)])..<Int(offsets[Int(name) + 1])
                NameFolding.append(beginning(of: UnsafeRawBufferPointer(rebasing: texts[range])), to: &folded)
            }
            let end = folded.count
            // No folded name holds a zero.
            folded.append(0)
            folded.withUnsafeBufferPointer { folded in
                for place in start..<end where place == start || folded[place - 1] == 0x20 {
                    words.append(
                        Word(start: place, item: UInt32(item), place: UInt16(place - start), in: folded))
                }
            }
        }
        folded.withUnsafeBufferPointer { folded in
            words.sort { first, second in
                if first.beginning != second.beginning { return first.beginning < second.beginning }
                if first.next != second.next { return first.next < second.next }
                return isBefore(first, second, folded)
            }
        }
        return (words.map(\.item), words.map(\.place))
    }

    /// The order of two words with the same first sixteen bytes.
    private static func isBefore(_ first: Word, _ second: Word, _ folded: UnsafeBufferPointer<UInt8>) -> Bool {
        guard !first.isWhole else { return first.item < second.item }
        var (one, other) = (first.start + 16, second.start + 16)
        while folded[one] == folded[other], folded[one] != 0 {
            one += 1
            other += 1
        }
        return folded[one] == folded[other] ? first.item < second.item : folded[one] < folded[other]
    }

    private struct Word {
        /// The word's first eight bytes as a number, the first byte highest,
        /// and the next eight; zeros behind the name's end, which come before
        /// any byte of a name.
        let beginning, next: UInt64
        let start: Int
        let item: UInt32
        let place: UInt16

        init(start: Int, item: UInt32, place: UInt16, in folded: UnsafeBufferPointer<UInt8>) {
            (self.start, self.item, self.place) = (start, item, place)
            var (parts, index) = ((UInt64(0), UInt64(0)), start)
            var shift: UInt64 = 56
            while index < start + 16, folded[index] != 0 {
                if index < start + 8 {
                    parts.0 |= UInt64(folded[index]) << shift
                } else {
                    parts.1 |= UInt64(folded[index]) << shift
                }
                index += 1
                shift = shift == 0 ? 56 : shift - 8
            }
            (beginning, next) = parts
        }

        /// Whether the name ends within the first sixteen bytes.
        var isWhole: Bool { next & 0xFF == 0 }
    }
}
