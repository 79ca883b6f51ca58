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

    /// Says that `--map` may name a field, though nothing is bound to it.
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

    /// A column that has no name in `--map`.
    mutating func column(named aliases: ColumnName...) -> Column? {
        let column = header.column(aliases)
        if let column { bound.insert(column.index) }
        return column
    }

    /// The column for a field that must be there.
    ///
    /// - Throws: `FileProblem` that names the columns that there are.
    mutating func required(_ field: TableField, _ aliases: ColumnName...) throws(FileProblem) -> Column {
        guard let column = column(field, aliases) else { throw missing(field) }
        return column
    }

    /// Refuses a file of sightings of which no column tells the species.
    ///
    /// - Parameters:
    ///   - columns: those that could.
    ///   - hint: another way out.
    /// - Throws: `FileProblem`, unless the user named the species, or places
    ///   alone are wanted.
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

    /// The columns that nothing was bound to, in order.
    ///
    /// - Throws: `FileProblem` when `--map` names a field that this format
    ///   never asked for.
    func unknownColumns() throws(FileProblem) -> [String] {
        if let field = mapped.keys.filter({ !asked.contains($0) }).map(\.rawValue).min() {
            let known = asked.map(\.rawValue).sorted().joined(separator: ", ")
            throw FileProblem(file: file, reason: "--map \(field) has no use here; this file can map \(known)")
        }
        return header.names.enumerated().filter { !bound.contains($0.offset) && !$0.element.isEmpty }.map(\.element)
    }
}
