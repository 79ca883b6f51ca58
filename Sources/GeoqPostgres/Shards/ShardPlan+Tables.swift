/// The tables of a plan: those of the shards, and that of the coordinator.
extension ShardPlan {
    var shard: String {
        """
        BEGIN;
        \(needs([]))
        CREATE TABLE \(name) (
        \(columns.map { "    \(definition($0))," }.joined(separator: "\n"))
            CONSTRAINT geoq_shard CHECK (:condition));
        \\copy \(name) (\(copiedColumns)) from pstdin
        ALTER TABLE \(name) ADD PRIMARY KEY (\(keyColumns));
        CREATE INDEX ON \(name) USING gist (\(SQLText.name(location)));
        CREATE INDEX ON \(name) (\(SQLText.name(longitude)), \(SQLText.name(latitude)));
        SELECT count(*) = :rows AND \(digest)::text = :'digest' AS is_whole, count(*) AS found FROM \(name) \\gset
        \\if :is_whole
        \\else
        \\warn 'shard' :part 'got' :found 'rows, and the plan has' :rows 'with their keys and places'
        \(Self.block(
            "BEGIN RAISE EXCEPTION 'these are not the rows that were planned; plan again, or send them again'; END"))
        \\endif
        COMMIT;
        ANALYZE \(name);
        """
    }

    /// Shards are asked at the same time, by functions of PostGIS as well; one that
    /// cannot be reached is known after two seconds.
    private static let behavior = [
        ShardServer.Setting(name: "extensions", value: "postgis"),
        ShardServer.Setting(name: "async_capable", value: "true"),
        ShardServer.Setting(name: "fetch_size", value: "1000"),
        ShardServer.Setting(name: "updatable", value: "false"),
    ]

    var coordinator: String {
        """
        BEGIN;
        \(needs(["CREATE EXTENSION IF NOT EXISTS postgres_fdw;"]))
        CREATE TABLE \(name) (
        \(columns.map { "    \(definition($0))" }.joined(separator: ",\n")))
        PARTITION BY RANGE (\(SQLText.name(longitude)));

        \(parts.map(foreign).joined(separator: "\n\n"))
        COMMIT;
        """
    }

    private func foreign(_ part: Part) -> String {
        let server = "geoq_shard_\(part.number)"
        var options = part.server.options
        if !options.contains(where: { $0.name == "connect_timeout" }) {
            options.append(ShardServer.Setting(name: "connect_timeout", value: "2"))
        }
        let list = (options + Self.behavior).map { "\($0.name) \(Self.literal($0.value))" }
        let (low, high) = (
            part.low.map { "'\($0)'" } ?? "MINVALUE", part.high.map { "'\($0)'" } ?? "MAXVALUE"
        )
        let password = Self.literal("PASSWORD OF \(part.server.user) ON SHARD \(part.number)")
        return """
            CREATE SERVER \(server) FOREIGN DATA WRAPPER postgres_fdw OPTIONS (
                \(list.joined(separator: ", ")));
            -- Each further user who asks needs a mapping as well.
            CREATE USER MAPPING FOR CURRENT_USER SERVER \(server) OPTIONS (
                user \(Self.literal(part.server.user)), password \(password));
            CREATE FOREIGN TABLE \(partition(part)) PARTITION OF \(name)
                FOR VALUES FROM (\(low)) TO (\(high)) SERVER \(server)
                OPTIONS (schema_name \(Self.literal(schema)), table_name \(Self.literal(table)));
            """
    }

    private func definition(_ column: Column) -> String {
        var words = [SQLText.name(column.name), column.type]
        if column.isRequired { words.append("NOT NULL") }
        if column.isComputed {
            let point = """
                \(postgis).ST_SetSRID(\(postgis).ST_MakePoint(\(SQLText.name(longitude))::pg_catalog.float8, \
                \(SQLText.name(latitude))::pg_catalog.float8), 4326)
                """
            words.append("GENERATED ALWAYS AS (\(isGeometry ? point : "\(point)::\(postgis).geography")) STORED")
        }
        return words.joined(separator: " ")
    }
}
