/// Species in any table with a header; also geoq's own export of them.
struct BirdTable: TableFormat {
    static let name = "birds"
    static let kind = ImportKind.birds
    static let title = "a table of birds"

    static func matches(_ head: TableHead, options: ImportOptions) -> Bool {
        let isMapped = options.columnMap.keys.contains { TableField(mapped: $0) == .commonName }
        return options.kind == kind
            && (isMapped || head.header.column(FieldAliases.names(of: .commonName, in: kind)) != nil)
    }

    let source: String? = nil
    private let identity: IdentityColumns
    private let commonName, scientificName, family, order, shape, description, status: Column?

    init(_ columns: inout ColumnBinder, options: ImportOptions) throws {
        identity = IdentityColumns(&columns, of: Self.kind)
        commonName = try columns.required(.commonName, of: Self.kind)
        scientificName = columns.column(.scientificName, of: Self.kind)
        family = columns.column(.family, of: Self.kind)
        order = columns.column(.orderName, of: Self.kind)
        shape = columns.column(.shapeID, of: Self.kind)
        description = columns.column(.descriptionText, of: Self.kind)
        status = columns.column(.conservationStatus, of: Self.kind)
    }

    var isVerbatim: Bool { identity.isOwnExport }

    func outcome(of row: DelimitedRow) throws -> RowOutcome {
        let identity = try identity.identity(row)
        guard let name = row.text(commonName) else {
            throw FieldProblem(column: commonName?.name, reason: "no common name")
        }
        var bird = BirdRecord(identity: identity.keepingUUID, commonName: name)
        bird.scientificName = row.text(scientificName)
        bird.family = row.text(family)
        bird.orderName = row.text(order)
        bird.shapeID = row.text(shape)
        bird.descriptionText = row.text(description)
        bird.conservationStatus = row.text(status)
        return .take(.bird(bird))
    }
}
