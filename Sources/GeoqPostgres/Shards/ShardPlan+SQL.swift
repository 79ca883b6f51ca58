import Geoq

/// The plan as a script for psql.
///
/// The script has four uses, which psql's variables choose: without any it makes the
/// coordinator; `send` writes the rows of a shard to standard output; `shard` makes a
/// shard of them; `check` finds out whether all of it holds.
extension ShardPlan {
    /// The whole script.
    ///
    /// - Complexity: O(parts × columns).
    package var sql: String {
        """
        \(head)
        \\set ON_ERROR_STOP on
        \\set QUIET on
        \\encoding UTF8
        SET standard_conforming_strings = on;
        SET client_min_messages = warning;
        SET DateStyle = 'ISO';
        SET IntervalStyle = 'postgres';
        SET TimeZone = 'UTC';
        SET bytea_output = 'hex';
        SET lc_monetary = 'C';
        SET extra_float_digits = 1;

        -- Which longitudes a shard has, and how many rows.
        \\if :{?shard}
        \\set part :shard
        \\elif :{?send}
        \\set part :send
        \\endif
        \\if :{?part}
        \(chosenPart)
        \\endif

        \\if :{?send}

        -- The rows of a shard.
        COPY (SELECT \(copiedColumns) FROM \(name) WHERE :condition) TO STDOUT;

        \\elif :{?shard}

        -- A shard: all of it, or nothing.
        \(shard)

        \\elif :{?check}

        -- Whether each shard has its rows, whether no id is on two, and whether a question asks
        -- only the shards that it needs, by distance.
        \(check)

        \\else

        -- The coordinator.
        \(coordinator)

        \\endif

        """
    }

    private var head: String {
        let ranges = parts.map { part in
            "--   shard \(part.number): \(part.low.map { "\($0)" } ?? "…") ≤ \(longitude) < "
                + "\(part.high.map { "\($0)" } ?? "…"), \(part.rows) rows"
        }
        let total = parts.reduce(0) { $0 + $1.rows }
        let addresses =
            parts.contains { $0.server.isPlaceholder }
            ? "put in the addresses of the shards for shard-1.example.org and so on, at CREATE SERVER, and" : "put in"
        let lines =
            [
                "\(parts.count) shards of \(schema).\(table), as of \(time) on \(address):",
                "\(total) rows, cut by \(longitude).",
            ].map { "-- \(Self.spoken($0))" } + ranges.map(Self.spoken) + notes.map { "-- Note: \(Self.spoken($0))." }
        return lines.joined(separator: "\n") + """

            --
            -- 1. Make each shard, in a database of its own, of the rows of the database that was planned:
            --      psql -X -v send=1 -f plan.sql "$PLANNED" | psql -X -v shard=1 -f plan.sql "$SHARD_1"
            --    and so on to \(parts.count). Rows that came, went or moved since the plan make it fail: plan again then.
            --    The user of a user mapping below must be able to log in there, and needs SELECT on \(Self.spoken(table)).
            -- 2. In this file \(addresses) the password of each
            --    user for 'PASSWORD OF …', at CREATE USER MAPPING; a login without a password needs that
            --    option not at all. Keep the file from other people's eyes then.
            -- 3. Make the coordinator, in another database:
            --      psql -X -f plan.sql "$COORDINATOR"
            -- 4. Find out whether all of it holds:
            --      psql -X -v check=1 -f plan.sql "$COORDINATOR"
            --
            -- Rows are written on the shards; each refuses those of other longitudes. Defaults, triggers and
            -- foreign keys of the planned table do not come along.
            """
    }

    /// Looks up the part that a variable of psql names.
    private var chosenPart: String {
        let rows = parts.map { part in
            "    ('\(part.number)', \(Self.literal(Self.condition(part, longitude))), \(part.rows), '\(part.digest)')"
        }
        return """
            SELECT count(*) = 1 AS is_part, min(condition) AS condition, min(rows) AS rows, min(digest) AS digest
            FROM (VALUES
            \(rows.joined(separator: ",\n"))) AS part (number, condition, rows, digest) WHERE number = :'part' \\gset
            \\if :is_part
            \\else
            \(Self.block("BEGIN RAISE EXCEPTION 'shards have the numbers 1 to \(parts.count)'; END"))
            \\endif
            """
    }

    // MARK: - Parts of SQL

    var name: String { "\(SQLText.name(schema)).\(SQLText.name(table))" }

    /// The table of a part on the coordinator.
    func partition(_ part: Part) -> String {
        let own = "\(table)_shard_\(part.number)"
        // PostgreSQL cuts longer names.
        return "\(SQLText.name(schema)).\(SQLText.name(own.utf8.count <= 63 ? own : "geoq_shard_\(part.number)"))"
    }

    /// The columns that are not computed.
    var copiedColumns: String {
        columns.filter { !$0.isComputed }.map { SQLText.name($0.name) }.joined(separator: ", ")
    }

    /// Schemas and extensions that tables need.
    func needs(_ extensions: [String]) -> String {
        let schemas = [SQLText.name(schema), postgis].filter { $0 != "public" && $0 != "\"public\"" }
        return
            (Set(schemas).sorted().map { "CREATE SCHEMA IF NOT EXISTS \($0);" }
            + ["CREATE EXTENSION IF NOT EXISTS postgis WITH SCHEMA \(postgis);"] + extensions)
            .joined(separator: "\n")
    }

    /// Whether a row belongs to a part, by the number that the shards have.
    static func condition(_ part: Part, _ longitude: String) -> String {
        let column = "\(SQLText.name(longitude))::pg_catalog.float8"
        return [part.low.map { "\(column) >= '\($0)'" }, part.high.map { "\(column) < '\($0)'" }]
            .compactMap { $0 }.joined(separator: " AND ")
    }

    /// The sum, as a text, of hashes of the keys and places of rows, whatever their order. It is the same on the planned
    /// server and on the shards, although these may have other types: a key is hashed as a text in UTF-8, and degrees
    /// are hashed as the bytes of a `float8`.
    static func digest(key: [String], latitude: String, longitude: String) -> String {
        let values =
            key.map { "pg_catalog.convert_to(\(SQLText.name($0))::pg_catalog.text, 'UTF8')" }
            + [latitude, longitude].map { "pg_catalog.float8send(\(SQLText.name($0))::pg_catalog.float8)" }
        let text = values.map { "coalesce(pg_catalog.encode(\($0), 'hex'), '-')" }.joined(separator: ", ")
        return "coalesce(sum(pg_catalog.hashtextextended(pg_catalog.concat_ws(',', \(text)) COLLATE \"C\", 0)), 0)"
    }

    var digest: String { Self.digest(key: key, latitude: latitude, longitude: longitude) }

    static func literal(_ text: String) -> String { text.quoted(by: "'") }

    /// A block of PL/pgSQL.
    static func block(_ text: String) -> String {
        var tag = "geoq"
        while text.utf8.contains("$\(tag)$".utf8) { tag += "_" }
        return "DO $\(tag)$\n\(text)\n$\(tag)$;"
    }

    /// A text within one line of a comment.
    private static func spoken(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { isPlain(String($0)) ? $0 : " " }))
    }
}
