/// How a wanted name stands in another; the best first. Both are folded
/// (`NameFolding`), and a match always begins where a word does.
package enum NameFit: Int, Comparable, Sendable, CaseIterable {
    /// The whole name is the wanted text.
    case whole
    /// The name begins with the text, and a word ends where the text does.
    case firstWords
    /// The name begins with the text, which ends within a word.
    case beginning
    /// The text is whole words inside the name.
    case words
    /// The text is words inside the name, and ends within the last of them.
    case wordBeginnings

    package static func < (one: NameFit, other: NameFit) -> Bool { one.rawValue < other.rawValue }

    /// How `wanted` stands in `name` at a place where a word begins.
    ///
    /// - Returns: nil when it does not stand there.
    init?(of wanted: [UInt8], in name: [UInt8], at place: Int) {
        let end = place + wanted.count
        guard end <= name.count, name[place..<end].elementsEqual(wanted) else { return nil }
        let endsWord = end == name.count || name[end] == 0x20
        switch (place, endsWord) {
        case (0, true): self = end == name.count ? .whole : .firstWords
        case (0, false): self = .beginning
        case (_, true): self = .words
        case (_, false): self = .wordBeginnings
        }
    }

    /// The best fit of `wanted` in a name, and the first place of that fit.
    static func best(of wanted: [UInt8], in name: [UInt8]) -> (fit: NameFit, place: Int)? {
        var best: (fit: NameFit, place: Int)?
        for place in name.indices where place == 0 || name[place - 1] == 0x20 {
            guard let fit = NameFit(of: wanted, in: name, at: place) else { continue }
            if best.map({ fit < $0.fit }) ?? true { best = (fit, place) }
        }
        return best
    }
}
