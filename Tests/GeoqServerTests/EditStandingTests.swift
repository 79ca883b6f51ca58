import Foundation
import Geoq
import GeoqFormats
import GeoqStore
import HTTPTypes
import TestSupport
import Testing

@testable import GeoqServer

/// How the page is told of rows that the project refuses, that are in conflict, or
/// that this user may only read.
@Suite struct EditStandingTests {
    private static let lists = "/collections/watchlists/items"
    private static let user = "0000000a-0000-4000-8000-00000000000a"
    private static let account = StoredAccount(
        remote: "https://abc.supabase.co", url: "https://abc.supabase.co", userID: user, level: .kit, state: .active)

    /// A list that the project has taken in version 1.
    private static func taken(_ store: Store, _ title: String) async throws -> RowKey {
        let row = RowKey(.watchlists, try await store.rules.addWatchlist(title: title))
        try await answer(store, .applied(version: 1), about: row)
        #expect(try await store.lists.status(of: row) == nil)
        return row
    }

    /// As if a push had sent what waits of a row, and got this answer.
    private static func answer(_ store: Store, _ answer: OperationAnswer, about row: RowKey) async throws {
        let batch = try #require(try await store.outbox.nextBatch(now: 1_000))
        let operation = try #require(batch.first { $0.row == row })
        try await store.outbox.apply([(operation.id, answer)], now: 1_000)
    }

    /// Another connection has changed the list: the server sees it a moment later.
    private static func expect(_ client: TestedServer, _ row: RowKey, title: String) async throws {
        let isSo = try await eventually(every: .milliseconds(20)) {
            try await client.json("\(lists)/\(row.id)").body["properties"]?["title"] == .string(title)
        }
        #expect(isSo, "\(title)")
    }

    private static func sql(_ store: Store, _ statements: String) throws {
        let run = try Tool.sqlite3(store.path, statements)
        #expect(run.status == 0, "\(run.errors)")
    }

    private static func withAccount(_ body: @Sendable (TestedServer, String) async throws -> Void) async throws {
        try await ServerRun.with(prepare: { try await $0.account.note(account) }, body)
    }

    private static func state(_ client: TestedServer) async throws -> (body: JSONValue, row: JSONValue?) {
        let body = try await client.json("/map/edits").body
        #expect(body["rows"]?.array?.count ?? 0 <= 1)
        return (body, body["rows"]?.array?.first)
    }

    @Test func `a row that the project refuses is failed, with its words, until it is edited`() async throws {
        try await Self.withAccount { client, path in
            let store = try Store(path: path, create: false)
            let row = try await Self.taken(store, "Owls")
            try await store.lists.edit(row, [ColumnValue("title", .text("Snowy owls"))])
            #expect(try await Self.state(client).row?["status"] == "pendingUpdate")
            try await Self.answer(
                store, .refused(isForbidden: false, code: "23514", message: "a title is \u{201C}too long\u{201D}"),
                about: row)
            let (body, shown) = try await Self.state(client)
            #expect(body["failed"] == 1 && body["pending"] == 0 && body["conflicts"] == 0)
            #expect(shown?["table"] == "watchlists" && shown?["id"] == .string(row.id.description))
            #expect(shown?["status"] == "failed" && shown?["reason"] == "a title is \u{201C}too long\u{201D}")
            // The list is there as its user has it, and an edit sends it anew.
            try await Self.expect(client, row, title: "Snowy owls")
            let edited = try await EditRequest.send(client, .patch, "\(Self.lists)/\(row.id)", ["title": "Owls!"])
            #expect(edited.status == 200 && edited.body["status"] == "pendingUpdate")
            let after = try await Self.state(client)
            #expect(after.row?["status"] == "pendingUpdate" && after.row?["reason"] == .null)
            #expect(after.body["failed"] == 0 && after.body["pending"] == 1)
        }
    }

    @Test func `an entry of a failed list is failed by itself, and says why`() async throws {
        try await ServerRun.with(
            prepare: { store in
                try await store.account.note(Self.account)
                let file = store.path + ".birds.csv"
                try "scientific_name,common_name\nParus major,Great Tit\n".write(
                    toFile: file, atomically: true, encoding: .utf8)
                try await store.imports.run(file, as: .birds)
            },
            { client, path in
                let store = try Store(path: path, create: false)
                let list = try await Self.taken(store, "Owls")
                let entries = "\(Self.lists)/\(list.id)/entries"
                let made = try await EditRequest.send(client, .post, entries, ["species": "Great Tit"])
                let id = try #require(made.body["id"]?.string.flatMap { FeatureID($0) })
                #expect(made.status == 201 && made.body["status"] == "pendingCreate")
                // A file's bird waits for the project's; this one is refused at once.
                try Self.sql(store, "UPDATE bird SET source = (SELECT captures FROM geoq_device), sync_token = 1")
                try await Self.answer(
                    store, .refused(isForbidden: true, code: "42501", message: "not yours"),
                    about: RowKey(.watchlistEntries, id))
                let shown = try await client.json(entries).body["features"]?.array?.first
                #expect(shown?["properties"]?["status"] == "failed")
                let row = try await Self.state(client).row
                #expect(row?["table"] == "watchlist_entries" && row?["reason"] == "not yours")
            })
    }

    @Test func `a row of which the project has another value is in conflict until its user decides`() async throws {
        try await Self.withAccount { client, path in
            let store = try Store(path: path, create: false)
            let row = try await Self.taken(store, "Owls")
            try await store.lists.edit(row, [ColumnValue("title", .text("Mine"))])
            let theirs = ServerRow(version: 2, values: [ColumnValue("title", .text("Theirs"))])
            try await Self.answer(store, .conflict(theirs), about: row)
            let (body, shown) = try await Self.state(client)
            #expect(body["conflicts"] == 1 && body["failed"] == 0 && body["pending"] == 0)
            #expect(shown?["status"] == "conflict" && shown?["reason"] == .null)
            try await Self.expect(client, row, title: "Theirs")
            // An edit waits, and the conflict stays to be decided.
            let edited = try await EditRequest.send(client, .patch, "\(Self.lists)/\(row.id)", ["title": "Ours"])
            #expect(edited.body["status"] == "pendingUpdate")
            let waiting = try await Self.state(client)
            #expect(waiting.body["conflicts"] == 1 && waiting.row?["status"] == "pendingUpdate")
            try await Self.answer(store, .applied(version: 3), about: row)
            #expect(try await Self.state(client).row?["status"] == "conflict")
            try await store.outbox.dismiss(try await store.outbox.conflicts().map(\.number))
            let settled = try await Self.state(client)
            #expect(settled.body["conflicts"] == 0 && settled.row == nil)
        }
    }

    @Test func `a list that is shared for viewing is not editable, and each change of it is refused`() async throws {
        let (list, entry) = ("0000000c-0000-4000-8000-00000000000c", "0000000e-0000-4000-8000-00000000000e")
        try await ServerRun.with(
            prepare: { store in
                try await store.account.note(Self.account)
                try Self.sql(
                    store,
                    """
                    UPDATE geoq_device SET captures = NULL;
                    INSERT INTO geoq_source (name, kind) VALUES ('\(Self.account.remote)', 'remote')
                        ON CONFLICT DO NOTHING;
                    INSERT INTO bird (id, common_name, source)
                        VALUES ('0000000b-0000-4000-8000-00000000000b', 'Wren', '\(Self.account.remote)');
                    INSERT INTO watchlists (id, owner_id, title, source)
                        VALUES ('\(list)', '0000000f-0000-4000-8000-00000000000f', 'Lent',
                            '\(Self.account.remote)');
                    INSERT INTO watchlist_entries (id, watchlist_id, bird_id, source)
                        VALUES ('\(entry)', '\(list)', '0000000b-0000-4000-8000-00000000000b',
                            '\(Self.account.remote)');
                    INSERT INTO watchlist_shares (id, watchlist_id, user_id, permission, source)
                        VALUES ('0000000d-0000-4000-8000-00000000000d', '\(list)', '\(Self.user)', 'view',
                            '\(Self.account.remote)');
                    UPDATE geoq_device SET captures = '\(Self.account.remote)';
                    """)
            },
            { client, path in
                let own = "\(Self.lists)/\(list)"
                let changes: [(HTTPRequest.Method, String, JSONValue?)] = [
                    (.patch, own, ["title": "Mine"]), (.delete, own, nil),
                    (.post, own + "/entries", ["species": "Wren"]),
                    (.patch, "\(own)/entries/\(entry)", ["notes": "x"]), (.delete, "\(own)/entries/\(entry)", nil),
                ]
                #expect(try await client.json(own + "/entries").body["editable"] == false)
                for (method, path, body) in changes {
                    let answer = try await EditRequest.send(client, method, path, body)
                    #expect(answer.status == 403, "\(method) \(path): \(answer.body.text)")
                    #expect(answer.body["detail"]?.string?.contains("another user's") == true)
                }
                let store = try Store(path: path, create: false)
                #expect(try await store.outbox.list().isEmpty)
                try Self.sql(
                    store,
                    """
                    UPDATE geoq_device SET captures = NULL;
                    UPDATE watchlist_shares SET permission = 'edit';
                    UPDATE geoq_device SET captures = '\(Self.account.remote)'
                    """)
                #expect(try await client.json(own + "/entries").body["editable"] == true)
                for (method, path, body) in changes {
                    let answer = try await EditRequest.send(client, method, path, body)
                    let isOwners = method == .delete && path == own
                    #expect((answer.status == 403) == isOwners, "\(method) \(path): \(answer.body.text)")
                }
            })
    }
}
