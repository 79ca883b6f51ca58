import ArgumentParser
package import GeoqSupabase

extension ServerSQL: ExpressibleByArgument {}

/// `geoq server-sql`
struct ServerSQLCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "server-sql",
        abstract: "The SQL that makes a PostgreSQL with PostGIS, or a Supabase project, a remote of geoq.",
        discussion: """
              geoq server-sql schema | psql -X -v ON_ERROR_STOP=1 "$URL"

            schema has the tables and who may read and write them; kit lets devices pull changes without \
            loss and push each of theirs once; storage has buckets for pictures; home has the tables of \
            the home page and of identification. The schema comes first. Each can be run again.
            """)

    @Argument(help: ArgumentHelp("schema, kit, storage or home.", valueName: "part"))
    var file: ServerSQL

    func run() async throws {
        try await Failure.reported { try Terminal.write(file.text) }
    }
}
