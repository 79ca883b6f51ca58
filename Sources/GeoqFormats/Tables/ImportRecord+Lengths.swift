import Geoq

extension ImportRecord {
    /// The longest name of anything, in bytes of UTF-8: names are shown in lists,
    /// on maps and in messages.
    static let longestName = 1_000
    /// The longest name of a source, in bytes of UTF-8.
    package static let longestSource = 200

    /// Refuses a record with a name that is too long or unusable.
    ///
    /// - Throws: `FieldProblem`.
    func checkLengths() throws(FieldProblem) {
        switch self {
        case .hotspot(let place):
            try ImportRecord.check(place.name, "name")
            try ImportRecord.check(place.locality, "locality")
            try ImportRecord.check(place.identity.source, "source", most: ImportRecord.longestSource)
        case .observation(let seen):
            try ImportRecord.check(seen.scientificName, "scientific_name")
            try ImportRecord.check(seen.commonName, "common_name")
            try ImportRecord.check(seen.place, "place")
            try ImportRecord.check(seen.identity.source, "source", most: ImportRecord.longestSource)
        case .bird(let bird):
            try ImportRecord.check(bird.commonName, "common_name")
            try ImportRecord.check(bird.scientificName, "scientific_name")
            try ImportRecord.check(bird.identity.source, "source", most: ImportRecord.longestSource)
        case .presence(let row):
            try ImportRecord.check(row.hotspot.text, "hotspot")
            try ImportRecord.check(row.bird.text, "scientific_name")
            try ImportRecord.check(row.newBird?.commonName, "common_name")
            try ImportRecord.check(row.identity.source, "source", most: ImportRecord.longestSource)
        case .watchlist(let row):
            for (column, value) in zip(row.part.columns, row.values) where ImportRecord.named.contains(column.name) {
                try ImportRecord.check(value.text, column.name)
            }
            try ImportRecord.check(row.identity.source, "source", most: ImportRecord.longestSource)
        }
    }

    /// Columns of watchlists that hold names.
    private static let named: Set<String> = [
        "title", "location", "location_display_name", "location_rule_display_name", "nickname", "observed_by",
    ]

    /// Why a text cannot be a name of a list or of one of its entries, or of what else goes
    /// by such a name: an import would refuse it.
    ///
    /// - Parameter column: the column that the text is for.
    /// - Returns: nil when it can be, and for a column that holds no name.
    package static func problem(ofName text: String, in column: String) -> String? {
        guard named.contains(column), text.utf8.count > longestName else { return nil }
        return "it has \(text.utf8.count) bytes; at most \(longestName) are taken"
    }

    private static func check(_ text: String?, _ column: String, most: Int = longestName) throws(FieldProblem) {
        guard let text, text.utf8.count > most else { return }
        throw FieldProblem(
            column: column, value: text, reason: "\(column) has \(text.utf8.count) bytes; at most \(most) are taken")
    }
}
