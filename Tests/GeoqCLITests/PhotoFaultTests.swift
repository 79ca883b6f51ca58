import Foundation
import TestSupport
import Testing

/// Pictures on a network that breaks off, at a project that refuses, by a process
/// that is killed: entry, then object, then row, and nothing without the other.
@Suite(.waits, .serialized, .needsGateway)
struct PhotoFaultTests {
    private static let gateway = Result { try GatewayProcess() }
    private static let isSoak = ProcessInfo.processInfo.environment["GEOQ_SOAK"] != nil
    private static let rounds = isSoak ? 20 : 1

    private static func fixture(_ body: (PhotoFixture) throws -> Void) async throws {
        try await PhotoFixture.run(gateway, body)
    }

    /// Syncs until nothing waits.
    private static func settle(_ fixture: PhotoFixture) throws {
        for _ in 0..<5 {
            // A wait that a fault has brought about is not waited for.
            _ = try fixture.account.sql("UPDATE geoq_upload SET not_before = NULL")
            let sync = try fixture.account.run("sync", "--quiet", "--no-wait")
            if sync.status == 0, try fixture.account.sql("SELECT count(*) FROM geoq_base_observed_bird_photos") == ["0"]
            {
                return
            }
        }
        Issue.record("it does not come to rest: \(try fixture.account.run("photo", "list").output)")
    }

    @Test func `an upload that is cut at every tenth goes on there, and is there once (F19, F37)`() async throws {
        try await Self.fixture { fixture in
            for tenth in 0..<10 {
                let count = 20_000 + tenth
                let photo = try fixture.add(PhotoFixture.pdf(count))
                try fixture.gateway.set(
                    #"""
                    {"faults": [
                        {"method": "POST", "path": "/object/watchlist-photos/", "request_cut": \#(count * tenth / 10), "times": 1},
                        {"method": "PATCH", "path": "/upload/resumable/", "request_cut": \#(count * tenth / 10), "times": 1}
                    ]}
                    """#)
                for _ in 0..<2 { #expect(try fixture.account.run("push", "--no-wait", "--quiet").status == 69) }
                #expect(try !fixture.project().contains(photo), "No row, and no object.")
                let pieces = try fixture.counting("PATCH", "/upload/resumable/") { try Self.settle(fixture) }
                #expect(pieces == 1, "The rest in one piece.")
                let project = try fixture.project().split(separator: "\n")
                #expect(project.count == tenth + 1 && project.allSatisfy { $0.hasSuffix("|both") }, "\(project)")
                #expect(project.contains { $0 == fixture.whole(photo, bytes: count) }, "\(tenth)")
            }
        }
    }

    @Test func `an answer that is lost is asked for, and nothing is sent twice (F19, F37)`() async throws {
        try await Self.fixture { fixture in
            let photo = try fixture.add(PhotoFixture.pdf(5_000))
            try fixture.gateway.set(
                #"{"faults": [{"method": "POST", "path": "/object/watchlist-photos/", "drop": true, "times": 1}]}"#)
            #expect(try fixture.account.run("push", "--no-wait", "--quiet").status == 69)
            #expect(try fixture.project().hasSuffix("|5000|no row"))
            let sent = try fixture.counting("POST", "/storage/v1/(object/watchlist|upload)") {
                try Self.settle(fixture)
            }
            #expect(sent == 0)
            #expect(try fixture.project() == fixture.whole(photo, bytes: 5_000))
        }
    }

    @Test func `a picture of 7 MiB goes in pieces, and goes on after a kill (F37, C19)`() async throws {
        try await Self.fixture { fixture in
            let count = 7 << 20
            let photo = try fixture.add(PhotoFixture.pdf(count))
            let environment = fixture.account.environment.merging(["GEOQ_CRASH": "C19"]) { $1 }
            #expect(try GeoqProcess(["push", "--quiet"], environment: environment).status == SIGKILL)
            let pieces = try fixture.counting("PATCH", "/upload/resumable/") { try Self.settle(fixture) }
            #expect(pieces == 1, "The first was there.")
            #expect(try fixture.project() == fixture.whole(photo, bytes: count))
        }
    }

    @Test func `a process that is killed while it sends a small picture lets the next one send it in pieces (F37)`()
        async throws
    {
        try await Self.fixture { fixture in
            let photo = try fixture.add(PhotoFixture.pdf(30_000))
            try fixture.gateway.set(
                #"{"faults": [{"method": "POST", "path": "/object/watchlist-photos/", "hold": true, "request_cut": 9}]}"#
            )
            let push = try fixture.account.started(["push", "--quiet"]).process
            defer { if push.isRunning { kill(push.processIdentifier, SIGKILL) } }
            let end = ContinuousClock.now + .seconds(120)
            func isHeld() throws -> Bool {
                let counts = try Tool.run("/usr/bin/curl", ["-sSf", fixture.gateway.url + "/gateway"]).lines.joined()
                return counts.contains(/"hit": ?1/)
            }
            while try !isHeld(), ContinuousClock.now < end { usleep(20_000) }
            kill(push.processIdentifier, SIGKILL)
            push.waitUntilExit()
            try fixture.gateway.set(#"{"faults": []}"#)
            let pieces = try fixture.counting("PATCH", "/upload/resumable/") { try Self.settle(fixture) }
            #expect(pieces == 1)
            #expect(try fixture.project() == fixture.whole(photo, bytes: 30_000))
        }
    }

    @Test func `another picture under the name is not replaced, and is shown (F19, F37)`() async throws {
        try await Self.fixture { fixture in
            let photo = try fixture.add(PhotoFixture.pdf(3_000))
            let path = "\(fixture.user)/\(fixture.entry)/\(photo).pdf"
            let put = try Tool.run(
                "/usr/bin/curl",
                [
                    "-sSf", "-X", "POST", "-H", "authorization: Bearer \(fixture.gateway.serviceKey)", "-H",
                    "content-type: application/pdf", "-d", "%PDF- another",
                    "\(fixture.gateway.url)/storage/v1/object/watchlist-photos/\(path)",
                ])
            #expect(put.status == 0, "\(put.errors)")
            let sync = try fixture.account.run("sync")
            #expect(sync.status == 65 && sync.errors.contains("another picture has this name"), "\(sync.errors)")
            #expect(try fixture.project() == "\(path)|13|no row", "The row is not sent, and the object stays.")
            #expect(try fixture.states() == ["refused"])
            let outbox = try fixture.account.run("outbox", "list")
            #expect(outbox.output.contains(#""status":"failed""#) && outbox.output.contains("Duplicate"))
        }
    }

    @Test func `a picture whose file is gone is not said to be refused by the server`() async throws {
        try await Self.fixture { fixture in
            _ = try fixture.add(PhotoFixture.pdf(3_000))
            let folder = fixture.account.store + ".photos"
            for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
                try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
            }
            let sync = try fixture.account.run("sync")
            #expect(sync.status == 65 && sync.errors.contains("geoq: 1 picture cannot be sent; see"), "\(sync.errors)")
            #expect(sync.errors.contains("the picture's file is not there"), "\(sync.errors)")
            #expect(!sync.errors.contains("the server refuses"), "\(sync.errors)")
        }
    }

    @Test func `a picture whose entry the project refuses waits for it, and goes after it (F19, F37)`() async throws {
        try await Self.fixture { fixture in
            let account = fixture.account
            let refuse = "ALTER TABLE watchlist_entries ADD CONSTRAINT no_notes CHECK (notes IS NULL)"
            try fixture.gateway.query(refuse)
            let allow = "ALTER TABLE watchlist_entries DROP CONSTRAINT IF EXISTS no_notes"
            defer { _ = try? fixture.gateway.query(allow) }
            let add = try account.run("entry", "add", "Owls", "Wren", "--notes", "a pair")
            let entry = try #require(add.lines.first.map(String.init), "\(add.errors)")
            let file = try fixture.file(PhotoFixture.pdf(3_000))
            let photo = try #require(try account.run("photo", "add", entry, file).lines.first.map(String.init))
            let objects = try fixture.counting("POST", "/storage/v1/") {
                let sync = try account.run("sync", "--quiet", "--no-wait")
                #expect(sync.status == 65, "\(sync.errors)")
            }
            #expect(objects == 0, "No object before its entry.")
            #expect(try fixture.project() == "")
            #expect(try fixture.states() == ["waiting"])
            try fixture.gateway.query(allow)
            #expect(try account.run("outbox", "retry", entry).status == 0)
            try Self.settle(fixture)
            #expect(try fixture.project() == "\(fixture.user)/\(entry)/\(photo).pdf|3000|both")
        }
    }

    /// The picture goes before the row does: the project has it by then.
    @Test func `a photo whose entry is deleted there is said to be refused, until its user takes it back (F37)`()
        async throws
    {
        try await Self.fixture { fixture in
            let account = fixture.account
            let photo = try fixture.add(PhotoFixture.pdf(3_000))
            try fixture.gateway.query(
                "UPDATE watchlist_entries SET deleted_at = now() WHERE id = '\(fixture.entry)'")
            #expect(try account.run("push", "--quiet", "--no-wait").status == 65)
            let list = try account.run("photo", "list").output
            #expect(
                list.contains(#""state":"refused""#)
                    && list.contains("the server has the entry that it belongs to as deleted"), "\(list)")
            let check = try account.run("photo", "check")
            #expect(check.status == 65, "\(check.errors)")
            #expect(check.errors.contains("photo \(photo): the project refuses it: "), "\(check.errors)")
            #expect(try account.run("outbox", "discard", photo).status == 0)
            _ = try account.run("push", "--quiet")
            #expect(try fixture.project() == "")
        }
    }

    /// The object is stored a second after its photo was deleted.
    @Test(arguments: ["photo", "entry"])
    func `a photo deleted while its picture travels leaves nothing (F19, F37)`(
        what: String
    ) async throws {
        try await Self.fixture { fixture in
            let account = fixture.account
            let photo = try fixture.add(PhotoFixture.pdf(3_000))
            try fixture.gateway.set(
                #"{"faults": [{"method": "POST", "path": "/object/watchlist-photos/", "hold": true, "times": 1}]}"#)
            let (push, _) = try account.started(["push", "--quiet", "--no-wait"])
            defer { push.terminate() }
            let deadline = Date().addingTimeInterval(300)
            while Date() < deadline, try account.sql("SELECT state FROM geoq_upload") != ["sending"] {
                usleep(10_000)
            }
            #expect(try account.run(what, "delete", what == "photo" ? photo : fixture.entry).status == 0)
            #expect(push.isRunning, "The picture is on its way.")
            try fixture.gateway.set(#"{"faults": []}"#)
            push.waitUntilExit()
            try Self.settle(fixture)
            #expect(try fixture.project() == "")
            #expect(try account.sql("SELECT count(*) FROM geoq_upload") == ["0"])
            #expect(try FileManager.default.contentsOfDirectory(atPath: account.store + ".photos") == [])
            #expect(try account.run("photo", "check", "--hours", "0").status == 0)
        }
    }

    @Test(arguments: ["file_size_limit = 100", "allowed_mime_types = '{image/png}'"])
    func `what a bucket does not take is shown, and goes after it was mended (F37: 413, 415)`(limit: String)
        async throws
    {
        try await Self.fixture { fixture in
            let photo = try fixture.add(PhotoFixture.pdf(3_000))
            try fixture.gateway.query("UPDATE storage.buckets SET \(limit) WHERE id = 'watchlist-photos'")
            let sync = try fixture.account.run("sync")
            #expect(sync.status == 65 && sync.errors.contains("1 picture refused"), "\(sync.errors)")
            #expect(try fixture.states() == ["refused"])
            #expect(try fixture.project() == "")
            try fixture.gateway.query(
                "UPDATE storage.buckets SET file_size_limit = 10485760, allowed_mime_types = NULL")
            #expect(try fixture.account.run("sync").status == 65, "It is not sent again by itself.")
            let retry = try fixture.account.run("outbox", "retry", photo)
            #expect(retry.status == 0 && retry.errors.contains("1 row"), "\(retry.errors)")
            #expect(try fixture.account.run("sync", "--quiet").status == 0)
            #expect(try fixture.project() == fixture.whole(photo, bytes: 3_000))
        }
    }

    @Test(arguments: ["429", "544", "500"])
    func `trouble that passes costs a try, and the picture goes later (F37: 429, 544)`(status: String) async throws {
        try await Self.fixture { fixture in
            let photo = try fixture.add(PhotoFixture.pdf(3_000))
            try fixture.gateway.set(
                """
                {"faults": [{"path": "/storage/v1/", "status": 400, "times": 1,
                    "body": {"statusCode": "\(status)", "error": "x", "message": "later, please"}}]}
                """)
            let push = try fixture.account.run("push", "--no-wait")
            #expect(push.status == 69 && push.errors.contains("left for the next push"), "\(push.errors)")
            #expect(try fixture.account.run("photo", "list").output.contains(#""attempts":1,"message":"later"#))
            try Self.settle(fixture)
            #expect(try fixture.project() == fixture.whole(photo, bytes: 3_000))
        }
    }

    @Test func `a project without buckets is said, and no try is counted`() async throws {
        try await Self.fixture { fixture in
            _ = try fixture.add(PhotoFixture.pdf(3_000))
            try fixture.gateway.query(
                "UPDATE storage.objects SET bucket_id = NULL; DELETE FROM storage.buckets WHERE id = 'watchlist-photos'"
            )
            defer {
                _ = try? fixture.gateway.query(
                    """
                    INSERT INTO storage.buckets (id, name, public, file_size_limit, allowed_mime_types) VALUES
                    ('watchlist-photos', 'watchlist-photos', false, 10485760,
                        '{image/jpeg,image/png,image/webp,application/pdf}')
                    """)
            }
            let sync = try fixture.account.run("sync", "--no-wait")
            #expect(sync.status == 65 && sync.errors.contains("no bucket watchlist-photos"), "\(sync.errors)")
            #expect(try fixture.account.run("photo", "list").output.contains(#""attempts":0"#))
        }
    }

    /// What a photo adds to the crash points of a push.
    @Test(arguments: ["C17", "C18", "C19", "C20"])
    func `a push that is killed is finished by the next one (F37, C17 to C20)`(point: String) async throws {
        try await Self.fixture { fixture in
            for round in 1...Self.rounds {
                // One that is sent as it is, or one that a push makes anew: what the first try made is what arrives.
                let isPicture = (round + (point == "C17" || point == "C19" ? 1 : 0)) % 2 == 0
                let photo = try fixture.add(isPicture ? PhotoFixture.png : PhotoFixture.pdf(2_000 + round))
                if point == "C18" || point == "C19" {
                    // It goes in pieces.
                    _ = try fixture.account.sql("UPDATE geoq_upload SET was_cut = 1")
                }
                let environment = fixture.account.environment.merging(["GEOQ_CRASH": point]) { $1 }
                let killed = try GeoqProcess(["push", "--quiet"], environment: environment)
                #expect(killed.status == SIGKILL, "\(point) was not reached: \(killed.errors)")
                #expect(try !fixture.project().contains("no object"), "A row does not come before its object.")
                let ready = "\(fixture.account.store).photos/\(photo).ready"
                let sent = try #require(FileManager.default.contents(atPath: ready)).count
                #expect(isPicture ? sent != PhotoFixture.png.count : sent == 2_000 + round)
                try Self.settle(fixture)
                let project = try fixture.project()
                let whole = fixture.whole(photo, bytes: sent, ending: isPicture ? "jpg" : "pdf")
                #expect(project == whole, "\(point), \(round)")
                let files = try FileManager.default.contentsOfDirectory(atPath: fixture.account.store + ".photos")
                #expect(files == [photo])
                #expect(try fixture.account.run("photo", "delete", photo).status == 0)
                try Self.settle(fixture)
                #expect(try fixture.account.run("photo", "check", "--hours", "0").status == 0)
            }
        }
    }

    @Test func `a deletion that is killed is finished by the next push (F37, C21)`() async throws {
        try await Self.fixture { fixture in
            for _ in 1...Self.rounds {
                let photo = try fixture.add(PhotoFixture.pdf(2_000))
                #expect(try fixture.account.run("sync", "--quiet").status == 0)
                #expect(try fixture.account.run("photo", "delete", photo).status == 0)
                let environment = fixture.account.environment.merging(["GEOQ_CRASH": "C21"]) { $1 }
                #expect(try GeoqProcess(["push", "--quiet"], environment: environment).status == SIGKILL)
                #expect(try fixture.project().hasSuffix("|2000|no row"))
                let push = try fixture.account.run("push")
                #expect(push.status == 0, "\(push.errors)")
                #expect(try fixture.project() == "")
                #expect(
                    try FileManager.default.contentsOfDirectory(atPath: fixture.account.store + ".photos") == [])
            }
        }
    }

    @Test func `an addition that is killed leaves a file that is found and removed (C16a)`() async throws {
        try await Self.fixture { fixture in
            let file = fixture.account.folder + "/a.pdf"
            try PhotoFixture.pdf(2_000).write(to: URL(filePath: file))
            let environment = fixture.account.environment.merging(["GEOQ_CRASH": "C16a"]) { $1 }
            #expect(try GeoqProcess(["photo", "add", fixture.entry, file], environment: environment).status == SIGKILL)
            let folder = fixture.account.store + ".photos"
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
            #expect(try fixture.account.run("photo", "list", "-e").status == 1)
            let check = try fixture.account.run("photo", "check")
            #expect(check.status == 65 && check.errors.contains("files that no photo has: 1; "), "\(check.errors)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1, "It was not to mend.")
            let mend = try fixture.account.run("photo", "check", "--mend")
            #expect(mend.status == 0 && mend.errors.contains("removed files that no photo has: 1"), "\(mend.errors)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        }
    }

    @Test func `a project without the kit takes photos, and loses them with their list`() async throws {
        let gateway = Result { try GatewayProcess(["--level", "rest"]) }
        try await PhotoFixture.run(gateway) { fixture in
            let photo = try fixture.add(PhotoFixture.pdf(2_000))
            let sync = try fixture.account.run("sync")
            #expect(sync.status == 0, "\(sync.errors)")
            #expect(try fixture.project() == fixture.whole(photo, bytes: 2_000))
            #expect(try fixture.account.run("list", "delete", "Owls").status == 0)
            let push = try fixture.account.run("push")
            #expect(push.status == 0, "\(push.errors)")
            #expect(try fixture.project() == "")
            #expect(try fixture.account.run("sync", "--quiet").status == 0)
        }
    }
}
