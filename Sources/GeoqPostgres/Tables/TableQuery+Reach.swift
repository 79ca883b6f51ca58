import Geoq
import GeoqIndex
import GeoqSync

extension TableQuery {
    /// SQL for how many rows were found near a place, at most `count`, and the
    /// largest of their distances.
    ///
    /// Within that distance there are so many rows, whichever were found. So an
    /// index on the sphere may choose them, as that of a `geography` column does
    /// (`<->`), although distances are those on the ellipsoid.
    ///
    /// - Parameters:
    ///   - area: where to look; nil for everywhere, which takes a `geography`
    ///     column.
    ///   - relations: the relations that together have the table's rows. Each is
    ///     asked for the nearest by itself: so a part on another server gets the
    ///     order and the limit, whatever the planner knows of it.
    func reach(
        of count: Int, around center: Coordinate, in area: PlaceArea?, relations: [String],
        hiding hidden: Set<FeatureID>
    ) throws -> ParameterizedSQL {
        let (places, parameters) = (try checkedPlaces, ParameterList())
        let here = try places.point(center, parameters.number)
        let limit = parameters.integer(count)
        let condition = try condition(area, hidden, parameters)
        let meters = "\(try places.function("ST_Distance"))(\(try places.geography), \(here))"
        let order =
            try places.geographyColumn.map { "\($0) OPERATOR(\(try places.schema).<->) \(here)" } ?? meters
        let parts = relations.map {
            "(SELECT \(meters) AS m FROM \($0) WHERE \(condition) ORDER BY \(order) LIMIT \(limit))"
        }
        return ParameterizedSQL(
            text: """
                SELECT count(m), max(m) FROM (
                    SELECT m FROM (\(parts.joined(separator: " UNION ALL "))) AS part ORDER BY m LIMIT \(limit)) AS near
                """, parameters: parameters.values)
    }

    /// With more partitions than this the table is asked as a whole for the nearest rows.
    static let mostParts = 64

    /// SQL for the partitions that have the table's rows, and whether each may be
    /// read.
    var partitionsQuestion: String {
        """
        WITH RECURSIVE part (oid, kind) AS (
            SELECT c.oid, c.relkind FROM pg_catalog.pg_class c WHERE c.oid = \(description.relation)
            UNION ALL
            SELECT c.oid, c.relkind FROM part JOIN pg_catalog.pg_inherits i ON i.inhparent = part.oid
                JOIN pg_catalog.pg_class c ON c.oid = i.inhrelid WHERE part.kind = 'p')
        SELECT quote_ident(n.nspname) || '.' || quote_ident(c.relname),
            pg_catalog.has_table_privilege(c.oid, 'SELECT')
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
    func relations(_ partitions: [[String?]]) -> [String] {
        guard description.kind == "p", !description.isRelation, !description.hasRowSecurity,
            partitions.count <= Self.mostParts, partitions.allSatisfy({ $0[1] == "t" })
        else { return [source] }
        return partitions.compactMap { $0[0] }.map { "\($0) AS t" }
    }
}
