extension EBirdBarChart {
    /// `Canada Goose (<em class="sci">Branta canadensis</em>)`, or a name alone.
    ///
    /// - Complexity: O(length): a line may be as long as megabytes.
    static func bird(_ taxon: String) -> BirdRecord {
        // Behind such an end each tag is closed, so the first one that begins is found at once.
        let end = ["</em>)", "</i>)"].first { taxon.hasSuffix($0) }
        guard let end, let tag = taxon.firstMatch(of: /\(<(?:em|i)(?:\s[^>]*)?>/) else {
            return BirdRecord(identity: RecordIdentity(), commonName: unescaped(taxon[...]))
        }
        var common = taxon[..<tag.range.lowerBound]
        while common.last?.isWhitespace == true { common.removeLast() }
        let scientific = taxon[tag.range.upperBound...].dropLast(end.count)
        guard !common.isEmpty, !scientific.isEmpty else {
            return BirdRecord(identity: RecordIdentity(), commonName: unescaped(taxon[...]))
        }
        var bird = BirdRecord(identity: RecordIdentity(), commonName: unescaped(common))
        bird.scientificName = unescaped(scientific)
        return bird
    }

    /// A text of HTML without its references to characters: `&amp;`, `&#39;`.
    private static func unescaped(_ html: Substring) -> String {
        var text = ""
        var rest = html
        while let start = rest.firstIndex(of: "&") {
            text += rest[..<start]
            rest = rest[start...].dropFirst()
            // The longest reference has as many characters.
            if let end = rest.prefix(10).firstIndex(of: ";"), let character = character(rest[..<end]) {
                text.append(character)
                rest = rest[end...].dropFirst()
            } else {
                text.append("&")
            }
        }
        return text + rest
    }

    /// HTML has `#X`, too.
    ///
    /// - Returns: nil for a name that stands for nothing, and for a sign that is no text.
    private static func character(_ reference: Substring) -> Character? {
        let name: Substring = reference.hasPrefix("#X") ? "#x\(reference.dropFirst(2))" : reference
        guard let scalar = CharacterReference.scalar(name), scalar.value >= 0x20 else { return nil }
        return Character(scalar)
    }
}
