import Foundation
import TestSupport
import Testing

/// A person makes watchlists on the map, with an account: Chromium before
/// `geoq serve`, and the project behind it.
@Suite(.waits, .serialized, .needsGateway)
struct MapEditTests {
    private static let gateway = Result { try GatewayProcess() }
    private static let hasBrowser = FileManager.default.isExecutableFile(atPath: "/usr/bin/chromedriver")

    @Test(.enabled(if: hasBrowser, "Chromium's driver is not installed; `make test` installs it"))
    func `what is made on the map is in the store, and is sent`() async throws {
        try await withFolder { folder in
            let fixture = try AccountFixture(Self.gateway.get(), in: folder)
            try fixture.gateway.query(
                """
                DELETE FROM watchlists; DELETE FROM bird;
                INSERT INTO bird (id, scientific_name, common_name)
                VALUES (md5('blackbird')::uuid, 'Turdus merula', 'Common Blackbird')
                """)
            try """
            id,name,lat,lon
            L1,Stewart Park,42.46,-76.5
            L2,Sapsucker Woods,42.48,-76.45
            """.write(toFile: folder + "/hotspots.csv", atomically: true, encoding: .utf8)
            let filled = try fixture.run("import", folder + "/hotspots.csv", "--as", "hotspots")
            #expect(filled.status == 0, "\(filled.errors)")
            _ = try fixture.signUp()
            let sync = try fixture.run("sync", "--quiet")
            #expect(sync.status == 0, "\(sync.errors)")

            let server = try ServeProcess(["--db", fixture.store])
            defer { _ = server.stop() }
            let page = Process()
            page.executableURL = URL(filePath: "/usr/bin/python3")
            page.arguments = [
                Checkout.root.appending(path: "Tests/OutsideClients/page_edits.py").path, server.address,
                Checkout.root.appending(path: ".build/pictures").path, GeoqProcess.executable.path,
            ]
            let own = ["GEOQ": GeoqProcess.executable.path, "PYTHONDONTWRITEBYTECODE": "1"]
            page.environment = ProcessInfo.processInfo.environment.merging(fixture.environment) { $1 }
                .merging(own) { $1 }
            let output = Pipe()
            (page.standardOutput, page.standardError) = (output, output)
            try page.run()
            let words = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            page.waitUntilExit()
            #expect(page.terminationStatus == 0, "\(words.suffix(4_000))")

            // The list of the circle went to the project with its entry and rule; what was made later waits.
            #expect(
                try fixture.gateway.query(
                    """
                    SELECT w.title, w.location_rule_enabled, e.notes, r.rule_type FROM watchlists AS w
                    JOIN watchlist_entries AS e ON e.watchlist_id = w.id
                    JOIN watchlist_rules AS r ON r.watchlist_id = w.id
                    """) == "Blackbirds|t|Sings|species")
            #expect(try fixture.sql("SELECT title FROM watchlists ORDER BY title").count == 2)
            #expect(try fixture.sql("SELECT name, source FROM area") == ["Marsh|drawn"])
            let waiting = try fixture.run("outbox", "list", "-f", "ndjson").output
            #expect(waiting.contains(#""status":"pendingCreate""#), "\(waiting)")
            let push = try fixture.run("push")
            #expect(push.status == 0, "\(push.errors)")
            let radius = try fixture.sql(
                "SELECT round(location_rule_radius_km, 3) FROM watchlists WHERE title = 'Blackbirds'")
            let dragged = try #require(words.split(separator: "\n").last.map { "\($0)" })
            let made = try #require(
                try JSONSerialization.jsonObject(with: Data(dragged.utf8)) as? [String: Any], "\(words)")
            #expect(radius.first.flatMap(Double.init) == made["radius"] as? Double)
        }
    }
}
