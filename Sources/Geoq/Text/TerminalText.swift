/// Text for a terminal: without control characters, and of a known width.
package enum TerminalText {
    /// The text without anything that a terminal would obey.
    ///
    /// Tabs and line breaks (also U+2028, U+2029) become spaces, other control
    /// characters the pictures of U+2400 or `�`, so that no escape sequence
    /// gets through to the terminal. Marks that change the direction of what
    /// follows are left out (Unicode Standard Annex 9, section 2), and so are
    /// characters that cannot be seen, by which two texts that look the same
    /// would differ. A joiner (U+200C, U+200D) stays behind a letter or picture
    /// beyond ASCII, where scripts and emoji need it.
    ///
    /// - Parameter limit: At most so many Unicode scalars of the text are read.
    package static func neutralized(_ text: String, limit: Int = .max) -> String {
        if text.utf8.count <= limit, text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(limit) {
            switch scalar.value {
            case 0x09...0x0D, 0x85, 0x2028, 0x2029: result.append(" ")
            case 0x00...0x1F: result.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
            case 0x7F: result.append("\u{2421}")
            case 0x80...0x9F: result.append("\u{FFFD}")
            case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: continue
            case 0x200C, 0x200D: if let last = result.last, last.value >= 0x80 { result.append(scalar) }
            // Soft hyphen, grapheme joiner, Hangul fillers, zero-width space,
            // word joiner and invisible operators, byte order mark, interlinear
            // marks, tags.
            case 0xAD, 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x200B, 0x2060...0x2065, 0x3164, 0xFEFF,
                0xFFA0, 0xFFF9...0xFFFB, 0xE0000...0xE001F:
                continue
            // Tags: the flag of a region is a picture with tags behind it.
            case 0xE0020...0xE007F: if let last = result.last, last.value >= 0x1F000 { result.append(scalar) }
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// How many terminal columns a text without control characters takes.
    ///
    /// - Complexity: O(scalars).
    package static func width(_ text: String) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.reduce(0) { $0 + DisplayWidth.columns(of: $1) }
    }

    /// The text, or its start and `…` when it is wider than `columns`.
    ///
    /// - Precondition: `columns` is at least 1.
    package static func cut(_ text: String, to columns: Int) -> String {
        precondition(columns >= 1, "A text cannot be cut to no columns.")
        if width(text) <= columns { return text }
        var used = 0
        let start = text.prefix { character in
            used += DisplayWidth.columns(of: character)
            return used < columns
        }
        return start + "…"
    }
}

/// How wide characters are on a terminal.
///
/// An approximation of Unicode Standard Annex 11 (*East Asian Width*): the
/// blocks of `EastAsianWidth.txt` (Unicode 15.1) that are wide or fullwidth,
/// merged across unassigned gaps. Terminals differ for other characters.
enum DisplayWidth {
    /// 0, 1 or 2. A character of several scalars is as wide as the widest.
    static func columns(of character: Character) -> Int {
        var widest = 0
        for scalar in character.unicodeScalars {
            // U+FE0F asks for the picture of an emoji, which is wide.
            widest = max(widest, scalar.value == 0xFE0F && widest > 0 ? 2 : columns(of: scalar))
        }
        return widest
    }

    private static func columns(of scalar: Unicode.Scalar) -> Int {
        if (0x20..<0x7F).contains(scalar.value) { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .control: return 0
        // The soft hyphen is shown.
        case .format: return scalar.value == 0xAD ? 1 : 0
        default: break
        }
        // Medial and final Hangul letters join the syllable before them.
        if (0x1160...0x11FF).contains(scalar.value) { return 0 }
        return isWide(scalar.value) || scalar.properties.isEmojiPresentation ? 2 : 1
    }

    private static func isWide(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x1100...0x115F,  // Hangul Jamo, initial letters
            0x2329...0x232A,  // angle brackets
            0x2E80...0x303E,  // CJK and Kangxi radicals, CJK punctuation
            0x3041...0x4DBF,  // Kana to CJK Extension A
            0x4E00...0xA4CF,  // CJK, Yi
            0xA960...0xA97F,  // Hangul Jamo Extended-A
            0xAC00...0xD7A3,  // Hangul syllables
            0xF900...0xFAFF,  // CJK compatibility ideographs
            0xFE10...0xFE19, 0xFE30...0xFE6F,  // vertical and small forms
            0xFF01...0xFF60, 0xFFE0...0xFFE6,  // fullwidth forms
            0x16FE0...0x18DFF,  // Tangut, Khitan
            0x1AFF0...0x1B2FF,  // Kana supplements, Nushu
            0x1F200...0x1F2FF,  // enclosed ideographs
            0x20000...0x3FFFD:  // CJK Extensions B and later
            true
        default: false
        }
    }
}
