import Foundation
import Geoq
import GeoqFormats
import GeoqStore
import HTTPTypes
import Hummingbird
import TestSupport
import Testing

@testable import GeoqServer

/// What every answer has in common.
@Suite struct HTTPTests {
    private static let near = "/near?lat=42.46&lon=-76.5&km=10"

    @Test func `an answer that a client has is not sent again`() async throws {
        try await ServerRun.with { client, path in
            let first = try await client.get(Self.near)
            let tag = try #require(first.headers[.eTag])
            #expect(tag.hasPrefix("W/\""))
            #expect(first.headers[.cacheControl] == "public, no-cache")
            for named in [tag, String(tag.dropFirst(2)), "\"x\", \(tag)", "*"] {
                let again = try await client.get(Self.near, headers: [.ifNoneMatch: named])
                #expect(again.status == .notModified, "\(named)")
                #expect(again.body.readableBytes == 0)
                #expect(again.headers[.eTag] == tag)
            }
            let other = try await client.get(Self.near + "1", headers: [.ifNoneMatch: tag])
            #expect(other.status == .ok && other.headers[.eTag] != tag)
            let csv = try await client.get(Self.near, headers: [.ifNoneMatch: tag, .accept: "text/csv"])
            #expect(csv.status == .ok, "another format is another answer")
            // A bad question is refused, even with `If-None-Match: *`.
            for bad in [Self.near + "&x=1", "/near?lat=999&lon=0&km=1"] {
                let refused = try await client.get(bad, headers: [.ifNoneMatch: "*"])
                #expect(refused.status == .badRequest && refused.headers[.cacheControl] == "no-store", "\(bad)")
            }
            let missing = "/collections/hotspots/items/00000000-0000-0000-0000-000000000000"
            #expect(try await client.get(missing, headers: [.ifNoneMatch: "*"]).status == .notFound)
        }
    }

    @Test func `long answers are compressed for clients that accept it`() async throws {
        let many = (0..<200).map { "L\($0),Place \($0),X,\(40 + Double($0) / 1000),-76\n" }.joined()
        try await ServerRun.with(hotspots: "id,name,locality,lat,lon\n" + many) { client, _ in
            let uri = "/near?lat=40.1&lon=-76&km=100"
            let plain = try await client.get(uri)
            let small = try await client.get(uri, headers: [.acceptEncoding: "br, gzip;q=0.5"])
            #expect(plain.headers[.contentEncoding] == nil)
            #expect(small.headers[.contentEncoding] == "gzip")
            #expect(small.headers[.vary] == "Accept, Accept-Encoding")
            #expect(small.body.readableBytes * 3 < plain.body.readableBytes)
            let bytes = [UInt8](buffer: small.body)
            #expect(Array(bytes.prefix(3)) == [0x1F, 0x8B, 8])
            #expect(try Gunzip.plain(bytes) == [UInt8](buffer: plain.body))
            for header in ["*", "*;q=0, gzip", "gzip, *;q=0"] { #expect(Gzip.isAccepted(header), "\(header)") }
            for header in ["*, gzip;q=0", "gzip;q=0, *", "*;q=0"] { #expect(!Gzip.isAccepted(header), "\(header)") }
            let refused = try await client.get(uri, headers: [.acceptEncoding: "gzip;q=0, identity"])
            #expect(refused.headers[.contentEncoding] == nil)
        }
    }

    @Test func `HEAD has the headers of GET`() async throws {
        try await ServerRun.with { client, _ in
            let get = try await client.get(Self.near)
            let head = try await client.execute(uri: Self.near, method: .head)
            #expect(head.status == .ok && head.body.readableBytes == 0)
            #expect(head.headers[.contentLength] == get.headers[.contentLength])
            #expect(head.headers[.eTag] == get.headers[.eTag])
        }
    }

    @Test func `what is not there and what cannot be done are told apart`() async throws {
        try await ServerRun.with { client, _ in
            for uri in ["/nowhere", "/collections/birds", "/collections/birds/items", "/assets/passwd", "/near/x"] {
                let (status, body, headers) = try await client.json(uri)
                #expect(status == 404 && body["status"] == 404, "\(uri)")
                #expect(headers[.contentType] == "application/problem+json")
            }
            for uri in ["/assets/..%2F..%2Fetc%2Fpasswd", "/assets/../../etc/passwd", "/assets/leaflet/..%2f..%2fx"] {
                #expect(try await client.get(uri).status == .notFound, "\(uri)")
            }
            #expect(try await client.get("/near%zz").status == .badRequest)
            let post = try await client.execute(uri: "/areas/of?lat=0&lon=0", method: .post)
            #expect(post.status == .methodNotAllowed && post.headers[.allow] == "GET, HEAD, OPTIONS")
            let long = try await client.get("/near?lat=" + String(repeating: "1", count: 9_000))
            #expect(long.status == .uriTooLong)
        }
    }

    @Test func `a server with a token refuses clients without it`() async throws {
        let token = "0123456789abcdef0123"
        try await ServerRun.with(token: token) { client, _ in
            for header in [
                nil, "Bearer", "Bearer ", "Bearer \(token)x", "Bearer \(token.dropLast())", "Basic \(token)",
            ] {
                var headers = HTTPFields()
                headers[.authorization] = header
                let response = try await client.get(Self.near, headers: headers)
                #expect(response.status == .unauthorized, "\(header ?? "none")")
                #expect(response.headers[.wwwAuthenticate]?.hasPrefix("Bearer") == true)
            }
            let good = try await client.get(Self.near, headers: [.authorization: "bearer \(token)"])
            #expect(good.status == .ok)
            #expect(good.headers[.cacheControl] == "private, no-cache")
            // The page and its files hold nothing of the store.
            for uri in ["/", "/?f=html", "/assets/pages.css", "/healthz", "/readyz", "/api", "/conformance"] {
                #expect(try await client.get(uri).status == .ok, "\(uri)")
            }
            for uri in ["/metrics", "/collections", "/map/state", "/tiles/hotspots/0/0/0.mvt"] {
                #expect(try await client.get(uri).status == .unauthorized, "\(uri)")
            }
            // When a person follows a link, the browser asks for the token, and
            // the page says why.
            let page = try await client.get("/collections?f=html", headers: [.accept: "text/html,*/*;q=0.8"])
            #expect(page.status == .unauthorized)
            #expect(page.headers[.wwwAuthenticate]?.contains("Basic realm=") == true)
            #expect(String(buffer: page.body).contains("token"))
            let pair = Data("anyone:\(token)".utf8).base64EncodedString()
            #expect(try await client.get("/collections", headers: [.authorization: "Basic \(pair)"]).status == .ok)
        }
        let based = { (configuration: inout ServerConfiguration) in configuration.baseURL = "https://d.example/birds" }
        try await ServerRun.with(token: token, configure: based) { client, _ in
            let page = String(
                buffer: try await client.get("/collections?f=html", headers: [.accept: "text/html"]).body)
            #expect(page.contains(#"href="/birds/assets/pages.css""#) && page.contains(#"<a href="/birds/">map</a>"#))
        }
    }

    @Test func `a local server is asked by its own name`() async throws {
        try await ServerRun.with(.live) { client, _ in
            #expect(try await client.get(Self.near).status == .ok)
            let port = try #require(client.port)
            let response = try await RawHTTP(port: port).exchange(
                "GET \(Self.near) HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
            #expect(response.hasPrefix("HTTP/1.1 421 "), "\(response.prefix(60))")
        }
    }

    @Test func `a server that takes changes from other machines is asked by its address or its own name`() throws {
        var configuration = ServerConfiguration(path: "/nowhere")
        (configuration.host, configuration.isPublic, configuration.takesEdits) = ("0.0.0.0", true, true)
        configuration.baseURL = "http://birds.example"
        for (host, isAnswered) in [
            ("192.168.1.2:8080", true), ("[fe80::1]:8080", true), ("birds.example", true), ("localhost:8080", true),
            ("evil.example:8080", false), ("192.168.1.2.evil.example", false),
        ] {
            let control = AccessControl(configuration, Addressing(configuration))
            let isRefused =
                (try? control.checkHost(authority: host)) == nil
            #expect(isRefused == !isAnswered, "\(host)")
        }
    }

    @Test func `a server that others can reach needs a token or a word`() throws {
        func refused(_ change: (inout ServerConfiguration) -> Void) -> ServerError? {
            var configuration = ServerConfiguration(path: "/nowhere")
            change(&configuration)
            do {
                _ = try Server(configuration)
                return nil
            } catch {
                return error as? ServerError
            }
        }
        #expect(refused { $0.host = "0.0.0.0" } == .openToAll("0.0.0.0"))
        #expect(refused { $0.token = "short" } == .weakToken)
        #expect(refused { $0.port = 70_000 } == .badPort(70_000))
        #expect(refused { $0.allowedOrigin = "not an origin/path" } == .badOrigin("not an origin/path"))
        #expect(refused { $0.baseURL = "birds.example" } == .badBaseURL("birds.example"))
        #expect(refused { $0.trustedProxies = ["proxy"] } == .badProxy("proxy"))
        #expect(refused { $0.host = "localhost" } == nil, "the store is missing, and nothing else")
        #expect(
            refused {
                $0.host = "0.0.0.0"
                $0.isPublic = true
            } == nil)
    }

    @Test func `pages of another origin read answers only when they may`() async throws {
        try await ServerRun.with { client, _ in
            let answer = try await client.get(Self.near)
            #expect(answer.headers[.accessControlAllowOrigin] == nil)
        }
        try await ServerRun.with(allowedOrigin: "https://birds.example") { client, _ in
            let answer = try await client.get(Self.near)
            #expect(answer.headers[.accessControlAllowOrigin] == "https://birds.example")
            #expect(answer.headers[.vary] == "Accept, Accept-Encoding, Origin")
            let preflight = try await client.execute(uri: Self.near, method: .options)
            #expect(preflight.status == .noContent)
            #expect(preflight.headers[.accessControlAllowMethods] == "GET, HEAD, POST, OPTIONS")
        }
    }

    @Test func `every answer is dressed against misuse`() async throws {
        try await ServerRun.with { client, _ in
            for uri in [Self.near, "/", "/?f=html", "/nowhere", "/collections?f=html", "/assets/pages.css"] {
                let headers = try await client.get(uri).headers
                #expect(headers[.xContentTypeOptions] == "nosniff")
                let policy = try #require(headers[.contentSecurityPolicy])
                #expect(policy.hasPrefix("default-src 'none'"), "\(uri)")
                #expect(!policy.contains("unsafe"))
            }
        }
    }

    @Test func `the page may load the tiles that are offered on it, from each of their servers`() async throws {
        for (template, origins) in [
            ("https://tiles.example/{z}/{x}/{y}.png", "https://tiles.example"),
            ("https://tiles.example/{s}/{z}/{x}/{y}.png", "https://tiles.example"),
            (
                "https://{s}.tiles.example:8443/{z}/{x}/{y}.png",
                "https://a.tiles.example:8443 https://b.tiles.example:8443 https://c.tiles.example:8443"
            ),
        ] {
            func offer(_ configuration: inout ServerConfiguration) { configuration.onlineTiles = template }
            try await ServerRun.with(configure: offer) { client, _ in
                let policy = try await client.get("/?f=html").headers[.contentSecurityPolicy] ?? ""
                #expect(policy.contains(" img-src 'self' data: blob: \(origins); "), "\(policy)")
            }
        }
    }

    @Test func `a page holds as many rows as the server gives, whatever is asked for`() async throws {
        var limits = ServerLimits.patient
        limits.rows = 2
        try await ServerRun.with(limits: limits) { client, _ in
            for uri in [
                "/near?lat=0&lon=0&km=30000", "/near?lat=0&lon=0&km=30000&limit=3",
                "/near?lat=0&lon=0&km=30000&limit=99999999999999999999999", "/collections/hotspots/items",
                "/collections/hotspots/items?limit=10001", "/collections/hotspots/items?limit=4&bbox=-180,-90,180,90",
                "/collections/hotspots/radius?coords=POINT(0%200)&within=20020&within-units=km&limit=5",
            ] {
                let (status, body, _) = try await client.json(uri)
                #expect(status == 200 && body["numberReturned"] == 2 && body["numberMatched"] == 5, "\(uri)")
                #expect((body["links"]?.array ?? []).contains { $0["rel"] == "next" }, "\(uri)")
            }
            #expect(try await client.json("/nearest?lat=0&lon=0&k=3").status == 400)
        }
    }

    @Test func `Allow names every method of a path`() async throws {
        try await ServerRun.with(allowedOrigin: "*") { client, _ in
            for method in [HTTPRequest.Method.options, .delete] {
                let answer = try await client.execute(uri: "/match", method: method)
                #expect(answer.headers[.allow] == "GET, HEAD, POST, OPTIONS", "\(method)")
            }
            let preflight = try await client.execute(uri: "/match", method: .options)
            #expect(preflight.headers[.accessControlAllowMethods] == "GET, HEAD, POST, OPTIONS")
        }
    }

    @Test func `GeoJSON is JSON, and tables are offered as files`() async throws {
        try await ServerRun.with { client, _ in
            for uri in [Self.near, "/collections/hotspots/items"] {
                let answer = try await client.get(uri, headers: [.accept: "application/json"])
                #expect(answer.status == .ok && answer.headers[.contentType] == "application/geo+json", "\(uri)")
                let csv = try await client.get(uri, headers: [.accept: "text/csv, application/json;q=0.5"])
                #expect(csv.headers[.contentType] == "text/csv; charset=utf-8")
                #expect(csv.headers[.contentDisposition]?.hasPrefix("attachment; filename=") == true)
                #expect(try await client.get(uri, headers: [.accept: "image/png"]).status == .notAcceptable)
            }
            #expect(
                try await client.get(Self.near, headers: [.accept: "application/json;q=0"]).status == .notAcceptable)
        }
    }

    @Test func `links begin with what clients call the server`() async throws {
        @Sendable func link(_ client: TestedServer, _ headers: String) async throws -> String? {
            let answer = await (try RawHTTP(port: try #require(client.port))).exchange(
                "GET /near?lat=0&lon=0&km=30000&limit=1 HTTP/1.1\r\nConnection: close\r\n\(headers)\r\n")
            let line = answer.split(separator: "\r\n").first { $0.lowercased().hasPrefix("link: <") }
            return line.map { String($0.dropFirst(7).prefix { $0 != "?" }) }
        }
        let forwarded =
            "Host: localhost\r\nForwarded: for=1.2.3.4;host=liar.example, proto=https;host=\"b.example:8\"\r\n"
        let older = "Host: localhost\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Host: c.example\r\n"
        try await ServerRun.with(.live) { client, _ in
            let (plain, unbelieved) = (
                try await link(client, "Host: localhost:99\r\n"), try await link(client, forwarded)
            )
            #expect(plain == "http://localhost:99/near")
            #expect(unbelieved == "http://localhost/near", "it is not told to believe that")
        }
        let proxied = { (configuration: inout ServerConfiguration) in configuration.trustedProxies = ["127.0.0.1"] }
        try await ServerRun.with(.live, configure: proxied) { client, _ in
            let (new, old) = (try await link(client, forwarded), try await link(client, older))
            #expect(new == "https://b.example:8/near" && old == "https://c.example/near")
            // A proxy that writes the older ones passes on what its client has written into the other.
            let both = try await link(client, forwarded + "X-Forwarded-Host: c.example\r\n")
            #expect(both == "http://c.example/near")
            let bad = try await link(client, "Host: localhost\r\nX-Forwarded-Host: <x>\r\n")
            #expect(bad == nil)
        }
        let based = { (configuration: inout ServerConfiguration) in configuration.baseURL = "https://d.example/birds/" }
        try await ServerRun.with(.live, configure: based) { client, _ in
            let link6 = try await link(client, forwarded)
            #expect(link6 == "https://d.example/birds/near")
            let link7 = try await link(client, "Host: d.example\r\n")
            #expect(link7 == "https://d.example/birds/near")
            let link8 = try await link(client, "Host: e.example\r\n")
            #expect(link8 == nil, "another name is still another server")
            let page = String(buffer: try await client.get("/collections?f=html").body)
            #expect(page.contains(#"href="/birds/assets/pages.css""#))
        }
    }

    @Test func `a host is a name or an address`() {
        for good in ["a", "localhost", "birds.example.org", "127.0.0.1:8080", "[::1]", "[fe80::1]:80", "a_b~c:1", "a:"]
        {
            #expect(Addressing.isAuthority(good), "\(good)")
        }
        for bad in ["", ":80", "a b", "a>", "a/b", "a:b", "a:123456", "[]", "[::1", "[x]", "ä", "a,b", "a\"", "[::1]x"]
        {
            #expect(!Addressing.isAuthority(bad), "\(bad)")
        }
        #expect(Addressing.isOrigin("https://birds.example") && Addressing.isOrigin("http://localhost:3000"))
        for bad in ["not an origin/path", "https://birds.example/", "birds.example", "https://", "://a", "1x://a"] {
            #expect(!Addressing.isOrigin(bad), "\(bad)")
        }
        #expect(Addressing.isBase("https://a.example/b/c") && !Addressing.isBase("https://a.example/?x"))
        #expect(Addressing.isAddress("::1") && !Addressing.isAddress("localhost"))
    }

    @Test func `more requests at once than the limit are sent away`() async throws {
        var limits = ServerLimits.patient
        limits.concurrentRequests = 0
        try await ServerRun.with(limits: limits) { client, _ in
            let (status, _, headers) = try await client.json(Self.near)
            #expect(status == 503 && headers[.retryAfter] == "1")
        }
    }

    @Test func `metrics count by endpoint, not by path`() async throws {
        try await ServerRun.with { client, _ in
            _ = try await client.get(Self.near)
            _ = try await client.get("/near?lat=x")
            _ = try await client.get("/\"} evil 1")
            let text = String(buffer: try await client.get("/metrics").body)
            #expect(text.contains(#"geoq_http_requests_total{route="/near",method="GET",status="200"} 1"#))
            #expect(text.contains(#"geoq_http_requests_total{route="/near",method="GET",status="400"} 1"#))
            #expect(text.contains(#"geoq_http_requests_total{route="none",method="GET",status="404"} 1"#))
            #expect(text.contains(#"geoq_http_request_duration_seconds_bucket{route="/near",le="+Inf"} 2"#))
            #expect(text.contains("geoq_hotspots 5.0") && !text.contains("evil"))
        }
    }
}
