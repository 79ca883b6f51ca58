import ArgumentParser
import GeoqPostgres
import GeoqSync

/// `geoq shard plan`
struct ShardPlanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan", abstract: "The SQL that cuts the hotspots of a database into shards.",
        usage: """
            geoq shard plan <url> --parts <count> [<options>]
            geoq shard plan <url> --parts <count> --shard <url> --shard <url> ... [<options>]
            """,
        discussion: """
              geoq shard plan postgresql://reader@db.example.org/birds --parts 4 > plan.sql
              psql -X -v send=1 -f plan.sql "$PLANNED" | psql -X -v shard=1 -f plan.sql "$SHARD_1"
              psql -X -f plan.sql "$COORDINATOR"
              psql -X -v check=1 -f plan.sql "$COORDINATOR"
              geoq near --lat 42.48 --lon -76.45 --km 25 --remote "$COORDINATOR"

            Prints one script for psql, and changes nothing. Each shard is a database with the hotspots \
            of a range of longitudes; the ranges have about the same number of rows. The script makes a \
            shard (send and shard: its table with a CHECK, its rows, its indexes; all of it or nothing), \
            the coordinator (the servers of postgres_fdw and a table whose partitions are on them), and \
            checks all of it (check). Its first lines say how to run it.

            --shard says where a shard is, from west to east, once for each part; without it the script \
            has addresses to replace. It never has a password: put it in where the script says PASSWORD OF.

            A table whose places are in a geometry or geography column alone, or that has row-level \
            security, is refused with the reason; and so are more parts than there are longitudes. A file of \
            --tables may name latitude and longitude beside such a column of a relation: they cut the table, and \
            questions that use the file ask only the shards that may have hits.
            """)

    @Argument(help: ArgumentHelp("The database whose hotspots are cut.", valueName: "url"))
    var url: String

    @Option(
        help: ArgumentHelp(
            "How many shards: from \(ShardPlan.partCounts.lowerBound) to \(ShardPlan.partCounts.upperBound).",
            valueName: "count"),
        transform: ArgumentText.positiveCount)
    var parts: Int

    @Option(
        help: ArgumentHelp(
            "Where a shard is, as postgresql://user@host/database; once for each part.", valueName: "url"))
    var shard: [String] = []

    @Option(
        help: ArgumentHelp("A JSON file with other names of tables and columns.", valueName: "file"),
        completion: .file())
    var tables: String?

    @Option(
        help: ArgumentHelp("Of a file of --tables with several relations, the one to cut.", valueName: "relation"))
    var table: String?

    func validate() throws {
        if let table, tables == nil { throw RemoteViewOptions.withoutFile(table) }
        let counts = ShardPlan.partCounts
        guard counts.contains(parts) else {
            throw ValidationError("--parts is from \(counts.lowerBound) to \(counts.upperBound).")
        }
        guard shard.isEmpty || shard.count == parts else {
            throw ValidationError("Give --shard once for each of the \(parts) parts, or not at all.")
        }
    }

    func run() async throws {
        try await Failure.reported {
            let servers = try shard.map { try ShardServer($0) }
            let plan = try await RemoteOptions.remote(url).shardPlan(
                parts: parts, servers: servers,
                mapping: try tables.map { try RemoteOptions.mapping($0, of: table) } ?? .standard)
            try Terminal.write(plan.sql)
            for note in plan.notes { Terminal.say(note) }
            if servers.contains(where: \.hadPassword) {
                Terminal.say("the passwords of --shard are left out: put them in where the script says PASSWORD OF")
            }
            Terminal.say("\(parts) shards of \(rows(plan)) rows; the first lines of the script say how to run it")
        }
    }

    private func rows(_ plan: ShardPlan) -> String {
        guard let least = plan.rows.min(), let most = plan.rows.max(), least < most else {
            return "\(plan.rows.first ?? 0)"
        }
        return "\(least) to \(most)"
    }
}
