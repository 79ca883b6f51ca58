import Geoq
package import GeoqStore
package import GeoqSync

/// How a relation can be mirrored: what in it is the key, the place, the name.
/// A column that a person has named is taken; the others are found by the
/// catalog and by usual names.
package struct RelationProposal: Hashable, Sendable {
    /// What a person has said of a relation.
    package struct Wish: Hashable, Sendable {
        /// Hotspots or observations; nil for what fits.
        package var table: MirrorTable?
        /// The relation's columns by geoq's; `geometry` stands for the column of
        /// places.
        package var columns: [String: String] = [:]
        package var key: [String] = []
        package var srid: Int?
        package var shapes: TableMapping.Table.ShapePlace?
        /// `all`, or the columns to keep; by geoq's names where these are given.
        package var keep: TableMapping.Table.Keeping?
        /// Columns to keep under names that suit.
        package var kept: [String] = []

        package init() {}

        package var isEmpty: Bool { self == Wish() }
    }

    package let relation: CatalogRelation
    /// Hotspots or observations.
    package let table: MirrorTable
    package let names: TableMapping.Table
    let keeping: RelationKeeping
    /// What is in the way; nil when nothing is.
    package let obstacle: SyncError?

    /// - Throws: `SyncError` of the kind `mapping` for a column that geoq does
    ///   not have.
    package init(_ relation: CatalogRelation, _ wish: Wish = Wish()) throws {
        self.relation = relation
        let table = wish.table ?? (relation.looksLikeObservations ? .observation : .hotspot)
        self.table = table
        var names = TableMapping.Table(schema: relation.schema, table: relation.name)
        (names.srid, names.shapes) = (wish.srid, wish.shapes)
        var said = wish.columns
        names.location = said.removeValue(forKey: "geometry")
        // What geoq makes itself is read of no column.
        let known = ["deleted_at"] + table.columns.map(\.name).filter { !["kept", "row_version"].contains($0) }
        for ours in said.keys.sorted() where !known.contains(ours) {
            throw SyncError(
                .mapping, "\(table) has no column \(ours); columns: \(known.joined(separator: ", ")), geometry",
                retryMayHelp: false)
        }
        names.columns = said
        if names.location == nil, said["lat"] == nil, said["lon"] == nil {
            if let column = relation.placeColumn {
                names.location = column.name
            } else if let pair = relation.pair {
                (names.columns["lat"], names.columns["lon"]) = (pair.latitude, pair.longitude)
            }
        }
        names.key = wish.key.isEmpty ? relation.guessedKey ?? [] : wish.key
        // GBIF's scientificName has the author and the year, by which no question asks for a species.
        let isOfGBIF = relation.columns.contains { RelationNames.plain($0.name) == "gbifid" }
        for (ours, theirs) in RelationNames.usual(table) where said[ours] == nil {
            let usual = isOfGBIF && ours == "scientific_name" ? ["species"] + theirs : theirs
            names.columns[ours] = relation.column(of: usual, for: table.schema, ours, except: names)
        }
        names.keep = wish.keep
        if !wish.kept.isEmpty {
            var chosen: [String: String] = [:]
            if case .columns(let named) = wish.keep { chosen = named }
            for column in wish.kept where !chosen.values.contains(column) {
                chosen[KeptColumns.name(for: column, in: table, besides: Array(chosen.keys))] = column
            }
            names.keep = .columns(chosen)
        }
        if case .columns(let chosen) = names.keep {
            // As a file of relations is read.
            var taken: [String: String] = [:]
            for name in chosen.keys.sorted() {
                guard let other = taken.updateValue(name, forKey: KeptColumns.lowercased(name)) else { continue }
                throw SyncError(
                    .mapping, "no columns can be kept as \(other) and as \(name), which differ in capitals alone",
                    retryMayHelp: false, remedy: .keptColumns)
            }
            for (name, theirs) in chosen where !KeptColumns.isFree(name, in: table) {
                guard KeptColumns.isUsable(name) else {
                    throw SyncError(
                        .mapping,
                        "\(theirs) cannot be kept as \(name): a name has no quotation mark (\"), backslash or control "
                            + "character", retryMayHelp: false, remedy: .keptColumns)
                }
                throw SyncError(
                    .mapping, "\(theirs) cannot be kept as \(name), which is a name of geoq's own", retryMayHelp: false,
                    remedy: .keptColumns)
            }
        }
        self.names = names
        keeping = RelationKeeping(names, table, of: relation.namesAndTypes)
        obstacle = Self.obstacle(relation, names)
    }

    private static func obstacle(_ relation: CatalogRelation, _ names: TableMapping.Table) -> SyncError? {
        func unreadable(_ names: some Sequence<String>) -> SyncError? {
            names.first { name in relation.columns.first { $0.name == name }?.isReadable == false }.map {
                SyncError(
                    .refused, "\(relation.fullName).\($0) may not be read; grant SELECT on it", retryMayHelp: false)
            }
        }
        if relation.hasNameOfBytes { return NameOfBytes.obstacle(relation.fullName) }
        if !relation.isReachable { return SchemaGrant.error(relation.schema) }
        if !relation.columns.isEmpty, !relation.columns.contains(where: \.isReadable) {
            return SyncError(
                .refused, "\(relation.fullName) may not be read; grant SELECT on it", retryMayHelp: false,
                code: "42501")
        }
        if !relation.isPopulated {
            return .schema(
                "\(relation.fullName) is a materialized view without contents; "
                    + "REFRESH MATERIALIZED VIEW \(relation.sqlName)")
        }
        if let unlogged = relation.unloggedTable,
            relation.isOnPrimaryAlone || relation.failure?.code == ReadingFailure.unsupported
        {
            let name = relation.fullName
            let words =
                unlogged.description == name
                ? "\(name) is an unlogged table, whose rows a standby does not have"
                : "\(name) fails when it is read: \(unlogged) is an unlogged table, whose rows a standby does not have"
            return .schema("\(words); mirror it from the primary server")
        }
        if let failure = relation.failure, relation.isReadByPolicyAlone {
            return ReadingFailure.ofPolicy(failure, "\(relation.fullName) fails when it is read: \(failure.message)")
        }
        if let failure = relation.failure {
            let servers = ReadingFailure.servers(
                relation.foreignServers, behind: relation.serversBehind, after: failure)
            return ReadingFailure.error(failure, of: relation.fullName, on: servers)
        }
        guard let key = names.key, !key.isEmpty else {
            // A key that is there, and hidden or of no use, is not missing.
            let first = relation.uniqueKeys.first ?? []
            if let hidden = unreadable(first) { return hidden }
            let useless = relation.columns.first { first.contains($0.name) && !RelationKey.canUse($0.type) }
            if let useless {
                return .schema(
                    "\(relation.fullName).\(useless.name) is of type \(useless.type), which identifies no rows",
                    remedy: .keyColumn)
            }
            return .schema("\(relation.fullName) has no primary key and no unique index", remedy: .keyColumn)
        }
        let twins = RelationKeeping.twins(relation.namesAndTypes)
        if let twin = key.first(where: twins.contains) {
            return .schema(
                "\(RelationNames.twins(twin, relation.fullName)), which is to be its key", remedy: .keyColumn)
        }
        if relation.hasNullKey, key == relation.guessedKey {
            return .schema(
                "\(relation.fullName): the key \(key.joined(separator: ", ")) is NULL in some rows",
                remedy: .keyColumn)
        }
        guard names.location != nil || names.columns["lat"] != nil && names.columns["lon"] != nil else {
            if let encoded = relation.encodedPlaces { return encoded.obstacle(relation) }
            return .schema("\(relation.fullName) has no column of places that geoq finds", remedy: .placeColumn)
        }
        if let needless = needlessSRID(relation, names) { return needless }
        if names.srid == nil {
            if relation.foundSRIDs(of: names.location) == [0] {
                return .schema("the places of \(relation.fullName) have no SRID", remedy: .srid)
            }
            if names.location == nil, relation.pair?.isInDegrees == false,
                names.columns["lat"] == relation.pair?.latitude
            {
                return .schema("\(relation.fullName) has coordinates that may not be degrees", remedy: .srid)
            }
        }
        let isSure = relation.columns.first { $0.name == names.location }?.place?.isSure ?? (names.srid ?? 4326 == 4326)
        if let grant = relation.grantOfPostGIS, names.location != nil || !isSure {
            return PostGISGrant.schema.error(relation.fullName, grant)
        }
        if let grant = relation.grantOfSystems, !isSure { return PostGISGrant.systems.error(relation.fullName, grant) }
        if let grant = relation.grantOfTransform, isTransformed(relation, names) {
            return PostGISGrant.transform.error(relation.fullName, grant)
        }
        if let hidden = unreadable([key, names.location.map { [$0] } ?? [], Array(names.columns.values)].joined()) {
            return hidden
        }
        return RelationKeeping.obstacle(names, of: relation.fullName, columns: relation.namesAndTypes)
    }

    /// That a person has said an SRID of places that have another one by their type.
    private static func needlessSRID(_ relation: CatalogRelation, _ names: TableMapping.Table) -> SyncError? {
        guard let said = names.srid, let column = relation.columns.first(where: { $0.name == names.location }),
            let own = column.place?.srid
        else { return nil }
        let name = "\(relation.fullName).\(column.name)"
        if own != 0, own != said {
            return .schema("the places of \(name) are in SRID \(own), and not in \(said)", remedy: .needlessSRID)
        }
        if own == 0, column.type == "geography", said != 4326 {
            return .schema("each place of \(name), a geography, has its SRID", remedy: .needlessSRID)
        }
        return nil
    }
}

extension CatalogRelation {
    fileprivate var namesAndTypes: [RelationKeeping.Described] {
        columns.map { ($0.name, $0.type, $0.modifier, $0.isReadable) }
    }
}
