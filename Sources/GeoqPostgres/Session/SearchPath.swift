/// The schemas that a login looks names up in.
struct SearchPath {
    let schemas: [String]

    /// - Parameter text: as the server shows `search_path`: names with commas between, in quotes where they need some.
    init(_ text: String) {
        var schemas: [String] = []
        var (name, isQuoted, wasQuoted) = ("", false, false)
        func end() {
            if wasQuoted || !name.isEmpty { schemas.append(name) }
            (name, wasQuoted) = ("", false)
        }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"":
                // Two of them within quotes stand for one.
                if wasQuoted, !isQuoted { name.unicodeScalars.append(scalar) }
                (isQuoted, wasQuoted) = (!isQuoted, true)
            case "," where !isQuoted: end()
            case " " where !isQuoted: break
            // Without quotes a capital is its small letter.
            case "A"..."Z" where !isQuoted: name += scalar.properties.lowercaseMapping
            default: name.unicodeScalars.append(scalar)
            }
        }
        end()
        self.schemas = schemas
    }

    /// The path with PostgreSQL's own schema before all others, as SQL; nil when that schema is the first already, as
    /// in every path that does not name it.
    ///
    /// If it came after another schema, functions, operators and types of that one would replace PostgreSQL's own.
    var withCatalogFirst: String? {
        let own = "pg_catalog"
        guard let position = schemas.firstIndex(of: own), position > 0 else { return nil }
        return ([own] + schemas.filter { $0 != own }).map(SQLText.name).joined(separator: ", ")
    }
}
