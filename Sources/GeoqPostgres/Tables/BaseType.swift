/// SQL that looks through the types of columns, as the catalog nests them.
enum BaseType {
    /// Joined to `pg_attribute AS a`: `y` is the column's type in `pg_type`, and `b` the same, or what a
    /// domain is of in the end. A domain may be of another domain.
    static let join = """
        JOIN pg_catalog.pg_type y ON y.oid = a.atttypid
        CROSS JOIN LATERAL (SELECT CASE WHEN y.typbasetype = 0 THEN ARRAY[y.oid::pg_catalog.int8, a.atttypmod] ELSE (
            WITH RECURSIVE step (oid, base, modifier, depth) AS (
                SELECT y.oid, y.typbasetype, y.typtypmod, 0 UNION ALL
                SELECT n.oid, n.typbasetype, n.typtypmod, step.depth + 1
                FROM step JOIN pg_catalog.pg_type n ON n.oid = step.base)
            SELECT ARRAY[(array_agg(oid ORDER BY depth DESC))[1]::pg_catalog.int8, max(modifier)] FROM step
            ) END AS found OFFSET 0) AS base
        JOIN pg_catalog.pg_type b ON b.oid = base.found[1]::pg_catalog.oid
        """

    /// The modifier of the column's type, behind `join`. At most one has a modifier: the column, or one of
    /// the domains of its type.
    static let modifier = "base.found[2]::pg_catalog.int4"

    /// As `join`, through one domain only.
    static let outerJoin = """
        JOIN pg_catalog.pg_type y ON y.oid = a.atttypid
        JOIN pg_catalog.pg_type b ON b.oid = CASE WHEN y.typbasetype <> 0 THEN y.typbasetype ELSE y.oid END
        """

    /// The modifier of the column's type, behind `outerJoin`.
    static let outerModifier = "CASE WHEN y.typbasetype <> 0 THEN y.typtypmod ELSE a.atttypmod END"

    /// The labels of the column's type, behind `outerJoin`.
    static let outerNames = """
        CASE WHEN b.typtype = 'e' THEN (SELECT string_agg(e.oid::text || '=' || e.enumlabel, '|' ORDER BY e.oid)
            FROM pg_catalog.pg_enum e WHERE e.enumtypid = b.oid) END
        """

    /// Whether `outerJoin` and `outerNames` do not tell all of the column's type: the database has a domain
    /// over a domain, or a type of its own that has parts.
    static let isNested = """
        b.typbasetype <> 0 OR b.oid >= 16384 AND (b.typtype IN ('c', 'r', 'm') OR b.typelem <> 0)
        """

    /// The names that decide how a value of the type reads as a text: the labels of enumerations and the
    /// names of the columns of composites, however deep the type has them. NULL where there are none.
    static let names = """
        CASE WHEN y.typtype <> 'b' OR y.typelem <> 0 THEN (
            WITH RECURSIVE reached (oid) AS (
                SELECT y.oid UNION
                SELECT part.oid FROM reached JOIN pg_catalog.pg_type n ON n.oid = reached.oid
                    CROSS JOIN LATERAL (
                        SELECT n.typelem UNION ALL SELECT n.typbasetype UNION ALL
                        SELECT f.atttypid FROM pg_catalog.pg_attribute f
                        WHERE n.typrelid <> 0 AND f.attrelid = n.typrelid AND f.attnum > 0 AND NOT f.attisdropped
                        UNION ALL SELECT g.rngsubtype FROM pg_catalog.pg_range g
                        WHERE n.typtype IN ('r', 'm') AND (g.rngtypid = n.oid
                            OR pg_catalog.to_json(g) ->> 'rngmultitypid' = n.oid::pg_catalog.text)) AS part (oid)
                WHERE part.oid <> 0)
            SELECT nullif(concat_ws('|',
                (SELECT string_agg(e.oid::text || '=' || e.enumlabel, '|' ORDER BY e.oid)
                    FROM reached JOIN pg_catalog.pg_enum e ON e.enumtypid = reached.oid),
                (SELECT string_agg(f.attname::text, '|' ORDER BY f.attrelid, f.attnum)
                    FROM reached JOIN pg_catalog.pg_type n ON n.oid = reached.oid AND n.typrelid <> 0
                        JOIN pg_catalog.pg_attribute f ON f.attrelid = n.typrelid
                    WHERE f.attnum > 0 AND NOT f.attisdropped)), '')) END
        """
}
