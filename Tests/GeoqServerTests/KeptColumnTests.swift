import Foundation
import Geoq
import GeoqFormats
import GeoqStore
import HTTPTypes
import NIOCore
import TestSupport
import Testing

@testable import GeoqServer

/// Columns that a mirror of a relation keeps, over HTTP.
@Suite struct KeptColumnTests {
    private static func keep(_ store: Store) async throws {
        let run = try Tool.sqlite3(
            store.path,
            """
            INSERT INTO geoq_source (name, kind) VALUES ('db public.pois', 'remote');
            INSERT INTO geoq_remote (name, address, origin, mapping) VALUES ('db public.pois', 'db public.pois', '1/2', '');
            INSERT INTO geoq_remote_table (remote, table_name, origin, row_count, kept) VALUES ('db public.pois', 'hotspot', '3', 0,
                '[{"name":"amenity","type":"text"},{"name":"ele","type":"real"},{"name":"open","type":"boolean"},
                  {"name":"limit","type":"integer"},{"name":"bad\\"name","type":"text"},
                  {"name":"changeset","type":"integer"},{"name":"volume","type":"real"},{"name":"a,b","type":"text"}]');
            UPDATE hotspot SET kept = '{"amenity":"hide","ele":120.5,"open":true,"limit":3,
                "changeset":9007199254740993,"volume":1e300,"a,b":"both"}' WHERE source_id = 'L1';
            UPDATE hotspot SET kept = '{"amenity":"tower <b>","open":false}' WHERE source_id = 'L2';
            """)
        #expect(run.errors.isEmpty, "\(run.errors)")
    }

    @Test func `kept columns are queryables, columns and members of features`() async throws {
        try await ServerRun.with(prepare: Self.keep) { client, _ in
            let queryables = try await client.json("/collections/hotspots/queryables").body["properties"]
            #expect(queryables?["amenity"]?["type"] == "string" && queryables?["open"]?["type"] == "boolean")
            #expect(queryables?["limit"]?["type"] == "integer" && queryables?["bad\"name"] == nil)
            let schema = try await client.json("/collections/hotspots/schema").body["properties"]?["properties"]
            #expect(schema?["properties"]?["ele"]?["type"] == "number")
            func names(_ query: String) async throws -> [String] {
                let (status, body, _) = try await client.json("/collections/hotspots/items?" + query)
                #expect(status == 200, "\(query): \(body.text)")
                return (body["features"]?.array ?? []).compactMap { $0["properties"]?["name"]?.string }.sorted()
            }
            #expect(try await names("filter=ele%20%3E%20100") == ["Stewart Park"])
            #expect(try await names("filter=%22limit%22%20%3D%203") == ["Stewart Park"])
            #expect(try await names("amenity=hide") == ["Stewart Park"])
            #expect(try await names("open=false") == ["Sapsucker Woods"])
            #expect(try await names("ele=120.5&open=true") == ["Stewart Park"])
            #expect(try await names("changeset=9007199254740993") == ["Stewart Park"])
            #expect(try await names("changeset=9007199254740992") == [])
            #expect(try await names("volume=1e300&changeset=9007199254740993") == ["Stewart Park"])
            #expect(try await client.json("/collections/hotspots/items?changeset=9223372036854775808").status == 400)
            #expect(try await names("limit=1").count == 1, "a parameter of the endpoint stays what it is")
            #expect(try await client.json("/collections/hotspots/items?open=maybe").status == 400)
            #expect(try await client.json("/collections/observations/items?amenity=hide").status == 400)
            let near = try await client.json("/near?lat=42.46&lon=-76.5&km=1&fields=amenity,ele").body
            #expect(near["features"]?.array?.first?["properties"]?["ele"]?.double == 120.5)
            // A name with a comma stands in quotation marks, as in --fields.
            let written = "/near?lat=42.46&lon=-76.5&km=1&fields="
            let answer = try await client.json(written + "%22a,b%22,%20ele").body
            let quoted = answer["features"]?.array?.first?["properties"]
            #expect(quoted?["a,b"]?.string == "both" && quoted?["ele"]?.double == 120.5)
            #expect(try await client.json(written + "a,b").status == 400)
            let open = try await client.json(written + "%22a,b")
            #expect(open.status == 400 && open.body.text.contains("does not end its name"), "\(open.body.text)")
            for text in ["amenity,,ele", "amenity,", ",ele"] {
                let gap = try await client.json(written + text)
                #expect(gap.status == 400 && gap.body.text.contains("is missing between its commas"), "\(gap.body)")
            }
            let page = try await client.get("/collections/hotspots/items?f=html")
            #expect(String(buffer: page.body).contains("tower &lt;b&gt;"))
            let csv = try await client.get("/collections/hotspots/items?f=csv")
            #expect(String(buffer: csv.body).split(separator: "\n").first?.contains("amenity,ele,open,limit") == true)
            let api = try await client.json("/api").body["paths"]?["/collections/hotspots/items"]?["get"]?["parameters"]
            #expect(api?.array?.contains { $0["name"] == "amenity" } == true)
        }
    }
}
