import Geoq

/// Finds the columns that a format needs, by name or by the user's mapping.
struct ColumnBinder {
    let header: TableHeader
    let file: String

    private let mapped: [TableField: String]
    private var asked: Set<TableField> = []
    private var bound: Set<Int> = []

    /// The columns that fields have been bound to so far.
    private(set) var fields = BoundColumns()

    /// - Throws: `FileProblem` when the user's mapping names a field that geoq does not
    ///   know, or a column that the file does not have.
    init(_ header: TableHeader, file: String, options: ImportOptions) throws(FileProblem) {
        (self.header, self.file) = (header, file)
        var mapped: [TableField: String] = [:]
        for (word, column) in options.columnMap.sorted(by: { $0.key < $1.key }) {
            guard let field = TableField(mapped: word) else {
                throw FileProblem(file: file, .unknownField(word, known: TableField.mappable.map(\.rawValue)))
            }
            guard header.column(ColumnName(column)) != nil else {
                throw FileProblem(file: file, .noColumn(column, field: word, present: header.summary))
            }
            mapped[field] = column
        }
        self.mapped = mapped
    }

    /// The column for a field: the one that the user's mapping says, else the first of
    /// the aliases that is there.
    @discardableResult
    mutating func column(_ field: TableField, _ aliases: ColumnName...) -> Column? {
        column(field, aliases)
    }

    /// The column for a field: the one that the user's mapping says, else the first of
    /// the aliases that is there.
    @discardableResult
    mutating func column(_ field: TableField, _ aliases: [ColumnName]) -> Column? {
        if !field.hasOneName { asked.insert(field) }
        let column = mapped[field].flatMap { header.column(ColumnName($0)) } ?? header.column(aliases)
        if let column {
            bound.insert(column.index)
            fields.bind(field, column)
        }
        return column
    }

    /// Whether the user's mapping names a column for a field.
    private func isMapped(_ field: TableField) -> Bool { mapped[field] != nil }

    /// The column for a field of a table of unknown origin, by `FieldAliases`.
    @discardableResult
    mutating func column(_ field: TableField, of kind: ImportKind) -> Column? {
        column(field, FieldAliases.names(of: field, in: kind))
    }

    /// The columns for the date: one for the whole date, or else year, month and
    /// day, as spreadsheets and R write them.
    mutating func date(_ aliases: [ColumnName]) {
        guard column(.date, aliases) == nil, column(.year, "year") != nil else { return }
        column(.month, "month")
        column(.day, "day")
    }

    /// The columns for all fields of a table of unknown origin.
    mutating func all(of kind: ImportKind) throws(FileProblem) {
        // geoq's own export has `id` (a UUID), `source` and `source_id`; another
        // table has at most one id, which its source gave.
        if header.has("id", "source", "source_id") {
            column(.id, "id")
            column(.source, "source")
            column(.sourceID, "source_id")
        } else {
            column(.id, of: kind)
        }
        for (field, names) in FieldAliases.table(for: kind) {
            switch field {
            case .id, .lat, .lon, .geometry: break
            case .date:
                date(names)
                column(.dateEnd, "date_end")
                column(.datePrecision, "date_precision")
            default: column(field, names)
            }
        }
        if kind != .birds, kind != .presence { try point(of: kind) }
    }

    /// The columns that hold the points: a latitude and a longitude, or one column
    /// with whole points, as databases write them.
    ///
    /// - Throws: `FileProblem` when the table has no points.
    private mutating func point(of kind: ImportKind) throws(FileProblem) {
        let (latitude, longitude) = (column(.lat, of: kind), column(.lon, of: kind))
        if latitude != nil, longitude != nil, !isMapped(.geometry) {
            asked.insert(.geometry)
        } else if column(.geometry, of: kind) == nil {
            throw missing(latitude == nil ? .lat : .lon)
        }
    }

    /// A column that the user's mapping cannot name.
    mutating func column(named aliases: ColumnName...) -> Column? {
        let column = header.column(aliases)
        if let column { bound.insert(column.index) }
        return column
    }

    /// The column for a field that must be there.
    ///
    /// - Throws: `FileProblem` that names the columns that the table has.
    @discardableResult
    mutating func required(_ field: TableField, _ aliases: ColumnName...) throws(FileProblem) -> Column {
        guard let column = column(field, aliases) else { throw missing(field) }
        return column
    }

    /// Refuses a file of sightings without any column for the species.
    ///
    /// - Parameters:
    ///   - other: another column of the format that could name the species.
    ///   - mayBePlaces: whether the file can be imported as hotspots instead.
    /// - Throws: `FileProblem`, unless the user named the species, or wants
    ///   only places.
    func requireSpecies(
        or other: Column? = nil, options: ImportOptions, mayBePlaces: Bool = false
    ) throws(FileProblem) {
        if options.species != nil || options.takesPlacesAlone || other != nil { return }
        if fields[.scientificName] != nil || fields[.commonName] != nil { return }
        throw FileProblem(
            file: file,
            .noSpecies(wanted: "for the species among \(header.summary)", mayBeNamed: true, mayBePlaces: mayBePlaces))
    }

    /// The problem with a file that has no column for a field.
    func missing(_ field: TableField) -> FileProblem {
        FileProblem(file: file, .noColumnFor(field.rawValue, present: header.summary))
    }

    /// The columns that no field was bound to, in order.
    ///
    /// - Throws: `FileProblem` when the user's mapping names a field that this format does
    ///   not have.
    func unknownColumns() throws(FileProblem) -> [String] {
        if let field = mapped.keys.filter({ !asked.contains($0) }).map(\.rawValue).min() {
            throw FileProblem(file: file, .unusedField(field, known: asked.map(\.rawValue).sorted()))
        }
        return header.names.enumerated().filter { !bound.contains($0.offset) && !$0.element.isEmpty }.map(\.element)
    }
}
