import Foundation
import Geoq
import TestSupport
import Testing

@testable import GeoqSupabase

/// Which answer means what.
@Suite struct RemoteFaultTests {
    private static func answer(_ status: Int, _ body: String, _ type: String = "application/json") -> TransportAnswer {
        TransportAnswer(status: status, headers: [("content-type", type)], body: Array(body.utf8))
    }

    private static func code(_ code: String) -> String { #"{"code":"\#(code)","message":"m","details":null}"# }

    @Test(arguments: [
        (400, code(""), RemoteFault.Class.transient), (503, code("PGRST002"), .transient),
        (504, code("PGRST003"), .transient), (500, code("57014"), .transient), (503, code("53100"), .transient),
        (500, code("53400"), .transient), (503, code("57P01"), .transient), (500, code("40P01"), .transient),
        (401, code("PGRST301"), .tokenRefused), (401, code("PGRST303"), .tokenRefused),
        (401, code("42501"), .forbidden), (403, code("42501"), .forbidden), (401, code("22023"), .permanent),
        (500, code("21000"), .permanent), (500, code("42P17"), .permanent), (500, code("54001"), .permanent),
        (500, code("P0002"), .permanent), (500, code("XX000"), .permanent), (405, code("25006"), .permanent),
        (400, code("23502"), .permanent), (409, code("23505"), .permanent), (409, code("23503"), .order),
        (400, code("PGRST204"), .drift), (404, code("PGRST205"), .drift), (300, code("PGRST203"), .drift),
        (404, code("42883"), .drift), (404, "{}", .drift), (400, code("PGRST124"), .permanent),
        (503, code("PT503"), .transient), (429, code("PT429"), .transient), (400, code("P0001"), .permanent),
        (500, code("55000"), .permanent), (500, code("55P03"), .transient),
        // Of something in between, which asked no database.
        (400, "{}", .offline), (401, #"{"message":"nope"}"#, .offline), (403, #"{"message":"nope"}"#, .offline),
        (407, "{}", .offline), (511, "{}", .offline), (429, "{}", .transient), (408, "{}", .transient),
        (500, #"{"message":"boom"}"#, .transient), (403, #"{"error":"blocked","message":"by policy"}"#, .offline),
        (404, #"{"error":"not found"}"#, .offline), (404, #"{"message":"no Route matched"}"#, .offline),
        (403, #"{"code":1020,"error":"denied"}"#, .offline), (503, #"{"error":"later"}"#, .transient),
        // Codes that neither PostgreSQL nor PostgREST has.
        (451, code("blocked"), .offline), (404, code("not_found"), .offline), (402, code("exceed_quota"), .offline),
        (402, code("QUOTA"), .offline), (403, code("QUOTA"), .offline), (429, code("LIMIT"), .transient),
        // A function's own SQLSTATE, in the form of PostgREST.
        (400, #"{"code":"NODAY","details":null,"hint":null,"message":"m"}"#, .permanent),
        (403, code("E1020"), .permanent), (429, code("slow_down"), .transient), (503, code("no_upstream"), .transient),
        (403, "Forbidden", .offline), (401, "", .offline), (502, "", .transient), (302, "", .offline),
    ])
    func `an answer of PostgREST has a class`(status: Int, body: String, expected: RemoteFault.Class) {
        #expect(RemoteFault(Self.answer(status, body), of: .rest)?.class == expected)
    }

    @Test(arguments: ["", "<html><title>413 Request Entity Too Large</title></html>", "{}", #"{"message":"large"}"#])
    func `a request that is too large for a proxy is cut, and one change alone is refused in words`(
        body: String
    ) throws {
        let fault = try #require(RemoteFault(Self.answer(413, body), of: .rest))
        #expect(fault.class == .permanent && fault.message.contains("large"), "\(fault)")
        for isOfTables in [true, false] {
            #expect(PushFault(fault, isAlone: false, isOfTables: isOfTables) == .halve)
            #expect(PushFault(fault, isAlone: true, isOfTables: isOfTables) == .refuse)
        }
    }

    @Test func `words of a server that repeat a token have none, whole or cut`() {
        let head = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9"
        for token in [head + ".eyJzdWIiOiIxIn0.c2ln-bmF0_dXJl", head + ".eyJzdWIi", head] {
            let fault = RemoteFault(.permanent, message: "no Bearer \(token), sorry")
            #expect(fault.message == "no Bearer …, sorry")
            #expect(RemoteFault(refusedBy: "22023", message: token).message == "…")
        }
        let long = RemoteFault(.permanent, message: String(repeating: "x", count: 2_000) + head + ".e30.c2lnbmF0dXJl")
        #expect(long.message == String(repeating: "x", count: 2_000) + "…")
        #expect(RemoteFault(.permanent, message: "eyJ is no token").message == "eyJ is no token")
    }

    @Test func `what something in between refuses with a code of its own costs no change a try`() throws {
        let fault = try #require(RemoteFault(Self.answer(451, Self.code("blocked")), of: .rest))
        for isOfTables in [true, false] {
            #expect(PushFault(fault, isAlone: true, isOfTables: isOfTables) == .stop)
        }
    }

    @Test(arguments: WireRequest.Service.allCases)
    func `a key that is not taken is told from a token that is not`(service: WireRequest.Service) {
        for words in ["Invalid API key", "No API key found in request", "Legacy API keys are disabled"] {
            let fault = RemoteFault(Self.answer(401, #"{"message":"\#(words)","hint":"h"}"#), of: service)
            #expect(fault?.isOfKey == true && fault?.message == words, "\(words)")
        }
        #expect(RemoteFault(Self.answer(401, #"{"message":"nope"}"#), of: service)?.isOfKey == false)
        #expect(RemoteFault(Self.answer(401, Self.code("PGRST301")), of: service)?.isOfKey == false)
        #expect(RemoteFault(Self.answer(401, Self.code("invalid API key")), of: service)?.isOfKey == false)
    }

    @Test func `a redirect is said as such`() {
        #expect(RemoteFault(Self.answer(301, ""), of: .rest)?.message.contains("follows no redirect") == true)
    }

    @Test(arguments: [
        (400, code("refresh_token_not_found"), RemoteFault.Class.sessionEnded),
        (400, code("refresh_token_already_used"), .sessionEnded), (403, code("session_not_found"), .sessionEnded),
        (400, code("session_expired"), .sessionEnded), (400, code("user_banned"), .sessionEnded),
        (403, code("bad_jwt"), .tokenRefused), (401, code("no_authorization"), .tokenRefused),
        (400, #"{"code":400,"error_code":"invalid_credentials","msg":"no"}"#, .permanent),
        (400, #"{"error":"invalid_grant","error_description":"no"}"#, .permanent),
        (429, code("over_request_rate_limit"), .transient), (504, code("request_timeout"), .transient),
        (500, code("unexpected_failure"), .transient), (400, code("validation_failed"), .permanent),
        (422, code("weak_password"), .permanent),
    ])
    func `an answer of Auth has a class`(status: Int, body: String, expected: RemoteFault.Class) {
        #expect(RemoteFault(Self.answer(status, body), of: .auth)?.class == expected)
    }

    @Test(arguments: [
        (
            #"{"statusCode":"403","error":"Unauthorized","message":"\"exp\" claim timestamp check failed"}"#,
            RemoteFault.Class.tokenRefused
        ),
        (
            #"{"statusCode":"403","error":"Unauthorized","message":"new row violates row-level security policy"}"#,
            .forbidden
        ),
        (#"{"statusCode":"409","error":"Duplicate","message":"The resource already exists"}"#, .permanent),
        (#"{"statusCode":"404","error":"not_found","message":"Object not found"}"#, .permanent),
        (#"{"statusCode":"413","error":"Payload too large","message":"m"}"#, .permanent),
        (#"{"statusCode":"544","error":"DatabaseTimeout","message":"m"}"#, .transient),
        (#"{"statusCode":"1e300","error":"x","message":"m"}"#, .permanent),
        (#"{"statusCode":1e300,"error":"x","message":"m"}"#, .permanent),
    ])
    func `an answer of Storage has the class of its body`(body: String, expected: RemoteFault.Class) {
        #expect(RemoteFault(Self.answer(400, body), of: .storage)?.class == expected)
    }

    @Test func `a proxy's refusal is none of Storage`() {
        for (status, body) in [
            (403, #"{"error":"blocked","message":"by policy"}"#), (407, "{}"), (400, "{}"), (404, "{}"),
            (400, #"{"error":"bad request"}"#), (404, #"{"message":"no Route matched with those values"}"#),
        ] {
            let fault = RemoteFault(Self.answer(status, body), of: .storage)
            #expect(fault?.class == .offline, "\(status) \(body)")
            #expect(fault.map { StorageFault($0, isResumable: false) } == .stop, "\(status) \(body)")
        }
        #expect(RemoteFault(Self.answer(400, Self.code("")), of: .storage)?.class == .transient)
        for status in [400, 404] {
            #expect(RemoteFault(Self.answer(status, Self.code("NoSuchKey")), of: .storage)?.class == .permanent)
        }
        let own = #"{"statusCode":"403","error":"Unauthorized","message":"m"}"#
        #expect(RemoteFault(Self.answer(403, own), of: .storage)?.class == .forbidden)
    }

    @Test(arguments: WireRequest.Service.allCases)
    func `what does not come from the project is offline`(service: WireRequest.Service) {
        #expect(RemoteFault(Self.answer(200, "<html>", "Text/HTML"), of: service)?.class == .offline)
        #expect(RemoteFault(Self.answer(302, ""), of: service)?.class == .offline)
        #expect(RemoteFault(Self.answer(403, "<html>", "text/html"), of: service)?.class == .offline)
        #expect(RemoteFault(Self.answer(511, ""), of: service)?.class != .sessionEnded)
        #expect(RemoteFault(Self.answer(502, "<html>", "text/html"), of: service)?.class == .transient)
        #expect(RemoteFault(Self.answer(200, "[]"), of: service) == nil)
        #expect(RemoteFault(TransportAnswer(status: 204), of: service) == nil)
    }

    @Test(arguments: WireRequest.Service.allCases)
    func `a paused project is not reached, and is said to be paused`(service: WireRequest.Service) {
        for (body, type) in [("{}", "application/json"), ("Project paused", "text/plain"), ("<html>", "text/html")] {
            let fault = RemoteFault(Self.answer(540, body, type), of: service)
            #expect(fault?.class == .offline && fault?.isPaused == true, "\(body)")
            #expect(fault?.message == RemoteFault.pausedWords, "\(body)")
            #expect(fault.map { PushFault($0, isAlone: true, isOfTables: false) } == .stop, "No try is counted.")
        }
    }

    @Test func `an address that is too long is no proxy's refusal`() {
        let long = Self.answer(400, "Bad Request", "text/plain; charset=utf-8")
        #expect(RemoteFault(long, of: .rest)?.class == .permanent)
        #expect(RemoteFault(Self.answer(403, "Forbidden", "text/plain"), of: .rest)?.class == .offline)
    }

    @Test func `advice to wait for zero seconds counts as no advice, and words are cut`() {
        var answer = Self.answer(503, Self.code("PGRST002"))
        answer.headers.append(("retry-after", "0"))
        #expect(RemoteFault(answer, of: .rest)?.retryAfter == nil)
        answer.headers[1].value = "7"
        #expect(RemoteFault(answer, of: .rest)?.retryAfter == .seconds(7))
        let long = RemoteFault(.permanent, message: String(repeating: "ä", count: 10_000))
        #expect(long.message.utf8.count <= RemoteFault.maximumMessageBytes + 3)
    }

    /// No answer, however damaged, stops the program.
    @Test func `damaged answers are classified`() {
        let seed = UInt64.random(in: .min ... .max)
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let body = Array(#"{"statusCode":"409","code":"PGRST301","message":"x","error_code":1}"#.utf8)
        for _ in 0..<2_000 {
            var damaged = body
            for _ in 0..<3 { damaged[Int(random.next() % UInt64(body.count))] = UInt8(random.next() & 0xFF) }
            let answer = TransportAnswer(status: Int(random.next() % 700), body: damaged)
            for service in WireRequest.Service.allCases {
                let fault = RemoteFault(answer, of: service)
                #expect((fault == nil) == (200..<300).contains(answer.status))
            }
        }
    }
}
