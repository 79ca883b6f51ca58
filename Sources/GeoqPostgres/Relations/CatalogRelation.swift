import Geoq
import GeoqFormats
import GeoqSync

/// A relation with places, as a server's catalog describes it.
package struct CatalogRelation: Hashable, Sendable {
    package struct Column: Hashable, Sendable {
        package var name: String
        /// The type's name; for a domain that of its base type.
        package var type: String
        /// `atttypmod`.
        var modifier: Int
        package var isRequired: Bool
        var isReadable: Bool

        var place: PlaceType? {
            ["geometry", "geography"].contains(type) ? PlaceType(modifier: max(0, modifier)) : nil
        }
    }

    /// What kind of relation it is, in words.
    package enum Kind: String, Hashable, Sendable {
        case table, view
        case partitioned = "partitioned table"
        case materialized = "materialized view"
        case foreign = "foreign table"

        init?(_ letter: String) {
            switch letter {
            case "r": self = .table
            case "p": self = .partitioned
            case "v": self = .view
            case "m": self = .materialized
            case "f": self = .foreign
            default: return nil
            }
        }
    }

    package var schema: String
    package var name: String
    package var kind: Kind
    /// About how many rows; nil when nothing tells.
    package var rows: Int?
    package var columns: [Column]
    /// The columns of unique indexes, the primary key's first, then those with
    /// fewer columns.
    var uniqueKeys: [[String]]
    /// Which SRIDs the first places have, by the names of columns whose types fix none: of the column that is
    /// proposed, and of all columns where a single relation is looked at.
    package var foundSRIDs: [String: [Int]] = [:]
    /// Whether a materialized view has been filled; true for any other relation.
    var isPopulated: Bool
    /// On a standby, an unlogged table that holds some of the relation's rows, or that a view reads: a standby has no
    /// rows of such tables, and refuses to read them. nil when there is no such table, and on any other server.
    var unloggedTable: RelationName?
    /// The foreign servers that some of its rows are on; nil when all are here.
    var foreignServers: String?
    /// The foreign servers that a view reads from; nil when there are none, and for any other relation.
    var serversBehind: String?
    /// Whether the user may use its schema.
    var isReachable: Bool
    /// Whether policies of row-level security decide which rows the user sees.
    var hasPolicies: Bool
    /// Whether its name, or that of a column, is not UTF-8, so that it cannot be asked for.
    var hasNameOfBytes = false
    /// What the server said when a row was read; nil when it was, or was not tried.
    var failure: SyncError?
    /// Whether some row has NULL in the key that is proposed.
    var hasNullKey = false
    /// A column of texts or bytes that has places, of a relation without other places; nil when none was found.
    var encodedPlaces: EncodedPlaces?
    /// What makes the systems of coordinates readable, which the user may not read; nil when they
    /// are.
    var grantOfSystems: String?
    /// What lets the user call functions of PostGIS, who may not; nil when the user may.
    var grantOfPostGIS: String?
    /// What lets the user transform places, who may not; nil when the user may.
    var grantOfTransform: String?

    /// Whether a standby certainly refuses to read its rows. A view may leave those of an unlogged table out.
    var isOnPrimaryAlone: Bool { kind != .view && unloggedTable != nil }

    /// Whether its rows are its own, so that only a policy computes anything when they are read.
    var isReadByPolicyAlone: Bool { hasPolicies && kind != .view && foreignServers == nil }

    /// Which SRIDs the first places of a column have; empty where that is not known, or its type tells it.
    func foundSRIDs(of column: String?) -> [Int] { column.flatMap { foundSRIDs[$0] } ?? [] }

    package var fullName: String { RelationName(schema: schema, table: name).description }

    /// In quotes, for SQL.
    var sqlName: String { "\(SQLText.name(schema)).\(SQLText.name(name))" }

    /// The relations that match a condition on `question`.
    static func all(
        _ condition: String, _ connection: PostgresConnection, _ parameters: [String?] = []
    ) throws -> [CatalogRelation] {
        try connection.names("\(question) \(condition)", parameters).compactMap { row, hasBytes -> CatalogRelation? in
            guard var relation = CatalogRelation(row) else { return nil }
            relation.hasNameOfBytes = hasBytes
            return relation
        }
    }

    private static let question = """
        SELECT n.nspname, c.relname, c.relkind, CASE WHEN c.relkind = 'p' THEN (
                SELECT sum(nullif(x.reltuples, -1)) FROM pg_catalog.pg_partition_tree(c.oid) t
                    JOIN pg_catalog.pg_class x ON x.oid = t.relid WHERE t.isleaf)
            WHEN c.relhassubclass THEN (
                WITH RECURSIVE part (oid) AS (
                    SELECT c.oid UNION
                    SELECT i.inhrelid FROM pg_catalog.pg_inherits i JOIN part ON i.inhparent = part.oid)
                SELECT nullif(sum(nullif(x.reltuples, -1)), 0)
                FROM part JOIN pg_catalog.pg_class x ON x.oid = part.oid)
            WHEN c.reltuples >= 0 AND (c.reltuples > 0 OR c.relpages > 0) THEN c.reltuples END::pg_catalog.int8,
            (SELECT pg_catalog.json_agg(pg_catalog.json_build_array(a.attname, b.typname,
                \(BaseType.modifier), a.attnotnull,
                pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT')) ORDER BY a.attnum)
                FROM pg_catalog.pg_attribute a
                    \(BaseType.join)
                WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped)::text,
            (SELECT pg_catalog.json_agg((SELECT pg_catalog.json_agg(k.attname ORDER BY s)
                    FROM generate_series(0, i.indnkeyatts - 1) s JOIN pg_catalog.pg_attribute k
                        ON k.attrelid = c.oid AND k.attnum = i.indkey[s])
                ORDER BY i.indisprimary DESC, i.indnkeyatts, i.indexrelid)
                FROM pg_catalog.pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND i.indisvalid
                    AND i.indpred IS NULL AND i.indexprs IS NULL)::text,
            c.relispopulated, \(TableDescription.foreignServers), pg_catalog.has_schema_privilege(n.oid, 'USAGE'),
            \(TableDescription.serversBehind), \(TableDescription.unlogged), pg_catalog.row_security_active(c.oid)
        FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        """
    static let listed = """
        WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
            AND n.nspname !~ '^pg_' AND n.nspname NOT IN ('information_schema', 'topology', 'tiger', '_timescaledb_internal')
            AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_depend d WHERE d.classid = 'pg_catalog.pg_class'::regclass
                AND d.objid = c.oid AND d.deptype = 'e')
        ORDER BY 1, 2
        """
    static let named = "WHERE c.oid = pg_catalog.to_regclass($1)"

    /// - Parameter row: of the answer to `question`; nil for another.
    private init?(_ row: [String?]) {
        guard row.count == 12, let schema = row[0], let name = row[1], let kind = Kind(row[2] ?? "") else { return nil }
        (self.schema, self.name, self.kind) = (schema, name, kind)
        (isPopulated, foreignServers, isReachable) = (row[6] == "t", row[7], row[8] == "t")
        (serversBehind, hasPolicies) = (row[9], row[11] == "t")
        let unlogged = row[10].flatMap { try? JSONValue(parsing: $0) }?.array?.compactMap(\.string) ?? []
        if unlogged.count == 2 { unloggedTable = RelationName(schema: unlogged[0], table: unlogged[1]) }
        rows = row[3].flatMap { Int($0) }
        let items = row[4].flatMap { try? JSONValue(parsing: $0) }?.array ?? []
        columns = items.compactMap { item in
            guard let fields = item.array, fields.count == 5, let name = fields[0].string, let type = fields[1].string,
                case .integer(let modifier) = fields[2], case .bool(let isRequired) = fields[3],
                case .bool(let isReadable) = fields[4]
            else { return nil }
            return Column(
                name: name, type: type, modifier: Int(modifier), isRequired: isRequired, isReadable: isReadable)
        }
        let keys = row[5].flatMap { try? JSONValue(parsing: $0) }?.array ?? []
        uniqueKeys = keys.compactMap { $0.array?.compactMap(\.string) }
    }
}
