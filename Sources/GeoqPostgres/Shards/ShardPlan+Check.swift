/// What must hold on a coordinator.
extension ShardPlan {
    /// SQL that fails where something does not hold.
    var check: String {
        let longitude = SQLText.name(longitude)
        let rows = parts.map { part in
            "(\(part.number), \(Self.literal(partition(part))), \(Self.bound(part.low)), \(Self.bound(part.high)), "
                + "\(part.rows)::pg_catalog.int8, '\(part.digest)')"
        }
        let counted =
            "SELECT count(*) AS rows, min(\(longitude)) AS low, max(\(longitude)) AS high, \(digest)::text AS digest FROM "
        let doubled =
            "SELECT pg_catalog.concat_ws(',', \(keyColumns)) FROM \(name) GROUP BY \(keyColumns) "
            + "HAVING count(*) > 1 LIMIT 1"
        return """
            \(Self.block("""
            DECLARE
                part record;
                counts record;
                line text;
                changed text;
                asked int := 0;
                measured int := 0;
            BEGIN
                FOR part IN SELECT * FROM (VALUES
                    \(rows.joined(separator: ",\n        "))) AS part (number, relation, low, high, rows, digest)
                LOOP
                    EXECUTE \(Self.literal(counted)) || part.relation INTO counts;
                    IF counts.rows <> part.rows THEN
                        RAISE EXCEPTION 'shard % has % rows, and the plan has %', part.number, counts.rows, part.rows;
                    END IF;
                    IF counts.low < part.low OR counts.high >= part.high THEN
                        RAISE EXCEPTION 'shard % has longitudes from % to %, and its part is from % to %',
                            part.number, counts.low, counts.high, part.low, part.high;
                    END IF;
                    IF counts.digest <> part.digest THEN
                        changed := coalesce(changed, part.number::text);
                    END IF;
                END LOOP;
                EXECUTE \(Self.literal(doubled)) INTO line;
                IF line IS NOT NULL THEN
                    RAISE EXCEPTION 'two shards have a row %', line;
                END IF;
                IF changed IS NOT NULL THEN
                    RAISE EXCEPTION 'shard % has other rows than the plan, or has them at other places', changed;
                END IF;
                FOR line IN EXECUTE \(Self.literal("EXPLAIN (VERBOSE) \(question)")) LOOP
                    IF line LIKE '%Remote SQL:%' THEN
                        asked := asked + 1;
                        IF line ILIKE '%st_dwithin(%' THEN measured := measured + 1; END IF;
                    END IF;
                END LOOP;
                IF asked <> 1 THEN
                    RAISE EXCEPTION '% shards are asked where one is enough: is enable_partition_pruning off?', asked;
                END IF;
                IF measured <> asked THEN
                    RAISE EXCEPTION 'shards are not asked by distance: have they the extension postgis, in the same '
                        'schema as here?';
                END IF;
            END
            """))
            ANALYZE \(name);
            \\echo \(parts.count) shards have the rows of the plan, \(parts.reduce(0) { $0 + $1.rows }) in all.
            """
    }

    /// In quotes, with commas between.
    var keyColumns: String { key.map(SQLText.name).joined(separator: ", ") }

    private static func bound(_ degrees: Double?) -> String {
        "\(degrees.map { "'\($0)'" } ?? "NULL")::pg_catalog.float8"
    }

    /// A question that the first shard alone can answer.
    private var question: String {
        let (latitude, longitude) = (SQLText.name(latitude), SQLText.name(longitude))
        let point = "\(postgis).ST_SetSRID(\(postgis).ST_MakePoint(\(longitudeOfFirst), 0), 4326)::\(postgis).geography"
        let place = "\(SQLText.name(location))\(isGeometry ? "::\(postgis).geography" : "")"
        return """
            SELECT \(keyColumns) FROM \(name) WHERE \(latitude) BETWEEN -1 AND 1 \
            AND \(longitude) BETWEEN \(longitudeOfFirst) AND \(longitudeOfFirst) \
            AND \(postgis).ST_DWithin(\(place), \(point), 1)
            """
    }
}
