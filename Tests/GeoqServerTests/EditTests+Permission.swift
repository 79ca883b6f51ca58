import Foundation
import Geoq
import GeoqStore
import HTTPTypes
import NIOCore
import Testing

@testable import GeoqServer

/// Who may change the store, and who may not.
extension EditTests {
    @Test func `while a logout is unfinished nothing is changed, and the page is told why`() async throws {
        try await Self.withAccount { client, path in
            let store = try Store(path: path, create: false)
            #expect(try await store.account.leave(Self.account, knowing: nil))
            let answer = try await Self.send(client, .post, Self.lists, Self.circle)
            #expect(answer.status == 409, "\(answer.body.text)")
            #expect(answer.body["detail"]?.string?.contains("A logout has begun") == true)
        }
    }

    @Test func `what the system refuses is told with a status of its own, and without a path`() throws {
        let statuses: [(POSIXErrorCode, Int, String)] = [
            (.ENOSPC, 507, "disk of the store is full"), (.EDQUOT, 507, "limit for files"),
            (.EFBIG, 507, "limit for files"), (.EMFILE, 503, "too many files open"),
            (.EACCES, 403, "no right to write"), (.EROFS, 403, "no right to write"),
        ]
        for (code, status, words) in statuses {
            let error = StoreError.refusedBySystem(path: "/secret/birds.sqlite", code: code, reason: "/secret")
            let problem = try #require(Problem(notKept: error), "\(code)")
            #expect(problem.status.code == status && problem.detail.contains(words), "\(problem.detail)")
            #expect(problem.detail.hasPrefix("The change was not kept: ") && !problem.detail.contains("secret"))
        }
        #expect(Problem(notKept: .refusedBySystem(path: "/secret", code: .EIO, reason: "a dying disk")) == nil)
        #expect(Problem(notKept: .failed(path: "/secret", reason: "its disk is full")) == nil)
    }

    @Test func `only the server's own page may change the store`() async throws {
        try await Self.withAccount { client, path in
            let fetchSite = try #require(HTTPField.Name("Sec-Fetch-Site"))
            let strangers: [HTTPFields] = [
                [.origin: "http://evil.example"], [.origin: "http://localhost.evil.example"],
                [.origin: "https://localhost"], [.origin: "null"], [fetchSite: "cross-site"],
                [fetchSite: "same-site"], [EditAccess.header: ""],
                [EditAccess.header: String(repeating: "0", count: 64)], [.forwarded: "for=10.0.0.1"],
                [.xForwardedFor: "10.0.0.1"], [.via: "1.1 proxy"],
            ]
            for headers in strangers {
                for (method, end) in [(HTTPRequest.Method.post, ""), (.patch, "/x"), (.delete, "/x")] {
                    let answer = try await Self.send(client, method, Self.lists + end, Self.circle, headers)
                    #expect(answer.status == 403, "\(method) \(headers)")
                }
            }
            // A form of another page can be sent without asking the server first: as text.
            for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""] {
                #expect(try await Self.send(client, .post, Self.lists, Self.circle, [.contentType: type]).status == 415)
            }
            var bare = try await Self.headers(client)
            bare[.origin] = nil
            let sent = try await client.execute(
                uri: Self.lists, method: .post, headers: bare, body: ByteBuffer(string: Self.circle.text))
            #expect(sent.status.code == 403)
            // The token is the page's alone.
            for headers in [[.origin: "http://evil.example"], [fetchSite: "cross-site"]] as [HTTPFields] {
                #expect(try await client.json("/map/edits", headers: headers).body["token"] == .null)
            }
            let own = try await client.json("/map/edits", headers: [fetchSite: "same-origin"])
            #expect(own.body["token"]?.string?.count == 64 && own.headers[.cacheControl] == "no-store")
            let store = try Store(path: path, create: false)
            #expect(try await store.outbox.list().map(\.label) == ["Owls"])
        }
    }

    @Test func `pages that may read may not write`() async throws {
        try await ServerRun.with(allowedOrigin: "*") { client, _ in
            let asked = try await client.execute(
                uri: Self.lists, method: .options, headers: [.origin: "http://a.example"])
            #expect(asked.headers[.accessControlAllowMethods] == "GET, HEAD, OPTIONS")
            #expect(asked.headers[.allow] == "GET, HEAD, POST, OPTIONS")
            #expect(asked.headers[.accessControlAllowHeaders]?.contains("Geoq-Edit-Token") == false)
            let answer = try await Self.send(client, .post, Self.lists, Self.circle, [.origin: "http://a.example"])
            #expect(answer.status == 403)
        }
    }

    @Test func `a server that others can reach takes no changes, unless it was told to`() async throws {
        let settings: [(String, Bool, @Sendable (inout ServerConfiguration) -> Void)] = [
            ("public", false, { $0.isPublic = true }), ("read only", false, { $0.takesEdits = false }),
            ("base URL", false, { $0.baseURL = "http://localhost" }),
            ("proxy", false, { $0.trustedProxies = ["10.0.0.1"] }),
            ("host", false, { ($0.host, $0.isPublic) = ("0.0.0.0", true) }),
            ("public, told", true, { ($0.isPublic, $0.takesEdits) = (true, true) }),
        ]
        for (name, isTaken, configure) in settings {
            try await ServerRun.with(configure: configure) { client, path in
                let state = try await client.json("/map/edits").body
                #expect(state["allowed"] == .bool(isTaken) && (state["token"] == .null) == !isTaken, "\(name)")
                let answer = try await Self.send(client, .post, Self.lists, Self.circle)
                #expect(answer.status == (isTaken ? 201 : 403), "\(name)")
                let lists = try await Store(path: path, create: false).rules.all().watchlists
                #expect(lists.isEmpty == !isTaken, "\(name)")
            }
        }
    }

    @Test func `where a token is asked for, changes need it, too`() async throws {
        let token = "right-token-of-24-bytes"
        try await ServerRun.with(token: token) { client, _ in
            let bearer: HTTPFields = [.authorization: "Bearer \(token)"]
            let own = try #require(try await client.json("/map/edits", headers: bearer).body["token"]?.string)
            let page: HTTPFields = [EditAccess.header: own]
            #expect(try await Self.send(client, .post, Self.lists, Self.circle, page).status == 401)
            var both = page
            both[.authorization] = "Bearer \(token)"
            #expect(try await Self.send(client, .post, Self.lists, Self.circle, both).status == 201)
        }
    }
}
