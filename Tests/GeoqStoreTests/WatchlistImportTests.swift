import Foundation
import GRDB
import Geoq
import GeoqFormats
import GeoqIndex
import TestSupport
import Testing

@testable import GeoqStore

/// Watchlists from files into the store and out again.
@Suite struct WatchlistImportTests {
    private static let birds = """
        id,common_name,scientific_name,shape_id
        11111111-1111-4111-8111-111111111111,Great Tit,Parus major,tit-like
        11111111-1111-4111-8111-111111111112,Mallard,Anas platyrhynchos,duck-like
        """
    private static let lists = """
        [{"id":"21111111-1111-4111-8111-111111111111","title":" Spring, \\"tits\\"","ownerId":"someone",
          "locationRuleEnabled":true,"location_rule_lat":42.48,"location_rule_lon":-76.45,
          "location_rule_radius_km":-5,"deleted_at":"2026-06-01T00:00:00Z",
          "rules":[
            {"id":"31111111-1111-4111-8111-111111111111","rule_type":"species","priority":3,
             "parameters_json":"{ \\"bird_id\\" : \\"11111111-1111-4111-8111-111111111111\\" }\\n"},
            {"rule_type":"date","parameters":{"start":"--04-01","end":"--06-30"},"is_active":false},
            {"rule_type":"location","parameters_json":" {broken\\t"}],
          "entries":[
            {"scientific_name":"pārus MAJOR","lat":42.48,"lon":-76.45,"observation_date":"2026-05-03T23:30:00-04:00"},
            {"bird_id":"11111111-1111-4111-8111-111111111112","lat":42.49,"lon":-76.45,"status":"wanted"},
            {"common_name":"Mallard"}]},
         {"title":"Simple","lat":42.4,"lon":-76.4,"radius_km":"12","scientific_name":"Anas platyrhynchos",
          "start":"2026-01-01"}]
        """

    @Test(arguments: [OutputFormat.ndjson, .csv, .geojson, .geojsonseq])
    func `what is exported is imported again as it was`(_ format: OutputFormat) async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/a.sqlite")
            try await Self.take(Self.birds, "birds.csv", .birds, into: store, folder)
            let report = try await Self.take(Self.lists, "lists.json", .watchlists, into: store, folder)
            #expect(report.added == 11 && report.rejected == 0)
            #expect(report.notes == ["1 rule cannot be understood and never matches"])
            let first = try await Self.export(store, format, folder)
            let other = try Store.blank(folder + "/b.sqlite")
            try await Self.take(Self.birds, "birds.csv", .birds, into: other, folder)
            let again = try await Self.take(first, "again", .watchlists, into: other, folder)
            #expect(again.added == 11 && again.rejected == 0)
            #expect(try await Self.export(other, format, folder) == first)
            #expect(try await Self.rows(store) == Self.rows(other))
            // And into the store that it came from: nothing changes.
            let same = try await Self.take(first, "again", .watchlists, into: store, folder)
            #expect(same.added == 0 && same.changed == 0 && same.unchanged == 11)
        }
    }

    @Test func `what is inside a list whose title is too long goes to no other list`() async throws {
        try await withFolder { folder in
            let store = try Store(path: folder + "/a.sqlite")
            let title = String(repeating: "x", count: 1_001)
            let rule = #"{"rule_type":"date","parameters":{"start":"--04-01","end":"--06-30"}}"#
            let long = #"{"title":"\#(title)","rules":[\#(rule)]}"#
            let lists = #"[\#(long),{"title":"Good"},\#(long)]"#
            let report = try await Self.take(lists, "lists.json", .watchlists, into: store, folder)
            #expect(report.added == 1 && report.rejected == 2, "\(report.problems)")
        }
    }

    @Test func `parameters are kept byte for byte, and other values by their type`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/a.sqlite")
            try await Self.take(Self.birds, "birds.csv", .birds, into: store, folder)
            try await Self.take(Self.lists, "lists.json", .watchlists, into: store, folder)
            let texts = try await store.read { db in
                try Set(
                    String.fetchAll(
                        db, sql: "SELECT rule_type || is_active || ':' || parameters_json FROM watchlist_rules"))
            }
            #expect(
                texts == [
                    "species1:{ \"bird_id\" : \"11111111-1111-4111-8111-111111111111\" }\n", "location1: {broken\t",
                    #"date0:{"start":"--04-01","end":"--06-30"}"#,
                    #"location1:{"lat":42.4,"lon":-76.4,"radius_km":"12"}"#,
                    #"species1:{"scientific_name":"Anas platyrhynchos"}"#, #"date1:{"start":"2026-01-01"}"#,
                ])
            let list = try await store.read { db in
                try String.fetchOne(
                    db,
                    sql: """
                        SELECT id || location_rule_radius_km || location_rule_enabled || title FROM watchlists
                        WHERE owner_id = 'someone'
                        """)
            }
            #expect(list == "21111111-1111-4111-8111-111111111111-5.01Spring, \"tits\"")
        }
    }

    @Test func `a table with one line for each list makes a list with rules`() async throws {
        let table = """
            id,title,lat,lon,radius_km,shape_id,start,end
            pond,Pond ducks,42.48,-76.45,5,duck-like,--11-01,--02-28
            all,Everything,,,,,,
            odd,No radius,10,20,,,,
            """
        try await withFolder { folder in
            let store = try Store.blank(folder + "/a.sqlite")
            let report = try await Self.take(table, "lists.csv", .watchlists, into: store, folder)
            #expect(report.added == 7 && report.format == "table")
            // The rule has another radius now; it is the same rule.
            let changed = try await Self.take(
                table.replacing(",5,", with: ",6,"), "lists.csv", .watchlists, into: store, folder)
            #expect(changed.added == 0 && changed.changed == 1 && changed.unchanged == 6)
            let rules = try await store.read { db in
                try String.fetchAll(
                    db,
                    sql: """
                        SELECT watchlists.source_id || ':' || parameters_json
                        FROM watchlist_rules JOIN watchlists ON watchlists.id = watchlist_id ORDER BY 1
                        """)
            }
            #expect(
                rules == [
                    #"odd:{"lat":10,"lon":20}"#, #"pond:{"lat":42.48,"lon":-76.45,"radius_km":6}"#,
                    #"pond:{"shape_id":"duck-like"}"#, #"pond:{"start":"--11-01","end":"--02-28"}"#,
                ])
        }
    }

    @Test func `a point with a radius is a list with a circle`() async throws {
        let text = """
            {"type":"FeatureCollection","features":[{"type":"Feature","id":"x","geometry":
            {"type":"Point","coordinates":[-76.45,42.48]},"properties":{"name":"Pond","radius_km":2.5}}]}
            """
        try await withFolder { folder in
            let store = try Store.blank(folder + "/a.sqlite")
            #expect(try await Self.take(text, "p.geojson", .watchlists, into: store, folder).added == 2)
            #expect(
                try await store.read { db in try String.fetchOne(db, sql: "SELECT parameters_json FROM watchlist_rules")
                }
                    == #"{"lat":42.48,"lon":-76.45,"radius_km":2.5}"#)
            #expect(
                try await store.read { db in try String.fetchOne(db, sql: "SELECT title FROM watchlists") } == "Pond")
        }
    }

    @Test func `what refers to nothing is refused, and the rest is taken`() async throws {
        let text = """
            {"record":"watchlist","id":"a","title":"A"}
            {"record":"rule","watchlist_id":"a","rule_type":"date","parameters_json":"{}"}
            {"record":"rule","watchlist_id":"b","rule_type":"date","parameters_json":"{}"}
            {"record":"entry","watchlist_id":"a","bird_id":"11111111-1111-4111-8111-111111111111"}
            {"record":"entry","watchlist_id":"a","lat":95,"lon":10}
            {"record":"entry","watchlist_id":"a","scientific_name":"Nemo nemo"}
            {"record":"thing"}
            {"record":"entry","watchlist_id":"a","observation_date":"soon"}
            {"record":"watchlist","title":"B","location_rule_enabled":"perhaps"}
            """
        try await withFolder { folder in
            let store = try Store.blank(folder + "/a.sqlite")
            let report = try await Self.take(text, "l.ndjson", .watchlists, into: store, folder)
            #expect(report.added == 2 && report.rejected == 7)
            #expect(
                report.problems.map { "\($0.line): \($0.reason)" } == [
                    "3: no watchlist b; put it before what is on it, or import it first",
                    "4: no bird 11111111-1111-4111-8111-111111111111; import the birds first",
                    "5: lat 95.0 out of range −90…90",
                    "6: no bird is called Nemo nemo; import the birds first",
                    "7: record \"thing\" is not watchlist, entry or rule", "8: date \"soon\" is unreadable",
                    "9: location_rule_enabled \"perhaps\" is not true or false",
                ])
        }
    }

    @Test func `a newer file replaces what it no longer has, with what stood on it`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/a.sqlite")
            try await Self.take(Self.birds, "birds.csv", .birds, into: store, folder)
            try await Self.take(Self.lists, "lists.json", .watchlists, into: store, folder)
            _ = try await store.snapshot()
            let smaller = #"[{"title":"Simple","lat":42.4,"lon":-76.4,"radius_km":"12"}]"#
            let kept = try await Self.take(smaller, "lists.json", .watchlists, into: store, folder)
            #expect(kept.missing == 9 && kept.unchanged == 2)
            let report = try await Self.take(smaller, "lists.json", .watchlists, into: store, folder, replace: true)
            #expect(report.removed == 9 && report.missing == 0)
            #expect(try await store.snapshot().count(of: .entries) == 0)
            #expect(try await store.imports.sources().map { "\($0.layer) \($0.rows)" } == ["birds 2", "watchlists 2"])
            #expect(try await store.health.checks().allSatisfy(\.isSound))
            #expect(try await store.imports.removeSource("lists") == 2)
        }
    }

    @Test func `birds that stand on a list stay, and their source cannot be removed`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/a.sqlite")
            try await Self.take(Self.birds, "birds.csv", .birds, into: store, folder)
            try await Self.take(Self.lists, "lists.json", .watchlists, into: store, folder)
            await #expect(throws: StoreError.inUse("birds", by: "lists")) {
                try await store.imports.removeSource("birds")
            }
            let other = "common_name\nRobin\n"
            let report = try await Self.take(other, "birds.csv", .birds, into: store, folder, replace: true)
            #expect(report.removed == 0 && report.missing == 2)
            #expect(try await store.health.statistics().birds == 3)
        }
    }

    @Test func `a bird that an identification or a sighting names stays when a newer file lacks it`() async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/a.sqlite")
            try await Self.take(
                "id,common_name\n1,Wren\n2,Robin\n3,Lark\n", "birds.csv", .birds, into: store, folder)
            let birds = try await store.read { db in
                try String.fetchAll(db, sql: "SELECT id FROM bird ORDER BY source_id").compactMap { FeatureID($0) }
            }
            let rows = Repository(store)
            let session = try await rows.add(IdentificationSession(shapeID: "duck-like"))
            let result = try await rows.add(IdentificationResult(of: session.id))
            _ = try await rows.add(IdentificationCandidate(birds[0], of: result.id, rank: 1, confidence: 1))
            try await store.write { db in
                try db.execute(
                    sql: "INSERT INTO community_observation (id, bird_id, source) VALUES (?, ?, 'shell')",
                    arguments: [OutboxFixture.id(1).description, birds[1].description])
            }
            let report = try await Self.take(
                "id,common_name\n4,Owl\n", "birds.csv", .birds, into: store, folder, replace: true)
            #expect(report.removed == 1 && report.missing == 2 && report.added == 1, "\(report)")
            #expect(report.notes.contains { $0.hasPrefix("some of these stay") }, "\(report.notes)")
        }
    }

    @Test(arguments: [false, true])
    func `the pictures of a file's lists go with them`(replaces: Bool) async throws {
        try await withFolder { folder in
            let store = try Store.blank(folder + "/a.sqlite")
            try await Self.take(Self.birds, "birds.csv", .birds, into: store, folder)
            let lists = #"[{"title":"Spring","entries":[{"common_name":"Mallard","lat":42.49,"lon":-76.45}]}]"#
            try await Self.take(lists, "lists.json", .watchlists, into: store, folder)
            let (list, entry) = try await store.read { db in
                let row = try #require(
                    try Row.fetchOne(db, sql: "SELECT watchlist_id, id FROM watchlist_entries ORDER BY fid LIMIT 1"))
                return (try #require(FeatureID(row[0] as String)), try #require(FeatureID(row[1] as String)))
            }
            let other = try await store.lists.add([ColumnValue("title", .text("Ducks"))])
            _ = try await store.photos.add([1, 2, 3], to: entry)
            try await store.photos.set([4, 5, 6], of: .list(list))
            try await store.photos.set([7, 8, 9], of: .list(other))
            #expect(OutboxFixture.pictureFiles(store).count == 3)
            if replaces {
                let other = #"[{"title":"Another","lat":42.4,"lon":-76.4,"radius_km":"12"}]"#
                try await Self.take(other, "lists.json", .watchlists, into: store, folder, replace: true)
            } else {
                _ = try await store.imports.removeSource("lists")
            }
            #expect(OutboxFixture.pictureFiles(store).count == 1, "That of a guest's own list stays.")
            let usage = try await store.photos.usage()
            #expect(usage.missing == 0 && usage.photos == 0, "\(usage)")
        }
    }

    @discardableResult
    static func take(
        _ text: String, _ name: String, _ kind: ImportKind, into store: Store, _ folder: String, replace: Bool = false
    ) async throws -> ImportReport {
        let path = folder + "/" + name
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        var settings = ImportSettings(kind)
        settings.replace = replace
        return try await store.imports.run(path, settings)
    }

    /// A remote without repairs may have an infinite radius.
    @Test(arguments: [OutputFormat.ndjson, .csv, .geojson])
    func `an infinite number is exported as none`(_ format: OutputFormat) async throws {
        try await withFolder { folder in
            let path = folder + "/w.ndjson"
            let list =
                #"{"id":"1","title":"Pond","location_rule_enabled":true,"location_rule_lat":42,"#
                + #""location_rule_lon":-76,"location_rule_radius_km":7}"#
            try Data(list.utf8).write(to: URL(filePath: path))
            let store = try Store.blank(folder + "/a.sqlite")
            _ = try await store.imports.run(path, as: .watchlists)
            try await store.writer().write { db in
                try db.execute(sql: "UPDATE watchlists SET location_rule_radius_km = 9e999, location_rule_lat = -9e999")
            }
            let text = try await Self.export(store, format, folder)
            #expect(text.contains("Pond") && !text.lowercased().contains("inf"), "\(text)")
        }
    }

    private static func export(_ store: Store, _ format: OutputFormat, _ folder: String) async throws -> String {
        let path = folder + "/export"
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try await store.exports.write(.watchlists, as: format) { try file.write(contentsOf: $0) }
        try file.close()
        return try String(contentsOfFile: path, encoding: .utf8)
    }

    /// All rows of the three tables, but for their numbers.
    private static func rows(_ store: Store) async throws -> [String] {
        try await store.read { db in
            try ["watchlists", "watchlist_entries", "watchlist_rules"].flatMap { table in
                try Row.fetchAll(db, sql: "SELECT * FROM \(table) ORDER BY id").map { row in
                    "\(row.filter { $0.0 != "fid" }.map { "\($0.0)=\($0.1)" })"
                }
            }
        }
    }
}
