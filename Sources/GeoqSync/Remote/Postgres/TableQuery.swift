import Geoq
import GeoqIndex
import GeoqStore

/// The SQL that reads a table, and how its answer becomes rows.
///
/// A row belongs to the mirror when it is not marked as deleted and lies in the
/// region.
struct TableQuery {
    /// What a field after id, version and gone is.
    private enum Field {
        case value(Int, MirrorColumn.Kind)
        case location(latitude: Int, longitude: Int)
    }

    let table: MirrorTable
    let description: TableDescription
    /// Where the rows have their places; nil for tables that have none.
    let places: PlaceColumns?
    private let fields: [Field]
    private let expressions: [String]
    /// Whether a row belongs to the mirror; never NULL.
    let belongs: String?
    let id: String

    /// - Parameter postgis: the schema, in quotes, that PostGIS lives in; nil
    ///   without PostGIS.
    /// - Throws: `SyncError` when the region needs what is not there.
    init(_ description: TableDescription, region: Region?, postgis: String?) throws {
        (table, self.description) = (description.table, description)
        id = "t.\(SQLText.name(description.remoteName(of: "id")))"
        var (fields, expressions): ([Field], [String]) = ([], [])
        let columns = description.table.columns
        for (index, column) in columns.enumerated() {
            if description.isPlacedByLocation, column.name == "lat" || column.name == "lon" { continue }
            guard let source = description.source(of: column.name) else { continue }
            fields.append(.value(index, column.kind))
            expressions.append("t.\(SQLText.name(source.name))::\(column.kind.sqlType)")
        }
        if description.isPlacedByLocation, let location = description.location,
            let latitude = columns.firstIndex(where: { $0.name == "lat" }),
            let longitude = columns.firstIndex(where: { $0.name == "lon" })
        {
            fields.append(.location(latitude: latitude, longitude: longitude))
            expressions.append("t.\(SQLText.name(location.name))")
        }
        (self.fields, self.expressions) = (fields, expressions)
        var conditions: [String] = []
        if let deleted = description.source(of: "deleted_at") {
            conditions.append("t.\(SQLText.name(deleted.name)) IS NULL")
        }
        // Only places are cut out: a watchlist is whole or not at all.
        if let region, description.table == .hotspot {
            conditions.append(try RegionCondition(PlaceColumns(description, postgis: postgis)).sql(region))
        }
        places = description.table.hasPlace ? try? PlaceColumns(description, postgis: postgis) : nil
        belongs = conditions.isEmpty ? nil : "coalesce(\(conditions.joined(separator: " AND ")), false)"
    }

    var source: String { "\(description.sqlName) AS t" }
    private var gone: String { belongs.map { "NOT \($0)" } ?? "false" }

    /// How many fields a row of `copy` has.
    var fieldCount: Int { 3 + fields.count }

    func copy(_ selection: RowSelection) -> String {
        let living = belongs ?? "true"
        let condition: String
        switch selection {
        case .all: condition = living
        case .rest(let last, let cursor):
            condition = "\(id) > '\(last)' AND \(living) OR \(SQLText.isChanged(since: MirrorWatermark(cursor.xmin)))"
        case .changed(let cursor): condition = SQLText.isChanged(since: MirrorWatermark(cursor.xmin))
        case .ids(let ids): condition = "\(id) = ANY (\(SQLText.array(ids))) AND \(living)"
        }
        // Of a row that is gone only the id travels.
        let values =
            belongs == nil || selection == .all
            ? expressions : expressions.map { "CASE WHEN \(gone) THEN NULL ELSE \($0) END" }
        let list = ([id, "t.xmin", selection == .all ? "false" : gone] + values).joined(separator: ", ")
        let order =
            switch selection {
            case .all, .rest: " ORDER BY \(id)"
            case .changed, .ids: ""
            }
        return "COPY (SELECT \(list) FROM \(source) WHERE \(condition)\(order)) TO STDOUT (FORMAT binary)"
    }

    /// Ids and versions.
    func copyTokens(_ ranges: [ClosedRange<UInt8>]) -> String {
        """
        COPY (SELECT \(id), t.xmin FROM \(source) WHERE \(SQLText.isIn(ranges, id)) AND \(belongs ?? "true")) \
        TO STDOUT (FORMAT binary)
        """
    }

    /// One row for each first byte of ids: the byte, how many, and the sum of
    /// 63 bits of a hash of id and version.
    var digest: String {
        """
        SELECT pg_catalog.get_byte(pg_catalog.uuid_send(\(id)), 0), count(*), sum(\
        pg_catalog.uuid_hash_extended(\(id), t.xmin::text::bigint) & 9223372036854775807)::text \
        FROM \(source) WHERE \(belongs ?? "true") GROUP BY 1
        """
    }

    var count: String { "SELECT count(*) FROM \(source) WHERE \(belongs ?? "true")" }

    /// Rows and bytes, as the server stores them.
    func estimate(outside region: Region?) throws -> String {
        var condition = belongs ?? "true"
        if let region, let places {
            condition += " AND NOT coalesce(\(try RegionCondition(places).sql(region)), false)"
        }
        return "SELECT count(*), coalesce(sum(pg_catalog.pg_column_size(t.*)), 0) FROM \(source) WHERE \(condition)"
    }

    /// A row of `copy`.
    func row(_ copied: CopyRow) throws(WireError) -> MirrorRow {
        guard let id = copied[0], let xmin = copied[1], let gone = copied[2] else {
            throw WireError(offset: 0, reason: "a row of \(description.fullName) without an id")
        }
        var row = MirrorRow(
            id: try BinaryField.uuid(id), token: Int64(try BinaryField.xid(xmin)), isGone: try BinaryField.bool(gone),
            values: [])
        if row.isGone { return row }
        row.values = Array(repeating: .null, count: table.columns.count)
        for (index, field) in fields.enumerated() {
            guard let bytes = copied[index + 3] else { continue }
            switch field {
            case .value(let column, let kind):
                row.values[column] = try kind.value(bytes)
            case .location(let latitude, let longitude):
                guard let point = try EWKB.point(bytes) else { continue }
                row.values[latitude] = .real(point.latitude)
                row.values[longitude] = .real(point.longitude)
            }
        }
        return row
    }

    /// A row of `copyTokens`.
    func token(_ copied: CopyRow) throws(WireError) -> RowToken {
        guard let id = copied[0], let xmin = copied[1] else {
            throw WireError(offset: 0, reason: "a row of \(description.fullName) without an id")
        }
        return RowToken(id: try BinaryField.uuid(id), token: Int64(try BinaryField.xid(xmin)))
    }
}

extension MirrorColumn.Kind {
    /// A field as it was sent.
    func value(_ bytes: ArraySlice<UInt8>) throws(WireError) -> FieldValue {
        switch self {
        case .text: .text(try BinaryField.text(bytes))
        case .integer: .integer(try BinaryField.int64(bytes))
        case .real: .real(try BinaryField.double(bytes))
        case .bool: .bool(try BinaryField.bool(bytes))
        case .id: .text(try BinaryField.uuid(bytes).description)
        case .timestamp: .text(try BinaryField.timestamp(bytes))
        case .date: .text(try BinaryField.date(bytes))
        case .texts: .text(try BinaryArray.jsonTexts(bytes))
        case .integers: .text(try BinaryArray.jsonIntegers(bytes))
        }
    }
}
