import Geoq

/// Finds the members of objects that hold geoq's fields, by name or by
/// `ImportOptions.columnMap`.
///
/// Objects of one file may have different members, so each object is bound
/// separately; the meaning of a name is worked out once.
struct JSONFieldBinder {
    /// The fields of one object.
    struct Fields {
        /// Each field once. There are so few that a search from the front is
        /// fastest.
        private var bound: [(field: TableField, rank: Int, member: JSONObject.Member)] = []

        fileprivate init(room count: Int) {
            bound.reserveCapacity(count)
        }

        /// Binds a member to a field, unless the field has a member with a
        /// better name.
        fileprivate mutating func bind(_ meaning: Meaning, _ member: JSONObject.Member) {
            guard let index = bound.firstIndex(where: { $0.field == meaning.field }) else {
                bound.append((meaning.field, meaning.rank, member))
                return
            }
            if meaning.rank <= bound[index].rank { bound[index] = (meaning.field, meaning.rank, member) }
        }

        /// The member for a field.
        subscript(field: TableField) -> JSONObject.Member? {
            for index in bound.indices where bound[index].field == field { return bound[index].member }
            return nil
        }
    }

    /// The field that a name means, and how good the name is: 0 is the best.
    fileprivate struct Meaning {
        var field: TableField
        var rank: Int
    }

    /// Names that are members of the format, and no columns.
    private let known: Set<String>
    private let mapped: [String: TableField]
    private let aliases: [ColumnName: Meaning]
    private var meanings: [String: Meaning?] = [:]
    /// The members of the last object with their meanings: most objects of a
    /// file have the same members in the same order.
    private var last: [(name: String, meaning: Meaning?)] = []
    private var seenMapped: Set<String> = []

    /// Names without a meaning, in their first order; at most `maximumNames`.
    private(set) var unknownNames: [String] = []

    /// How many different names are remembered. A file with more is no table.
    static let maximumNames = 4096
    /// How many members of the last object are remembered.
    private static let maximumLast = 64
    /// The longest name that can have a meaning, in bytes.
    static let maximumNameBytes = 200

    /// - Parameter known: Names that are not for `columnMap` and not unknown, such
    ///   as the geometry's.
    /// - Throws: `FileProblem` when `columnMap` names a field that geoq does not
    ///   know, or that these records do not have.
    init(options: ImportOptions, known: Set<String>, file: String) throws(FileProblem) {
        let fields = FieldAliases.table(for: options.kind)
        var mapped: [String: TableField] = [:]
        for (word, name) in options.columnMap.sorted(by: { $0.key < $1.key }) {
            guard let field = TableField(mapped: word) else {
                throw FileProblem(file: file, .unknownField(word, known: TableField.mappable.map(\.rawValue)))
            }
            guard fields.contains(where: { $0.field == field }) else {
                throw FileProblem(
                    file: file, .unusedField(field.rawValue, known: fields.map(\.field.rawValue).sorted()))
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

    /// The fields of an object. When several names mean one field, the best one
    /// counts, as for the columns of a table.
    ///
    /// - Complexity: O(number of members).
    mutating func bind(_ object: JSONObject) -> Fields {
        var fields = Fields(room: min(object.members.count, TableField.allCases.count))
        for (index, member) in object.members.enumerated() {
            if let meaning = meaning(of: member.name, at: index) { fields.bind(meaning, member) }
        }
        return fields
    }

    /// The meaning of a name of an object's member.
    private mutating func meaning(of name: String, at index: Int) -> Meaning? {
        if index < last.count, last[index].name == name { return last[index].meaning }
        let meaning = meaning(of: name)
        if name.utf8.count > JSONFieldBinder.maximumNameBytes { return meaning }
        if index < last.count {
            last[index] = (name, meaning)
        } else if index == last.count, index < JSONFieldBinder.maximumLast {
            last.append((name, meaning))
        }
        return meaning
    }

    /// - Throws: `FileProblem` when no object had a member that `columnMap` names.
    func checkMap(file: String) throws(FileProblem) {
        if let (name, field) = mapped.filter({ !seenMapped.contains($0.key) }).min(by: { $0.key < $1.key }) {
            throw FileProblem(file: file, .noMember(name, field: field.rawValue))
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
