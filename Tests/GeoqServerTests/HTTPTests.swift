import Geoq
import GeoqServer
import HTTPTypes
import Hummingbird
import TestSupport
import Testing

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
            // A bad question is bad, whatever the client has.
            #expect(try await client.get(Self.near + "&x=1", headers: [.ifNoneMatch: "*"]).status == .badRequest)
        }
    }

    @Test func `long answers are compressed for whoever takes it`() async throws {
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
            let post = try await client.execute(uri: Self.near, method: .post)
            #expect(post.status == .methodNotAllowed && post.headers[.allow] == "GET, HEAD, OPTIONS")
            let long = try await client.get("/near?lat=" + String(repeating: "1", count: 9_000))
            #expect(long.status == .uriTooLong)
        }
    }

    @Test func `with a token nobody asks without it`() async throws {
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
            // The page and what it is made of hold nothing of the store.
            for uri in ["/", "/?f=html", "/assets/pages.css", "/healthz", "/readyz"] {
                #expect(try await client.get(uri).status == .ok, "\(uri)")
            }
            for uri in ["/metrics", "/collections", "/map/state", "/tiles/hotspots/0/0/0.mvt", "/api"] {
                #expect(try await client.get(uri).status == .unauthorized, "\(uri)")
            }
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
            #expect(preflight.headers[.accessControlAllowMethods] == "GET, HEAD, OPTIONS")
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
