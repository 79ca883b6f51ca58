import Geoq

/// The name of a table or view, perhaps with its schema.
///
/// As a text it is `schema.table`. A part with a dot in it, or with a quotation mark in front,
/// stands in quotation marks, and a mark within these is doubled, as SQL writes it:
/// `public."my.table"`. Any other part stands as it is, whatever its letters are.
package struct RelationName: Hashable, Sendable, CustomStringConvertible {
    package var schema: String?
    package var table: String

    package init(schema: String?, table: String) {
        (self.schema, self.table) = (schema, table)
    }

    /// Reads a text of this form; nil for one that is no name: with an empty part, more than two
    /// parts, or an open quotation mark.
    package init?(_ text: String) {
        var parts: [String] = []
        // By scalars: a mark with an accent behind it is a mark.
        var rest = text.unicodeScalars[...]
        while true {
            guard let part = Self.part(&rest), !part.isEmpty else { return nil }
            parts.append(part)
            if rest.isEmpty { break }
            // The dot.
            rest.removeFirst()
        }
        guard parts.count <= 2 else { return nil }
        self.init(schema: parts.count == 2 ? parts[0] : nil, table: parts[parts.count - 1])
    }

    package var description: String { (schema.map { Self.text($0) + "." } ?? "") + Self.text(table) }

    /// Whether a person who writes this means the relation: its name, with or without its schema,
    /// in quotation marks or not.
    package func isMeant(by text: String) -> Bool {
        if [description, Self.text(table), table].contains(text) { return true }
        if let schema, "\(schema).\(table)" == text { return true }
        guard let read = RelationName(text) else { return false }
        return read.table == table && (read.schema == nil || read.schema == schema)
    }

    /// Whether two names may be of one relation: one tells the schema, and the other does not.
    package func mayBe(_ other: RelationName) -> Bool {
        table == other.table && (schema == nil) != (other.schema == nil)
    }

    private static func text(_ part: String) -> String {
        let scalars = part.unicodeScalars
        return scalars.contains(".") || scalars.first == "\"" ? part.quoted(by: "\"") : part
    }

    /// Takes a part from the front, up to its dot or the end.
    private static func part(_ rest: inout Substring.UnicodeScalarView) -> String? {
        guard rest.first == "\"" else {
            let part = rest.prefix { $0 != "." }
            rest = rest[part.endIndex...]
            return String(part)
        }
        rest.removeFirst()
        var part = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            guard scalar == "\"" else {
                part.append(scalar)
                continue
            }
            if rest.first != "\"" { return rest.isEmpty || rest.first == "." ? String(part) : nil }
            rest.removeFirst()
            part.append("\"")
        }
        return nil
    }
}
