/// Texts, each stored once, found again by an open hash table of indexes: 8 to
/// 16 bytes for each text besides its own.
struct TextPoolBuilder {
    private(set) var bytes: [UInt8] = []
    /// Where each text starts, and where the last one ends.
    private(set) var offsets: [UInt64] = [0]
    /// Indexes plus one; zero is a free slot.
    private var table = [UInt32](repeating: 0, count: 1024)

    /// The number of texts.
    var count: Int { offsets.count - 1 }

    /// Makes room for texts.
    mutating func reserve(_ count: Int) {
        var size = table.count
        while size <= 2 * count { size *= 2 }
        if offsets.count == 1, size > table.count { table = [UInt32](repeating: 0, count: size) }
    }

    /// The index of a text, which is added when it is new.
    ///
    /// - Complexity: O(length of the text).
    mutating func index(of text: String) -> UInt32 {
        var text = text
        return text.withUTF8 { index(of: $0) }
    }

    private mutating func index(of text: UnsafeBufferPointer<UInt8>) -> UInt32 {
        if count * 2 >= table.count { grow() }
        var slot = Self.hash(text) & (table.count - 1)
        while table[slot] != 0 {
            let index = Int(table[slot] - 1)
            if isText(index, text) { return UInt32(index) }
            slot = (slot + 1) & (table.count - 1)
        }
        let index = UInt32(count)
        table[slot] = index + 1
        bytes.append(contentsOf: text)
        offsets.append(UInt64(bytes.count))
        return index
    }

    private func isText(_ index: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes[Int(offsets[index])..<Int(offsets[index + 1])].elementsEqual(text)
    }

    /// Releases the table by which texts are found: no text is added any more.
    mutating func endSearch() {
        table = []
    }

    /// Puts the texts into the order in which they are used: texts that are
    /// read together then lie together. Unused texts are dropped.
    ///
    /// - Parameter uses: indexes of texts; afterwards the indexes of the same
    ///   texts in their new places.
    /// - Complexity: O(uses + bytes).
    mutating func order(byUseIn uses: inout [UInt32]) {
        var places = [UInt32](repeating: .max, count: count)
        var (orderedBytes, orderedOffsets): ([UInt8], [UInt64]) = ([], [0])
        orderedBytes.reserveCapacity(bytes.count)
        orderedOffsets.reserveCapacity(offsets.count)
        for use in uses.indices {
            let index = Int(uses[use])
            if places[index] == .max {
                places[index] = UInt32(orderedOffsets.count - 1)
                orderedBytes += bytes[Int(offsets[index])..<Int(offsets[index + 1])]
                orderedOffsets.append(UInt64(orderedBytes.count))
            }
            uses[use] = places[index]
        }
        (bytes, offsets, table) = (orderedBytes, orderedOffsets, [])
    }

    /// The texts; the builder keeps none.
    mutating func take() -> (offsets: [UInt64], bytes: [UInt8]) {
        defer { self = TextPoolBuilder() }
        return (offsets, bytes)
    }

    private mutating func grow() {
        var larger = [UInt32](repeating: 0, count: table.count * 2)
        for index in 0..<count {
            let range = Int(offsets[index])..<Int(offsets[index + 1])
            var slot = bytes.withUnsafeBufferPointer { Self.hash(UnsafeBufferPointer(rebasing: $0[range])) }
            slot &= larger.count - 1
            while larger[slot] != 0 { slot = (slot + 1) & (larger.count - 1) }
            larger[slot] = UInt32(index + 1)
        }
        table = larger
    }

    /// Swift's own hash: its seed is the process's, so no file can make all
    /// texts collide.
    private static func hash(_ text: UnsafeBufferPointer<UInt8>) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(text))
        return hasher.finalize()
    }
}
