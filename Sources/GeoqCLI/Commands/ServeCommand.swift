import ArgumentParser
import Foundation
import GeoqServer

/// `geoq serve`
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Answer the same questions over HTTP, with a map.",
        discussion: """
              geoq serve
              geoq serve --port 0 --db birds.sqlite
              geoq serve --host 0.0.0.0 --token-file token.txt

            The page is at /, the API at /api. Read-only. Without a token only this machine can ask, \
            unless --public says that everyone may. A sync or an import is seen within a second, \
            without a restart. Ctrl-C ends it when the answers under way are out.
            """)

    @Option(help: ArgumentHelp("Where to listen.", valueName: "address"))
    var host = "127.0.0.1"

    @Option(help: ArgumentHelp("The port; 0 for any that is free.", valueName: "number"))
    var port = 8080

    @Option(
        help: ArgumentHelp("Ask for the token that this file holds: Authorization: Bearer ….", valueName: "file"),
        completion: .file())
    var tokenFile: String?

    @Option(help: ArgumentHelp("Let pages of this origin read answers; * for all.", valueName: "origin"))
    var cors: String?

    @Flag(name: .customLong("public"), help: "Listen beyond this machine without a token.")
    var isPublic = false

    @Option(
        help: ArgumentHelp("Where Leaflet is (Debian's libjs-leaflet).", valueName: "folder"),
        completion: .directory)
    var leaflet = ServerConfiguration.debianLeaflet

    @Option(
        help: ArgumentHelp(
            "Offer map tiles of another server, too; nobody asks it unless they choose it on the page.",
            valueName: "https://host/{z}/{x}/{y}.png"))
    var onlineTiles: String?

    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port \(port) is none: give 0 to 65535.") }
    }

    func run() async throws {
        try await Failure.reported(nil) {
            var configuration = ServerConfiguration(path: storeOptions.storePath)
            (configuration.host, configuration.port, configuration.isPublic) = (host, port, isPublic)
            (configuration.allowedOrigin, configuration.leafletFolder) = (cors, leaflet)
            configuration.onlineTiles = onlineTiles
            configuration.token = try tokenFile.map(Self.token)
            let path = configuration.path
            let server = try Server(configuration) { address in
                Terminal.say("geoq: \(path) is served at \(address)")
            }
            try await server.run()
        }
    }

    /// The first line of a file.
    private static func token(in file: String) throws -> String {
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let token = text.split(separator: "\n").first.map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
        guard !token.isEmpty else { throw ValidationError("--token-file \(file) holds no token.") }
        return token
    }
}
