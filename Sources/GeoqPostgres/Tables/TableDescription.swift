import Geoq
import GeoqFormats
import GeoqStore
import GeoqSync

/// A table as the server's catalog describes it, and which of its columns serve
/// geoq's.
struct TableDescription {
    /// A column of the remote.
    struct Column {
        var name: String
        /// The type's name; for a domain that of its base type.
        var type: String
        var isReadable: Bool
        /// `attnum`.
        var number: String
        /// `atttypmod`, or the domain's; −1 for none.
        var modifier: Int
        var isRequired: Bool
        /// A digest of everything else that decides what a row's value is.
        var values: String
        /// Whether only a deep question tells all of the type.
        var isNested: Bool
        /// How the server computes its values from other columns, as it writes that; nil where it does not.
        var computation: String?

        /// - Parameter item: an element of the array that `question` asks for;
        ///   anything else gives nil.
        init?(_ item: JSONValue) {
            guard let fields = item.array, fields.count == 9, let name = fields[0].string,
                let type = fields[1].string, case .bool(let isReadable) = fields[2],
                case .integer(let number) = fields[3], case .integer(let modifier) = fields[4],
                case .bool(let isRequired) = fields[5], case .bool(let isNested) = fields[7]
            else { return nil }
            (self.name, self.type, self.isReadable, self.isRequired) = (name, type, isReadable, isRequired)
            (self.number, self.modifier, values) = ("\(number)", Int(modifier), fields[6].string ?? "")
            (self.isNested, computation) = (isNested, fields[8].string)
        }

        /// The type with its modifier.
        var fullType: String { modifier < 0 ? type : "\(type)(\(place.map(\.words) ?? "\(modifier)"))" }

        /// What the modifier of a geometry or geography column says.
        var place: PlaceType? {
            ["geometry", "geography"].contains(type) && modifier >= 0 ? PlaceType(modifier: modifier) : nil
        }
    }

    let table: MirrorTable
    let relation: UInt32
    let schema: String
    let name: String
    /// `r` for a table, `p` for a partitioned one, `v` for a view, `m` for a
    /// materialized view, `f` for a foreign table.
    let kind: String
    let hasRowSecurity: Bool
    /// Whether the visible rows depend on the role that asks: the role is under
    /// row-level security, and no policy shows all rows to all roles.
    let isSeenByRight: Bool
    /// Whether the user may read the whole table. The right to single columns
    /// is enough to read it, but not to lock it.
    let isLockable: Bool
    /// Whether the user may read the rows' versions.
    let hasReadableVersions: Bool
    /// Whether an index on the id makes every id unique. It guarantees nothing
    /// when other tables inherit from this one.
    let hasUniqueID: Bool
    let hasHeirs: Bool
    /// The numbers of its partitions, or of the tables that inherit from it.
    let heirs: Set<String>
    /// The foreign servers that some of its rows are on; nil when all are here.
    let foreignServers: String?
    /// The foreign servers that a view reads from; nil when there are none, and for any other relation.
    let serversBehind: String?
    /// Whether a materialized view has been filled; anything else is.
    let isPopulated: Bool
    let hasHint: Bool
    let columns: [String: Column]
    /// Columns whose names differ only in how accents are written, which Swift takes as equal and SQL does not. None of
    /// them is among `columns`.
    let twins: [Column]
    /// A digest of all these facts, made by the server.
    let digest: String
    /// Whether the question was deep.
    let isDeep: Bool
    let mapping: TableMapping.Table

    /// - Parameters:
    ///   - row: the answer to `question(deep:)`.
    ///   - isDeep: whether the question was deep.
    /// - Throws: `SyncError` when the server's answer has another form.
    init(_ table: MirrorTable, _ mapping: TableMapping.Table, _ row: [String?], isDeep: Bool) throws {
        guard row.count == 17, let relation = UInt32(row[0] ?? "") else { throw Self.unreadable(mapping) }
        (self.table, self.mapping, self.relation) = (table, mapping, relation)
        (schema, name, kind) = (row[1] ?? "", row[2] ?? "", row[3] ?? "")
        (hasRowSecurity, hasUniqueID, hasHint) = (row[4] == "t", row[5] == "t", row[6] == "t")
        (isSeenByRight, hasHeirs, isLockable, hasReadableVersions) = (
            row[7] == "t", row[8] == "t", row[9] == "t", row[10] == "t"
        )
        (foreignServers, isPopulated, serversBehind) = (row[11], row[12] == "t", row[13])
        heirs = Set((row[14] ?? "").split(separator: ",").map(String.init))
        (digest, self.isDeep) = (row[16] ?? "", isDeep)
        // A table may have no columns at all.
        let list = row[15].map { try? JSONValue(parsing: $0) } ?? .array([])
        guard let items = list?.array else { throw Self.unreadable(mapping) }
        let all = try items.map { item -> Column in
            guard let column = Column(item) else { throw Self.unreadable(mapping) }
            return column
        }
        let byName = Dictionary(grouping: all, by: \.name)
        columns = byName.compactMapValues { $0.count == 1 ? $0[0] : nil }
        twins = all.filter { (byName[$0.name]?.count ?? 0) > 1 }
    }

    /// Whether some column's type is only told by a deep question.
    var needsDeepQuestion: Bool { !isDeep && columns.values.contains(where: \.isNested) }

    private static func unreadable(_ mapping: TableMapping.Table) -> SyncError {
        SyncError(.protocol, "the server's description of \(mapping.name) cannot be read", retryMayHelp: false)
    }

    /// Whether some of its rows are on another server, and so have no versions.
    var hasForeignParts: Bool { foreignServers != nil }

    /// Whether reading it asks other servers, also behind a view.
    var isElsewhere: Bool { hasForeignParts || serversBehind != nil }

    /// In quotes, for SQL.
    var sqlName: String { "\(SQLText.name(schema)).\(SQLText.name(name))" }

    /// The name for messages.
    var fullName: String { RelationName(schema: schema, table: name).description }

    /// The column that serves a column of geoq's; nil when there is none that
    /// the user can read.
    func source(of column: String) -> Column? {
        if mapping.key != nil, mapping.columns[column] == nil { return nil }
        if column == "kept" { return nil }
        return columns[mapping.column(column)].flatMap { $0.isReadable ? $0 : nil }
    }

    /// The remote's name for a column of geoq's, even if the table lacks it.
    func remoteName(of column: String) -> String { mapping.column(column) }

    /// The column that places come from when there are no `lat` and `lon`.
    var location: Column? {
        guard table.hasPlace else { return nil }
        let isPlace = { (column: Column) in ["geography", "geometry"].contains(column.type) && column.isReadable }
        if let name = mapping.location { return columns[name].flatMap { isPlace($0) ? $0 : nil } }
        if mapping.key != nil { return nil }
        let places = columns.values.filter(isPlace)
        return places.first { $0.name == "location" } ?? (places.count == 1 ? places.first : nil)
    }

    /// Whether places come from `location`: because the mapping says so, or
    /// because `lat` and `lon` are missing.
    var isPlacedByLocation: Bool {
        table.hasPlace && location != nil
            && (mapping.location != nil || source(of: "lat") == nil || source(of: "lon") == nil)
    }

    /// Whether ids are certainly unique and never NULL.
    var hasSureIDs: Bool {
        hasUniqueID && !hasHeirs
            && (mapping.key ?? [mapping.column("id")]).allSatisfy { columns[$0]?.isRequired == true }
    }

    /// The definitions of the columns that are read.
    var definitions: ColumnDefinitions {
        var definitions: [String: ColumnDefinitions.Column] = [:]
        for name in ["id", "deleted_at"] + table.columns.map(\.name) {
            if isPlacedByLocation, name == "lat" || name == "lon" { continue }
            definitions[name] = source(of: name).map(Self.definition)
        }
        // An earlier geoq took every value for the mark of a deleted row: false and infinity, too.
        if let deleted = source(of: "deleted_at"), deleted.type == "bool" || isRelation {
            definitions["deleted_at"]?.values += "living"
        }
        if isPlacedByLocation { definitions["location"] = location.map(Self.definition) }
        // An earlier geoq put the centroid of a shape across the meridian 180° on the other side of the Earth, and also a
        // point on such a geography; and that of one around a pole beside it.
        if let shapes = mapping.shapes, let location, shapes == .centroid || location.type == "geography" {
            definitions["location"] = definitions["location"] ?? Self.definition(location)
            if shapes == .centroid { definitions["location"]?.values += "across" }
            if location.type == "geography" { definitions["location"]?.values += "around" }
        }
        if let status = occurrenceStatus { definitions[status.name] = Self.definition(status) }
        for (number, name) in (mapping.key ?? []).enumerated() {
            definitions["key \(number + 1)"] = columns[name].map(Self.definition)
        }
        for kept in keeping.kept {
            var definition = columns[kept.source].map(Self.definition)
            // An earlier geoq kept their blanks.
            if kept.isPadded { definition?.values += "trimmed" }
            // And the accents of their names as the relation has them.
            if kept.isComposed { definition?.values += "composed" }
            definitions["kept \(kept.name)"] = definition
        }
        var result = ColumnDefinitions(definitions)
        result.heirs = heirs
        return result
    }

    private static func definition(_ column: Column) -> ColumnDefinitions.Column {
        ColumnDefinitions.Column(
            name: column.name, number: column.number, type: column.fullType, values: column.values)
    }

    /// Why the table cannot be read; nil when it can.
    func obstacle(to purpose: RemoteRequest.Purpose) -> SyncError? {
        if !isPopulated {
            return .schema(
                "\(fullName) is a materialized view without contents; REFRESH MATERIALIZED VIEW \(sqlName)")
        }
        if mapping.key != nil { return relationObstacle }
        switch kind {
        case "r", "p": break
        // A question needs no versions of rows.
        case _ where purpose == .questions && ["v", "m", "f"].contains(kind): break
        case "m":
            return .schema(
                "\(fullName) is a materialized view: a refresh while it is read cannot be kept off, and gives every row "
                    + "another version", remedy: .tableBehind)
        case "f":
            return .schema(
                "\(fullName) is a foreign table: its rows have no versions (xmin); mirror the server that it is of")
        default:
            return .schema(
                "\(fullName) is no table: its rows have no versions (xmin)", remedy: .tableBehind)
        }
        guard let id = columns[mapping.column("id")] else {
            return .schema("\(fullName) has no column \(mapping.column("id"))", remedy: .idColumn)
        }
        if !id.isReadable { return refusal(id.name) }
        // Without the column, rows that are marked as deleted would look alive.
        if let deleted = columns[mapping.column("deleted_at")], !deleted.isReadable { return refusal(deleted.name) }
        if purpose == .mirror, !hasReadableVersions {
            return SyncError(
                .refused,
                "the versions of the rows of \(fullName) may not be read; grant SELECT on the table, or "
                    + "GRANT SELECT (xmin) ON \(sqlName)", retryMayHelp: false, code: "42501")
        }
        guard id.type == "uuid" else {
            return .schema("\(fullName).\(id.name) is of type \(id.type); ids are of type uuid")
        }
        if let location = mapping.location, self.location == nil {
            return .schema("\(fullName).\(location) is no geography or geometry column that can be read")
        }
        if isPlacedByLocation, let location, let place = location.place, place.obstacle != nil {
            return .schema("\(fullName).\(location.name) \(place.obstacle ?? "")")
        }
        for column in table.columns where column.isRequired && source(of: column.name) == nil {
            if isPlacedByLocation, column.name == "lat" || column.name == "lon" { continue }
            let name = mapping.column(column.name)
            if columns[name] != nil { return refusal(name) }
            return .schema("\(fullName) has no column \(name), which \(table) needs", remedy: .column)
        }
        for column in table.columns {
            guard let source = source(of: column.name), !column.kind.accepts(source.type) else { continue }
            return .schema(
                "\(fullName).\(source.name) is of type \(source.type), which cannot become \(column.kind.words)")
        }
        return nil
    }

    /// That a column may not be read, or the whole table where none may.
    func refusal(_ column: String) -> SyncError {
        let what = columns.values.contains(where: \.isReadable) ? "\(fullName).\(column)" : fullName
        return SyncError(.refused, "\(what) may not be read; grant SELECT on it", retryMayHelp: false, code: "42501")
    }
}
