import ArgumentParser
import Foundation

/// Names of columns as an option has them, separated by commas: `amenity,ele`, or `kind=type`.
///
/// A name in quotation marks may have commas and equals signs, and a mark in it is doubled, as SQL writes it:
/// `"a,b"="c=d"`. Any other stands as it is, without blanks around it.
struct WrittenNames {
    /// What stands between two commas.
    struct Part {
        /// As it was written.
        let written: String
        /// The names before and behind the equals sign; one name without it.
        let sides: [String]
    }

    let parts: [Part]

    /// - Parameter isPaired: whether an equals sign separates two names; otherwise it belongs to the name.
    /// - Returns: nil for a quotation mark that nothing closes, or behind which something follows.
    init?(_ text: String, isPaired: Bool = false) {
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

    /// The first names of all parts. Between two commas without anything there is none.
    var names: [String] { parts.filter { !$0.written.isEmpty }.compactMap(\.sides.first) }

    /// - Throws: `ValidationError` for quotation marks that are not in order.
    static func read(_ text: String, of option: String, isPaired: Bool = false) throws -> WrittenNames {
        guard let names = WrittenNames(text, isPaired: isPaired) else {
            throw ValidationError(
                "\(option) \(text) has a quotation mark that does not end its name. A name with a comma or an equals "
                    + "sign stands in quotation marks, and a mark in it is doubled: '\"a,b\"'.")
        }
        return names
    }

    /// Takes a name from the front, up to its comma or equals sign or the end.
    private static func name(_ rest: inout Substring.UnicodeScalarView, endsAtEquals: Bool) -> String? {
        func isEnd(_ scalar: Unicode.Scalar?) -> Bool {
            scalar == nil || scalar == "," || endsAtEquals && scalar == "="
        }
        let quoted = rest.drop { $0 == " " }
        guard quoted.first == "\"" else {
            let name = rest.prefix { !isEnd($0) }
            rest = rest[name.endIndex...]
            return String(name).trimmingCharacters(in: .whitespaces)
        }
        rest = quoted.dropFirst()
        var name = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            guard scalar == "\"" else {
                name.append(scalar)
                continue
            }
            if rest.first != "\"" {
                rest = rest.drop { $0 == " " }
                return isEnd(rest.first) ? String(name) : nil
            }
            rest.removeFirst()
            name.append("\"")
        }
        return nil
    }
}
