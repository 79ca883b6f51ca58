/// Unicode's canonical decomposition (Unicode Standard, 3.7, D68), which the
/// standard library has but does not offer.
enum CanonicalDecomposition {
    /// Appends a character's full decomposition, or the character itself.
    ///
    /// - Complexity: O(log *t*) in a table of *t* = 2 060 characters.
    static func append(_ scalar: Unicode.Scalar, to scalars: inout [Unicode.Scalar]) {
        // The first in the table is À.
        guard scalar.value >= 0xC0 else {
            scalars.append(scalar)
            return
        }
        if appendHangul(scalar, to: &scalars) { return }
        guard let (first, second) = pair(scalar) else {
            scalars.append(scalar)
            return
        }
        append(first, to: &scalars)
        if let second { append(second, to: &scalars) }
    }

    /// Puts marks behind one character into the canonical order (D109).
    ///
    /// - Complexity: O(*n*), and O(*m* log *m*) for *m* marks behind one character.
    static func order(_ scalars: inout [Unicode.Scalar]) {
        typealias Mark = (kind: Unicode.CanonicalCombiningClass, number: Int, scalar: Unicode.Scalar)
        var marks: [Mark] = []
        func putInOrder(_ end: Int) {
            // Marks of one class keep their order.
            if marks.count > 1 { marks.sort { ($0.kind, $0.number) < ($1.kind, $1.number) } }
            for (index, mark) in zip(end - marks.count..<end, marks) { scalars[index] = mark.scalar }
            marks.removeAll(keepingCapacity: true)
        }
        for (index, scalar) in scalars.enumerated() {
            let kind = scalar.properties.canonicalCombiningClass
            if kind == .notReordered { putInOrder(index) } else { marks.append((kind, index, scalar)) }
        }
        putInOrder(scalars.count)
    }

    private static func pair(_ scalar: Unicode.Scalar) -> (Unicode.Scalar, Unicode.Scalar?)? {
        let wanted = UInt64(scalar.value)
        var (low, high) = (0, table.count)
        while low < high {
            let middle = (low + high) / 2
            if table[middle] >> 42 < wanted { low = middle + 1 } else { high = middle }
        }
        guard low < table.count, table[low] >> 42 == wanted else { return nil }
        let (first, second) = (UInt32(table[low] >> 21 & 0x1F_FFFF), UInt32(table[low] & 0x1F_FFFF))
        guard let base = Unicode.Scalar(first) else { return nil }
        return (base, second == 0 ? nil : Unicode.Scalar(second))
    }

    /// A syllable's two or three letters (3.12, Hangul Syllable Decomposition).
    private static func appendHangul(_ scalar: Unicode.Scalar, to scalars: inout [Unicode.Scalar]) -> Bool {
        guard (0xAC00...0xD7A3).contains(scalar.value) else { return false }
        let index = scalar.value - 0xAC00
        let letters = [0x1100 + index / 588, 0x1161 + index % 588 / 28, 0x11A7 + index % 28]
        for letter in letters.prefix(index % 28 == 0 ? 2 : 3) {
            if let letter = Unicode.Scalar(letter) { scalars.append(letter) }
        }
        return true
    }
}
