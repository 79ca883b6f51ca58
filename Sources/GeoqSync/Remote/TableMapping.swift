import Geoq
import GeoqFormats
package import GeoqStore

/// The names that a remote has for geoq's tables and columns.
///
/// As a file it is JSON. A table or column that it does not name has its usual
/// name, and `null` leaves a table out:
///
///     { "hotspot": { "table": "birding.places",
///                    "columns": { "id": "uuid", "name": "title" },
///                    "location": "geog" },
///       "watchlists": null }
public struct TableMapping: Hashable, Sendable {
    /// One table of the remote.
    package struct Table: Hashable, Sendable {
        /// The schema; nil for the first of the search path that has the table.
        package var schema: String?
        package var table: String
        /// The remote's names by geoq's.
        package var columns: [String: String] = [:]
        /// A `geography` or `geometry` column that places come from, instead of
        /// `lat` and `lon`. For a relation `lat` and `lon` may be named besides: by them the server knows which
        /// partitions have no place in a region, and does not read these.
        package var location: String?
        /// The columns that identify a row, for any relation: ids are then made
        /// of keys, and only the columns that are named are read. nil for a
        /// table with a column of ids.
        package var key: [String]?
        /// The SRID of places that have none, and of columns of numbers.
        package var srid: Int?
        /// Which place a shape that is no point has; nil for none.
        package var shapes: ShapePlace?

        /// Which further columns of any relation come along; nil for none.
        package var keep: Keeping?

        /// Further columns of a relation.
        package enum Keeping: Hashable, Sendable {
            /// All that serve nothing else and that geoq can keep, also those that
            /// are added later.
            case all
            /// The remote's columns, by the names under which they are kept.
            case columns([String: String])
        }

        /// Which point stands for a shape.
        package enum ShapePlace: String, Hashable, Sendable {
            /// A point on it.
            case surface
            /// Its center of mass, which may lie beside it.
            case centroid
        }

        package init(schema: String? = nil, table: String) {
            (self.schema, self.table) = (schema, table)
        }

        /// The remote's name of a column.
        package func column(_ name: String) -> String { columns[name] ?? name }

        /// The name as people write it.
        package var name: String { RelationName(schema: schema, table: table).description }
    }

    package var tables: [MirrorTable: Table]

    package init(tables: [MirrorTable: Table]) {
        self.tables = tables
    }

    /// All tables and columns under their own names.
    public static let standard = TableMapping(
        tables: Dictionary(
            uniqueKeysWithValues:
                MirrorTable.allCases.filter { $0 != .observation }.map { ($0, Table(table: $0.rawValue)) }))

    /// Whether a table has another name or other columns than geoq's own: then
    /// it is missed when it is not there.
    package func names(_ table: MirrorTable) -> Bool { tables[table] != Self.standard.tables[table] }

    /// The relation that alone is mirrored, as `RelationName` writes it; nil for geoq's
    /// tables.
    package var relation: String? { relationName?.description }

    /// Whether a person who writes this means the relation that alone is mirrored.
    package func isMeant(by text: String) -> Bool { relationName?.isMeant(by: text) == true }

    /// The relation that alone is mirrored; nil for geoq's tables. Setting it changes nothing but the name.
    package var relationName: RelationName? {
        get {
            guard tables.count == 1, let names = tables.first?.value, names.key != nil else { return nil }
            return RelationName(schema: names.schema, table: names.table)
        }
        set {
            guard let newValue, relationName != nil else { return }
            tables = tables.mapValues { names in
                var names = names
                (names.schema, names.table) = (newValue.schema, newValue.table)
                return names
            }
        }
    }

    /// The same text for the same mapping. Rows that were read under another
    /// mapping are read again. Optional tables under their own names are not in
    /// it: the others need not be read again because of them.
    package var fingerprint: String {
        tables.filter { !$0.key.isOptional || names($0.key) }.sorted { $0.key.rank < $1.key.rank }.map { table, names in
            let columns = names.columns.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
            return "\(table):\(names.name)(\(columns.joined(separator: ",")))\(names.location ?? "")\(names.others)"
        }.joined(separator: ";")
    }
}

extension TableMapping.Table {
    /// What else than names decides how rows are read; empty for a table with
    /// a column of ids.
    fileprivate var others: String {
        guard let key else { return "" }
        let kept =
            switch keep {
            case nil: ""
            case .all: "+all"
            case .columns(let columns):
                "+{\(columns.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: ","))}"
            }
        return "[\(key.joined(separator: ","))]\(srid.map { "@\($0)" } ?? "")"
            + "\(shapes.map { "/\($0.rawValue)" } ?? "")\(kept)"
    }
}
