/// Species in any table with a header; also geoq's own export of them.
struct BirdTable: TableFormat {
    static let name = "birds"
    static let kind = ImportKind.birds
    static let title = "a table of birds"

    private static let commonNames: [ColumnName] = [
        "common_name", "com_name", "english_name", "primary_com_name", "vernacular_name", "name", "bird",
    ]

    static func matches(_ head: TableHead, options: ImportOptions) -> Bool {
        let isMapped = options.columnMap.keys.contains { TableField(mapped: $0) == .commonName }
        return options.kind == kind && (isMapped || head.header.column(commonNames) != nil)
    }

    let source: String? = nil
    private let identity: IdentityColumns
    private let commonName, scientificName, family, order, shape, description, status: Column?

    init(_ columns: inout ColumnBinder, options: ImportOptions) throws {
        identity = IdentityColumns(
            &columns, "id", "uuid", "source_id", "species_code", "species_id", "code", "taxon_id")
        guard let commonName = columns.column(.commonName, BirdTable.commonNames) else {
            throw columns.missing(.commonName)
        }
        self.commonName = commonName
        scientificName = columns.column(
            .scientificName, "scientific_name", "sci_name", "latin_name", "binomial", "species", "taxon")
        family = columns.column(.family, "family", "family_name", "family_sci_name")
        order = columns.column(.orderName, "order_name", "order", "taxon_order")
        shape = columns.column(.shapeID, "shape_id", "shape")
        description = columns.column(.descriptionText, "description_text", "description")
        status = columns.column(.conservationStatus, "conservation_status", "iucn_red_list_category", "status")
    }

    var isVerbatim: Bool { identity.isOwnExport }

    func outcome(of row: DelimitedRow) throws -> RowOutcome {
        let identity = try identity.identity(row)
        guard let name = row.text(commonName) else {
            throw FieldProblem(column: commonName?.name, reason: "no common name")
        }
        var bird = BirdRecord(identity: identity, commonName: name)
        bird.scientificName = row.text(scientificName)
        bird.family = row.text(family)
        bird.orderName = row.text(order)
        bird.shapeID = row.text(shape)
        bird.descriptionText = row.text(description)
        bird.conservationStatus = row.text(status)
        return .take(.bird(bird))
    }
}
