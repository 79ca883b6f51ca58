import Foundation
import Geoq
import GeoqStore
import GeoqSync

/// Which further columns of a relation come along, and under which names.
struct RelationKeeping: Hashable {
    /// A column that comes along.
    struct Kept: Hashable {
        /// The name under which it is kept, its accents composed: relations that write them in two ways keep one column.
        let name: String
        /// The relation's name for it.
        let source: String
        /// The relation's type.
        let type: String
        /// `atttypmod`; −1 for none.
        let modifier: Int

        /// Whether PostgreSQL fills its texts with blanks up to their length: `char(n)`.
        var isPadded: Bool { type == "bpchar" || type == "_bpchar" }

        /// Whether the relation writes accents of the name otherwise.
        var isComposed: Bool { name == source && !name.utf8.elementsEqual(source.utf8) }

        /// SQL for its value. As a text a `char(n)` has no blanks at its end.
        fileprivate var value: String {
            let name = "t.\(SQLText.name(source))"
            return isPadded ? "\(name)::pg_catalog.\(type == "bpchar" ? "text" : "_text")" : name
        }

        /// What its values are for filters and answers.
        var column: LayerTable.Column {
            switch type {
            case "bool": LayerTable.Column(name, .boolean)
            case "int2", "int4", "int8": LayerTable.Column(name, .integer)
            case "float4", "float8", "numeric": LayerTable.Column(name, .real)
            case "date": LayerTable.Column(name, .date)
            case "timestamptz": LayerTable.Column(name, .text, time: .moment)
            case "timestamp": LayerTable.Column(name, .text, time: .local)
            default: LayerTable.Column(name, .text)
            }
        }

        /// Whether its numbers may have more digits than a double keeps.
        var isRounded: Bool {
            // VARHDRSZ + (precision << 16 | scale), as in numeric.c.
            type == "numeric" && !(modifier >= 4 && (modifier - 4) >> 16 <= RelationKeeping.sureDigits)
        }
    }

    /// A column of a relation, as its catalog describes it.
    typealias Described = (name: String, type: String, modifier: Int, isReadable: Bool)

    private(set) var kept: [Kept] = []
    /// Columns that all others are kept without, and why.
    private(set) var left: [(name: String, reason: String)] = []

    /// Types whose values are no texts that a person reads.
    private static let unusable: Set<String> = ["geometry", "geography", "raster", "bytea", "tsvector"]

    static func canKeep(_ type: String) -> Bool {
        let element = type.hasPrefix("_") ? String(type.dropFirst()) : type
        return !unusable.contains(element) && !RelationKey.namesOfObjects.contains(element)
    }

    /// - Parameter columns: of the relation, in its order.
    init(
        _ names: TableMapping.Table, _ table: MirrorTable, of columns: [Described]
    ) {
        switch names.keep {
        case nil: return
        case .columns(let chosen):
            let byName = Dictionary(columns.map { ($0.name, $0) }) { first, _ in first }
            kept = chosen.sorted { $0.key < $1.key }.compactMap { name, source in
                // As the server writes it: Swift takes é and e with an accent as equal, SQL does not.
                byName[source].map {
                    Kept(name: Self.composed(name), source: $0.name, type: $0.type, modifier: $0.modifier)
                }
            }
        case .all:
            // A key of one column is the row's source_id.
            let single = names.key.flatMap { $0.count == 1 ? $0 : nil } ?? []
            var naming = KeptColumns.Naming(table)
            let serving = Set(names.columns.values).union([names.location].compactMap { $0 }).union(single)
            let twins = Self.twins(columns)
            for (name, type, modifier, isReadable) in columns where !serving.contains(name) {
                guard !twins.contains(name) else {
                    left.append((name, "another column has this name, with accents written otherwise"))
                    continue
                }
                guard isReadable else {
                    left.append((name, "no right to read it"))
                    continue
                }
                guard Self.canKeep(type) else {
                    left.append((name, type))
                    continue
                }
                let own = naming.name(for: Self.composed(name))
                kept.append(Kept(name: own, source: name, type: type, modifier: modifier))
            }
        }
    }

    /// A name with each letter and its accents as one character, where Unicode has one.
    private static func composed(_ name: String) -> String { name.precomposedStringWithCanonicalMapping }

    /// Names that two columns have: Swift takes é and e with an accent as equal, SQL does not.
    static func twins(_ columns: [Described]) -> Set<String> {
        var (seen, twins): (Set<String>, Set<String>) = ([], [])
        for column in columns where !seen.insert(column.name).inserted { twins.insert(column.name) }
        return twins
    }

    static func == (one: RelationKeeping, other: RelationKeeping) -> Bool {
        one.kept == other.kept && one.left.elementsEqual(other.left, by: ==)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(kept) }

    /// What a person should know of it, as parts of a sentence.
    var words: [String] {
        guard !kept.isEmpty || !left.isEmpty else { return [] }
        let own = kept.filter { $0.name == $0.source }.map(\.name)
        let renamed = kept.filter { $0.name != $0.source }.map { "\($0.source) as \($0.name)" }
        var parts = kept.isEmpty ? [] : ["keeps \((own + renamed).joined(separator: ", "))"]
        if !left.isEmpty {
            parts.append("leaves out \(left.map { "\($0.name) (\($0.reason))" }.joined(separator: ", "))")
        }
        if !rounded.isEmpty {
            parts.append("answers round \(rounded.joined(separator: ", ")) (numeric) beyond \(Self.sureDigits) digits")
        }
        return parts
    }

    /// The kept columns, by the names under which they are kept, whose numbers may have more digits
    /// than an answer shows. The store has all of them, as the text of the row's JSON object.
    var rounded: [String] { kept.filter(\.isRounded).map(\.name) }

    /// How many digits of a decimal number survive as a double (`DBL_DIG`).
    static let sureDigits = 15

    /// Why a column that was chosen cannot be kept; nil when all can.
    static func obstacle(
        _ names: TableMapping.Table, of relation: String, columns: [Described]
    ) -> SyncError? {
        guard case .columns(let chosen) = names.keep else { return nil }
        let doubled = twins(columns)
        for (_, source) in chosen.sorted(by: { $0.key < $1.key }) {
            guard let column = columns.first(where: { $0.name == source }) else {
                let lacks = RelationNames.lacks(source, relation, with: columns.map { $0.name })
                return .schema("\(lacks), which is to be kept", remedy: .keptColumns)
            }
            if doubled.contains(source) {
                return .schema(
                    "\(RelationNames.twins(source, relation)), which is to be kept", remedy: .keptColumns)
            }
            guard column.isReadable else {
                return SyncError(
                    .refused, "\(relation).\(source) may not be read; grant SELECT on it", retryMayHelp: false,
                    code: "42501")
            }
            guard canKeep(column.type) else {
                return .schema(
                    "\(relation).\(source) is of type \(column.type), which cannot be kept", remedy: .keptColumns)
            }
        }
        return nil
    }

    // MARK: - SQL

    /// SQL for the kept values of a row as a JSON object, behind the join.
    static let value = "geoq_kept.kept"

    /// PostgreSQL takes a hundred arguments of a function.
    private static let mostArguments = 90

    /// SQL that is joined to each row and gives `value`; empty when nothing is
    /// kept.
    ///
    /// Values are written as `to_json` writes them, whatever the settings of the
    /// session are: numbers with all their digits, times by ISO 8601. NULL has
    /// no member.
    var join: String {
        if kept.isEmpty { return "" }
        var parts = kept.map { column in
            "'\"\(column.name.replacingScalars("'", with: "''"))\":' || pg_catalog.to_json(\(column.value))::text"
        }
        while parts.count > Self.mostArguments {
            parts = stride(from: 0, to: parts.count, by: Self.mostArguments).map { start in
                let some = parts[start..<min(start + Self.mostArguments, parts.count)]
                return "nullif(pg_catalog.concat_ws(',', \(some.joined(separator: ", "))), '')"
            }
        }
        return """
             CROSS JOIN LATERAL (SELECT CASE WHEN a.members <> '' THEN '{' || a.members || '}' END AS kept FROM (\
            SELECT pg_catalog.concat_ws(',', \(parts.joined(separator: ", "))) AS members OFFSET 0) AS a OFFSET 0) AS geoq_kept
            """
    }
}
