import Geoq

/// Darwin Core terms in one table: the `occurrence.txt` of a GBIF download, its
/// simple CSV, or any CSV with terms as its columns.
struct DarwinCoreTable: TableFormat {
    static let name = "darwin-core"
    static let kind = ImportKind.observations
    static let title = "a table of Darwin Core occurrences"

    /// A latitude, a longitude, and a column for the species.
    static func matches(_ head: TableHead, options: ImportOptions) -> Bool {
        guard head.header.has("decimalLatitude", "decimalLongitude") else { return false }
        let species = head.header.column("species", "scientificName", "verbatimScientificName", "genus")
        return species != nil || options.species != nil
    }

    private let columns: [DarwinCoreTerm: Column]
    private let isFromGBIF: Bool
    private var mapper = DarwinCoreMapper()

    init(_ binder: inout ColumnBinder, options: ImportOptions) throws {
        isFromGBIF = binder.header.has("gbifID")
        // The terms that are looked up first, so that `columnMap` can override them.
        var fields = DarwinCoreTable.fields
        fields[isFromGBIF ? .gbifID : .occurrenceID] = .id
        fields[binder.header.has("species") ? .species : .scientificName] = .scientificName
        var columns: [DarwinCoreTerm: Column] = [:]
        for term in DarwinCoreTerm.allCases {
            if let field = fields[term] {
                columns[term] = binder.column(field, term.columnName)
            } else {
                columns[term] = binder.column(named: term.columnName)
            }
        }
        self.columns = columns
    }

    /// `gbif` when the rows have GBIF's ids.
    var source: String? { isFromGBIF ? "gbif" : nil }

    mutating func outcome(of row: DelimitedRow) throws -> RowOutcome {
        do {
            return try mapper.outcome(dates: row.dates) { row.text(columns[$0]) }
        } catch var problem as FieldProblem {
            // The file's own spelling of the column.
            let term = problem.column.flatMap { name in
                name == "lat" ? .decimalLatitude : name == "lon" ? .decimalLongitude : DarwinCoreTerm(rawValue: name)
            }
            problem.column = term.flatMap { columns[$0]?.name } ?? problem.column
            throw problem
        }
    }

    var notes: [String] { mapper.notes }

    /// What `ImportOptions.columnMap` calls a term, besides the id and the name.
    private static let fields: [DarwinCoreTerm: TableField] = [
        .decimalLatitude: .lat, .decimalLongitude: .lon, .coordinateUncertaintyInMeters: .uncertainty,
        .vernacularName: .commonName,
        .individualCount: .count, .eventDate: .date, .eventTime: .time, .locality: .place, .license: .license,
        .informationWithheld: .withheld,
    ]
}
