import ArgumentParser
import Foundation
import Geoq
import GeoqFiles
import GeoqIndex
import GeoqStore

/// `geoq serve`
///
/// The process becomes `geoq-serve`, a program beside it (`make install` puts
/// it into `libexec`), so that no other command has to load a server's
/// libraries.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Answer the same questions over HTTP, with a map.",
        discussion: """
              geoq serve
              geoq serve --port 0 --db birds.sqlite
              geoq serve --host 0.0.0.0 --token-file token.txt
              geoq serve --area county.geojson

            The page is at /, the description of the API at /api. Without a token only this machine can ask, unless --public \
            says that everyone may. Where several people use this machine, or a proxy stands before the \
            server, give a --token-file.

            On the page watchlists and their entries can be made, changed and deleted, as long as no other \
            machine can reach the server: --allow-edits allows it to other machines, too, --read-only to none. \
            The page shows photos of entries, and fetches those that are not on this device from the project \
            of geoq login; other machines see them with --allow-edits alone, and then as the project has them: \
            smaller, and without the place.

            With --area the page begins with what lies inside the area, and area= of the API takes its name: \
            that of the store, or of a file the file's name without folder and ending. The area stays as it was \
            when the server started. A sync or an import is seen within a second, without a restart.

            While the first index is built, /healthz says 200 and questions get 503. What fails, and what is \
            slow, is said on standard error. Ctrl-C ends the server when the answers under way are out.

            A server that only this machine can ask answers to localhost and 127.0.0.1 alone: another Host gets 421. Exit codes: 65 the token's file \
            or the store has something wrong, 66 a file is missing, 74 the port, the log or a file cannot be used.
            """)

    @Option(help: ArgumentHelp("Where to listen.", valueName: "address"))
    var host = "127.0.0.1"

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The port; 0 for any that is free (default: 8080).", valueName: "number"),
        transform: ArgumentText.count)
    var port = 8080

    @Option(
        help: ArgumentHelp("Ask for the token that this file holds: Authorization: Bearer TOKEN.", valueName: "file"),
        completion: .file())
    var tokenFile: String?

    @Option(help: ArgumentHelp("Let pages of this origin read answers; * for all.", valueName: "origin"))
    var cors: String?

    @Flag(name: .customLong("public"), help: "Listen beyond this machine without a token.")
    var isPublic = false

    @Flag(help: "Take changes of watchlists, and show photos, also when other machines can reach the server.")
    var allowEdits = false

    @Flag(help: "Take no changes.")
    var readOnly = false

    @Option(
        help: ArgumentHelp("Where Leaflet is, if not where Debian's libjs-leaflet puts it.", valueName: "folder"),
        completion: .directory)
    var leaflet: String?

    @Option(
        help: ArgumentHelp(
            "Offer map tiles of another server, too: https://host/{z}/{x}/{y}.png; a browser asks that server only when its user chooses these tiles on the page.",
            valueName: "template"))
    var onlineTiles: String?

    @Option(
        name: .customLong("base-url"),
        help: ArgumentHelp(
            "What links begin with, when clients come through a proxy: https://example.org/birds.", valueName: "url"))
    var baseURL: String?

    @Option(
        help: ArgumentHelp(
            "Believe Forwarded and X-Forwarded-Proto/Host of the proxy at this address; may be repeated.",
            valueName: "address"))
    var trustProxy: [String] = []

    @Option(
        help: ArgumentHelp(
            "Add a JSON object a line to this file (- for standard output) for each request that can be read; it holds places that were asked about.",
            valueName: "file"),
        completion: .file())
    var accessLog: String?

    @OptionGroup var area: AreaOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("There is no --port \(port): give 0 to 65535.") }
        try OutputFile.check(accessLog, of: "--access-log")
        if isPublic, tokenFile != nil {
            throw ValidationError("--public asks for no token; leave out --token-file, or --public.")
        }
        if allowEdits, readOnly { throw ValidationError("Give either --allow-edits or --read-only.") }
    }

    /// Writes the polygons to a file without a name, which the next program gets: they may be
    /// too long for an argument, and come from any of the formats that this one reads.
    ///
    /// - Returns: the number of the open file.
    private static func leaveOpen(_ area: Area) throws -> Int32 {
        let path = FileManager.default.temporaryDirectory.appending(path: "geoq-\(UUID().uuidString)").path
        // No flag to close it when the program is replaced.
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
        guard descriptor >= 0 else { throw OutputError(path: path, reason: String(cString: strerror(errno))) }
        unlink(path)
        if let code = writeAll(Array(area.wkt.utf8), to: descriptor) {
            throw OutputError(path: path, reason: String(cString: strerror(code)))
        }
        return descriptor
    }

    func run() async throws {
        try await Failure.reported {
            var settings = ["db=\(storeOptions.storePath)", "host=\(host)", "port=\(port)"]
            for (name, value) in [
                ("token-file", tokenFile), ("cors", cors), ("leaflet", leaflet), ("online-tiles", onlineTiles),
                ("base-url", baseURL), ("access-log", accessLog),
            ] {
                if let value { settings.append("\(name)=\(value)") }
            }
            settings += trustProxy.map { "trust-proxy=\($0)" }
            if isPublic { settings.append("public=true") }
            if allowEdits || readOnly { settings.append("edits=\(allowEdits)") }
            if let (area, name) = try await area.named(in: try await storeOptions.open()) {
                settings += [
                    "area=\(name)", "area-text=\(try Self.leaveOpen(area))", "area-edges=\(area.edges.rawValue)",
                ]
                if let pole = area.pole { settings.append("area-pole=\(pole.rawValue)") }
            }
            // The server would show what the user who has left had.
            if storeOptions.hasFile, let store = try? Store(path: storeOptions.storePath, create: false) {
                _ = try await UnfinishedLogout.finished(in: store)
                try? store.close()
            }
            try OtherProgram.become("geoq-serve", settings)
        }
    }
}
