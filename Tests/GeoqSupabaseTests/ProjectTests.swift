import Foundation
import Geoq
import Testing

@testable import GeoqSupabase

/// Addresses and keys, and where they are sent.
@Suite struct ProjectTests {
    private static func token(_ claims: String) -> Secret {
        func part(_ text: String) -> String {
            Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
                .replacing("=", with: "")
        }
        return Secret("\(part(#"{"alg":"HS256"}"#)).\(part(claims)).c2lnbmF0dXJl")
    }

    private static let anonymous = token(#"{"role":"anon","exp":4102444800}"#)

    @Test(arguments: [
        ("https://abc.supabase.co", "https://abc.supabase.co", "abc"),
        ("HTTPS://ABC.supabase.co/", "https://abc.supabase.co", "abc"),
        ("https://geo.example.org:8443", "https://geo.example.org:8443", "geo.example.org:8443"),
        ("https://geo.example.org:443/", "https://geo.example.org", "geo.example.org"),
        ("http://127.0.0.1:54321", "http://127.0.0.1:54321", "127.0.0.1:54321"),
        ("http://localhost:54321/", "http://localhost:54321", "localhost:54321"),
        ("http://[::1]:54321", "http://[::1]:54321", "[::1]:54321"),
    ])
    func `an address is its origin`(text: String, origin: String, name: String) throws {
        let project = try SupabaseProject(url: text, key: Self.anonymous)
        #expect(project.origin == origin)
        #expect(project.name == name)
    }

    @Test(arguments: [
        ("http://abc.supabase.co", ProjectError.withoutTLS), ("http://127.0.0.1.example.org", .withoutTLS),
        ("https://user:secret@abc.supabase.co", .userInAddress), ("https://abc.supabase.co/rest/v1", .moreThanOrigin),
        ("https://abc.supabase.co?x=1", .moreThanOrigin), ("https://abc.supabase.co#x", .moreThanOrigin),
        ("abc.supabase.co", .notAnAddress), ("", .notAnAddress), ("ftp://abc.supabase.co", .notAnAddress),
        ("https://", .notAnAddress), ("https://abc.supabase.co\r\nx-y: z", .notAnAddress),
        ("https://abc supabase.co", .notAnAddress), ("https://äbc.supabase.co", .notAnAddress),
        ("https://abc.supabase.co:99999", .notAnAddress), ("https://abc.supabase.co:0", .notAnAddress),
    ])
    func `an address that cannot be safe is refused`(text: String, error: ProjectError) {
        #expect(throws: error) { try SupabaseProject(url: text, key: Self.anonymous) }
    }

    @Test func `a key that passes by the rules of the rows is refused`() throws {
        #expect(throws: ProjectError.privilegedKey) { try ProjectKey(Self.token(#"{"role":"service_role"}"#)) }
        #expect(throws: ProjectError.privilegedKey) { try ProjectKey(Self.token(#"{"role":"postgres"}"#)) }
        #expect(throws: ProjectError.privilegedKey) { try ProjectKey(Self.token(#"{"sub":"x"}"#)) }
        #expect(throws: ProjectError.privilegedKey) { try ProjectKey(Secret("sb_secret_abc")) }
        #expect(throws: ProjectError.userToken) { try ProjectKey(Self.token(#"{"role":"authenticated"}"#)) }
        for text in ["", "abc", "a.b.c", "a.b", "sb_publishable_a\r\nx: y", "sb_publishable_ä"] {
            #expect(throws: ProjectError.unknownKey, "\(text)") { try ProjectKey(Secret(text)) }
        }
        #expect(try ProjectKey(Self.anonymous) == .anonymous(Self.anonymous))
        #expect(try ProjectKey(Secret("sb_publishable_abc")) == .publishable(Secret("sb_publishable_abc")))
    }

    @Test func `a secret is not shown in any way`() {
        let secret = Secret("open sesame")
        var dumped = ""
        dump(secret, to: &dumped)
        let session = Session(userID: "u", accessToken: secret, refreshToken: secret, expiresAt: 0)
        dump(session, to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), "\(session)", String(reflecting: session), dumped] {
            #expect(!text.contains("sesame"), "\(text)")
        }
        #expect("\(secret)" == "•••")
    }

    @Test func `a publishable key is no bearer, an anonymous one is`() throws {
        var request = WireRequest(.rest, "GET", "bird", mayRepeat: true)
        request.asker = .application
        let published = try SupabaseProject(url: "https://abc.supabase.co", key: Secret("sb_publishable_abc"))
        let message = request.message(to: published, token: nil)
        #expect(message.headers.contains { $0 == ("apikey", "sb_publishable_abc") })
        #expect(!message.headers.contains { $0.name == "authorization" })
        let older = try SupabaseProject(url: "https://abc.supabase.co", key: Self.anonymous)
        let text = Self.anonymous.reveal()
        #expect(
            request.message(to: older, token: nil).headers.contains { $0 == ("authorization", "Bearer \(text)") })
        request.asker = .user
        #expect(
            request.message(to: older, token: Secret("t")).headers.contains { $0 == ("authorization", "Bearer t") })
    }

    @Test func `no text of a request leaves its place in the address`() throws {
        let project = try SupabaseProject(url: "https://abc.supabase.co", key: Self.anonymous)
        let request = WireRequest(.rest, "GET", "../auth?x=/", mayRepeat: true)
            .with("updated_at", "gt.2026-01-01T00:00:00+00:00").with("or", "(a.eq.\"x,y\",b.is.null)&c=#\r\n")
        let url = request.message(to: project, token: Secret("t")).url
        #expect(
            url == "https://abc.supabase.co/rest/v1/..%2Fauth%3Fx%3D%2F?updated_at=gt.2026-01-01T00:00:00%2B00:00"
                + "&or=(a.eq.%22x,y%22,b.is.null)%26c%3D%23%0D%0A")
        #expect(request.loggedName == "GET /rest/v1/..%2Fauth%3Fx%3D%2F")
    }

    @Test func `the date of an answer is read`() {
        #expect(HTTPDate.seconds("Sun, 06 Nov 1994 08:49:37 GMT") == 784_111_777)
        #expect(HTTPDate.seconds("Mon, 29 Feb 2016 23:59:60 GMT") == 1_456_790_400)
        for text in ["", "Sun, 06 Nov 1994", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT", nil] {
            #expect(HTTPDate.seconds(text) == nil)
        }
    }
}
