import Foundation
import TestSupport
import Testing

/// Pictures that the project could not take just now: how a push ends, what the
/// outbox says of them, and when they are sent again.
@Suite(.waits, .serialized, .needsGateway)
struct PhotoDelayTests {
    private static let gateway = Result { try GatewayProcess() }

    private static func fixture(_ body: (PhotoFixture) throws -> Void) async throws {
        try await PhotoFixture.run(gateway, body)
    }

    /// The next pictures are not taken.
    private static func fail(_ fixture: PhotoFixture, _ status: String, times: Int) throws {
        try fixture.gateway.set(
            """
            {"faults": [{"path": "/storage/v1/object", "method": "POST", "status": 400, "times": \(times),
                "body": {"statusCode": "\(status)", "error": "Busy", "message": "later, please"}}]}
            """)
    }

    @Test(arguments: ["photo", "cover"], ["429", "503", "544"])
    func `a push says why pictures wait, and a retry makes them due at once`(what: String, status: String) async throws
    {
        try await Self.fixture { fixture in
            let account = fixture.account
            if what == "photo" {
                _ = try fixture.add(PhotoFixture.pdf(3_000))
            } else {
                #expect(try account.run("photo", "cover", "Owls", try fixture.file(PhotoFixture.png)).status == 0)
            }
            try Self.fail(fixture, status, times: 1)
            let push = try account.run("push", "--no-wait")
            #expect(push.status == 69, "\(push.errors)")
            let reason = "the project takes no pictures now: later, please (Busy); 1 picture waits"
            #expect(push.errors.contains(reason), "\(push.errors)")
            let list = try account.run("outbox", "list")
            #expect(list.lines.count == 1)
            for words in [#""attempts":1"#, #""class":"transient""#, #""message":"later, please""#] {
                #expect(list.output.contains(words), "\(list.output)")
            }
            let id = try #require(list.output.firstMatch(of: /"id": ?"([^"]+)"/)?.1)
            #expect(try account.run("outbox", "show", String(id)).output.contains("later, please"))
            _ = try account.sql("UPDATE geoq_upload SET not_before = not_before + 100")
            let sync = try account.run("sync", "--no-wait")
            #expect(
                sync.status == 69
                    && sync.errors.contains(
                        "1 picture could not be sent before: later, please (Busy); the project is asked again"),
                "It is not due: \(sync.errors)")

            let retry = try account.run("outbox", "retry", "--all")
            #expect(retry.status == 0 && retry.errors.contains("1 row will be sent"), "\(retry.errors)")
            #expect(try account.run("outbox", "list").output.contains(#""attempts":0"#))
            let last = try account.run("push", "--no-wait")
            #expect(last.status == 0 && last.errors.contains("1 picture sent"), "\(last.errors)")
        }
    }

    /// The wait is the command's own, of two seconds.
    @Test func `a push that may wait sends a delayed picture itself`() async throws {
        try await Self.fixture { fixture in
            let photo = try fixture.add(PhotoFixture.pdf(3_000))
            try Self.fail(fixture, "503", times: 1)
            let push = try fixture.account.run("push")
            #expect(push.status == 0 && push.errors.contains("1 picture sent"), "\(push.errors)")
            #expect(push.errors.contains("the project could not take or delete a picture"), "\(push.errors)")
            #expect(try fixture.project() == fixture.whole(photo, bytes: 3_000))
        }
    }

    @Test func `a picture that failed too often is refused, and the outbox tells the tries`() async throws {
        try await Self.fixture { fixture in
            let account = fixture.account
            let photo = try fixture.add(PhotoFixture.pdf(3_000))
            try Self.fail(fixture, "503", times: 5)
            for attempt in 1...5 {
                _ = try account.sql("UPDATE geoq_upload SET not_before = NULL")
                let push = try account.run("push", "--no-wait", "--quiet")
                #expect(push.status == (attempt < 5 ? 69 : 65), "\(attempt): \(push.errors)")
                let list = try account.run("outbox", "list").output
                #expect(list.contains("\"attempts\":\(attempt)") && list.contains(#""class":"transient""#), "\(list)")
            }
            #expect(try account.run("outbox", "retry", photo).status == 0)
            #expect(try account.run("push", "--no-wait", "--quiet").status == 0)
            #expect(try fixture.project() == fixture.whole(photo, bytes: 3_000))
        }
    }
}
