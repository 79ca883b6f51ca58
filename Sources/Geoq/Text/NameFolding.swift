/// How geoq compares names of places, birds and watchlists.
///
/// Two names are the same when they fold to the same text. Folding takes away
/// case, accents and points (`Zürich`, `São Paulo`, `Łódź`), whether they are
/// written as one character or two; it writes ligatures and letters with strokes
/// as one types them elsewhere (`ß` ss, `æ` ae, `ø` o, `þ` th, `ı` i), drops
/// apostrophes (`Coeur d’Alene`), and takes dashes, commas, points, brackets and
/// blanks for one blank between words. A slash stays, as a word of its own:
/// `Larus argentatus/fuscus` is not `Larus argentatus fuscus`. Marks that make
/// another letter in scripts other than Latin, Greek, Cyrillic, Hebrew and Arabic
/// stay.
package enum NameFolding {
    /// Appends the folded form of a name in UTF-8.
    ///
    /// A name of nothing but punctuation folds to itself without its blanks. No
    /// folded name holds a zero.
    ///
    /// - Complexity: O(bytes): some nanoseconds for each byte of ASCII, ten times
    ///   that for others; O(*m* log *m*) for *m* marks behind one letter, which no name has many of.
    package static func append(_ name: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
        var folded = FoldedWords(bytes: [], start: bytes.count)
        swap(&folded.bytes, &bytes)
        var isASCII = true
        for byte in name {
            guard byte < 0x80 else {
                isASCII = false
                break
            }
            folded.add(ascii: byte)
        }
        if !isASCII {
            folded.clear()
            folded.add(String(decoding: name, as: UTF8.self))
        }
        if folded.isEmpty {
            let text = String(decoding: name, as: UTF8.self)
            folded.bytes.append(contentsOf: text.caseFolded.utf8.filter { $0 > 0x20 })
        }
        swap(&folded.bytes, &bytes)
    }
}

extension String {
    /// The name as it is compared: see `NameFolding`.
    ///
    /// - Complexity: that of `NameFolding.append`.
    package var foldedName: String { String(decoding: foldedNameBytes, as: UTF8.self) }

    /// The same in UTF-8.
    package var foldedNameBytes: [UInt8] {
        var text = self
        return text.withUTF8 { utf8 in
            var bytes: [UInt8] = []
            bytes.reserveCapacity(utf8.count)
            NameFolding.append(UnsafeRawBufferPointer(utf8), to: &bytes)
            return bytes
        }
    }
}

/// Folded words while they grow, with one blank between two.
private struct FoldedWords {
    var bytes: [UInt8]
    /// Where the name starts.
    let start: Int
    private var blankIsDue = false

    init(bytes: [UInt8], start: Int) {
        (self.bytes, self.start) = (bytes, start)
    }

    var isEmpty: Bool { bytes.count == start }

    mutating func clear() {
        bytes.removeLast(bytes.count - start)
        blankIsDue = false
    }

    @inline(__always)
    mutating func add(ascii byte: UInt8) {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): put(byte)
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): put(byte | 0x20)
        case UInt8(ascii: "'"), UInt8(ascii: "`"): break
        case UInt8(ascii: "/"):
            blankIsDue = true
            put(byte)
            blankIsDue = true
        case 0...0x20, 0x7F, UInt8(ascii: "!"), UInt8(ascii: "\""), UInt8(ascii: "("), UInt8(ascii: ")"),
            UInt8(ascii: ","), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: ";"),
            UInt8(ascii: "?"), UInt8(ascii: "["), UInt8(ascii: "\\"), UInt8(ascii: "]"), UInt8(ascii: "_"),
            UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
            blankIsDue = true
        default: put(byte)
        }
    }

    @inline(__always)
    private mutating func put(_ byte: UInt8) {
        if blankIsDue, bytes.count > start { bytes.append(0x20) }
        blankIsDue = false
        bytes.append(byte)
    }

    /// Adds any text.
    mutating func add(_ text: String) {
        var scalars: [Unicode.Scalar] = []
        for scalar in text.unicodeScalars {
            if scalar.value < 0x80 {
                scalars.append(scalar)
                continue
            }
            // Fold case first: some letters become two in upper case.
            for upper in scalar.properties.uppercaseMapping.unicodeScalars {
                for lower in upper.properties.lowercaseMapping.unicodeScalars {
                    CanonicalDecomposition.append(lower, to: &scalars)
                }
            }
        }
        scalars.removeAll { $0.isAccent }
        CanonicalDecomposition.order(&scalars)
        for scalar in scalars { add(scalar) }
    }

    private mutating func add(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0..<0x80: add(ascii: UInt8(scalar.value))
        case 0xFF01...0xFF5E: add(ascii: UInt8(scalar.value - 0xFF01 + 0x21))
        // Acute accents and middle points that stand alone, primes, and the
        // characters for an apostrophe, a glottal stop or a stress.
        case 0xB4, 0xB7, 0x2B9...0x2CF, 0x55A, 0x2018, 0x2019, 0x201B, 0x2027, 0x2032, 0x2035, 0xA78B, 0xA78C: break
        case 0xD7: put(UInt8(ascii: "x"))
        case 0xE6: put("ae")
        case 0xF0, 0x111: put(UInt8(ascii: "d"))
        case 0xF8: put(UInt8(ascii: "o"))
        case 0xFE: put("th")
        case 0x127: put(UInt8(ascii: "h"))
        case 0x140, 0x142: put(UInt8(ascii: "l"))
        case 0x14B: put(UInt8(ascii: "n"))
        case 0x153: put("oe")
        case 0x167: put(UInt8(ascii: "t"))
        case 0x180: put(UInt8(ascii: "b"))
        case 0x237: put(UInt8(ascii: "j"))
        case 0x268: put(UInt8(ascii: "i"))
        case 0x289: put(UInt8(ascii: "u"))
        default: addOther(scalar)
        }
    }

    private mutating func addOther(_ scalar: Unicode.Scalar) {
        if scalar.properties.isDefaultIgnorableCodePoint { return }
        switch scalar.properties.generalCategory {
        case .format: break
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation, .spaceSeparator, .lineSeparator, .paragraphSeparator, .control:
            blankIsDue = true
        default: put(String(scalar))
        }
    }

    private mutating func put(_ text: String) {
        for byte in text.utf8 { put(byte) }
    }
}

extension Unicode.Scalar {
    /// A mark above, below or through a letter that many people leave out when
    /// they type. Marks of Indic and East Asian scripts do not count: there a
    /// mark makes another letter.
    fileprivate var isAccent: Bool {
        switch value {
        case 0x0300...0x036F, 0x0483...0x0487, 0x0591...0x05BD, 0x05BF, 0x05C1...0x05C2, 0x05C4...0x05C5, 0x05C7,
            0x0610...0x061A, 0x064B...0x065F, 0x0670, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF,
            0xFE20...0xFE2F:
            true
        default: false
        }
    }
}
