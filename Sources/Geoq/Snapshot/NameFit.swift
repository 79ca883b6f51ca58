/// How a name that is looked for stands in another; the best first. Both are
/// folded (`NameFolding`), and a match always begins where a word does.
package enum NameFit: Int, Comparable, Sendable, CaseIterable {
    /// They are the same.
    case whole
    /// The name begins with it, and a word ends where it does.
    case firstWords
    /// The name begins with it, in the midst of a word.
    case beginning
    /// Whole words inside the name.
    case words
    /// Words inside the name, of which the last is only begun.
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
