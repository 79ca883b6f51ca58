import Geoq

/// Finds the columns that a format needs, by name or by `--map`.
struct ColumnBinder {
    let header: TableHeader
    let file: String

    private let mapped: [TableField: String]
    private var asked: Set<TableField> = []
    private var bound: Set<Int> = []

    /// - Throws: `FileProblem` when `--map` names a field that geoq does not
    ///   know, or a column that the file does not have.
    init(_ header: TableHeader, file: String, options: ImportOptions) throws(FileProblem) {
        (self.header, self.file) = (header, file)
        var mapped: [TableField: String] = [:]
        for (word, column) in options.columnMap.sorted(by: { $0.key < $1.key }) {
            guard let field = TableField(mapped: word) else {
                let known = TableField.allCases.map(\.rawValue).joined(separator: ", ")
                throw FileProblem(file: file, reason: "--map knows no field \"\(word)\"; it knows \(known)")
            }
            guard header.column(ColumnName(column)) != nil else {
                throw FileProblem(
                    file: file,
                    reason: "--map \(word)=\(column): there is no column \"\(column)\"; there are \(header.summary)")
            }
            mapped[field] = column
        }
        self.mapped = mapped
    }

    /// The column for a field: the one that `--map` says, else the first of
    /// the aliases that is there.
    mutating func column(_ field: TableField, _ aliases: ColumnName...) -> Column? {
        column(field, aliases)
    }

    /// The column for a field: the one that `--map` says, else the first of
    /// the aliases that is there.
    mutating func column(_ field: TableField, _ aliases: [ColumnName]) -> Column? {
        asked.insert(field)
        let column = mapped[field].flatMap { header.column(ColumnName($0)) } ?? header.column(aliases)
        if let column { bound.insert(column.index) }
        return column
    }

    /// Whether `--map` names a column for a field.
    func isMapped(_ field: TableField) -> Bool { mapped[field] != nil }

    /// Notes that this format has a field that `--map` may name, without
    /// binding a column.
    mutating func offers(_ field: TableField) {
        asked.insert(field)
    }

    /// The column for a field of a table of unknown origin, by `FieldAliases`.
    mutating func column(_ field: TableField, of kind: ImportKind) -> Column? {
        column(field, FieldAliases.names(of: field, in: kind))
    }

    /// The column for a field that a table of unknown origin must have.
    ///
    /// - Throws: `FileProblem` that names the columns that there are.
    mutating func required(_ field: TableField, of kind: ImportKind) throws(FileProblem) -> Column {
        guard let column = column(field, of: kind) else { throw missing(field) }
        return column
    }

    /// A column that `--map` cannot name.
    mutating func column(named aliases: ColumnName...) -> Column? {
        let column = header.column(aliases)
        if let column { bound.insert(column.index) }
        return column
    }

    /// The column for a field that must be there.  - Throws: `FileProblem` that
    /// names the columns that the table has.
    mutating func required(_ field: TableField, _ aliases: ColumnName...) throws(FileProblem) -> Column {
        guard let column = column(field, aliases) else { throw missing(field) }
        return column
    }

    /// Refuses a file of sightings without any column for the species.
    ///
    /// - Parameters:
    ///   - columns: the columns that could name the species.
    ///   - hint: what else the user can do.
    /// - Throws: `FileProblem`, unless the user named the species, or wants
    ///   only places.
    func requireSpecies(
        _ columns: Column?..., options: ImportOptions, or hint: String = ""
    ) throws(FileProblem) {
        if options.species != nil || options.takesPlacesAlone || columns.contains(where: { $0 != nil }) { return }
        throw FileProblem(
            file: file,
            reason: "no column for the species among \(header.summary); say which it is with --species NAME, "
                + "or name the column with --map scientific_name=COLUMN\(hint)")
    }

    /// The problem with a file that has no column for a field.
    func missing(_ field: TableField) -> FileProblem {
        FileProblem(
            file: file,
            reason: "no column for \(field.rawValue) among \(header.summary); "
                + "name it with --map \(field.rawValue)=COLUMN")
    }

    /// The columns that no field was bound to, in order.
    ///
    /// - Throws: `FileProblem` when `--map` names a field that this format does
    ///   not have.
    func unknownColumns() throws(FileProblem) -> [String] {
        if let field = mapped.keys.filter({ !asked.contains($0) }).map(\.rawValue).min() {
            let known = asked.map(\.rawValue).sorted().joined(separator: ", ")
            throw FileProblem(file: file, reason: "--map \(field) has no use here; this file can map \(known)")
        }
        return header.names.enumerated().filter { !bound.contains($0.offset) && !$0.element.isEmpty }.map(\.element)
    }
}
