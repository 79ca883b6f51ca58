import Geoq
import GeoqStore
import GeoqSync

/// What a relation that a person names must have, and what it has.
extension TableDescription {
    /// Whether the table is any relation, whose rows have keys.
    var isRelation: Bool { mapping.key != nil }

    /// Whether its rows have versions (`xmin`) that can be read.
    /// Rows that are on another server have none here: PostgreSQL gives 0 for all.
    var hasVersions: Bool { (kind == "r" || kind == "p") && hasReadableVersions && !hasForeignParts }

    /// The columns of the key.
    var keyColumns: [Column] { (mapping.key ?? []).compactMap { columns[$0] } }

    /// The columns in the relation's order.
    private var ordered: [RelationKeeping.Described] {
        (Array(columns.values) + twins).sorted { (Int($0.number) ?? 0) < (Int($1.number) ?? 0) }
            .map { ($0.name, $0.type, $0.modifier, $0.isReadable) }
    }

    /// The further columns that come along.
    var keeping: RelationKeeping { RelationKeeping(mapping, table, of: ordered) }

    /// The column in which Darwin Core says whether a species was there at all; nil without one.
    var occurrenceStatus: Column? {
        guard isRelation, table == .observation else { return nil }
        let named = columns.values.filter { RelationNames.plain($0.name) == RelationNames.occurrenceStatus }
        return named.filter(\.isReadable).min { (Int($0.number) ?? 0, $0.name) < (Int($1.number) ?? 0, $1.name) }
    }

    /// The columns of latitude and longitude that a mapping names beside a column of places; nil without them.
    ///
    /// Places are read from the column of places. By the numbers the server knows which partitions have no place in a
    /// region, and leaves these out.
    var numbersBeside: (latitude: Column, longitude: Column)? {
        guard isRelation, location != nil, let latitude = source(of: "lat"), let longitude = source(of: "lon") else {
            return nil
        }
        return (latitude, longitude)
    }

    /// A column of points in degrees beside the columns that places are read from, as the shards of a plan have
    /// one. It tells no place: rows that it finds near one are measured by theirs.
    var pointsBeside: Column? {
        guard hasForeignParts else { return nil }
        return ["location", "geoq_location"].compactMap { columns[$0] }
            .first { $0.isReadable && $0.place?.isSure == true }
    }

    /// Why the relation cannot be read; nil when it can.
    var relationObstacle: SyncError? {
        for name in mapping.key ?? [] {
            guard let column = columns[name] else {
                return .schema("\(lacks(name)), which is to be its key", remedy: .keyColumn)
            }
            if !column.isReadable { return refusal(name) }
            guard RelationKey.canUse(column.type) else {
                return .schema(
                    "\(fullName).\(name) is of type \(column.type), which identifies no rows", remedy: .keyColumn)
            }
        }
        for (ours, theirs) in mapping.columns.sorted(by: { $0.key < $1.key }) {
            guard let column = columns[theirs] else {
                let isNeeded = ["lat", "lon", "deleted_at"].contains(ours)
                return .schema(
                    "\(lacks(theirs)), which is to be \(ours)", remedy: isNeeded ? .mapColumn : .lostColumn)
            }
            if !column.isReadable { return refusal(theirs) }
            if ours == "deleted_at", let obstacle = obstacleToLiving(column) { return obstacle }
            guard let own = table.columns.first(where: { $0.name == ours }) else { continue }
            if ours == "lat" || ours == "lon" {
                // Beside a column of places they are only looked at.
                guard mapping.location == nil, RelationValue.isNoNumber(column.type) else { continue }
                return noNumber(column)
            }
            guard RelationValue.accepts(own, column.type) else {
                return .schema(
                    "\(fullName).\(theirs) is of type \(column.type), which cannot become \(own.kind.words)",
                    remedy: .mapColumn)
            }
        }
        if let location = mapping.location {
            guard let column = columns[location] else {
                return .schema(lacks(location), remedy: .mapColumn)
            }
            if !column.isReadable { return refusal(location) }
            guard self.location != nil else {
                return .schema("\(fullName).\(location) is no geography or geometry column", remedy: .mapColumn)
            }
        } else if source(of: "lat") == nil || source(of: "lon") == nil {
            return .schema(
                "\(fullName) has no column of places that geoq finds: a geometry, a geography, or latitude and longitude",
                remedy: .placeColumn)
        }
        return RelationKeeping.obstacle(mapping, of: fullName, columns: ordered)
    }

    /// That a column is to be a latitude or a longitude and has no numbers. A point of PostgreSQL's own has both, the
    /// longitude first.
    private func noNumber(_ column: Column) -> SyncError {
        let what =
            "\(fullName).\(column.name) is of type \(column.type), which is no number, as latitude and longitude are"
        guard column.type == "point" else { return .schema(what, remedy: .placeColumn) }
        let (point, view) = (SQLText.name(column.name), "\(SQLText.name(schema)).\(SQLText.name(name + "_places"))")
        return .schema(
            "\(what); mirror a view that has its numbers: CREATE VIEW \(view) AS SELECT *, \(point)[1] AS lat, "
                + "\(point)[0] AS lon FROM \(sqlName)")
    }

    private func lacks(_ column: String) -> String {
        twins.contains { $0.name == column }
            ? RelationNames.twins(column, fullName) : RelationNames.lacks(column, fullName, with: columns.keys)
    }

    /// That a row without a key was found.
    var nullKey: SyncError {
        .schema(
            "\(fullName): the key \((mapping.key ?? []).joined(separator: ", ")) is NULL in some rows",
            remedy: .keyColumn)
    }

    /// What a person should know of a relation that can be mirrored.
    var relationFindings: [SchemaFinding] {
        var findings: [SchemaFinding] = []
        func note(_ what: String, _ cost: String, _ remedy: SyncRemedy? = nil) {
            findings.append(SchemaFinding(table, .note, what, cost: cost, remedy: remedy))
        }
        if !hasVersions, "rp".contains(kind), !hasReadableVersions, !hasForeignParts {
            note(
                "no right to read the versions of rows (xmin)",
                "\(costOfContents); GRANT SELECT (xmin) ON \(sqlName) spares that")
        } else if !hasVersions {
            note("no row versions", costOfContents)
        }
        if let (what, cost) = doubtOfKey { note(what, cost) }
        if let dayless { findings.append(dayless) }
        // Shapes in degrees are read as they are.
        let srid = location?.place?.srid ?? 0
        if let location, srid != 4326 {
            note(
                srid == 0 ? "\(location.name) may have places of any SRID" : "\(location.name) is in SRID \(srid)",
                "the server transforms places to 4326 (\(RelationNames.transformation))")
        }
        if location == nil, let said = mapping.srid, said != 4326 {
            note("places are in SRID \(said)", "the server transforms places to 4326 (\(RelationNames.transformation))")
        }
        if let location, let said = mapping.srid, srid != 0, srid != said {
            note("SRID \(said) is not used", "the places of \(location.name) are in SRID \(srid) by its type")
        }
        let keeping = keeping
        for (name, reason) in keeping.left { note("\(name) is not kept", "its values do not come along: \(reason)") }
        for column in keeping.kept where column.name != column.source && mapping.keep == .all {
            note(
                "\(column.source) is kept as \(column.name)",
                KeptColumns.isUsable(column.source)
                    ? "geoq, or another column, has its name"
                    : "a name has no quotation mark (\"), backslash or control character")
        }
        if !keeping.rounded.isEmpty {
            note(
                "\(keeping.rounded.joined(separator: ", ")) may have more than \(RelationKeeping.sureDigits) digits",
                "the store has all of them, and answers round the number to a double")
        }
        let statuses = columns.values.filter { RelationNames.plain($0.name) == RelationNames.occurrenceStatus }
        if table == .observation, occurrenceStatus == nil, let hidden = statuses.map(\.name).min() {
            note(
                "\(hidden) may not be read",
                "rows that say there that the species was absent come along; GRANT SELECT (\(SQLText.name(hidden))) ON "
                    + "\(sqlName) leaves them out")
        }
        if !hasHint { note("no trigger that notifies the channel geoq", "a watch asks every few seconds") }
        if hasRowSecurity {
            note("row-level security", "only rows that the role may see are mirrored", .chooseUser)
        }
        return findings
    }

    /// That rows of observations have no date; nil when there is a column for it.
    private var dayless: SchemaFinding? {
        guard table == .observation, source(of: "date") == nil else { return nil }
        let cost = "no question for a time finds its rows"
        let readable = columns.values.filter(\.isReadable).map { (name: $0.name, type: $0.type) }
        guard let parts = DayParts(among: readable) else {
            return SchemaFinding(table, .loss, DayParts.missing, cost: cost, remedy: .mapColumn)
        }
        let view = parts.view(of: name, in: schema)
        return SchemaFinding(table, .loss, DayParts.missing, cost: "\(cost); mirror a view that has one: \(view)")
    }

    /// Why the server has to look at each sync whether the key identifies rows, and what spares that; nil when
    /// it does certainly.
    private var doubtOfKey: (what: String, cost: String)? {
        if hasSureIDs { return nil }
        let look = "the server looks at each sync whether it is unique"
        guard hasUniqueID, !hasHeirs else { return ("no unique index guarantees the key", look) }
        let optional = keyColumns.filter { !$0.isRequired }.map(\.name)
        let changes = optional.map { "ALTER COLUMN \(SQLText.name($0)) SET NOT NULL" }.joined(separator: ", ")
        // Columns of a materialized view cannot be declared so.
        let advice = "rp".contains(kind) ? "; ALTER TABLE \(sqlName) \(changes) spares that" : ""
        return ("the key \(optional.joined(separator: ", ")) may be NULL, although its index is unique", look + advice)
    }

    /// The relation as a sync sees it.
    func remoteTable(_ query: TableQuery) -> RemoteTable {
        var remote = remoteTable(doubled: [], withoutID: 0)
        (remote.isKeyed, remote.kept) = (true, keeping.kept.map(\.column))
        var definitions = definitions
        definitions.systems = Dictionary(query.systems.map { ("\($0.srid)", $0.definition) }) { $1 }
        remote.definition = definitions.text
        return remote
    }

    /// The table as a sync sees it.
    ///
    /// - Parameters:
    ///   - doubled: ids that several rows share.
    ///   - missing: how many rows have no id.
    func remoteTable(doubled: [FeatureID], withoutID missing: Int) -> RemoteTable {
        var remote = RemoteTable(
            origin: "\(relation)", name: fullName, rings: hasHint, isSeenByRight: isSeenByRight,
            definition: definitions.text, doubled: doubled, withoutID: missing)
        if !hasVersions {
            // Ids and hashes are compared instead.
            (remote.delta, remote.cost) = (.expired, costOfContents)
        }
        return remote
    }

    var costOfContents: String {
        let what =
            switch kind {
            case "v": "a view"
            case "m": "a materialized view"
            case "f": "a foreign table"
            case _ where hasForeignParts: "a table with rows on other servers"
            default: "a table without readable versions"
            }
        return "\(what): the server reads and hashes all rows at each sync"
    }
}
