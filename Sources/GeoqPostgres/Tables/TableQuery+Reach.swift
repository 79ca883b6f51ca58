import Geoq
import GeoqIndex
import GeoqSync

extension TableQuery {
    /// SQL for the latitudes and longitudes of rows around a place, at most `count` of each part.
    ///
    /// Within the distance of the last of `count` rows there are at least as many: any such rows
    /// will do, and not only the nearest. So an index may choose the rows by distances on the
    /// sphere, as the index of a `geography` column does (`<->`), or in degrees, as the index of a
    /// `geometry` column does, although geoq measures them on the ellipsoid. It measures them
    /// itself because a server whose rows are on others would load PROJ for it.
    ///
    /// - Parameters:
    ///   - area: where to look; nil for everywhere.
    ///   - parts: relations that have rows of the table. Each is asked for the nearest
    ///     by itself: so a part on another server gets the order and the limit,
    ///     whatever the planner knows of it.
    func someNear(
        of count: Int, around center: Coordinate, in area: PlaceArea?, parts: [TablePart],
        hiding hidden: Set<FeatureID>
    ) throws -> ParameterizedSQL {
        let (places, parameters) = (try checkedPlaces, ParameterList())
        let limit = parameters.integer(count)
        let condition = try condition(area, hidden, parameters)
        guard let order = try places.order(around: center, parameters.number) else {
            preconditionFailure("Without an index of places the distances are counted.")
        }
        let degrees = [places.latitude, places.longitude].map { "(\($0))::pg_catalog.float8" }.joined(separator: ", ")
        let selects = parts.map {
            "(SELECT \(degrees) FROM \($0.source) WHERE \(condition) ORDER BY \(order) LIMIT \(limit))"
        }
        return ParameterizedSQL(text: selects.joined(separator: " UNION ALL "), parameters: parameters.values)
    }

    /// SQL for a distance in meters within which there are so many rows around a place: in the first
    /// circle that has them, the distance of the last; NULL when none has.
    ///
    /// PostgreSQL tries one circle after the other, and none behind the first that has enough.
    ///
    /// - Parameter radii: ascending.
    func reach(
        of count: Int, around center: Coordinate, trying radii: [Distance], hiding hidden: Set<FeatureID>
    ) throws -> ParameterizedSQL {
        let (places, parameters) = (try checkedPlaces, ParameterList())
        let here = try places.point(center, parameters.number)
        let limit = parameters.integer(count)
        let meters = "\(try places.function("ST_Distance"))(\(try places.geography), \(here))"
        let tries = try radii.map { radius in
            let condition = try condition(.circle(center, radius), hidden, parameters)
            return """
                (SELECT CASE WHEN count(*) = \(limit) THEN max(m) END FROM \
                (SELECT \(meters) AS m FROM \(source) WHERE \(condition) ORDER BY m LIMIT \(limit)) AS near)
                """
        }
        return ParameterizedSQL(
            text: "SELECT coalesce(\(tries.joined(separator: ", ")))", parameters: parameters.values)
    }

    /// SQL that reads the rows in an area, for the server to plan: with it PostgreSQL
    /// tells which parts of the table may have some.
    func reading(_ area: PlaceArea) throws -> ParameterizedSQL {
        let parameters = ParameterList()
        let condition = try condition(area, [], parameters)
        return ParameterizedSQL(text: "SELECT 1 FROM \(source) WHERE \(condition)", parameters: parameters.values)
    }

    /// With more partitions than this the table is asked as a whole for the nearest rows.
    static let mostParts = 64

    /// SQL for the partitions that have the table's rows: each as text of SQL, whether it
    /// may be read, its schema and its name.
    var partitionsQuestion: String {
        """
        WITH RECURSIVE part (oid, kind) AS (
            SELECT c.oid, c.relkind FROM pg_catalog.pg_class c WHERE c.oid = \(description.relation)
            UNION ALL
            SELECT c.oid, c.relkind FROM part JOIN pg_catalog.pg_inherits i ON i.inhparent = part.oid
                JOIN pg_catalog.pg_class c ON c.oid = i.inhrelid WHERE part.kind = 'p')
        SELECT quote_ident(n.nspname) || '.' || quote_ident(c.relname),
            pg_catalog.has_table_privilege(c.oid, 'SELECT'), n.nspname, c.relname
        FROM part JOIN pg_catalog.pg_class c ON c.oid = part.oid
            JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        WHERE part.kind <> 'p' ORDER BY 1
        """
    }

    /// The relations to be asked for the nearest rows, each by itself.
    ///
    /// - Parameter partitions: the answer to `partitionsQuestion`. Where the user
    ///   may not read each of them, or policies of the table hide rows, the table
    ///   is asked as a whole.
    func parts(_ partitions: [[String?]]) -> [TablePart] {
        let parts = partitions.compactMap { row -> TablePart? in
            guard row.count == 4, row[1] == "t", let text = row[0], let schema = row[2], let name = row[3] else {
                return nil
            }
            return TablePart(source: "\(text) AS t\(joined)", relation: ScannedRelation(schema: schema, name: name))
        }
        guard description.kind == "p", !description.hasRowSecurity,
            partitions.count <= Self.mostParts, parts.count == partitions.count
        else { return [whole] }
        return parts
    }

    /// The table as its only part.
    var whole: TablePart { TablePart(source: source, relation: nil) }
}

/// A relation that has rows of a table: a partition, or the table itself.
struct TablePart {
    /// As it stands after FROM.
    var source: String
    /// As plans name it; nil for a whole table.
    var relation: ScannedRelation?
}
