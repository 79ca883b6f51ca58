import Geoq
import GeoqIndex
import GeoqStore
import GeoqSync

/// The SQL that reads a table, and how its answer becomes rows.
///
/// A row belongs to the mirror when it is not marked as deleted, does not
/// belong to a row that is, lies in the region, and has an id that no other row
/// has; and, of a relation of observations, when it does not say that the
/// species was absent. A row whose place cannot be read belongs to it, too, so
/// that geoq can report that it waits.
struct TableQuery {
    /// The kind of a field behind id, version and gone.
    private enum Field {
        case value(Int, TableSchema.Column.Kind)
        case location(latitude: Int, longitude: Int)
    }

    let table: MirrorTable
    let description: TableDescription
    /// SQL for the places of the rows; nil for tables without places.
    let places: PlaceColumns?
    private let fields: [Field]
    private let expressions: [String]
    let server: ServerTraits
    /// Whether a row belongs to the mirror; never NULL.
    let belongs: String?
    /// The same, but perhaps NULL for a row that does not: for a WHERE, which takes
    /// that for no. `coalesce` PostgreSQL does not send on to other servers.
    let mayBelong: String?
    /// Whether `belongs` is so long that a statement should have it once.
    private let isLong: Bool
    let id: String
    /// The key that ids are made of; nil for a table with a column of ids.
    let key: RelationKey?
    /// The keys of the rows that it is asked for, or is to leave out.
    var keys: [FeatureID: String] = [:]
    /// The rows with texts that the server cannot send in UTF-8, as far as they are known.
    var unreadable: [FeatureID: UnreadableRow] = [:]
    /// The name of which, with a key, an id is made.
    let sourceName: String
    let region: Region?
    /// Whether rows have versions. If not, a hash of its contents is a row's
    /// version.
    let hasVersions: Bool
    /// Whether the rows are for a question, which needs no versions of them.
    private let isAsked: Bool
    /// What is joined to each row: its place.
    let joined: String
    private let needsPlaces: Bool

    /// The query of a relation.
    ///
    /// - Parameters:
    ///   - place: the place of a row.
    ///   - border: the answer to the region's `BorderQuestion`.
    ///   - sourceName: the name of which, with a key, an id is made.
    init(
        relation description: TableDescription, _ key: RelationKey, _ place: RelationPlace, region: Region?,
        border: String? = nil, server: ServerTraits, sourceName: String
    ) throws {
        isAsked = false
        (self.server, self.key, self.sourceName, self.region) = (server, key, sourceName, region)
        (table, self.description, id) = (description.table, description, key.text)
        (hasVersions, joined) = (description.hasVersions, place.join + description.keeping.join)
        let places = PlaceColumns(place, of: description, postgis: server.postgis)
        self.places = places
        var (fields, expressions): ([Field], [String]) = ([], [])
        for (index, column) in description.table.columns.enumerated() {
            guard let value = RelationValue(description).sql(column, place) else { continue }
            fields.append(.value(index, column.kind))
            expressions.append(value)
        }
        (self.fields, self.expressions) = (fields, expressions)
        var conditions: [String] = []
        if let living = description.isLiving("t") { conditions.append(living) }
        if let isSeen = Self.isSeen(description, place) { conditions.append(isSeen) }
        if let region { conditions.append(try RegionCondition(places).sql(region, border: border)) }
        needsPlaces = region != nil
        mayBelong = conditions.isEmpty ? nil : conditions.joined(separator: " AND ")
        belongs = mayBelong.map { "coalesce(\($0), false)" }
        self.place = place
        isLong = region?.isDecidedHere ?? false
    }

    /// SQL: whether a row says that the species was there, by Darwin Core's status; of none, or without a status,
    /// a count of 0 says that it was not. The same as of a file.
    private static func isSeen(_ description: TableDescription, _ place: RelationPlace) -> String? {
        guard description.table == .observation else { return nil }
        let count = description.table.columns.first { $0.name == "count" }
            .flatMap { RelationValue(description).sql($0, place) }
        let isSome = count.map { "(\($0)) IS DISTINCT FROM 0" }
        guard let column = description.occurrenceStatus else { return isSome }
        let status = "nullif(pg_catalog.btrim(t.\(SQLText.name(column.name))::pg_catalog.text), '')"
        return """
            CASE WHEN \(status) IS NULL THEN \(isSome ?? "true") \
            ELSE pg_catalog.lower(\(status) COLLATE "C") <> 'absent' END
            """
    }

    private let place: RelationPlace?

    /// The transformation of its places; nil where there is none.
    var transformation: (point: String, degrees: String)? { place?.transformation }

    /// The SRIDs of its places that the server knows; nil where the column's type fixes one.
    var knownSRIDs: [Int]? { place?.knownSRIDs }

    /// The systems of coordinates that decide where its places are; empty where none is transformed.
    var systems: [RelationPlace.System] { place?.systems ?? [] }

    /// SQL for a value of a relation's row; nil for a missing column.
    func relationValue(_ column: TableSchema.Column) -> String? {
        place.flatMap { RelationValue(description).sql(column, $0) }
    }

    /// - Parameters:
    ///   - server: facts about the server besides the table.
    ///   - parents: descriptions of the tables whose rows this table's rows
    ///     belong to.
    ///   - doubled: ids that several rows share.
    ///   - border: the answer to the region's `BorderQuestion`.
    ///   - purpose: what the rows are for.
    /// - Throws: `SyncError` when the region needs something that the server
    ///   lacks.
    init(
        _ description: TableDescription, region: Region?, server: ServerTraits,
        parents: [MirrorTable: TableDescription] = [:], doubled: [FeatureID] = [], border: String? = nil,
        for purpose: RemoteRequest.Purpose = .mirror
    ) throws {
        isAsked = purpose == .questions
        (self.server, self.region) = (server, region)
        let postgis = server.postgis
        (table, self.description) = (description.table, description)
        (key, sourceName, hasVersions, joined, place, needsPlaces) = (
            nil, "", !isAsked && description.hasVersions, "", nil, false
        )
        id = "t.\(SQLText.name(description.remoteName(of: "id")))"
        var (fields, expressions): ([Field], [String]) = ([], [])
        let columns = description.table.columns
        for (index, column) in columns.enumerated() {
            if description.isPlacedByLocation, column.name == "lat" || column.name == "lon" { continue }
            guard let source = description.source(of: column.name) else { continue }
            fields.append(.value(index, column.kind))
            expressions.append("t.\(SQLText.name(source.name))::\(column.kind.sqlType)")
        }
        if description.isPlacedByLocation, let location = description.location, let places = description.table.places {
            fields.append(.location(latitude: places.latitude, longitude: places.longitude))
            expressions.append("t.\(SQLText.name(location.name))")
        }
        (self.fields, self.expressions) = (fields, expressions)
        var conditions: [String] = []
        var isLong = false
        if let living = description.isLiving("t") { conditions.append(living) }
        for (column, parent) in description.table.parents {
            guard let child = description.source(of: column), let there = parents[parent],
                let id = there.source(of: "id"), let living = there.isLiving("parent")
            else { continue }
            conditions.append(
                """
                NOT EXISTS (SELECT 1 FROM \(there.sqlName) AS parent WHERE parent.\(SQLText.name(id.name)) = \
                t.\(SQLText.name(child.name)) AND NOT (\(living)))
                """)
        }
        places = description.table.hasPlace ? try? PlaceColumns(description, postgis: postgis) : nil
        // In a mirror a region cuts only places: a watchlist is mirrored whole or
        // not at all.
        if let region, description.table == .hotspot || isAsked && description.table.hasPlace {
            let places = try PlaceColumns(description, postgis: postgis)
            let isInside = try RegionCondition(places).sql(region, border: border)
            isLong = region.isDecidedHere
            conditions.append(places.isOdd.map { "(\($0) OR \(isInside))" } ?? isInside)
        }
        if !description.hasSureIDs { conditions.append("\(id) IS NOT NULL") }
        if !doubled.isEmpty { conditions.append("\(id) <> ALL (\(SQLText.array(doubled)))") }
        self.isLong = isLong
        mayBelong = conditions.isEmpty ? nil : conditions.joined(separator: " AND ")
        belongs = mayBelong.map { "coalesce(\($0), false)" }
    }

    var source: String { "\(description.sqlName) AS t\(joined)" }
    /// The rows without what is joined to them, unless conditions need that.
    var narrowSource: String { needsPlaces ? source : "\(description.sqlName) AS t" }
    private var gone: String { belongs.map { "NOT \($0)" } ?? "false" }

    /// How many fields a row of `copy` has.
    var fieldCount: Int { 3 + fields.count }

    func copy(_ selection: RowSelection) -> String {
        // Where it stands in several places of the statement, a row has it from here.
        let isShared = isLong && selection != .all
        let rows =
            isShared
            ? "\(source) CROSS JOIN LATERAL (SELECT \(belongs ?? "true") AS belongs OFFSET 0) AS part" : source
        let living = isShared ? "part.belongs" : belongs ?? "true"
        let gone = isShared ? "NOT part.belongs" : gone
        let condition: String
        var sendsGone = false
        switch selection {
        case .all: condition = mayBelong ?? "true"
        // Ids that are made of keys have no order that the server knows.
        // Nor do rows without versions tell what has changed.
        case .rest where key != nil || !hasVersions: condition = living
        case .rest(let last, let cursor):
            condition = "\(id) > '\(last)' AND \(living) OR \(SQLText.isChanged(since: Self.read(cursor)))"
            sendsGone = true
        case .changed(let cursor):
            condition = SQLText.isChanged(since: Self.read(cursor))
            sendsGone = true
        case .ids(let ids): condition = "\(isOne(of: ids)) AND \(living)"
        }
        // For a row that is gone only the id is sent: its texts need not be readable.
        let values =
            belongs == nil || !sendsGone
            ? expressions : expressions.map { "CASE WHEN \(gone) THEN NULL ELSE \($0) END" }
        let version = hasVersions ? "t.xmin" : isAsked ? "0::pg_catalog.int8" : contentVersion
        let list = ([id, version, selection == .all ? "false" : gone] + values.map { readable($0) })
            .joined(separator: ", ")
        let order =
            switch selection {
            case .all, .rest: key == nil ? " ORDER BY \(id)" : ""
            case .changed, .ids: ""
            }
        // Of a row without an id it cannot be reported that it is gone.
        let isNamed = description.hasSureIDs || key != nil ? "" : " AND \(id) IS NOT NULL"
        return "COPY (SELECT \(list) FROM \(rows) WHERE (\(condition))\(isNamed)\(order)) TO STDOUT (FORMAT binary)"
    }

    private static func read(_ cursor: MirrorCursor) -> PostgresCursor {
        guard let cursor = PostgresCursor(cursor) else {
            preconditionFailure("A sync goes on only from a cursor that `canContinue(from:)` accepts.")
        }
        return cursor
    }

    var count: String { "SELECT count(*) FROM \(narrowSource) WHERE \(belongs ?? "true")" }

    /// SQL for the number of rows, and their bytes as the server stores those that may be read.
    ///
    /// - Parameter border: the answer to the region's `BorderQuestion`.
    func estimate(outside region: Region?, border: String?) throws -> String {
        var condition = belongs ?? "true"
        if let region, let places {
            condition += " AND NOT coalesce(\(try RegionCondition(places).sql(region, border: border)), false)"
        }
        // Of a whole row it can be asked only by who may read every column.
        let readable = (Array(description.columns.values) + description.twins).filter(\.isReadable)
            .map { "t.\(SQLText.name($0.name))" }.sorted().joined(separator: ", ")
        let size = "pg_catalog.pg_column_size(ROW(\(readable)))"
        return "SELECT count(*), coalesce(sum(\(size)), 0) FROM \(source) WHERE \(condition)"
    }

    /// A row of `copy`. A value that cannot be used is noted as the row's
    /// problem, and the other rows are still read.
    ///
    /// - Throws: `WireError` when the bytes do not tell which row it is.
    func row(_ copied: CopyRow) throws(WireError) -> MirrorRow {
        guard let id = copied[0], let xmin = copied[1], let gone = copied[2] else {
            throw WireError(offset: 0, reason: "a row of \(description.fullName) without an id")
        }
        let (feature, key) = try identity(id)
        var row = MirrorRow(
            id: feature, token: hasVersions ? Int64(try BinaryField.xid(xmin)) : try BinaryField.int64(xmin),
            isGone: try BinaryField.bool(gone), values: [], key: key)
        if row.isGone { return row }
        if let bad = unreadable[feature] {
            row.problem = Self.unreadable(bad.column)
            return row
        }
        if server.hasNoEncoding, let key, KeyOfBytes.isOne(key) {
            row.problem = Self.keyOfBytes
            return row
        }
        row.values = Array(repeating: .null, count: table.columns.count)
        for (index, field) in fields.enumerated() {
            do throws(WireError) {
                try set(field, of: &row, copied, index + 3)
            } catch {
                (row.values, row.problem) = ([], "\(name(of: field)): \(error.reason)")
                return row
            }
        }
        return row
    }

    /// Why a row whose key is `KeyOfBytes` waits.
    static let keyOfBytes = "its key is a text that is not UTF-8"

    private func set(_ field: Field, of row: inout MirrorRow, _ copied: CopyRow, _ index: Int) throws(WireError) {
        if let length = copied.omittedLength(index) {
            throw WireError(offset: 0, reason: "\(length) bytes are more than \(BinaryCopyReader.longestField)")
        }
        guard let bytes = copied[index] else { return }
        switch field {
        case .value(let column, let kind):
            row.values[column] = try kind.value(bytes)
        case .location(let latitude, let longitude):
            guard let point = try EWKB.point(bytes) else { return }
            row.values[latitude] = .real(point.latitude)
            row.values[longitude] = .real(point.longitude)
        }
    }

    private func name(of field: Field) -> String {
        switch field {
        case .value(let column, _): description.remoteName(of: table.columns[column].name)
        case .location: description.location?.name ?? "location"
        }
    }
}
