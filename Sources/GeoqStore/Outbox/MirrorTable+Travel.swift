import Geoq

extension MirrorTable {
    /// The tables whose rows a user of the account writes; parents first.
    static let written = allCases.filter { !$0.isReference }

    /// Whether its rows say whose they are.
    var hasOwner: Bool { columns.contains { $0.name == "owner_id" } }

    /// The columns that travel, in the order of the table's description. The
    /// server alone writes the others; `created_at` goes along with a new row of
    /// some tables.
    var travelingColumns: [TableSchema.Column] {
        columns.filter { !["row_version", "created_at", "updated_at"].contains($0.name) }
    }

    /// Whether a new row tells the server when it was made, because rows are shown
    /// in that order. It never changes afterwards.
    var tellsCreation: Bool {
        switch self {
        case .identificationSession, .identificationMark, .identificationResult, .identificationCandidate,
            .observedBirdPhotos:
            true
        default: false
        }
    }

    /// What rows are ordered by, the oldest first: the moment in milliseconds, for other programs write other zones
    /// and forms, and then the text. A whole second is written without a fraction, and `Z` comes after `.`.
    static let creationOrder =
        "(ifnull(strftime('%Y-%m-%dT%H:%M:%f', created_at), '') || ' ' || rtrim(created_at, 'Z'))"

    /// What a base row keeps, besides its marks and the token.
    var baseColumns: [String] { columns.map(\.name) + ["deleted_at"] }

    /// The column that people know a row by, of tables that others belong to.
    var nameColumn: String? {
        switch self {
        case .bird: "common_name"
        case .hotspot: "name"
        case .watchlists: "title"
        default: nil
        }
    }

    /// The column that names the row that a row goes with; nil for a list.
    package var parentColumn: (name: String, table: MirrorTable)? {
        schema.references.first { $0.reference?.cascades == true }
            .flatMap { column in
                column.reference.flatMap { MirrorTable(rawValue: $0.table) }.map { (column.name, $0) }
            }
    }

    /// Tables whose rows go with a row of this one, and the column that names
    /// it.
    package var dependents: [(table: MirrorTable, column: String)] {
        Self.written.compactMap { child in
            child.parentColumn.flatMap { $0.table == self ? (child, $0.name) : nil }
        }
    }

    /// Columns that mean something only together: a merge takes all of them
    /// from one side. Half of two places is a third place.
    private static let groups: [[String]] = [
        ["lat", "lon"], ["location_rule_lat", "location_rule_lon", "location_rule_radius_km"],
        ["start_date", "end_date"], ["date_rule_start_date", "date_rule_end_date"],
        ["to_observe_start_date", "to_observe_end_date"], ["rule_type", "parameters_json"],
        ["storage_url", "is_uploaded", "uploaded_at"],
    ]

    /// The positions of the traveling columns, by groups.
    var mergeUnits: [[Int]] {
        let names = travelingColumns.map(\.name)
        var units: [[Int]] = []
        var taken: Set<Int> = []
        for position in names.indices where !taken.contains(position) {
            let group = Self.groups.first { $0.contains(names[position]) } ?? [names[position]]
            let unit = group.compactMap { names.firstIndex(of: $0) }
            taken.formUnion(unit)
            units.append(unit)
        }
        return units
    }
}

extension TableSchema.Column {
    /// Whether the server has a value for a new row that does not tell one: a NULL
    /// would keep it from that.
    var isFilledByServer: Bool { standard != nil || name == "added_date" }

    /// A value as SQLite stores it in this column, so that two values can be
    /// compared.
    func stored(_ value: FieldValue) -> FieldValue {
        switch (kind, value) {
        case (_, .bool(let flag)): .integer(flag ? 1 : 0)
        case (.real, .integer(let number)): .real(Double(number))
        case (.real, .real(let number)) where number.isNaN: .null
        default: value
        }
    }

    /// A stored value as it leaves the store: flags are flags.
    func traveling(_ value: FieldValue) -> FieldValue {
        if kind == .bool, case .integer(let number) = value { return .bool(number != 0) }
        return value
    }
}
