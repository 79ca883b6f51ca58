/// Names of columns as a person writes them, separated by commas: `amenity,ele`, or `kind=type`.
///
/// A name in quotation marks may have commas and equals signs, and a mark in it is doubled, as SQL writes it:
/// `"a,b"="c=d"`. Any other stands as it is, without white space around it.
package struct WrittenNames {
    /// What stands between two commas.
    package struct Part {
        /// As it was written.
        package let written: String
        /// The names before and behind the equals sign; one name without it.
        package let sides: [String]
    }

    package let parts: [Part]

    /// - Parameter isPaired: whether an equals sign separates two names; otherwise it belongs to the name.
    /// - Returns: nil for a quotation mark that nothing closes, or behind which something follows.
    package init?(_ text: String, isPaired: Bool = false) {
        var parts: [Part] = []
        // By scalars: a mark with an accent behind it is a mark.
        var rest = text.unicodeScalars[...]
        while true {
            let start = rest
            var sides: [String] = []
            repeat {
                let splits = isPaired && sides.isEmpty
                guard let name = Self.name(&rest, endsAtEquals: splits) else { return nil }
                sides.append(name)
                guard splits, rest.first == "=" else { break }
                rest.removeFirst()
            } while true
            parts.append(Part(written: String(start[..<rest.startIndex]), sides: sides))
            // The comma.
            guard rest.popFirst() != nil else { break }
        }
        self.parts = parts
    }

    /// Whether nothing stands between two commas, or before or behind one.
    package var hasGap: Bool { parts.contains { $0.sides == [""] } }

    /// The first names of all parts. Between two commas without anything there is none.
    package var names: [String] { parts.filter { !$0.written.isEmpty }.compactMap(\.sides.first) }

    /// Takes a name from the front, up to its comma or equals sign or the end.
    private static func name(_ rest: inout Substring.UnicodeScalarView, endsAtEquals: Bool) -> String? {
        func isEnd(_ scalar: Unicode.Scalar?) -> Bool {
            scalar == nil || scalar == "," || endsAtEquals && scalar == "="
        }
        let quoted = rest.drop { $0.properties.isWhitespace }
        guard quoted.first == "\"" else {
            var name = rest.prefix { !isEnd($0) }
            rest = rest[name.endIndex...]
            name = name.drop { $0.properties.isWhitespace }
            while name.last?.properties.isWhitespace == true { name.removeLast() }
            return String(name)
        }
        rest = quoted.dropFirst()
        var name = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            guard scalar == "\"" else {
                name.append(scalar)
                continue
            }
            if rest.first != "\"" {
                rest = rest.drop { $0.properties.isWhitespace }
                return isEnd(rest.first) ? String(name) : nil
            }
            rest.removeFirst()
            name.append("\"")
        }
        return nil
    }
}
