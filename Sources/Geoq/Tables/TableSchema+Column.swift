extension TableSchema {
    /// A column of one of the store's tables: what it holds, and where its values go.
    package struct Column: Hashable, Sendable {
        /// The kind of a column's values; the store keeps them as the text, integer
        /// or real of that kind.
        package enum Kind: String, Hashable, Sendable {
            case text, integer, real
            /// 0 or 1.
            case bool
            /// A UUID as text in lower case.
            case id
            /// ISO 8601 in UTC: `2026-05-03T05:42:00.123456Z`.
            case timestamp
            /// ISO 8601: `2026-05-03`.
            case date
            /// A JSON array.
            case texts, integers
        }

        /// The table whose `id`, or `name`, the values are.
        package struct Reference: Hashable, Sendable {
            package let table: String
            package let column: String
            /// Whether a row goes with the row that it refers to.
            package let cascades: Bool
        }

        package let name: String
        package let kind: Kind
        /// The value that SQLite gives when a statement names none, and an import
        /// when a file has none; nil for NULL.
        package let standard: FieldValue?
        package private(set) var isNullable = true
        package private(set) var reference: Reference?
        /// Whether an import fills the column from a file, and an export writes it:
        /// what was exported can be imported. Places, references and sources are in
        /// files, too, in forms of their own.
        package private(set) var isInFiles = false
        /// Whether a sync copies the column from a remote.
        package private(set) var isMirrored = false
        /// Whether only relations that a person has named to be mirrored have the column,
        /// and geoq's own tables of a remote do not.
        package private(set) var isOfRelations = false
        /// What is lost when a remote lacks the column; nil when a table cannot be
        /// mirrored without it.
        package private(set) var costWhenMissing: String?
        /// What the store keeps of a remote's NULL; nil for NULL.
        package private(set) var valueForNull: FieldValue?

        package init(_ name: String, _ kind: Kind = .text, standard: FieldValue? = nil) {
            (self.name, self.kind, self.standard) = (name, kind, standard)
        }

        /// Whether a remote must have the column.
        package var isRequired: Bool { isMirrored && costWhenMissing == nil && !isOfRelations }

        /// What the values are for filters and exports.
        package var type: ColumnType {
            switch kind {
            case .text, .id, .timestamp, .texts, .integers: .text
            case .integer: .integer
            case .real: .real
            case .bool: .boolean
            case .date: .date
            }
        }
    }
}

extension TableSchema.Column {
    var notNull: Self { with { $0.isNullable = false } }

    var inFiles: Self { with { $0.isInFiles = true } }

    /// - Parameter valueForNull: what the store keeps of a remote's NULL.
    func mirrored(orElse cost: String = "it stays empty", valueForNull: FieldValue? = nil) -> Self {
        with { ($0.isMirrored, $0.costWhenMissing, $0.valueForNull) = (true, cost, valueForNull) }
    }

    /// The same, for a column that a remote must have.
    func required(valueForNull: FieldValue? = nil) -> Self {
        with { ($0.isMirrored, $0.valueForNull) = (true, valueForNull) }
    }

    /// A column that a sync fills only from relations that a person has named to be
    /// mirrored.
    var ofRelations: Self { with { ($0.isMirrored, $0.isOfRelations) = (true, true) } }

    func referring(to table: String, _ column: String = "id", cascades: Bool = false) -> Self {
        with { $0.reference = Reference(table: table, column: column, cascades: cascades) }
    }

    private func with(_ change: (inout Self) -> Void) -> Self {
        var column = self
        change(&column)
        return column
    }
}
