import Geoq

/// Scientific names and their authors.
enum ScientificName {
    /// A name without its author: `Parus major` of
    /// `Parus major Linnaeus, 1758`, `Vireo olivaceus` of
    /// `Vireo olivaceus (Linnaeus, 1766)`.
    ///
    /// After the genus (or higher taxon) come epithets in lower case, marks of
    /// rank or doubt (`subsp.`, `cf.`, `×`), and perhaps a subgenus in
    /// parentheses, which is dropped; the first word of another kind begins
    /// the author. Particles of names (`de`, `van`, `von`) are no epithets.
    ///
    /// - Parameter author: The author, where the file has it in a field of its
    ///   own.
    /// - Returns: nil when only the author was there.
    /// - Complexity: O(length of the name).
    static func withoutAuthor(_ name: String, author: String? = nil) -> String? {
        // A longer one is refused with the row; each hybrid in it would be a call within a call.
        if name.utf8.count > ImportRecord.longestName { return name }
        if let author, !author.isEmpty, name.hasSuffix(author) {
            let rest = name.dropLast(author.count).split(separator: " ")
            if !rest.isEmpty { return rest.joined(separator: " ") }
        }
        let words = name.split(whereSeparator: \.isWhitespace)
        guard let genus = words.first else { return nil }
        var kept = [genus.last == "," ? genus.dropLast() : genus]
        var index = 1
        if words.count > 2, isSubgenus(words[1]), isEpithet(words[2]) { index = 2 }
        while index < words.count, isEpithet(words[index]) || marks.contains(String(words[index])) {
            kept.append(words[index])
            index += 1
        }
        // "Larus x" or "Parus ×" without a second name: the mark is kept, too.
        if marks.contains(String(kept[kept.count - 1])), index < words.count, words[index].first?.isUppercase == true,
            kept.last == "×" || kept.last == "x"
        {
            // A hybrid whose second name repeats the genus.
            return withoutAuthor(words[index...].joined(separator: " ")).map {
                kept.joined(separator: " ") + " " + $0
            }
        }
        return kept.joined(separator: " ")
    }

    private static let marks: Set<String> = [
        "×", "x", "subsp.", "ssp.", "var.", "f.", "cf.", "aff.", "sp.", "spp.", "sp", "/",
    ]

    private static let particles: Set<Substring> = [
        "da", "de", "del", "della", "den", "der", "des", "di", "do", "dos", "du", "et", "ex", "in", "la", "le", "ten",
        "ter", "van", "von", "y", "zu",
    ]

    private static func isSubgenus(_ word: Substring) -> Bool {
        word.first == "(" && word.last == ")" && word.count > 2 && word.dropFirst().dropLast().allSatisfy(\.isLetter)
    }

    private static func isEpithet(_ word: Substring) -> Bool {
        guard let first = word.unicodeScalars.first, first.properties.isLowercase, word.count > 1 else { return false }
        return !particles.contains(word) && word.allSatisfy { $0.isLetter || $0 == "-" || $0 == "/" }
    }
}
