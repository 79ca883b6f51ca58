import Foundation
import TestSupport
import Testing

/// A person looks at a stranger's columns on the map: Chromium before `geoq serve`, of a mirror of a PostgreSQL.
@Suite(.waits) struct MapKeptTests {
    private static let hasBrowser = FileManager.default.isExecutableFile(atPath: "/usr/bin/chromedriver")

    /// A place with columns of all kinds, and one whose names and texts would be HTML.
    private static let places = #"""
        CREATE TABLE places (
            gid integer PRIMARY KEY, name text, geom geometry(Point, 4326), habitat text, height numeric(6, 2),
            visits bigint, open boolean, "seen on" date, species text[], tags jsonb, "2024" integer, empty text,
            "<b class=evil>bold</b>" text, "<img class=evil src=x onerror=document.title=1>" jsonb, "__proto__" text,
            length text[], U&"\202egnp.evil\202c" text);
        INSERT INTO places (gid, name, geom, habitat, height, visits, open, "seen on", species, tags, "2024") VALUES (
            1, 'Reed hide', 'SRID=4326;POINT(-76.5 42.44)', 'reed bed', 120.50, 0, false, '2026-05-03',
            '{Bittern,"Reed Warbler"}', '{"seats": 4, "access": "free"}', 7);
        INSERT INTO places (gid, name, geom, habitat, tags, "<b class=evil>bold</b>",
            "<img class=evil src=x onerror=document.title=1>", "__proto__", length, U&"\202egnp.evil\202c") VALUES (
            2, 'Tower', 'SRID=4326;POINT(-76.48 42.44)',
            '<form class="evil" action="/healthz"><button>Send</button></form>',
            '{"<i class=evil>": "<input class=\"evil\" id=\"token\">"}',
            '"><script class="evil">document.title=1</script>', '["<style class=evil>*{display:none}</style>"]',
            '<meta class="evil" http-equiv="refresh" content="0;url=/healthz">', '{"''\"`&lt;&#60;b class=evil&gt;"}',
            U&'\202egnp.evil\202c after');
        """#

    /// What is to be read, by the columns' names. Characters that turn the writing around are shown as �.
    private static let shown = #"""
        [{"habitat": "reed bed", "height": "120.5", "visits": "0", "open": "false", "seen on": "2026-05-03",
          "species": "[\"Bittern\",\"Reed Warbler\"]", "tags": "{\"seats\":4,\"access\":\"free\"}", "2024": "7"},
         {"habitat": "<form class=\"evil\" action=\"/healthz\"><button>Send</button></form>",
          "tags": "{\"<i class=evil>\":\"<input class=\\\"evil\\\" id=\\\"token\\\">\"}",
          "<b class=evil>bold</b>": "\"><script class=\"evil\">document.title=1</script>",
          "<img class=evil src=x onerror=document.title=1>": "[\"<style class=evil>*{display:none}</style>\"]",
          "__proto__": "<meta class=\"evil\" http-equiv=\"refresh\" content=\"0;url=/healthz\">",
          "length": "[\"'\\\"`&lt;&#60;b class=evil&gt;\"]", "\ufffdgnp.evil\ufffd": "\ufffdgnp.evil\ufffd after"}]
        """#

    @Test(.enabled(if: hasBrowser, "Chromium's driver is not installed; `make test` installs it"))
    func `kept columns are shown under their own names, and as text`() async throws {
        let cluster = try PostgresCluster.copied(["fsync=off"])
        defer { try? cluster.stop(.immediate) }
        try cluster.query("CREATE DATABASE gis TEMPLATE \(PostgresCluster.postgisTemplate)")
        try cluster.query(Self.places, in: "gis")
        try await withFolder { folder in
            let db = folder + "/s.sqlite"
            let sync = try GeoqProcess(
                ["sync", cluster.url("gis"), "--table", "places", "--as", "hotspots", "--keep", "all", "--db", db],
                input: "", environment: ["HOME": folder, "PGHOST": "", "PGDATABASE": ""])
            #expect(sync.status == 0, "\(sync.errors)")
            let server = try ServeProcess(["--db", db])
            defer { _ = server.stop() }
            let page = Checkout.root.appending(path: "Tests/OutsideClients/page_kept.py").path
            let visit = try Tool.run("/usr/bin/python3", ["-B", page, server.address, Self.shown])
            #expect(visit.status == 0, "\(visit.errors.suffix(4_000))")
        }
    }
}
