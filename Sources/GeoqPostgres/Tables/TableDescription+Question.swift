/// The SQL that asks the catalog about a table.
extension TableDescription {
    /// SQL for the names of the foreign servers that rows of a relation are on; NULL when all are here.
    static let foreignServers = """
        (WITH RECURSIVE part (oid) AS (
                SELECT c.oid UNION
                SELECT i.inhrelid FROM pg_catalog.pg_inherits i JOIN part ON i.inhparent = part.oid)
            SELECT string_agg(DISTINCT s.srvname::text, ', ') FROM part
                JOIN pg_catalog.pg_foreign_table x ON x.ftrelid = part.oid
                JOIN pg_catalog.pg_foreign_server s ON s.oid = x.ftserver)
        """

    /// SQL for the foreign servers that a view reads from, also through other views; NULL for any other relation. The
    /// rows of a materialized view lie on this server.
    static let serversBehind = """
        (CASE WHEN c.relkind = 'v' THEN (\(everythingBehind)
            SELECT string_agg(DISTINCT s.srvname::text, ', ') FROM part
                JOIN pg_catalog.pg_foreign_table x ON x.ftrelid = part.oid
                JOIN pg_catalog.pg_foreign_server s ON s.oid = x.ftserver) END)
        """

    /// SQL for an unlogged table that holds some rows of a relation, as a JSON array of its schema and its name; if the
    /// relation is unlogged itself, it is given before others. NULL when there is no such table, and on a server that
    /// is not a standby: only a standby lacks the rows of unlogged tables, and refuses to read them.
    static let unlogged = """
        (CASE WHEN pg_catalog.pg_is_in_recovery() THEN (\(everythingBehind)
            SELECT pg_catalog.json_build_array(m.nspname, u.relname)::text FROM part
                JOIN pg_catalog.pg_class u ON u.oid = part.oid
                JOIN pg_catalog.pg_namespace m ON m.oid = u.relnamespace
            WHERE u.relpersistence = 'u' ORDER BY u.oid <> c.oid, m.nspname, u.relname LIMIT 1) END)
        """

    /// The numbers, as `part`, of a relation, of its partitions and heirs, and of what a view reads, also through other
    /// views.
    private static let everythingBehind = """
        WITH RECURSIVE part (oid) AS (
                SELECT c.oid UNION
                SELECT x.oid FROM part CROSS JOIN LATERAL (
                    SELECT i.inhrelid AS oid FROM pg_catalog.pg_inherits i WHERE i.inhparent = part.oid
                    UNION ALL
                    SELECT d.refobjid FROM pg_catalog.pg_class v
                        JOIN pg_catalog.pg_rewrite r ON r.ev_class = v.oid
                        JOIN pg_catalog.pg_depend d ON d.objid = r.oid
                            AND d.classid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass
                            AND d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass
                    WHERE v.oid = part.oid AND v.relkind = 'v') AS x)
        """

    /// SQL for the numbers of the partitions of a relation, or of the tables that inherit from it, with commas between;
    /// NULL when there are none.
    private static let heirs = """
        (WITH RECURSIVE part (oid) AS (
                SELECT i.inhrelid FROM pg_catalog.pg_inherits i WHERE i.inhparent = c.oid UNION
                SELECT i.inhrelid FROM pg_catalog.pg_inherits i JOIN part ON i.inhparent = part.oid)
            SELECT string_agg(part.oid::text, ',' ORDER BY part.oid) FROM part)
        """

    /// SQL: whether the partitions of a table, and the tables that inherit from it, compute a generated column as it does;
    /// since PostgreSQL 16 they may do it otherwise. Of rows on other servers this is what the table's owner says.
    private static let isComputedAlike = """
        NOT EXISTS (WITH RECURSIVE part (oid) AS (
                SELECT i.inhrelid FROM pg_catalog.pg_inherits i WHERE i.inhparent = c.oid UNION
                SELECT i.inhrelid FROM pg_catalog.pg_inherits i JOIN part ON i.inhparent = part.oid)
            SELECT FROM part JOIN pg_catalog.pg_attribute h ON h.attrelid = part.oid AND h.attname = a.attname
                LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = h.attrelid AND d.adnum = h.attnum
                    AND h.attgenerated <> ''
            WHERE pg_catalog.pg_get_expr(d.adbin, d.adrelid) IS DISTINCT FROM g.computation)
        """

    /// Asks for one table, in one row; `$1` is its name in quotes, `$2` the
    /// columns of its id or key, as an array. Columns come as one JSON array of arrays.
    private static func facts(deep: Bool) -> String {
        """
        SELECT c.oid::int8, n.nspname, c.relname, c.relkind, c.relrowsecurity,
            EXISTS (SELECT 1 FROM pg_catalog.pg_index i
                WHERE i.indrelid = c.oid AND i.indisunique AND i.indpred IS NULL AND i.indisvalid
                    AND NOT EXISTS (SELECT 1 FROM generate_series(0, i.indnkeyatts - 1) s
                        WHERE NOT EXISTS (SELECT 1 FROM pg_catalog.pg_attribute k WHERE k.attrelid = c.oid
                            AND k.attnum = i.indkey[s] AND k.attname = ANY ($2::text[])))) AS is_unique,
            EXISTS (SELECT 1 FROM pg_catalog.pg_trigger g JOIN pg_catalog.pg_proc p ON p.oid = g.tgfoid
                WHERE g.tgrelid = c.oid AND NOT g.tgisinternal AND g.tgenabled IN ('O', 'A')
                    AND p.prosrc ~ 'pg_notify.*geoq') AS has_hint,
            pg_catalog.row_security_active(c.oid) AND (
                EXISTS (SELECT 1 FROM pg_catalog.pg_policy p WHERE p.polrelid = c.oid AND NOT p.polpermissive)
                OR NOT EXISTS (SELECT 1 FROM pg_catalog.pg_policy p WHERE p.polrelid = c.oid AND p.polpermissive
                    AND p.polcmd IN ('r', '*') AND 0 = ANY (p.polroles)
                    AND pg_catalog.pg_get_expr(p.polqual, p.polrelid) = 'true')) AS by_right,
            c.relkind = 'r' AND c.relhassubclass AS has_heirs,
            pg_catalog.has_table_privilege(c.oid, 'SELECT') AS is_lockable,
            pg_catalog.has_column_privilege(c.oid, (SELECT x.attnum FROM pg_catalog.pg_attribute x
                WHERE x.attrelid = c.oid AND x.attname = 'xmin' AND x.attnum < 0), 'SELECT') AS has_versions,
            \(foreignServers) AS foreign_servers, c.relispopulated AS is_populated,
            \(serversBehind) AS servers_behind, \(heirs) AS heirs,
            (SELECT pg_catalog.json_agg(pg_catalog.json_build_array(
                a.attname, b.typname, pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT'), a.attnum,
                \(deep ? BaseType.modifier : BaseType.outerModifier), a.attnotnull,
                pg_catalog.md5(nullif(concat_ws('|', CASE WHEN a.atthasmissing THEN a.attmissingval::text END,
                    g.computation, \(deep ? BaseType.names : BaseType.outerNames)), '')), \(BaseType.isNested),
                CASE WHEN \(isComputedAlike) THEN g.computation END)
                    ORDER BY a.attnum)
                FROM pg_catalog.pg_attribute a
                    LEFT JOIN LATERAL (SELECT pg_catalog.pg_get_expr(d.adbin, d.adrelid) AS computation
                        FROM pg_catalog.pg_attrdef d WHERE d.adrelid = c.oid AND d.adnum = a.attnum
                            AND a.attgenerated <> '') AS g ON true
                    \(deep ? BaseType.join : BaseType.outerJoin)
                WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped)::text AS columns
        FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        WHERE c.oid = pg_catalog.to_regclass($1)
        """
    }

    /// - Parameter deep: whether types are looked through that are made of others, which takes the server
    ///   longer. Where a column is nested, only a deep question tells all.
    static func question(deep: Bool) -> String { deep ? deepQuestion : outerQuestion }
    /// Asks only for the digest of a question's answer, which shows whether anything has changed.
    static func digestQuestion(deep: Bool) -> String { deep ? deepDigest : outerDigest }

    private static let outerQuestion = "SELECT t.*, pg_catalog.md5(t::text) FROM (\(facts(deep: false))) AS t"
    private static let deepQuestion = "SELECT t.*, pg_catalog.md5(t::text) FROM (\(facts(deep: true))) AS t"
    private static let outerDigest = "SELECT pg_catalog.md5(t::text) FROM (\(facts(deep: false))) AS t"
    private static let deepDigest = "SELECT pg_catalog.md5(t::text) FROM (\(facts(deep: true))) AS t"
}
