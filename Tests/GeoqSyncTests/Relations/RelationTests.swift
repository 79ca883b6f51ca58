import Foundation
import Geoq
import GeoqIndex
import GeoqPostgres
import GeoqStore
import GeoqSync
import TestSupport
import Testing

/// Relations that a person names, mirrored from a real server.
@Suite(.waits) struct RelationTests {
    @Test func `relations as found in the wild are mirrored under writers, all in one store`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql("SET TimeZone = 'UTC';" + WildRelation.all.map(\.setup).joined())
            #expect(WildRelation.all.count >= 25)
            for relation in WildRelation.all {
                let report = try await fixture.pull(relation: relation.name, relation.wish)
                #expect(report.problem == nil && report.waiting == 0, "\(relation): \(report)")
                let differences = try fixture.differences(relation)
                #expect(differences.isEmpty, "\(relation): \(differences.count), such as \(differences.first ?? "")")
                let again = try await fixture.pull(relation: relation.name, relation.wish)
                #expect(again.added + again.changed + again.removed == 0, "\(relation) again: \(again)")
            }
            var manner = WriterLoad.Manner()
            (manner.seconds, manner.longestHold) = (1.8, 0.05)
            let load = try RelationWriters(WildRelation.all, manner, on: fixture, seed: 1)
            var pulls = 0
            var changes: [String: Int] = [:]
            repeat {
                for relation in WildRelation.all where load.isRunning {
                    let report = try? await fixture.pull(relation: relation.name, relation.wish)
                    changes[relation.name, default: 0] += report?.changes ?? 0
                    pulls += 1
                }
            } while load.isRunning
            load.wait()
            for relation in WildRelation.all {
                let report = try await fixture.pull(relation: relation.name, relation.wish)
                #expect(report.problem == nil && report.waiting == 0, "\(relation): \(report)")
                let differences = try fixture.differences(relation)
                #expect(differences.isEmpty, "\(relation): \(differences.count), such as \(differences.first ?? "")")
                // What the server refuses of a writer would go unseen.
                #expect(changes[relation.name, default: 0] + report.changes > 0, "\(relation) was never changed")
                let verified = try await fixture.pull(relation: relation.name, relation.wish) {
                    $0.verifiesContents = true
                }
                #expect(
                    verified.added + verified.changed + verified.removed == 0
                        && verified.tables[relation.table]?.rewritten == 0, "\(relation): \(verified)")
                let proof = try await fixture.client(of: relation.name, relation.wish)
                    .prove(ProofOptions(queries: 5, seed: 1))
                // Sightings are compared by their rows alone.
                let isAsked = proof.total.questions > 0 || relation.table == .observation
                #expect(proof.verdict == .equal && isAsked, "\(relation): \(proof)")
            }
            print("\(WildRelation.all.count) relations, \(pulls) pulls under writers")
        }
    }

    @Test func `an application mirrors several relations into one store, each beside the others`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE places (id integer PRIMARY KEY, name text, geom geometry(Point, 4326));
                INSERT INTO places SELECT n, 'P' || n, st_setsrid(st_makepoint(n, n), 4326) FROM generate_series(1, 50) n;
                CREATE TABLE towers (id integer PRIMARY KEY, name text, geom geometry(Point, 4326));
                INSERT INTO towers SELECT n, 'T' || n, st_setsrid(st_makepoint(n, n), 4326) FROM generate_series(1, 30) n;
                """)
            let file = #"""
                { "hotspot": [{ "table": "public.places", "key": ["id"], "location": "geom" },
                    { "table": "public.towers", "key": ["id"], "location": "geom" }] }
                """#
            let mappings = try #require(try TableMapping.relations(json: Data(file.utf8)))
            #expect(try TableMapping.relations(json: Data(#"{ "hotspot": { "table": "places" } }"#.utf8)) == nil)
            for count in [[50, 30], [0, 0]] {
                for (mapping, count) in zip(mappings, count) {
                    var options = SyncOptions()
                    options.mapping = mapping
                    let client = SyncClient(
                        remote: try PostgresRemote(fixture.url), store: fixture.store, options: options)
                    let report = try await client.pull()
                    #expect(report.added == count && report.changed + report.removed == 0, "\(report)")
                }
            }
            #expect(try fixture.local("SELECT count(*) FROM hotspot WHERE deleted_at IS NULL") == ["80"])
        }
    }

    @Test func `a relation that becomes observations leaves no hotspots behind`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE finds (id integer PRIMARY KEY, species text, date date, geom geometry(Point, 4326));
                INSERT INTO finds SELECT n, 'Parus major', '2026-05-01', 'SRID=4326;POINT(7 51)' FROM generate_series(1, 9) n;
                """)
            func geoq(_ words: String...) throws -> GeoqProcess {
                try GeoqProcess(words + ["--db", fixture.store.path], environment: ["HOME": fixture.folder])
            }
            #expect(try geoq("sync", fixture.url, "--table", "finds", "--as", "hotspots").errors.contains("9 added"))
            try fixture.sql("DELETE FROM finds WHERE id = 1")
            let other = try geoq("sync", fixture.url, "--table", "finds", "--as", "observations")
            let sentence = "public.finds is mirrored as hotspots, of which 9 rows would stay as they are"
            #expect(other.status == 65 && other.errors.contains(sentence), "\(other)")
            let name = try #require(try fixture.local("SELECT name FROM geoq_remote").first)
            #expect(other.errors.contains("take them back first with geoq sources remove '\(name)'"), "\(other)")
            // What was refused is not remembered.
            #expect(try geoq("sync").errors.contains("hotspot: 8 rows"))
            #expect(try geoq("sources", "remove", name).status == 0)
            let again = try geoq("sync", fixture.url, "--table", "finds", "--as", "observations")
            #expect(again.status == 0 && again.errors.contains("8 added"), "\(again)")
            #expect(try fixture.local("SELECT count(*) FROM hotspot") == ["0"])
        }
    }

    @Test func `a relation that is asked itself answers as its mirror does`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE osm_points (osm_id bigint PRIMARY KEY, name text, way geometry(Point, 3857));
                INSERT INTO osm_points SELECT n, 'P' || n,
                    st_transform(st_setsrid(st_makepoint(7 + (n % 5) * 0.001, 51), 4326), 3857) FROM generate_series(1, 40) n;
                """)
            try await fixture.pull(relation: "osm_points")
            var remote = try PostgresRemote(fixture.url)
            let proposal = try RelationProposal(try await remote.relation(named: "osm_points"), .init())
            let mapping = TableMapping(tables: [proposal.table: proposal.names])
            remote.relation = mapping.relation
            let asked = RemoteHotspots(AskedRemote(remote, mapping: mapping))
            var query = Query(.around(try Coordinate(latitude: 51, longitude: 7), within: .kilometers(1)))
            // Many are equally far away: their ids decide.
            let mirrored = try await fixture.store.features.answer(query).hits
            #expect(mirrored.count == 40)
            let hits = try await asked.features(answering: query).hits
            #expect(hits.map(\.id) == mirrored.map(\.id))
            #expect(hits.map(\.distance) == mirrored.map(\.distance))
            query.filter = try PropertyFilter(cql2Text: "source_id = '17'")
            let found = try await asked.features(answering: query).features
            let held = try #require(try await fixture.store.features.place("17").feature["source"])
            #expect(found.map { $0["source_id"] } == [.text("17")] && found.first?["source"] == held)
        }
    }

    @Test func `a mapping that is refused is not remembered instead of the one that worked`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE patches (gid serial PRIMARY KEY, label text, geom geometry(Point, 4326));
                INSERT INTO patches (label, geom) VALUES ('Here', 'SRID=4326;POINT(7 51)');
                """)
            var wish = RelationProposal.Wish()
            wish.keep = .all
            try await fixture.pull(relation: "patches", wish)
            let worked = try #require(try await fixture.store.mirror.all().first?.namesOfTables)
            wish.key = ["nope"]
            let report = try await fixture.pull(relation: "patches", wish)
            let stopped = String(describing: report.tables[.hotspot]?.stopped)
            #expect(stopped.contains("no column nope"))
            let mirrors = try await fixture.store.mirror.all()
            #expect(mirrors.map(\.namesOfTables) == [worked])
        }
    }

    @Test func `a mirror of a view is behind, and not wrong, when rows of the view have changed`() async throws {
        try await SyncFixture.run(.postgis) { fixture in
            try fixture.sql(
                """
                CREATE TABLE places (id int PRIMARY KEY, name text, geom geometry(Point, 4326));
                INSERT INTO places SELECT n, 'P' || n, st_setsrid(st_makepoint(n, 10), 4326) FROM generate_series(1, 40) n;
                CREATE VIEW seen AS SELECT * FROM places;
                """)
            var wish = RelationProposal.Wish()
            wish.key = ["id"]
            try await fixture.pull(relation: "seen", wish)
            try fixture.sql("UPDATE places SET name = name || '!' WHERE id <= 20; DELETE FROM places WHERE id = 40")
            let report = try await fixture.client(of: "seen", wish).prove(ProofOptions(queries: 5, seed: 1))
            #expect(report.verdict == .behind, "\(report.examples)")
            #expect(report.tables[.hotspot].map { [$0.lost, $0.newer, $0.gone] } == [0, 20, 1])
            try await fixture.pull(relation: "seen", wish)
            let same = try await fixture.client(of: "seen", wish).prove(ProofOptions(queries: 5, seed: 1))
            #expect(same.verdict == .equal, "\(same.examples)")
        }
    }
}

extension SyncReport {
    fileprivate var changes: Int { added + changed + removed }
}
