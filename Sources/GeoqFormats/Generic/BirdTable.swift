import Geoq

/// Species in any table with a header; also geoq's own export of them.
struct BirdTable: TableFormat {
    static let name = "birds"
    static let kind = ImportKind.birds
    static let title = "a table of birds"

    static func matches(_ head: TableHead, options: ImportOptions) -> Bool {
        if options.kind != kind { return false }
        if options.columnMap.keys.contains(where: { TableField(mapped: $0) == .commonName }) { return true }
        guard let name = head.header.column(FieldAliases.names(of: .commonName, in: kind)) else { return false }
        // Any kind of thing may have a name; a bird has more than that.
        return ColumnName(name.name) != "name"
            || telling.contains { head.header.column(FieldAliases.names(of: $0, in: kind)) != nil }
    }

    /// Fields that only birds have.
    static let telling: [TableField] = [.scientificName, .family, .orderName, .shapeID]

    /// A table of names without points, or geoq's own export.
    static func knownKind(_ head: TableHead) -> ImportKind? {
        let options = ImportOptions(kind: .birds)
        guard matches(head, options: options) else { return nil }
        let sightings = ImportOptions(kind: .observations)
        return PointColumns.exist(in: head, options: sightings) ? nil : kind
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
