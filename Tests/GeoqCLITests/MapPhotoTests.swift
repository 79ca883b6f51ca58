import Foundation
import TestSupport
import Testing

/// A person looks at photos on the map of a device that has none of their files:
/// Chromium before `geoq serve`, and the project behind it.
@Suite(.waits, .serialized, .needsGateway)
struct MapPhotoTests {
    private static let gateway = Result { try GatewayProcess() }
    private static let hasBrowser = FileManager.default.isExecutableFile(atPath: "/usr/bin/chromedriver")

    @Test(.enabled(if: hasBrowser, "Chromium's driver is not installed; `make test` installs it"))
    func `photos are fetched once, shown on the map, and shown again without a network`() async throws {
        try await PhotoFixture.run(Self.gateway) { fixture in
            try Self.fill(fixture)
            let paintings = ["owl", "lake"].map { "\(fixture.account.folder)/\($0).png" }
            let paint = Checkout.root.appending(path: "Tests/OutsideClients/paint.py").path
            #expect(try Tool.run("/usr/bin/python3", [paint] + paintings).status == 0)
            let shown = try paintings.map { try fixture.add(Data(contentsOf: URL(filePath: $0))) }
            let sync = try fixture.account.run("sync", "--quiet")
            #expect(sync.status == 0, "\(sync.errors)")
            // In the evening of the day on which the bird was seen, by the sun there.
            try fixture.gateway.query(
                """
                UPDATE observed_bird_photos SET captured_at = '2026-05-04T02:30:00Z', updated_at = now(),
                    row_version = row_version + 1
                """)
            let other = try fixture.otherDevice()

            let home = try other.run("home", "set", "--lat", "42.468", "--lon", "-76.508")
            #expect(home.status == 0, "\(home.errors)")
            let server = try ServeProcess(["--db", other.store], environment: other.environment)
            defer { _ = server.stop() }
            // Small and large, in the list, on the map and on a page: each is fetched once.
            let fetched = try fixture.counting("GET", "/storage/v1/object/") {
                try Self.visit("online", server.address, shown: shown)
            }
            #expect(fetched == shown.count)
            // Of what comes later this device has the row alone.
            let unseen = try fixture.add(PhotoFixture.png)
            for device in [fixture.account, other] {
                let sync = try device.run("sync", "--quiet")
                #expect(sync.status == 0, "\(sync.errors)")
            }
            try fixture.gateway.set(#"{"faults": [{"html": true}]}"#)
            defer { _ = try? fixture.gateway.set(#"{"faults": []}"#) }
            try Self.visit("offline", server.address, shown: shown, missing: [unseen])
            let cache = try other.run("cache", "info").output
            #expect(cache.contains(#""files":\#(shown.count)"#), "\(cache)")

            // A login that others may read is not read.
            let logins = try #require(FileManager.default.enumerator(atPath: "\(other.folder)/state"))
            for case let name as String in logins where name.hasSuffix(".json") {
                try FileManager.default.setAttributes(
                    [.posixPermissions: 0o644], ofItemAtPath: "\(other.folder)/state/\(name)")
            }
            let answer = try Tool.run(
                "/usr/bin/curl",
                ["-sS", "-H", "Sec-Fetch-Site: same-origin", "\(server.address)map/photos/\(unseen)"]
            ).lines.joined()
            #expect(answer.contains("no user is logged in who may fetch it"), "\(answer)")
        }
    }

    /// The entry was seen beside a hotspot of which presence is known.
    private static func fill(_ fixture: PhotoFixture) throws {
        try fixture.gateway.query(
            """
            UPDATE watchlist_entries SET lat = 42.462, lon = -76.503, observation_date = '2026-05-03T16:00:00Z',
                notes = 'Below the willow', updated_at = now(), row_version = row_version + 1;
            DELETE FROM hotspot;
            INSERT INTO hotspot (id, name, lat, lon) VALUES (md5('park')::uuid, 'Stewart Park', 42.46, -76.5);
            INSERT INTO hotspot_species_presence (id, hotspot_id, bird_id, week, likelihood)
                SELECT md5('presence' || week)::uuid, md5('park')::uuid, md5('wren')::uuid, week,
                    round((0.5 - 0.45 * cos(week * 2 * pi() / 53))::numeric, 3) FROM generate_series(1, 53) AS week;
            DELETE FROM migration_session;
            INSERT INTO migration_session (id, bird_id, name, season)
                VALUES (md5('way')::uuid, md5('wren')::uuid, 'Along <b>the lake</b>', 'autumn');
            INSERT INTO trajectory_path (id, migration_session_id, position, lat, lon)
                SELECT md5('place' || n)::uuid, md5('way')::uuid, n, 42.47 - n * 0.01, -76.53 + n * 0.012
                FROM generate_series(0, 3) AS n
            """)
    }

    private static func visit(
        _ step: String, _ address: String, shown: [String], missing: [String] = []
    ) throws {
        let page = Process()
        page.executableURL = URL(filePath: "/usr/bin/python3")
        page.arguments = [
            Checkout.root.appending(path: "Tests/OutsideClients/page_photos.py").path, step, address,
            Checkout.root.appending(path: ".build/pictures").path, shown.joined(separator: ","),
            missing.joined(separator: ","),
        ]
        page.environment = ProcessInfo.processInfo.environment.merging(["PYTHONDONTWRITEBYTECODE": "1"]) { $1 }
        let output = Pipe()
        (page.standardOutput, page.standardError) = (output, output)
        try page.run()
        let words = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        page.waitUntilExit()
        #expect(page.terminationStatus == 0, "\(step): \(words.suffix(4_000))")
    }
}
