import ArgumentParser

/// `geoq shard`
struct ShardCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shard", abstract: "Hotspots on several PostgreSQL servers, asked like one.",
        discussion: """
              geoq shard plan postgresql://reader@db.example.org/birds --parts 4 > plan.sql
              geoq near --lat 42.48 --lon -76.45 --km 25 --remote service=birds
            """,
        subcommands: [ShardPlanCommand.self])
}
