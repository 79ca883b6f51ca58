/// Finds the members of objects that geoq's fields stand in, by name or by
/// `--map`.
///
/// Objects of one file may have different members, so each object is bound on
/// its own; what a name means is worked out once.
struct JSONFieldBinder {
    /// The fields of one object.
    struct Fields {
        fileprivate var members: [TableField: JSONObject.Member] = [:]

        /// The member for a field.
        subscript(field: TableField) -> JSONObject.Member? { members[field] }

        /// Whether texts count as they are, with spaces at their ends and `NA`:
        /// in geoq's own exports.
        var isVerbatim = false

        /// The text of a field.
        func text(_ field: TableField) -> String? {
            isVerbatim ? members[field]?.verbatimText : members[field]?.fieldText
        }

        /// The text of a field where `NA` is a value.
        func literal(_ field: TableField) -> String? {
            isVerbatim ? members[field]?.verbatimText : members[field]?.literalText
        }

        /// The problem with an object that lacks what must be there: its column
        /// is the member's name, or the field's when there is no member.
        func missing(_ field: TableField) -> FieldProblem {
            let name = members[field]?.name ?? field.rawValue
            return FieldProblem(column: name, reason: "no \(name)")
        }
    }

    /// A field that a name means, and how good a name it is: 0 is the best.
    private struct Meaning {
        var field: TableField
        var rank: Int
    }

    /// Names that are members of the format, and no columns.
    private let known: Set<String>
    private let mapped: [String: TableField]
    private let aliases: [ColumnName: Meaning]
    private var meanings: [String: Meaning?] = [:]
    private var seenMapped: Set<String> = []

    /// Names that mean nothing, in the order in which they came; at most
    /// `maximumNames`.
    private(set) var unknownNames: [String] = []

    /// How many different names are remembered. A file with more is no table.
    static let maximumNames = 4096
    /// The longest name that can mean anything, in bytes.
    static let maximumNameBytes = 200

    /// - Parameter known: Names that are not for `--map` and not unknown, such
    ///   as the geometry's.
    /// - Throws: `FileProblem` when `--map` names a field that geoq does not
    ///   know, or that these records do not have.
    init(options: ImportOptions, known: Set<String>, file: String) throws(FileProblem) {
        let fields = FieldAliases.table(for: options.kind)
        var mapped: [String: TableField] = [:]
        for (word, name) in options.columnMap.sorted(by: { $0.key < $1.key }) {
            guard let field = TableField(mapped: word) else {
                let all = TableField.allCases.map(\.rawValue).joined(separator: ", ")
                throw FileProblem(file: file, reason: "--map knows no field \"\(word)\"; it knows \(all)")
            }
            guard fields.contains(where: { $0.field == field }) else {
                let all = fields.map(\.field.rawValue).sorted().joined(separator: ", ")
                throw FileProblem(
                    file: file, reason: "--map \(field.rawValue) has no use here; this file can map \(all)")
            }
            mapped[name] = field
        }
        var aliases: [ColumnName: Meaning] = [:]
        for (field, names) in fields where !mapped.values.contains(field) {
            for (rank, name) in names.enumerated() where aliases[name] == nil {
                aliases[name] = Meaning(field: field, rank: rank)
            }
        }
        (self.known, self.mapped, self.aliases) = (known, mapped, aliases)
    }

    /// The fields of an object. Of several names for one field the best one
    /// counts, as for the columns of a table.
    ///
    /// - Complexity: O(number of members).
    mutating func bind(_ object: JSONObject) -> Fields {
        var fields = Fields()
        var ranks: [TableField: Int] = [:]
        for member in object.members {
            guard let meaning = meaning(of: member.name), meaning.rank <= ranks[meaning.field] ?? .max else { continue }
            ranks[meaning.field] = meaning.rank
            fields.members[meaning.field] = member
        }
        return fields
    }

    /// - Throws: `FileProblem` when no object had a member that `--map` names.
    func checkMap(file: String) throws(FileProblem) {
        if let (name, field) = mapped.filter({ !seenMapped.contains($0.key) }).min(by: { $0.key < $1.key }) {
            throw FileProblem(
                file: file, reason: "--map \(field.rawValue)=\(name): nothing in the file has a member \"\(name)\"")
        }
    }

    private mutating func meaning(of name: String) -> Meaning? {
        guard name.utf8.count <= JSONFieldBinder.maximumNameBytes else { return nil }
        if let meaning = meanings[name] { return meaning }
        let meaning: Meaning?
        if let field = mapped[name] {
            seenMapped.insert(name)
            meaning = Meaning(field: field, rank: -1)
        } else {
            meaning = aliases[ColumnName(name)]
            if meaning == nil, !known.contains(name), unknownNames.count < JSONFieldBinder.maximumNames,
                !unknownNames.contains(name)
            {
                unknownNames.append(name)
            }
        }
        if meanings.count < JSONFieldBinder.maximumNames { meanings[name] = .some(meaning) }
        return meaning
    }
}
