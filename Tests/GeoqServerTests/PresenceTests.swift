import Geoq
import GeoqFormats
import GeoqStore
import HTTPTypes
import NIOCore
import TestSupport
import Testing

@testable import GeoqServer

/// Which birds are to be expected, over HTTP. That it is what the command tells is
/// tested with the command.
@Suite struct PresenceTests {
    private static func with(_ body: @Sendable (TestedServer) async throws -> Void) async throws {
        try await ServerRun.with(prepare: { try Self.fill($0) }, { client, _ in try await body(client) })
    }

    private static func fill(_ store: Store) throws {
        let run = try Tool.sqlite3(
            store.path,
            """
            INSERT INTO bird (id, common_name, scientific_name, source)
                SELECT '0000000e-0000-4000-8000-000000000001', 'Common Blackbird', 'Turdus merula', name
                FROM geoq_source LIMIT 1;
            INSERT INTO hotspot_species_presence (id, hotspot_id, bird_id, week, likelihood, source)
                SELECT '0000000f-0000-4000-8000-00000000000' || column1, h.id,
                    '0000000e-0000-4000-8000-000000000001', column1 * 10, column1 / 4.0, h.source
                FROM (VALUES (1), (2), (3)), hotspot AS h WHERE h.name = 'Stewart Park'
            """)
        #expect(run.status == 0, "\(run.errors)")
    }

    @Test func `the nearest hotspot tells, beside what was seen there`() async throws {
        try await Self.with { client in
            let answer = try await client.json("/presence?lat=42.461&lon=-76.5")
            #expect(answer.status == 200 && answer.headers[.cacheControl] == "no-store")
            #expect(answer.body["hotspots"]?.array?.compactMap { $0["name"]?.string } == ["Stewart Park"])
            let records = answer.body["presence"]?.array ?? []
            // Weeks 10, 20 and 30 are expected; it was seen in week 18 there. A second sighting is further than 1 km.
            #expect(records.compactMap { $0["week"]?.double } == [10, 18, 20, 30])
            #expect(records.map { $0["likelihood"]?.double } == [0.25, nil, 0.5, 0.75])
            #expect(records.compactMap { $0["observations"]?.double } == [0, 1, 0, 0])
            #expect(records[1]["last_seen"] == "2026-05-03" && records[1]["common_name"] == "Common Blackbird")
            let week = try await client.json("/presence?lat=42.461&lon=-76.5&week=20").body
            #expect(week["presence"]?.array?.count == 1 && week["numberReturned"] == 1)
            let lines = String(buffer: try await client.get("/presence?lat=42.461&lon=-76.5&f=csv").body)
            #expect(lines.hasPrefix("common_name,scientific_name,bird_id,week,likelihood,observations,last_seen\n"))
        }
    }

    @Test func `what stands on a list that another user shows was not seen by this one`() async throws {
        let (remote, user) = ("https://abc.supabase.co", "0000000a-0000-4000-8000-00000000000a")
        try await ServerRun.with(
            prepare: { store in
                try Self.fill(store)
                try await store.account.note(
                    StoredAccount(remote: remote, url: remote, userID: user, level: .kit, state: .active))
                let run = try Tool.sqlite3(
                    store.path,
                    """
                    UPDATE geoq_device SET captures = NULL;
                    INSERT INTO watchlists (id, owner_id, title, source) VALUES
                        ('0000000a-0000-4000-8000-000000000001', '\(user)', 'Mine', '\(remote)'),
                        ('0000000a-0000-4000-8000-000000000002', '0000000a-0000-4000-8000-00000000000b', 'Lent',
                            '\(remote)');
                    INSERT INTO watchlist_entries (id, watchlist_id, bird_id, observation_date, lat, lon, source)
                        SELECT '0000000b-0000-4000-8000-00000000000' || column1,
                            '0000000a-0000-4000-8000-00000000000' || column1,
                            '0000000e-0000-4000-8000-000000000001', '2026-05-13T16:00:00Z', 42.46, -76.5, '\(remote)'
                        FROM (VALUES (1), (2));
                    UPDATE geoq_device SET captures = '\(remote)';
                    """)
                #expect(run.status == 0, "\(run.errors)")
            },
            { client, _ in
                let week = try await client.json("/presence?lat=42.461&lon=-76.5&week=20").body
                #expect(week["presence"]?.array?.compactMap { $0["observations"]?.double } == [1])
            })
    }

    @Test func `each record is written in JSON as in a line of its own`() async throws {
        try await Self.with { client in
            // The Blackbird has weeks with and without an observation; the Great Tit is not to be expected.
            for query in ["lat=42.461&lon=-76.5", "lat=42.6&lon=-76.5&within=20mi", "lat=42.461&lon=-76.5&week=20"] {
                let document = String(buffer: try await client.get("/presence?\(query)").body)
                let lines = String(buffer: try await client.get("/presence?\(query)&f=ndjson").body)
                let records = lines.split(separator: "\n").joined(separator: ",\n")
                #expect(!records.isEmpty && document.hasSuffix("\"presence\":[\n\(records)]}\n"), "\(document)")
            }
        }
    }

    @Test func `what is written in one piece is written as value by value`() {
        let fields: [Feature.Field] = [
            .init("a", .text("x\"y")), .init("b", .null), .init("c", .real(0.25)), .init("d", .integer(-7)),
        ]
        var (objects, whole) = (RecordObjects(), [UInt8]())
        objects.append(fields, to: &whole)
        // Its parts are made in another order than they are written.
        for first in 0...fields.count {
            for end in first...fields.count {
                var (objects, bytes) = (RecordObjects(), [UInt8]())
                let last = objects.part(Array(fields[end...]), after: end)
                let start = objects.part(Array(fields[..<first]))
                for _ in 0..<2 {
                    bytes.removeAll()
                    objects.append(start, to: &bytes)
                    for field in fields[first..<end] { objects.member(field.name, field.value, to: &bytes) }
                    if end > 0 { objects.append(last, to: &bytes) }
                    objects.end(&bytes)
                    #expect(end == 0 || bytes == whole, "\(first), \(end)")
                }
            }
        }
    }

    @Test func `within a radius all hotspots tell, and where none does the answer is what was seen`() async throws {
        try await Self.with { client in
            let wide = try await client.json("/presence?lat=42.6&lon=-76.5&within=20mi").body
            #expect(wide["hotspots"]?.array?.count == 1 && wide["undated"] == 1)
            let names = Set(wide["presence"]?.array?.compactMap { $0["scientific_name"]?.string } ?? [])
            #expect(names == ["Turdus merula", "Parus major"])
            let nothing = try await client.json("/presence?lat=-16.8&lon=179.9").body
            #expect(nothing["hotspots"] == [] && nothing["presence"] == [])
            let header = String(buffer: try await client.get("/presence?lat=-16.8&lon=179.9&f=csv").body)
            #expect(header == "common_name,scientific_name,bird_id,week,likelihood,observations,last_seen\n")
        }
    }

    @Test func `mistakes are named`() async throws {
        try await Self.with { client in
            for (query, names) in [
                ("lat=42", ["lon"]), ("lat=42&lon=0&week=54", ["week"]), ("lat=42&lon=0&week=0", ["week"]),
                ("lat=42&lon=0&km=x", ["km"]), ("lat=42&lon=0&species=x", ["species"]),
            ] {
                let answer = try await client.json("/presence?\(query)")
                #expect(answer.status == 400 && answer.body.badParameters == names, "\(query)")
            }
        }
    }
}
